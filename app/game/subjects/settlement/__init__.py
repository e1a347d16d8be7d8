"""How wagers end."""
