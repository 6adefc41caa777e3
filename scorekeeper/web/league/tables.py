"""Tables of a league: choosing from the season's games, and adding a table later."""

from collections.abc import Iterator, Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import rulebook
from scorekeeper.days import day_of
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.leagues.tables import add_table, rule_differences, why_no_season
from scorekeeper.leagues.visit import LeagueOfTable, LeagueVisit, league_name_of_table, my_leagues
from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.store.rule_sets import RuleSet
from scorekeeper.store.table.persons import ChosenCoin
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.web.league import parts
from scorekeeper.web.league.forms import LeagueTableForm
from scorekeeper.web.league.league_request import (
    LOOKED,
    DecisionOutcome,
    carry_out,
    league_page,
    refused,
    visit_or_403,
)
from scorekeeper.web.shared.errors import MembersOnly
from scorekeeper.web.table import game_chooser, table_request
from scorekeeper.web.table.pad_page import PadPage

bp = Blueprint("league_tables", __name__)


# --- a new table --------------------------------------------------------------------------------


class HostLeague:
    """The league that a table is set up in, as the page's `form` says."""

    def __init__(self, visit: LeagueVisit, form: LeagueTableForm) -> None:
        self.visit = visit
        self.form = form
        self.public_id = visit.info.public_id
        self.name = visit.league.name
        self.season = visit.league.season

    @property
    def members(self) -> list[str]:
        """Return the names of the players who may be expected at a table."""
        return sorted(self.visit.names[one.number] for one in self.visit.league.members)

    @property
    def coins(self) -> Mapping[str, ChosenCoin]:
        """Return the coins that players have chosen, by name."""
        return parts.chosen_coins(self.visit)

    @property
    def seated(self) -> tuple[str, ...]:
        """Return the names of the players that the page's address seats, by their numbers."""
        asked = request.args.getlist("player", type=int)
        return tuple(self.visit.names[one] for one in asked if one in self.visit.league.players)

    def pinned(self, game: Game) -> RuleSet | None:
        """Return the rules that the season has pinned for the game, if it has."""
        rules = self.season.games.get(game.slug) if self.season else None
        if rules is None:
            return None
        variant = rules["variant"]
        options = {**game.defaults(variant), **rules["options"]}
        return RuleSet(0, game.slug, variant, options, "", removed=False)

    def pinned_in_words(self, game: Game) -> str:
        """Return the pinned rules in words: the variant, and what differs from it."""
        rules = self.pinned(game)
        return rulebook.in_short(game, rules.variant, rules.options) if rules else ""

    def guests(self, names: list[str]) -> list[str]:
        """Return the names that no player in the league has."""
        known = {folded(name) for name in self.visit.names.values()}
        return [name for name in names if name and folded(name) not in known]


def host() -> HostLeague | None:
    """Return the league that this page is asked for, if it is for one; 403 for a phone of no player
    in it."""
    form = LeagueTableForm(request.values)
    if not (league_id := form.league.data):
        return None
    return HostLeague(visit_or_403(league_id, member=True), form)


@bp.get("/l/<league_id>/new")
def choose(league_id: str) -> ResponseReturnValue:
    """The games that count in the season; a tap leads to the set-up."""
    visit = visit_or_403(league_id, member=True)
    season = visit.league.season
    slugs = list(season.games) if season and season.games else list(games())
    cards = game_chooser.game_cards(game for slug, game in games().items() if slug in slugs)
    pinned = [slug for slug, rules in season.games.items() if rules] if season else []
    return league_page(
        "new.html",
        visit,
        "new",
        season=season,
        none_now=None if season else why_no_season(visit.league),
        games=[{**card, "pinned": card["slug"] in pinned} for card in cards],
        all_count=not (season and season.games),
    )


# --- a table that was begun elsewhere -----------------------------------------------------------


class _AddTablePage:
    """A table and the leagues of this phone, one of them chosen: by the page's address or form, or
    because there is no other. Its day is at first that of the last change of a game that is
    over."""

    def __init__(self, table: LoadedTable) -> None:
        over = table.pad.outcome is not None
        usual_day = day_of(table.row.updated).isoformat() if over else ""
        self.form = LeagueTableForm(request.values, day=usual_day)
        visits = my_leagues(table_request.known_device())
        self.table = table
        self.mine = [one for one in visits if one.is_member]
        usual = self.mine[0].info.public_id if len(self.mine) == 1 else ""
        asked = self.form.league.data or usual
        self.chosen = next((one for one in self.mine if one.info.public_id == asked), None)
        if asked and self.chosen is None:
            raise MembersOnly

    @property
    def current_league(self) -> LeagueOfTable | None:
        """The league that the table is in, if this phone may read it."""
        return league_name_of_table(self.table, table_request.known_device())

    @property
    def differences(self) -> list[str]:
        """The reasons why the table would not count in the league."""
        if self.chosen is None:
            return []
        season = self.chosen.league.season
        if season is None:
            return [why_no_season(self.chosen.league)]
        head = self.table.head
        return [*rule_differences(season, head.game.slug, head.variant, head.options)]

    @property
    def whom(self) -> list[tuple[str, str]]:
        """Everybody at the table, and who that is in the league."""
        return [*_who_is_who(self.chosen, self.table)] if self.chosen else []

    def do(self) -> DecisionOutcome:
        """Add the table to the league."""
        if (visit := self.chosen) is None:
            return refused(tell("Choose a league."))
        message = tell("Added to {name}.", name=visit.league.name)
        return carry_out(
            lambda: add_table(visit, self.table, self.form.played_on), message, self.form
        )


@bp.route("/t/<public_id>/league", methods=["GET", "POST"])
def add(public_id: str) -> ResponseReturnValue:
    """Add a table to a league at its scorer's wish; show what would differ, and who is who."""
    visit = table_request.visit_or_403(public_id, write=True)
    adding = _AddTablePage(visit.table)
    outcome = LOOKED
    if request.method == "POST":
        outcome = adding.do()
        if outcome.done:
            table_request.flash(outcome.message)
            return redirect(url_for("pad.table", public_id=public_id), 303)
    shown = render_template(
        "league/add_table.html",
        show=PadPage(visit),
        adding=adding,
        message=outcome.message,
    )
    return shown, outcome.status


def _who_is_who(visit: LeagueVisit, table: LoadedTable) -> Iterator[tuple[str, str]]:
    called, league = visit.number_of_name, visit.league
    for name in table.persons:
        number = called.get(folded(name))
        if number is None:
            yield name, tell("a new guest")
        else:
            player = league.players[league.after_merges(number)]
            yield name, f"{visit.names[player.number]}{', a guest' if player.guest else ''}"
