"""A bot that plays a table through its public interface and works out every settlement for itself, before it looks."""
