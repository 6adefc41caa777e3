"""What a column's heading means, by its words and by those beside it: headings differ between
files, and are English or German."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from scorekeeper.spelling import without_accents


class Kind(StrEnum):
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

    kind: Kind
    number: int | None = None


_CALLED: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.DATE: (
        *("date", "day", "when", "played", "played on", "date played", "game date"),
        *("datum", "tag", "wann", "spieldatum", "spieltag", "gespielt am"),
    ),
    Kind.GAME: (
        *("game", "card game", "game name", "name of game", "kind of game", "game type"),
        *("spiel", "kartenspiel", "spielart"),
    ),
    Kind.NUMBER: (
        *("no", "number", "id", "table", "match", "game no", "game number", "game id", "table no"),
        *("nr", "nummer", "tisch", "partie", "spiel nr", "spielnr", "spielnummer", "tisch nr"),
    ),
    Kind.DEALS: (
        *("deals", "hands", "rounds", "number of deals"),
        *("runden", "gaben", "anzahl runden", "anzahl gaben"),
    ),
    Kind.PLAYER: (
        *("player", "players", "name", "names", "player name", "sides", "teams", "pairs", "who"),
        *("spieler", "spielerin", "spielername", "namen", "mitspieler", "paare", "wer"),
    ),
    Kind.PARTNER: ("partner", "partners", "partnerin"),
    Kind.SIDE: ("side", "team", "pair", "seite", "partei", "paar", "mannschaft"),
    Kind.SCORE: (
        *("score", "scores", "points", "result", "results", "total", "totals", "final score"),
        *("punkte", "punktzahl", "punktestand", "ergebnis", "ergebnisse", "gesamt", "endstand"),
    ),
    Kind.WINNER: (
        *("winner", "winners", "won", "won by", "winning", "winning side", "winning team"),
        *("sieger", "siegerin", "gewinner", "gewinnerin", "gewonnen"),
    ),
    Kind.LOSER: (
        *("loser", "losers", "lost", "lost by", "losing", "losing side", "losing team"),
        *("verlierer", "verliererin", "verloren"),
    ),
    Kind.KIND: ("kind", "art"),
    Kind.LOWEST: ("lowest wins", "fewest win"),
}
_KINDS: Final = {called: kind for kind, names in _CALLED.items() for called in names}

_MANY: Final = frozenset(("players", "names", "sides", "teams", "pairs", "namen", "paare"))

_OF_PLAYERS: Final = frozenset((Kind.PLAYER, Kind.PARTNER, Kind.SIDE))
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
    if (kind := _KINDS.get(" ".join(words))) is not None:
        return ColumnName(kind)
    keys = [key for word in words if (key := _key(word)) is not None]
    kinds = {_KINDS.get(word) for word in words if _key(word) is None}
    if seats := [_OF_SEAT[word] for word in words if word in _OF_SEAT]:
        return _of_side(*seats[0]) if len(seats) == 1 and kinds <= {None, Kind.PLAYER} else None
    if Kind.SCORE in kinds and kinds & {Kind.WINNER, Kind.LOSER}:
        return ColumnName(Kind.SCORE, 1 if Kind.WINNER in kinds else 2)
    if kinds & {Kind.SCORE, Kind.WINNER, Kind.LOSER}:
        kind = next(one for one in (Kind.SCORE, Kind.WINNER, Kind.LOSER) if one in kinds)
        if not keys and kind != Kind.SCORE and kinds <= {kind, *_OF_PLAYERS}:
            return ColumnName(kind)
        return ColumnName(kind, keys[0]) if len(keys) == 1 else None
    if len(keys) == 2 and (_OF_PLAYERS & kinds or (not kinds and words[0] in _OF_SIDE)):
        return _of_side(*keys)
    if len(keys) == 1 and _OF_PLAYERS & kinds:
        return ColumnName(Kind.PARTNER if Kind.PARTNER in kinds else Kind.PLAYER, keys[0])
    return ColumnName(Kind.SIDE, keys[0]) if len(words) == 1 and words[0] in _OF_SIDE else None


def _key(word: str) -> int | None:
    """Return which player or side a word of a head means."""
    if word.isdecimal():
        return int(word) if len(word) <= 3 else None
    return _OF_SIDE.get(word)


def _of_side(side: int, member: int) -> ColumnName | None:
    kind = {1: Kind.PLAYER, 2: Kind.PARTNER}.get(member)
    return ColumnName(kind, side) if kind else None


def _plain(head: str) -> str:
    return without_accents(head.casefold())


# --- beside others --------------------------------------------------------------------------------


def meanings(heads: Sequence[str]) -> Iterator[ColumnName | None]:
    """Yield what each column is; None for what we know nothing of.

    "player, score, player, score" are numbered as they come, and beside "opponent 1" a player
    without a number is on the first side. "NS" alone is their score, if they have columns of their
    own, or them, if their score has."""
    names = [*_beside([_meaning(head) for head in heads])]
    several = (Kind.PLAYER, Kind.PARTNER, Kind.SCORE)
    repeated = {kind for kind in several if names.count(ColumnName(kind)) > 1}
    numbered = {name.kind for name in names if name and name.number}
    if Kind.PLAYER in numbered:
        repeated |= {Kind.PLAYER, Kind.PARTNER}
    alone = (
        Kind.SCORE if Kind.PLAYER in numbered else Kind.PLAYER if Kind.SCORE in numbered else None
    )
    counts = dict.fromkeys(repeated, 0)
    for name in names:
        if name is not None and name.number is None and name.kind in repeated:
            counts[name.kind] += 1
            yield ColumnName(name.kind, counts[name.kind])
        elif name is not None and name.number and name.kind == Kind.SIDE:
            yield ColumnName(alone, name.number) if alone else None
        else:
            yield name


_PAIRS: Final = (Kind.PLAYER, Kind.PLAYER, Kind.SCORE, Kind.PLAYER, Kind.PLAYER, Kind.SCORE)


def _beside(names: Sequence[ColumnName | None]) -> Iterator[ColumnName | None]:
    """The names; partners are also told by the column beside theirs: "winner, partner, loser,
    partner", "player 1, player 2, score, player 3, player 4, score"."""
    kinds = [name.kind if name else None for name in names]
    in_pairs = tuple(kind for kind in kinds if kind in (Kind.PLAYER, Kind.SCORE)) == _PAIRS
    decided, found = Kind.WINNER, 0
    for name in names:
        kind = name.kind if name else None
        decided = kind if kind in (Kind.WINNER, Kind.LOSER) else decided
        if kind == Kind.PARTNER and Kind.LOSER in kinds:
            yield ColumnName(decided, 2)
        elif kind == Kind.PARTNER and Kind.PLAYER not in kinds and name and name.number:
            yield ColumnName(Kind.PLAYER, name.number)
        elif in_pairs and kind in (Kind.PLAYER, Kind.SCORE):
            side, member = divmod(found, 3)
            found += 1
            yield ColumnName((Kind.PLAYER, Kind.PARTNER, Kind.SCORE)[member], side + 1)
        else:
            yield name
