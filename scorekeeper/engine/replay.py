"""Writing on the pad: `after` is the only function that adds to it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import sub
from typing import Any, Final

from msgspec.structs import replace

from scorekeeper.engine.deals import Entry, Line, Outcome, Row, Rows, empty_seat_line
from scorekeeper.engine.game import Game, Pad, Table
from scorekeeper.engine.guide import MOST_GAMES
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.other_entries import INTERVIEWS
from scorekeeper.engine.pad import entered_result, leaders, won
from scorekeeper.interview.reading import Reading
from scorekeeper.interview.steps import Barred, Fault, Flag, Interview, Question, Value, Warn
from scorekeeper.sentences import Sentence, Side, Sides, all_of, say

Points = tuple[int, ...]
"""Points by side."""

_DEALS_TO_COMPARE: Final = 5
"""How many deals must have scored before a high one is warned of."""

_NOTHING: Final[Mapping[str, Value]] = {}

UNKNOWN_FIELDS: Final[Mapping[str, Sentence]] = {
    "passed_out": say("In this game a deal cannot be passed out."),
    "draw": say("A declared draw is not part of this game."),
}
"""The errors for fields that only other games have."""


class Refused(ValueError):
    """An entry is refused; `faults` has every reason."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)


def blank(game: Game, options: OptionValues, names: Sequence[str], dealer: int = 0) -> Pad:
    """Return an empty pad: every option with its value, the players in seat order, the first
    dealer."""
    house = game.house_rules(options)
    sides = game.sides(house, len(names))
    zeros = (0,) * len(sides)
    return Pad(
        game=game,
        options=house,
        seats=tuple(names),
        filled=tuple(range(len(names))),
        first_dealer=dealer,
        sides=sides,
        rows=Rows([], 0),
        totals=zeros,
        sums=dict.fromkeys((*game.columns, *game.tallies), zeros),
    )


def after(pad: Pad, entry: Entry) -> Pad:
    """Return the pad with `entry` written on it; raises `Refused` with every fault of an impossible
    one.

    Preview, what-if, writing and replay all come through here.
    """
    kind, _ = _judged(pad, entry)
    return _write(pad, kind, entry)


def after_with_warnings(pad: Pad, entry: Entry) -> tuple[Pad, list[Warn]]:
    """Return the pad with `entry` written on it, and the warnings about the entry."""
    kind, reading = _judged(pad, entry)
    written = _write(pad, kind, entry)
    warnings = [*reading.warnings]
    if kind == "deal":
        deal, unusual = written.rows[-1].deal, pad.game.unusual
        warnings += unusual(pad, deal) if unusual and deal is not None else ()
        warnings += _warn_of_high_points(pad, written)
    return written, warnings


def _judged(pad: Pad, entry: Entry) -> tuple[str, Reading]:
    if pad.outcome is not None:
        raise Refused([Fault((), _over(pad))])
    kind, reading = "deal", Reading(entry, {**entry})
    if pad.game.special_keys.isdisjoint(entry):
        # for most deals there is nothing else to ask about passing out
        reading.answer_all(pad.game.form(pad))
    else:
        kind = _kind(pad, entry)
        reading.answer_all(interview(pad, kind))
        if kind == "deal" and reading.has_unused("passed_out"):
            raise Refused([Fault(("passed_out",), UNKNOWN_FIELDS["passed_out"])])
    if reading.refused:
        raise Refused(reading.faults)
    return kind, reading


def interview(pad: Pad, kind: str = "deal") -> Interview:
    """Return the interview about the next entry of that kind."""
    if kind == "deal":
        return _ask_deal(pad) if pad.game.passing else pad.game.form(pad)
    if kind in pad.game.extras:
        return pad.game.extras[kind](pad)
    return INTERVIEWS[kind](pad)


def _ask_deal(pad: Pad) -> Interview:
    assert pad.game.passing is not None
    question, reason = _ask_passing(pad.game), pad.game.passing.barred(pad.options)
    if reason is not None:
        question = Barred(path=question.path, kind=bool, label=question.label, missing=reason)
    if not (yield question):
        yield from pad.game.form(pad)


@lru_cache(maxsize=MOST_GAMES)
def _ask_passing(game: Game) -> Question:
    assert game.passing is not None
    template = game.passing.text.template
    label = game.passing.label or say(template[0].upper() + template[1:])
    return Flag(path=("passed_out",), label=label, when="before")


def kind_of(game: Game, entry: Entry) -> str:
    """Return what `entry` is by its keys: deal, adjust, seat, finish or an extra of the game."""
    return next((kind for kind in (*INTERVIEWS, *game.extras) if kind in entry), "deal")


def _kind(pad: Pad, entry: Entry) -> str:
    kind = kind_of(pad.game, entry)
    # else another game's extra would be read as a deal full of unknown fields
    if kind == "deal" and "draw" in entry:
        raise Refused([Fault(("draw",), UNKNOWN_FIELDS["draw"])])
    return kind


def _over(pad: Pad) -> Sentence:
    if pad.game.over_text:
        return pad.game.over_text
    if entered_result(pad):
        return say("The game is over; its result has been entered.")
    winners = pad.outcome.winners if pad.outcome else ()
    when = say("after deal {n}", n=pad.deals) if pad.deals else say("before the first deal")
    if winners:
        names = all_of(*map(Side, winners))
        return say("The game is over; {names} won it {when}.", names=names, when=when)
    if pad.outcome and pad.outcome.drawn:
        return say("The game is over; it was drawn {when}.", when=when)
    return say("The game is over; it ended without a winner {when}.", when=when)


def _write(pad: Pad, kind: str, entry: Entry) -> Pad:
    """Return the pad with a valid `entry` written on it."""
    game = pad.game
    if kind == "deal":
        # not `pad.upcoming`, which would cache it: this pad is not asked again
        upcoming = game.upcoming(pad) if pad._upcoming is None else pad._upcoming
        deal = game.deal_of(entry)
        table = Table(game.state(pad), pad.options, pad.sides, pad.filled)
        if deal is None:
            lines = _passed_out(game, pad.sides, pad.filled)
        else:
            lines = tuple(game.score(table, deal))
        carried = game.carry(table, deal, lines) if game.carry else None
        return _post(pad, kind, entry, lines, upcoming, deal, carried)
    if kind == "seat":
        pad = _with_player(pad, entry["seat"])
    return _post(pad, kind, entry, _LINES[kind](pad, entry) if kind in _LINES else ())


@lru_cache(maxsize=MOST_GAMES)
def _passed_out(game: Game, sides: Sides, filled: tuple[int, ...]) -> tuple[Line, ...]:
    """Return a line of 0 points for each side that plays, then for empty seats."""
    assert game.passing is not None
    playing = [side for side, seats in enumerate(sides) if any(seat in filled for seat in seats)]
    text = game.passing.line or say("scored nothing: {why}", why=game.passing.text)
    column = game.columns[-1]
    lines = [Line(side, 0, text, "passed-out", column) for side in playing]
    empty = (empty_seat_line(side) for side in range(len(sides)) if side not in playing)
    return (*lines, *empty)


def _ruling(pad: Pad, entry: Entry) -> Iterable[Line]:
    fields = entry["adjust"]
    reason = say("{reason}", reason=fields["reason"].strip())
    yield Line(fields["side"], fields["points"], reason, "adjust", pad.game.columns[-1])


def _newcomer_lines(pad: Pad, entry: Entry) -> Iterable[Line]:
    fields = entry["seat"]
    if fields.get("points"):
        seat, points = fields["number"], fields["points"]
        text = say("starts with {points}", points=points)
        yield Line(seat, points, text, "seat", pad.game.columns[-1])


def _closing_lines(pad: Pad, entry: Entry) -> Iterable[Line]:
    fields, closing = entry["finish"], pad.game.closing
    if "points" in fields:
        return _lines_to(pad, fields["points"])
    return closing(pad) if closing and pad.deals and "won" not in fields else ()


def _lines_to(pad: Pad, points: Sequence[int | None]) -> Iterable[Line]:
    """Yield what each side lacks to the final points that were kept on paper."""
    for side, final in enumerate(points):
        if final is not None and final != pad.totals[side]:
            text = say("final points on paper: {points}", points=final)
            yield Line(side, final - pad.totals[side], text, "finish", pad.game.columns[-1])


_LINES: Final[Mapping[str, Callable[[Pad, Entry], Iterable[Line]]]] = {
    "adjust": _ruling,
    "seat": _newcomer_lines,
    "finish": _closing_lines,
}


def _with_player(pad: Pad, fields: Entry) -> Pad:
    """Return the pad with the name on the seat, which may be one more."""
    number, name = fields["number"], fields["name"] and fields["name"].strip()
    if number < len(pad.seats):
        seats = (*pad.seats[:number], name, *pad.seats[number + 1 :])
        filled = tuple([seat for seat, one in enumerate(seats) if one is not None])
        return replace(pad, seats=seats, filled=filled, _upcoming=None)
    return replace(
        pad,
        seats=(*pad.seats, name),
        filled=(*pad.filled, number),
        sides=pad.game.sides(pad.options, number + 1),
        totals=(*pad.totals, 0),
        sums={name: (*points, 0) for name, points in pad.sums.items()},
        _upcoming=None,
    )


def _post(
    pad: Pad,
    kind: str,
    entry: Entry,
    explained: Iterable[Line],
    upcoming: Mapping[str, Value] = _NOTHING,
    deal: Any = None,
    carried: Any = None,
) -> Pad:
    """Return the pad with the entry and its lines, and how the game has ended with it."""
    lines = tuple(explained)
    written = _with_row(pad, kind, entry, lines, upcoming, deal, carried)
    outcome = pad.game.result(written) if kind == "deal" else _outcome(written, kind)
    if outcome is None:
        return written
    settle = pad.game.settle
    if settle and written.deals and not entered_result(written):
        brought, settled = settle(written)
        lines = tuple(sorted((*lines, *brought), key=lambda line: line.side))
        written = _with_row(pad, kind, entry, lines, upcoming, deal, carried)
        outcome = settled(written)
    return replace(written, outcome=outcome)


def _with_row(
    pad: Pad,
    kind: str,
    entry: Entry,
    lines: tuple[Line, ...],
    upcoming: Mapping[str, Value],
    deal: Any,
    carried: Any,
) -> Pad:
    # a total is only ever a sum of lines, so that an explanation cannot drift from its number
    sums, columns = {**pad.sums}, pad.game.columns
    for line in lines:
        if line.points:
            points = [*sums[line.column]]
            points[line.side] += line.points
            sums[line.column] = tuple(points)
    totals = sums[columns[0]]
    if len(columns) > 1:
        totals = tuple(map(sum, zip(*(sums[column] for column in columns), strict=True)))
    scores = tuple(map(sub, totals, pad.totals))
    is_deal = kind == "deal"
    deals = pad.deals + is_deal
    number = deals if is_deal else None
    row = Row(entry, kind, number, lines, scores, totals, pad.seats, upcoming, deal, carried)
    return replace(
        pad,
        rows=pad.rows.plus(row),
        totals=totals,
        sums=sums,
        deals=deals,
        last=row,
        last_deal=row if is_deal else pad.last_deal,
        _upcoming=None,
    )


def _outcome(pad: Pad, kind: str) -> Outcome | None:
    """Return how the game has ended with an entry that is no deal."""
    if kind == "seat" and pad.last and not any(pad.last.scores):
        return None
    if kind == "finish" and (entered := entered_result(pad)):
        return _outcome_entered(pad, entered)
    if kind == "finish" and not pad.deals:
        return Outcome((), say("No deals played, so no winner."), "finish")
    outcome = pad.game.result(pad)
    if outcome is None and kind == "finish":
        return won(pad, leaders(pad), "finish")
    return outcome


def _outcome_entered(pad: Pad, entered: Entry) -> Outcome:
    """Return the outcome of a result kept on paper: the winner named there, else the best
    total."""
    if "won" not in entered:
        return won(pad, leaders(pad), "finish")
    winner = entered["won"]
    if winner is None:
        return Outcome((), say("The game was drawn"), "finish", drawn=True)
    if "points" in entered:
        return won(pad, (winner,), "finish")
    return Outcome((winner,), say("{side} won", side=Side(winner)), "finish")


def _warn_of_high_points(before: Pad, written: Pad) -> Iterable[Warn]:
    """Warn of a deal worth three times any former one, once enough deals were worth anything."""
    most = max(map(abs, written.rows[-1].scores))
    former = [max(map(abs, row.scores)) for row in before.rows if row.kind == "deal"]
    if sum(map(bool, former)) >= _DEALS_TO_COMPARE and most >= 3 * max(former):
        template = "{points} points is far more than any deal so far. Check it."
        yield Warn((), say(template, points=most))
