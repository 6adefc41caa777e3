"""Past results brought into a league: sent, looked at, kept; and taken back."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import leagues, past
from scorekeeper.games import games
from scorekeeper.leagues import Considered, Found, Whom
from scorekeeper.past import Fault, Past
from scorekeeper.past.text import NoText, decoded
from scorekeeper.sentences import amount
from scorekeeper.spelling import folded
from scorekeeper.web import leagued, tabled
from scorekeeper.web.paper import minus

bp = Blueprint("importing", __name__)

MOST_TOLD: Final = 50
"""How many faults a page lists; the rest is counted."""
MOST_SHOWN: Final = 20
"""How many games a page shows."""
MOST_BYTES: Final = 800_000
"""What is looked at is sent a second time to be kept, and a little longer then."""
_EAST: Final = timedelta(hours=14)
"""Where it is the latest, as seen from Greenwich; there today may be tomorrow."""
_DATES: Final = {"day": True, "month": False}


@bp.route("/l/<league_id>/import", methods=["GET", "POST"])
def results(league_id: str) -> ResponseReturnValue:
    """A file or text, what is understood of it, and then its games are the league's."""
    found = leagued.visit_or_403(league_id, organise=True)
    page = _Looked(found)
    act, _, number = request.form.get("do", "").partition(".")
    outcome = leagued.Outcome(200, tabled.said())
    if act == "keep":
        outcome = page.keep()
    elif act in ("strike", "restore"):
        outcome = _take_back(found, act, tabled.number(number) or 0)
    elif request.method == "POST":
        outcome = page.look()
    if outcome.done and act:
        tabled.say(outcome.message)
        return redirect(url_for("importing.results", league_id=league_id), 303)
    return render_template("league/import.html", **page.shown(outcome)), outcome.status


class _Looked:
    """What was sent, as the league would take it; nothing where nothing was sent."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.data = _sent()
        asked = tabled.number(request.form.get("season", ""))
        self.season = found.league.seasons.get(asked or 0) or found.season_shown
        self.dates = request.form.get("dates", "")
        self.considered = self._considered() if self.data.strip() else None

    def _considered(self) -> Considered | None:
        if self.season is None:
            return None
        return leagues.consider(self.found, self._past(), self.season, self._said())

    def _past(self) -> Past:
        if len(self.data) > MOST_BYTES:
            said = "This file is too large; part it into several."
            return Past((), (Fault(1, "", said),))
        return past.read(self.data, games(), _today(), _DATES.get(self.dates))

    def _said(self) -> dict[str, int]:
        """What was said about names that are near to known ones."""
        answers = ((name, tabled.number(value)) for name, value in request.form.items())
        return {
            name.removeprefix("whom."): number
            for name, number in answers
            if name.startswith("whom.") and number is not None
        }

    @property
    def text(self) -> str:
        """What was sent, as text; empty where it is none, or too much."""
        try:
            return decoded(self.data)[0] if len(self.data) <= MOST_BYTES else ""
        except NoText:
            return ""

    def look(self) -> leagued.Outcome:
        """Say what there is to put right."""
        if self.season is None:
            return leagued.Outcome(422, ("bad", "The league has no season."))
        if self.considered is None:
            return leagued.Outcome(422, ("bad", "Choose a file, or paste the results."))
        return leagued.Outcome(422 if self.considered.faults else 200, self._told())

    def _told(self) -> tabled.Message:
        considered = self.considered
        if considered is None or considered.past.ask_dates:
            return ("warn", "Say how its dates are written.")
        if considered.faults:
            return ("bad", "Nothing can be kept while anything is wrong.")
        if not considered.ready:
            return ("warn", "Say who is who.")
        return ("warn", "Look at what is odd.") if considered.warnings else None

    def keep(self) -> leagued.Outcome:
        """Have the games be the league's."""
        if self.considered is None or self.season is None:
            return self.look()
        read, season, said = self.considered.past, self.season, self._said()
        told = f"{amount(len(read.games), 'game is', 'games are')} kept in {season.name}."
        return leagued.attempt(
            lambda: leagues.keep_past(self.found, leagued.order(), read, season.number, said), told
        )

    def shown(self, outcome: leagued.Outcome) -> dict[str, Any]:
        """What the template shows."""
        considered = self.considered
        return {
            **leagued.frame(self.found, "import", message=outcome.message),
            "seasons": [*self.found.league.seasons.values()][::-1],
            "season": self.season,
            "sample": past.sample(games()),
            "text": self.text,
            "dates": self.dates,
            "considered": considered,
            "faults": _listed(considered.faults if considered else ()),
            "warnings": _listed(considered.warnings if considered else ()),
            "understood": _understood(considered.past) if considered else [],
            "whom": [_asked(self.found, one) for one in considered.asked] if considered else [],
            "players": _players(self.found, considered) if considered else [],
            "preview": [*_games(considered.past)] if considered else [],
            "imports": [*_imports(self.found)],
        }


def _sent() -> bytes:
    """The file, else the text that was pasted."""
    file = request.files.get("file")
    if file is None:
        return request.form.get("text", "").encode()
    with closing(file):
        return file.read() or request.form.get("text", "").encode()


def _today() -> date:
    """The last day that has begun anywhere."""
    return (datetime.fromtimestamp(time.time(), UTC) + _EAST).date()


def _take_back(found: Found, act: str, seq: int) -> leagued.Outcome:
    if act == "strike":
        return leagued.attempt(
            lambda: leagues.strike(found, leagued.order(), seq), "The import is taken back."
        )
    return leagued.attempt(
        lambda: leagues.restore(found, leagued.order(), seq), "The import counts again."
    )


# --- what is shown ------------------------------------------------------------------------------


def _listed(faults: Sequence[Fault]) -> dict[str, Any]:
    """The first faults by line, and how many there are more."""
    told = [
        {"line": one.line, "column": one.column, "message": one.message}
        for one in faults[:MOST_TOLD]
    ]
    return {"told": told, "more": len(faults) - len(told)}


def _understood(read: Past) -> list[tuple[str, str]]:
    """How the file was read."""
    known = read.understood
    columns = ", ".join(
        head if head.casefold().startswith(role) else f"{head} ({role})"
        for head, role in known.columns
    )
    told = {
        "Letters": known.encoding,
        "Columns are parted by": known.delimiter,
        "A row is": "a game" if known.row_a_game else "a player of a game",
        "Dates are like": ", ".join(known.dates),
        "Columns": columns,
        "Not read": ", ".join(known.ignored),
    }
    return [(label, words) for label, words in told.items() if words]


def _asked(found: Found, one: Whom) -> dict[str, Any]:
    """A name that is near to known ones, and whom it may stand for."""
    given = leagues.GUEST if one.player is None else one.player
    choices = [*((number, found.names[number]) for number in one.near), (0, "a new guest")]
    return {
        "name": one.name,
        "field": f"whom.{folded(one.name)}",
        "choices": choices,
        "given": given if one.settled else None,
    }


def _players(found: Found, considered: Considered) -> list[tuple[str, str]]:
    """The names that need no question: known players first, then new guests."""
    league = found.league
    plain = [one for one in considered.whom.values() if not one.near]
    known = [
        (one.name, found.names[league.is_now(one.player)])
        for one in plain
        if one.player is not None
    ]
    return known + [(one.name, "a new guest") for one in plain if one.player is None]


def _games(read: Past) -> Iterator[dict[str, Any]]:
    for game in read.games[:MOST_SHOWN]:
        sides = (" & ".join(side) for side in game.sides)
        yield {
            "date": game.date.isoformat(),
            "game": games()[game.game].name,
            "who": " – ".join(sides),
            "points": " : ".join(map(minus, game.points)),
        }


def _imports(found: Found) -> Iterator[dict[str, Any]]:
    """The imports there were, the newest first."""
    for one in reversed(found.league.standing.written):
        if one.kind == "import":
            season = found.league.seasons.get(one.payload["season"])
            yield {
                "seq": one.seq,
                "name": one.payload["name"],
                "season": season.name if season else "",
                "struck": one.struck,
            }
