"""Skat: one player against two; International Skat Order, chapters 2 and 5.

Ann plays grand with two jacks and takes 95 card points: with 2, game 3, schneider 4, times 24 makes
96 for Ann. With 55 card points it would be lost: twice 3 times 24, -144.
"""

from collections.abc import Iterator
from typing import Final

from scorekeeper.engine import (
    Choice,
    Deal,
    Fact,
    Fault,
    Interview,
    Line,
    Listing,
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
    known,
    leaders,
    options,
    printed,
    say,
    stands_still,
    won,
)

BASE: Final = {"D": 9, "H": 10, "S": 11, "C": 12, "grand": 24}
MATADORS: Final = {"D": 11, "H": 11, "S": 11, "C": 11, "grand": 4}
"""How many trumps there are: the jacks, and seven cards of a suit."""
NULL: Final = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""By whether it is played from the hand, and whether ouvert."""

LEVELS: Final = ("nothing", "schneider", "schwarz", "ouvert")
"""What can be announced; each includes those before it."""
REACHED: Final = {"won": 0, "schneider": 1, "schwarz": 2, "lost": 0, "under 31": 1, "no trick": 2}
"""The level in which the declarer won or lost, by what the declarer took."""
WINS: Final = ("won", "schneider", "schwarz")

STEPS: Final = {
    "game": "always",
    "hand": "the skat was not looked at",
    "schneider": "one side has 30 card points or fewer, or it was announced",
    "schneider announced": "before the first lead of a hand game",
    "schwarz": "one side has no trick, or it was announced",
    "schwarz announced": "with schneider announced as well",
    "ouvert": "the cards lie open, and schwarz was announced",
}
"""What the multiplier counts beside the matadors, one for each."""

BIDS: Final = tuple(
    sorted(
        {BASE[game] * n for game in BASE for n in range(2, MATADORS[game] + len(STEPS) + 1)}
        | {*NULL.values()}
    )
)
"""All values that a game can have, from the lowest up."""

KONTRA: Final = {"none": 1, "kontra": 2, "re": 4}
SEEGER: Final = 50
SEEGER_OTHERS: Final = {3: 40, 4: 30}
"""What each other player gets for a lost game, by how many players there are."""


class House(Options):
    """The house rules."""

    seeger = options.switch(
        "Seeger-Fabian",
        "50 more for a game won, 50 off for a game lost; 40 to each of the others then, 30 at a "
        "table of four.",
    )
    rounds = options.number_or_none(
        "Rounds", "In a round everybody deals once; clubs play 12.", 1, 48, none="until you stop"
    )
    kontra = options.switch("Kontra", "Defenders may double the game, the declarer again.")


class SkatDeal(Deal, frozen=True):
    """Who played what, and what the declarer took; `bid` is how high the bidding went."""

    declarer: int
    game: str
    result: str
    bid: int | None = None
    hand: bool = False
    announced: str = "nothing"
    matadors: int | None = None
    without: bool = False
    kontra: str = "none"

    @property
    def steps(self) -> list[str]:
        """What counts beside the matadors, in the order in which it is counted."""
        announced = LEVELS.index(self.announced)
        level = max(REACHED[self.result], announced)
        counts = {
            "game": True,
            "hand": self.hand,
            "schneider": level >= 1,
            "schneider announced": announced >= 1,
            "schwarz": level >= 2,
            "schwarz announced": announced >= 2,
            "ouvert": announced == 3,
        }
        return [step for step, holds in counts.items() if holds]

    @property
    def multiplier(self) -> int:
        """The matadors and what counts beside them."""
        return known(self.matadors) + len(self.steps)

    @property
    def value(self) -> int:
        """What the game is worth."""
        if self.game == "null":
            return NULL[self.hand, self.announced == "ouvert"]
        return BASE[self.game] * self.multiplier

    @property
    def counted(self) -> int:
        """The value; of an overbid game the lowest that covers the bid."""
        bid = self.bid or 0
        if self.value >= bid:
            return self.value
        if self.game == "null":
            return min(value for value in NULL.values() if value >= bid)
        return -(-bid // BASE[self.game]) * BASE[self.game]

    @property
    def is_overbid(self) -> bool:
        """Whether more was bid than the game is worth."""
        return self.counted > self.value

    @property
    def is_won(self) -> bool:
        """Whether the declarer has won: as announced, and not overbid."""
        needed = 0 if self.game == "null" else min(LEVELS.index(self.announced), REACHED["schwarz"])
        return self.result in WINS[needed:] and not self.is_overbid

    @property
    def points(self) -> int:
        """What the declarer gets; a lost game counts double."""
        return self.counted * (1 if self.is_won else -2) * KONTRA[self.kontra]


# --- what is asked ------------------------------------------------------------------------------


def playing(pad: Pad[House]) -> tuple[int, ...]:
    """The seats that play the next deal: of four, the dealer sits out."""
    dealer = pad.upcoming["dealer"] if len(pad.filled) > 3 else None
    return tuple(seat for seat in pad.filled if seat != dealer)


def form(pad: Pad[House]) -> Interview:
    """Who plays what; then the matadors, and what the declarer took."""
    yield declarer_of(playing(pad), len(pad.seats))
    bid = yield BID
    if bid is not None and bid not in BIDS:
        yield Fault(("bid",), say("No game is worth {n}.", n=bid), "bidding")
    game = yield GAME
    hand = yield HAND
    if game == "null":
        yield NULL_ANNOUNCED
        yield NO_MATADORS
        yield NEITHER_WITH_NOR_WITHOUT
        if bid is not None and bid > max(NULL.values()):
            text = say("No null is worth {n}; {high} is the highest.", n=bid, high=59)
            yield Fault(("bid",), text, "null")
    else:
        yield ANNOUNCED if hand else NOT_ANNOUNCED
    yield KONTRA_SAID if pad.options.kontra else NO_KONTRA
    if game != "null":
        yield WITHOUT
        yield matadors_of(MATADORS[game or "D"])
    yield NULL_RESULT if game == "null" else RESULT


@ask.question
def declarer_of(seats: tuple[int, ...], players: int) -> SeatOf:
    """One of those who play."""
    out = {
        seat: say("{seat} deals and sits out.", seat=Seat(seat))
        for seat in range(players)
        if seat not in seats
    }
    return SeatOf(
        path=("declarer",),
        label=say("Declarer"),
        when="before",
        seats=seats,
        players=players,
        refusals=out,
    )


@ask.question
def matadors_of(most: int) -> Number:
    """How many, up to all the trumps there are."""
    return Number(
        path=("matadors",),
        label=say("Matadors"),
        hint=say("The unbroken run of trumps from the jack of clubs down, held or missing."),
        low=1,
        high=most,
    )


def game_name(game: str) -> Sentence:
    """The game as players call it."""
    return say("{suit}", suit=Suit(game)) if game in "DHSC" else say(game)


BID: Final = Number(
    path=("bid",),
    label=say("Bid"),
    hint=say("How high the bidding went; it tells whether the game is overbid."),
    when="before",
    optional=True,
    low=BIDS[0],
    high=BIDS[-1],
)
GAME: Final = ask.one_of("game", "Game", {game: game_name(game) for game in (*BASE, "null")})
HAND: Final = ask.yes_no("hand", "Skat", "hand", "picked up", usually=False)
ANNOUNCED: Final = ask.one_of(
    "announced", "Announced", {level: level for level in LEVELS}, usually="nothing"
)
NULL_ANNOUNCED: Final = ask.one_of(
    "announced", "Announced", {"nothing": "nothing", "ouvert": "ouvert"}, usually="nothing"
)
NOT_ANNOUNCED: Final = ask.barred(
    "announced", "Announced", "Only a hand game can be announced.", str
).changed(harmless=("nothing",))
KONTRA_SAID: Final = ask.one_of("kontra", "Kontra", {say: say for say in KONTRA}, usually="none")
NO_KONTRA: Final = ask.barred("kontra", "Kontra", "Kontra is not played at this table.", str)
NO_MATADORS: Final = ask.barred("matadors", "Matadors", "A null has no matadors.", int)
NEITHER_WITH_NOR_WITHOUT: Final = ask.barred(
    "without", "Jack of clubs", "A null has no matadors.", bool
)
WITHOUT: Final = ask.yes_no(
    "without", "Jack of clubs", "without", "with", usually=False, when="after"
)
RESULT: Final[Choice] = ask.one_of(
    "result",
    "Declarer's card points",
    [
        ask.key("won", "61–89", "won"),
        ask.key("schneider", "90 or more", "schneider"),
        ask.key("schwarz", "all tricks", "schwarz"),
        ask.key("lost", "31–60", "lost", row=1),
        ask.key("under 31", "0–30", "schneider", row=1),
        ask.key("no trick", "no trick", "schwarz", row=1),
    ],
    when="after",
)
NULL_RESULT: Final = ask.one_of(
    "result", "Declarer", {"won": "took no trick", "lost": "took a trick"}, when="after"
)


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[None, House], deal: SkatDeal) -> Iterator[Line]:
    """The value of the game to the declarer, or twice as much off; Seeger-Fabian, if played."""
    rule = "overbid" if deal.is_overbid else "won" if deal.is_won else "lost"
    yield Line(deal.declarer, deal.points, worked(deal), rule)
    if table.house.seeger:
        points, text = (SEEGER, "a game won") if deal.is_won else (-SEEGER, "a game lost")
        yield Line(deal.declarer, points, say(text), "seeger")
    for seat in range(len(table.sides)):
        if seat not in table.filled:
            yield stands_still(seat)
        elif seat != deal.declarer:
            yield other_player(table, deal, seat)


def other_player(table: Table[None, House], deal: SkatDeal, seat: int) -> Line:
    """What a player gets who is not the declarer, the dealer at a table of four too."""
    if table.house.seeger and not deal.is_won:
        text = say("{seat} lost", seat=Seat(deal.declarer))
        return Line(seat, SEEGER_OTHERS[len(table.filled)], text, "seeger")
    return Line(seat, 0, say("{seat} played alone", seat=Seat(deal.declarer)), "won")


def result(pad: Pad[House]) -> Outcome | None:
    """Once all rounds are played the highest total wins."""
    rounds = pad.options.rounds
    if rounds is not None and pad.deals >= rounds * len(pad.filled):
        return won(pad, leaders(pad), "rounds")
    return None


# --- in words -----------------------------------------------------------------------------------


def called(deal: SkatDeal) -> Sentence:
    """ "grand hand, schneider announced"."""
    template = "{game}" + " hand" * deal.hand
    if deal.announced == "ouvert":
        template += " ouvert"
    elif deal.announced != "nothing":
        template += f", {deal.announced} announced"
    return say(template, game=game_name(deal.game))


def worked(deal: SkatDeal) -> Sentence:
    """ "hearts with 1, game 2, hand 3: 3 × 10 = 30"."""
    if deal.game == "null":
        template = "{called}: {value}"
    else:
        template = "{game} {counted}: {n} × {base} = {value}"
    if deal.is_overbid:
        template += "; {bid} was bid, so {covering}"
    if not deal.is_won:
        template += ", lost, counts double"
    if deal.kontra != "none":
        template += ", " + deal.kontra
    return say(
        template,
        called=called(deal),
        game=game_name(deal.game),
        counted=counted(deal),
        n=deal.multiplier if deal.matadors else 0,
        base=BASE.get(deal.game),
        value=deal.value,
        bid=deal.bid,
        covering=deal.counted,
    )


def counted(deal: SkatDeal) -> Listing:
    """ "with 2, game 3, schneider 4"."""
    first = deal.matadors or 0
    with_or_without = "without {n}" if deal.without else "with {n}"
    steps = [say(step + " {n}", n=n) for n, step in enumerate(deal.steps, first + 1)]
    return Listing((say(with_or_without, n=first), *steps))


def headline(pad: Pad[House], deal: SkatDeal) -> Iterator[Sentence]:
    """ "grand hand by Ann", then "grand hand by Ann: won"."""
    said = {"called": called(deal), "seat": Seat(deal.declarer)}
    yield say("{called} by {seat}", **said)
    yield say("{called} by {seat}: " + ("won" if deal.is_won else "lost"), **said)


def odd(pad: Pad[House], deal: SkatDeal) -> Iterator[Warn]:
    """A game that is overbid."""
    if deal.is_overbid:
        text = say("{bid} was bid, and the game is worth {n}.", bid=deal.bid, n=deal.value)
        yield Warn(("bid",), text)


def facts(pad: Pad[House], deal: SkatDeal) -> Iterator[tuple[int, Fact, int]]:
    """A bid is kept or lost by its declarer."""
    yield deal.declarer, "bid kept" if deal.is_won else "bid lost", 1


# --- the rules page -----------------------------------------------------------------------------

BASE_TABLE: Final[Printed] = printed(
    ("Trumps", "Base value", "Matadors, at most"),
    ((game_name(game), base, MATADORS[game]) for game, base in BASE.items()),
)
NULL_TABLE: Final[Printed] = printed(
    ("Null", "Value"),
    (
        ("null" + " hand" * hand + " ouvert" * ouvert, value)
        for (hand, ouvert), value in NULL.items()
    ),
)
STEPS_TABLE: Final[Printed] = printed(("Counts one", "if"), STEPS.items())
