"""Evenings of a league: planned, opened, and as they are being played."""
