"""The referee: which cards may be played, who wins the trick, which calls are legal.

It knows no game. A game hands it a `Play` (`tricks.py`) and an `Auction` (`auction.py`): its
ranking, its ladder and its exceptions.
"""

from scorekeeper.cards import TRUMPS
from scorekeeper.referee.auction import (
    MAY_PASS,
    PASS,
    PASSED_OUT,
    PASSING,
    SKIPPED,
    Acceptable,
    Auction,
    Bidding,
    Calls,
    Cancelled,
    Cancelling,
    HighestBid,
    Ladder,
    Restriction,
    ToCall,
    after_dealer,
    by_seat,
    one_round,
    outbidding,
)
from scorekeeper.referee.context import (
    DECLARER,
    FIRST_TRICK,
    NAMED_SUIT,
    SUIT_OF_TRUMPS,
    TRUMP,
    Context,
    ContextKey,
    OnCards,
    QuestionRefused,
    Ruling,
    card,
    choice,
    flag,
    several,
)
from scorekeeper.referee.ranking import (
    ACE_HIGH,
    HIGHEST,
    NO_TRUMP,
    STANDARD,
    WHOLE_PACK,
    Highest,
    Ranking,
    ace_high,
    pack,
    ranked,
    with_bowers,
)
from scorekeeper.referee.tricks import Allowed, Play, ToPlay, TrickVerdict, without_barred
