"""Duplicate evenings of a league: set up, written down, directed, counted."""
