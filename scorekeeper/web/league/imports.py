"""Importing past results into a league: upload, preview, import, undo."""

import time
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from scorekeeper import results_file
from scorekeeper.game_finder import plain_name
from scorekeeper.games import games
from scorekeeper.leagues.importing import (
    GUEST,
    ImportOptions,
    ImportPreview,
    NameMatch,
    import_results,
    new_season,
    preview_import,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.results_file import Answers, Past
from scorekeeper.results_file.checking import PastGame
from scorekeeper.results_file.text import FileFault, NotText, decode_text
from scorekeeper.results_file.writing import layouts
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded
from scorekeeper.store.league.state import Season
from scorekeeper.web.league.forms import ResultsForm
from scorekeeper.web.league.league_request import (
    attempt,
    attempt_mark,
    league_page,
    refused,
    respond,
    visit_or_403,
)
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import WriteOutcome

bp = Blueprint("importing", __name__)

MOST_SHOWN: Final = 20
"""How many games a page shows."""
PLAIN: Final = "game."
"""Before the plain name of an unknown game, in the name of the field about it."""
MOST, FEWEST = "most", "fewest"
"""Who wins in an unknown game that is kept as a plain result."""
MOST_BYTES: Final = 800_000
"""What is looked at is sent a second time to be kept, and a little longer then."""
_EAST: Final = timedelta(hours=14)
"""Where it is the latest, as seen from Greenwich; there today may be tomorrow."""
NEW: Final = "new"
"""Chosen instead of a season: one that is begun for these results."""

_NOTHING: Final = phrase("Correct the errors before importing.")
_FAULTY: Final = phrase("Some lines have errors. Correct them, or import the others.")
_UNFIT: Final = phrase("No results found. Compare the file with the layouts below.")
_CHANGED: Final = phrase("Your answers change the games. Check the preview, then import.")
_DATES: Final = {"day": True, "month": False}
_RUNNING: Final = {"running": True, "game": False}


@bp.route("/l/<league_id>/import", methods=["GET", "POST"])
def results(league_id: str) -> ResponseReturnValue:
    """Upload a file or text, preview the games in it, and import them."""
    visit = visit_or_403(league_id, organise=True)
    form = ResultsForm()
    act = form.do.data.act
    if act == "file":
        return _as_file(form.text.data)
    sent = _ImportRequest(visit, form)
    outcome, left = WriteOutcome(200, table_request.take_flash()), ""
    if act in ("keep", "part", "again"):
        outcome, left = sent.import_games(act)
    elif act in ("strike", "restore"):
        undone = phrase("Import undone.")
        outcome = attempt_mark(visit, form.do.data, undone, phrase("Import restored."))
    elif form.is_submitted():
        outcome = sent.check()
    if left:
        sent.visit = visit_or_403(league_id, organise=True)
    elif outcome.done and act:
        return respond(outcome)
    return league_page("import.html", sent.visit, "import", outcome, **sent.context(outcome, left))


def _as_file(text: str) -> Response:
    # with the mark by which spreadsheet programs recognise UTF-8
    attached = {"Content-Disposition": "attachment; filename=results.csv"}
    return Response(text.encode("utf-8-sig"), mimetype="text/csv", headers=attached)


class _ImportRequest:
    """The results that were sent, as the league would import them; empty before anything is
    sent."""

    def __init__(self, visit: LeagueVisit, form: ResultsForm) -> None:
        self.visit = visit
        self.form = form
        # no server keeps it between the pages: the text travels in the form
        self.data = form.content
        self.season = self._season()
        self.past = self._past() if self.data.strip() and self.season else None
        self.considered = self._preview(ImportOptions())
        self.part = self._preview(ImportOptions(part=True))

    def _season(self) -> Season | None:
        """Return the season that was chosen, or a new one; at first the one that pages show."""
        asked = self.form.season.data
        if asked == NEW:
            return new_season(self.visit, self.form.season_name.data)
        return self.visit.league.seasons.get(read_number(asked) or 0) or self.visit.season_shown

    def _preview(self, how: ImportOptions) -> ImportPreview | None:
        if self.season is None or self.past is None:
            return None
        return preview_import(self.visit, self.past, self.season, self._name_answers(), how)

    def _past(self) -> Past:
        if len(self.data) > MOST_BYTES or len(self.text.encode()) > MOST_BYTES:
            message = tell("File too large. Split it into smaller files.")
            return Past((), (FileFault(1, "", message),))
        return results_file.read(self.data, games(), _today(), self._answers())

    def _answers(self) -> Answers:
        """Return what was said of the file as a whole; the season's only game goes without
        saying."""
        form, pinned = self.form, self.season.games if self.season else {}
        return Answers(
            game=form.kind.data,
            usual_game=next(iter(pinned)) if len(pinned) == 1 else "",
            day=form.day.data.strip(),
            day_first=_DATES.get(form.dates.data),
            plain=self._plain(),
            running=_RUNNING.get(form.scores.data),
            players={
                place: "yes" in values
                for key, values in form.column.data.items()
                if (place := read_number(key)) is not None
            },
        )

    def _name_answers(self) -> dict[str, int]:
        answers = ((name, read_number(value)) for name, value in self.form.whom.data.items())
        return {name: number for name, number in answers if number is not None}

    def _plain(self) -> dict[str, bool]:
        """Return which unknown games are kept as plain results, and whether the fewest win
        there."""
        answers = self.form.game.data.items()
        return {name: value == FEWEST for name, value in answers if value in (MOST, FEWEST)}

    @cached_property
    def text(self) -> str:
        """The text that was sent; empty if it is not text, or too long."""
        try:
            return decode_text(self.data)[0] if len(self.data) <= MOST_BYTES else ""
        except NotText:
            return ""

    def check(self) -> WriteOutcome:
        """Report the errors to be corrected."""
        if self.season is None:
            return refused(tell("The league has no season."))
        if self.considered is None:
            return refused(tell("Choose a file, or paste the results."))
        if not (self.season.number or self.season.name.strip()):
            message = tell("Name the new season.")
            self.form.season_name.errors = [message]
            return refused(message)
        return WriteOutcome(422 if self.considered.faults else 200, self._message())

    def _message(self) -> table_request.Message:
        considered = self.considered
        if considered is None or considered.past.ask_dates:
            return ("warn", tell("Choose the date format."))
        if considered.past.unreadable:
            return ("bad", tell(_UNFIT))
        if isinstance(considered.past.questions.day, str):
            return ("warn", considered.past.questions.day)
        if considered.faults:
            return ("bad", tell(_FAULTY if self.partly else _NOTHING))
        if considered.known and not considered.games:
            return ("warn", tell("Every game in this file has already been imported."))
        if not considered.ready:
            return ("warn", tell("Match players."))
        if considered.past.questions.game is not None and not self.form.kind.data:
            return ("warn", tell("Choose the game."))
        return ("warn", tell("Check warnings.")) if considered.warnings else None

    @property
    def partly(self) -> bool:
        """Return whether the games without faults can be imported alone."""
        part, considered = self.part, self.considered
        wrong = considered is not None and bool(considered.faults)
        return wrong and part is not None and part.part and bool(part.games)

    def import_games(self, act: str) -> tuple[WriteOutcome, str]:
        """Import the games; return the outcome, and the lines that are left."""
        if self.considered is None or self.season is None or self.past is None:
            return self.check(), ""
        if self.considered.past.questions.text != self.form.previewed.data:
            return WriteOutcome(422, ("warn", tell(_CHANGED))), ""
        read, season, answers = self.past, self.season, self._name_answers()
        how = ImportOptions(
            part=act == "part" or (act == "again" and self.partly), again=act == "again"
        )
        taken = self._preview(how) or self.considered
        count = len(taken.games) or len(taken.known)
        lines = len({fault.line for fault in taken.faults})
        message = tell(
            "{n} {n:game|games} imported into {season}.", n=count, season=season.name.strip()
        )
        rest = tell("{n} {n:line|lines} left to correct.", n=lines) if taken.remaining_text else ""
        outcome = attempt(
            lambda sent: import_results(self.visit, sent, read, season, answers, how),
            f"{message} {rest}".strip(),
            self.form,
        )
        return outcome, taken.remaining_text if outcome.done else ""

    def context(self, outcome: WriteOutcome, left: str) -> dict[str, Any]:
        """Return the template's values; after a partial import only those of the file's ``left``
        lines."""
        considered = None if left else self.part if self.partly else self.considered
        if considered is not None:
            asked = considered.past.questions
            # what the file itself tells, as a title does, is the usual answer
            self.form.kind.data = asked.game or ""
            self.form.scores.data = "running" if asked.running else "game"
            self.form.day.errors = [asked.day] if isinstance(asked.day, str) else []
        return {
            "message": outcome.message,
            "version": self.visit.info.version,
            "form": self.form,
            "seasons": self.visit.newest_seasons,
            "season": self.season,
            "now": self.visit.league.season,
            "kinds": [(game.slug, game.name) for game in games().values()],
            "layouts": layouts(games()),
            "text": left or self.text,
            "left": bool(left),
            "considered": considered,
            "partly": self.partly,
            **(_file_shown(self.visit, considered, self._plain()) if considered else {}),
            # a walkover is stored as an import of one game
            "imports": [
                one for one in self.visit.league.newest("import") if "walkover" not in one.payload
            ],
        }


def _today() -> date:
    """Return the last day that has begun anywhere."""
    return (datetime.fromtimestamp(time.time(), UTC) + _EAST).date()


# --- a file as it is shown ----------------------------------------------------------------------


def _file_shown(
    visit: LeagueVisit, considered: ImportPreview, plain: Mapping[str, bool]
) -> dict[str, Any]:
    """Return all that is shown of a file; ``plain`` is what was said of unknown games."""
    asked = considered.past.questions
    return {
        "unknown": _unknown_games(considered.past, plain),
        "known": [
            FileFault(one.line, "", tell("This game has already been imported."))
            for one in considered.known
        ],
        # what is asked is told at its field
        "faults": [one for one in considered.faults if one.message != asked.day],
        "warnings": considered.warnings,
        "understood": _reading_of(considered.past),
        "asked": asked,
        "whom": [_name_question(visit, one) for one in considered.names_to_match],
        "players": _players(visit, considered),
        "preview": [(one, _note(one)) for one in considered.games[:MOST_SHOWN]],
    }


def _reading_of(read: Past) -> list[tuple[str, str]]:
    """Return how the file was read."""
    known = read.format
    columns = ", ".join(
        head if head.casefold().startswith(role) else f"{head} ({role})"
        for head, role in known.columns
    )
    facts = {
        tell("Encoding"): known.encoding,
        tell("Separator"): known.delimiter,
        tell("Each row"): tell("a game") if known.row_a_game else tell("a player of a game"),
        tell("Dates"): ", ".join(known.dates),
        tell("Titles"): " · ".join(known.titles),
        tell("Columns"): columns,
        tell("Ignored"): ", ".join(known.ignored),
    }
    return [(label, words) for label, words in facts.items() if words]


def _name_question(visit: LeagueVisit, one: NameMatch) -> dict[str, Any]:
    """Return the question about a name similar to known ones, and the players it may stand for."""
    given = GUEST if one.player is None else one.player
    choices = [*((number, visit.names[number]) for number in one.near), (0, tell("a new guest"))]
    return {
        "name": one.name,
        "field": f"whom.{folded(one.name)}",
        "choices": choices,
        "given": given if one.settled else None,
    }


def _players(visit: LeagueVisit, considered: ImportPreview) -> list[tuple[str, str]]:
    """Return the names that need no question: known players first, then new guests."""
    league = visit.league
    plain = [one for one in considered.whom.values() if not one.near]
    known = [
        (one.name, visit.names[league.after_merges(one.player)])
        for one in plain
        if one.player is not None
    ]
    return known + [(one.name, tell("a new guest")) for one in plain if one.player is None]


def _unknown_games(read: Past, plain: Mapping[str, bool]) -> list[dict[str, str]]:
    """Return the games that are unknown here, and what was said of each."""
    chosen = {name: FEWEST if low else MOST for name, low in plain.items()}
    return [
        {"name": name, "field": f"{PLAIN}{plain}", "given": chosen.get(plain, "")}
        for name in read.unknown
        for plain in [plain_name(name)]
    ]


def _note(game: PastGame) -> str:
    """Return what the points do not tell: what kind of result it is, or who won."""
    if game.kind in _KINDS:
        return tell(_KINDS[game.kind])
    if game.winner_only:
        return tell("winner only")
    if game.winners is None:
        return ""
    won = [" & ".join(game.sides[side]) for side in game.winners]
    if len(won) == len(game.sides) > 1:
        return tell("drawn")
    return tell("won by {sides}", sides=", ".join(won)) if won else tell("nobody won")


_KINDS: Final = {
    "walkover": phrase("walkover"),
    "bye": phrase("bye"),
    "result only": phrase("result only"),
}
