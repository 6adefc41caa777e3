"""Portable Bridge Notation (PBN 2.1): boards read and judged, a rubber written and read back.

`text.py` knows how it is written, `values.py` and `tags.py` what that means; `auctions.py` and
`plays.py` put each call and card to the referee, `boards.py` says what a board comes to. A score
sheet is made boards by `writing.py`, and boards a sheet by `sheets.py`. `lin.py` reads the format
of Bridge Base Online as boards.
"""
