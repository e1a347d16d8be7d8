"""One small function per command: it refuses, or emits what happened and returns None."""
