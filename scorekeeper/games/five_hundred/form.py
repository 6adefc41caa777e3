"""Five Hundred: a deal as it is entered, and what is asked about it; rules.md#bid-made."""

from typing import Final, NamedTuple

from scorekeeper.engine import (
    Barred,
    Choice,
    Deal,
    Flag,
    Interview,
    Key,
    Many,
    Number,
    Pad,
    Sentence,
    ask,
    known,
    say,
    tricks_by_side,
)
from scorekeeper.games.five_hundred.bids import (
    ALSO_CALLED,
    BIDS,
    LEVELS,
    PLAYED_ALONE,
    STRAINS,
    TRICKS,
    VALUES,
    WITH_PARTNER,
    ZERO_BIDS,
    ZERO_NAMES,
    bid_name,
    zero_bids,
)
from scorekeeper.games.five_hundred.house import House

# --- deals --------------------------------------------------------------------------------------


class PlayedContract(NamedTuple):
    """The highest bid, who made it, the declaring side, and the tricks of each side (0 to 10)."""

    bid: str
    declarer: int
    side: int
    taken: tuple[int, ...]

    @property
    def tricks(self) -> int:
        """Return the tricks of the declaring side."""
        return self.taken[self.side]

    @property
    def is_made(self) -> bool:
        """Return whether the declaring side made its bid."""
        if self.bid in ZERO_BIDS:
            return self.tricks == 0
        return self.tricks >= BIDS[self.bid].level


class FiveHundred(Deal, frozen=True):
    """A contract; or that nobody bid, with the tricks of all sides where such a deal is played. Of
    a contract of three players these stand in place of the declaring side's."""

    bid: str | None = None
    declarer: int | None = None
    tricks: int | None = None
    passed_out: bool = False
    side_tricks: tuple[int, ...] | None = None

    @property
    def contract(self) -> PlayedContract:
        """The contract and its tricks, where somebody bid."""
        bid, declarer = known(self.bid), known(self.declarer)
        if self.side_tricks is not None:
            return PlayedContract(bid, declarer, declarer, self.side_tricks)
        tricks = known(self.tricks)
        others = TRICKS - tricks
        # seats 0 and 2 against 1 and 3
        taken = (others, tricks) if declarer % 2 else (tricks, others)
        return PlayedContract(bid, declarer, declarer % 2, taken)


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the highest bid and who made it, then the tricks; or whether nobody bid."""
    house, players = pad.options, len(pad.seats)
    if (yield PASSED_OUT):
        no_contract = house.all_pass == "no_contract"
        yield (side_tricks if no_contract else thrown_in)(len(pad.sides))
        return
    # who was allowed to inkle is not asked again when a deal is entered
    no_sixes = house.min_bid == "7S" and house.inkle in ("off", "signal")
    bid = yield bid_among(house.nullos, house.open_misere, no_sixes, players == 4)
    yield DECLARER if players == 4 else ask.declarer_among((0, 1, 2), 3)
    if players == 4:
        yield tricks_for(bid)
    else:
        yield OF_EACH
        yield side_tricks(players)


PASSED_OUT: Final = Flag(path=("passed_out",), label=say("Nobody bid"), when="before")
DECLARER: Final = ask.seat("declarer", "Declarer", turn="who declares")
OF_EACH: Final = ask.barred("tricks", "Tricks", "With three players enter the tricks of each.", int)


@ask.question
def thrown_in(sides: int) -> Barred:
    """Refuse tricks of a deal that was thrown in."""
    return Barred(
        path=("side_tricks",),
        kind=list,
        label=say("Tricks"),
        harmless=([0] * sides,),
        missing=say("Nobody bid, so the deal was thrown in: there are no tricks to enter."),
    )


@ask.question
def side_tricks(sides: int) -> Many:
    """Ask for the tricks of each side."""
    missing = say("Nobody bid: enter the tricks of both sides.")
    if sides > 2:
        missing = say("Enter the tricks of each player.")
    return tricks_by_side(TRICKS, missing, sides)


# nullo is shown between the levels it ranks between, the others beside or above 10
KEY_ROWS: Final = dict.fromkeys(ZERO_BIDS, 110) | {"nullo": 75}


@ask.question
def bid_among(nullos: str, open_misere: bool, no_sixes: bool, partners: bool) -> Choice:
    """Ask for a bid, each key with its points; bids that this table does not play are refused with
    the reason."""
    zeros = zero_bids(nullos, open_misere, partners)
    sixes = [name for name, bid in BIDS.items() if bid.level == LEVELS[0]] if no_sixes else []
    played = [name for name in BIDS if name not in sixes]
    return Choice(
        path=("bid",),
        label=say("Bid"),
        when="before",
        columns=len(STRAINS),
        keys=(
            *(bid_key(name, BIDS[name].level * 10) for name in played),
            *(bid_key(bid, KEY_ROWS[bid]) for bid in zeros),
        ),
        refusals={
            **not_played(zeros, partners),
            **dict.fromkeys(sixes, say("The lowest bid is 7 spades.")),
        },
        wrong=(
            "Bids run from 7 spades to 10 no trump; {given} was entered."
            if no_sixes
            else "Bids run from 6 spades to 10 no trump; {given} was entered."
        ),
        wrong_word=(
            "Bids run from 7 spades to 10 no trump, or are {choices}; {given} was entered."
            if no_sixes
            else "Bids run from 6 spades to 10 no trump, or are {choices}; {given} was entered."
        ),
        also_called=ALSO_CALLED,
        missing=say("Enter the bid, or that nobody bid."),
    )


def bid_key(bid: str, row: int) -> Key:
    """A bid and what it is worth."""
    return ask.key(bid, bid_name(bid), VALUES[bid], row)


def not_played(zeros: tuple[str, ...], partners: bool) -> dict[str, Sentence]:
    """Return why each zero bid but these may not be bid here, by the bid."""
    template = "{bid} is not played in this variant; zero bids here: {named}."
    named = ", ".join(ZERO_NAMES[bid] for bid in zeros) or "none"
    refusals = {
        bid: say(template, bid=name.capitalize(), named=named) for bid, name in ZERO_NAMES.items()
    }
    refusals["open_misere"] = NOT_OPEN
    if not partners:
        refusals |= {bid: NO_PARTNER[bid] for bid in WITH_PARTNER}
    return {bid: text for bid, text in refusals.items() if bid not in zeros}


NOT_OPEN: Final = say("Open misère is not played at this table.")
NO_PARTNER: Final = {
    bid: say("{bid} needs a partner.", bid=ZERO_NAMES[bid].capitalize()) for bid in WITH_PARTNER
}


@ask.question
def tricks_for(bid: str | None) -> Number:
    """Ask for the tricks; the key that just makes the contract says so."""
    needed = None if bid is None else 0 if bid in ZERO_BIDS else BIDS[bid].level
    return ask.tricks(
        "tricks",
        TRICKS,
        "Of the declarer." if bid in PLAYED_ALONE else "Of the declaring side.",
        [ask.key(n, n, "made" if n == needed else None) for n in range(TRICKS + 1)],
        missing="Enter the tricks of the declaring side.",
    )
