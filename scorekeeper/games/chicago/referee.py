"""Chicago, the referee: the auction of bridge; rules.md#contract."""

from scorekeeper.games.bridge.referee import bidding
from scorekeeper.referee import Bidding, Context


def auction(context: Context, dealer: int) -> Bidding:
    """Ask for calls from the dealer on; who first named the strain declares."""
    return (yield from bidding(dealer, by_first_to_name=True))
