"""Writing USEBIO 1.2."""

import re
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from scorekeeper.duplicate.exchange import extras
from scorekeeper.duplicate.exchange.usebio_in import SUITS
from scorekeeper.duplicate.points import AVERAGE
from scorekeeper.duplicate.session import SIDES
from scorekeeper.pbn.tags import SEAT_NAMES, SEATS
from scorekeeper.sheet.documents import Document

_TYPES: Final = {
    "matchpoints": "MP_PAIRS",
    "cross-imps": "CROSS_IMPS",
    "butler": "BUTLER_PAIRS",
    "total-points": "TOTAL_POINTS",
}
_POINTS: Final = {"cross-imps": "CROSS_IMP_POINTS", "butler": "BUTLER_POINTS", "imps": "IMP_POINTS"}
_NO_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def usebio(session: Document, result: Document) -> str:
    """Return a session as USEBIO, with its figures."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<?{extras.NAME} {extras.dump(session)}?>",
        '<USEBIO Version="1.2">',
        "<CLUB>",
        _tag("CLUB_NAME", session.get("event", {}).get("club", "")),
        "</CLUB>",
        *_event(session, result),
        *_handset(session),
        "</USEBIO>",
    ]
    return "\n".join(lines) + "\n"


def _tag(name: str, value: object) -> str:
    text = "" if value is None else str(value)
    return f"<{name}>{escape(_NO_XML.sub(' ', text))}</{name}>"


def _event(session: Document, result: Document) -> Iterator[str]:
    about = session.get("event", {})
    kind = {"teams": "TEAMS", "individual": "INDIVIDUAL"}.get(
        result["kind"], _TYPES.get(result["method"], "MP_PAIRS")
    )
    yield f"<EVENT EVENT_TYPE={quoteattr(kind)}>"
    yield _tag("EVENT_DESCRIPTION", about.get("name", ""))
    yield _tag("PROGRAM_NAME", "Scorekeeper")
    yield _tag("WINNER_TYPE", len(result["fields"]))
    yield _tag("DATE", _day_first(about.get("date", "")))
    yield _tag("SESSION_COUNT", 1)
    yield _tag("SECTION_COUNT", len({one.get("section") for one in session["contestants"]}))
    if result["method"] == "board-a-match":
        yield _tag("BOARD_SCORING_METHOD", "MATCH_POINTS")
    yield f"<PARTICIPANTS EVENT_TYPE={quoteattr(kind)}>"
    for one in session["contestants"]:
        yield from _participant(one, result)
    yield "</PARTICIPANTS>"
    if result["kind"] == "teams":
        yield from _matches(session, result)
    else:
        for told, board in zip(session["boards"], result["boards"], strict=True):
            yield from _board(told, board, range(len(told["results"])), result)
    yield "</EVENT>"


def _day_first(date: str) -> str:
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", date)
    return f"{found[3]}/{found[2]}/{found[1]}" if found else date


def _participant(one: Document, result: Document) -> Iterator[str]:
    ranking = [line for field in result["fields"] for line in field["ranking"]]
    own = next((line for line in ranking if line["id"] == one["id"]), None)
    names = one.get("names", ())
    if result["kind"] == "individual":
        name, key = "PLAYER", "PLAYER_NUMBER"
        people = [_tag("PLAYER_NAME", " ".join(names))]
    else:
        team = result["kind"] == "teams"
        name, key = ("TEAM", "TEAM_ID") if team else ("PAIR", "PAIR_NUMBER")
        people = [f"<PLAYER>{_tag('PLAYER_NAME', person)}</PLAYER>" for person in names]
    yield f"<{name}>"
    yield _tag(key, one["id"])
    if name == "PAIR":
        yield _tag("DIRECTION", one.get("direction", ""))
    if own is not None:
        yield _tag("TOTAL_SCORE", own["total"])
        if "percent" in own:
            yield _tag("PERCENTAGE", own["percent"])
        shared = sum(
            line["rank"] == own["rank"]
            for field in result["fields"]
            if own in field["ranking"]
            for line in field["ranking"]
        )
        yield _tag("PLACE", f"{own['rank']}{'=' if shared > 1 else ''}")
    yield from people
    yield f"</{name}>"


def _matches(session: Document, result: Document) -> Iterator[str]:
    """Yield the matches with their boards; the lines of a board stand in the session's order."""
    places: dict[tuple[int | None, frozenset[str]], dict[int, list[int]]] = {}
    for number, board in enumerate(session["boards"]):
        for place, line in enumerate(board["results"]):
            key = line.get("round"), frozenset((line["ns"], line["ew"]))
            places.setdefault(key, {}).setdefault(number, []).append(place)
    figures = {(one["round"], frozenset(one["teams"])): one for one in result.get("matches", ())}
    for key, boards in places.items():
        turn, teams = key
        one = figures.get(key)
        first, second = one["teams"] if one else sorted(teams)
        yield "<MATCH>"
        if turn is not None:
            yield _tag("ROUND_NUMBER", turn)
        yield _tag("TEAM", first)
        yield _tag("OPPOSING_TEAM", second)
        if one:
            yield _tag("TEAM_SCORE", one["imps"][0])
            yield _tag("OPPOSING_TEAM_SCORE", one["imps"][1])
            if "vps" in one:
                yield _tag("TEAM_VPS", one["vps"][0])
                yield _tag("OPPOSING_TEAM_VPS", one["vps"][1])
        for number, there in boards.items():
            yield from _board(session["boards"][number], result["boards"][number], there, result)
        yield "</MATCH>"


def _board(
    told: Document, board: Document, places: range | list[int], result: Document
) -> Iterator[str]:
    yield "<BOARD>"
    yield _tag("BOARD_NUMBER", board["number"])
    average = next((line["datum"] for line in board["results"] if "datum" in line), None)
    if average is not None:
        yield _tag("BOARD_AVERAGE", average)
    for place in places:
        line = told["results"][place]
        if not line.get("not_played"):
            yield from _line(line, board["results"][place], result)
    yield "</BOARD>"


def _line(told: Document, line: Document, result: Document) -> Iterator[str]:
    yield "<TRAVELLER_LINE>"
    if isinstance(line["ns"], list):
        for letter, one in zip("NSEW", (*line["ns"], *line["ew"]), strict=True):
            yield _tag(f"{letter}_PLAYER_NUMBER", one)
    else:
        yield _tag("NS_PAIR_NUMBER", line["ns"])
        yield _tag("EW_PAIR_NUMBER", line["ew"])
    if told.get("contract"):
        called = told["contract"].upper()
        yield _tag("CONTRACT", called)
        if called != "PASS":
            yield _tag("PLAYED_BY", told["declarer"])
            if told.get("lead"):
                yield _tag("LEAD", told["lead"])
            yield _tag("TRICKS", told["tricks"])
    yield _tag("SCORE", _score(told, line))
    for side in SIDES:
        if line[f"{side}_points"] is not None:
            name = _POINTS.get(result["method"], "MATCH_POINTS")
            yield _tag(f"{side.upper()}_{name}", line[f"{side}_points"])
    yield "</TRAVELLER_LINE>"


def _score(told: Document, line: Document) -> object:
    """Return the score; an artificial one as near as the format has it."""
    if "artificial" in told:
        codes = [told["artificial"][side] for side in SIDES]
        percents = [AVERAGE.get(code, code) for code in codes]
        return "A" + "".join(f"{min(max(round(one), 0), 99):02}" for one in percents)
    if "weighted" in told:
        outcomes = told["weighted"]
        if all("score" in one for one in outcomes):
            return round(sum(one["weight"] * one["score"] for one in outcomes) / 1000) * 10
    return line["score"]


def _handset(session: Document) -> Iterator[str]:
    """Yield the deals."""
    dealt = [board for board in session["boards"] if board.get("deal")]
    if not dealt:
        return
    yield "<HANDSET>"
    for board in dealt:
        first, _, rest = board["deal"].partition(":")
        start = SEATS.find(first.strip().upper()[:1])
        yield "<BOARD>"
        yield _tag("BOARD_NUMBER", board["number"])
        for turn, hand in enumerate(rest.split()):
            if hand.strip("-"):
                yield "<HAND>"
                yield _tag("DIRECTION", SEAT_NAMES[(start + turn) % len(SEATS)])
                for suit, held in zip(SUITS, hand.upper().split("."), strict=True):
                    yield _tag(suit, held)
                yield "</HAND>"
        yield "</BOARD>"
    yield "</HANDSET>"
