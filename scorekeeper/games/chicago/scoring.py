"""Chicago: four deals of bridge, each scored whole and with a vulnerability of its own.

In deal 2 Ben deals and his side is vulnerable. Ann plays 2 spades, redoubled, and makes them: 240
for the tricks, 100 for the insult, and as 240 is a game, 300 more.
"""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from scorekeeper.engine import (
    Line,
    Option,
    Options,
    Outcome,
    Pad,
    Printed,
    Sentence,
    Standing,
    Table,
    leaders,
    options,
    printed,
    say,
    won,
)
from scorekeeper.games.bridge import scoring as bridge
from scorekeeper.games.bridge.deal import BridgeDeal
from scorekeeper.games.bridge.tables import ON_A_BOARD, RISKS

ROUND: Final = 4
"""Deals."""


class House(Options):
    """The house rules."""

    vulnerable: Option[Literal["dealer", "opponents"]] = options.choice(
        "Vulnerable in deals 2 and 3",
        "Which side is vulnerable in the second and the third deal.",
        {
            "dealer": ("the dealer's side", "the dealer's side is vulnerable in deals 2 and 3"),
            "opponents": (
                "the dealer's opponents",
                "the dealer's opponents are vulnerable in deals 2 and 3",
            ),
        },
    )
    all_pass: Option[Literal["redeal", "counts"]] = options.choice(
        "All four pass",
        "What happens if nobody bids.",
        {
            "redeal": ("the same dealer deals again", "a deal passed out is dealt again"),
            "counts": (
                "it is one of the four deals",
                "a deal passed out is one of the four, without points",
            ),
        },
    )
    rounds = options.number(
        "Rounds", "Of four deals each.", 1, 20, default=1, said_as="{n} {n:round|rounds} of four"
    )
    honours = options.switch(
        "Honours", "Honours in one hand are scored.", "with honours", "without honours"
    )


class Vulnerable(msgspec.Struct, frozen=True):
    """Which sides are vulnerable in the next deal."""

    vulnerable: tuple[bool, bool]


def state(pad: Pad[House]) -> Vulnerable:
    """Return who is vulnerable in the next deal, or was in the last; rules.md#vulnerability."""
    deal = min(pad.deals, ROUND * pad.options.rounds - 1) % ROUND
    if deal in (0, ROUND - 1):
        return Vulnerable((deal > 0, deal > 0))
    side = (pad.upcoming["dealer"] + (pad.options.vulnerable == "opponents")) % 2
    return Vulnerable((side == 0, side == 1))


def not_passed_out(house: House) -> Sentence | None:
    """Return why a deal cannot be passed out, where it is dealt again."""
    return say("The same dealer deals again.") if house.all_pass == "redeal" else None


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[Vulnerable, House], deal: BridgeDeal) -> Iterator[Line]:
    """Yield the lines of the contract and of honours as at bridge, then what a contract made is
    worth at once; rules.md#game."""
    yield from bridge.board_lines(deal, table.state.vulnerable[deal.side])


def result(pad: Pad[House]) -> Outcome | None:
    """End after the last deal of the last round: the higher total wins; rules.md#last-deal."""
    if pad.deals < ROUND * pad.options.rounds:
        return None
    return won(pad, leaders(pad), "last-deal")


# --- in words -----------------------------------------------------------------------------------


def carried(pad: Pad[House]) -> Iterator[Standing]:
    """Yield which sides are vulnerable in the next deal."""
    if pad.outcome is None:
        for side, vulnerable in enumerate(state(pad).vulnerable):
            if vulnerable:
                yield side, say("vulnerable"), "vulnerability", "undertricks", "slam"


def premiums(house: House) -> Printed:
    """Return what a contract made brings besides its tricks."""
    rows = (
        (say("Contract made with 100 or more for its tricks"), *ON_A_BOARD["game"]),
        (say("Contract made with less"), *ON_A_BOARD["part"]),
    )
    return printed(("In each deal", *RISKS), rows)


def risks(house: House) -> Printed:
    """Return who is vulnerable in which deal."""
    side = say("the dealer's side")
    if house.vulnerable == "opponents":
        side = say("the dealer's opponents")
    rows = ((1, say("nobody")), (2, side), (3, side), (4, say("both sides")))
    return printed(("Deal", "Vulnerable"), rows)
