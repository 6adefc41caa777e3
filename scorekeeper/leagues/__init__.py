"""The use cases of a league: create it, decide, start tables in it, read its standings.

Pages call these functions; whether the caller may, they ask ``visit_league`` first.
"""
