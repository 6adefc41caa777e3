"""Oh Hell!: the house rules, and how many cards each hand has; rules.md#hands."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal

from scorekeeper.engine import (
    Capacity,
    Fault,
    Message,
    Option,
    Options,
    Pad,
    Printed,
    Sentence,
    next_dealer,
    options,
    phrase,
    printed,
    say,
)

# the source's, which has three to seven players and one pack
FIRST_HAND: Final = 10
FEWEST: Final = 3
ONE_PACK: Final = 7
MOST: Final = 11
CARDS: Final = 52
# the source has one more hand of one card; that all play it, again and again, is not in it
TIE_BREAK: Final = 1


_SPAN: Final = ((-100, 100),)

EXACT: Final[Mapping[str, tuple[Message | tuple[Message, Message], Mapping[str, int]]]] = {
    "ten_per_trick": (
        (
            "10 per trick; 10 for a bid of 0",
            "a bid made scores 10 per trick, and 10 for a bid of 0",
        ),
        {"bid": 10, "zero": 10},
    ),
    "ten_plus_bid": ("10 plus the bid", {"base": 10, "bid": 1}),
    "ten_plus_square": ("10 plus the bid squared", {"base": 10, "square": 1}),
    # not in the source, as all that follows
    "nought_five": (
        (
            "10 plus the bid; 5 for a bid of 0",
            "a bid made scores 10 plus the bid, and 5 for a bid of 0",
        ),
        {"base": 10, "bid": 1, "zero": 5},
    ),
    "nought_five_plus_cards": (
        (
            "10 plus the bid; 5 plus the cards for a bid of 0",
            "a bid made scores 10 plus the bid, and 5 plus the cards for a bid of 0",
        ),
        {"base": 10, "bid": 1, "zero": 5, "zero_card": 1},
    ),
    "five_plus_bid": ("5 plus the bid", {"base": 5, "bid": 1}),
    "twenty_plus_square": ("20 plus the bid squared", {"base": 20, "square": 1}),
}
"""What a bid that was made is worth: the tables that players know."""
EXACT_ROWS: Final[Mapping[str, tuple[Message, options.Spans]]] = {
    "base": ("any bid", _SPAN),
    "bid": ("each trick bid", _SPAN),
    "square": ("the bid squared", _SPAN),
    "zero": ("a bid of 0", _SPAN),
    "zero_card": ("each card at a bid of 0", _SPAN),
}
MISS: Final[Mapping[str, tuple[Message | tuple[Message, Message], Mapping[str, Any]]]] = {
    "per_trick": (
        ("10 off per trick short or over", "a bid missed costs 10 per trick short or over"),
        {"off": -10},
    ),
    "zero": ("nothing", {}),
    "tricks_only": ("1 per trick taken", {"trick": 1}),
    # not in the source, as all that follows
    "minus_bid": (("the bid off", "a bid missed costs the bid"), {"bid": -1}),
    "minus_difference": (
        ("1 off per trick short or over", "a bid missed costs 1 per trick short or over"),
        {"off": -1},
    ),
    "minus_five": (
        ("5 off per trick short or over", "a bid missed costs 5 per trick short or over"),
        {"off": -5},
    ),
    "minus_square": (
        ("the difference squared off", "a bid missed costs the difference squared"),
        {"square": -1},
    ),
    "minus_ten_plus_bid": (
        ("10 plus the bid off", "a bid missed costs 10 plus the bid"),
        {"base": -10, "bid": -1},
    ),
    "over_tricks_only": (
        ("1 per trick taken if too many, nothing if too few"),
        {"over": {"trick": 1}, "short": {}},
    ),
}
"""What a bid that was missed costs, or scores: the tables that players know."""
MISS_ROWS: Final[Mapping[str, tuple[Message, options.Spans]]] = {
    "base": ("any bid", _SPAN),
    "bid": ("each trick bid", _SPAN),
    "trick": ("each trick taken", _SPAN),
    "off": ("each trick short or over", _SPAN),
    "square": ("the difference squared", _SPAN),
}


class House(Options):
    """The house rules."""

    hand_sizes = options.numbers_or_none(
        "Hands",
        "The number of cards in each hand, in the order of play. 6 players begin with 8, 7 with 7.",
        1,
        2 * CARDS // FEWEST,
        none="from 10 down to 1 and up again",
        said_as="hands of {value} cards",
        said_off="hands down to one card and up again",
    )
    packs: Option[Literal[1, 2]] = options.choice(
        "Packs",
        "Eight to eleven players need two; of two equal cards the first played wins.",
        {1: ("one", "one pack"), 2: ("two", "two packs")},
    )
    # the source wants more than the cards, many tables only not just as many
    hook: Option[Literal["exceed", "not_equal", "none"]] = options.choice(
        "The dealer's bid",
        "What the bids may add up to.",
        {
            "exceed": (
                "must exceed the number of cards",
                "the bids must add up to more than the cards",
            ),
            "not_equal": (
                "must not equal the number of cards",
                "the bids must not add up to the cards",
            ),
            "none": ("may add up to anything", "the bids may add up to anything"),
        },
    )
    simultaneous_bids = options.switch(
        "Simultaneous bids",
        "Bids stay hidden until all are in. The dealer may bid anything.",
        "all bid at once",
        "bids in turn",
    )
    exact = options.number_table(
        "A bid made",
        "What it is worth.",
        EXACT,
        EXACT_ROWS,
        "a bid made scores {value}",
        base={},
        row_as="{n} for {row}",
    )
    miss = options.number_table(
        "A bid missed",
        "What it costs, or still scores.",
        MISS,
        {
            **MISS_ROWS,
            "over": (phrase("if too many"), MISS_ROWS),
            "short": (phrase("if too few"), MISS_ROWS),
        },
        "a bid missed scores {value}",
        base={},
        apart=("over", "short"),
        row_as="{n} for {row}",
    )


def hook_in_force(house: Mapping[str, Any]) -> str:
    """Return what binds the dealer: nothing, where all bid at once."""
    return "none" if house["simultaneous_bids"] else str(house["hook"])


def dealt_at_most(house: House) -> int:
    """Return how many cards a hand may use in all: a listed one all of them, which leaves none to
    turn for trumps."""
    return CARDS * house.packs - (not house.hand_sizes)


TWO_PACKS: Final = say("Eight or more players need two packs.")


def check(variant: str | None, house: House, players: int) -> Iterator[Fault]:
    """Yield a fault for too many players, or hands too large for so many."""
    if players > ONE_PACK and house.packs == 1:
        yield Fault(("players",), TWO_PACKS)
        return
    most = CARDS * house.packs // players
    largest = max(house.hand_sizes or (1,))
    if largest > most:
        template = "With {players} players a hand has 1 to {most} cards; {given} was entered."
        sentence = say(template, players=players, most=most, given=largest)
        yield Fault(("options", "hand_sizes"), sentence)


def hands(pad: Pad[House], players: int | None = None) -> Sequence[int]:
    """The size of every hand in order; `players` (None: those at the table) are how many play if
    none is dealt yet."""
    listed = pad.options.hand_sizes
    if listed:
        return listed
    if not pad.deals:
        return down_and_up(players or len(pad.filled), pad.options.packs)
    if pad.rows.length > pad.deals:  # somebody may have come or gone since the first deal
        # the way down and up stays as it began, so that it is the same for everybody
        first = next(row for row in pad.rows if row.kind == "deal")
        return down_and_up(len(first.seats) - first.seats.count(None), pad.options.packs)
    return down_and_up(len(pad.filled), pad.options.packs)


def first_hand(players: int, packs: int) -> int:
    """Return how many cards the first hand has, one card at least being turned for trumps."""
    return min(FIRST_HAND, (CARDS * packs - 1) // players)


@cache
def down_and_up(players: int, packs: int = 1) -> tuple[int, ...]:
    """Return the cards of each hand where nobody has listed others: down to one card and up
    again."""
    top = first_hand(players, packs)
    # down to one and up again, says the source: the hand of one card is played once
    return (*range(top, 1, -1), *range(1, top + 1))


def upcoming(pad: Pad[House]) -> Mapping[str, Any]:
    """The dealer of the next hand and its cards; one card where a tie is to be broken."""
    sizes = hands(pad)
    size = sizes[pad.deals] if pad.deals < len(sizes) else TIE_BREAK
    return {"dealer": next_dealer(pad), "hand_size": size}


def with_tie_breaks(pad: Pad[House]) -> Sequence[int]:
    """The cards of every hand, those dealt to break a tie too."""
    sizes = hands(pad)
    return (*sizes, *(TIE_BREAK,) * (pad.deals + (pad.outcome is None) - len(sizes)))


def too_many(pad: Pad[House], players: int) -> Sentence | None:
    """Return why the hands to come cannot be dealt to so many players; None if they can."""
    if players > ONE_PACK and pad.options.packs == 1:
        return TWO_PACKS
    largest = max(hands(pad, players)[pad.deals :], default=TIE_BREAK)
    cards = dealt_at_most(pad.options)
    if largest * players <= cards:
        return None
    template = "A hand of {n} cards is still to come; the pack is enough for {most} players."
    return say(template, n=largest, most=cards // largest)


def options_for_more(pad: Pad[House], players: int) -> Capacity:
    """Return the hands to come, cut down to what the pack is enough for, or two packs where one
    is not; those already dealt stay as they were."""
    more_packs = players > ONE_PACK and pad.options.packs == 1
    cards = dealt_at_most(pad.options) + (CARDS if more_packs else 0)
    most, sizes = cards // players, hands(pad, players)
    shorter = [*sizes[: pad.deals], *(min(size, most) for size in sizes[pad.deals :])]
    if more_packs:
        text = say("Save, with two packs and at most {n} cards per hand from now on", n=most)
        return Capacity({"packs": 2, "hand_sizes": shorter}, text)
    text = say("Save, with at most {n} {n:card|cards} per hand from now on", n=most)
    return Capacity({"hand_sizes": shorter}, text)


def table(house: House) -> Printed | None:
    """Return the hands by the number of players, where the table has no list of its own."""
    if house.hand_sizes is not None:
        return None
    players = range(FEWEST, (ONE_PACK if house.packs == 1 else MOST) + 1)
    sizes = {n: down_and_up(n, house.packs) for n in players}
    rows = ((n, each[0], len(each)) for n, each in sizes.items())
    return printed(("Players", "First and last hand", "Hands"), rows)
