"""Rubber bridge: house rules, what is entered of a deal, and how the rubber stands."""

from typing import Final, Literal, NamedTuple

import msgspec

from scorekeeper.engine import Deal, Option, Options, Pad, options
from scorekeeper.games.bridge.tables import UNFINISHED

BOOK: Final = 6


class House(Options):
    """The house rules."""

    slam_premium: Option[Literal["bid", "collected"]] = options.choice(
        "Slam premium",
        "What earns the premium for twelve or thirteen tricks.",
        {
            "bid": "a slam that was bid and made",
            "collected": "a contract made with so many tricks",
        },
    )
    unfinished_bonus: Option[Literal["laws", "none"]] = options.choice(
        "Unfinished rubber",
        "Bonuses if you stop before the rubber ends.",
        {
            "laws": f"{UNFINISHED.at('games')} for the only game,"
            f" {UNFINISHED.at('part')} for the only part score",
            "none": "nothing",
        },
    )
    honours = options.switch("Honours", "Honours in one hand are scored.", usually=True)
    declarer_is: Option[Literal["first_to_name", "last_bidder"]] = options.choice(
        "Declarer",
        "Which partner plays the contract; no score depends on it.",
        {
            "first_to_name": "the first of the two to name its strain",
            "last_bidder": "whoever made the last bid",
        },
    )


class Honours(msgspec.Struct, frozen=True):
    """The side that held honours, and their points."""

    seat: int
    points: int


class Contract(NamedTuple):
    """A contract: how many odd tricks were bid in which strain (`C D H S` or `NT`), `doubled` once,
    twice or not at all."""

    level: int
    strain: str
    doubled: int


class BridgeDeal(Deal, frozen=True):
    """What was bid, by whom, and with how many tricks the play ended."""

    contract: str
    declarer: int
    tricks: int
    doubled: int = 0
    honours: Honours | None = None

    @property
    def called(self) -> Contract:
        """The contract as it was bid."""
        return Contract(int(self.contract[0]), self.contract[1:], self.doubled)

    @property
    def over(self) -> int:
        """The tricks over the contract; below nought those under it."""
        return self.tricks - BOOK - int(self.contract[0])

    @property
    def side(self) -> int:
        """The declarer's side: seats 0 and 2 against 1 and 3."""
        return self.declarer % 2


class Rubber(msgspec.Struct, frozen=True):
    """Part scores of the current game, games won, who is vulnerable."""

    below: tuple[int, ...]
    games: tuple[int, ...]
    vulnerable: tuple[bool, ...]


def state(pad: Pad[House]) -> Rubber:
    """Return how the rubber stands."""
    games = pad.sums["games"]
    return Rubber(pad.sums["part"], games, (games[0] > 0, games[1] > 0))
