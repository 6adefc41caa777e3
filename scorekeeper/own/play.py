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
    Question,
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
from scorekeeper.engine.replay import Refused
from scorekeeper.own.answers import FARTHEST
from scorekeeper.own.once import not_different, used_up, with_used
from scorekeeper.own.parts import Field, LinePart, Parts
from scorekeeper.own.questions import WRONG, house_of, not_asked, question_of, type_of
from scorekeeper.own.reading import canonical, read_document
from scorekeeper.own.terms import NOBODY, PLAYER, Known, Run, TooGreat
from scorekeeper.sentences import Message, Sides

OWN: Final = "own"
"""With this the slug of a game begins that is in no folder of the app."""
TOO_GREAT: Final[Message] = "This comes to a number that is too great to count."


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

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.low = parts.document["wins"] == "least"
        self.nothing = say(parts.document.get("nothing", "scored nothing"))
        self.house = house_of(parts.options)
        self.once = [field for field in parts.fields if field.once]

    # --- what is known ---

    def sides(self, house: Options, players: int) -> Sides:
        how = self.parts.sides.get(players, "each")
        if how == "pairs":
            return tuple((seat, seat + players // 2) for seat in range(players // 2))
        return (two_partnerships if how == "partners" else each_player)(house, players)

    def check(self, variant: str | None, house: Options, players: int) -> Iterator[Fault]:
        if players not in self.parts.sides:
            template: Message = "This game is not for {n} players."
            yield Fault(("players",), say(template, n=players))

    def known(self, before: Before, house: Options, sides: Sides, filled: Sequence[int]) -> Known:
        """Return what formulas know before anything of the deal was entered."""
        known = Known(house)
        known.filled = filled
        if len(sides) == sum(map(len, sides)) == len(filled):
            known.present = known.side_of = filled
        else:
            side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
            known.side_of = [side_of[seat] for seat in range(len(side_of))]
            known.present = sorted({known.side_of[seat] for seat in filled})
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
        last = pad.last_deal
        carried, used = last.carried if last else ({}, {})
        if len(pad.sides) * len(self.parts.carries) != len(carried):
            carried = self.started(pad, carried)
        dealer = pad.first_dealer if pad.outcome else next_dealer(pad)
        return Before(carried, used, pad.totals, pad.deals + 1, dealer)

    def started(self, pad: Pad, carried: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the values carried, of those who have none yet with their start."""
        before = Before({}, {}, pad.totals, pad.deals + 1, 0)
        known = self.known(before, pad.options, pad.sides, pad.filled)
        whole = dict[str, Any]()
        for name, _, level, start, *_ in self.parts.carries:
            one = self.counted(start, known, 0, 0)
            if level:
                there = carried.get(name, ())
                count = len(pad.seats) if level == PLAYER else len(pad.sides)
                whole[name] = (*there, *(one for _ in range(count - len(there))))
            else:
                whole[name] = carried.get(name, one)
        return whole

    @staticmethod
    def counted(run: Run, known: Known, side: int, seat: int) -> Any:
        """Return what a formula comes to; raises `Refused` where that is too great."""
        try:
            return run(known, side, seat)
        except TooGreat:
            raise Refused([Fault((), say(TOO_GREAT))]) from None

    @staticmethod
    def everybody(known: Known, level: int) -> Iterator[tuple[int, int]]:
        """Yield side and seat of everybody at a level."""
        if level == PLAYER:
            return ((known.side_of[seat], seat) for seat in known.filled)
        return ((side, side) for side in known.present) if level else iter(((0, 0),))

    def worked_out(self, known: Known) -> None:
        """Add the values on the way, as far as they are known."""
        for name, level, run in self.parts.values:
            if not level:
                try:
                    known[name] = self.counted(run, known, 0, 0)
                except Missing:
                    continue
            else:
                known[name] = found = Known()
                for side, seat in self.everybody(known, level):
                    try:
                        found[seat] = self.counted(run, known, side, seat)
                    except Missing:
                        continue

    # --- what is asked ---

    def form(self, pad: Pad) -> Interview:
        """Ask for each field, then tell what does not hold."""
        before = self.state(pad)
        known = self.known(before, pad.options, pad.sides, pad.filled)
        for field in self.parts.fields:
            asked = self.if_known(field.asked_if, known, True)
            if asked:
                yield from self.asked(field, pad, known, before)
            elif asked is not None:
                yield not_asked(field, self.question(field, pad, known, before))
                known[field.name] = self.usual(field, known)
        if self.parts.checks:
            self.worked_out(known)
            yield from self.checked(known)

    def asked(self, field: Field, pad: Pad, known: Known, before: Before) -> Interview:
        """Ask for a field, and add what is entered to what is known."""
        answer = yield self.question(field, pad, known, before)
        if answer is WRONG:
            return
        if answer is None:
            if field.has_usual:
                known[field.name] = self.usual(field, known)
        elif not field.level:
            known[field.name] = NOBODY if answer is NULL else answer
        else:
            faults = [*not_different(field, answer)]
            yield from faults
            if not faults:
                known[field.name] = answer

    def if_known(self, run: Run | None, known: Known, otherwise: Any) -> Any:
        """Return what a formula comes to; None where something that it reads is missing."""
        try:
            return otherwise if run is None else self.counted(run, known, 0, 0)
        except Missing:
            return None

    @staticmethod
    def usual(field: Field, known: Known) -> Any:
        """Return what holds for a field that was left out."""
        value = NOBODY if field.usual is None else field.usual
        return value if field.level == 0 else [value] * len(known.side_of)

    def question(self, field: Field, pad: Pad, known: Known, before: Before) -> Question:
        least = self.if_known(field.least_by, known, field.least)
        most = self.if_known(field.most_by, known, field.most)
        by_side = not self.parts.each and "side" in (field.of, field.kind)
        return question_of(
            field,
            -FARTHEST if least is None else least,
            FARTHEST if most is None else most,
            self.if_known(field.total, known, None),
            *((tuple(known.present), len(pad.sides)) if by_side else (pad.filled, len(pad.seats))),
            used_up(field, before.used, before.dealer),
        )

    def checked(self, known: Known) -> Iterator[Fault]:
        """Yield what does not hold."""
        for must, text, level, at, by_item in self.parts.checks:
            for side, seat in self.everybody(known, level):
                try:
                    if not self.counted(must, known, side, seat):
                        path = (at, seat) if by_item else (at,) if at else ()
                        yield Fault(path, text.said(known, side, seat))
                except Missing:
                    continue

    # --- what it brings ---

    def with_deal(self, table: Table[Before], deal: Any) -> Known:
        known = self.known(table.state, table.house, table.sides, table.filled)
        for field in self.parts.fields:
            value = getattr(deal, field.name)
            if value is None:
                value = self.usual(field, known) if field.level or field.has_usual else NOBODY
            known[field.name] = value
        self.worked_out(known)
        return known

    def score(self, table: Table[Before], deal: Any) -> list[Line]:
        """Return the lines by side: of each those that count, or one that says why none does."""
        known = self.with_deal(table, deal)
        found = self.lines(self.parts.lines, known, len(table.sides))
        lines = list[Line]()
        for side in range(len(table.sides)):
            if side not in known.present:
                lines.append(empty_seat_line(side))
                continue
            own = [line for line in found if line.side == side]
            counting = [line for line in own if line.points]
            lines += counting or own[:1] or [Line(side, 0, self.nothing, "nothing")]
        return lines

    def lines(self, parts: Sequence[LinePart], known: Known, sides: int) -> list[Line]:
        """Return all lines that apply, in the order of the document."""
        found, applied = list[Line](), set[int]()
        points = known["points"] = [0] * sides
        for text, worth, level, rule, condition, otherwise in parts:
            if not otherwise:
                applied = set()
            before = len(found)
            for side, seat in self.everybody(known, level):
                if (otherwise and seat in applied) or not (
                    condition is None or self.counted(condition, known, side, seat)
                ):
                    continue
                applied.add(seat)
                amount = self.counted(worth, known, side, seat)
                if abs(amount) > FARTHEST:
                    raise Refused([Fault((), say(TOO_GREAT))])
                found.append(Line(side, amount, text.said(known, side, seat), rule))
            for line in found[before:]:
                points[line.side] += line.points
        return found

    def carry(self, table: Table[Before], deal: Any, lines: Sequence[Line]) -> Any:
        """Return the values carried after a deal, and what is used up with it."""
        before = table.state
        if deal is None or not (self.parts.carries or self.once):
            return before.carried, before.used
        known = self.with_deal(table, deal)
        points = known["points"] = [0] * len(table.sides)
        for line in lines:
            points[line.side] += line.points
        carried = dict[str, Any]()
        for name, _, level, _, then, *_ in self.parts.carries:
            if not level:
                carried[name] = self.counted(then, known, 0, 0)
                continue
            values = [*before.carried[name]]
            for side, seat in self.everybody(known, level):
                values[seat] = self.counted(then, known, side, seat)
            carried[name] = tuple(values)
        used = {
            field.name: with_used(field, before.used, before.dealer, known[field.name])
            for field in self.once
        }
        return carried, used

    # --- the end ---

    def ending(self, pad: Pad) -> tuple[Any, Known] | None:
        """Return the end that holds, and what is known at it."""
        known, by_points = self.at_end(pad), pad.last is not None and pad.last.kind == "adjust"
        for end in self.parts.ends:
            if (by_points and not end.by_points) or not self.counted(end.when, known, 0, 0):
                continue
            if not end.plays_on or len(self.winners(end.among, known, pad.totals)) == 1:
                return end, known
        return None

    def at_end(self, pad: Pad) -> Known:
        before = msgspec.structs.replace(self.state(pad), deal=pad.deals)
        return self.known(before, pad.options, pad.sides, pad.filled)

    def winners(self, among: Run | None, known: Known, totals: Sequence[int]) -> tuple[int, ...]:
        """Return the sides with the best total, of those that can win."""
        can = [side for side in known.present if among and self.counted(among, known, side, side)]
        best = (min if self.low else max)(totals[side] for side in can or known.present)
        return tuple(side for side in can or known.present if totals[side] == best)

    def result(self, pad: Pad) -> Outcome | None:
        """Return how the game has ended."""
        if pad.last is None or pad.last.kind not in ("deal", "adjust"):
            return None
        found = self.ending(pad)
        if found is None:
            return None
        end, known = found
        winners = self.winners(end.among, known, pad.totals)
        if end.text is None:
            return won(pad, winners, end.rule)
        return Outcome(winners, end.text.said(known, 0, 0), end.rule)

    def settle(self, pad: Pad) -> Settlement:
        """Return the lines that the end brings, and who has won with them."""
        known, found = self.at_end(pad), None
        stopped = pad.last is not None and pad.last.kind == "finish"
        if not stopped:
            found = self.ending(pad)
        known["stopped"] = stopped
        lines = [
            line for line in self.lines(self.parts.closing, known, len(pad.sides)) if line.points
        ]

        def outcome(settled: Pad) -> Outcome:
            if found is None:
                return won(settled, self.winners(None, known, settled.totals), "finish")
            end = found[0]
            winners = self.winners(end.among, known, settled.totals)
            if end.text is None:
                return won(settled, winners, end.rule)
            return Outcome(winners, end.text.said(self.at_end(settled), 0, 0), end.rule)

        return lines, outcome

    def needs(self, pad: Pad) -> Iterator[Standing]:
        """Yield what each side lacks to the total that ends the game."""
        for end in self.parts.ends:
            if end.goal is None or pad.outcome is not None:
                continue
            goal = pad.options[end.goal] if isinstance(end.goal, str) else end.goal
            for side in present(pad):
                if pad.totals[side] < goal:
                    yield side, say("{n} to go", n=goal - pad.totals[side]), end.rule
            return

    def played_to(self, house: Options) -> int | None:
        goal = next((end.goal for end in self.parts.ends if end.goal is not None), None)
        return house[goal] if isinstance(goal, str) else goal

    def carried(self, pad: Pad) -> Iterator[Standing]:
        """Yield what each side carries into the next deal."""
        state = self.state(pad).carried
        for carry in self.parts.carries:
            if not carry.shown or not carry.level:
                continue
            for side in present(pad):
                if carry.level == PLAYER:
                    continue
                value = state[carry.name][side]
                if carry.truth:
                    if value:
                        yield side, say("{label}", label=say(carry.label))
                else:
                    yield side, say("{label}: {n}", label=say(carry.label), n=value)


def _deal_class(parts: Parts) -> type[Deal]:
    """Return the class of the game's deals: a field for each that is written down."""
    fields: list[Any] = []
    for field in parts.fields:
        kind, usual = type_of(field), None if field.level else field.usual
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
    parts = read_document(msgspec.json.decode(text))
    document, own = parts.document, OwnGame(parts)
    passed = document.get("passed_out")
    identity = sha256(text).hexdigest()
    players = [*parts.sides]
    return Game(
        slug=slug or f"{OWN}-{identity[:32]}",
        name=document["name"],
        aliases=tuple(document.get("aliases", ())),
        players=range(min(players), max(players) + 1),
        about=say(document.get("about", "")),
        guide=guide,
        house=own.house,
        deal=_deal_class(parts),
        form=own.form,
        score=own.score,
        sides=own.sides,
        check=own.check,
        passing=Passing(say(passed["text"]), line=say(passed["text"])) if passed else None,
        result=own.result,
        settle=own.settle,
        state=own.state,
        asks_same=parts.asks_same,
        state_in_results=lambda state: state.carried,
        carry=own.carry,
        carried=own.carried if parts.carries else None,
        needs=own.needs if any(end.goal is not None for end in parts.ends) else None,
        low_wins=lambda house: own.low,
        played_to=own.played_to,
        own=OwnDocument(document["name"], identity, document, carried=earlier or not slug),
    )
