"""Reading the lines of a board: who sat where, and what happened."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from scorekeeper.cards import RANKS, SUITS
from scorekeeper.duplicate.contracts import contract_score, possible_scores
from scorekeeper.duplicate.faults import MISSING, Faults
from scorekeeper.duplicate.session import SIDES, Award, BoardPlayed, Half, Line, Number, Outcomes
from scorekeeper.pbn.tags import HAND, PASSED_OUT, SEATS, PbnContract, Unreadable, contract
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document, error

_CONTRACT_KEYS: Final = ("declarer", "tricks", "lead")
OUTCOMES: Final = ("contract", "score", "artificial", "weighted", "split", "not_played")
_REAL: Final = ("contract", "score", *_CONTRACT_KEYS)
_KEYS: Final = {
    *("round", "table", "room", "ns", "ew", "group", "note", *_CONTRACT_KEYS, *OUTCOMES)
}
CODES: Final = ("A+", "A", "A-")
ROOMS: Final = ("open", "closed")
_MOST_POINTS: Final = 100_000
_PERCENT: Final = 100
_MOST_OUTCOMES: Final = 20


class LineReader:
    """Reads the lines of one session."""

    def __init__(self, faults: Faults, kind: str, ids: Mapping[str, str], by_percent: bool) -> None:
        """Read lines of contestants `ids`, each with its section; artificial numbers are percent of
        a top where points are so counted."""
        self._faults, self._ids = faults, ids
        self._individual, self._teams = kind == "individual", kind == "teams"
        self._by_percent = by_percent
        self.warnings: list[Document] = []
        self._known: dict[tuple[Any, ...], Outcomes] = {}

    def read(self, at: str, board: BoardPlayed, given: Any) -> None:
        """Read the results of a board into it."""
        seated: set[str] = set()
        for place, item in self._faults.items(at, given):
            line = self._line(place, board, item)
            if line is not None:
                self._seat(place, line, seated)
                board.lines.append(line)

    def _seat(self, at: str, line: Line, seated: set[str]) -> None:
        """Refuse who sits at the board a second time; a team sits once in each room."""
        for side, sitting in zip(SIDES, line.sides, strict=True):
            for one in sitting:
                seat = f"{side} {one}" if self._teams else one
                if seat in seated:
                    self._faults.add(
                        f"{at}.{side}", tell("{id} has played this board already.", id=one)
                    )
                seated.add(seat)
        if self._teams and line.ns == line.ew:
            self._faults.add(f"{at}.ew", tell("A team does not play against itself."))

    def _line(self, at: str, board: BoardPlayed, given: Any) -> Line | None:
        faults = self._faults
        if type(given) is not dict:
            faults.add(at, tell("A result is an object."))
            return None
        if not given.keys() <= _KEYS:
            faults.unknown(at, given, _KEYS)
        ns, ew = (self._sitting(f"{at}.{side}", side, given) for side in SIDES)
        halves = self._halves(at, board, given)
        if not ns or not ew or halves is None:
            self._place(at, given)
            return None
        line = Line(ns, ew, halves, section=self._ids[ns[0]])
        if "contract" in given or "score" in given:
            half = halves[0]
            line.score = half[0][1] if half and not isinstance(half, Award) else None
        if "group" in given:
            line.group = faults.text(f"{at}.group", given["group"])
        line.round, line.table, line.room = self._place(at, given)
        return line

    def _place(self, at: str, given: Document) -> tuple[int | None, int | str | None, str | None]:
        """Return the round, the table and the room, where they are named."""
        number, table, room = given.get("round"), given.get("table"), given.get("room")
        if number is not None:
            self._faults.whole(f"{at}.round", number, 1, 1000)
        if table is not None and type(table) is not str:
            self._faults.whole(f"{at}.table", table, 1, 1000)
        if room is not None and room not in ROOMS:
            self._faults.one_of(f"{at}.room", room, ROOMS)
        if "note" in given and type(given["note"]) is not str:
            self._faults.text(f"{at}.note", given["note"])
        return number, table, room

    def _sitting(self, at: str, side: str, given: Document) -> tuple[str, ...]:
        """Return who sat on that side; nobody where that can't be told."""
        faults, ids = self._faults, self._ids
        if side not in given:
            faults.add(at, tell(MISSING, key=side))
            return ()
        sitting = given[side]
        if self._individual:
            two = type(sitting) is list and len(sitting) == 2
            if not two or sitting[0] == sitting[1]:
                faults.add(at, tell("Partners are a list of two players."))
                return ()
        elif type(sitting) is not str:
            faults.add(at, tell("Who sat there is the id of a contestant, a text."))
            return ()
        found = tuple(sitting) if self._individual else (sitting,)
        strange = [one for one in found if type(one) is not str or one not in ids]
        for one in strange:
            faults.add(at, tell("There is no contestant {id}.", id=str(one)[:40]))
        return () if strange else found

    # --- what happened --------------------------------------------------------------------------

    def _halves(self, at: str, board: BoardPlayed, given: Document) -> tuple[Half, Half] | None:
        """Return what the line is for both sides; None where that is wrong."""
        told = [key for key in OUTCOMES if key in given and given[key] is not False]
        if told in (["contract"], ["score"], ["contract", "score"]):
            both = self._real(at, board, given)
            return None if both is None else (both, both)
        self._without_contract(at, given)
        if len(told) != 1:
            self._faults.add(
                at,
                tell("Only one thing can have happened: a contract, a score or a ruling.")
                if told
                else tell("Say what happened: a contract, a score or a ruling."),
            )
            return None
        (key,) = told
        found: tuple[Half, Half] | None
        if key == "not_played":
            return (None, None) if self._faults.switch(f"{at}.{key}", given[key]) else None
        if key == "artificial":
            return self._two(f"{at}.{key}", given[key], self._award)
        if key == "weighted":
            weighted = self._weighted(f"{at}.{key}", board, given[key])
            return None if weighted is None else (weighted, weighted)
        found = self._two(
            f"{at}.{key}", given[key], lambda place, half: self._half(place, board, half)
        )
        return found

    def _without_contract(self, at: str, given: Document) -> None:
        for key in _CONTRACT_KEYS:
            if key in given:
                self._faults.add(f"{at}.{key}", tell("This is told beside a contract only."))

    def _two(self, at: str, given: Any, read: Any) -> tuple[Half, Half] | None:
        """Return what both sides have, read one by one."""
        if self._faults.object(at, given, SIDES) is None or self._faults.missing(at, given, SIDES):
            return None
        ns, ew = (read(f"{at}.{side}", given[side]) for side in SIDES)
        return None if ns is None or ew is None else (ns, ew)

    def _award(self, at: str, given: Any) -> Award | None:
        if given in CODES:
            return Award(given)
        low = 0 if self._by_percent else -_MOST_POINTS
        high = _PERCENT if self._by_percent else _MOST_POINTS
        if type(given) is str:
            self._faults.add(at, tell("An artificial score is A+, A, A- or a number."))
            return None
        number = self._faults.number(at, given, low, high)
        return None if number is None else Award(number)

    def _half(self, at: str, board: BoardPlayed, given: Any) -> Half | None:
        """Return one half of a split score."""
        known = (*_REAL, "weighted", "artificial")
        if self._faults.object(at, given, known) is None:
            return None
        told = [key for key in ("artificial", "weighted") if key in given]
        real = [key for key in _REAL if key in given]
        if len(told) == 1 and not real:
            if told == ["artificial"]:
                return self._award(f"{at}.artificial", given["artificial"])
            return self._weighted(f"{at}.weighted", board, given["weighted"])
        if told or not {"contract", "score"} & set(real):
            self._faults.add(
                at, tell("Each half is a contract, a score, a weighted or an artificial score.")
            )
            return None
        return self._real(at, board, given)

    def _weighted(self, at: str, board: BoardPlayed, given: Any) -> Outcomes | None:
        """Return the outcomes of a weighted score."""
        faults = self._faults
        outcomes: list[tuple[Number, int]] = []
        before = len(faults.errors)
        total: Number = 0
        for place, item in faults.items(at, given):
            if faults.object(place, item, (*_REAL, "weight")) is None:
                continue
            if faults.missing(place, item, ("weight",)):
                continue
            weight = faults.number(f"{place}.weight", item["weight"], 0, _PERCENT)
            found = self._outcome(place, board, item)
            if found is not None and weight:
                outcomes.append((Fraction(weight) / _PERCENT, found[0][1]))
                total += weight
        if len(faults.errors) > before:
            return None
        if len(outcomes) > _MOST_OUTCOMES:
            faults.add(at, tell("A weighted score has at most {n} outcomes.", n=_MOST_OUTCOMES))
            return None
        if total != _PERCENT:
            faults.add(at, tell("The weights must add up to 100."))
            return None
        return tuple(outcomes)

    def _outcome(self, at: str, board: BoardPlayed, given: Document) -> Outcomes | None:
        if "contract" in given or "score" in given:
            return self._real(at, board, given)
        self._faults.add(at, tell("An outcome has a contract or a score."))
        return None

    def _real(self, at: str, board: BoardPlayed, given: Document) -> Outcomes | None:
        """Return the one real score that is told by a contract or by itself."""
        if "contract" not in given:
            self._without_contract(at, given)
            return self._score(at, board, given["score"])
        told = (
            *(given.get(key) for key in ("contract", *_CONTRACT_KEYS)),
            board.vulnerable,
        )
        try:
            found = self._known.get(told)
        except TypeError:  # a list or an object where a text is wanted
            found = None
        if found is None:
            found = self._contract(at, board, given)
            if found is None:
                return None
            self._known[told] = found
        if "score" in given and given["score"] != found[0][1]:
            self._faults.add(
                f"{at}.score",
                tell("This contract scores {n} for North-South.", n=found[0][1]),
            )
            return None
        return found

    def _score(self, at: str, board: BoardPlayed, given: Any) -> Outcomes | None:
        score = self._faults.whole(f"{at}.score", given, -_MOST_POINTS, _MOST_POINTS)
        if score is None:
            return None
        if score % 10:
            self._faults.add(f"{at}.score", tell("A score is a multiple of 10."))
            return None
        if score not in possible_scores(board.vulnerable):
            message = tell("No contract scores {n} on board {b}.", n=score, b=board.number)
            self.warnings.append(error(f"{at}.score", message))
        return ((1, score),)

    def _contract(self, at: str, board: BoardPlayed, given: Document) -> Outcomes | None:
        """Return the score of a contract."""
        faults = self._faults
        called = self._called(f"{at}.contract", given["contract"])
        if called == PASSED_OUT:
            for key in _CONTRACT_KEYS:
                if given.get(key) is not None:
                    faults.add(f"{at}.{key}", tell("Nothing is played where all pass."))
            return ((1, 0),)
        if faults.missing(at, given, _CONTRACT_KEYS[:2]):
            return None
        tricks = faults.whole(f"{at}.tricks", given["tricks"], 0, HAND)
        by = faults.one_of(f"{at}.declarer", given["declarer"], SEATS)
        if not self._is_lead(given.get("lead")):
            faults.add(f"{at}.lead", tell("A card is its rank and its suit, e.g. KH."))
            return None
        if called is None or tricks is None or not by:
            return None
        return ((1, contract_score(called, given["declarer"], tricks, board.vulnerable)),)

    def _called(self, at: str, given: Any) -> PbnContract | None:
        try:
            found = contract(given) if type(given) is str else None
        except Unreadable:
            found = None
        if found is None or not (found.level or found == PASSED_OUT):
            self._faults.add(
                at, tell("A contract is e.g. 4S, 3NT, 5DX or 2HXX; or pass, if all passed.")
            )
            return None
        return found

    @staticmethod
    def _is_lead(given: Any) -> bool:
        if given is None:
            return True
        return type(given) is str and len(given) == 2 and given[0] in RANKS and given[1] in SUITS
