"""Portable Bridge Notation (PBN 2.1): boards read and judged, a rubber written and read back.

`text.py` knows how it is written, `values.py` and `tags.py` what that means; `auctions.py` and
`plays.py` put each call and card to the referee, `boards.py` says what a board comes to. A score
sheet is made boards by `writing.py`, and boards a sheet by `sheets.py`. `lin.py` reads the format
of Bridge Base Online as boards.
"""

from scorekeeper.pbn.boards import judge_boards
from scorekeeper.pbn.sheets import sheet_of
from scorekeeper.pbn.text import decoded
from scorekeeper.pbn.writing import to_pbn

__all__ = ["decoded", "judge_boards", "sheet_of", "to_pbn"]
