"""The rows of a league: its records, its games' results, its evenings."""
