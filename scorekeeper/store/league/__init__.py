"""The rows of a league: its records and what they come to, its games' results, its evenings."""
