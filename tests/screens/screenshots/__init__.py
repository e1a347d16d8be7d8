"""Pictures of every screen in its main states, for docs/screens: each screen's scenes are in a module of its own."""
