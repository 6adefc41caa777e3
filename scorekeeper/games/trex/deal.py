"""Trex: house rules, and what is entered of a deal: it is one of five games."""

from typing import Final, Literal

import msgspec

from scorekeeper.engine import Deal, Option, Options, options

SEATS: Final = (0, 1, 2, 3)
GAMES: Final = ("diamonds", "eltoosh", "girls", "king", "trex")
COMPLEX: Final = ("complex", "trex")
"""The games of a kingdom where four are played in one deal."""
ALSO_CALLED: Final = {
    **{"dinari": ("diamonds",), "dinar": ("diamonds",), "ladies": ("girls",), "banat": ("girls",)},
    **dict.fromkeys(
        ("ltoosh", "ltoush", "lutoosh", "slaps", "tricks", "collections"), ("eltoosh",)
    ),
    **dict.fromkeys(("kingofhearts", "kh", "kinghearts", "koba", "sheikh"), ("king",)),
    **dict.fromkeys(("trix", "domino"), ("trex",)),
}
"""What players call the games besides."""


class House(Options):
    """The house rules."""

    # ten for each in the source; elsewhere they cost ten, so that a kingdom adds up to zero
    diamond_points: Option[Literal[10, -10]] = options.choice(
        "A diamond",
        "What each diamond taken is worth.",
        {
            10: ("10 points for its taker", "each diamond scores 10 for its taker"),
            -10: ("10 points off for its taker", "each diamond costs its taker 10"),
        },
    )
    # the source: −50 or −150, "and the player that led the trick scores"
    self_capture: Option[Literal["leader_bonus", "single"]] = options.choice(
        "If you take your own doubled card",
        "What it costs, and if the trick's leader gains.",
        {
            "leader_bonus": (
                "counts double, and the leader of the trick gains",
                "your own doubled card counts double if taken, and the leader gains",
            ),
            "single": (
                "counts single, and nobody gains",
                "your own doubled card counts single if taken, and nobody gains",
            ),
        },
    )
    # the source does not except a holder who led
    self_lead_bonus: Option[Literal["applies", "none"]] = options.choice(
        "The holder led that trick",
        "Who gets the leader's gain.",
        {
            "applies": (
                "the holder gains it",
                "your own doubled card, taken in a trick you led, brings the leader's gain",
            ),
            "none": (
                "nobody gains",
                "your own doubled card, taken in a trick you led, brings no leader's gain",
            ),
        },
    )
    doubling = options.switch(
        "Doubling",
        "Queens and the king of hearts may be doubled.",
        "with doubling",
        "without doubling",
        default=True,
    )
    # not in the source
    partnership = options.switch(
        "Partners",
        "Players who face each other add up their points.",
        "with partners",
        "without partners",
    )
    # in the source play goes to the left and the kingdom to the right; it states both
    play_direction: Option[Literal["left", "right"]] = options.choice(
        "Direction",
        "Which way play goes. The kingdom always passes to the right.",
        {"left": "to the left", "right": "to the right"},
        "play goes {value}",
    )
    heart_lead_ban = options.switch(
        "No heart led for the king",
        "In the king of hearts, you may lead a heart only if you hold nothing else.",
        "no heart led for the king",
        "hearts may be led for the king",
        default=True,
    )
    # not in the source
    complex = options.switch(
        "Complex",
        "Diamonds, eltoosh, girls and king are one deal: a kingdom has two.",
        "a kingdom is two deals, complex and trex",
        "a kingdom is five deals",
    )
    # not in the source; the rules page knows it, nothing is entered
    lone_king_redeal = options.switch(
        "Lone king of hearts",
        "Dealt with no other heart, it is dealt again, in king and in complex.",
        "a king of hearts with no other heart is dealt again",
        "a king of hearts with no other heart is played",
    )

    @property
    def kingdom(self) -> tuple[str, ...]:
        """The games of a kingdom."""
        return COMPLEX if self.complex else GAMES


class Kingdom(Deal, frozen=True, kw_only=True, tag_field="contract"):
    """One of the five games that the owner of a kingdom picks from."""

    owner: int | None = None

    @property
    def game(self) -> str:
        """The game that the owner picked."""
        return self.__struct_config__.tag  # type: ignore[return-value]


class Counted(Kingdom, frozen=True, kw_only=True):
    """The number of diamonds or tricks that each player took."""

    counts: tuple[int, ...]


class Diamonds(Counted, frozen=True, kw_only=True, tag="diamonds"):
    """A game about the diamonds taken."""


class Eltoosh(Counted, frozen=True, kw_only=True, tag="eltoosh"):
    """A game about the tricks taken."""


class Capture(msgspec.Struct, frozen=True, gc=False):
    """A card, who took it, who had doubled it (None: nobody), and who led that trick."""

    card: str
    taken_by: int
    doubled_by: int | None = None
    led_by: int | None = None


class CardsTaken(Kingdom, frozen=True, kw_only=True):
    """A game in which certain cards cost their taker points."""

    cards: tuple[Capture, ...]


class Girls(CardsTaken, frozen=True, kw_only=True, tag="girls"):
    """A game about the four queens."""


class King(CardsTaken, frozen=True, kw_only=True, tag="king"):
    """A game about the king of hearts."""


class Complex(CardsTaken, frozen=True, kw_only=True, tag="complex"):
    """Four games in one deal: the diamonds and tricks of each player, and the five cards."""

    diamonds: tuple[int, ...]
    tricks: tuple[int, ...]


class Trex(Kingdom, frozen=True, kw_only=True, tag="trex"):
    """The order in which the players went out."""

    order: tuple[int, ...]


AnyGame = Diamonds | Eltoosh | Girls | King | Complex | Trex
