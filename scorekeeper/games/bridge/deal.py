"""Rubber bridge: house rules, what is entered of a deal, and how the rubber stands."""

from typing import Final, Literal, NamedTuple

import msgspec

from scorekeeper.engine import Deal, Option, Options, Pad, options

BOOK: Final = 6


class House(Options):
    """The house rules."""

    # the source pays for the tricks taken; by the Laws the slam has to be bid
    slam_premium: Option[Literal["bid", "collected"]] = options.choice(
        "Slam premium",
        "What earns the premium for twelve or thirteen tricks.",
        {
            "bid": ("a slam that was bid and made", "the slam premium is for slams bid and made"),
            "collected": (
                "any contract made with 12 or 13 tricks",
                "the slam premium is for the tricks taken, bid or not",
            ),
        },
    )
    # as in the Laws: the source is silent
    unfinished_bonus: Option[Literal["laws", "none"]] = options.choice(
        "Unfinished rubber",
        "Bonuses if you stop before the rubber ends.",
        {
            "laws": (
                "300 for the only game, 100 for the only part score",
                "an unfinished rubber scores 300 for the only game, 100 for a part score",
            ),
            "none": ("nothing", "no bonus for an unfinished rubber"),
        },
    )
    honours = options.switch(
        "Honours",
        "Honours in one hand are scored.",
        "with honours",
        "without honours",
        default=True,
    )
    # the source says only "the winning bidder"
    declarer_is: Option[Literal["first_to_name", "last_bidder"]] = options.choice(
        "Declarer",
        "Which partner plays the contract; no score depends on it.",
        {
            "first_to_name": (
                "the first of the two to name its strain",
                "the first of the pair to name the strain is declarer",
            ),
            "last_bidder": ("whoever made the last bid", "the last bidder is declarer"),
        },
    )


class Honours(msgspec.Struct, frozen=True):
    """The side that held honours, and their points."""

    seat: int
    points: int


class Contract(NamedTuple):
    """A contract: `level` odd tricks (those beyond six) bid in a strain (`C D H S` or `NT`),
    `doubled` 0, 1 or 2 times."""

    level: int
    strain: str
    doubled: int


class BridgeDeal(Deal, frozen=True):
    """The contract, who declared it (seats from 0 clockwise), the tricks of the declarer's side,
    and honours."""

    contract: str
    declarer: int
    tricks: int
    doubled: int = 0
    honours: Honours | None = None

    @property
    def bid(self) -> Contract:
        """The contract as it was bid."""
        return Contract(int(self.contract[0]), self.contract[1:], self.doubled)

    @property
    def over(self) -> int:
        """Return the tricks beyond the contract; less than 0 where it went down."""
        return self.tricks - BOOK - int(self.contract[0])

    @property
    def side(self) -> int:
        """Return the declarer's side: 0 for seats 0 and 2, 1 for seats 1 and 3."""
        return self.declarer % 2


class Rubber(msgspec.Struct, frozen=True):
    """The state of the rubber, by side: the part score below the line, the games won, and who is
    vulnerable."""

    below: tuple[int, ...]
    games: tuple[int, ...]
    vulnerable: tuple[bool, ...]


def state(pad: Pad[House]) -> Rubber:
    """Return how the rubber stands."""
    games = pad.sums["games"]
    return Rubber(pad.sums["part"], games, (games[0] > 0, games[1] > 0))
