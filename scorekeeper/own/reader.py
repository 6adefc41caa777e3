"""Reading a game document by what its parts declare: each key with what reads it; and what is wrong
there, all of it, each fault at its path."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, TypeVar, get_origin, get_type_hints

from scorekeeper.engine import Fault
from scorekeeper.interview.steps import Path
from scorekeeper.own.formulas import read_formula
from scorekeeper.own.terms import (
    DEAL,
    FRACTION,
    LIMIT,
    NO_ONE,
    NUMBER,
    PLAYER,
    RESERVED,
    SEAT_KIND,
    SIDE,
    SIDE_KIND,
    TRUTH,
    WORD,
    FormulaFault,
    Known,
    Name,
    Run,
    Term,
    cannot_be,
    constant,
    run_of,
    unknown,
)
from scorekeeper.sentences import Message, Sentence, phrase, say

LONGEST: Final = 200
LONGEST_LABEL: Final = 40
MOST_PLAYERS: Final = 12
NAME_TAKEN: Final[Message] = "“{name}” is the name of something else already."

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,23}")
_PLACE: Final = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}|]*\|[^{}|]*))?\}")
_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
_LEVELS: Final = {"deal": DEAL, "side": SIDE, "player": PLAYER}
_GIVEN: Final[Mapping[str, Name]] = {
    "players": Name(NUMBER, DEAL, divisor=True),
    "sides": Name(NUMBER, DEAL, divisor=True),
    "deal": Name(NUMBER, DEAL),
    "dealer": Name(SEAT_KIND, DEAL),
    "me": Name(SEAT_KIND, PLAYER),
    "us": Name(SIDE_KIND, SIDE),
    "total": Name(NUMBER, SIDE),
    "points": Name(NUMBER, SIDE),
    "stopped": Name(TRUTH, DEAL),
}
_UNKNOWN_IN: Final[Mapping[str, frozenset[str]]] = {
    "carries": frozenset(("deal", "dealer", "me", "us", "total", "points", "stopped", "carries")),
    "lines": frozenset(("stopped",)),
    "next": frozenset(("stopped",)),
    "end": frozenset(("dealer", "points", "stopped", "fields", "values")),
    "closing": frozenset(("dealer", "fields", "values")),
}
"""What formulas of a section do not know of what is given and of other sections (own.md, 5)."""
_ROW_KEYS: Final[Mapping[type, Message]] = {
    int: phrase("A row of this table begins with a whole number."),
    bool: phrase("A row of this table begins with yes or no."),
    str: phrase("A row of this table begins with one of the words to choose from."),
}
_NOT_YET: Final = frozenset(("points", "stopped"))

Reads = Callable[["Reader", Any, Path], Any]
"""Returns what stands at a path; None after noting what is wrong with it."""


class Part:
    """A part of a document. The annotated fields of its class are its keys, in the order in which
    they are read, each with what reads it; those with a default may be absent. A key that is a word
    of the host language has _ behind it. `given` is the part as it stands in the document at its
    `path`, `level` that of its formulas."""

    given: Mapping[str, Any]
    path: Path
    level: int = DEAL
    keys: ClassVar[Mapping[str, tuple[str, Any]]]
    """Each key with its field and what reads it."""

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        read = {field: hint for field, hint in hints.items() if get_origin(hint) is Annotated}
        cls.keys = {one.rstrip("_"): (one, hint.__metadata__[0]) for one, hint in read.items()}

    def check(self, reader: "Reader") -> None:
        """Note what is wrong between the keys, and let formulas name it from here on."""


P = TypeVar("P", bound=Part)


class _Table(Part):
    """What a worth goes by, its rows, and what holds where none fits."""

    by: Annotated[Any, None]
    rows: Annotated[Any, None] = None
    from_: Annotated[Any, None] = None
    else_: Annotated[Any, None] = None


class Text:
    """A sentence of the document with places for values: each with what works it out, and how it
    reads."""

    def __init__(self, template: Message, places: Mapping[str, tuple[Run, Callable[..., Any]]]):
        self.template = template
        self.places = places

    def said(self, known: Known, side: int, seat: int) -> Sentence:
        """Return the sentence for a side and a seat."""
        values = {key: said(run(known, side, seat)) for key, (run, said) in self.places.items()}
        return say(self.template, **values)


class Reader:
    """Reads a document; `faults` grow, `weight` adds up, `names` are what formulas may name, each
    with the section that declares it; `level` is where those of the part in hand stand."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.weight = 0
        self.level = DEAL
        self.each = True
        self.players = range(0)
        self.most_sides = 0
        self.names = {name: (name, what) for name, what in _GIVEN.items()}

    def fault(self, path: Path, template: Message, **values: Any) -> Any:
        """Note what is wrong at a path."""
        self.faults.append(Fault(path, say(template, **values)))

    # --- objects and lists ---

    def part(self, of: type[Part], given: Any, path: Path) -> Any:
        """Return a part of this class."""
        if type(given) is not dict:
            return self.fault(path, "An object is needed here.")
        self.has_keys(given, path, of)
        return self.fill(of(), given, path)

    def has_keys(self, given: Mapping[str, Any], path: Path, of: type[Part]) -> None:
        """Note the keys that it lacks, and those that such parts do not have."""
        for key in given.keys() - of.keys.keys():
            self.fault((*path, key), "“{key}” is not known here.", key=key)
        for key, (field, _) in of.keys.items():
            if key not in given and not hasattr(of, field):
                self.fault((*path, key), "“{key}” is missing.", key=key)

    def fill(self, part: P, given: Mapping[str, Any], path: Path) -> P:
        """Return the part with what stands in the document; where that is at fault, what holds
        where a key is absent."""
        part.given, part.path, self.level = given, path, DEAL
        for key, (field, reads) in part.keys.items():
            value = reads(self, given[key], (*path, key)) if key in given else None
            if value is not None or not hasattr(part, field):
                setattr(part, field, value)
            if key in ("of", "for"):
                self.level = self.level_of(getattr(part, field))
        part.level = self.level
        part.check(self)
        return part

    def level_of(self, of: str | None) -> int:
        """Return the level; where everybody plays alone, a player is a side."""
        level = _LEVELS[of or "deal"]
        return min(level, SIDE) if self.each else level

    # --- names ---

    def name(self, given: Any, path: Path) -> str | None:
        """Return a name that nothing else has."""
        if type(given) is not str or not _NAME.fullmatch(given):
            self.fault(path, "A name has small letters, digits and _, a letter first, up to 24.")
        elif given in RESERVED:
            self.fault(path, "“{name}” has a meaning of its own in formulas.", name=given)
        elif given in self.names:
            self.fault(path, NAME_TAKEN, name=given)
        else:
            return given
        return None

    def declare(self, name: str | None, path: Path, what: Name) -> None:
        """Let formulas name it from here on."""
        if name:
            self.names[name] = (str(path[0]), what)

    def known_at(self, path: Path) -> dict[str, Name]:
        """Return what formulas may name there."""
        section = "next" if path[2:3] == ("next",) else str(path[0])
        hidden = _UNKNOWN_IN.get(section, _NOT_YET)
        found = {name: what for name, (of, what) in self.names.items() if of not in hidden}
        if self.each and "me" in found:
            found["me"] = found["me"]._replace(level=SIDE)
        return found

    # --- formulas ---

    def formula(self, text: Any, path: Path, level: int, *kinds: str) -> Any:
        """Return a formula of one of these kinds."""
        if type(text) is not str:
            return self.fault(path, "A formula is a text.")
        if self.letters(text, path) is None:
            return None
        try:
            term = read_formula(text, self.known_at(path), level, kinds, max(self.players))
        except FormulaFault as fault:
            self.faults.append(Fault(path, fault.sentence))
            return None
        self.weight += term.weight
        return term

    def worth(self, given: Any, path: Path, level: int, *kinds: str, table: bool = True) -> Any:
        """Return a worth: a constant, a formula or a table."""
        if type(given) is bool or type(given) is int:
            kind = TRUTH if type(given) is bool else NUMBER
            if kinds and kind not in kinds:
                return self.fault(path, "This is of the wrong kind.")
            if abs(given) > LIMIT:
                return self.fault(path, "Numbers go up to {n}.", n=LIMIT)
            return constant(given, kind)
        if type(given) is dict and table:
            return self._table(given, path, level, kinds)
        if type(given) is not str:
            return self.fault(path, "A whole number, a formula or a table is needed.")
        return self.formula(given, path, level, *kinds)

    def _table(self, given: dict[str, Any], path: Path, level: int, kinds: Any) -> Term | None:
        before = len(self.faults)
        self.has_keys(given, path, _Table)
        if ("rows" in given) == ("from" in given):
            self.fault(path, "A table has either “rows” or “from”.")
        key = "from" if "from" in given else "rows"
        by_kinds = (NUMBER, FRACTION) if key == "from" else (NUMBER, FRACTION, TRUTH, WORD)
        by: Term | None = self.formula(given.get("by", "0"), (*path, "by"), level, *by_kinds)
        worths = self._rows(given.get(key), (*path, key), by, level, kinds)
        terms = [*worths.values()]
        if "else" in given:
            terms.append(self.worth(given["else"], (*path, "else"), level, *kinds, table=False))
        elif key == "from" or not by or not _all_named(by, worths):
            self.fault((*path, "else"), "What is it worth if no row fits?")
        found = {term.kind for term in terms if term}
        if found & {SEAT_KIND, SIDE_KIND}:
            found.discard(NO_ONE)
        if len(found) > 1 and found != {NUMBER, FRACTION}:
            self.fault(path, "All worths of a table are of one kind.")
        if len(self.faults) > before or by is None:
            return None
        runs = [term.run for term in terms if term]
        kind = FRACTION if FRACTION in found else found.pop()
        return Term(kind, (_from_on if key == "from" else _row_of)(by.run, [*worths], runs))

    def _rows(
        self, rows: Any, path: Path, by: Term | None, level: int, kinds: Any
    ) -> dict[Any, Term | None]:
        """Return the worths of a table by their keys."""
        worths = dict[Any, Term | None]()
        if type(rows) is not list or not 1 <= len(rows) <= 40:
            self.fault(path, "1 to {n} rows.", n=40)
            return worths
        for number, row in enumerate(rows):
            at = (*path, number)
            if type(row) is not list or len(row) != 2:
                self.fault(at, "A row is a pair: a key and its worth.")
                continue
            self._row_key(row[0], (*at, 0), by, [*worths])
            worth = self.worth(row[1], (*at, 1), level, *kinds, table=False)
            worths[row[0] if type(row[0]) in (bool, int, str) else None] = worth
        return worths

    def _row_key(self, given: Any, path: Path, by: Term | None, above: Sequence[Any]) -> None:
        """Note what is wrong with the key of a row."""
        rising = path[-3] == "from"
        kind = {TRUTH: bool, WORD: str}.get(by.kind if by and not rising else "", int)
        if type(given) is not kind and (by or rising):
            self.fault(path, _ROW_KEYS[kind])
        elif given in above:
            self.fault(path, "This key is there already.")
        elif rising and above and type(above[-1]) is int and given < above[-1]:
            self.fault(path, "The keys of these rows rise.")
        elif by and by.words is not None and given not in by.words:
            self.faults.append(Fault(path, cannot_be(given, by.words).sentence))

    # --- texts ---

    def text(self, given: Any, path: Path, longest: int = LONGEST, breaks: bool = False) -> Any:
        """Return a text; with line ``breaks`` where they may stand."""
        if type(given) is not str or not given.strip() or len(given) > longest:
            return self.fault(path, "1 to {n} characters.", n=longest)
        return self.letters(given, path, breaks)

    def letters(self, given: str, path: Path, breaks: bool = False) -> Any:
        """Return a text in which every character may stand."""
        for letter in given:
            if unicodedata.category(letter) in ("Cc", "Cs") and not (breaks and letter == "\n"):
                return self.fault(path, "A line break or a control character cannot stand here.")
            if letter in _TURNING:
                return self.fault(path, "A character that turns the direction of writing cannot stand here.")  # noqa: E501  # fmt: skip
        return given

    def said(self, given: Any, path: Path) -> Any:
        """Return a text with places for values."""
        template = self.text(given, path) or ""
        rest = _PLACE.sub("", template)
        if "{" in rest or "}" in rest:
            return self.fault(path, "A curly bracket stands only around a name: {example}.", example="{name}")  # noqa: E501  # fmt: skip
        names, places = self.known_at(path), dict[str, tuple[Run, Callable[..., Any]]]()
        found = [(place[1], place[2] is not None) for place in _PLACE.finditer(template)]
        for name, has_forms in found:
            if name not in names:
                self.faults.append(Fault(path, unknown(name, names).sentence))
                continue
            what = names[name]
            if what.level > self.level:
                self.fault(path, "“{name}” is of each player or side and has many values here.", name=name)  # noqa: E501  # fmt: skip
            if what.kind == FRACTION or (has_forms and what.kind != NUMBER):
                self.fault(path, "“{name}” is no whole number.", name=name)
            run = run_of(name, what.level)
            # a choice reads as its label, and the words beside it go by its number
            if has_forms and what.labels:
                places[f"{name}_n"] = run, int
                template = template.replace(f"{{{name}:", f"{{{name}_n:")
            else:
                places[name] = run, what.said
        return Text(template, places)


# --- tables ---------------------------------------------------------------------------------------


def _all_named(by: Term, worths: Mapping[Any, Any]) -> bool:
    if by.kind == TRUTH:
        return len(worths) == 2
    return by.words is not None and by.words <= worths.keys()


def _row_of(by: Run, keys: Sequence[Any], runs: Sequence[Run]) -> Run:
    """Return the worth of the row that equals `by`; a run beyond the keys is that of all others."""
    worths, last = dict(zip(keys, runs, strict=False)), runs[-1]
    return lambda k, s, p: worths.get(by(k, s, p), last)(k, s, p)


def _from_on(by: Run, keys: Sequence[Any], runs: Sequence[Run]) -> Run:
    """Return the worth of the last row whose number is not above `by`; the last run is that of what
    is below them all."""
    return lambda k, s, p: runs[bisect_right(keys, by(k, s, p)) - 1](k, s, p)
