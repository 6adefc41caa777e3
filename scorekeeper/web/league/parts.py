"""Parts that the pages of a league share: players and games with links, days, filters."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from flask import abort, request, url_for

from scorekeeper.days import day_of, with_weekday, written_day
from scorekeeper.games import games
from scorekeeper.leagues.evening.direction import replies_of
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.results.games import GameOfLeague, games_in
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import phrase, tell
from scorekeeper.standings.finished import WALKOVER, Sums
from scorekeeper.standings.numbers import number_text
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.store.league.state import Player, Season
from scorekeeper.store.table.persons import ChosenCoin
from scorekeeper.web.interview.coins import COLOURS, initials
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request

LETTERS: Final = {"W": phrase("won"), "D": phrase("drawn"), "L": phrase("lost"), "B": phrase("bye")}


class Selection(NamedTuple):
    """The season and the game that the address selects (None: all)."""

    season: Season | None
    game: str | None

    def query(self, **more: Any) -> dict[str, Any]:
        """Return the same for another address."""
        return {"season": self.season and self.season.number, "game": self.game, **more}


def selection(visit: LeagueVisit, now: bool = False) -> Selection:
    """Return the selection in the address; 404 for anything unknown. `now`: the default season
    is the current one."""
    asked = request.args.get("season")
    season = visit.season_shown if now and asked is None else None
    if asked:
        number = read_number(asked)
        season = (number is not None and visit.season(number)) or abort(404)
    return Selection(season, chosen_game())


def chosen_game() -> str | None:
    """Return the game in the address; 404 if there is no such game."""
    game = request.args.get("game") or None
    return game if game is None or game in games() else abort(404)


BOTH: Final = ("season", "game")


def choices(
    visit: LeagueVisit, picked: Selection, names: Sequence[str] = BOTH, player: int | None = None
) -> list[dict[str, Any]]:
    """Return the lists to pick from above a page: of each its name, its words, its values."""
    seasons = [(one.number, one.name) for one in visit.newest_seasons]
    slugs = games_in(visit)
    own = sorted(
        (visit.names[one.number].casefold(), one.number)
        for one in visit.league.players.values()
        if one.into is None
    )
    season = picked.season.number if picked.season else ""
    lists: dict[str, tuple[str, str, Sequence[tuple[Any, str]], Any]] = {
        "season": (tell("Season"), tell("All seasons"), seasons, season),
        "game": (
            tell("Game"),
            tell("All games"),
            [(one, games()[one].name) for one in slugs],
            picked.game,
        ),
        "player": (
            tell("Player"),
            tell("Everybody"),
            [(one, visit.names[one]) for _, one in own],
            player,
        ),
    }
    return [
        {"name": name, "label": label, "options": [("", all_of_it), *options], "value": value or ""}
        for name in names
        for label, all_of_it, options, value in [lists[name]]
    ]


def players_with_links(visit: LeagueVisit, players: Iterable[int]) -> list[dict[str, str]]:
    """Players by name, each with the address of their page."""
    return [{"name": visit.names[one], "href": player_page(visit, one)} for one in players]


def coins(visit: LeagueVisit, players: Sequence[int]) -> list[dict[str, Any]]:
    """The coin of each of these players: a letter or two, and the number of a colour, which the
    player has on every page; both may have been chosen."""
    letters = initials([visit.names[one] for one in players])
    known = visit.league.players
    return [
        {"letter": known[one].initial or letter, "colour": colour_of(known[one])}
        for one, letter in zip(players, letters, strict=True)
    ]


def chosen_coins(visit: LeagueVisit) -> dict[str, ChosenCoin]:
    """Return the coins that players of the league have chosen, by name."""
    return {
        visit.names[one.number]: ChosenCoin(one.colour, one.initial)
        for one in visit.league.players.values()
        if one.colour is not None or one.initial
    }


def colour_of(player: Player) -> int:
    """Return the number of the colour of a player's coin."""
    return player.number % COLOURS if player.colour is None else player.colour % COLOURS


def player_page(visit: LeagueVisit, player: int) -> str:
    """Return the address of a player's page."""
    return url_for("league_players.player", league_id=visit.info.public_id, player=player)


def day(ended: int | None) -> dict[str, str]:
    """Return the day of a moment, for programs and for people."""
    if ended is None:
        return {"iso": "", "text": ""}
    at = day_of(ended)
    return {"iso": at.isoformat(), "text": written_day(at)}


def form(letters: str) -> dict[str, Any]:
    """Return how the last games ended: letters, and the same for who hears them."""
    told = ", ".join(tell(LETTERS[one]) for one in letters)
    return {"letters": letters, "text": tell("Last games: {told}", told=told)}


def game(visit: LeagueVisit, one: GameOfLeague) -> dict[str, Any]:
    """Return a game of a list: when, who with how many points, what it counts, where to look at
    it."""
    seasons = visit.league.seasons
    season = seasons.get(one.season) if len(seasons) > 1 else None
    return {
        "id": one.id,
        "name": one.unknown_name or games()[one.game].name,
        "day": day(one.ended),
        "played_on": written_day(date.fromisoformat(one.day_set)) if one.day_set else "",
        "season": season.name if season else "",
        "sides": [
            {
                "who": players_with_links(visit, side.players),
                "points": side.points,
                "handicap": side.handicap,
                "won": side.won,
                "worth": tell("the average")
                if side.averaged
                else None
                if side.worth is None
                else number_text(side.worth),
            }
            for side in one.sides
        ],
        "seated": one.seated,
        "href": deal_page(visit, one),
        "kind": _kind(one),
        "unplayed": one.unplayed,
        "why_not": one.why_not,
        "reason": one.reason,
        "rule": _correction_page(visit, one),
    }


def _kind(one: GameOfLeague) -> str:
    """Return what a game is that was not played at a table, in a word; else nothing."""
    if one.unplayed:
        return tell("walkover") if one.unplayed == WALKOVER else tell("bye")
    if one.table is not None:
        return tell("result only") if one.result_only else ""
    return tell("imported, winner only") if one.winner_only else tell("imported")


def ranked(visit: LeagueVisit, one: RankedPlayer) -> dict[str, Any]:
    """Return a line of standings."""
    return {
        "place": one.place,
        "name": visit.names[one.player],
        "href": player_page(visit, one.player),
        "games": one.sums.games,
        "wins": one.sums.won,
        "total": number_text(one.total),
        "bonus": number_text(one.bonus) if one.bonus else "",
        "by": one.by,
        "missing": one.missing,
        "unplayed": _unplayed_words(one.sums),
    }


def _unplayed_words(sums: Sums) -> str:
    """Return how many of a player's games were byes and walkovers; empty where none was."""
    byes = [tell("{n} {n:bye|byes}", n=sums.byes)] if sums.byes else []
    walkovers = [tell("{n} {n:walkover|walkovers}", n=sums.walkovers)] if sums.walkovers else []
    return ", ".join([*byes, *walkovers])


def _correction_page(visit: LeagueVisit, one: GameOfLeague) -> str | None:
    if not visit.organises:
        return None
    return url_for("league_games.one", league_id=visit.info.public_id, game=one.id)


def deal_page(
    visit: LeagueVisit, one: GameOfLeague, side: int = 0, deal: int | None = None
) -> str | None:
    """Return the address of the game, or of a deal of it explained; None for a game that was
    imported, and for a phone that may not view the league's tables."""
    if one.table is None or not visit.is_member:
        return None
    if deal is None:
        return url_for("pad.table", public_id=one.table)
    return url_for("record.why", public_id=one.table, side=side) + f"#d{deal}"


def evening_title(evening: Evening) -> str:
    """Return what the evening is called: its name, else its day."""
    return evening.name or evening_day(evening) or tell("Evening {number}", number=evening.number)


def evening_day(evening: Evening) -> str:
    """Return the day in words; empty where there is none."""
    if not evening.date:
        return ""
    return with_weekday(date.fromisoformat(evening.date))


def evening_about(evening: Evening, tonight: bool = False) -> str:
    """An evening in a list: its day unless it is tonight, its game, how many play, how long, as far
    as it is planned."""
    planned = [
        tell("{n} players", n=len(evening.present)),
        tell("{n} {n:round|rounds}", n=len(evening.rounds)),
    ]
    about = [games()[evening.game].name, *(planned if evening.present else [])]
    return " · ".join([evening_day(evening), *about] if evening.name and not tonight else about)


def reply_shown(visit: LeagueVisit, evening: int) -> dict[str, Any]:
    """Return the replies to an evening for the page, and that of the phone's player: ``coming``,
    ``waiting``, ``away``, or none."""
    replies = replies_of(visit.league, evening)
    groups = {"coming": replies.coming, "waiting": replies.waiting, "away": replies.away}
    me = visit.league.player_of(table_request.known_device())
    return {
        **{what: [visit.names[one] for one in players] for what, players in groups.items()},
        "action": url_for("direction.answer", league_id=visit.info.public_id, evening=evening),
        "places": visit.league.evenings[evening].get("places", 0),
        "known": me is not None,
        "mine": next((what for what, players in groups.items() if me in players), ""),
    }
