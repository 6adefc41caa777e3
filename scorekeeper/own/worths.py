"""The formulas of a document: conditions, worths, tables, and texts with places for values."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from scorekeeper.engine import Fault
from scorekeeper.interview.steps import Path
from scorekeeper.own.formulas import read_formula
from scorekeeper.own.parts import Place, Text, Worded
from scorekeeper.own.shapes import Shapes
from scorekeeper.own.terms import (
    DEAL,
    FRACTION,
    LIMIT,
    NOTHING,
    NUMBER,
    PLAYER,
    SEAT_KIND,
    SIDE,
    SIDE_KIND,
    TRUTH,
    WORD,
    FormulaFault,
    Known,
    Name,
    Run,
    Scope,
    Term,
    cannot_be,
    unknown,
)

MOST_PLAYERS: Final = 12
_PLACE: Final = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}|]*\|[^{}|]*))?\}")
_LEVELS: Final = {"deal": DEAL, "side": SIDE, "player": PLAYER}


class Worths(Shapes):
    """Reads formulas by what they may name so far; their `weight` adds up."""

    def __init__(self, document: Any) -> None:
        super().__init__(document)
        self.weight = 0
        self.each = True
        self.most_players = MOST_PLAYERS
        self.worded = dict[str, Worded]()

    def know(self, name: str, worded: Worded, divisor: bool = False) -> None:
        """Let formulas name it from here on."""
        if name:
            self.worded[name] = worded._replace(name=worded.name._replace(divisor=divisor))

    def level_of(self, of: str) -> int:
        """Return the level; where everybody plays alone, a player is a side."""
        level = _LEVELS[of]
        return min(level, SIDE) if self.each else level

    def scope(self) -> dict[str, Name]:
        """Return what formulas may name so far."""
        given = {
            "players": Name(NUMBER, DEAL, divisor=True),
            "sides": Name(NUMBER, DEAL, divisor=True),
            "deal": Name(NUMBER, DEAL),
            "dealer": Name(SEAT_KIND, DEAL),
            "me": Name(SEAT_KIND, self.level_of("player")),
            "us": Name(SIDE_KIND, SIDE),
            "total": Name(NUMBER, SIDE),
        }
        return {**given, **{name: worded.name for name, worded in self.worded.items()}}

    def formula(self, text: Any, path: Path, scope: Scope, level: int, *kinds: str) -> Term | None:
        """Return a formula of one of these kinds; None where it is at fault."""
        if type(text) is not str:
            self.fault(path, "A formula is a text.")
            return None
        try:
            term = read_formula(text, scope, level, kinds, self.most_players)
        except FormulaFault as fault:
            self.faults.append(Fault(path, fault.sentence))
            return None
        self.weight += term.weight
        return term

    def run_of(self, within: Any, path: Path, key: str, level: int, scope: Scope) -> Run | None:
        """Return a condition that may be absent."""
        if key not in within:
            return None
        term = self.formula(within[key], (*path, key), scope, level, TRUTH)
        return term.run if term else None

    def worth(
        self, given: Any, path: Path, scope: Scope, level: int, *kinds: str, table: bool = True
    ) -> tuple[Run, str]:
        """Return what works a worth out, and its kind: a constant, a formula or a table."""
        if type(given) is bool or type(given) is int:
            kind = TRUTH if type(given) is bool else NUMBER
            if kinds and kind not in kinds:
                self.fault(path, "This is of the wrong kind.")
            elif type(given) is int and abs(given) > LIMIT:
                self.fault(path, "Numbers go up to {n}.", n=LIMIT)
            return (lambda known, side, seat: given), kind
        if type(given) is dict and table:
            return self._table(given, path, scope, level, kinds)
        if type(given) is not str:
            self.fault(path, "A whole number, a formula or a table is needed.")
            return NOTHING, kinds[0] if kinds else NUMBER
        term = self.formula(given, path, scope, level, *kinds)
        return (term.run, term.kind) if term else (NOTHING, kinds[0] if kinds else NUMBER)

    def _table(
        self, given: dict[str, Any], path: Path, scope: Scope, level: int, kinds: tuple[str, ...]
    ) -> tuple[Run, str]:
        before = len(self.faults)
        self.object(given, path, ("by",), ("rows", "from", "else"))
        if ("rows" in given) == ("from" in given):
            self.fault(path, "A table has either “rows” or “from”.")
        key: Literal["rows", "from"] = "from" if "from" in given else "rows"
        by_kinds = (NUMBER, FRACTION) if key == "from" else (NUMBER, FRACTION, TRUTH, WORD)
        by = None
        if "by" in given:
            by = self.formula(given["by"], (*path, "by"), scope, level, *by_kinds)
        rows = given.get(key)
        if type(rows) is not list or not 1 <= len(rows) <= 40:
            self.fault((*path, key), "1 to {n} rows.", n=40)
            rows = []
        worths, found = self._rows((*path, key), rows, by, scope, level, kinds)
        otherwise = None
        if "else" in given:
            at = (*path, "else")
            otherwise, kind = self.worth(given["else"], at, scope, level, *kinds, table=False)
            found.add(kind)
        elif key == "from" or not by or not _all_named(by, worths):
            self.fault((*path, "else"), "What is it worth if no row fits? “else” is missing.")
        kind = FRACTION if found == {NUMBER, FRACTION} else next(iter(found), NUMBER)
        if len(found) > 1 and kind != FRACTION:
            self.fault(path, "All worths of a table are of one kind.")
        if len(self.faults) > before or by is None:
            return NOTHING, kind
        return (table_of if key == "rows" else from_on)(by.run, worths, otherwise), kind

    def _rows(
        self,
        path: Path,
        rows: Sequence[Any],
        by: Term | None,
        scope: Scope,
        level: int,
        kinds: tuple[str, ...],
    ) -> tuple[dict[Any, Run], set[str]]:
        """Return the worths of a table by their keys, and of what kinds they are."""
        worths, found = dict[Any, Run](), set[str]()
        for number, row in enumerate(rows):
            at = (*path, number)
            if type(row) is not list or len(row) != 2:
                self.fault(at, "A row is a pair: a key and its worth.")
                continue
            self._row_key(row[0], (*at, 0), by, [*worths])
            worth, kind = self.worth(row[1], (*at, 1), scope, level, *kinds, table=False)
            found.add(kind)
            if type(row[0]) in (bool, int, str):
                worths[row[0]] = worth
        return worths, found

    def _row_key(self, given: Any, path: Path, by: Term | None, above: Sequence[Any]) -> None:
        """Note what is wrong with the key of a row."""
        rising = path[-3] == "from"
        kind = {TRUTH: bool, WORD: str}.get(by.kind if by and not rising else "", int)
        if type(given) is not kind and (by or rising):
            self.fault(path, "This key cannot be what the table goes by.")
        elif given in above:
            self.fault(path, "This key is there already.")
        elif rising and above and type(above[-1]) is int and given < above[-1]:
            self.fault(path, "The keys of these rows rise.")
        elif by and by.words is not None and given not in by.words:
            self.faults.append(Fault(path, cannot_be(given, by.words).sentence))

    def said(self, within: Any, path: Path, key: str, scope: Scope, level: int) -> Text:
        """Return a text with places for values."""
        template, places = self.text(within, path, key), list[Place]()
        at = (*path, key)
        rest = _PLACE.sub("", template)
        if "{" in rest or "}" in rest:
            self.fault(at, "A curly bracket stands only around a name: {example}.", example="{name}")  # noqa: E501  # fmt: skip
            return Text(template, ())
        doubled = {found[1] for found in _PLACE.finditer(template) if found[2]}
        for found in _PLACE.finditer(template):
            name, forms = found[1], found[2] is not None
            if name not in scope:
                self.faults.append(Fault(at, unknown(name, scope).sentence))
                continue
            what = scope[name]
            if what.level > level:
                self.fault(at, "“{name}” is of each player or side and has many values here.", name=name)  # noqa: E501  # fmt: skip
            if what.kind == FRACTION or (forms and what.kind != NUMBER):
                self.fault(at, "“{name}” is no whole number.", name=name)
            worded = self.worded.get(name, Worded(what))
            # a choice reads as its label, and the words beside it go by its number
            counts = forms and bool(worded.labels)
            places.append(Place(f"{name}_n" if counts else name, name, worded, counts))
        if any(place.counts for place in places):
            for name in doubled:
                template = template.replace(f"{{{name}:", f"{{{name}_n:")
        # one place for each key
        return Text(template, tuple({place.key: place for place in places}.values()))


def _all_named(by: Term, worths: Mapping[Any, Run]) -> bool:
    if by.kind == TRUTH:
        return len(worths) == 2
    return by.words is not None and by.words <= worths.keys()


def table_of(by: Run, worths: Mapping[Any, Run], otherwise: Run | None) -> Run:
    """Return the worth of the row that equals `by`."""

    def worth(known: Known, side: int, seat: int) -> Any:
        run = worths.get(by(known, side, seat), otherwise)
        assert run is not None, "a table without a last resort names everything"
        return run(known, side, seat)

    return worth


def from_on(by: Run, worths: Mapping[Any, Run], otherwise: Run | None) -> Run:
    """Return the worth of the last row whose number is not above `by`; its rows rise."""
    lowest, runs = [*worths], [otherwise, *worths.values()]

    def worth(known: Known, side: int, seat: int) -> Any:
        run = runs[bisect_right(lowest, by(known, side, seat))]
        assert run is not None, "a table from a number on has a last resort"
        return run(known, side, seat)

    return worth
