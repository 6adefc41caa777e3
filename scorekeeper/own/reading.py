"""Reading a game document: all its faults, each with its path, or its parts, ready to be played."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scorekeeper.engine import Fault
from scorekeeper.interview.steps import Path
from scorekeeper.own.answers import Answers
from scorekeeper.own.parts import (
    Carry,
    Check,
    End,
    Field,
    LinePart,
    Paragraph,
    Parts,
    Value,
    Worded,
)
from scorekeeper.own.shapes import LONGEST, LONGEST_LABEL
from scorekeeper.own.terms import (
    DEAL,
    FRACTION,
    NOTHING,
    NUMBER,
    SEAT_KIND,
    SIDE,
    SIDE_KIND,
    TRUTH,
    WORD,
    FormulaFault,
    Name,
    Scope,
    tokens_of,
)
from scorekeeper.own.worths import MOST_PLAYERS
from scorekeeper.sentences import Message

FORMAT: Final = "scorekeeper-game/1"
LARGEST: Final = 32_768
"""Bytes of canonical JSON."""
HEAVIEST: Final = 20_000

_NEEDED: Final = ("format", "name", "players", "sides", "wins", "fields", "lines", "end")
_FURTHER: Final = (
    *("aliases", "about", "by", "pack", "options", "values", "checks", "nothing", "carries"),
    *("closing", "passed_out", "rules", "examples"),
)
_ANCHOR: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
_GOAL: Final = re.compile(r"max\(all\(total\)\)[≥]([a-z][a-z0-9_]*|[0-9]+)")


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


class _Reader(Answers):
    """Reads one document; `faults` grow, `weight` adds up."""

    def stop(self) -> None:
        if self.faults:
            raise DocumentRefused(self.faults)

    def parts(self) -> Parts:
        text = self._head()
        self.stop()
        document = self.document
        self._about()
        options = [self.option(*one) for one in self.listed("options", 16)]
        # what is carried is named by the fields, and names them in turn
        named = [*self.worded]
        carries = [self._carry(*one, named) for one in self.listed("carries", 12)]
        fields = [self.field(*one) for one in self.listed("fields", 24, least=1)]
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
            template: Message = "The format is {format}. A newer app may know another one."
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

    # --- what a document lists ---

    def _carry(self, path: Path, given: Any, options: Iterable[str]) -> Carry:
        one = self.object(given, path, ("name", "label", "of", "start", "next"), ("show",))
        level = self.level_of(self.choice(one, path, "of", "deal", "player", "side"))
        scope = {name: self.scope()[name] for name in ("players", "sides", *options)}
        at = (*path, "start")
        start, kind = self.worth(one.get("start", 0), at, scope, DEAL, NUMBER, TRUTH, table=False)
        name, label = self.name(one, path), self.text(one, path, "label", LONGEST_LABEL)
        self.know(name, Worded(Name(kind, level)))
        shown = self.truth(one, path, "show", usual=True)
        return Carry(name, label, level, start, start, kind == TRUTH, shown)

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
        run, kind = NOTHING, NUMBER
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
        return Check(must or NOTHING, said, level, at if field else "", by_item)

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
            points = NOTHING
            if "points" in one:
                points, _ = self.worth(one["points"], (*path, "points"), scope, level, NUMBER)
            name = "line" if key == "lines" else key
            rule = self._anchor(one, path, f"{name}-{number + 1}", anchors)
            condition = self.run_of(one, path, "if", level, scope)
            text = self.said(one, path, "text", scope, level)
            lines.append(LinePart(text, points, level, rule, condition, otherwise))
        return lines

    def _anchor(self, one: dict[str, Any], path: Path, usual: str, anchors: Sequence[str]) -> str:
        anchor = one.get("rule", usual)
        if "rule" in one and anchor not in anchors:
            self.fault((*path, "rule"), "The rules have no paragraph of that name.")
        return str(anchor)

    def _end(self, path: Path, given: Any, scope: Scope, anchors: Sequence[str]) -> End:
        one = self.object(given, path, ("when",), ("among", "tie", "text", "rule"))
        when = self.run_of(one, path, "when", DEAL, scope) or NOTHING
        among = self.run_of(one, path, "among", SIDE, scope)
        names = _words_in(one.get("when"))
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


def _words_in(text: Any) -> list[str]:
    """Return the words and signs of a formula, in one spelling each."""
    try:
        return [value for _, value in tokens_of(text)] if type(text) is str else []
    except FormulaFault:
        return []
