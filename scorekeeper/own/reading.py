"""Reading a game document: all its faults, each with its path, or its parts, ready to be played."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from scorekeeper.engine import Fault
from scorekeeper.interview.steps import Path
from scorekeeper.own import formulas
from scorekeeper.own.formulas import DEAL, FRACTION, NUMBER, PLAYER, SEAT_KIND, SIDE, SIDE_KIND
from scorekeeper.own.formulas import TRUTH, WORD, FormulaFault, Name, Run, Scope, Term
from scorekeeper.own.parts import (
    KIND_OF_VALUE,
    LEAST,
    MOST,
    Answer,
    Carry,
    Check,
    End,
    Field,
    LinePart,
    Paragraph,
    Parts,
    Place,
    Text,
    Value,
    Worded,
)
from scorekeeper.own.tables import from_on, table_of
from scorekeeper.sentences import one_of, phrase, say

FORMAT: Final = "scorekeeper-game/1"
LARGEST: Final = 32_768
"""Bytes of canonical JSON."""
HEAVIEST: Final = 20_000
MOST_PLAYERS: Final = 12
LONGEST: Final = 200
LONGEST_LABEL: Final = 40
FARTHEST: Final = 1_000_000
"""Limits of a number that is entered, and of the points of a line, are within this."""

_NEEDED: Final = ("format", "name", "players", "sides", "wins", "fields", "lines", "end")
_FURTHER: Final = (
    *("aliases", "about", "by", "pack", "options", "values", "checks", "nothing", "carries"),
    *("closing", "passed_out", "rules", "examples"),
)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,23}")
_ANCHOR: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,24}")
_PLACE: Final = re.compile(r"\{([a-z][a-z0-9_]*)(?::([^{}|]*\|[^{}|]*))?\}")
_TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
_GOAL: Final = re.compile(r"max\(all\(total\)\)[≥]([a-z][a-z0-9_]*|[0-9]+)")
_LEVELS: Final = {"deal": DEAL, "side": SIDE, "player": PLAYER}
_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("least", "most", "step", "total", "different"),
    "yesno": ("total", "yes", "no"),
    "choice": ("different", "values", "once"),
    "seat": ("none",),
    "side": ("none",),
}
"""What each kind of field has beside what all have."""


class DocumentRefused(ValueError):
    """A document that breaks a rule; `faults` has every reason, by its path in the document."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)


def canonical(document: Any) -> bytes:
    """Return the document as its identity is made of: keys in order, no blanks, UTF-8."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def read_document(document: Any) -> Parts:
    """Return the parts of a document; raises `DocumentRefused`."""
    return _Reader(document).parts()


class _Reader:
    """Reads one document; `faults` grow, `weight` adds up."""

    def __init__(self, document: Any) -> None:
        self.faults: list[Fault] = []
        self.weight = 0
        self.document = document
        self.each = True
        self.most_players = MOST_PLAYERS
        self.taken = set[str]()
        self.worded = dict[str, Worded]()

    def fault(self, path: Path, template: str, **values: Any) -> None:
        self.faults.append(Fault(path, say(template, **values)))

    def stop(self) -> None:
        if self.faults:
            raise DocumentRefused(self.faults)

    def parts(self) -> Parts:
        text = self._head()
        self.stop()
        document = self.document
        self._about()
        options = [self._option(*one) for one in self.listed("options", 16)]
        # what is carried is named by the fields, and names them in turn
        carries = [self._carry(*one) for one in self.listed("carries", 12)]
        fields = [self._field(*one) for one in self.listed("fields", 24, least=1)]
        values = [self._value(*one) for one in self.listed("values", 24)]
        play = self.scope()
        checks = [self._check(*one, fields) for one in self.listed("checks", 24)]
        rules = [self._rule(*one) for one in self.listed("rules", 40)]
        anchors = [rule.anchor for rule in rules]
        for number, anchor in enumerate(anchors):
            if anchor in anchors[:number]:
                self.fault(("rules", number, "anchor"), "This anchor is there already.")
        points = Name(NUMBER, SIDE)
        lines = self._lines("lines", 60, 1, {**play, "points": points}, anchors)
        nexts = [
            self._next(path, one, carry, {**play, "points": points})
            for (path, one), carry in zip(self.listed("carries", 12), carries, strict=True)
        ]
        own = {field.name for field in fields} | {value.name for value in values}
        over = {name: what for name, what in play.items() if name not in own and name != "dealer"}
        ends = [self._end(*one, over, anchors) for one in self.listed("end", 8)]
        closing = {**over, "points": points, "stopped": Name(TRUTH, DEAL)}
        closings = self._lines("closing", 12, 0, closing, anchors)
        for path, one in self.listed("examples", 10):
            self._example(path, one)
        if self.weight > HEAVIEST:
            self.fault((), "This game is too much work to score. Make it simpler.")
        self.stop()
        return Parts(
            document=document,
            canonical=text,
            sides=self.sides,
            each=self.each,
            options=options,
            carries=nexts,
            fields=fields,
            values=values,
            checks=checks,
            lines=lines,
            closing=closings,
            ends=ends,
            rules=rules,
            weight=self.weight,
        )

    # --- the head ---

    def _head(self) -> bytes:
        document = self.document
        if type(document) is not dict:
            self.fault((), "A game is a JSON object.")
            return b""
        if document.get("format") != FORMAT:
            template = "The format is {format}. A newer app may know another one."
            self.fault(("format",), template, format=FORMAT)
        self.object(document, (), _NEEDED, _FURTHER)
        try:
            text = canonical(document)
        except (ValueError, RecursionError):
            self.fault((), "This game cannot be read.")
            return b""
        if len(text) > LARGEST:
            self.fault((), "This game is too long: {n} bytes at most.", n=LARGEST)
        self.text(document, (), "name", LONGEST_LABEL)
        self.sides = self._sides(document.get("sides"), self._players(document.get("players")))
        self.choice(document, (), "wins", "most", "least")
        return text

    def _players(self, given: Any) -> range:
        if (
            type(given) is list
            and len(given) == 2
            and all(type(one) is int for one in given)
            and 1 <= given[0] <= given[1] <= MOST_PLAYERS
        ):
            self.most_players = given[1]
            return range(given[0], given[1] + 1)
        self.fault(("players",), "The fewest and the most players, from 1 to {n}.", n=MOST_PLAYERS)
        return range(0)

    def _sides(self, given: Any, players: range) -> Mapping[int, str]:
        """Return who scores together by the number of players."""
        sides = dict[int, str]()
        how = ("each", "partners", "pairs")
        if type(given) is str and given in how:
            sides = {n: given for n in players if given == "each" or (n >= 4 and n % 2 == 0)}
        elif type(given) is dict:
            for key, side in given.items():
                n = int(key) if key.isdecimal() and key.isascii() and len(key) < 3 else 0
                if str(n) != key or (players and n not in players):
                    self.fault(("sides", key), "This game is not for {n} players.", n=key)
                elif side not in how:
                    self.fault(("sides", key), "Sides are each, partners or pairs.")
                elif side != "each" and (n < 4 or n % 2):
                    self.fault(("sides", key), "Partners need an even number of players from 4 on.")
                else:
                    sides[n] = side
        if not sides and players:
            self.fault(("sides",), "Sides are each, partners or pairs, for a number of players.")
        self.each = {*sides.values()} <= {"each"}
        return sides

    def _about(self) -> None:
        document = self.document
        for key, longest in (("about", LONGEST), ("by", 80), ("pack", 80), ("nothing", LONGEST)):
            if key in document:
                self.text(document, (), key, longest)
        aliases = document.get("aliases", [])
        if type(aliases) is not list or len(aliases) > 8:
            self.fault(("aliases",), "Other names are a list of {n} at most.", n=8)
        else:
            for number in range(len(aliases)):
                self.text(aliases, ("aliases",), number, LONGEST_LABEL)
        if "passed_out" in document:
            one = self.object(document["passed_out"], ("passed_out",), ("text",))
            self.text(one, ("passed_out",), "text")

    # --- plain values ---

    def object(
        self, given: Any, path: Path, needed: Iterable[str], further: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return an object with these keys and no others; what it lacks is a fault."""
        if type(given) is not dict:
            self.fault(path, "An object is needed here.")
            return {}
        known = (*needed, *further)
        for key in given:
            if key not in known:
                self.fault((*path, key), "“{key}” is not known here.", key=key)
        for key in needed:
            if key not in given:
                self.fault((*path, key), "“{key}” is missing.", key=key)
        return given

    def listed(self, key: str, most: int, least: int = 0) -> list[tuple[Path, Any]]:
        """Return the items of a list of the document with their paths."""
        given = self.document.get(key, [])
        if type(given) is not list or not least <= len(given) <= most:
            if not any(fault.path == (key,) for fault in self.faults):
                self.fault((key,), "{low} to {high} of these.", low=least, high=most)
            return []
        return [((key, number), one) for number, one in enumerate(given)]

    def text(
        self, within: Any, path: Path, key: Any, longest: int = LONGEST, breaks: bool = False
    ) -> str:
        """Return a text; nothing where it is at fault."""
        if type(within) is dict and key not in within:
            return ""  # reported as missing
        given, at = within[key], (*path, key)
        if type(given) is not str or not given.strip() or len(given) > longest:
            self.fault(at, "1 to {n} characters.", n=longest)
            return ""
        for letter in given:
            if unicodedata.category(letter) in ("Cc", "Cs") and not (breaks and letter == "\n"):
                self.fault(at, "A line break or a control character cannot stand here.")
                return ""
            if letter in _TURNING:
                self.fault(at, "A character that turns the direction of writing cannot stand here.")
                return ""
        return given

    def choice(self, within: Mapping[str, Any], path: Path, key: str, *values: str) -> Any:
        """Return one of these words, the first where there is none."""
        given = within.get(key, values[0])
        if type(given) is str and given in values:
            return given
        self.fault((*path, key), "One of these: {choices}.", choices=one_of(*values))
        return values[0]

    def whole(
        self, within: Mapping[str, Any], path: Path, key: str, span: tuple[int, int], usual: int
    ) -> int:
        """Return a whole number."""
        given = within.get(key, usual)
        if type(given) is int and span[0] <= given <= span[1]:
            return given
        template = "A whole number from {low} to {high}."
        self.fault((*path, key), template, low=span[0], high=span[1])
        return usual

    def truth(self, within: Mapping[str, Any], path: Path, key: str, usual: bool = False) -> bool:
        given = within.get(key, usual)
        if type(given) is not bool:
            self.fault((*path, key), "true or false.")
        return given is True

    def name(self, one: Mapping[str, Any], path: Path) -> str:
        """Return a name that nothing else has."""
        given, at = one.get("name"), (*path, "name")
        if "name" not in one:
            return ""
        if type(given) is not str or not _NAME.fullmatch(given):
            self.fault(at, "A name has small letters, digits and _, a letter first, up to 24.")
        elif given in formulas.RESERVED:
            self.fault(at, "“{name}” has a meaning of its own in formulas.", name=given)
        elif given in self.taken:
            self.fault(at, "“{name}” is the name of something else already.", name=given)
        else:
            self.taken.add(given)
            return given
        return ""

    # --- formulas ---

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

    def formula(
        self, text: Any, path: Path, scope: Scope, level: int, *kinds: str
    ) -> Term | None:
        """Return a formula of one of these kinds; None where it is at fault."""
        if type(text) is not str:
            self.fault(path, "A formula is a text.")
            return None
        try:
            term = formulas.read_formula(text, scope, level, kinds, self.most_players)
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
            elif type(given) is int and abs(given) > formulas.LIMIT:
                self.fault(path, "Numbers go up to {n}.", n=formulas.LIMIT)
            return (lambda known, side, seat: given), kind
        if type(given) is dict and table:
            return self._table(given, path, scope, level, kinds)
        if type(given) is not str:
            self.fault(path, "A whole number, a formula or a table is needed.")
            return formulas.nothing, kinds[0] if kinds else NUMBER
        term = self.formula(given, path, scope, level, *kinds)
        return (term.run, term.kind) if term else (formulas.nothing, kinds[0] if kinds else NUMBER)

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
        worths, found = dict[Any, Run](), set[str]()
        for number, row in enumerate(rows):
            at = (*path, key, number)
            if type(row) is not list or len(row) != 2:
                self.fault(at, "A row is a pair: a key and its worth.")
                continue
            self._row_key(row[0], (*at, 0), key, by, [*worths])
            worth, kind = self.worth(row[1], (*at, 1), scope, level, *kinds, table=False)
            found.add(kind)
            if isinstance(row[0], int | str):
                worths[row[0]] = worth
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
            return formulas.nothing, kind
        return (table_of if key == "rows" else from_on)(by.run, worths, otherwise), kind

    def _row_key(
        self, given: Any, path: Path, key: str, by: Term | None, above: Sequence[Any]
    ) -> None:
        """Note what is wrong with the key of a row."""
        kind = by.kind if by else None
        types = {TRUTH: bool, WORD: str}.get(kind or "", int)
        if type(given) is not types and (by or type(given) not in (bool, str, int)):
            self.fault(path, "This key cannot be what the table goes by.")
        elif given in above:
            self.fault(path, "This key is there already.")
        elif key == "from" and above and not given > above[-1]:
            self.fault(path, "The keys of these rows rise.")
        elif by and by.words is not None and given not in by.words:
            choices = one_of(*sorted(by.words))
            self.fault(path, "“{word}” is none of the choices: {choices}.", word=given, choices=choices)  # noqa: E501  # fmt: skip

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
                self.faults.append(Fault(at, formulas.unknown(name, scope).sentence))
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

    # --- what a document lists ---

    def _answer(
        self, one: dict[str, Any], path: Path, scope: Scope | None, needs_usual: bool
    ) -> dict[str, Any]:
        """Return what an option and a field have alike; a `scope` for limits by formula."""
        kind = one["kind"]
        found: dict[str, Any] = {"name": self.name(one, path), "kind": kind}
        found["label"] = self.text(one, path, "label", LONGEST_LABEL)
        for key in ("hint", "yes", "no", "none"):
            if key in one:
                found[key] = self.text(one, path, key, LONGEST if key == "hint" else LONGEST_LABEL)
        if kind == "choice":
            found["labels"] = self._labels(one, path)
        if kind == "number":
            self._limits(one, path, scope, found)
        if "usually" in one:
            found.update(has_usual=True, usual=one["usually"])
            if not _fits(one["usually"], kind, found, self.most_players):
                self.fault((*path, "usually"), "This cannot be the answer.")
        elif needs_usual:
            self.fault((*path, "usually"), "Say what holds where it is not asked.")
        return found

    def _limits(
        self, one: dict[str, Any], path: Path, scope: Scope | None, found: dict[str, Any]
    ) -> None:
        for key, usual in (("least", LEAST), ("most", MOST)):
            given = one.get(key, usual)
            if scope is not None and type(given) is str:
                term = self.formula(given, (*path, key), scope, DEAL, NUMBER)
                found[f"{key}_by"] = term.run if term else None
            else:
                found[key] = self.whole(one, path, key, (-FARTHEST, FARTHEST), usual)
        if not {"least_by", "most_by"} & found.keys() and found["least"] > found["most"]:
            self.fault((*path, "most"), "The most is below the least.")
        found["step"] = self.whole(one, path, "step", (1, MOST), 1)

    def _labels(self, one: dict[str, Any], path: Path) -> dict[Any, str]:
        given, at, labels = one.get("values"), (*path, "values"), dict[Any, str]()
        if type(given) is not list or not 2 <= len(given) <= 40:
            self.fault(at, "A choice has 2 to {n} values.", n=40)
            return labels
        for number, pair in enumerate(given):
            if type(pair) is not list or len(pair) != 2:
                self.fault((*at, number), "A value and its label.")
                continue
            value = pair[0]
            good = (type(value) is int and abs(value) <= FARTHEST) or (
                type(value) is str and _WORD.fullmatch(value)
            )
            if not good or type(value) is not type(given[0][0]):
                self.fault((*at, number, 0), "Values are all whole numbers, or all words.")
                continue
            if value in labels:
                self.fault(at, "“{value}” is there twice.", value=str(value))
                self.fault((*at, number, 0), "“{value}” is there twice.", value=str(value))
            labels[value] = self.text(pair, (*at, number), 1, LONGEST_LABEL)
        return labels

    def _option(self, path: Path, given: Any) -> Answer:
        kind = given.get("kind") if type(given) is dict else None
        keys = {"number": ("least", "most", "step"), "choice": ("values",)}.get(str(kind), ())
        needed = ("name", "label", "kind", "usually", *(("values",) if kind == "choice" else ()))
        one = self.object(given, path, needed, ("hint", *keys))
        kind = self.choice(one, path, "kind", "number", "yesno", "choice")
        found = self._answer({**one, "kind": kind}, path, None, needs_usual=False)
        option = Answer(**found)
        self.know(option.name, option.worded, kind == "number" and option.least >= 1)
        return option

    def know(self, name: str, worded: Worded, divisor: bool = False) -> None:
        """Let formulas name it from here on."""
        if name:
            self.worded[name] = worded._replace(name=worded.name._replace(divisor=divisor))

    def _field(self, path: Path, given: Any) -> Field:
        common = ("hint", "when", "if", "usually")
        kind = given.get("kind") if type(given) is dict else None
        further = _KEYS.get(str(kind), ())
        needed = ("name", "label", "of", "kind", *(("values",) if kind == "choice" else ()))
        one = self.object(given, path, needed, (*common, *further))
        kind = self.choice(one, path, "kind", *_KEYS)
        of = self.choice(one, path, "of", "deal", "player", "side")
        listed, scope = of != "deal", self.scope()
        if listed and kind in ("seat", "side"):
            self.fault((*path, "of"), "A player or a side is asked for once in a deal.")
            self.fault((*path, "kind"), "A player or a side is asked for once in a deal.")
        for key in ("total", "different"):
            if key in one and not listed:
                self.fault((*path, key), "Only what everybody answers has this.")
        found = self._answer({**one, "kind": kind}, path, scope, needs_usual="if" in one)
        when: Any = self.choice({"when": "after", **one}, path, "when", "before", "after")
        once: Any = ""
        if "once" in one:
            once = self.choice(one, path, "once", "game", "player" if listed else "dealer")
        total = None
        if "total" in one and listed:
            at = (*path, "total")
            total, _ = self.worth(one["total"], at, scope, DEAL, NUMBER, table=False)
        field = Field(
            **found,
            of=of,
            level=self.level_of(of),
            when=when,
            asked_if=self.run_of(one, path, "if", DEAL, scope),
            total=total,
            different=self.truth(one, path, "different"),
            once=once,
        )
        worded = field.worded
        self.know(field.name, worded._replace(name=worded.name._replace(level=field.level)))
        return field

    def _carry(self, path: Path, given: Any) -> Carry:
        one = self.object(given, path, ("name", "label", "of", "start", "next"), ("show",))
        level = self.level_of(self.choice(one, path, "of", "deal", "player", "side"))
        options = {name: worded.name for name, worded in self.worded.items()}
        options = {name: options[name] for name in options if name in self.option_names}
        scope = {**options, **{n: Name(NUMBER, DEAL, divisor=True) for n in ("players", "sides")}}
        at = (*path, "start")
        start, kind = self.worth(
            one.get("start", 0), at, scope, DEAL, NUMBER, TRUTH, table=False
        )
        name, label = self.name(one, path), self.text(one, path, "label", LONGEST_LABEL)
        self.know(name, Worded(Name(kind, level)))
        shown = self.truth(one, path, "show", usual=True)
        return Carry(name, label, level, start, start, kind == TRUTH, shown)

    @property
    def option_names(self) -> set[str]:
        given = self.document.get("options", [])
        return {one.get("name") for one in given if type(one) is dict} if type(given) is list else set()  # noqa: E501  # fmt: skip

    def _next(self, path: Path, given: Any, carry: Carry, scope: Scope) -> Carry:
        if type(given) is not dict or "next" not in given:
            return carry
        kind = TRUTH if carry.truth else NUMBER
        then, _ = self.worth(given["next"], (*path, "next"), scope, carry.level, kind)
        return carry._replace(then=then)

    def _value(self, path: Path, given: Any) -> Value:
        one = self.object(given, path, ("name", "label", "of", "is"))
        level = self.level_of(self.choice(one, path, "of", "deal", "player", "side"))
        self.text(one, path, "label", LONGEST_LABEL)
        kinds = (NUMBER, FRACTION, TRUTH, WORD, SEAT_KIND, SIDE_KIND)
        run, kind = formulas.nothing, NUMBER
        if "is" in one:
            scope = self.scope()
            run, kind = self.worth(one["is"], (*path, "is"), scope, level)
            if kind not in kinds:
                self.fault((*path, "is"), "Nobody alone is no value.")
        name = self.name(one, path)
        self.know(name, Worded(Name(kind, level)))
        return Value(name, level, run)

    def _check(self, path: Path, given: Any, fields: Sequence[Field]) -> Check:
        one = self.object(given, path, ("must", "say"), ("at", "for"))
        whom = self.choice(one, path, "for", "deal", "player", "side")
        level, scope = self.level_of(whom), self.scope()
        must = self.run_of(one, path, "must", level, scope)
        at = one.get("at", "")
        field = next((field for field in fields if field.name == at), None)
        if "at" in one and field is None:
            self.fault((*path, "at"), "Nothing of that name is written down.")
        by_item = field is not None and level != DEAL and field.level == level
        said = self.said(one, path, "say", scope, level)
        return Check(must or formulas.nothing, said, level, at if field else "", by_item)

    def _rule(self, path: Path, given: Any) -> Paragraph:
        one = self.object(given, path, ("anchor", "title", "text"))
        anchor = one.get("anchor", "")
        if "anchor" in one and (type(anchor) is not str or not _ANCHOR.fullmatch(anchor)):
            self.fault((*path, "anchor"), "An anchor has small letters, digits and hyphens.")
        title = self.text(one, path, "title", 80)
        return Paragraph(str(anchor), title, self.text(one, path, "text", 2000, breaks=True))

    def _lines(
        self, key: str, most: int, least: int, scope: Scope, anchors: Sequence[str]
    ) -> list[LinePart]:
        lines, above = list[LinePart](), None
        for number, (path, given) in enumerate(self.listed(key, most, least)):
            one = self.object(given, path, ("text", "points"), ("if", "otherwise", "for", "rule"))
            whom = self.choice(one, path, "for", "side", "player")
            level = self.level_of(whom)
            otherwise = self.truth(one, path, "otherwise")
            if "otherwise" in one and not otherwise and one["otherwise"] is False:
                self.fault((*path, "otherwise"), "true, or left out.")
            if otherwise and above != whom:
                self.fault((*path, "otherwise"), "The line above has a condition and the same “for”.")  # noqa: E501  # fmt: skip
            above = whom if "if" in one else None
            points = formulas.nothing
            if "points" in one:
                points, _ = self.worth(one["points"], (*path, "points"), scope, level, NUMBER)
            name = "line" if key == "lines" else key
            rule = self._anchor(one, path, f"{name}-{number + 1}", anchors)
            condition = self.run_of(one, path, "if", level, scope)
            text = self.said(one, path, "text", scope, level)
            lines.append(LinePart(text, points, level, rule, condition, otherwise))
        return lines

    def _anchor(
        self, one: dict[str, Any], path: Path, usual: str, anchors: Sequence[str]
    ) -> str:
        anchor = one.get("rule", usual)
        if "rule" in one and anchor not in anchors:
            self.fault((*path, "rule"), "The rules have no paragraph of that name.")
        return str(anchor)

    def _end(self, path: Path, given: Any, scope: Scope, anchors: Sequence[str]) -> End:
        one = self.object(given, path, ("when",), ("among", "tie", "text", "rule"))
        when = self.run_of(one, path, "when", DEAL, scope) or formulas.nothing
        among = self.run_of(one, path, "among", SIDE, scope)
        names = formulas.words_in(one.get("when", ""))
        plays_on = self.choice({"tie": "shared", **one}, path, "tie", "shared", "play_on")
        text = self.said(one, path, "text", scope, DEAL) if "text" in one else None
        rule = self._anchor(one, path, f"end-{path[-1] + 1}", anchors)  # type: ignore[operator]
        goal = _GOAL.fullmatch("".join(names))
        reach: int | str | None = None
        if goal:
            reach = int(goal[1]) if goal[1].isdecimal() else goal[1]
        by_points = "total" in names and "deal" not in names
        return End(when, among, plays_on == "play_on", text, rule, by_points, reach)

    def _example(self, path: Path, given: Any) -> None:
        further = ("title", "dealer", "options", "scores")
        one = self.object(given, path, ("players", "entries", "totals"), further)
        if "title" in one:
            self.text(one, path, "title")
        for key, kind in (("players", str), ("entries", dict), ("totals", int), ("scores", int)):
            items = one.get(key, [])
            if type(items) is not list or not all(type(item) is kind for item in items):
                self.fault((*path, key), "This list is of the wrong kind.")
        if type(one.get("options", {})) is not dict:
            self.fault((*path, "options"), "An object is needed here.")
        self.whole(one, path, "dealer", (0, MOST_PLAYERS - 1), 0)


def _all_named(by: Term, worths: Mapping[Any, Run]) -> bool:
    if by.kind == TRUTH:
        return len(worths) == 2
    return by.words is not None and by.words <= worths.keys()


def _fits(value: Any, kind: str, found: Mapping[str, Any], players: int) -> bool:
    """Return whether a value can be what is usual."""
    if kind == "number":
        if type(value) is not int or abs(value) > FARTHEST:
            return False
        least, most = found.get("least"), found.get("most")
        if (least is not None and value < least) or (most is not None and value > most):
            return False
        return (value - (least or 0)) % found.get("step", 1) == 0
    if kind == "yesno":
        return type(value) is bool
    if kind == "choice":
        labels = found.get("labels", {})
        return type(value) in (int, str) and value in labels
    if value is None:
        return "none" in found
    return type(value) is int and 0 <= value < players
