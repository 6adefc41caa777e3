"""Five Hundred, the play: a joker, bowers, and who leads; rules.md#bowers."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from scorekeeper.cards import JOKER
from scorekeeper.engine import Pad, Seat, Suit, known, next_seat, phrase, say
from scorekeeper.games.five_hundred.house import House
from scorekeeper.games.five_hundred.scoring import BIDS, PLAYED_ALONE, FiveHundred
from scorekeeper.referee import (
    NO_TRUMP,
    Context,
    QuestionRefused,
    Ranking,
    pack,
    ranked,
    with_bowers,
)

ORDER: Final = "AKQJT987654"
FOURS: Final = {"red": ("4D", "4H"), "black": ("4C", "4S"), "all": pack("4")}
PACKS: Final = {fours: (*pack(ORDER[:-1]), *cards, JOKER) for fours, cards in FOURS.items()}
BEST_BOWER: Final = (JOKER, (phrase("The {card} is the best bower."), "bowers"))
ALONE: Final = (JOKER, (phrase("The {card} beats every other card."), "joker"))


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the joker and the bowers on top; in no trump the joker beats everything by itself;
    rules.md#joker."""
    cards = PACKS[context["fours"]]
    trump = context.need("trump") if plays else NO_TRUMP
    if trump != NO_TRUMP:
        return with_bowers(cards, ORDER, trump, BEST_BOWER)
    if plays and plays[0] == JOKER:
        check_named(context)
    return ranked(cards, ORDER, JOKER, (ALONE,))


def check_named(context: Context) -> None:
    """Bar the leader of a joker from naming a suit they failed to follow, where the table does."""
    named = context["named_suit"]
    if context["joker_names"] == "not_shown_void" and named in context["shown_void"]:
        template = "{seat} is out of {suit} and cannot name them."
        text = say(template, seat=Seat(context["leader"]), suit=Suit(named))
        raise QuestionRefused([(("context", "named_suit"), text)])


def opening(pad: Pad[House], deal: FiveHundred) -> Iterator[tuple[str, Any]]:
    """Yield who leads and what is trumps: the declarer leads (in two of the zero bids without a
    partner); where nobody bid, the dealer's left leads and nothing is trumps."""
    if deal.passed_out:
        yield "leader", next_seat(pad, pad.upcoming["dealer"])
        yield "trump", NO_TRUMP
        return
    if deal.bid:
        yield "trump", BIDS[deal.bid].strain if deal.bid in BIDS else NO_TRUMP
    declarer = known(deal.declarer)
    yield "leader", declarer
    yield "seats_out", [(declarer + 2) % 4] if deal.bid in PLAYED_ALONE else []
