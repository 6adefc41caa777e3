"""The referee's machinery: which cards may be played, who takes the trick, what may be called.

It knows no game. A game hands it a `Play` (`tricks.py`) and an `Auction` (`auction.py`): its
ranking, its ladder and its exceptions.
"""
