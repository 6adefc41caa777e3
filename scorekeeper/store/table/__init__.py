"""The rows of a table: its records, reading and writing them, the draft of the next deal."""
