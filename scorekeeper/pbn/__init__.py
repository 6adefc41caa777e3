"""Portable Bridge Notation (PBN 2.1): boards read and judged, a rubber written and read back.

`text.py` knows how it is written, `tags.py` what its tags mean; `lin.py` reads the format of Bridge
Base Online as the same boards. `sections.py` puts each call and card to the referee, `boards.py`
says what a board comes to. `sheets.py` writes a score sheet as boards, and reads boards as one.
"""
