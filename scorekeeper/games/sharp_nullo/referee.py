"""Sharp Nullo, the referee: eight numbers, and two ways to rank; rules.md#direction."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from scorekeeper.engine import Message, Pad, Seat, call_names, declaring, say
from scorekeeper.games.sharp_nullo.bidding import (
    BIDDERS,
    MOST,
    NUMBERS,
    PICK,
    RANKED,
    Bidders,
    bidders_of,
    numbers_of,
    winner,
)
from scorekeeper.games.sharp_nullo.scoring import House, SharpNullo
from scorekeeper.referee import STANDARD, Bidding, Calls, Context, Ranking, ToCall, choice, ranked

DIRECTION: Final = choice(
    "direction", [*RANKED], "Ranking", "Say whether it is played uptown or downtown."
)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """Rank the king or the ace highest, as was picked; nothing is ever trumps."""
    return RANKINGS[context["direction"]]


WHY: Final[Mapping[str, Message]] = {
    "uptown": "The {card} is the highest card of the suit led, uptown.",
    "downtown": "The {card} is the highest card of the suit led, downtown.",
}


def ranking_of(direction: str) -> Ranking:
    """The cards of a suit as they rank uptown or downtown."""
    order = RANKED[direction].replace("10", "T").replace(" ", "")
    return ranked(STANDARD, order, highest=(WHY[direction], "direction"))


RANKINGS: Final[Mapping[str | None, Ranking]] = {
    **{direction: ranking_of(direction) for direction in RANKED},
    None: ranked(STANDARD, needed_key="direction"),
}


def opening(pad: Pad[House], deal: SharpNullo) -> Iterator[tuple[str, Any]]:
    """Yield the direction of play of the number picked; its player names who leads."""
    # no leader: whoever won the bidding names one of the four
    if deal.contract:
        yield "direction", NUMBERS[deal.contract][0]


# --- the bidding --------------------------------------------------------------------------------


def auction(context: Context, dealer: int) -> Bidding:
    """Ask both bidders for four numbers each, then the loser of the bidding for the pick."""
    seats = bidders_of(dealer)
    rows: list[list[int]] = []
    for place in range(len(seats)):
        rows.append([])
        for number in range(len(NUMBERS)):
            rows[-1].append(int((yield number_turn(seats, place, number))))
    loser = seats[1 - winner(*map(sum, rows))]
    turn = declaring(loser, PICK, "bidding", say("Any of the winner's four numbers."))
    picked = yield replace(turn, prompt=say("{seat} picks one of the four", seat=Seat(loser)))
    written = (dict(zip(NUMBERS, row, strict=True)) for row in rows)
    return {"bids": dict(zip(BIDDERS, written, strict=True)), "contract": picked}


@cache
def number_turn(bidders: Bidders, place: int, number: int) -> ToCall:
    """The turn of one of the two bidders to write one of the four numbers."""
    question = numbers_of(bidders)[place][number]
    why = say("Any number from 0 to {most} may be written.", most=MOST)
    return replace(declaring(bidders[place], question, "bidding", why), prompt=question.label)


def calls(context: Context) -> Sequence[Calls]:
    """The numbers, and the pick."""
    return call_names(numbers_of(bidders_of(0))[0][0]), call_names(PICK)
