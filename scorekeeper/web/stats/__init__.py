"""The pages of statistics."""
