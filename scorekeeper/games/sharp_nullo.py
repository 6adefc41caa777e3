"""Sharp Nullo: take no more tricks than you wrote, two deals running; games.md, sharp-nullo.

Ann deals, so Ben and Cat bid. Ben's four numbers add up to 18, Cat's to 19: Ben has won, Cat picks
downtown right, where Ben wrote 3. Ben and Dan take 3 tricks: they win the deal.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from scorekeeper.engine import old_options as option
from scorekeeper.engine.common.declared import called, declaring
from scorekeeper.engine.common.legacy import Game, Options, Table
from scorekeeper.engine.common.odd import far_over
from scorekeeper.engine.common.tables import printed
from scorekeeper.engine.fields import (
    Branch,
    Choice,
    Fault,
    Interview,
    Key,
    Number,
    OneOf,
    Path,
    Question,
    SeatOf,
    Step,
    Value,
    Warn,
    YesNo,
    in_any_case,
)
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.ledger import (
    Entry,
    Fact,
    Line,
    Outcome,
    Pad,
    deal_passes,
    lasting,
    two_partnerships,
)
from scorekeeper.referee.auction import Auction, Calls, ToCall
from scorekeeper.referee.auction import Bidding as Calling
from scorekeeper.referee.context import Context
from scorekeeper.referee.context import choice as one_of_these
from scorekeeper.referee.ranking import STANDARD, Ranking, ranked
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Seat, Sentence, Side, say

TRICKS: Final = 13
MOST: Final = 12
BIDDERS: Final = ("left", "partner")
NUMBERS: Final = {
    "UR": ("uptown", "right"),
    "DR": ("downtown", "right"),
    "UL": ("uptown", "left"),
    "DL": ("downtown", "left"),
}
RANKED: Final = {
    "uptown": "K Q J 10 9 8 7 6 5 4 3 2 A",
    "downtown": "A 2 3 4 5 6 7 8 9 10 J Q K",
}
NAMES: Final = {number: say(" ".join(words)) for number, words in NUMBERS.items()}
_ORDER: Final = {number: place for place, number in enumerate(NUMBERS)}

OPTIONS: Final = (
    option.number(
        "win_consecutive", 2, 5, "Deals in a row", "The side that wins so many running has won."
    ),
    option.number(
        "draw_after",
        1,
        50,
        "Deals before a draw",
        "So many must have been played before a draw may be declared.",
        none="no draws",
    ),
)

_BIDDING: Final = OneOf(
    branches=(
        Branch("short", ("declarer", "bid"), say("the number to keep")),
        Branch("numbers", ("bids",), say("all eight numbers")),
    ),
    fault=say("Enter the eight numbers, or who won the bidding and with which number; not both."),
)
_COUNT: Final = OneOf(
    branches=(
        Branch("tricks", ("tricks",), say("tricks")),
        Branch("made", ("made",), say("kept or lost")),
    ),
    fault=say("Enter the tricks, or whether the contract was made – one of them."),
)
_MADE: Final = YesNo(path=("made",), label=say("Contract"), yes=say("kept"), no=say("lost"))


def bidders(pad: Pad) -> tuple[int, int]:
    """The seats that bid in the next deal: the dealer's left and the dealer's partner."""
    return _bidders(deal_passes(pad))


def _bidders(dealer: int) -> tuple[int, int]:
    return (dealer + 1) % 4, (dealer + 2) % 4


def upcoming(pad: Pad) -> Mapping[str, Value]:
    """The dealer of the next deal and who bids in it."""
    dealer = deal_passes(pad)
    return {"dealer": dealer, "bidders": [*_bidders(dealer)]}


def form(pad: Pad) -> Interview:
    """Who won the bidding with which number, or all eight and the pick; then the tricks."""
    seats, declarer = bidders(pad), None
    branch = yield _BIDDING
    if branch == "short":
        who, number, picked = _short(seats)
        declarer = yield who
        yield number
        yield picked
    elif branch == "numbers":
        declarer = yield from _ask_numbers(seats)
    else:
        yield from in_any_case(*_short(seats), *chain(*_numbers(seats)))
    count = yield _COUNT
    if count == "tricks":
        yield _tricks(declarer)
    elif count == "made":
        yield _MADE
    else:
        yield from in_any_case(_tricks(declarer), _MADE)


def _ask_numbers(seats: tuple[int, int]) -> Generator[Step, Any, int | None]:
    """All eight numbers and the pick; returns who has won, None before all is in."""
    rows: list[list[Any]] = []
    for questions in _numbers(seats):
        rows.append([])
        for question in questions:
            rows[-1].append((yield question))
    done = bidding(rows)
    yield _pick(tuple(rows[done.won])) if done else _PICK
    return seats[done.won] if done else None


def odd(pad: Pad, entry: Entry) -> Iterable[Warn]:
    """Far more tricks than were written, or every one."""
    declarer, most, _ = contract(pad, entry)
    if "tricks" not in entry:
        return ()
    return far_over(("tricks",), pad.side_of(declarer), most, entry["tricks"], TRICKS)


@cache
def _short(seats: tuple[int, int]) -> tuple[Question, ...]:
    return (
        SeatOf(
            path=("declarer",),
            label=say("Winner of the bidding"),
            seats=seats,
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
        Choice(
            path=("contract",),
            label=say("Picked"),
            keys=tuple(Key(number, name) for number, name in NAMES.items()),
            columns=2,
            optional=True,
        ),
    )


@cache
def _numbers(seats: tuple[int, int]) -> tuple[tuple[Number, ...], ...]:
    """What each of the two bidders writes, in the order of `NUMBERS`."""
    return tuple(
        tuple(
            Number(
                path=("bids", bidder, number),
                label=say("{seat}, {number}", seat=Seat(seat), number=name),
                when="before",
                sealed=True,
                seat=seat,
                low=0,
                high=MOST,
                wrong="Bids run from {low} to {high}; {given} was entered for "
                + f"{name.template}.",
            )
            for number, name in NAMES.items()
        )
        for bidder, seat in zip(BIDDERS, seats, strict=True)
    )


_PICK: Final = Choice(
    path=("contract",),
    label=say("Picked"),
    keys=tuple(Key(number, name) for number, name in NAMES.items()),
    columns=2,
)
_WRITTEN: Final = tuple(
    tuple(Key(number, name, say("{n}", n=n)) for n in range(MOST + 1))
    for number, name in NAMES.items()
)


@lru_cache(maxsize=4096)
def _pick(row: tuple[int, ...]) -> Choice:
    """The pick, with the number that the winner wrote for each."""
    return _PICK.changed(keys=tuple([keys[n] for keys, n in zip(_WRITTEN, row, strict=True)]))


@cache
def _tricks(declarer: int | None) -> Number:
    side = None if declarer is None else Side(declarer % 2)  # seats 0 and 2 against 1 and 3
    return Number(
        path=("tricks",),
        label=say("Tricks") if side is None else say("Tricks of {side}", side=side),
        low=0,
        high=TRICKS,
        wrong="Tricks run from {low} to {high}; {given} was entered.",
    )


def _ask_draw(pad: Pad) -> Interview:
    """games.md, sharp-nullo 2: who bids next may end a game that has lasted long enough."""
    needed = pad.options["draw_after"]
    if needed is None:
        yield Fault(("draw",), say("No draw can be declared at this table."), "draw")
    elif pad.deals < needed:
        template = (
            "A draw needs {needed} {needed:deal|deals} without a result;"
            " {played} {played:has|have} been played."
        )
        yield Fault(("draw",), say(template, needed=needed, played=pad.deals), "draw")
    yield SeatOf(
        path=("draw", "by"),
        label=say("Declared by"),
        seats=bidders(pad),
        players=4,
        wrong="Only {choices}, who bid next, may declare the draw.",
    )


class Bidding(msgspec.Struct, frozen=True):
    """Which of the two bidders has won (0 the dealer's left), his total and the other's."""

    won: int
    low: int
    high: int


def bidding(rows: Sequence[Sequence[Any]]) -> Bidding | None:
    """Who won: the lower total, the dealer's left if equal; None before all numbers are in."""
    left, partner = rows
    if None in left or None in partner:
        return None
    ours, theirs = sum(left), sum(partner)
    return Bidding(1, theirs, ours) if theirs < ours else Bidding(0, ours, theirs)


Contract = tuple[Any, Any, Bidding | None]
"""Who won the bidding, the number to keep, and the bidding itself if all of it was written; None
for what a half-filled entry lacks."""


def contract(pad: Pad, entry: Entry) -> Contract:
    """What is played for in the deal that comes next on the pad."""
    written = entry.get("bids")
    if not written:
        return entry.get("declarer"), entry.get("bid"), None
    rows = [[*map((written.get(bidder) or {}).get, NUMBERS)] for bidder in BIDDERS]
    done = bidding(rows)
    if done is None:
        return None, None, None
    pick = entry.get("contract")
    most = rows[done.won][_ORDER[pick]] if pick else None
    return bidders(pad)[done.won], most, done


def kept(entry: Entry, most: int) -> bool:
    """Whether the side that won the bidding stayed at or below its number."""
    return bool(entry["made"] if "made" in entry else entry["tricks"] <= most)


def score(pad: Pad, entry: Entry) -> Iterable[Line]:
    """games.md, sharp-nullo 3: the deal is won or lost, by how much means nothing."""
    declarer, most, done = contract(pad, entry)
    made = kept(entry, most)
    won_by = declarer % 2 if made else 1 - declarer % 2  # seats 0 and 2 against 1 and 3
    ours, theirs = pad.sums["streak"][won_by], pad.sums["streak"][1 - won_by]
    return (
        *([Line(declarer % 2, 0, _bidding_text(declarer, done), "bidding")] if done else ()),
        *_deal_lines(declarer, most, entry.get("tricks"), made),
        *_run_lines(won_by, ours, theirs),
    )


def _bidding_text(winner: int, done: Bidding) -> Sentence:
    template = (
        "{seat} won the bidding, {low} against {high}"
        if done.low < done.high
        else "{seat} won the bidding at the dealer's left, {low} each"
    )
    return say(template, seat=Seat(winner), low=done.low, high=done.high)


@cache
def _deal_lines(declarer: int, most: int, tricks: int | None, made: bool) -> tuple[Line, ...]:
    template = "{seat} kept {most}" if made else "{seat} did not keep {most}"
    if tricks is not None:
        template += ": {n} {n:trick|tricks}"
    text = say(template, seat=Seat(declarer), most=most, n=tricks)
    side = declarer % 2
    won_by = side if made else 1 - side
    return lasting([Line(won_by, 1, text, "deal-won"), Line(1 - won_by, 0, text, "deal-lost")])


@cache
def _run_lines(won_by: int, ours: int, theirs: int) -> tuple[Line, ...]:
    """Count the deals won running; the other side's run is broken."""
    text = say("{n} {n:deal|deals} running", n=ours + 1)
    lines = [Line(won_by, 1, text, "two-in-a-row", "streak")]
    if theirs:
        broken = say("the run is broken")
        lines.append(Line(1 - won_by, -theirs, broken, "two-in-a-row", "streak"))
    return lasting(lines)


def state(pad: Pad) -> Mapping[str, Value]:
    """Who has won the last deals, and how many running."""
    runs = pad.sums["streak"]
    streak = {"side": runs.index(max(runs)), "length": max(runs)} if any(runs) else None
    return {"streak": streak}


def result(pad: Pad) -> Outcome | None:
    """games.md, sharp-nullo 4: so many deals running, a declared draw, or stopped."""
    last = pad.last
    needed, runs = pad.options["win_consecutive"], pad.sums["streak"]
    if last and last.kind == "deal" and max(runs) >= needed:
        side = runs.index(max(runs))
        text = say("{side} won {n} deals running", side=Side(side), n=needed)
        return Outcome((side,), text, "two-in-a-row")
    if last and last.kind == "draw":
        text = say("{seat} declared a draw", seat=Seat(last.entry["draw"]["by"]))
        return Outcome((), text, "draw", drawn=True)
    if last and last.kind == "finish":
        return Outcome((), say("Stopped early; there is no winner."), "finish")
    return None


def headline(pad: Pad, entry: Entry) -> Sentence | None:
    """ "4 downtown right by Ben, 3 taken"; the bidding as soon as all its numbers are in."""
    declarer, most, done = contract(pad, entry)
    if declarer is None or most is None:
        return None if done is None or declarer is None else _bidding_text(declarer, done)
    which = NAMES.get(entry.get("contract", ""))
    template = "{most} by {seat}" if which is None else "{most} {which} by {seat}"
    if entry.get("tricks") is not None:
        template += ", {n} taken"
    elif entry.get("made") is not None:
        template += ", kept" if entry["made"] else ", lost"
    return say(template, most=most, which=which, seat=Seat(declarer), n=entry.get("tricks"))


def carried(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """The run of the side that won the last deal."""
    for side, run in enumerate(pad.sums["streak"]):
        if run:
            yield side, say("{n} {n:deal|deals} running", n=run)


def needs(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """The deals that each side must still win running."""
    if pad.outcome is not None:
        return
    for side, run in enumerate(pad.sums["streak"]):
        left = pad.options["win_consecutive"] - run
        template = "{n} deals running" if not run else "{n} more deals"
        yield side, say("one more deal" if left == 1 else template, n=left)


def facts(pad: Pad, entry: Entry) -> Iterable[tuple[int, Fact, int]]:
    """Whether the winner of the bidding kept the number."""
    declarer, most, _ = contract(pad, entry)
    yield declarer, "bid kept" if kept(entry, most) else "bid lost", 1


def tables(options: Options) -> Mapping[str, Table]:
    """The four numbers that a bidder writes."""
    return {
        "numbers": printed(
            ("Number", "Heap", "Ranking, from the highest"),
            ((NAMES[number], heap, RANKED[ranking]) for number, (ranking, heap) in NUMBERS.items()),
        )
    }


# --- the referee --------------------------------------------------------------------------------

DIRECTION: Final = one_of_these(
    "direction", [*RANKED], "Ranking", "Say whether it is played uptown or downtown."
)


def ranking(context: Context, plays: Sequence[str]) -> Ranking:
    """games.md, sharp-nullo 6: king highest or ace highest, never trumps."""
    return _RANKINGS[context["direction"]]


def _ranking(direction: str) -> Ranking:
    order = RANKED[direction].replace("10", "T").replace(" ", "")
    why = f"The {{card}} is the highest card of the suit led, {direction}."
    return ranked(STANDARD, order, highest=(why, "direction"))


_RANKINGS: Final[Mapping[str | None, Ranking]] = {
    **{direction: _ranking(direction) for direction in RANKED},
    None: ranked(STANDARD, unsaid="direction"),
}


def opening(pad: Pad, entry: Entry) -> Mapping[str, Value]:
    """How the number that was picked is played; its player names who leads."""
    picked = entry.get("contract")
    return {"direction": NUMBERS[picked][0]} if picked else {}


def auction(context: Context, dealer: int) -> Calling:
    """games.md, sharp-nullo 6: four numbers each of the two bidders, then the loser picks."""
    seats = _bidders(dealer)
    rows: list[list[int]] = []
    for questions in _numbers(seats):
        rows.append([])
        for question in questions:
            rows[-1].append(int((yield _to_write(seats, question.path))))
    done = bidding(rows)
    loser = seats[0 if done and done.won else 1]
    turn = declaring(loser, _PICK, "bidding", say("Any of the winner's four numbers."))
    picked = yield replace(turn, asked=say("{seat} picks one of the four", seat=Seat(loser)))
    bids = {
        bidder: dict(zip(NUMBERS, row, strict=True))
        for bidder, row in zip(BIDDERS, rows, strict=True)
    }
    return {"bids": bids, "contract": picked}


def calls(context: Context) -> Sequence[Calls]:
    """The numbers, and the pick."""
    return called(_numbers(_bidders(0))[0][0]), called(_PICK)


@cache
def _to_write(seats: tuple[int, int], path: Path) -> ToCall:
    _, bidder, number = path
    place = BIDDERS.index(str(bidder))
    question = _numbers(seats)[place][_ORDER[str(number)]]
    why = say("Every number from 0 to {most} may be written.", most=MOST)
    turn = declaring(seats[place], question, "bidding", why)
    return replace(turn, asked=question.label)


GAME: Final = Game(
    slug="sharp-nullo",
    name="Sharp Nullo",
    aliases=("Reverse Whist",),
    players=range(4, 5),
    about=say("Two partnerships dodge tricks; the lower bid plays, the other side picks for what."),
    guide=Guide((20, 45), "hard", "52"),
    variants={None: {"win_consecutive": 2, "draw_after": 4}},
    options=OPTIONS,
    sides=two_partnerships,
    form=form,
    score=score,
    result=result,
    tallies=("streak",),
    upcoming=upcoming,
    state=state,
    extras={"draw": _ask_draw},
    headline=headline,
    carried=carried,
    needs=needs,
    facts=facts,
    tables=tables,
    play=Play(ranking, keys=(DIRECTION,)),
    auction=Auction(auction, "bidding", calls),
    opening=opening,
    odd=odd,
)
