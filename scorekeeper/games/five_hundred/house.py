"""Five Hundred, the house rules, and the two variants that they make; rules.md#bidding."""

from collections.abc import Iterable, Mapping
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
    phrase,
    say,
    two_partnerships,
)

NULLO_PLACES: Final[Mapping[Literal["by_value", "below_8"], str]] = {
    "by_value": phrase("between 8 spades and 8 clubs"),
    "below_8": phrase("between 7 no trump and 8 spades"),
}
"""Where nullo ranks among the bids, by the setting of `nullo_rank`."""


class House(Options):
    """The house rules."""

    target = options.target("Points to win.", 100, 2000, default=500)
    # −500 in both sources; the one of 43 cards knows −1000 too, where a side must bid to win
    lose_at = options.number_or_none(
        "Losing score",
        "The side this low loses.",
        -5000,
        -100,
        none="none",
        default=-500,
        said_as="a side at {value} loses",
        said_off="no losing score",
    )
    # in the source of 45 cards only by a contract that is made
    win_by: Option[Literal["reaching", "contract"]] = options.choice(
        "Who can win",
        "How the target may be reached.",
        {"reaching": "either side", "contract": "only declarers making a contract"},
        "{value} can win",
    )
    # the source of 45 cards says "scoring five hundred" once, and twice that a side exceeds it
    win_test: Option[Literal["reach", "exceed"]] = options.choice(
        "Reaching the target",
        "Whether exactly the target is enough.",
        {
            "reach": ("is enough", "reaching the target is enough"),
            "exceed": ("must be passed", "the target must be passed"),
        },
    )
    # a custom of some circles in the source of 43 cards, which does not say what decides a tie
    max_deals = options.number_or_none(
        "Deals",
        "The game ends after this many deals.",
        1,
        100,
        none="no limit",
        said_as="at most {n} {n:deal|deals}",
        said_off="no limit on deals",
    )
    # only in the source of 43 cards
    slam_bonus = options.switch(
        "All ten tricks",
        "All 10 tricks score at least 250.",
        "at least 250 for all 10 tricks",
        "nothing extra for all 10 tricks",
        default=True,
    )
    # the source gives defenders their own tricks, but its sentence on nullo the bidder's: it holds
    nullo_defenders: Option[Literal["bidder_tricks", "own_tricks"]] = options.choice(
        "Defenders of a zero bid",
        "Which tricks score them 10 each.",
        {
            "bidder_tricks": (
                "those the bidder took",
                "defenders of a zero bid score 10 for each of the bidder's tricks",
            ),
            "own_tricks": (
                "their own",
                "defenders of a zero bid score 10 for each of their own tricks",
            ),
        },
    )
    # the source of 43 cards throws the hand in, that of 45 plays it without trumps
    all_pass: Option[Literal["throw_in", "no_contract"]] = options.choice(
        "All pass",
        "What happens when all four pass.",
        {
            "throw_in": ("thrown in, next player deals", "if all pass, the next player deals"),
            "no_contract": (
                "played without trumps",
                "if all pass, the deal is played without trumps",
            ),
        },
    )
    nullos: Option[Literal["none", "nullo", "double_bar", "grand"]] = options.choice(
        "Zero bids",
        "Which bids to take no tricks are played.",
        {
            "none": "none",
            "nullo": "nullo",
            "double_bar": "nullo, double nullo and bar nullo",
            "grand": "nullo and grand nullo",
        },
        "{value} may be bid",
        "no zero bids",
        default="double_bar",
    )
    # by value in the source of 43 cards; in that of 45 any bid of eight outbids it, though 8 spades
    # is worth ten less
    nullo_rank: Option[Literal["by_value", "below_8"]] = options.choice(
        "Place of nullo", "Where nullo ranks among the bids.", NULLO_PLACES, "nullo ranks {value}"
    )
    # in neither source, down to the lowest bid: what collections of rules, apps and clubs play
    open_misere = options.switch(
        "Open misère",
        "A zero bid worth 500, hand laid open after the first trick.",
        "with open misère",
        "without open misère",
    )
    nullo_after_seven = options.switch(
        "Nullo after a seven",
        "Nullo only once somebody has bid seven.",
        "nullo only after a bid of seven",
        "nullo at any time",
    )
    pass_is_final = options.switch(
        "A pass is final",
        "Whoever has passed may not bid again.",
        "a pass is final",
        "a pass is not final",
    )
    defenders_score: Option[Literal["always", "set_only", "never"]] = options.choice(
        "Defenders score",
        "When the defenders score for their tricks.",
        {
            "always": "always",
            "set_only": "only if the bid is missed",
            "never": "never",
        },
        "defenders score {value}",
    )
    defenders_cap = options.number_or_none(
        "Defenders' limit",
        "Defenders' tricks lift a total no higher than this; 490 is usual.",
        10,
        2000,
        none="none",
        said_as="defenders do not score past {value}",
        said_off="no limit for defenders",
    )
    overtrick_value = options.number(
        "Extra tricks",
        "Points for each trick above a made bid; 10 is usual.",
        0,
        20,
        default=0,
        said_as="{value} for each extra trick",
        said_off="nothing for extra tricks",
    )
    min_bid: Option[Literal["6S", "7S"]] = options.choice(
        "Lowest bid",
        "The lowest bid open to all.",
        {"6S": "6 spades", "7S": "7 spades"},
        "no bid below {value}",
    )
    # "the first two bidders" of one source are read as the first two to speak, whether they pass or
    # not; the other has hints without value
    inkle: Option[Literal["off", "signal", "first_two_players", "first_two_bids"]] = options.choice(
        "Inkles",
        "Bids of six below the lowest bid, to show your partner a suit.",
        {
            "off": ("not played", "no inkles"),
            "signal": ("a suit named without value", "inkles name a suit and bid nothing"),
            "first_two_players": ("for the first two players", "the first two players may inkle"),
            "first_two_bids": ("for the first two bids", "the first two bids may be inkles"),
        },
    )
    # one in the source of 43 cards, three in that of 45; some circles bid until all others pass
    rounds: Option[Literal[1, 3] | None] = options.choice(
        "Rounds of bidding",
        "How long the bidding lasts.",
        {
            1: ("one", "one round of bidding"),
            3: ("up to three", "up to three rounds of bidding"),
            None: ("until three pass in a row", "bidding until three pass in a row"),
        },
    )
    # the source of 45 cards bars suits that the leader has failed to follow
    joker_names: Option[Literal["any", "not_shown_void"]] = options.choice(
        "A joker led",
        "Which suit its leader may name at no trump.",
        {
            "any": ("any", "a joker's leader may name any suit"),
            "not_shown_void": (
                "not one they failed to follow",
                "a joker's leader may not name a suit they failed to follow",
            ),
        },
    )
    # red in the source of 43 cards, black in some of its circles
    fours: Option[Literal["red", "black", "all"]] = options.choice(
        "Fours in the pack",
        "Which fours belong to the pack.",
        {
            "red": ("the red ones", "the red fours are in the pack"),
            "black": ("the black ones", "the black fours are in the pack"),
            "all": ("all four", "all four fours are in the pack"),
        },
    )


VARIANTS: Final[Mapping[str | None, House]] = {
    "43-card": House(),
    "45-card": House(
        win_by="contract",
        win_test="exceed",
        slam_bonus=False,
        all_pass="no_contract",
        nullos="grand",
        nullo_rank="below_8",
        min_bid="7S",
        inkle="first_two_players",
        rounds=3,
        joker_names="not_shown_void",
        fours="all",
    ),
}
VARIANT_CARDS: Final = {
    "43-card": VariantCard(
        say("43 cards"),
        say("Either side can win. All 10 tricks count at least 250. If all pass, next deal."),
        (
            say("Either side can win"),
            say("All 10 tricks: 250 or more"),
            say("All pass: next deal"),
        ),
    ),
    "45-card": VariantCard(
        say("45 cards"),
        say("Only declarers can win, with over 500. If all pass, play without trumps."),
        (say("Only declarers win, over 500"), say("All pass: no trumps")),
    ),
}

PRESETS: Final = {
    "australian": Preset(
        say("Australian Five Hundred"),
        {
            "nullos": "nullo",
            "nullo_rank": "below_8",
            "open_misere": True,
            "nullo_after_seven": True,
            "pass_is_final": True,
            "rounds": None,
            "win_by": "contract",
            "slam_bonus": True,
        },
        "43-card",
    )
}


def sides(house: House, players: int) -> Sides:
    """Return two partnerships of four; three play each for themselves."""
    return (two_partnerships if players == 4 else each_player)(house, players)


def check(variant: str | None, house: House, players: int) -> Iterable[Fault]:
    """Yield a fault where a pack of 43 cards is to have all four fours, which make 45."""
    if variant == "43-card" and house.fours == "all":
        yield Fault(("options", "fours"), say("All four fours belong to the pack of 45 cards."))
