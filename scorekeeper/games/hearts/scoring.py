"""Hearts: a point against the taker for each heart, thirteen for the queen of spades;
rules.md#hearts.

Ann takes four hearts, Ben three, Cat six and the queen: 4, 3 and 19 points; Dan has none. The
fewest points win.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from scorekeeper.engine import (
    Card,
    Deal,
    Interview,
    Line,
    Many,
    Number,
    Option,
    Options,
    Outcome,
    Pad,
    Printed,
    Question,
    Seat,
    SeatOf,
    Sentence,
    Standing,
    Table,
    Value,
    Warn,
    all_of,
    ask,
    cached_lines,
    empty_seat_line,
    entered,
    leaders,
    next_seat,
    options,
    phrase,
    present,
    printed,
    say,
    where_filled,
    won,
)

FEWEST, MOST = 3, 6
"""Players."""
PACK: Final = 52
HEARTS: Final = 13
QUEEN: Final = 13
JACK: Final = -10
MOON: Final = HEARTS + QUEEN

LEFT_OUT: Final = {3: ("2D",), 4: (), 5: ("2C", "2D"), 6: ("2C", "2D", "3C", "3D")}
"""The cards that are taken out of the pack, by the number of players."""
PASSES: Final = {"left": ("left",), "none": (), "cycle": ("left", "right", "across", "hold")}


class House(Options):
    """The house rules."""

    target = options.target("Points that end the game; the fewest win.", 20, 500, default=100)
    moon: Option[Literal["others", "own", "none"]] = options.choice(
        "Shooting the moon",
        "A player takes all the hearts and the queen.",
        {
            "others": (
                "26 to each other player",
                "shooting the moon brings each other player 26",
            ),
            "own": ("26 off for the shooter", "shooting the moon takes 26 off the shooter's score"),
            "none": ("not played", "without shooting the moon"),
        },
    )
    jack = options.switch(
        "Jack of diamonds",
        "Its taker scores 10 fewer points.",
        "with the jack of diamonds",
        "without the jack of diamonds",
    )
    passing: Option[Literal["cycle", "left", "none"]] = options.choice(
        "Passing",
        "Where three cards go before the play.",
        {
            "cycle": (
                "left, right, across, then no pass",
                "three cards are passed left, right, across, and in the fourth deal not at all",
            ),
            "left": ("left in each deal", "three cards are passed to the left in each deal"),
            "none": ("no cards are passed", "no cards are passed"),
        },
    )
    first_lead: Option[Literal["low_club", "dealers_left"]] = options.choice(
        "The first lead",
        "Who begins, and with which card.",
        {
            "low_club": ("the lowest club", "the lowest club is led to the first trick"),
            "dealers_left": (
                "any card, by the dealer's left",
                "the player at the dealer's left leads any card to the first trick",
            ),
        },
    )
    first_points = options.switch(
        "Points on the first trick",
        "Hearts and the queen of spades may be played to it.",
        "with points on the first trick",
        "without points on the first trick",
    )
    breaking: Option[Literal["heart", "queen_too", "none"]] = options.choice(
        "Breaking hearts",
        "What must be played before a heart may be led.",
        {
            "heart": ("a heart", "hearts may be led once a heart has been played"),
            "queen_too": (
                "a heart, or the queen of spades",
                "hearts may be led once a heart or the queen of spades has been played",
            ),
            "none": ("nothing", "hearts may be led at any time"),
        },
    )


class HeartsDeal(Deal, frozen=True):
    """The hearts of each seat (None where nobody sits), and the seats that took the queen of spades
    and, where it counts, the jack of diamonds."""

    hearts: tuple[int | None, ...]
    queen: int
    jack_of: int | None = None

    @property
    def everything(self) -> int | None:
        """The seat that took all the hearts and the queen; None if nobody did."""
        return self.queen if self.hearts[self.queen] == HEARTS else None


# --- what is asked ------------------------------------------------------------------------------


def passed_to(pad: Pad[House]) -> str:
    """Return where the next deal's cards are passed: left, right, across, hold; empty where no
    cards are passed at all. Only four players have somebody across."""
    ways = PASSES[pad.options.passing]
    if len(pad.filled) != len(PASSES["cycle"]):
        ways = tuple(way for way in ways if way != "across")
    return ways[pad.deals % len(ways)] if ways else ""


PASSED: Final = {
    "left": say("pass three cards to the left"),
    "right": say("pass three cards to the right"),
    "across": say("pass three cards across the table"),
    "hold": say("no cards are passed in this deal"),
}


def form(pad: Pad[House]) -> Interview:
    """Ask how many hearts each player took, who took the queen, and the jack where it counts."""
    count = len(pad.seats)
    yield hearts_of(count, pad.filled, passed_to(pad))
    yield queen_of(count, pad.filled)
    yield jack_of(count, pad.filled) if pad.options.jack else NO_JACK


@ask.question
def hearts_of(count: int, seats: tuple[int, ...], way: str) -> Many:
    """Ask for the hearts of each player, thirteen together; `way` is where cards were passed."""
    label = say("Hearts")
    return Many(
        path=("hearts",),
        label=label,
        hint=PASSED.get(way),
        noun="counts",
        items=where_filled(
            count,
            seats,
            lambda seat: Number(path=("hearts", seat), label=label, low=0, high=HEARTS),
        ),
        total=HEARTS,
        tally=phrase("The hearts add up to {given}; there are {total}."),
        lacking=phrase("{n} {n:heart is|hearts are} missing."),
        beyond=phrase("{n} {n:heart|hearts} too many."),
        progress=lambda given: so_far(way, given),
    )


def so_far(way: str, given: Sequence[Value]) -> Sentence:
    """Return where the cards are passed until a count is entered, then what the counts add up
    to."""
    if way and given.count(None) == len(given):
        return PASSED[way]
    return say("{n} of {total} so far", n=entered(given), total=HEARTS)


@ask.question
def queen_of(count: int, seats: tuple[int, ...]) -> SeatOf:
    """Ask who took the queen of spades."""
    return SeatOf(
        path=("queen",),
        label=say("Queen of spades"),
        turn=say("who took the queen of spades"),
        seats=seats,
        players=count,
        missing=say("Say who took the queen of spades."),
    )


@ask.question
def jack_of(count: int, seats: tuple[int, ...]) -> SeatOf:
    """Ask who took the jack of diamonds."""
    return SeatOf(
        path=("jack_of",),
        label=say("Jack of diamonds"),
        turn=say("who took the jack of diamonds"),
        seats=seats,
        players=count,
        missing=say("Say who took the jack of diamonds."),
    )


NO_JACK: Final[Question] = ask.barred(
    "jack_of", "Jack of diamonds", "The jack of diamonds does not count at this table.", int
).changed(harmless=(None,))


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: HeartsDeal) -> Iterator[Line]:
    """Yield the points of each player; rules.md#hearts."""
    yield from lines(deal, table.house.moon)
    for side, (seat,) in enumerate(table.sides):
        if seat not in table.filled:
            yield empty_seat_line(side)


@cached_lines
def lines(deal: HeartsDeal, moon: str) -> Iterator[Line]:
    """Return the points for hearts and queen, then those for the jack."""
    shooter = deal.everything
    if shooter is not None and moon != "none":
        yield from moon_lines(deal, shooter, moon)
    else:
        yield from taken_lines(deal)
    if deal.jack_of is not None:
        yield Line(deal.jack_of, JACK, say("took the jack of diamonds"), "jack")


def taken_lines(deal: HeartsDeal) -> Iterator[Line]:
    """Yield what the hearts and the queen cost their takers, and that the others took neither."""
    for seat, n in enumerate(deal.hearts):
        if n:
            yield Line(seat, n, say("took {n} {n:heart|hearts}", n=n), "hearts")
        elif n is not None and seat not in (deal.queen, deal.jack_of):
            yield Line(seat, 0, say("took no heart"), "hearts")
    yield Line(deal.queen, QUEEN, say("took the queen of spades"), "queen")


def moon_lines(deal: HeartsDeal, shooter: int, moon: str) -> Iterator[Line]:
    """Yield what shooting the moon brings the shooter, and costs the others."""
    own, other = (-MOON, 0) if moon == "own" else (0, MOON)
    yield Line(shooter, own, say("shot the moon"), "moon")
    for seat, n in enumerate(deal.hearts):
        if n is not None and seat != shooter:
            text = say("took no heart: {shooter} shot the moon", shooter=Seat(shooter))
            yield Line(seat, other, text, "moon")


def result(pad: Pad[House]) -> Outcome | None:
    """End the game once somebody has the target: the fewest points win, and ties are played on;
    rules.md#target."""
    if max([pad.totals[side] for side in present(pad)]) < pad.options.target:
        return None
    ahead = leaders(pad)
    return won(pad, ahead, "target") if len(ahead) == 1 else None


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield how far each player is from the points that end the game."""
    for side in present(pad):
        left = pad.options.target - pad.totals[side]
        if pad.outcome is None and left > 0:
            yield side, say("{n} to the end", n=left), "target"


# --- in words -----------------------------------------------------------------------------------


def headline(pad: Pad[House], deal: HeartsDeal) -> Iterator[Sentence]:
    """ "queen of spades to Cat", "moon shot by Ann"."""
    queen = Seat(deal.queen)
    yield say("queen of spades to {seat}", seat=queen)
    if deal.everything is not None and pad.options.moon != "none":
        yield say("moon shot by {seat}", seat=queen)


def unusual(pad: Pad[House], deal: HeartsDeal) -> Iterator[Warn]:
    """Warn where one player took all the hearts and another the queen: it is rare."""
    for seat, n in enumerate(deal.hearts):
        if n == HEARTS and seat != deal.queen:
            template = "{seat} took every heart, but not the queen. Is that right?"
            yield Warn(("queen",), say(template, seat=Seat(seat)))


def opening(pad: Pad[House], deal: HeartsDeal) -> Iterator[tuple[str, Any]]:
    """Yield that it is the first trick, and its leader where the cards do not tell."""
    if pad.options.first_lead == "dealers_left":
        yield "leader", next_seat(pad, pad.upcoming["dealer"])
    yield "first_trick", True


def pack_table(house: House) -> Printed:
    """Return which cards are left out, and how many each player gets."""
    rows = [
        (
            players,
            say("{cards}", cards=all_of(*map(Card, out))) if out else say("none"),
            (PACK - len(out)) // players,
        )
        for players, out in LEFT_OUT.items()
    ]
    return printed(("Players", "Left out", "Cards each"), rows)
