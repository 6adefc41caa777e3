"""Playing a game document: its parts become the very `Game` value that coded games are."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

import msgspec

from scorekeeper.engine import (
    NULL,
    Deal,
    Fault,
    Game,
    Guide,
    Interview,
    Line,
    Options,
    Outcome,
    Pad,
    Passing,
    Standing,
    Table,
    each_player,
    empty_seat_line,
    next_dealer,
    present,
    say,
    two_partnerships,
    won,
)
from scorekeeper.engine.deals import Missing
from scorekeeper.engine.game import Settlement
from scorekeeper.engine.guide import NO_GUIDE, OwnDocument
from scorekeeper.own.keys import FARTHEST
from scorekeeper.own.parts import Document, End, Field, LinePart
from scorekeeper.own.questions import (
    WRONG,
    has_to_differ,
    house_of,
    not_asked,
    question_of,
    the_same,
    type_of,
)
from scorekeeper.own.reading import canonical, read_document
from scorekeeper.own.terms import NOBODY, PLAYER, Known, Term, limited
from scorekeeper.sentences import Sentence, Sides

OWN: Final = "own"
"""With this the slug of a game begins that is in no folder of the app."""
_NONE: Final = frozenset[Any]()


class Before(msgspec.Struct, frozen=True, gc=False):
    """What a deal may depend on besides itself: the values carried, what is used up, the totals,
    the number of deals with it, and its dealer."""

    carried: Mapping[str, Any]
    used: Mapping[str, Any]
    totals: tuple[int, ...]
    deal: int
    dealer: int


class OwnGame:
    """The functions of a game that is a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.low = document.wins == "least"
        self.house = house_of(document.options)
        self.once = [field for field in document.fields if field.once]
        self.goal = next((end for end in document.end if end.goal is not None), None)

    # --- what is known ---

    def sides(self, house: Options, players: int) -> Sides:
        how = self.document.sides.get(players, "each")
        if how == "pairs":
            return tuple((seat, seat + players // 2) for seat in range(players // 2))
        return (two_partnerships if how == "partners" else each_player)(house, players)

    def check(self, variant: str | None, house: Options, players: int) -> Iterator[Fault]:
        if players not in self.document.sides:
            yield Fault(("players",), say("This game is not for {n} players.", n=players))

    def too_many(self, pad: Pad, players: int) -> Sentence | None:
        """Return why so many cannot go on: the sides leave their number out."""
        return next((one.sentence for one in self.check(None, pad.options, players)), None)

    def known(self, before: Before, house: Options, sides: Sides, filled: Sequence[int]) -> Known:
        """Return what formulas know before anything of the deal was entered."""
        known = Known(house)
        known.filled = filled
        known.side_of, known.present = _seating(sides, tuple(filled))
        known.update(before.carried)
        known.update(
            players=len(filled),
            sides=len(known.present),
            deal=before.deal,
            dealer=before.dealer,
            total=before.totals,
        )
        return known

    def state(self, pad: Pad) -> Before:
        """Return what the next deal depends on."""
        dealer = pad.first_dealer if pad.outcome else next_dealer(pad)
        used = pad.last_deal.carried[1] if pad.last_deal else {}
        return Before(self.carried_on(pad), used, pad.totals, pad.deals + 1, dealer)

    def carried_on(self, pad: Pad) -> Mapping[str, Any]:
        """Return the values carried; a newcomer has none yet."""
        last = pad.last_deal
        carried = last.carried[0] if last else {}
        if last is None or len(last.seats) < len(pad.seats):
            return self.started(pad, carried)
        return carried

    def started(self, pad: Pad, carried: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values carried, of those who have none yet with their start."""
        before = Before({}, {}, pad.totals, pad.deals + 1, 0)
        known = self.known(before, pad.options, pad.sides, pad.filled)
        whole = dict[str, Any]()
        for carry in self.document.carries:
            start = carry.start.run(known, 0, 0)
            if carry.level:
                there = carried.get(carry.name, ())
                count = len(pad.seats if carry.level == PLAYER else pad.sides)
                whole[carry.name] = (*there, *[start] * (count - len(there)))
            else:
                whole[carry.name] = carried.get(carry.name, start)
        return whole

    def work_out(self, known: Known) -> None:
        """Add the values on the way, as far as they are known."""
        for value in self.document.values:
            found = Known()
            for side, seat in known.everybody(value.level):
                try:
                    found[seat] = value.is_.run(known, side, seat)
                except Missing:
                    continue
            if value.level or found:
                known[value.name] = found if value.level else found[0]

    # --- what is asked ---

    def form(self, pad: Pad) -> Interview:
        """Ask for each field, then tell what does not hold."""
        before = self.state(pad)
        known = self.known(before, pad.options, pad.sides, pad.filled)
        for field in self.document.fields:
            asked = _if_known(field.if_, known, True)
            if asked is None:
                continue
            question = self.question(field, pad, known, before)
            if not asked:
                yield not_asked(field, question)
                known[field.name] = _usual(field, known)
                continue
            answer = yield question
            if answer is None and field.has_usual:
                known[field.name] = _usual(field, known)
            elif answer is not None and answer is not WRONG:
                apart = has_to_differ(field)
                faults = the_same(say(field.label), (field.name,), answer) if apart else []
                yield from faults
                if not faults:
                    known[field.name] = NOBODY if answer is NULL else answer
        if self.document.checks:
            self.work_out(known)
            yield from self.checked(known)

    def question(self, field: Field, pad: Pad, known: Known, before: Before) -> Any:
        low, high = _if_known(field.least, known, -FARTHEST), _if_known(field.most, known, FARTHEST)
        by_side = not self.document.each and "side" in (field.of, field.kind)
        return question_of(
            field,
            -FARTHEST if low is None else low,
            FARTHEST if high is None else high,
            _if_known(field.total, known, None),
            *((tuple(known.present), len(pad.sides)) if by_side else (pad.filled, len(pad.seats))),
            _used_up(field, before),
        )

    def checked(self, known: Known) -> Iterator[Fault]:
        """Yield what does not hold."""
        for check in self.document.checks:
            for side, seat in known.everybody(check.level):
                try:
                    if not check.must.run(known, side, seat):
                        path = (check.at, seat) if check.by_item else (check.at,) * bool(check.at)
                        yield Fault(path, check.say.said(known, side, seat))
                except Missing:
                    continue

    # --- what it brings ---

    def with_deal(self, table: Table[Before], deal: Any) -> Known:
        known = self.known(table.state, table.house, table.sides, table.filled)
        for field in self.document.fields:
            value = getattr(deal, field.name)
            left_out = value is None and field.level
            known[field.name] = _usual(field, known) if left_out else _who(field, value, known)
        self.work_out(known)
        return known

    def score(self, table: Table[Before], deal: Any) -> list[Line]:
        """Return the lines by side: of each those that count, or one that says why none does."""
        known = self.with_deal(table, deal)
        found = self.lines(self.document.lines, known, len(table.sides))
        lines = list[Line]()
        for side in range(len(table.sides)):
            if side not in known.present:
                lines.append(empty_seat_line(side))
                continue
            own = [line for line in found if line.side == side]
            counting = [line for line in own if line.points]
            nothing = Line(side, 0, say(self.document.nothing), "nothing")
            lines += counting or own[:1] or [nothing]
        return lines

    def lines(self, parts: Sequence[LinePart], known: Known, sides: int) -> list[Line]:
        """Return all lines that apply, in the order of the document."""
        found, applied = list[Line](), set[int]()
        points = known["points"] = [0] * sides
        for part in parts:
            if not part.otherwise:
                applied = set()
            before = len(found)
            for side, seat in known.everybody(part.level):
                if part.otherwise and seat in applied:
                    continue
                if part.if_ is None or part.if_.run(known, side, seat):
                    applied.add(seat)
                    amount = limited(part.points.run(known, side, seat), FARTHEST)
                    found.append(Line(side, amount, part.text.said(known, side, seat), part.rule))
            for line in found[before:]:
                points[line.side] += line.points
        return found

    def carry(self, table: Table[Before], deal: Any, lines: Sequence[Line]) -> Any:
        """Return the values carried after a deal, and what is used up with it."""
        before = table.state
        if deal is None or not (self.document.carries or self.once):
            return before.carried, before.used
        known = self.with_deal(table, deal)
        points = known["points"] = [0] * len(table.sides)
        for line in lines:
            points[line.side] += line.points
        carried = dict[str, Any]()
        for one in self.document.carries:
            values = [*before.carried[one.name]] if one.level else [None]
            for side, seat in known.everybody(one.level):
                values[seat] = one.next.run(known, side, seat)
            carried[one.name] = tuple(values) if one.level else values[0]
        return carried, {one.name: _with_used(one, before, known[one.name]) for one in self.once}

    # --- the end ---

    def at_end(self, pad: Pad) -> Known:
        before = Before(self.carried_on(pad), {}, pad.totals, pad.deals, 0)
        return self.known(before, pad.options, pad.sides, pad.filled)

    def ending(self, pad: Pad, known: Known) -> End | None:
        """Return the end that holds."""
        by_points = pad.last is not None and pad.last.kind == "adjust"
        for end in self.document.end:
            if (by_points and not end.by_points) or not end.when.run(known, 0, 0):
                continue
            if end.tie == "shared" or len(self.winners(end, known, pad.totals)) == 1:
                return end
        return None

    def winners(self, end: End | None, known: Known, totals: Sequence[int]) -> tuple[int, ...]:
        """Return the sides with the best total, of those that can win."""
        among = end.among if end else None
        can = [side for side in known.present if among and among.run(known, side, side)]
        best = (min if self.low else max)(totals[side] for side in can or known.present)
        return tuple(side for side in can or known.present if totals[side] == best)

    def outcome(self, pad: Pad, end: End | None, known: Known) -> Outcome:
        """Return who has won by an end; by none where the players stopped."""
        winners = self.winners(end, known, pad.totals)
        if end is None or end.text is None:
            return won(pad, winners, end.rule if end else "finish")
        return Outcome(winners, end.text.said(self.at_end(pad), 0, 0), end.rule)

    def result(self, pad: Pad) -> Outcome | None:
        """Return how the game has ended."""
        if pad.last is None or pad.last.kind not in ("deal", "adjust"):
            return None
        known = self.at_end(pad)
        end = self.ending(pad, known)
        return self.outcome(pad, end, known) if end else None

    def settle(self, pad: Pad) -> Settlement:
        """Return the lines that the end brings, and who has won with them."""
        known, stopped = self.at_end(pad), pad.last is not None and pad.last.kind == "finish"
        end = None if stopped else self.ending(pad, known)
        known["stopped"] = stopped
        lines = self.lines(self.document.closing, known, len(pad.sides))
        counting = [line for line in lines if line.points]
        return counting, lambda settled: self.outcome(settled, end, known)

    def played_to(self, house: Options) -> Any:
        """Return the total that ends the game; None where none does."""
        goal = self.goal.goal if self.goal else None
        return house[goal] if isinstance(goal, str) else goal

    def needs(self, pad: Pad) -> Iterator[Standing]:
        """Yield what each side lacks to the total that ends the game."""
        goal = self.played_to(pad.options)
        for side in present(pad) if pad.outcome is None else ():
            if self.goal and pad.totals[side] < goal:
                yield side, say("{n} to go", n=goal - pad.totals[side]), self.goal.rule

    def carried(self, pad: Pad) -> Iterator[Standing]:
        """Yield what each side, or each of its players, carries into the next deal."""
        known = self.at_end(pad)
        for carry in self.document.carries:
            for side, seat in known.everybody(carry.level) if carry.show and carry.level else ():
                if said := carry.said(known[carry.name][seat], seat):
                    yield side, said

    def in_common(self, pad: Pad) -> Iterator[Sentence]:
        """Yield what the table carries into the next deal, such as a pot that is not empty."""
        known = self.at_end(pad)
        for carry in self.document.carries:
            value = known[carry.name] if carry.show and not carry.level else 0
            if value and (said := carry.said(value)):
                yield said


def _if_known(part: Term | int | None, known: Known, otherwise: Any) -> Any:
    """Return what a formula comes to; None where something that it reads is missing."""
    if part is None or isinstance(part, int):
        return otherwise if part is None else part
    try:
        return part.run(known, 0, 0)
    except Missing:
        return None


def _usual(field: Field, known: Known) -> Any:
    """Return what holds for a field that was left out."""
    if field.level:
        by_seat = field.level == PLAYER
        there = known.filled if by_seat else known.present
        count = len(known.side_of) if by_seat else max(known.side_of) + 1
        return [field.usually if one in there else None for one in range(count)]
    return _who(field, field.usually, known)


def _who(field: Field, value: Any, known: Known) -> Any:
    """Return a value; nobody where it is a seat or a side in which nobody sits, or none."""
    # whom a document names for all tables need not be there: a formula asked for his score
    if field.kind == "seat":
        return value if value in known.filled else NOBODY
    return NOBODY if field.kind == "side" and value not in known.present else value


def _used_up(field: Field, before: Before) -> Any:
    """Return the values that cannot be chosen any more: one set, or one for each item."""
    used = before.used.get(field.name, {})
    return used.get(before.dealer, _NONE) if field.once == "dealer" else used or _NONE


def _with_used(field: Field, before: Before, value: Any) -> Any:
    """Return what is used up with the `value` of one more deal."""
    used = before.used.get(field.name)
    if field.once == "dealer":
        return {**(used or {}), before.dealer: _used_up(field, before) | {value}}
    if field.once == "player":
        old = [*(used or ())] + [_NONE] * (len(value) - len(used or ()))
        return tuple(
            one if given is None else one | {given} for one, given in zip(old, value, strict=True)
        )
    return (used or _NONE).union(value if field.level else (value,)) - {None}


@lru_cache(maxsize=256)
def _seating(sides: Sides, filled: tuple[int, ...]) -> tuple[Sequence[int], Sequence[int]]:
    """Return the side of each seat, and the sides where somebody sits."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    by_seat = [side_of[seat] for seat in range(len(side_of))]
    return by_seat, sorted({by_seat[seat] for seat in filled})


def _deal_class(document: Document) -> type[Deal]:
    """Return the class of the game's deals: a field for each that is written down."""
    fields: list[Any] = []
    for field in document.fields:
        kind, usual = type_of(field), None if field.level else field.usually
        fields.append((field.name, kind, usual) if field.has_usual else (field.name, kind))
    made: Any = msgspec.defstruct(
        "OwnDeal", fields, bases=(Deal,), frozen=True, gc=False, kw_only=True
    )
    return made  # type: ignore[no-any-return]


def game_of(
    document: Any, slug: str = "", guide: Guide = NO_GUIDE, *, earlier: bool = False
) -> Game:
    """Return the game that a document is, which goes by that slug, or else by its identity;
    `earlier`: the app has another edition under that slug. Raises `DocumentRefused`."""
    try:
        text = canonical(document)
    except (TypeError, ValueError, RecursionError):
        read_document(document)  # says why
        raise
    return _compiled(text, slug, guide, earlier)


@lru_cache(maxsize=128)
def _compiled(text: bytes, slug: str, guide: Guide, earlier: bool) -> Game:
    document = read_document(msgspec.json.decode(text))
    own, identity, passed = OwnGame(document), sha256(text).hexdigest(), document.passed_out
    return Game(
        slug=slug or f"{OWN}-{identity[:32]}",
        name=document.name,
        aliases=tuple(document.aliases),
        players=range(min(document.sides), max(document.sides) + 1),
        about=say(document.about),
        guide=guide,
        house=own.house,
        deal=_deal_class(document),
        form=own.form,
        score=own.score,
        sides=own.sides,
        check=own.check,
        too_many=own.too_many,
        passing=Passing(say(passed.text), line=say(passed.text)) if passed else None,
        result=own.result,
        settle=own.settle,
        state=own.state,
        asks_same=document.asks_same,
        state_in_results=lambda state: state.carried,
        carry=own.carry,
        carried=own.carried if document.carries else None,
        in_common=own.in_common if document.carries else None,
        needs=own.needs if own.goal else None,
        low_wins=lambda house: own.low,
        played_to=own.played_to,
        own=OwnDocument(document.name, identity, document.given, carried=earlier or not slug),
    )
