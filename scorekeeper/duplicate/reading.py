"""Reading a session document: what can be scored, or all that is wrong with it."""

from collections.abc import Iterator
from typing import Any, Final

from scorekeeper.duplicate.contracts import dealer_of, vulnerable_of
from scorekeeper.duplicate.faults import Faults
from scorekeeper.duplicate.lines import LineReader
from scorekeeper.duplicate.planned import read_movement
from scorekeeper.duplicate.session import (
    Adjustment,
    BoardPlayed,
    Contestant,
    Number,
    Scoring,
    Session,
    expected_results,
    most_lines,
)
from scorekeeper.pbn.tags import SEATS, VULNERABLE, Unreadable, deal_hands
from scorekeeper.sentences import Message, tell
from scorekeeper.sheet.documents import Document, SheetRefused, error

FORMAT: Final = "scorekeeper-duplicate/1"
_KEYS: Final = {
    *("format", "event", "kind", "scoring", "contestants", "movement", "boards", "adjustments"),
    "byes",
}
_EVENT: Final = ("name", "date", "club", "director", "scorer")
KINDS: Final = ("pairs", "teams", "individual")
METHODS: Final = ("matchpoints", "cross-imps", "butler", "total-points")
TEAM_METHODS: Final = ("imps", "board-a-match")
_ODD_ID: Final[Message] = "An id must not begin or end with a blank, or have invisible characters."
MOST_BOARD: Final = 1000
MOST_POINTS: Final = 100_000


def read_session(document: Any) -> Session:
    """Return the session of a document; raises `SheetRefused` with all that is wrong."""
    if type(document) is not dict:
        raise SheetRefused([error("", tell("A session is a JSON object."))])
    return _SessionReader(document).read()


class _SessionReader:
    """Reads the parts of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._faults = Faults()

    def read(self) -> Session:
        """Return the session."""
        document, faults = self._document, self._faults
        faults.unknown("", document, _KEYS)
        if document.get("format") != FORMAT:
            faults.add("format", tell("The format is always {format}.", format=FORMAT))
        faults.missing("", document, ("contestants", "boards"))
        self._event()
        kind = document.get("kind", KINDS[0])
        if not faults.one_of("kind", kind, KINDS):
            kind = KINDS[0]
        scoring = self._scoring(kind)
        contestants = {one.id: one for one in self._contestants(scoring)}
        lines = LineReader(
            faults, kind, {one.id: one.section for one in contestants.values()}, scoring.by_percent
        )
        boards = [*self._boards(lines)] if "boards" in document else []
        adjustments = [*self._adjustments(scoring, contestants)]
        byes = [*self._byes(kind, contestants)]
        planned = None
        if "movement" in document:
            planned = read_movement(faults, document["movement"], kind)
        found = Session(
            kind, scoring, contestants, boards, adjustments, byes, planned, lines.warnings
        )
        self._check_expected(found)
        if faults.errors:
            raise SheetRefused(faults.errors)
        found.expected = expected_results(found)
        return found

    def _event(self) -> None:
        if "event" not in self._document:
            return
        event = self._faults.object("event", self._document["event"], _EVENT)
        for key in event or ():
            if key in _EVENT and event:
                self._faults.text(f"event.{key}", event[key])

    def _check_expected(self, session: Session) -> None:
        wanted = session.scoring.expected
        there = most_lines(session.boards, session.scoring.compare)
        if wanted is not None and wanted < there:
            message = tell("A board has {n} results already.", n=there)
            self._faults.add("scoring.expected", message)

    # --- scoring options ------------------------------------------------------------------------

    def _scoring(self, kind: str) -> Scoring:
        """Return the scoring options, the default for one that cannot be."""
        faults = self._faults
        teams = kind == "teams"
        default = TEAM_METHODS[0] if teams else METHODS[0]
        found: Document = {"method": default, "average_imps": 3 if teams else 2}
        given = faults.object("scoring", self._document.get("scoring", {}), _OPTIONS)
        if given is None:
            return Scoring(**found)
        methods = (*TEAM_METHODS, *METHODS) if teams else METHODS
        told = {key: value for key, value in given.items() if value is not None}
        for key, known in {**_CHOICES, "method": methods}.items():
            if key in told and faults.one_of(f"scoring.{key}", told[key], known):
                found[key] = told[key]
        for key, (low, high) in _RANGES.items():
            if key in told:
                found[key] = faults.whole(f"scoring.{key}", told[key], low, high)
        if "own_session" in told:
            found["own_session"] = faults.switch("scoring.own_session", told["own_session"])
        if "average_imps" in told:
            at = "scoring.average_imps"
            found["average_imps"] = faults.number(at, told["average_imps"], 0, 24) or 0
        return Scoring(**found, **self._datum(told.get("datum", {})))

    def _datum(self, given: Any) -> Document:
        """Return how many results Butler's datum leaves out, and what it is rounded to."""
        found: Document = {}
        about = self._faults.object("scoring.datum", given, _DATUM) or {}
        for key, (name, low, high) in _DATUM.items():
            if key in about:
                number = self._faults.whole(f"scoring.datum.{key}", given[key], low, high)
                found[name] = low if number is None else number
        return found

    # --- contestants ----------------------------------------------------------------------------

    def _contestants(self, scoring: Scoring) -> Iterator[Contestant]:
        """Yield the contestants that can be."""
        faults, seen = self._faults, set[str]()
        for at, given in faults.items("contestants", self._document.get("contestants", [])):
            if faults.object(at, given, _CONTESTANT) is None or faults.missing(at, given, ["id"]):
                continue
            name = faults.text(f"{at}.id", given["id"], empty=False)
            if not name:
                continue
            if name != name.strip() or not name.isprintable():
                faults.add(f"{at}.id", tell(_ODD_ID))
                continue
            if name in seen:
                faults.add(f"{at}.id", tell("Two contestants are called {id}.", id=name))
                continue
            seen.add(name)
            names = tuple(
                faults.text(place, one)
                for place, one in faults.items(f"{at}.names", given.get("names", []))
            )
            section = faults.text(f"{at}.section", given.get("section") or "")
            direction = given.get("direction")
            if direction is None and scoring.winners == 2:
                faults.add(
                    f"{at}.direction", tell("With two winners each contestant has a direction.")
                )
            elif direction is not None and not faults.one_of(
                f"{at}.direction", direction, ("NS", "EW")
            ):
                direction = None
            yield Contestant(name, names, section, direction or "")

    # --- boards ---------------------------------------------------------------------------------

    def _boards(self, lines: LineReader) -> Iterator[BoardPlayed]:
        """Yield the boards."""
        faults, seen = self._faults, set[int]()
        for at, given in faults.items("boards", self._document["boards"]):
            if faults.object(at, given, _BOARD) is None:
                continue
            faults.missing(at, given, ("number", "results"))
            number = None
            if "number" in given:
                number = faults.whole(f"{at}.number", given["number"], 1, MOST_BOARD)
            if number in seen:
                message = tell("There are two boards {n}.", n=number or 0)
                faults.add(f"{at}.number", message)
            seen.add(number or 0)
            board = self._board(at, number or 1, given)
            if "results" in given:
                lines.read(f"{at}.results", board, given["results"])
            yield board

    def _board(self, at: str, number: int, given: Document) -> BoardPlayed:
        """Return a board without its results."""
        dealer, vulnerable = dealer_of(number), vulnerable_of(number)
        if given.get("dealer") is not None and self._faults.one_of(
            f"{at}.dealer", given["dealer"], SEATS
        ):
            dealer = given["dealer"]
        if given.get("vulnerable") is not None and self._faults.one_of(
            f"{at}.vulnerable", given["vulnerable"], VULNERABLE
        ):
            vulnerable = given["vulnerable"]
        if given.get("deal") is not None:
            self._deal(f"{at}.deal", given["deal"])
        return BoardPlayed(number, dealer, vulnerable, [])

    def _deal(self, at: str, given: Any) -> None:
        text = self._faults.text(at, given)
        if text:
            try:
                deal_hands(text)
            except Unreadable as unreadable:
                self._faults.add(at, str(unreadable))

    # --- adjustments and byes -------------------------------------------------------------------

    def _adjustments(
        self, scoring: Scoring, contestants: dict[str, Contestant]
    ) -> Iterator[Adjustment]:
        """Yield the adjustments."""
        faults = self._faults
        for at, given in faults.items("adjustments", self._document.get("adjustments", [])):
            if faults.object(at, given, _ADJUSTMENT) is None:
                continue
            name = self._contestant(at, "contestant", given, contestants)
            if given.get("reason") is not None:
                faults.text(f"{at}.reason", given["reason"])
            told = [key for key in ("points", "percent_of_top") if given.get(key) is not None]
            if len(told) != 1:
                place = f"{at}.points" if not told else at
                faults.add(place, tell("An adjustment is points, or a percentage of a top."))
                continue
            (key,) = told
            if key == "percent_of_top" and not scoring.by_percent:
                faults.add(f"{at}.{key}", tell("Only matchpoints have a top."))
                continue
            points = faults.number(f"{at}.{key}", given[key], -MOST_POINTS, MOST_POINTS)
            if name is not None and points is not None:
                yield Adjustment(name, points, key == "percent_of_top")

    def _byes(self, kind: str, contestants: dict[str, Contestant]) -> Iterator[tuple[str, Number]]:
        """Yield the teams that had a bye, each with what it is worth."""
        faults = self._faults
        if "byes" in self._document and kind != "teams":
            faults.add("byes", tell("Only teams have byes."))
            return
        for at, given in faults.items("byes", self._document.get("byes", [])):
            keys = ("round", "team", "vp")
            if faults.object(at, given, keys) is None:
                continue
            if "round" in given:
                faults.whole(f"{at}.round", given["round"], 1, 1000)
            name = self._contestant(at, "team", given, contestants)
            if faults.missing(at, given, ["vp"]):
                continue
            points = faults.number(f"{at}.vp", given["vp"], -MOST_POINTS, MOST_POINTS)
            if name is not None and points is not None:
                yield name, points

    def _contestant(
        self, at: str, key: str, given: Document, contestants: dict[str, Contestant]
    ) -> str | None:
        """Return the contestant that is named there; None where there is none."""
        if self._faults.missing(at, given, [key]):
            return None
        name = given[key]
        if type(name) is str and name in contestants:
            return name
        self._faults.add(f"{at}.{key}", tell("There is no contestant {id}.", id=str(name)[:40]))
        return None


_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "winners": (1, 2),
    "per_win": (1, 2),
    "compare": ("field", "section"),
    "round_lines": (1,),
    "cross_imps": ("mean", "sum"),
    "vp": ("wbf-2013", "none"),
}
_RANGES: Final = {"expected": (1, 10_000), "vp_boards": (1, MOST_BOARD)}
_DATUM: Final = {"discard": ("discard", 0, 1000), "round": ("datum_round", 1, 1000)}
_OPTIONS: Final = {"method", *_CHOICES, *_RANGES, "own_session", "average_imps", "datum"}
_CONTESTANT: Final = ("id", "names", "section", "direction")
_BOARD: Final = ("number", "dealer", "vulnerable", "deal", "results")
_ADJUSTMENT: Final = ("contestant", "points", "percent_of_top", "reason")
