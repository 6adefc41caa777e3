"""Spades: the house rules, two variants from old books, and the one that most play."""

from collections.abc import Iterable
from typing import Final, Literal

from scorekeeper.engine import (
    Fault,
    Option,
    Options,
    Preset,
    Sides,
    VariantCard,
    each_player,
    options,
    say,
    two_partnerships,
)


class House(Options):
    """The house rules; their defaults are those of the variant with nils."""

    # 500 in the source of nil; that of bags leaves it open, usually 500, or 200 for a quick game
    target = options.target("Points to win. 200 for a quick game.", 50, 2000, default=500)
    # in neither source, so nobody loses by points unless the table wants it
    lose_at = options.number_or_none(
        "Losing score",
        "A side this low ends the game.",
        -2000,
        -50,
        none="none",
        said_as="a side at {value} ends the game",
        said_off="no losing score",
    )
    # the source of nil takes the contract off, that of bags scores nothing
    set_score: Option[Literal["minus_contract", "zero"]] = options.choice(
        "A missed bid",
        "What a side loses if it misses its bid.",
        {"minus_contract": "10 per trick bid", "zero": "nothing"},
        "a missed bid costs {value}",
    )
    # the source of bags gives ten for each trick taken and one for each bag: both cannot be right
    trick_points: Option[Literal["contract", "collected"]] = options.choice(
        "A made bid",
        "Tricks that score 10 each.",
        {
            "contract": ("tricks bid", "a made bid scores 10 per trick bid"),
            "collected": ("tricks taken", "a made bid scores 10 per trick taken"),
        },
    )
    # only the source of bags knows a penalty
    bag_penalty_every = options.number(
        "Bags per penalty",
        "0 means no penalty.",
        0,
        13,
        default=0,
        said_as="a penalty every {value} bags",
        said_off="no bag penalty",
    )
    bag_penalty = options.number(
        "Bag penalty", "Points lost each time.", 0, 500, 100, "a bag penalty of {value}"
    )
    # the source scores bags as single points so that the total shows them: what is left stays
    bag_remainder: Option[Literal["carry", "reset"]] = options.choice(
        "Bags after a penalty",
        "What happens to the bags left over.",
        {
            "carry": ("carried over", "bags left after a penalty are carried over"),
            "reset": ("reset to 0", "bags start again from 0 after a penalty"),
        },
    )
    # the source of nil makes them bags, and does not say what holds if the partner is set
    # counted: so that a nil lost by one trick costs 100 and no point is won back
    failed_nil_bags: Option[Literal["always", "only_if_partner_makes", "never", "counted"]] = (
        options.choice(
            "Tricks of a failed nil",
            "Whether they count as bags.",
            {
                "always": "are bags",
                "only_if_partner_makes": "are bags if the partner's bid is made",
                "never": "are never bags",
                "counted": "count as bags but score nothing",
            },
            "tricks of a failed nil {value}",
        )
    )
    # in the source of nil they do not
    failed_nil_tricks_help_partner = options.switch(
        "Failed nil helps",
        "Its tricks count towards the partner's bid.",
        "a failed nil's tricks help the partner",
        "a failed nil's tricks don't help the partner",
    )
    # two in the source of bags
    min_bid = options.number(
        "Lowest bid", "The lowest number a player may bid.", 0, 4, 1, "no bid below {value}"
    )
    nil = options.switch(
        "Nil", "A player may bid to take no tricks.", "with nil", "without nil", default=True
    )
    # when it may be bid is not asked: the source wants only that the bidder has not looked
    double_nil = options.switch(
        "Double nil",
        "Blind nil, bid before looking. Scores double.",
        "with double nil",
        "without double nil",
        default=True,
    )
    # in neither source, all of what follows up to the spades: what collections, apps and clubs play
    nil_value = options.number(
        "Nil worth", "Double nil is worth twice as much.", 10, 200, 100, "nil ±{value}"
    )
    side_min_bid = options.number(
        "Lowest bid of a side",
        "Partners' numbers together; 0 means none. 4 is usual.",
        0,
        6,
        default=0,
        said_as="a side bids at least {value}",
        said_off="no lowest bid of a side",
    )
    ten_for_200 = options.switch(
        "Ten for 200",
        "A contract of exactly ten counts double.",
        "ten for 200",
        "ten bid counts 100",
    )
    blind_bid_min = options.number_or_none(
        "Blind bids",
        "Lowest number a side may bid before looking, for twice as much.",
        4,
        13,
        none="none",
        said_as="blind bids from {value}",
        said_off="no blind bids",
    )
    boston_bonus = options.number(
        "All the tricks",
        "Points for all tricks of a deal; 0 means none.",
        0,
        500,
        default=0,
        said_as="{value} for all the tricks",
        said_off="nothing extra for all the tricks",
    )
    bag_points: Option[Literal[1, 0, -1]] = options.choice(
        "A bag scores",
        "Points for each trick above the contract.",
        {
            1: ("1 point", "a bag scores 1"),
            0: ("nothing", "bags score nothing"),
            -1: ("−1 point", "a bag costs 1"),
        },
    )
    cards_passed = options.number(
        "Cards passed",
        "How many a double nil bidder exchanges with the partner.",
        0,
        4,
        default=3,
        said_as="{n} {n:card|cards} passed with double nil",
        said_off="no cards passed with double nil",
    )
    top_trumps: Option[Literal["ace", "jokers", "jokers_deuces"]] = options.choice(
        "Highest spades",
        "What stands above the ace of spades.",
        {
            "ace": ("the ace", "the ace of spades is highest"),
            "jokers": ("two jokers", "two jokers stand above the ace"),
            "jokers_deuces": (
                "jokers and deuces",
                "jokers and two deuces stand above the ace",
            ),
        },
    )
    partnership = options.switch(
        "Partners",
        "Off: cut-throat, each for themselves, as two or three always play.",
        "two against two",
        "cut-throat, each for themselves",
        default=True,
    )
    # the two sources say the opposite of each other
    break_spades = options.switch(
        "Breaking spades",
        "Spades may be led only once broken.",
        "spades led only once broken",
        "spades led at any time",
        default=True,
    )
    # the source of nil plays another deal; that of bags does not mention ties
    tie: Option[Literal["play_on", "shared"]] = options.choice(
        "If scores tie",
        "What happens if both sides end level.",
        {
            "play_on": ("another deal", "if scores tie, play another deal"),
            "shared": ("both win", "if scores tie, both sides win"),
        },
    )


VARIANTS: Final[dict[str | None, House]] = {
    "nil": House(),
    "bags": House(
        set_score="zero",
        bag_penalty_every=10,
        min_bid=2,
        nil=False,
        double_nil=False,
        break_spades=False,
    ),
    # in no source, but what most tables play
    "nil-bags": House(bag_penalty_every=10),
}
_BAGS: Final = {"n": VARIANTS["bags"].bag_penalty_every, "points": VARIANTS["bags"].bag_penalty}
_BAGS_COST: Final = say("{n} bags −{points}", **_BAGS)
VARIANT_CARDS: Final = {
    "nil": VariantCard(
        say("With nil"),
        say("Nil ±100. Miss your bid and lose 10 a trick. Bags cost nothing."),
        (say("Nil ±100"), say("Miss: −10 per trick"), say("Bags cost nothing")),
    ),
    "bags": VariantCard(
        say("With bags"),
        say(
            "Nil not played. Miss your bid and score 0. Every {n} bags cost {points}. "
            "Bid at least 2.",
            **_BAGS,
        ),
        (say("No nil"), say("Miss: 0"), _BAGS_COST),
    ),
    "nil-bags": VariantCard(
        say("With nil and bags"),
        say("Nil ±100. Miss your bid and lose 10 a trick. Every {n} bags cost {points}.", **_BAGS),
        (say("Nil ±100"), say("Miss: −10 per trick"), _BAGS_COST),
    ),
}

PRESETS: Final = {
    "american": Preset(
        say("American Spades"),
        {
            "nil": True,
            "double_nil": True,
            "break_spades": True,
            "set_score": "minus_contract",
            "side_min_bid": 4,
            "top_trumps": "jokers_deuces",
        },
        "bags",
    ),
    "cut-throat": Preset(say("Cut-throat Spades"), {"partnership": False}),
}


def sides(house: House, players: int) -> Sides:
    """Return two partnerships of four; or a side for each who plays alone."""
    partners = house.partnership and players == 4
    return (two_partnerships if partners else each_player)(house, players)


def check(variant: str | None, house: House, players: int) -> Iterable[Fault]:
    """Yield a fault where two or three players want jokers."""
    if house.top_trumps != "ace" and players != 4:
        yield Fault(("options", "top_trumps"), say("Jokers are for four players."))


def tricks_in(players: int) -> int:
    """Return the tricks of a deal: 13, but 17 with three players."""
    return 17 if players == 3 else 13
