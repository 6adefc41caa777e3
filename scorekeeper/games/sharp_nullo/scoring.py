"""Sharp Nullo: take no more tricks than you wrote, two deals running; rules.md#two-in-a-row.

Ann deals, so Ben and Cat bid. Ben's four numbers add up to 18, Cat's to 19: Ben has won, Cat picks
downtown right, where Ben wrote 3. Ben and Dan take 3 tricks: they win the deal.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Final

import msgspec

from scorekeeper.engine import (
    Branch,
    Deal,
    Fact,
    Fault,
    Interview,
    Line,
    Number,
    OneOf,
    Options,
    Outcome,
    Pad,
    Question,
    Seat,
    SeatOf,
    Sentence,
    Side,
    Standing,
    Table,
    Value,
    Warn,
    YesNo,
    ask,
    cached_lines,
    far_over,
    in_any_case,
    known,
    next_dealer,
    options,
    say,
)
from scorekeeper.games.sharp_nullo.bidding import (
    MOST,
    NAMES,
    PICK,
    Bidders,
    Bids,
    ask_numbers,
    bidders_of,
    numbers_of,
    winner,
)

TRICKS: Final = 13

# --- house rules, deals, and what is carried ----------------------------------------------------


class House(Options):
    """The house rules."""

    win_consecutive = options.number(
        "Deals in a row",
        "Win this many deals in a row to win the game.",
        2,
        5,
        default=2,
        said_as="{value} deals in a row win the game",
    )
    # the source: four or more deals "without a result", read as without enough wins running
    draw_after = options.number_or_none(
        "Deals before a draw",
        "Deals to play before a draw can be called.",
        1,
        50,
        none="no draws",
        default=4,
        said_as="a draw only after {n} {n:deal|deals}",
        said_off="no draws",
    )


class SharpNullo(Deal, frozen=True):
    """The bidding, the pick, and the tricks.

    Of the bidding either all eight numbers are entered, or just its winner and the number;
    then the pick may be left out. In place of the tricks it may say whether it was made.
    """

    bids: Bids | None = None
    declarer: int | None = None
    bid: int | None = None
    contract: str | None = None
    tricks: int | None = None
    made: bool | None = None

    def winner_and_limit(self, dealer: int) -> tuple[int, int]:
        """Return the seat that won the bidding, and the most tricks that its side may take."""
        if self.bids is None:
            return known(self.declarer), known(self.bid)
        won = winner(*self.bids.totals)
        row = self.bids.partner if won else self.bids.left
        return bidders_of(dealer)[won], getattr(row, known(self.contract))

    def is_made(self, most: int) -> bool:
        """Return whether the winner's side took no more than that."""
        return known(self.tricks) <= most if self.made is None else self.made


class DealsRunning(msgspec.Struct, frozen=True, gc=False):
    """The next dealer, and how many deals running each side has won."""

    dealer: int
    runs: tuple[int, ...]


def state(pad: Pad[House]) -> DealsRunning:
    """Return the next dealer and the runs of both sides."""
    return DealsRunning(pad.upcoming["dealer"], pad.sums["streak"])


def result_state(at: DealsRunning) -> Mapping[str, Value]:
    """Return which side has won the last deals, and how many running."""
    length = max(at.runs)
    return {"streak": {"side": at.runs.index(length), "length": length} if length else None}


def upcoming(pad: Pad[House]) -> Mapping[str, Value]:
    """The dealer of the next deal and who bids in it."""
    return with_bidders(next_dealer(pad))


@cache
def with_bidders(dealer: int) -> Mapping[str, Value]:
    """Return the dealer and the two bidders, one mapping for all deals of that dealer."""
    return {"dealer": dealer, "bidders": [*bidders_of(dealer)]}


# --- what is asked ------------------------------------------------------------------------------


def form(pad: Pad[House]) -> Interview:
    """Ask for the winner and number, or all eight numbers and the pick; then for the tricks."""
    bidders, declarer = bidders_of(pad.upcoming["dealer"]), None
    branch = yield BIDDING
    if branch == "short":
        who, number, picked = ask_winner(bidders)
        declarer = yield who
        yield number
        yield picked
    elif branch == "numbers":
        declarer = yield from ask_numbers(bidders)
    else:
        yield from in_any_case(*ask_winner(bidders), *chain(*numbers_of(bidders)))
    count = yield COUNT
    if count == "tricks":
        yield tricks_of(declarer)
    elif count == "made":
        yield MADE
    else:
        yield from in_any_case(tricks_of(declarer), MADE)


def ask_draw(pad: Pad[House]) -> Interview:
    """Ask who of the next two bidders declares a draw, once enough deals were played;
    rules.md#draw."""
    needed = pad.options.draw_after
    if needed is None:
        yield Fault(("draw",), say("No draw can be declared at this table."))
    # deals alone count, not points agreed at the table or changes of players
    elif pad.deals < needed:
        template = (
            "A draw needs {needed} {needed:deal|deals} without a result;"
            " {played} {played:has|have} been played."
        )
        yield Fault(("draw",), say(template, needed=needed, played=pad.deals))
    yield SeatOf(
        path=("draw", "by"),
        label=say("Who declares it"),
        seats=bidders_of(pad.upcoming["dealer"]),
        players=4,
        wrong="Only {choices}, who bid next, may declare the draw.",
    )


BIDDING: Final = OneOf(
    branches=(
        Branch("short", ("declarer", "bid"), say("the number to keep")),
        Branch("numbers", ("bids",), say("all eight numbers")),
    ),
    fault=say("Enter the eight numbers, or who won the bidding and with which number; not both."),
)
# play may end once the result is certain, so that nobody may know the tricks
COUNT: Final = OneOf(
    branches=(
        Branch("tricks", ("tricks",), say("tricks")),
        Branch("made", ("made",), say("made or missed")),
    ),
    fault=say("Enter the tricks, or whether the contract was made – one of them."),
)
MADE: Final = YesNo(path=("made",), label=say("Result"), yes=say("made"), no=say("missed"))


@ask.question
def ask_winner(bidders: Bidders) -> tuple[Question, ...]:
    """Ask who won the bidding and with which number; the pick may be left out."""
    return (
        SeatOf(
            path=("declarer",),
            label=say("Winner of the bidding"),
            turn=say("who won the bidding"),
            seats=bidders,
            players=4,
            wrong="Only {choices} bid in this deal.",
        ),
        Number(
            path=("bid",),
            label=say("Number to keep"),
            low=0,
            high=MOST,
            wrong="Bids run from {low} to {high}; {given} was entered.",
        ),
        PICK.changed(optional=True),
    )


@ask.question
def tricks_of(declarer: int | None) -> Number:
    """Ask for the tricks of the declarer's side (None: it is not known which)."""
    side = None if declarer is None else Side(declarer % 2)  # seats 0 and 2 against 1 and 3
    return Number(
        path=("tricks",),
        label=say("Tricks") if side is None else say("Tricks of {side}", side=side),
        low=0,
        high=TRICKS,
        wrong="Tricks run from {low} to {high}; {given} was entered.",
    )


# --- what it brings -----------------------------------------------------------------------------


def score(table: Table[DealsRunning, House], deal: SharpNullo) -> Iterable[Line]:
    """Score a deal won or lost, whatever the margin; rules.md#deal-won."""
    declarer, most = deal.winner_and_limit(table.state.dealer)
    made, runs = deal.is_made(most), table.state.runs
    won_by = declarer % 2 if made else 1 - declarer % 2  # seats 0 and 2 against 1 and 3
    return (
        *(bidding_line(declarer, *deal.bids.totals) if deal.bids else ()),
        *deal_lines(declarer, most, deal.tricks, made),
        *run_lines(won_by, runs[won_by], runs[1 - won_by]),
    )


@cached_lines
def bidding_line(declarer: int, left: int, partner: int) -> Iterator[Line]:
    """Yield a line of 0 that tells why this side plays for its number."""
    yield Line(declarer % 2, 0, bidding_won(declarer, *sorted((left, partner))), "bidding")


@cached_lines
def deal_lines(declarer: int, most: int, tricks: int | None, made: bool) -> Iterator[Line]:
    """Yield a line for each side: the deal counts as won or lost, and only towards the run."""
    template = "{seat} made {most}" if made else "{seat} missed {most}"
    text = say(template, seat=Seat(declarer), most=most)
    if tricks is not None:
        text = say("{what} with {n} {n:trick|tricks}", what=text, n=tricks)
    bidders, others = declarer % 2, 1 - declarer % 2
    texts = {bidders: text, others: say("defended: {what}", what=text)}
    won_by, lost_by = (bidders, others) if made else (others, bidders)
    yield Line(won_by, 1, texts[won_by], "deal-won")
    yield Line(lost_by, 0, texts[lost_by], "deal-lost")


@cached_lines
def run_lines(won_by: int, ours: int, theirs: int) -> Iterator[Line]:
    """Yield the lines that lengthen the winners' run and end the other side's."""
    text = say("{n} deals in a row", n=ours + 1) if ours else say("streak begins")
    yield Line(won_by, 1, text, "two-in-a-row", "streak")
    if theirs:
        yield Line(1 - won_by, -theirs, say("streak over"), "two-in-a-row", "streak")


def result(pad: Pad[House]) -> Outcome | None:
    """End the game after so many deals won in a row, a declared draw, or a finish;
    rules.md#two-in-a-row."""
    last, needed, runs = pad.last, pad.options.win_consecutive, pad.sums["streak"]
    if last and last.kind == "deal" and max(runs) >= needed:
        side = runs.index(max(runs))
        text = say("{side} won {n} deals in a row", side=Side(side), n=needed)
        return Outcome((side,), text, "two-in-a-row")
    if last and last.kind == "draw":
        text = say("{seat} declared a draw", seat=Seat(last.entry["draw"]["by"]))
        return Outcome((), text, "draw", drawn=True)
    if last and last.kind == "finish":
        # a run of deals is the aim, so that a lead in deals decides nothing
        return Outcome((), say("Ended early, so no winner."), "finish")
    return None


# --- in words -----------------------------------------------------------------------------------


def bidding_won(declarer: int, low: int, high: int) -> Sentence:
    """ "Ben won the bidding, 18 against 19"."""
    template = (
        "{seat} won the bidding, {low} against {high}"
        if low < high
        else "{low} each: {seat}, at the dealer's left, won the bidding"
    )
    return say(template, seat=Seat(declarer), low=low, high=high)


def headline(pad: Pad[House], deal: SharpNullo) -> Iterator[Sentence]:
    """The bidding as soon as all its numbers are in, then "4 downtown right by Ben, 3 taken"."""
    dealer = pad.upcoming["dealer"]
    if deal.bids:
        totals = deal.bids.totals
        yield bidding_won(bidders_of(dealer)[winner(*totals)], *sorted(totals))
    declarer, most = deal.winner_and_limit(dealer)
    which = NAMES.get(deal.contract or "")
    template = "{most} {which} by {seat}" if which else "{most} by {seat}"
    played = say(template, most=most, which=which, seat=Seat(declarer))
    if deal.tricks is not None:
        played = say("{deal}, {n} taken", deal=played, n=deal.tricks)
    elif deal.made is not None:
        played = say("{deal}, made" if deal.made else "{deal}, missed", deal=played)
    yield played


def carried(pad: Pad[House]) -> Iterator[Standing]:
    """The run of the side that won the last deal."""
    for side, run in enumerate(pad.sums["streak"]):
        if run:
            text = say("{n} deals in a row" if run > 1 else "won the last deal", n=run)
            yield side, text, "two-in-a-row"


def needs(pad: Pad[House]) -> Iterator[Standing]:
    """Yield the deals in a row that each side still has to win."""
    if pad.outcome is not None:
        return
    for side, run in enumerate(pad.sums["streak"]):
        left = pad.options.win_consecutive - run
        template = "{n} deals in a row" if not run else "{n} more deals"
        yield side, say("one more deal" if left == 1 else template, n=left), "two-in-a-row"


def unusual(pad: Pad[House], deal: SharpNullo) -> Iterable[Warn]:
    """Warn of a side that took eight tricks more than its number, or every trick."""
    if deal.tricks is None:
        return ()
    declarer, most = deal.winner_and_limit(pad.upcoming["dealer"])
    return far_over(("tricks",), declarer % 2, most, deal.tricks, TRICKS)


def facts(pad: Pad[House], deal: SharpNullo) -> Iterator[tuple[int, Fact, int]]:
    """Count the number for the winner of the bidding: made or missed."""
    declarer, most = deal.winner_and_limit(pad.upcoming["dealer"])
    yield declarer, "bid kept" if deal.is_made(most) else "bid lost", 1
