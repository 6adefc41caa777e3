"""The front page, setting up a game, this phone's tables, importing, settings."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cached_property
from typing import Any, Final, NamedTuple, get_args

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    send_from_directory,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from markupsafe import Markup
from wtforms.validators import ValidationError

from scorekeeper.days import DAY, day_of, written_day, written_month
from scorekeeper.engine.game import Game
from scorekeeper.engine.guide import Level
from scorekeeper.engine.other_entries import varies
from scorekeeper.games import games
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueOfTable, leagues_named, my_leagues
from scorekeeper.sentences import Voice, minus, phrase, say, tell
from scorekeeper.sheet import documents
from scorekeeper.sheet.documents import Document, NotJSON, SheetRefused, decoded
from scorekeeper.spelling import folded
from scorekeeper.store.access.budgets import BudgetSpent
from scorekeeper.store.table.rows import now
from scorekeeper.tables.deleting import restorable_tables
from scorekeeper.tables.own_games import find_game, game_named
from scorekeeper.tables.summaries import ListedTable, my_tables
from scorekeeper.tables.table_settings import coins_seen
from scorekeeper.web.home import own_games
from scorekeeper.web.league import tables as league_tables
from scorekeeper.web.league.parts import chosen_coins
from scorekeeper.web.shared.errors import too_many_response
from scorekeeper.web.shared.forms import ChoiceField, PageForm, TextField
from scorekeeper.web.shared.icons import game_card
from scorekeeper.web.shared.security import keep_cookie
from scorekeeper.web.shared.templating import ago
from scorekeeper.web.table import game_chooser, house_rules, setup_form, table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("front", __name__)

MOST_SHOWN: Final = 5
MOST_LEAGUES: Final = 3
# names on a tile: five are three lines of it, and nobody reads them
MOST_NAMED: Final = 4
# games looked through for who and what is offered next
MOST_LAST: Final = 20
# two columns of two on a phone
MOST_STARTERS: Final = 4


# --- games in a list ------------------------------------------------------------------------------


class ListedGame(NamedTuple):
    """A game of this phone: what is played, ``winner`` who won (empty while it goes on), ``about``
    the others, ``score`` that of two sides or the winner's own, ``group`` where it stands in the
    list of all, ``words`` what it is found by. ``names`` are the players by side."""

    id: str
    game: str
    card: Markup
    names: str
    winner: str
    about: str
    score: str
    when: str
    group: str
    words: str
    finished: bool
    empty: bool
    forgotten: bool


def listed_games() -> list[ListedGame]:
    """Return this phone's games, unfinished ones first and among them those that have deals; those
    of a league with its name."""
    found = my_tables(table_request.known_device())
    league_ids = {one.row.league_id for one in found if one.row.league_id is not None}
    named = leagues_named(league_ids, table_request.known_device())
    listed = [listed_game(one, named.get(one.row.league_id or 0)) for one in found]
    return sorted(listed, key=lambda one: (one.finished, one.empty))


def listed_game(table: ListedTable, league: LeagueOfTable | None = None) -> ListedGame:
    """Return a game as its lists show it."""
    game, winner = game_named(table.row.game), _winner(table)
    sides = [name for name, _ in table.scored]
    totals = [minus(total) for _, total in table.scored]
    if len(sides) == 2:
        winning = " & ".join(_seated(table, winner)) if winner is not None else ""
        about = [" – ".join(side for side in sides if side != winning)]
    else:
        about = [tell("{n} {n:player|players}", n=sum(1 for name in table.names if name))]
    if table.outcome is None:
        about.append(tell("deal {n}", n=table.deals + 1))
    names = (" – " if len(sides) == 2 else ", ").join(sides)
    group, played = _group(table)
    sought = (game.name, *game.aliases, names, written_month(played), league.name if league else "")
    empty = table.outcome is None and not table.deals and not any(table.totals)
    return ListedGame(
        id=table.row.public_id,
        game=game.name.partition(" (")[0],
        card=game_card(game),
        names=names,
        winner=_won(table),
        about=" · ".join([*about, *([league.name] if league else [])]),
        score=" : ".join(totals) if len(totals) == 2 else _best(table),
        when=ago(table.row.updated),
        group=group,
        words=folded(" ".join(sought)),
        finished=table.outcome is not None,
        empty=empty,
        forgotten=empty and now() - table.row.updated > DAY,
    )


def _group(table: ListedTable) -> tuple[str, date]:
    """Return the heading that a game stands under, and the day it was last played on."""
    day = day_of(table.row.updated)
    if table.outcome is None:
        return tell("In progress"), day
    return tell("This week") if (day_of(now()) - day).days < 7 else written_month(day), day


def _won(table: ListedTable) -> str:
    """Return who won; empty while the game goes on."""
    if table.outcome is None:
        return ""
    side = _winner(table)
    if side is None:
        return tell("Draw")
    return Voice().text(say("{names} won", names=" & ".join(_seated(table, side))))


def _seated(table: ListedTable, side: int) -> list[str]:
    return [name for seat in table.sides[side] if (name := table.names[seat])]


def _best(table: ListedTable) -> str:
    side = _winner(table)
    return "" if side is None else minus(table.totals[side])


def _winner(table: ListedTable) -> int | None:
    """The side that won alone."""
    winners: list[int] = table.outcome["winners"] if table.outcome else []
    return winners[0] if len(winners) == 1 else None


# --- the front page -------------------------------------------------------------------------------


@bp.get("/")
def home() -> str:
    """The game in progress or the last one, large; other games and leagues. On a phone that has
    none, what this is and some games to start with."""
    listed = [one for one in listed_games() if not one.forgotten]
    running = next((one for one in listed if not one.finished), None)
    last = next((one for one in listed if one.finished), None)
    # a game that goes on stands above the rematch of one that is over
    hero = running or last
    again = last and _playing(last)
    return render_template(
        "home/home.html",
        hero=hero,
        show=_playing(hero) if hero else None,
        again=again if again and again.may_score else None,
        open=[one for one in listed if not one.finished and one is not running][:MOST_SHOWN],
        finished=[one for one in listed if one.finished][:MOST_SHOWN],
        leagues=my_leagues(table_request.known_device())[:MOST_LEAGUES],
        starters=_starters(),
        key=table_request.new_key(),
    )


def _playing(listed: ListedGame) -> PadPage:
    return PadPage(table_request.visit_or_403(listed.id))


def _starters() -> list[dict[str, Any]]:
    """Return the cards of the games offered to start with: this phone's favourites, those it played
    last, then the easiest. ``below`` is who would play, or for how many a game is."""
    easiest = [game for game in games().values() if game.guide.starter]
    easiest.sort(key=lambda game: get_args(Level).index(game.guide.level))
    played = my_tables(table_request.known_device(), MOST_LAST)
    slugs = [*game_chooser.favourites(), *(one.row.game for one in played)]
    offered = dict.fromkeys([*(game_named(slug) for slug in slugs), *easiest])
    found = game_chooser.cards([*offered][:MOST_STARTERS])
    for card in found:
        names = _last_names(game_named(card["slug"]), played)
        number = len(names) or card["players"]
        many = not names or len(names) > MOST_NAMED
        card["below"] = tell("{n} players", n=number) if many else ", ".join(names)
    return found


@bp.get("/tables")
def mine() -> str:
    """All tables of this phone, under headings; `q` searches games, names and months. Those of
    yesterday and before without a deal stand apart."""
    sought = request.args.get("q", "")
    wanted = folded(sought).split()
    listed = [one for one in listed_games() if all(word in one.words for word in wanted)]
    groups: dict[str, list[ListedGame]] = {}
    for one in listed:
        if not one.forgotten:
            groups.setdefault(one.group, []).append(one)
    deleted = restorable_tables(table_request.known_device())
    return render_template(
        "home/mine.html",
        q=sought,
        count=len(listed),
        groups=groups,
        forgotten=[one for one in listed if one.forgotten],
        deleted=[(listed_game(one.table), one.until) for one in deleted],
        message=table_request.take_flash(),
    )


# --- a new game -----------------------------------------------------------------------------------


@bp.route("/new/<slug>", methods=["GET", "POST"])
def setup(slug: str) -> ResponseReturnValue:
    """Variant, house rules, names, first dealer; then the table is there."""
    game = find_game(slug) or abort(404)
    host = league_tables.host()
    pinned = host.pinned(game) if host else None
    # pinned rules can't be changed by what a form sends
    kept = [] if pinned else house_rules.saved_rules_for(game)
    form = setup_form.SetupForm(
        game,
        names=(host.seated if host else ()) or _last_names(game, _last_tables(host)),
        rules=pinned or house_rules.chosen_rules(kept),
        sitters=host.members if host else setup_form.recent_names()[:_MOST_CHIPS],
        count=game_chooser.exactly(),
        # a coin chosen at a game came back in rematches alone
        coins=chosen_coins(host.visit) if host else coins_seen(table_request.known_device()),
        linked=None if request.method == "POST" else house_rules.linked_rules(request.args),
    )
    do = form.do.data.text if request.method == "POST" else ""
    message, status = table_request.take_flash(), 200
    try:
        if do == "start":
            return redirect(url_for("pad.table", public_id=_start_table(form, host)), 303)
        if do == "compare":
            return redirect(house_rules.compare_address(form), 303)
        if do == "keep":
            message = house_rules.save_from_form(form)
            kept = house_rules.saved_rules_for(game)
    except SheetRefused as refused:
        form.refuse(refused)
    except DecisionRefused as refused:
        form.refuse(refused)
        if host:
            host.form.refuse(refused)
    except BudgetSpent as spent:
        message, status = ("bad", too_many_response(spent)), 429
    more: dict[str, Any] = {"host": host, "pinned": pinned, "naming": do == "keep"}
    more["here"] = url_for("front.setup", slug=slug, players=game_chooser.players())
    more |= {
        "kept": house_rules.offered_rules(kept, form),
        "message": message,
        "names": setup_form.recent_names(),
        "key": form.key.data or table_request.new_key(),
    }
    page = render_template("table/setup/page.html", **form.context(), **more)
    return page, 422 if form.faults else status


def _start_table(form: setup_form.SetupForm, host: league_tables.HostLeague | None) -> str:
    """Start the game; in a league, the next page says who plays as a guest, and the day it
    counts for if one was given."""
    document = form.document()
    if host is None:
        return table_request.start_table(document, coins=form.coins)
    day = host.form.played_on
    new = open_table(host.visit, document, day=day, **table_request.request_context())
    texts = (
        [tell("Counts as played on {day}.", day=written_day(date.fromisoformat(day)))]
        if day
        else []
    )
    if guests := host.guests(form.names):
        texts.append(
            tell(
                "{guests} {n:plays as a guest|play as guests} of {league}.",
                guests=", ".join(guests),
                n=len(guests),
                league=host.visit.league.name,
            )
        )
    if texts:
        table_request.flash(("good", " ".join(texts)))
    return new


_MOST_CHIPS: Final = 12
"""People to tap; more of them would push the rules out of sight."""


def _last_tables(host: league_tables.HostLeague | None) -> list[ListedTable]:
    """Return the games last played on this phone, of a league's only those in that league."""
    last = my_tables(table_request.known_device(), MOST_LAST)
    return [one for one in last if host is None or one.row.league_id == host.visit.info.id]


def _last_names(game: Game, last: Sequence[ListedTable]) -> tuple[str, ...]:
    """Return the names last played with in these games, as many as play now; else none."""
    seated = ([setup_form.own_name(name) for name in one.names if name] for one in last)
    # a free seat keeps its place only where nobody drops out
    known = [[n for n in names if n or not varies(game)] for names in seated]
    party = game_chooser.players()
    number = party if game_chooser.suits(game, party) else None
    fitting = (
        names
        for names in known
        if any(names)
        and len(names) in game.players
        and number in (None, min(len(names), game_chooser.MANY))
    )
    return tuple(next(fitting, ()))


@bp.post("/again/<public_id>")
def again(public_id: str) -> Response:
    """The same game with the same players, the deal passing on."""
    visit = table_request.visit_or_403(public_id, write=True)
    return redirect(table_request.rematch_url(visit.table), 303)  # type: ignore[return-value]


# --- a sheet from elsewhere, settings -------------------------------------------------------------


class ImportForm(PageForm):
    """A score sheet, as a file or as text."""

    file = FileField(phrase("File (sheet.json or name.game.json)"))
    text = TextField(phrase("or paste it"))

    @cached_property
    def sheet(self) -> bytes | str:
        """Return the text of the sheet: the file's, else what was typed."""
        sent: bytes = self.file.data.read() if self.file.data else b""
        return sent or str(self.text.data)

    def validate_text(self, field: TextField) -> None:
        """Refuse nothing at all."""
        if self.sheet == field.data and not field.data.strip():
            raise ValidationError(tell("Choose a file or paste its text."))


@bp.route("/import", methods=["GET", "POST"])
def import_sheet() -> ResponseReturnValue:
    """A sheet from a file or as text, as a new table; a game that it brings is shown first."""
    form, status = ImportForm(), 200
    if form.validate_on_submit():
        try:
            document = decoded(form.sheet)
            if game := own_games.brought_game(document):
                return own_games.take(document, game, form.do.data.act)
            public_id = table_request.start_table(document)
            return redirect(url_for("pad.table", public_id=public_id), 303)
        except NotJSON:
            form.text.errors = [
                tell("This is no score sheet and no game, or not all of it."),
                tell("Choose a file from “Export JSON”, or from “Save as a file” at a game."),
            ]
        except SheetRefused as refused:
            form.text.errors = [_fault_text(error) for error in documents.listed(refused.errors)]
        except BudgetSpent as spent:
            form.text.errors, status = [too_many_response(spent)], 429
    page = render_template("home/import.html", form=form, key=table_request.new_key())
    return page, 422 if form.errors and status == 200 else status


_PARTS: Final = {
    "entries": phrase("Entry"),
    "players": phrase("Player"),
    "options": phrase("House rule"),
}
_WHOLE: Final = frozenset({"format", "game", *_PARTS})
"""What messages about it name themselves."""


def _fault_text(error: Document) -> str:
    """Return an error of a sheet with its place: "Entry 1, tricks: …" for `entries[0].tricks`."""
    if error["at"] in _WHOLE:
        return str(error["message"])
    path = re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", error["at"])
    part, _, rest = path.replace(".", ", ").replace("_", " ").partition(" ")
    place = f"{tell(_PARTS.get(part.rstrip(','), part))} {rest}".strip()
    return ": ".join(filter(None, (place, error["message"])))


class SettingsForm(PageForm):
    """Light or dark, two colours or four."""

    theme = ChoiceField(
        phrase("Appearance"),
        [("", phrase("Automatic")), ("light", phrase("Light")), ("dark", phrase("Dark"))],
        default="",
    )
    deck = ChoiceField(
        phrase("Suits"), [("", phrase("Two colours")), ("four", phrase("Four colours"))], default=""
    )


@bp.route("/settings", methods=["GET", "POST"])
def settings() -> str:
    """Light or dark, two colours or four, for this phone."""
    form = SettingsForm(theme=session.get("theme", ""), deck=session.get("deck", ""))
    if form.validate_on_submit():
        session["theme"], session["deck"] = form.theme.data, form.deck.data
        keep_cookie()
    return render_template("home/settings.html", form=form, saved=form.is_submitted())


@bp.get("/sw.js")
def service_worker() -> Response:
    """The service worker, at the top so that it serves all pages."""
    return send_from_directory(str(current_app.static_folder), "sw.js", max_age=0)
