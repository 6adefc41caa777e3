"""Tables of a league: choosing from the season's games, and adding a table later."""

from collections.abc import Iterator

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import rulebook
from scorekeeper.days import day_of
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.leagues.tables import add_table, rule_differences, why_no_season
from scorekeeper.leagues.visit import LeagueVisit, league_name_of_table, my_leagues
from scorekeeper.sentences import tell
from scorekeeper.spelling import folded
from scorekeeper.store.rule_sets import RuleSet
from scorekeeper.tables.house_rules import kept_games
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.tables.own_games import earlier_editions
from scorekeeper.web.league import parts
from scorekeeper.web.league.forms import LeagueTableForm
from scorekeeper.web.league.league_request import carry_out, league_page, refused, visit_or_403
from scorekeeper.web.shared.errors import MembersOnly
from scorekeeper.web.table import game_chooser, table_request
from scorekeeper.web.table.pad_page import PadPage
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("league_tables", __name__)


# --- a new table --------------------------------------------------------------------------------


class HostLeague:
    """The league that a table is set up in, as the page's `form` says."""

    def __init__(self, visit: LeagueVisit, form: LeagueTableForm) -> None:
        self.visit = visit
        self.form = form

    @property
    def members(self) -> list[str]:
        """Return the names of the players who may be expected at a table."""
        return sorted(self.visit.names[one.number] for one in self.visit.league.members)

    @property
    def seated(self) -> tuple[str, ...]:
        """Return the names of the players that the page's address seats, by their numbers."""
        asked = request.args.getlist("player", type=int)
        return tuple(self.visit.names[one] for one in asked if one in self.visit.league.players)

    def pinned(self, game: Game) -> RuleSet | None:
        """Return the rules that the season has pinned for the game, if it has."""
        rules = season.games.get(game.slug) if (season := self.visit.league.season) else None
        if rules is None:
            return None
        variant = rules["variant"]
        # options younger than the pinned rules have their defaults
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
    chosen = dict(season.games) if season else {}
    offered, all_count = parts.games_offered(season), not chosen or games().keys() <= chosen.keys()
    kept = kept_games(table_request.known_device())
    earlier = earlier_editions(kept)
    own = [game for game in kept if game.slug not in earlier]
    if not chosen:
        offered += own  # every game counts, so those that players made on this phone do too
    shown, more = (
        [{**card, "pinned": chosen.get(card["slug"])} for card in cards]
        for cards in game_chooser.game_cards(offered, fold=all_count)
    )
    return league_page(
        "new.html",
        visit,
        "new",
        season=season,
        own_left={game.slug for game in own} - {game.slug for game in offered},
        none_now=None if season else why_no_season(visit.league),
        games=shown,
        more=more,
        all_count=all_count,
    )


# --- a table that was begun elsewhere -----------------------------------------------------------


@bp.route("/t/<public_id>/league", methods=["GET", "POST"])
def add(public_id: str) -> ResponseReturnValue:
    """Add a table to a league at its scorer's wish; show what would differ, and who is who.

    The league is chosen by the page's address or form, or because this phone is in no other. The
    day is at first that of the last change of a game that is over.
    """
    table_visit = table_request.visit_or_403(public_id, write=True)
    table, device, outcome = table_visit.table, table_request.known_device(), LOOKED
    over = table.pad.outcome is not None
    form = LeagueTableForm(
        request.values, day=day_of(table.row.updated).isoformat() if over else ""
    )
    mine = [one for one in my_leagues(device) if one.is_member]
    asked = form.league.data or (mine[0].info.public_id if len(mine) == 1 else "")
    chosen = next((one for one in mine if one.info.public_id == asked), None)
    if asked and chosen is None:
        raise MembersOnly
    if request.method == "POST":
        outcome = _add(chosen, table, form)
        if outcome.done:
            table_request.flash(outcome.message)
            return redirect(url_for("pad.table", public_id=public_id), 303)
    shown = render_template(
        "league/add_table.html",
        show=PadPage(table_visit),
        form=form,
        mine=mine,
        chosen=chosen,
        current_league=league_name_of_table(table, device),
        differences=_differences(chosen, table) if chosen else [],
        whom=[*_who_is_who(chosen, table)] if chosen else [],
        message=outcome.message,
    )
    return shown, outcome.status


def _add(visit: LeagueVisit | None, table: LoadedTable, form: LeagueTableForm) -> WriteOutcome:
    if visit is None:
        return refused(tell("Choose a league."))
    message = tell("Added to {name}.", name=visit.league.name)
    return carry_out(lambda: add_table(visit, table, form.played_on), message, form)


def _differences(visit: LeagueVisit, table: LoadedTable) -> list[str]:
    """Return the reasons why the table would not count in the league."""
    season, head = visit.league.season, table.head
    if season is None:
        return [why_no_season(visit.league)]
    return [*rule_differences(season, head.game.slug, head.variant, head.options)]


def _who_is_who(visit: LeagueVisit, table: LoadedTable) -> Iterator[tuple[str, str]]:
    called, league = visit.number_of_name, visit.league
    for name in table.persons:
        number = called.get(folded(name))
        if number is None:
            yield name, tell("a new guest")
        else:
            player = league.players[league.after_merges(number)]
            yield name, f"{visit.names[player.number]}{', a guest' if player.guest else ''}"
