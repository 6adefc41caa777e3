"""Skat: one player against two; International Skat Order (ISkO), chapters 2 and 5.

Ann plays grand with two jacks and takes 95 card points: with 2, game 3, schneider 4, times 24 makes
96 for Ann. With 55 card points it would be lost: twice 3 times 24, -144.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorekeeper.engine import (
    Deal,
    Fact,
    Fault,
    Interview,
    Line,
    Listing,
    Message,
    Number,
    Options,
    Outcome,
    Pad,
    Printed,
    Seat,
    SeatOf,
    Sentence,
    Suit,
    Table,
    Warn,
    ask,
    empty_seat_line,
    known,
    leaders,
    options,
    phrase,
    printed,
    say,
    won,
)

BASE: Final = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
MOST_MATADORS: Final = {"D": 11, "H": 11, "S": 11, "C": 11, "grand": 4}
NULL: Final = {"skat": 23, "hand": 35, "ouvert": 46, "hand ouvert": 59}
"""By how it is played: with the skat, from the hand, ouvert."""

ANNOUNCED: Final = {"skat": 0, "hand": 0, "schneider": 1, "schwarz": 2, "ouvert": 2}
"""The level that the declarer must reach, by how the game is played."""
REACHED: Final = {"won": 0, "schneider": 1, "schwarz": 2, "lost": 0, "under 31": 1, "no trick": 2}
"""The level in which the declarer won or lost, by what the declarer took."""
WON: Final = ("won", "schneider", "schwarz")

STEPS: Final = {
    phrase("game"): phrase("always"),
    phrase("hand"): phrase("the skat was not picked up"),
    phrase("schneider"): phrase("a side has 30 card points or fewer, or it was announced"),
    phrase("schneider announced"): phrase("in a hand game, before the first lead"),
    phrase("schwarz"): phrase("a side has no trick, or it was announced"),
    phrase("schwarz announced"): phrase("schneider counts as announced too"),
    phrase("ouvert"): phrase("all cards lie open; schwarz counts as announced too"),
}
"""What counts one beside the matadors."""

BIDS: Final = tuple(
    sorted(
        {BASE[game] * n for game in BASE for n in range(2, MOST_MATADORS[game] + len(STEPS) + 1)}
        | {*NULL.values()}
    )
)
"""All values that a game can have."""

KONTRA: Final = {"none": 1, "kontra": 2, "re": 4}
SEEGER: Final = 50
SEEGER_OTHERS: Final = {3: 40, 4: 30}
"""What each of the others gets for a lost game, by the number of players."""


class House(Options):
    """The house rules."""

    seeger = options.switch(
        "Seeger-Fabian",
        "+50 for a game won, −50 for a game lost, and +40 for each of the others then; +30 with "
        "four players.",
    )
    rounds = options.number_or_none(
        "Rounds", "In a round everybody deals once. Clubs play 12.", 1, 48, none="until you stop"
    )
    kontra = options.switch("Kontra", "Defenders may double the game, the declarer once more.")


class SkatDeal(Deal, frozen=True):
    """A deal: the declarer, the game and how it was played, the highest bid, and the result."""

    declarer: int
    game: str
    result: str
    bid: int | None = None
    how: str = "skat"
    without: bool = False
    matadors: int | None = None
    kontra: str = "none"

    @property
    def steps(self) -> list[str]:
        """The steps that count beside the matadors, in the order of the table."""
        announced = ANNOUNCED[self.how]
        level = max(announced, REACHED[self.result])
        counts = (
            *(True, self.how != "skat"),
            *(level >= 1, announced >= 1, level >= 2, announced >= 2),
            self.how == "ouvert",
        )
        return [step for step, counted in zip(STEPS, counts, strict=True) if counted]

    @property
    def multiplier(self) -> int:
        """The matadors and what counts beside them."""
        return known(self.matadors) + len(self.steps)

    @property
    def value(self) -> int:
        """The value of the game."""
        return NULL[self.how] if self.game == "null" else BASE[self.game] * self.multiplier

    @property
    def counted(self) -> int:
        """The value or, of an overbid game, the lowest that covers the bid."""
        bid = self.bid or 0
        if self.value >= bid:
            return self.value
        if self.game == "null":
            return min(value for value in NULL.values() if value >= bid)
        return -(-bid // BASE[self.game]) * BASE[self.game]

    @property
    def is_overbid(self) -> bool:
        """Return whether the bid was higher than the game's value."""
        return self.counted > self.value

    @property
    def is_won(self) -> bool:
        """Return whether the declarer has won, as announced and not overbid."""
        needed = 0 if self.game == "null" else ANNOUNCED[self.how]
        return self.result in WON[needed:] and not self.is_overbid

    @property
    def points(self) -> int:
        """The declarer's points; a lost game counts double."""
        return self.counted * (1 if self.is_won else -2) * KONTRA[self.kontra]


# --- what is asked ------------------------------------------------------------------------------


def playing(pad: Pad[House]) -> tuple[int, ...]:
    """The seats that play the next deal."""
    return without_dealer(pad.filled, pad.upcoming["dealer"])


def without_dealer(seats: Sequence[int], dealer: int | None) -> tuple[int, ...]:
    """Those who play: of four, the dealer sits out."""
    return tuple(seat for seat in seats if len(seats) < 4 or seat != dealer)


def form(pad: Pad[House]) -> Interview:
    """Ask for the declarer, the game and how it was played; then the matadors, and the result."""
    yield declarer_of(playing(pad), len(pad.seats))
    bid = yield BID
    if bid is not None and bid not in BIDS:
        yield Fault(("bid",), say("No game is worth {n}.", n=bid))
    game = yield GAME
    if game == "null":
        yield HOW_NULL
        if bid is not None and bid > max(NULL.values()):
            text = say("{n} was bid, and no null is worth more than {most}.", n=bid, most=59)
            yield Fault(("bid",), text)
        yield NO_MATADORS
        yield NEITHER_WITH_NOR_WITHOUT
        yield RESULT_OF_NULL
    else:
        yield HOW
        yield WITHOUT
        matadors = matadors_of(MOST_MATADORS[game or "D"])
        # while the game is not known, it may be a null
        yield matadors if game else matadors.changed(optional=True)
        yield RESULT
    yield SAID_KONTRA if pad.options.kontra else NO_KONTRA


@ask.question
def declarer_of(seats: tuple[int, ...], players: int) -> SeatOf:
    """One of those who play."""
    sits_out = say("The dealer of four sits out.")
    return SeatOf(
        path=("declarer",),
        label=say("Declarer"),
        when="before",
        seats=seats,
        players=players,
        refusals={seat: sits_out for seat in range(players) if seat not in seats},
    )


@ask.question
def matadors_of(most: int) -> Number:
    """Ask for the number of matadors, up to all the trumps there are."""
    return Number(
        path=("matadors",),
        label=say("Matadors"),
        hint=say("The trumps in unbroken order from the jack of clubs, held or missing."),
        low=1,
        high=most,
    )


def name_of(game: str) -> Sentence:
    """The game as players call it."""
    return _OTHERS[game] if game in _OTHERS else say("{suit}", suit=Suit(game))


_OTHERS: Final = {"grand": say("grand"), "null": say("null")}


BID: Final = Number(
    path=("bid",),
    label=say("Bid"),
    hint=say("How high the bidding went. It tells whether the game is overbid."),
    when="before",
    optional=True,
    low=BIDS[0],
    high=BIDS[-1],
)
GAME: Final = ask.one_of(
    "game",
    "Game",
    [ask.key(game, name_of(game), row=int(len(game) > 1)) for game in (*BASE, "null")],
)
HOW: Final = ask.one_of(
    "how",
    "Hand",
    [
        ask.key("skat", "with skat"),
        ask.key("hand", "hand"),
        ask.key("schneider", "schneider", "hand", row=1),
        ask.key("schwarz", "schwarz", "hand", row=1),
        ask.key("ouvert", "ouvert", "hand", row=1),
    ],
    default="skat",
)
HOW_NULL: Final = ask.one_of(
    "how",
    "Hand",
    [
        ask.key("skat", "with skat"),
        ask.key("hand", "hand"),
        ask.key("ouvert", "ouvert", row=1),
        ask.key("hand ouvert", "ouvert", "hand", row=1),
    ],
    default="skat",
)
WITHOUT: Final = ask.yes_no(
    "without", "Jack of clubs", "without", "with", default=False, when="after"
)
NO_MATADORS: Final = ask.barred("matadors", "Matadors", "A null has no matadors.", int)
NEITHER_WITH_NOR_WITHOUT: Final = ask.barred(
    "without", "Jack of clubs", "A null has no matadors.", bool
)
RESULT: Final = ask.one_of(
    "result",
    "Declarer's card points",
    [
        ask.key("won", "61–89", "won"),
        ask.key("schneider", "90–120", "schneider"),
        ask.key("schwarz", "10 tricks", "schwarz"),
        ask.key("lost", "31–60", "lost", row=1),
        ask.key("under 31", "0–30", "schneider", row=1),
        ask.key("no trick", "no trick", "schwarz", row=1),
    ],
    when="after",
)
RESULT_OF_NULL: Final = ask.one_of(
    "result", "Declarer", {"won": "took no trick", "lost": "took a trick"}, when="after"
)
SAID_KONTRA: Final = ask.one_of(
    "kontra",
    "Kontra",
    {"none": "none", "kontra": "kontra", "re": "re"},
    when="after",
    default="none",
)
NO_KONTRA: Final = ask.barred("kontra", "Kontra", "Kontra is not played at this table.", str)


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: SkatDeal) -> Iterator[Line]:
    """The value of the game to the declarer, or twice as much off; Seeger-Fabian, if played."""
    yield Line(deal.declarer, deal.points, worked_out(deal), rule_of(deal))
    if table.house.seeger:
        text = say("a game won") if deal.is_won else say("a game lost")
        yield Line(deal.declarer, SEEGER if deal.is_won else -SEEGER, text, "seeger")
    for seat in range(len(table.sides)):
        if seat not in table.filled:
            yield empty_seat_line(seat)
        elif seat != deal.declarer:
            yield line_of_other(seat, table, deal)


def rule_of(deal: SkatDeal) -> str:
    """The paragraph that says most about what the declarer gets."""
    if deal.is_overbid:
        return "overbid"
    if deal.kontra != "none":
        return "kontra"
    if not deal.is_won:
        return "lost"
    return "null" if deal.game == "null" else "value"


def line_of_other(seat: int, table: Table[None, House], deal: SkatDeal) -> Line:
    """Return the line of a player who is not the declarer; the dealer of four too."""
    if table.house.seeger and not deal.is_won:
        text = say("gained: {seat} lost", seat=Seat(deal.declarer))
        return Line(seat, SEEGER_OTHERS[len(table.filled)], text, "seeger")
    return Line(
        seat, 0, say("scored nothing: {seat} played alone", seat=Seat(deal.declarer)), "won"
    )


def result(pad: Pad[House]) -> Outcome | None:
    """Once all rounds are played the highest total wins."""
    rounds = pad.options.rounds
    if rounds is not None and pad.deals >= rounds * len(pad.filled):
        return won(pad, leaders(pad), "rounds")
    return None


# --- in words -----------------------------------------------------------------------------------


def called(deal: SkatDeal) -> Sentence:
    """ "grand, schneider announced"."""
    return say(_CALLED[deal.how], game=name_of(deal.game))


_CALLED: Final[Mapping[str, Message]] = {
    "skat": phrase("{game}"),
    "hand": phrase("{game} hand"),
    "schneider": phrase("{game}, schneider announced"),
    "schwarz": phrase("{game}, schwarz announced"),
    "ouvert": phrase("{game} ouvert"),
    "hand ouvert": phrase("{game} hand ouvert"),
}


def worked_out(deal: SkatDeal) -> Sentence:
    """ "hearts with 1, game 2, hand 3: 3 × 10 = 30"."""
    if deal.game == "null":
        value = say("{called}: {value}", called=called(deal), value=deal.value)
    else:
        value = say(
            "{game} {counted}: {n} × {base} = {value}",
            game=name_of(deal.game),
            counted=counted_up(deal),
            n=deal.multiplier,
            base=BASE[deal.game],
            value=deal.value,
        )
    if deal.is_overbid:
        template = phrase("{value}; {bid} was bid, so {counted}, lost, counts double")
        told = say(template, value=value, bid=deal.bid, counted=deal.counted)
    else:
        told = value if deal.is_won else say("{value}, lost, counts double", value=value)
    return say(_DOUBLED[deal.kontra], told=told) if deal.kontra in _DOUBLED else told


_DOUBLED: Final[Mapping[str, Message]] = {
    "kontra": phrase("{told}, kontra"),
    "re": phrase("{told}, re"),
}


def counted_up(deal: SkatDeal) -> Listing:
    """ "with 2, game 3, schneider 4"."""
    first = known(deal.matadors)
    matadors = say("without {n}", n=first) if deal.without else say("with {n}", n=first)
    return Listing(
        (matadors, *(say(_COUNTED[step], n=n) for n, step in enumerate(deal.steps, first + 1)))
    )


_COUNTED: Final[Mapping[str, Message]] = {
    "game": phrase("game {n}"),
    "hand": phrase("hand {n}"),
    "schneider": phrase("schneider {n}"),
    "schneider announced": phrase("schneider announced {n}"),
    "schwarz": phrase("schwarz {n}"),
    "schwarz announced": phrase("schwarz announced {n}"),
    "ouvert": phrase("ouvert {n}"),
}


def headline(pad: Pad[House], deal: SkatDeal) -> Iterator[Sentence]:
    """ "grand hand by Ann", then "grand hand by Ann: won"."""
    said = {"called": called(deal), "seat": Seat(deal.declarer)}
    yield say("{called} by {seat}", **said)
    yield say("{called} by {seat}: won" if deal.is_won else "{called} by {seat}: lost", **said)


def unusual(pad: Pad[House], deal: SkatDeal) -> Iterator[Warn]:
    """A game that is overbid."""
    if deal.is_overbid:
        text = say("{bid} was bid, and the game is worth {n}.", bid=deal.bid, n=deal.value)
        yield Warn(("bid",), text)


def facts(pad: Pad[House], deal: SkatDeal) -> Iterator[tuple[int, Fact, int]]:
    """A game won or lost is a bid kept or lost."""
    yield deal.declarer, "bid kept" if deal.is_won else "bid lost", 1


# --- the rules page -----------------------------------------------------------------------------

BASE_TABLE: Final[Printed] = printed(
    ("Trumps", "Base value", "Matadors, at most"),
    ((name_of(game), base, MOST_MATADORS[game]) for game, base in BASE.items()),
)
NULL_TABLE: Final[Printed] = printed(
    ("Null", "Value"),
    ((say(_CALLED[how], game=name_of("null")), value) for how, value in NULL.items()),
)
STEPS_TABLE: Final[Printed] = printed(("One for", "if"), STEPS.items())
