"""Importing past results into a league: upload, preview, import, undo."""

import time
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import results_file
from scorekeeper.games import games
from scorekeeper.leagues.decisions import delete_decision, restore_decision
from scorekeeper.leagues.importing import (
    ImportOptions,
    ImportPreview,
    import_results,
    new_season,
    preview_import,
)
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.results_file import Past
from scorekeeper.results_file.reading import LayoutAnswers
from scorekeeper.results_file.text import FileFault, NotText, decode_text
from scorekeeper.results_file.writing import layouts
from scorekeeper.sentences import phrase, tell
from scorekeeper.store.league.state import Season
from scorekeeper.web.league import import_page, league_request
from scorekeeper.web.league.forms import ResultsForm
from scorekeeper.web.league.import_page import FEWEST, MOST
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request

bp = Blueprint("importing", __name__)

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
    visit = league_request.visit_or_403(league_id, organise=True)
    form = ResultsForm()
    act, number = form.do.data.act, form.do.data.number
    if act == "file":
        return _as_file(form.text.data)
    page = _ImportRequest(visit, form)
    outcome, left = league_request.DecisionOutcome(200, table_request.take_flash()), ""
    if act in ("keep", "part", "again"):
        outcome, left = page.import_games(act)
    elif act in ("strike", "restore"):
        outcome = _undo_import(visit, act, number or 0)
    elif form.is_submitted():
        outcome = page.check()
    if left:
        page.visit = league_request.visit_or_403(league_id, organise=True)
    elif outcome.done and act:
        table_request.flash(outcome.message)
        return redirect(url_for("importing.results", league_id=league_id), 303)
    return render_template("league/import.html", **page.context(outcome, left)), outcome.status


def _as_file(text: str) -> Response:
    """Return the text as a file, to be put right elsewhere."""
    attached = {"Content-Disposition": "attachment; filename=results.csv"}
    return Response(text.encode("utf-8-sig"), mimetype="text/csv", headers=attached)


class _ImportRequest:
    """The results that were sent, as the league would import them; empty before anything is
    sent."""

    def __init__(self, visit: LeagueVisit, form: ResultsForm) -> None:
        self.visit = visit
        self.form = form
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
        return results_file.read(
            self.data,
            games(),
            _today(),
            _DATES.get(self.form.dates.data),
            self._plain(),
            self._layout(),
        )

    def _layout(self) -> LayoutAnswers:
        """Return what was said of the file as a whole; the season's only game goes without
        saying."""
        form, pinned = self.form, self.season.games if self.season else {}
        return LayoutAnswers(
            game=form.kind.data,
            usual_game=next(iter(pinned)) if len(pinned) == 1 else "",
            day=form.day.data.strip(),
            running=_RUNNING.get(form.scores.data),
            players={
                place: "yes" in values
                for key, values in form.column.data.items()
                if (place := read_number(key)) is not None
            },
        )

    def _name_answers(self) -> dict[str, int]:
        """Return what was said about names that are near to known ones."""
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

    def check(self) -> league_request.DecisionOutcome:
        """Report the errors to be corrected."""
        if self.season is None:
            return league_request.DecisionOutcome(422, ("bad", tell("The league has no season.")))
        if self.considered is None:
            return league_request.DecisionOutcome(
                422, ("bad", tell("Choose a file, or paste the results."))
            )
        if not (self.season.number or self.season.name.strip()):
            message = tell("Name the new season.")
            self.form.season_name.errors = [message]
            return league_request.DecisionOutcome(422, ("bad", message))
        return league_request.DecisionOutcome(
            422 if self.considered.faults else 200, self._message()
        )

    def _message(self) -> table_request.Message:
        considered = self.considered
        if considered is None or considered.past.ask_dates:
            return ("warn", tell("Choose the date format."))
        if considered.past.unfit:
            return ("bad", tell(_UNFIT))
        if isinstance(considered.past.asked.day, str):
            return ("warn", considered.past.asked.day)
        if considered.faults:
            return ("bad", tell(_FAULTY if self.partly else _NOTHING))
        if considered.known and not considered.games:
            return ("warn", tell("Every game in this file has already been imported."))
        if not considered.ready:
            return ("warn", tell("Match players."))
        if considered.past.asked.game is not None and not self.form.kind.data:
            return ("warn", tell("Choose the game."))
        return ("warn", tell("Check warnings.")) if considered.warnings else None

    @property
    def partly(self) -> bool:
        """Return whether the games without faults can be imported alone."""
        part, considered = self.part, self.considered
        wrong = considered is not None and bool(considered.faults)
        return wrong and part is not None and part.part and bool(part.games)

    def import_games(self, act: str) -> tuple[league_request.DecisionOutcome, str]:
        """Import the games; return the outcome, and the lines that are left."""
        if self.considered is None or self.season is None or self.past is None:
            return self.check(), ""
        if self.considered.past.asked.text != self.form.previewed.data:
            return league_request.DecisionOutcome(422, ("warn", tell(_CHANGED))), ""
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
        outcome = league_request.attempt(
            lambda: import_results(
                self.visit, league_request.decision_request(), read, season, answers, how
            ),
            f"{message} {rest}".strip(),
            self.form,
        )
        return outcome, taken.remaining_text if outcome.done else ""

    def context(self, outcome: league_request.DecisionOutcome, left: str) -> dict[str, Any]:
        """Return the template's values; after a partial import only those of the file's ``left``
        lines."""
        considered = None if left else self.part if self.partly else self.considered
        if considered is not None:
            asked = considered.past.asked
            self.form.kind.data = asked.game or ""
            self.form.scores.data = "running" if asked.running else "game"
            self.form.day.errors = [asked.day] if isinstance(asked.day, str) else []
        return {
            **league_request.frame(self.visit, "import", message=outcome.message),
            "form": self.form,
            "seasons": [*self.visit.league.seasons.values()][::-1],
            "season": self.season,
            "now": self.visit.league.season,
            "kinds": [(game.slug, game.name) for game in games().values()],
            "layouts": layouts(games()),
            "text": left or self.text,
            "left": bool(left),
            "considered": considered,
            "partly": self.partly,
            **(import_page.of_file(self.visit, considered, self._plain()) if considered else {}),
            "imports": [*import_page.imports(self.visit)],
        }


def _today() -> date:
    """Return the last day that has begun anywhere."""
    return (datetime.fromtimestamp(time.time(), UTC) + _EAST).date()


def _undo_import(visit: LeagueVisit, act: str, seq: int) -> league_request.DecisionOutcome:
    if act == "strike":
        return league_request.attempt(
            lambda: delete_decision(visit, league_request.decision_request(), seq),
            tell("Import undone."),
        )
    return league_request.attempt(
        lambda: restore_decision(visit, league_request.decision_request(), seq),
        tell("Import restored."),
    )
