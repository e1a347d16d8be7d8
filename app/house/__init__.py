"""The house: what is so whatever the table; pure, like the core. For now its devices; people follow."""
