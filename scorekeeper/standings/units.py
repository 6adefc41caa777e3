"""Pairs and teams that are ranked instead of players: their numbers, and what they did in a game.

All that adds up, ranks and rates players by their numbers does the same for units by theirs, which
are below 0. A unit's game is that of a side; where teams meet at several tables, it is the match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isqrt
from typing import Final

from scorekeeper.interview.steps import Choice, Key
from scorekeeper.sentences import Sentence, phrase, say
from scorekeeper.standings.finished import FinishedGame
from scorekeeper.standings.numbers import Points
from scorekeeper.standings.rules import Modifier, Scheme

PLAYERS: Final = "players"
PAIRS: Final = "pairs"
TEAMS: Final = "teams"

# --- numbers ------------------------------------------------------------------------------------


def pair_number(one: int, other: int) -> int:
    """Return the number of the pair of two players (from 1), whoever is named first."""
    low, high = sorted((one, other))
    # in 32 bits up to player 65,535: each pair has one number, and none is left out but the teams'
    return -(high * (high - 1) // 2 + low)


def team_number(team: int) -> int:
    """Return the number of a team, which is told by its place from 1 among all teams."""
    return -(team * (team + 1) // 2)


def _decoded(unit: int) -> tuple[int, int]:
    high = (1 + isqrt(1 - 8 * unit)) // 2
    return -unit - high * (high - 1) // 2, high


def pair_of(unit: int) -> tuple[int, int] | None:
    """Return the two players of a pair, the lower number first; None where this is no pair."""
    low, high = _decoded(unit) if unit < 0 else (0, 0)
    return (low, high) if low else None


def team_of(unit: int) -> int | None:
    """Return the team, as in `team_number`; None where this is no team."""
    low, high = _decoded(unit) if unit < 0 else (1, 0)
    return None if low else high - 1


def kind_of(number: int) -> str:
    """Return what has this number: `PLAYERS`, `PAIRS` or `TEAMS`."""
    if number > 0:
        return PLAYERS
    return PAIRS if pair_of(number) else TEAMS


# --- in a game ----------------------------------------------------------------------------------


def sides_as_pairs(game: FinishedGame) -> tuple[int, ...]:
    """Return the pair on each side; nothing where a side is not two players."""
    if any(len(side) != 2 for side in game.sides):  # noqa: PLR2004
        return ()
    return tuple(pair_number(*side) for side in game.sides)


def sides_as_teams(game: FinishedGame, teams: Mapping[int, int]) -> tuple[int, ...]:
    """Return the team for which each side plays; nothing where they are not different teams.
    `teams` has each player's; whoever has none is a substitute."""
    found = [{teams[one] for one in side if one in teams} for side in game.sides]
    if any(len(own) != 1 for own in found):
        return ()
    units = tuple(own.pop() for own in found)
    return units if len({*units}) == len(units) else ()


def match_of(games: Sequence[FinishedGame]) -> FinishedGame:
    """Return the match that these games of the same units come to, each of which is on a side of
    its own: its points are the sum of all tables, and whoever has most wins.

    What was not played counts only where nothing was: then whoever was given most tables wins. In
    all games the most points must be best.
    """
    if len(games) == 1:
        return games[0]
    played = [one for one in games if not one.unplayed]
    counted = played or [*games]
    sides = games[0].sides
    sums = [sum(_of_side(one, side) for one in counted) for side in sides]
    return replace(
        counted[0],
        sides=sides,
        points=tuple(sums),
        winners=frozenset(side for side, own in enumerate(sums) if own == max(sums)),
        deals=sum(one.deals for one in counted),
    )


def _of_side(game: FinishedGame, side: tuple[int, ...]) -> Points:
    at = game.sides.index(side)
    return game.points[at] if not game.unplayed else int(at in game.winners)


# --- the setting --------------------------------------------------------------------------------


def _in_words(ranked: str, scheme: Scheme) -> Sentence | None:
    if ranked == PAIRS:
        return say(
            "Pairs are ranked: the same two partners, in either order. Only games in which every "
            "side is two players count."
        )
    if ranked == TEAMS:
        return say(
            "Teams are ranked. Only games between two teams of the league count; a match at several"
            " tables is one game, with the points of all its tables."
        )
    return None


def _example(ranked: str, scheme: Scheme) -> Sentence:
    if ranked == TEAMS:
        return say(
            "Ann's team wins by 60 to 40 at the first table against Ben's, and loses by 30 to 80 at"
            " the second: 60 + 30 = 90 for Ann's team, 40 + 80 = 120 for Ben's, who win the match."
        )
    return say(
        "Scored by wins, Ann and Cat win a game, then Ann and Ben win two: 1 for Ann & Cat, 2 for"
        " Ann & Ben. Ranked as players, Ann has 3, Ben 2, Cat 1."
    )


RANKED: Final = Modifier(
    name=phrase("Ranked"),
    field=Choice(
        path=("ranked",),
        label=say("Ranked"),
        hint=say("Who has a place in the standings."),
        keys=(
            Key(PLAYERS, say("players")),
            Key(PAIRS, say("pairs")),
            Key(TEAMS, say("teams")),
        ),
        suggest=PLAYERS,
    ),
    sentence=_in_words,
    example=_example,
)
