"""A game in a list: its name, its result or progress, its points."""

from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.games import games
from scorekeeper.leagues.visit import LeagueOfTable, leagues_named
from scorekeeper.sentences import Voice, minus, say, tell
from scorekeeper.tables.summaries import ListedTable, my_tables
from scorekeeper.web.shared.icons import game_card
from scorekeeper.web.shared.templating import ago
from scorekeeper.web.table import table_request


class ListedGame(NamedTuple):
    """A game of this phone; ``headline`` says who won or who plays, ``about`` what, ``score`` is
    that of two sides or the winner's own. ``league``: the one it belongs to, if any."""

    id: str
    game: str
    card: Markup
    names: str
    headline: str
    about: str
    score: str
    when: str
    finished: bool


def listed_games() -> list[ListedGame]:
    """Return this phone's games, unfinished ones first, those of a league with its name."""
    found = my_tables(table_request.known_device())
    league_ids = {one.row.league_id for one in found if one.row.league_id is not None}
    named = leagues_named(league_ids, table_request.known_device())
    return [listed_game(one, named.get(one.row.league_id or 0)) for one in found]


def listed_game(table: ListedTable, league: LeagueOfTable | None = None) -> ListedGame:
    """Return a game as its lists show it."""
    game = games()[table.row.game]
    names_by_side = [name for name, _ in table.scored]
    totals = [minus(total) for _, total in table.scored]
    names = " – ".join(names_by_side) if len(names_by_side) == 2 else ", ".join(names_by_side)
    players = sum(1 for name in table.names if name)
    about = [
        game.name
        if len(names_by_side) == 2
        else tell("{game}, {n} {n:player|players}", game=game.name, n=players)
    ]
    about.append(ago(table.row.updated) if table.outcome else tell("deal {n}", n=table.deals + 1))
    return ListedGame(
        id=table.row.public_id,
        game=game.name,
        card=game_card(game),
        names=names,
        headline=_headline(table) or names,
        about=" · ".join([*about, *([league.name] if league else [])]),
        score=" : ".join(totals) if len(totals) == 2 else _best(table),
        when=ago(table.row.updated),
        finished=table.outcome is not None,
    )


def _headline(table: ListedTable) -> str:
    """Return the winner; empty while the game goes on."""
    if table.outcome is None:
        return ""
    side = _winner(table)
    if side is None:
        return tell("Draw")
    names = [name for seat in table.sides[side] if (name := table.names[seat])]
    return Voice().text(say("{names} won", names=" & ".join(names)))


def _best(table: ListedTable) -> str:
    """The winner's points; empty where there is none alone."""
    side = _winner(table)
    return "" if side is None else minus(table.totals[side])


def _winner(table: ListedTable) -> int | None:
    """The side that won alone."""
    winners: list[int] = table.outcome["winners"] if table.outcome else []
    return winners[0] if len(winners) == 1 else None
