"""Scoring a season, and its standings.

A season's scoring is a `Scoring`: one of the `SCHEMES` and what goes with any, the `MODIFIERS`.
`counted_results` says what a finished game counts, whoever keeps the league adds that up as `Sums`
and `HeadToHead`, and `standings` puts the players in order from these sums alone.
"""
