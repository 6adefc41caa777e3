"""Phones are told what happens in their leagues, by the push services of their browsers."""
