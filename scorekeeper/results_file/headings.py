"""What a column's heading means, by its words and by those beside it: headings differ between
files, and are English or German."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.spelling import without_accents


class Role(StrEnum):
    """What a column may be, as we head it. `POINTS` of a player are headed by their name."""

    DATE = "date"
    GAME = "game"
    NUMBER = "no"
    DEALS = "deals"
    PLAYER = "player"
    PARTNER = "partner"
    SIDE = "side"
    SCORE = "score"
    WINNER = "winner"
    LOSER = "loser"
    KIND = "kind"
    LOWEST = "lowest wins"
    POINTS = "points"


class ColumnName(NamedTuple):
    """The meaning of a column and, where a game has several such, its player or side."""

    role: Role
    number: int | None = None


_CALLED: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.DATE: (
        *("date", "day", "when", "played", "played on", "date played", "game date"),
        *("datum", "tag", "wann", "spieldatum", "spieltag", "gespielt am"),
    ),
    Role.GAME: (
        *("game", "card game", "game name", "name of game", "kind of game", "game type"),
        *("spiel", "kartenspiel", "spielart"),
    ),
    Role.NUMBER: (
        *("no", "number", "id", "table", "match", "game no", "game number", "game id", "table no"),
        *("nr", "nummer", "tisch", "partie", "spiel nr", "spielnr", "spielnummer", "tisch nr"),
    ),
    Role.DEALS: (
        *("deals", "hands", "rounds", "number of deals"),
        *("runden", "gaben", "anzahl runden", "anzahl gaben"),
    ),
    Role.PLAYER: (
        *("player", "players", "name", "names", "player name", "sides", "teams", "pairs", "who"),
        *("spieler", "spielerin", "spielername", "namen", "mitspieler", "paare", "wer"),
    ),
    Role.PARTNER: ("partner", "partners", "partnerin"),
    Role.SIDE: ("side", "team", "pair", "seite", "partei", "paar", "mannschaft"),
    Role.SCORE: (
        *("score", "scores", "points", "result", "results", "total", "totals", "final score"),
        *("punkte", "punktzahl", "punktestand", "ergebnis", "ergebnisse", "gesamt", "endstand"),
    ),
    Role.WINNER: (
        *("winner", "winners", "won", "won by", "winning", "winning side", "winning team"),
        *("sieger", "siegerin", "gewinner", "gewinnerin", "gewonnen"),
    ),
    Role.LOSER: (
        *("loser", "losers", "lost", "lost by", "losing", "losing side", "losing team"),
        *("verlierer", "verliererin", "verloren"),
    ),
    Role.KIND: ("kind", "art"),
    Role.LOWEST: ("lowest wins", "fewest win"),
}
_ROLES: Final = {called: role for role, names in _CALLED.items() for called in names}

_MANY: Final = frozenset(("players", "names", "sides", "teams", "pairs", "namen", "paare"))

_OF_PLAYERS: Final = frozenset((Role.PLAYER, Role.PARTNER, Role.SIDE))
_OF_SIDE: Final[Mapping[str, int]] = {
    **{"a": 1, "b": 2, "c": 3, "d": 4, "ns": 1, "ew": 2},
    **{"us": 1, "we": 1, "our": 1, "home": 1, "wir": 1, "heim": 1},
    **{"them": 2, "they": 2, "their": 2, "away": 2, "gast": 2, "gegner": 2},
    **{"opponent": 2, "opponents": 2},
}
_OF_SEAT: Final[Mapping[str, tuple[int, int]]] = {
    **{"north": (1, 1), "south": (1, 2), "east": (2, 1), "west": (2, 2)},
    **{"nord": (1, 1), "sud": (1, 2), "ost": (2, 1)},
}
"""The side of a seat at a table of four, and which of its players sits there."""

_NO_NAMES: Final = frozenset(
    (
        *("total", "totals", "sum", "running", "cumulative", "cum", "average", "avg", "mean"),
        *("week", "month", "year", "season", "round", "minutes", "time", "duration", "target"),
        *("place", "rank", "position", "wins", "gesamt", "summe", "schnitt", "woche", "monat"),
        *("jahr", "saison", "runde", "minuten", "dauer", "zeit", "ziel", "platz", "rang", "siege"),
    )
)


# --- a heading alone ------------------------------------------------------------------------------


def is_heading(text: str) -> bool:
    """Return whether a text is the heading of some column."""
    return _meaning(text) is not None


def names_many(head: str) -> bool:
    """Return whether a column holds all players of a game."""
    return _plain(head) in _MANY


def names_no_player(head: str) -> bool:
    """Return whether a column that has numbers is no player's by its heading."""
    return not _NO_NAMES.isdisjoint(_plain(head).split())


def _meaning(head: str) -> ColumnName | None:
    """Return what a column is by its head: "Score player 2" is the second score, "Team A player 2"
    the partner on the first side."""
    words = [word for word in re.findall(r"[a-z]+|[0-9]+", _plain(head)) if word != "s"]
    if (role := _ROLES.get(" ".join(words))) is not None:
        return ColumnName(role)
    keys = [key for word in words if (key := _key(word)) is not None]
    roles = {_ROLES.get(word) for word in words if _key(word) is None}
    if seats := [_OF_SEAT[word] for word in words if word in _OF_SEAT]:
        return _of_side(*seats[0]) if len(seats) == 1 and roles <= {None, Role.PLAYER} else None
    if Role.SCORE in roles and roles & {Role.WINNER, Role.LOSER}:
        return ColumnName(Role.SCORE, 1 if Role.WINNER in roles else 2)
    if roles & {Role.SCORE, Role.WINNER, Role.LOSER}:
        role = next(one for one in (Role.SCORE, Role.WINNER, Role.LOSER) if one in roles)
        if not keys and role != Role.SCORE and roles <= {role, *_OF_PLAYERS}:
            return ColumnName(role)
        return ColumnName(role, keys[0]) if len(keys) == 1 else None
    if len(keys) == 2 and (_OF_PLAYERS & roles or (not roles and words[0] in _OF_SIDE)):
        return _of_side(*keys)
    if len(keys) == 1 and _OF_PLAYERS & roles:
        return ColumnName(Role.PARTNER if Role.PARTNER in roles else Role.PLAYER, keys[0])
    return ColumnName(Role.SIDE, keys[0]) if len(words) == 1 and words[0] in _OF_SIDE else None


def _key(word: str) -> int | None:
    """Return which player or side a word of a head means."""
    if word.isdecimal():
        return int(word) if len(word) <= 3 else None
    return _OF_SIDE.get(word)


def _of_side(side: int, member: int) -> ColumnName | None:
    role = {1: Role.PLAYER, 2: Role.PARTNER}.get(member)
    return ColumnName(role, side) if role else None


def _plain(head: str) -> str:
    """Return the head in small letters, without accents."""
    return without_accents(head.casefold())


# --- beside others --------------------------------------------------------------------------------


def meanings(heads: Sequence[str]) -> Iterator[ColumnName | None]:
    """Yield what each column is; None for what we know nothing of.

    "player, score, player, score" are numbered as they come, and beside "opponent 1" a player
    without a number is on the first side. "NS" alone is their score, if they have columns of their
    own, or them, if their score has."""
    names = [*_beside([_meaning(head) for head in heads])]
    several = (Role.PLAYER, Role.PARTNER, Role.SCORE)
    repeated = {role for role in several if names.count(ColumnName(role)) > 1}
    numbered = {name.role for name in names if name and name.number}
    if Role.PLAYER in numbered:
        repeated |= {Role.PLAYER, Role.PARTNER}
    alone = (
        Role.SCORE if Role.PLAYER in numbered else Role.PLAYER if Role.SCORE in numbered else None
    )
    counts = dict.fromkeys(repeated, 0)
    for name in names:
        if name is not None and name.number is None and name.role in repeated:
            counts[name.role] += 1
            yield ColumnName(name.role, counts[name.role])
        elif name is not None and name.number and name.role == Role.SIDE:
            yield ColumnName(alone, name.number) if alone else None
        else:
            yield name


_PAIRS: Final = (Role.PLAYER, Role.PLAYER, Role.SCORE, Role.PLAYER, Role.PLAYER, Role.SCORE)


def _beside(names: Sequence[ColumnName | None]) -> Iterator[ColumnName | None]:
    """The names; partners are also told by the column beside theirs: "winner, partner, loser,
    partner", "player 1, player 2, score, player 3, player 4, score"."""
    roles = [name.role if name else None for name in names]
    in_pairs = tuple(role for role in roles if role in (Role.PLAYER, Role.SCORE)) == _PAIRS
    decided, found = Role.WINNER, 0
    for name in names:
        role = name.role if name else None
        decided = role if role in (Role.WINNER, Role.LOSER) else decided
        if role == Role.PARTNER and Role.LOSER in roles:
            yield ColumnName(decided, 2)
        elif role == Role.PARTNER and Role.PLAYER not in roles and name and name.number:
            yield ColumnName(Role.PLAYER, name.number)
        elif in_pairs and role in (Role.PLAYER, Role.SCORE):
            side, member = divmod(found, 3)
            found += 1
            yield ColumnName((Role.PLAYER, Role.PARTNER, Role.SCORE)[member], side + 1)
        else:
            yield name
