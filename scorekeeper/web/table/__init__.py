"""The pages of a table: set it up, enter deals, see where it stands, change what was written."""
