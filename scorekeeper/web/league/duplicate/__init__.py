"""Pages of a duplicate evening."""
