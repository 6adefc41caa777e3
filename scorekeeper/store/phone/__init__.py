"""A device's own settings."""
