"""Evenings of a league: planned, started, and as they are being played."""
