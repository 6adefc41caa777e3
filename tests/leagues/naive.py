"""What a league's games come to, worked out the long way: all games, one after another.

From the documents of what was played and the league's records as they stand; written without a
look at how it is really done.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.days import day_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.store.schema.table import Json
from tests.leagues.clubs import rows_of

PLAYED = ("id", "imported", "season", "game", "ended", "played", "table_id")
RESULT = (
    *("game_id", "player", "league_id", "season", "game", "ended", "side", "place", "won"),
    *("letter", "deals", "points", "worth", "kept", "lost", "tallied", "top", "top_deal", "rated"),
)

Row = dict[str, Any]
Rows = list[tuple[Any, ...]]


def results(visit: LeagueVisit) -> list[Row]:
    """A row a player a game that counts."""
    options = {table: (variant, chosen) for table, variant, chosen in _tables()}
    return [
        row
        for game in _games()
        if game["played"]
        for row in _of_game(visit, game, options.get(game["table_id"]))
    ]


def check_days(visit: LeagueVisit) -> None:
    """Each game counts on the day that was set for it, else when it first ended; no two at once."""
    said = [one.payload for one in visit.league.of_kinds("game") if "day" in one.payload]
    set_days = {one["game"]: one["day"] for one in said}
    ends = [*rows_of("league_game", "id", "day", "first_ended", "ended")]
    for game, opened_for, first, ended in ends:
        day = set_days.get(game) or opened_for
        assert (first is None) == (ended is None)
        if first is None:
            continue
        if day is None or day == day_of(first).isoformat():
            assert ended == first
        else:
            assert day_of(ended).isoformat() == day
    moments = [ended for *_, ended in ends if ended is not None]
    assert len({*moments}) == len(moments)


def _games() -> list[Row]:
    return [dict(zip(PLAYED, row, strict=True)) for row in rows_of("league_game", *PLAYED)]


def _tables() -> Rows:
    return rows_of("game_table", "id", "variant", "options")


def _of_game(visit: LeagueVisit, game: Row, rules: tuple[Any, Any] | None) -> Iterator[Row]:
    league, document = visit.league, game["played"]
    said: Json = {}
    for one in league.of_kinds("game"):
        if one.payload["game"] == game["id"]:
            said |= one.payload
    number = said.get("season", game["season"])
    season = next((one.payload for one in league.of_kinds("season") if one.seq == number), None)
    imports = {one.seq for one in league.of_kinds("import")}
    if (
        season is None
        or said.get("struck")
        or (game["imported"] and game["imported"] not in imports)
    ):
        return
    if season["games"] and game["game"] not in season["games"]:
        return
    pinned = season["games"].get(game["game"])
    if pinned and rules and (pinned["variant"], pinned["options"]) != rules:
        return
    numbers = {person: player for _, person, player in rows_of("league_person")}
    players = [_today(visit, numbers[one["person"]]) for one in document["players"]]
    on = [one["side"] for one in document["players"]]
    if document["deals"] == 0 or len(set(on)) < 2 or len(set(players)) < len(players):
        return
    own = {"game_id": game["id"], "league_id": visit.info.id, "season": number}
    sides = _sides(season, game["game"], document, players)
    for player, seat in zip(players, document["players"], strict=True):
        yield {
            **own,
            "player": player,
            "game": game["game"],
            "ended": game["ended"],
            "side": seat["side"],
            "deals": document["deals"],
            "kept": seat.get("kept", 0),
            "lost": seat.get("lost", 0),
            "tallied": document["tallied"][seat["side"]],
            "top": document["top"][seat["side"]][0] if document["top"] else None,
            "top_deal": document["top"][seat["side"]][1] if document["top"] else None,
            **sides[seat["side"]],
        }


def _today(visit: LeagueVisit, player: int) -> int:
    into = {one.payload["player"]: one.payload["into"] for one in visit.league.of_kinds("merge")}
    for _ in into:
        player = into.get(player, player)
    return player


def _sides(season: Json, game: str, document: Json, players: Sequence[int]) -> list[Row]:
    """Place, letter, points and worth of each side, and the place without handicaps."""
    scoring = season["scoring"]
    points = [-one if document["low"] else one for one in document["points"]]
    winners = set(document["winners"])
    rated = _places(points, winners)
    if scoring["handicaps"]:
        extra = [0] * len(points)
        for player, seat in zip(players, document["players"], strict=True):
            extra[seat["side"]] += _handicap(season, game, player)
        points = [one + more for one, more in zip(points, extra, strict=True)]
        if len(set(extra)) > 1:
            winners = {side for side, one in enumerate(points) if one == max(points)}
    places = _places(points, winners)
    return [
        {
            "place": places[side],
            "rated": rated[side],
            "won": int(side in winners),
            "letter": _letter(side, winners),
            "points": points[side],
            "worth": round(_worth(scoring, side, points, winners, places, document) * 2520),
        }
        for side in range(len(points))
    ]


def _handicap(season: Json, game: str, player: int) -> int:
    own = season.get("handicaps_by_game", {}).get(game, {}).get(str(player))
    return int(season["handicaps"].get(str(player), 0) if own is None else own)


def _places(points: Sequence[int], winners: set[int]) -> list[int]:
    order = [(side in winners, 0 if side in winners else one) for side, one in enumerate(points)]
    return [1 + sum(other > one for other in order) for one in order]


def _letter(side: int, winners: set[int]) -> str:
    if winners == {side}:
        return "W"
    return "D" if side in winners or not winners else "L"


def _worth(
    scoring: Json,
    side: int,
    points: Sequence[int],
    winners: set[int],
    places: Sequence[int],
    document: Json,
) -> Fraction:
    match scoring["scheme"]:
        case "wins":
            return Fraction(side in winners, max(len(winners), 1))
        case "total":
            return Fraction(points[side])
        case "average":
            deals = document["deals"] if scoring["best"] is not None else 1
            return Fraction(points[side], deals)
        case "difference":
            others = [one for other, one in enumerate(points) if other != side]
            return points[side] - Fraction(sum(others), len(others))
    table = dict(enumerate(scoring["params"]["table"], start=1))
    level = places.count(places[side])
    return Fraction(sum(table.get(places[side] + n, 0) for n in range(level)), level)


def player_sums(results: Sequence[Row]) -> Rows:
    """League, season, player, game; games, won, deals, points, worth, kept, lost, tallied."""
    names = ("won", "deals", "points", "worth", "kept", "lost", "tallied")
    sums: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0] * 8)
    for one in results:
        total = sums[one["league_id"], one["season"], one["player"], one["game"]]
        total[:] = [total[0] + 1, *(total[n + 1] + one[name] for n, name in enumerate(names))]
    return sorted((*key, *total) for key, total in sums.items())


def pair_sums(results: Sequence[Row]) -> Rows:
    """League, season, player, other, together, game; games, won, lost, points."""
    games: dict[int, list[Row]] = defaultdict(list)
    for one in results:
        games[one["game_id"]].append(one)
    sums: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0] * 4)
    for played in games.values():
        for one in played:
            for other in (row for row in played if row is not one):
                together = one["side"] == other["side"]
                key = (one["season"], one["player"], other["player"], together, one["game"])
                ahead, behind = one["place"] < other["place"], one["place"] > other["place"]
                apart = [1, ahead, behind, one["points"] - other["points"]]
                added = [1, one["won"], 1 - one["won"], 0] if together else apart
                total = sums[one["league_id"], *key]
                total[:] = [was + more for was, more in zip(total, added, strict=True)]
    return sorted((*key, *total) for key, total in sums.items())


def totals(
    visit: LeagueVisit, season: int, results: Sequence[Row]
) -> dict[int, tuple[Fraction, int]]:
    """Of each player in the season: his total, bonuses and all, and in how many games."""
    said = next(one.payload for one in visit.league.of_kinds("season") if one.seq == season)
    scoring, best = said["scoring"], said["scoring"]["best"]
    found_totals = {}
    for player in {one["player"] for one in results if one["season"] == season}:
        own = [one for one in results if one["season"] == season and one["player"] == player]
        worth = sorted((Fraction(one["worth"], 2520) for one in own), reverse=True)[:best]
        total = sum(worth, Fraction())
        if scoring["scheme"] == "average":
            total /= sum(one["deals"] for one in own) if best is None else len(worth)
        found_totals[player] = (total, len(own))
    for one in visit.league.of_kinds("bonus"):
        if one.payload["season"] == season:
            player = _today(visit, one.payload["player"])
            total, games = found_totals.get(player, (Fraction(), 0))
            found_totals[player] = (total + Fraction(one.payload["points"]), games)
    return found_totals
