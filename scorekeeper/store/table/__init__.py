"""The rows of a table: its records, what is read and written, the draft of the next deal."""
