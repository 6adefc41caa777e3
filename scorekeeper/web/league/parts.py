"""Parts that the pages of a league share: what is picked, coins, evenings."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from flask import abort, request, url_for

from scorekeeper.days import MORNING, with_weekday
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.leagues.evening.coming import LOOKING, Replies, replies_of
from scorekeeper.leagues.evening.plan import Evening
from scorekeeper.leagues.evening.played import is_played
from scorekeeper.leagues.evening.replies import has_partners
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.lifecycle import counts_many_sided
from scorekeeper.leagues.results.games import games_in
from scorekeeper.leagues.results.standings import compare_seasons
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.ranking import RankedPlayer
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import TEAMS, kind_of
from scorekeeper.standings.worked import worked_example
from scorekeeper.store.league.state import League, Player, Season
from scorekeeper.store.table.persons import ChosenCoin
from scorekeeper.tables.own_games import earlier_editions, find_game, game_named
from scorekeeper.web.interview.coins import COLOURS, Coin, initials
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request


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
    return game if game is None or find_game(game) else abort(404)


Choice = tuple[str, str, Sequence[tuple[Any, str]], Any]
"""A list to pick from above a page: its name, its words, its values, the one that is chosen."""


def choices(visit: LeagueVisit, picked: Selection) -> list[Choice]:
    """Return the lists of seasons and games to pick from."""
    seasons = [(one.number, one.name) for one in visit.newest_seasons]
    slugs = [(slug, game_named(slug).name) for slug in games_in(visit)]
    season = picked.season.number if picked.season else ""
    return [
        ("season", tell("Season"), [("", tell("All seasons")), *seasons], season),
        ("game", tell("Game"), [("", tell("All games")), *slugs], picked.game or ""),
    ]


def games_offered(season: Season | None) -> list[Game]:
    """Return the games that what begins now in a season may be of: those that count in it, or all
    of the app; of two editions of one game the later. What began with the other still counts."""
    found = [*filter(None, map(find_game, (season and season.games) or games()))]
    earlier = earlier_editions(found)
    return [game for game in found if game.slug not in earlier]


def games_to_play(league: League, season: Season | None) -> list[tuple[str, str]]:
    """Return the games that an evening, a ladder or a league of teams may be of (the season's, or
    all of the app), each its slug and its name: that of the newest evening first, then those with a
    referee."""
    newest = [find_game(evening["game"]) for evening in league.evenings.values()][-1:]
    names = [game.name for game in newest if game]
    found = sorted(
        games_offered(season),
        key=lambda game: (game.name not in names, game.own is not None, game.name.casefold()),
    )
    return [(game.slug, game.name) for game in found]


class ShownExample(NamedTuple):
    """A season's scoring worked out with names of the club: each game as who beat whom, and the
    standings by name."""

    games: Sequence[str]
    rows: Sequence[tuple[str, RankedPlayer]]


def shown_example(visit: LeagueVisit, scoring: Scoring, season: Season) -> ShownExample:
    """Return the example of a season's form and of its standings."""
    own = sorted((visit.names[one.number] for one in visit.league.playing), key=len)
    names = [*own, *(one for one in ("Ann", "Ben", "Cat", "Dan") if one not in own)]
    worked = worked_example(scoring, counts_many_sided(season))
    return ShownExample(
        [_told(one, names) for one in worked.games],
        [(names[one.player], one) for one in worked.table],
    )


def _told(game: FinishedGame, names: Sequence[str]) -> str:
    sides = sorted(zip(game.sides, game.points, strict=True), key=lambda side: -side[1])
    scored = [
        tell("{name} {points}", name=names[player], points=points) for (player,), points in sides
    ]
    return ", ".join(scored)


def coins(visit: LeagueVisit, players: Sequence[int]) -> dict[int, Coin]:
    """Return the coin of each of these players, which they have on every page; its letters and its
    colour may have been chosen. Those of pairs and teams follow from their names."""
    known = visit.league.players
    letters = initials([visit.names[one] for one in players])
    return {
        one: Coin(known[one].initial or letter, colour_of(known[one]))
        if one > 0
        else Coin(_letters_of_unit(visit, one) or letter, -one % COLOURS)
        for one, letter in zip(players, letters, strict=True)
    }


def _letters_of_unit(visit: LeagueVisit, unit: int) -> str:
    """Return the letters of a pair: one of each name; empty for a team."""
    if kind_of(unit) == TEAMS:
        return ""
    return "".join(initials([name])[0] for name in visit.names[unit].split(" & "))[:2]


def own(visit: LeagueVisit, numbers: Iterable[int]) -> frozenset[int]:
    """Return which of these players, pairs or teams the phone's player is, or is of."""
    me = visit.league.player_of(table_request.known_device())
    return frozenset(one for one in numbers if me and me in visit.league.players_of(one))


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


def champions(visit: LeagueVisit) -> list[tuple[Season, str]]:
    """Return the seasons that have ended and their champions' names, the newest first."""
    every = compare_seasons(visit)
    return [
        (one.season, visit.together(one.first))
        for one in every
        if one.season.archived and one.first
    ]


def evening_title(evening: Evening) -> str:
    """Return what the evening is called: its name, else its day."""
    return evening.name or evening_day(evening) or tell("Evening {number}", number=evening.number)


def evening_day(evening: Evening) -> str:
    """Return the day in words; empty where there is none."""
    if not evening.date:
        return ""
    return with_weekday(date.fromisoformat(evening.date))


def evening_hours(evening: Evening) -> str:
    """Return when an evening starts and ends; empty where nobody said."""
    if not evening.start or not evening.end:
        return evening.start
    return tell("{start} to {end}", start=evening.start, end=evening.end)


def evening_about(evening: Evening, tonight: bool = False) -> str:
    """An evening in a list: its day unless it is tonight, its game, how many play, how long, as far
    as it is planned."""
    planned = [
        tell("{n} players", n=len(evening.present)),
        # of a duplicate evening they stand elsewhere
        *([tell("{n} {n:round|rounds}", n=len(evening.rounds))] if evening.rounds else []),
    ]
    about = [
        *([tell("cancelled: {reason}", reason=evening.reason)] if evening.cancelled else []),
        *filter(None, [evening_hours(evening), evening.venue]),
        game_named(evening.game).name,
        *(planned if evening.present else []),
    ]
    # without a name the day is the title, and stood there twice
    return " · ".join([evening_day(evening), *about] if evening.name and not tonight else about)


def coming_evenings(visit: LeagueVisit) -> list[dict[str, Any]]:
    """Return the evening in progress and those to come, the next first: title, game, address. One
    that has been played is there for the rest of its day only, until another begins."""
    # by UTC an evening in New York stood under the next day's date
    now = datetime.now()  # by the server's local time, as on the evening's page
    evenings = [evening_of(visit.league, number) for number in visit.league.evenings]
    starts = [(datetime.fromisoformat(one.date), one) for one in evenings if one.date]
    to_come = sorted(
        ((start, one) for start, one in starts if start + MORNING > now),
        key=lambda two: (two[0], two[1].number),
    )
    # at half past midnight the evening that is over stood beside that of the new day
    newest = max((start for start, _ in to_come if start <= now), default=now)
    return [
        {
            "title": evening_title(one),
            "about": evening_about(one, tonight=start <= now),
            "href": url_for("evening.page", league_id=visit.info.public_id, evening=one.number),
            "tonight": start <= now,
            "number": one.number,
        }
        for start, one in to_come
        if not one.cancelled and (start == newest or not is_played(visit, one))
    ]


def reply_shown(visit: LeagueVisit, evening: int, back: str = "") -> dict[str, Any]:
    """Return the replies to an evening for the page, and that of the phone's player: ``coming``,
    ``waiting``, ``away``, or none; with whom they come, and who else looks for a partner."""
    replies = replies_of(visit.league, evening)
    groups = {"coming": replies.coming, "waiting": replies.waiting, "away": replies.away}
    me = visit.league.player_of(table_request.known_device())
    pairs = has_partners(visit.league, evening)
    named = [(one, visit.names[one]) for one in replies.looking] if pairs else []
    mine = next((what for what, players in groups.items() if me in players), "")
    return {
        **{what: _in_pairs(visit, replies, players) for what, players in groups.items()},
        "action": url_for("direction.answer", league_id=visit.info.public_id, evening=evening),
        "places": visit.league.evenings[evening].get("places", 0),
        "taken": len(replies.coming),
        "known": me is not None,
        "mine": mine,
        "partner": visit.names.get(replies.partners.get(me or 0, 0), ""),
        "partners": _partners(visit, replies, me) if pairs and me is not None else [],
        "looking": [name for _, name in named],
        "offers": [one for one in named if me in replies.looking and one[0] != me],
        "back": back,
    }


def _in_pairs(visit: LeagueVisit, replies: Replies, players: Sequence[int]) -> list[str]:
    """Return the names of these players, partners together."""
    found: dict[int, str] = {}
    for one in players:
        other = replies.partners.get(one)
        if other is not None and other in found:
            found[other] = visit.together((other, one))
        else:
            found[one] = visit.names[one]
    return [*found.values()]


def _partners(visit: LeagueVisit, replies: Replies, player: int) -> list[tuple[int, str, bool]]:
    """Return whom a player may choose as their partner: number, name, and which is chosen, at
    first their usual one."""
    mine = replies.partners.get(player)
    free = dict(
        by_name(
            visit,
            (
                one
                for one in visit.league.playing
                if one.number != player and one.number not in replies.away
                if replies.partners.get(one.number, player) == player
            ),
        )
    )
    replied = player in replies.looking
    usual = visit.league.usual_partners.get(player)
    chosen = mine or (usual if usual in free and not replied else LOOKING)
    looking = (LOOKING, tell("Looking for a partner"))
    return [(number, name, number == chosen) for number, name in (looking, *free.items())]


def by_name(visit: LeagueVisit, players: Iterable[Player]) -> list[tuple[int, str]]:
    """Return these players, by number and name, in the order of their names."""
    named = [(one.number, visit.names[one.number]) for one in players]
    return sorted(named, key=lambda one: one[1].casefold())
