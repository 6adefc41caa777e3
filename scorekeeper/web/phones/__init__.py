"""Whose each phone is, what it is, and signing phones out."""
