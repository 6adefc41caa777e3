"""Reading USEBIO 1.2, as the standard has it and as programs write it."""

import re
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element

from scorekeeper.duplicate.exchange import extras
from scorekeeper.duplicate.exchange.elements import FileRefused, child, parse, within
from scorekeeper.duplicate.exchange.imported import Imported, PublishedLine, PublishedTotal
from scorekeeper.duplicate.exchange.written import (
    artificial_of,
    award_code,
    contract_of,
    is_not_played,
    lead_of,
    number_of,
    outcome,
    seat_of,
    tricks_of,
    whole_of,
)
from scorekeeper.duplicate.reading import FORMAT
from scorekeeper.pbn.tags import SEAT_NAMES
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import Document

_METHODS: Final = {
    "MP_PAIRS": "matchpoints",
    "INDIVIDUAL": "matchpoints",
    "CROSS_IMPS": "cross-imps",
    "CROSS_IMP": "cross-imps",
    "BUTLER_PAIRS": "butler",
    "BUTLER": "butler",
    "BUTLER_IMPS": "butler",
    "MATCH_POINTS": "matchpoints",
    "AGGREGATE": "total-points",
    "TOTAL_POINTS": "total-points",
}
_POINTS: Final = {
    "MATCH_POINTS": "matchpoints",
    "CROSS_IMP_POINTS": "cross-imps",
    "BUTLER_POINTS": "butler",
    "IMP_POINTS": "imps",
}
_DIRECTIONS: Final = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


def read_usebio(data: bytes) -> Imported:
    """Return the session of a file; raises `FileRefused`."""
    root, told = parse(data)
    event = next(within(root, "EVENT"), None) if root.tag == "USEBIO" else None
    if event is None:
        raise FileRefused(tell("This XML file is no USEBIO file with an event."))
    return _Reader(root, event, extras.load(told) if told else None).read()


class _Reader:
    """Reads one event."""

    def __init__(self, root: Element, event: Element, own: Document | None) -> None:
        self._root, self._event, self._own = root, event, own
        kind = event.get("EVENT_TYPE", "").upper()
        self._teams = "TEAM" in kind or kind == "KO"
        self._individual = "INDIVIDUAL" in kind
        self._method = self._find_method(kind)
        self._two = child(event, "WINNER_TYPE") == "2"
        sections = [*within(event, "SECTION")]
        self._by_section = len(sections) > 1
        self._boards: dict[int, Document] = {}
        self._found = Imported({}, [], [])
        self._open: list[tuple[Document, str, str]] = []

    def read(self) -> Imported:
        """Return the session and what was published."""
        session: Document = {"format": FORMAT, "event": self._about()}
        session["kind"] = "teams" if self._teams else "individual" if self._individual else "pairs"
        session["scoring"] = {"method": self._method, "winners": 2 if self._two else 1}
        session["contestants"] = self._contestants()
        for section, part in self._parts():
            for board in within(part, "BOARD", "MATCH", "HANDSET", "SECTION"):
                self._board(board, section, None)
            for match in within(part, "MATCH", "HANDSET", "SECTION"):
                for board in within(match, "BOARD"):
                    self._board(board, section, match)
        self._settle_open()
        deals = dict(self._deals())
        for number, deal in deals.items():
            self._at(number)["deal"] = deal
        session["boards"] = [self._boards[number] for number in sorted(self._boards)]
        self._add_unknown(session)
        if self._own is not None:
            extras.restore(session, self._own)
        self._found.session = session
        return self._found

    def _find_method(self, kind: str) -> str:
        """Return the method: by the event's type, what it says of its boards, or the points."""
        told = child(self._event, "BOARD_SCORING_METHOD").upper()
        if self._teams:
            return "board-a-match" if "POINT" in told or "BOARD_A_MATCH" in kind else "imps"
        for name in (kind, told):
            if name in _METHODS:
                return _METHODS[name]
        for points, method in _POINTS.items():
            if next(self._event.iter(f"NS_{points}"), None) is not None:
                return "cross-imps" if method == "imps" else method
        return "matchpoints"

    def _about(self) -> Document:
        event = self._event
        found = {
            "name": child(event, "EVENT_DESCRIPTION", "TITLE"),
            "club": child(self._root, "CLUB/CLUB_NAME"),
            "date": _iso(child(event, "DATE")),
        }
        return {key: text[:200] for key, text in found.items() if text}

    def _parts(self) -> Iterator[tuple[str, Element]]:
        """Yield the event, then its sections with their names."""
        yield "", self._event
        for section in within(self._event, "SECTION"):
            name = section.get("SECTION_ID", "") or child(section, "SECTION_ID", "SECTION_NAME")
            yield name if self._by_section else "", section

    # --- contestants ----------------------------------------------------------------------------

    def _contestants(self) -> list[Document]:
        found: dict[str, Document] = {}
        self._team_of: dict[str, str] = {}
        for section, part in self._parts():
            for group in within(part, "PARTICIPANTS", "SECTION"):
                name = "TEAM" if self._teams else "PLAYER" if self._individual else "PAIR"
                for one in within(group, name):
                    contestant = self._contestant(one, section)
                    if contestant is not None:
                        found.setdefault(contestant["id"], contestant)
        return [*found.values()]

    def _contestant(self, one: Element, section: str) -> Document | None:
        number = child(one, "TEAM_ID", "TEAM_NUMBER", "PAIR_NUMBER", "PLAYER_NUMBER", "TEAM_NAME")
        told = re.fullmatch(r"\d+(NS|EW)", number.upper())
        direction = _direction(child(one, "DIRECTION")) or (told[1] if told else "")
        if not number:
            return None
        key = self._id(number, section, direction)
        for pair in within(one, "PAIR"):
            self._team_of.setdefault(child(pair, "PAIR_NUMBER"), key)
        found: Document = {"id": key}
        names = [child(one, "PLAYER_NAME")] if self._individual else []
        names += [child(player, "PLAYER_NAME") for player in within(one, "PLAYER")]
        if any(names):
            found["names"] = [name[:200] for name in dict.fromkeys(names) if name]
        if section:
            found["section"] = section
        if direction:
            found["direction"] = direction
        self._found.totals.append(
            PublishedTotal(
                key,
                child(one, "TOTAL_SCORE"),
                child(one, "PERCENTAGE"),
                child(one, "PLACE").strip(" ="),
            )
        )
        return found

    def _id(self, number: str, section: str, direction: str) -> str:
        """Return the id of a contestant: as in the file, its section before it where there are
        several, its direction behind it where there are two winners."""
        number = number.strip()
        if self._own is not None:
            return number
        if self._two and direction and not number.upper().endswith(direction):
            number += direction
        return section + number

    def _add_unknown(self, session: Document) -> None:
        """Add the contestants that the lines name and the file does not list; with two winners it
        is the lines that tell a direction which the list leaves out."""
        known = {one["id"]: one for one in session["contestants"]}
        for board in session["boards"]:
            for line in board["results"]:
                for side in ("ns", "ew"):
                    for one in line[side] if isinstance(line[side], list) else [line[side]]:
                        if one not in known:
                            known[one] = self._unknown(one, side.upper(), known)
        session["contestants"] = [
            one for one in known.values() if not self._two or "direction" in one
        ]

    def _unknown(self, name: str, direction: str, known: dict[str, Document]) -> Document:
        if not self._two:
            return {"id": name}
        listed = known.pop(name.removesuffix(direction), {})
        totals = self._found.totals
        for place, total in enumerate(totals):
            if listed and total.id == listed["id"]:
                totals[place] = total._replace(id=name)
        return {**listed, "id": name, "direction": direction}

    # --- boards ---------------------------------------------------------------------------------

    def _at(self, number: int) -> Document:
        return self._boards.setdefault(number, {"number": number, "results": []})

    def _board(self, element: Element, section: str, match: Element | None) -> None:
        number = whole_of(child(element, "BOARD_NUMBER"))
        lines = [*within(element, "TRAVELLER_LINE")]
        if number is None or number < 1:
            return
        board = self._at(number)
        for place, line in enumerate(lines):
            ns, ew = self._who(line, section, match, place)
            if not ns or not ew:
                continue
            found: Document = {"ns": ns, "ew": ew}
            turn = self._round_of(match, ns, ew)
            if turn:
                found["round"] = turn
            # a match may stand once for each of its teams
            if not self._teams or all(
                (one["ns"], one["ew"]) != (ns, ew) for one in board["results"]
            ):
                self._read_line(found, line, number)
                board["results"].append(found)

    def _round_of(
        self, match: Element | None, ns: str | list[str], ew: str | list[str]
    ) -> int | None:
        """Return the round of a line: that of its match, or of the one match of these teams."""
        if match is not None:
            return whole_of(child(match, "ROUND_NUMBER"))
        if not self._teams:
            return None
        rounds = {
            whole_of(child(one, "ROUND_NUMBER"))
            for one in within(self._event, "MATCH")
            if {child(one, "TEAM"), child(one, "OPPOSING_TEAM")} == {ns, ew}
        }
        return rounds.pop() if len(rounds) == 1 else None

    def _who(
        self, line: Element, section: str, match: Element | None, place: int
    ) -> tuple[str | list[str], str | list[str]]:
        """Return who sat there: as the line says, else as its match does."""
        if self._individual:
            seats = [child(line, f"{one}_PLAYER_NUMBER", f"{one}_PLAYER") for one in "NSEW"]
            if all(seats):
                return seats[:2], seats[2:]
        told = [child(line, f"{side}_PAIR_NUMBER", f"{side}_PAIR") for side in ("NS", "EW")]
        if self._teams and match is None:
            told = [self._team_of.get(one, one) for one in told]
        if match is not None:
            names = (
                ("TEAM", "OPPOSING_TEAM") if self._teams else ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
            )
            teams = [child(match, name) for name in names]
            told = self._of_match(told, teams, place) if all(teams) else told
        ns, ew = told
        if not ns or not ew:
            return "", ""
        return self._id(ns, section, "NS"), self._id(ew, section, "EW")

    def _of_match(self, told: list[str], teams: list[str], place: int) -> list[str]:
        """Return the teams of a line: by the pairs' teams, else by turns."""
        found = [one if one in teams else self._team_of.get(one, "") for one in told]
        if {*found} == {*teams}:
            return found
        return teams if not self._teams or place % 2 == 0 else teams[::-1]

    def _read_line(self, found: Document, line: Element, number: int) -> None:
        """Add what happened to a line."""
        called, score = contract_of(child(line, "CONTRACT")), child(line, "SCORE")
        points = [
            next((text for name in _POINTS if (text := child(line, f"{side}_{name}"))), "")
            for side in ("NS", "EW")
        ]
        sides = (child(line, "NS_SCORE"), child(line, "EW_SCORE"))
        award = artificial_of(score)
        if award is None and all("%" in one for one in sides):
            award = artificial_of(f"A{sides[0]}{sides[1]}")
        if award is not None:
            found["artificial"] = award
        elif is_not_played(score) or is_not_played(child(line, "CONTRACT")):
            found["not_played"] = True
        else:
            tricks = tricks_of(child(line, "TRICKS"), called)
            by, lead = seat_of(child(line, "PLAYED_BY")), lead_of(child(line, "LEAD"))
            what = outcome(number, called, by, tricks, lead, whole_of(score))
            found |= what
            if not what:
                self._open.append((found, points[0], points[1]))
        if isinstance(found["ns"], str):
            self._found.lines.append(PublishedLine(number, found["ns"], found["ew"], *points))

    def _settle_open(self) -> None:
        """Say what lines are that have no score: artificial if they have points, else the board was
        not played."""
        lines = max((len(board["results"]) for board in self._boards.values()), default=0)
        top = 2 * (lines - 1)
        for line, *texts in self._open:
            points = [number_of(text) for text in texts]
            ns, ew = points
            if ns is None or ew is None:
                line["not_played"] = True
            elif self._method == "matchpoints":
                line["artificial"] = {"ns": award_code(ns, top), "ew": award_code(ew, top)}
            else:
                line["artificial"] = {"ns": float(ns), "ew": float(ew)}

    def _deals(self) -> Iterator[tuple[int, str]]:
        """Yield the deals of the hand sets, by board."""
        for handset in within(self._root, "HANDSET"):
            for board in within(handset, "BOARD"):
                number = whole_of(child(board, "BOARD_NUMBER"))
                hands = {seat_of(child(one, "DIRECTION")): one for one in within(board, "HAND")}
                written = [_hand(hands.get(name[0])) for name in SEAT_NAMES]
                if number is not None and number > 0 and all(written):
                    yield number, f"N:{' '.join(written)}"


def _hand(element: Element | None) -> str:
    """Return a hand of 13 cards as PBN has it; empty where it is none."""
    if element is None:
        return ""
    suits = [re.sub("10", "T", child(element, name)).upper().replace(" ", "") for name in SUITS]
    good = sum(map(len, suits)) == 13 and re.fullmatch("[2-9TJQKA]*", "".join(suits))
    return ".".join(suits) if good else ""


def _direction(text: str) -> str:
    """Return `NS` or `EW` for what programs write."""
    letters = re.sub("[^NSEW]", "", text.upper())
    return _DIRECTIONS.get(letters[:1], "") if text and text[:1].isalpha() else ""


def _iso(date: str) -> str:
    """Return a date with its year first."""
    found = re.fullmatch(r"(\d\d?)[/.](\d\d?)[/.](\d{4})", date)
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}" if found else date
