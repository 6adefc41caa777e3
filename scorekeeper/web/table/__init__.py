"""The pages of a table: set it up, enter deals, follow it, correct it."""
