"""Spades: the house rules, two variants from old books, and the one that most play."""

from typing import Final, Literal

from scorekeeper.engine import Option, Options, VariantCard, options, say


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
    failed_nil_bags: Option[Literal["always", "only_if_partner_makes", "never"]] = options.choice(
        "Tricks of a failed nil",
        "Whether they count as bags.",
        {
            "always": "are bags",
            "only_if_partner_makes": "are bags if the partner's bid is made",
            "never": "are never bags",
        },
        "tricks of a failed nil {value}",
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
