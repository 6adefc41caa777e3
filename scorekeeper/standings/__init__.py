"""Scoring a season, and its standings.

A season's scoring is a `Scoring`: one scheme of `schemes/` and what goes with any, of `modifiers/`.
`counted_results` says what a finished game counts, whoever keeps the league adds that up as `Sums`
and `Duel`, and `standings` puts the players in order from these sums alone.
"""
