"""Rulings on the pages: write one, look at it, pin it as a house rule."""
