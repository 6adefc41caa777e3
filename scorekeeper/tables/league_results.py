"""A game's results in its league, by player.

They follow from what was played (``finished.py``), and from what the league has decided.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import Connection

from scorekeeper.sentences import phrase
from scorekeeper.spelling import folded
from scorekeeper.standings.counted import counted_results
from scorekeeper.standings.finished import BYE, WALKOVER, FinishedGame
from scorekeeper.standings.numbers import to_units
from scorekeeper.standings.rules import LEFT_OUT
from scorekeeper.standings.scoring import Scoring
from scorekeeper.standings.units import PLAYERS, TEAMS
from scorekeeper.store.league import league_games, leagues, results, running_sums, webhook_posts
from scorekeeper.store.league.affected import AffectedResults
from scorekeeper.store.league.league_games import GameRow
from scorekeeper.store.league.state import League, Season
from scorekeeper.store.schema.league import Result
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.persons import names_of
from scorekeeper.store.table.rows import Change, now
from scorekeeper.tables.finished import finished_game
from scorekeeper.tables.game_day import ended_at
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.tables.own_games import game_named
from scorekeeper.tables.unit_results import CountedGame, in_a_match, results_of_units

REASONS_NOT_COUNTED: Final[Mapping[str, str]] = {
    league_games.UNFINISHED: phrase("Not finished."),
    "nothing": phrase("No deal was played."),
    "alone": phrase("There were no opponents."),
    "struck": phrase("Removed by an organiser."),
    "game": phrase("This game does not count in the season."),
    "rules": phrase("It used different rules from the season's."),
    "import": phrase("Its import was undone."),
    "season": phrase("Its season was removed."),
    league_games.DELETED: phrase("It was deleted."),
    "twice": phrase("Two of its players are now merged."),
    "bye": phrase("Byes don't count as games in this season."),
    "teams": phrase("Nobody played this match: it counts only where teams are ranked."),
}
"""Why a game does not count, by ``LeagueGame.counts``."""

# many at once, so that a season that is scored anew takes seconds
AT_ONCE: Final = 500
"""Games that are counted together."""


class LeagueOutcome(NamedTuple):
    """A game's outcome in its league: why it does not count (a key of ``REASONS_NOT_COUNTED``;
    empty where it does), and its results in the order of the players."""

    game: GameRow
    counts: str
    results: Sequence[Result]


def add_game(connection: Connection, table: LoadedTable, **columns: int | str | None) -> None:
    """Add a table's game to a league; the columns are those of ``LeagueGame``."""
    noted = len(table.state.notes)
    game = {"table_id": table.row.id, "game": table.head.game.slug, "rulings": noted}
    league_games.add_games(connection, [{**game, **columns}])
    update_results(connection, table, now())


def update_results(
    connection: Connection, table: LoadedTable, at: int, *, ruled: bool = False
) -> None:
    """Update a league's results after a write to its table, perhaps of a ruling; in the same
    transaction."""
    league_id = table.row.league_id
    if league_id is None:
        return
    # a deal of a game that goes on must not wait for the league's lock
    if table.pad.outcome or table.row.status != "open":  # else it does not concern the league yet
        info = leagues.lock(connection, league_id)
        game = league_games.game_of_table(connection, table.row.id)
        if game is not None:
            save_played(connection, leagues.read(connection, info), game, finished_game(table), at)
    if ruled:
        league_games.mark_has_ruling(connection, table.row.id)


def save_played(
    connection: Connection, league: League, game: GameRow, document: Json | None, at: int
) -> None:
    """Save the document of a finished game, and count it."""
    first = game.first_ended
    if document and first is None:
        first = league_games.next_end_time(connection, league.id, at)
    over = game._replace(played=document, first_ended=first)
    over = over._replace(ended=ended_at(connection, league, over))
    league_games.save_game(connection, over)
    if document != game.played:
        _queue_for_webhook(connection, league, [over])
    _count_games(connection, league, [over])


def _queue_for_webhook(connection: Connection, league: League, games: Iterable[GameRow]) -> None:
    """Queue these games for the league's webhook, if it has one; not those of a file."""
    if league.webhook:
        ids = [game.id for game in games if game.imported is None or unplayed(game.played)]
        webhook_posts.queue(connection, league.id, ids, now())


def persons_of(games: Iterable[GameRow]) -> set[int]:
    """Return all persons who played in these games."""
    played = (game.played["players"] for game in games if game.played)
    return {one["person"] for players in played for one in players}


def _with_players_for(connection: Connection, league: League, persons: Iterable[int]) -> League:
    """Return the league with a player for each of these persons.

    A person who is nobody's yet is the player of that name; where there is none, a guest.
    """
    new = persons_without_player(connection, league, persons)
    if not new:
        return league
    # of two with the same name, the first
    first = {one.person: one.number for one in reversed([*league.players.values()])}
    names = names_of(connection, {*new, *first})
    called = {folded(names[person]): number for person, number in first.items()}
    guests = []
    for person in new:
        namesake = called.get(folded(names[person]))
        if namesake is None:
            guests.append(person)
        else:
            leagues.add_person(connection, league.id, person, namesake)
    return _add_guests(connection, league, guests)


def persons_without_player(
    connection: Connection, league: League, persons: Iterable[int]
) -> list[int]:
    """Return the persons who are no players of the league."""
    persons = sorted({*persons})
    known = leagues.players_by_person(connection, league.id, persons)
    return [person for person in persons if known.get(person) not in league.players]


def _add_guests(connection: Connection, league: League, persons: Sequence[int]) -> League:
    if not persons:
        return league
    changes = [Change("guest", {"person": person, "guest": True}) for person in persons]
    key = f"guest-{league.version}-{persons[0]}"
    answer = leagues.append(connection, league.id, changes, request_key=key)
    for place, person in enumerate(persons):
        leagues.add_person(connection, league.id, person, answer.seq + place)
    return leagues.read_uncached(connection, leagues.by_id(connection, league.id))


def recount_affected(connection: Connection, league: League, moved: AffectedResults) -> None:
    """Compute the results again that a decision of the league has changed."""
    here = connection, league.id
    ids = {
        *(one for season in moved.seasons for one in league_games.ids_where(*here, season=season)),
        *(
            one
            for number in moved.imports
            for one in league_games.ids_where(*here, imported=number)
        ),
        *(moved.games | {*_games_moved_to(league, moved)}),
        *(results.ids_of_players(*here, moved.players) if moved.players else ()),
        *(league_games.ids_where(*here, counts="twice") if moved.players else ()),
    }
    count_games(connection, league, sorted(ids))


def _games_moved_to(league: League, moved: AffectedResults) -> Iterable[int]:
    return (
        game
        for game, decision in league.game_decisions.items()
        if decision.get("season") in moved.seasons
    )


def count_games(connection: Connection, league: League, ids: Sequence[int]) -> None:
    """Compute the results of these games, by id, in the league as it is."""
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        league = _count_games(
            connection, league, league_games.games_by_id(connection, league.id, some)
        )


def _count_games(connection: Connection, league: League, games: Sequence[GameRow]) -> League:
    """Count these games; return the league, with the players found in them."""
    games = [*games, *_other_tables(connection, league, games)]
    league = _with_players_for(connection, league, persons_of(games))
    games = [_on_its_day(connection, league, game) for game in games]
    made = outcomes_of(connection, league, games)
    running_sums.replace_results(connection, league.id, [(game, found) for game, _, found in made])
    for counts in {counts for game, counts, _ in made if game.counts != counts}:
        league_games.set_reason_not_counted(
            connection, counts, [game.id for game, now, _ in made if now == counts]
        )
    recounted = [game for game, counts, _ in made if game.counts != counts]
    _queue_for_webhook(connection, league, recounted)
    return league


def _on_its_day(connection: Connection, league: League, game: GameRow) -> GameRow:
    """Return the game on its day, which may be another one now."""
    ended = ended_at(connection, league, game)
    if ended != game.ended:
        league_games.set_end_time(connection, game.id, ended)
        _queue_for_webhook(connection, league, [game])
    return game._replace(ended=ended)


def outcomes_of(
    connection: Connection, league: League, games: Sequence[GameRow]
) -> list[LeagueOutcome]:
    """Return the outcomes of these games in the league as it is, all of whose persons are players
    of it; with the results of pairs or teams where its season ranks them."""
    others = _other_tables(connection, league, games)
    players = leagues.players_by_person(connection, league.id, persons_of([*games, *others]))
    found = [LeagueOutcome(game, *_outcome(league, game, players)) for game in (*games, *others)]
    more = _results_of_units(league, found, players)
    return [
        one._replace(results=[*more.get(one.game.id, ()), *one.results])
        for one in found[: len(games)]
    ]


def _other_tables(
    connection: Connection, league: League, games: Sequence[GameRow]
) -> list[GameRow]:
    """Return the other games of the rounds in which these were played, where teams are ranked: what
    one counts for its team depends on the other tables of the match."""
    if all(one.ranked != TEAMS for one in league.seasons.values()):
        return []
    rounds = {(one.evening, one.round) for one in games if in_a_match(one)}
    known = {one.id for one in games}
    return [
        one
        for evening in sorted({evening for evening, _ in rounds if evening is not None})
        for one in league_games.games_of_evening(connection, league.id, evening)
        if (one.evening, one.round) in rounds and one.id not in known
    ]


def _results_of_units(
    league: League, outcomes: Sequence[LeagueOutcome], players: Mapping[int, int]
) -> dict[int, Sequence[Result]]:
    """Return what the games that count come to for pairs or teams, by the game that has it."""
    counted: dict[int, list[CountedGame]] = {}
    for one in outcomes:
        season = season_of(league, one.game)
        if season and one.results and season.ranked != PLAYERS:
            played = _as_finished(*_seated(league, one.game, players))
            known = CountedGame(one.game, played, one.results)
            counted.setdefault(season.number, []).append(known)
    open_ones = [one.game for one in outcomes if one.counts == league_games.UNFINISHED]
    found: dict[int, Sequence[Result]] = {}
    for number, games in counted.items():
        found |= results_of_units(league, league.seasons[number], games, open_ones)
    return found


def _outcome(
    league: League, game: GameRow, players: Mapping[int, int]
) -> tuple[str, Sequence[Result]]:
    """Return why a game does not count, and its results."""
    season = season_of(league, game)
    counts = reason_not_counted(league, season, game)
    if counts or season is None:
        return counts, ()
    found = sorted(results_of(league, season, game, players), key=lambda one: one.player)
    if len({one.player for one in found}) < len(found):
        return "twice", ()
    return counts, found


def season_of(league: League, game: GameRow) -> Season | None:
    """Return the season in which the game counts: where it was played or moved to."""
    number = league.game_decisions.get(game.id, {}).get("season")
    return league.seasons.get(number if number is not None else game.season)


def reason_not_counted(league: League, season: Season | None, game: GameRow) -> str:
    """Return why a game does not count, a key of ``REASONS_NOT_COUNTED``; empty where it does."""
    if game.imported is not None and game.imported not in league.imports:
        return "import"
    if season is None:
        return "season"
    if game.deleted is not None:
        return league_games.DELETED
    if game.played is None:
        return league_games.UNFINISHED
    if league.game_decisions.get(game.id, {}).get("struck"):
        return "struck"
    if unplayed(game.played) == BYE and Scoring.read(season.scoring).bye == LEFT_OUT:
        return "bye"
    if game.played.get("of_teams") and season.ranked != TEAMS:
        return "teams"
    return _reason_unfit(game.played) or _breaks_season_rules(season, game)


def unplayed(document: Json | None) -> Literal["", "walkover", "bye"]:
    """Return whether a finished game is a walkover or a bye; empty where it was played."""
    if document and document.get("bye"):
        return BYE
    return WALKOVER if document and document.get("walkover") else ""


def _reason_unfit(document: Json) -> str:
    if unplayed(document) == BYE:
        return league_games.COUNTS
    if not document["deals"]:
        return "nothing"
    return "alone" if len({one["side"] for one in document["players"]}) < 2 else league_games.COUNTS


def _breaks_season_rules(season: Season, game: GameRow) -> str:
    """Return whether the season does not count this game, or these rules."""
    if season.games and game.game not in season.games:
        return "game"
    pinned = season.games.get(game.game)
    if pinned is None or game.options is None:
        return league_games.COUNTS
    return (
        league_games.COUNTS
        if same_rules(game.game, pinned, game.variant, game.options)
        else "rules"
    )


def same_rules(slug: str, pinned: Json, variant: str | None, options: Mapping[str, Any]) -> bool:
    """Return whether a game's rules are the pinned ones. An option that is younger than either has
    its default there."""
    usual = game_named(slug).defaults(variant)
    return pinned["variant"] == variant and {**usual, **pinned["options"]} == {**usual, **options}


def played_as_corrected(league: League, game: int, played: Json | None) -> Json | None:
    """Return the document of a finished game, by its id, with the result to which an organiser
    corrected it: that of an imported game."""
    decided = league.game_decisions.get(game, {})
    if played is None or "points" not in decided:
        return played
    return {**played, "points": decided["points"], "winners": decided["winners"]}


def results_of(
    league: League, season: Season, game: GameRow, players: Mapping[int, int]
) -> Iterable[Result]:
    """Yield a row for each player of the finished game; ``players`` are the numbers by person."""
    document, seated = _seated(league, game, players)
    own = {player: one for player, one in seated}
    scoring, finished = Scoring.read(season.scoring), _as_finished(document, seated)
    kind = finished.unplayed
    for result in counted_results(finished, scoring, _handicaps(season, game.game)):
        one = own[result.player]
        top = document["top"][one["side"]] if document["top"] else (None, None)
        worth = to_units(result.worth)
        yield Result(
            game_id=game.id,
            player=result.player,
            league_id=league.id,
            season=season.number,
            game=game.game,
            ended=game.ended or 0,
            side=one["side"],
            place=result.place,
            won=int(result.won),
            letter=result.letter,
            deals=result.deals,
            points=round(result.points),
            worth=worth,
            kept=one.get("kept", 0),
            lost=one.get("lost", 0),
            tallied=document["tallied"][one["side"]],
            top=top[0],
            top_deal=top[1],
            rated=result.rated,
            byes=int(kind == BYE),
            walkovers=int(kind == WALKOVER),
            given=worth if kind else 0,
            averaged=int(result.averaged),
        )


def _seated(
    league: League, game: GameRow, players: Mapping[int, int]
) -> tuple[Json, Sequence[tuple[int, Json]]]:
    """Return the document of a finished game as it counts, and each of its players by number."""
    document: dict[str, Any] = played_as_corrected(league, game.id, game.played) or {}
    return document, [
        (league.after_merges(players[one["person"]]), one) for one in document["players"]
    ]


def _as_finished(document: Json, seated: Sequence[tuple[int, Json]]) -> FinishedGame:
    sides = tuple(
        tuple(player for player, one in seated if one["side"] == side)
        for side in range(len(document["points"]))
    )
    points, winners = tuple(document["points"]), frozenset(document["winners"])
    if scale := document.get("scale"):
        points = tuple(Fraction(own, scale) for own in points)
    rest = (document["deals"], document["low"], unplayed(document))
    return FinishedGame(sides, points, winners, *rest)


def _handicaps(season: Season, game: str) -> dict[int, Fraction]:
    return {player: Fraction(points) for player, points in season.handicaps_at(game).items()}
