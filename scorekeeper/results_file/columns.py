"""The meaning of the columns, by their headings, which differ between files."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.results_file.text import (
    DELIMITERS,
    FileFault,
    FileRow,
    first_line,
    rows,
    without_blanks,
)
from scorekeeper.spelling import without_accents

DATE, GAME, NUMBER, DEALS = "date", "game", "no", "deals"
PLAYER, PARTNER, SIDE, SCORE = "player", "partner", "side", "score"

_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    DATE: (
        *("date", "day", "when", "played", "played on", "date played", "game date"),
        *("datum", "tag", "wann", "spieldatum", "spieltag", "gespielt am"),
    ),
    GAME: (
        *("game", "card game", "game name", "name of game", "kind of game", "game type"),
        *("spiel", "kartenspiel", "spielart"),
    ),
    NUMBER: (
        *("no", "number", "id", "table", "match", "game no", "game number", "game id", "table no"),
        *("nr", "nummer", "tisch", "partie", "spiel nr", "spielnr", "spielnummer", "tisch nr"),
    ),
    DEALS: (
        *("deals", "hands", "rounds", "number of deals"),
        *("runden", "gaben", "anzahl runden", "anzahl gaben"),
    ),
    PLAYER: (
        *("player", "players", "name", "names", "player name", "sides", "teams", "pairs", "who"),
        *("spieler", "spielerin", "spielername", "namen", "mitspieler", "paare", "wer"),
    ),
    PARTNER: ("partner", "partners", "partnerin"),
    SIDE: ("side", "team", "pair", "seite", "partei", "paar", "mannschaft"),
    SCORE: (
        *("score", "scores", "points", "result", "results", "total", "totals", "final score"),
        *("punkte", "punktzahl", "punktestand", "ergebnis", "ergebnisse", "gesamt", "endstand"),
    ),
}
_ROLES: Final = {called: role for role, names in _CALLED.items() for called in names}

_MANY: Final = frozenset(("players", "names", "sides", "teams", "pairs", "namen", "paare"))
"""Names of a column that holds all players of a game."""


class ColumnName(NamedTuple):
    """The meaning of a column and, where a game has several such, its player or side."""

    role: str
    number: int | None = None


class Columns(NamedTuple):
    """The place of each column, by its name. `heads` are the names as written, `many` says that
    one column is for all players of a game, `ignored` are the names that mean nothing here."""

    line: int
    heads: tuple[str, ...]
    places: Mapping[ColumnName, int]
    many: bool = False
    ignored: tuple[str, ...] = ()

    def place(self, role: str) -> int | None:
        """Return where the only column of its kind is."""
        return self.places.get(ColumnName(role))

    def head(self, role: str) -> str:
        """Return what the only column of its kind is called."""
        place = self.place(role)
        return "" if place is None else self.heads[place]

    def head_at(self, place: int) -> str:
        """Return what a column is called; nothing beyond the last."""
        return self.heads[place] if place < len(self.heads) else ""

    @property
    def read(self) -> tuple[tuple[str, str], ...]:
        """The columns that are read: what they are called, and as what."""
        return tuple((self.heads[place], name.role) for name, place in self.places.items())

    def numbered(self, role: str) -> dict[int, int]:
        """Return where the columns of a kind are that a game has several of, by their numbers."""
        found = {name.number: place for name, place in self.places.items() if name.role == role}
        return {number: found[number] for number in sorted(n for n in found if n is not None)}

    def has(self, role: str) -> bool:
        """Return whether there is any column of the kind."""
        return any(name.role == role for name in self.places)


def delimiter_of(text: str) -> str:
    """Return the delimiter with which the names of most columns are understood; of equals the
    one that splits more."""
    line = first_line(text)

    def worth(delimiter: str) -> tuple[int, int]:
        row = next(rows(line, delimiter, []), FileRow(1, ()))
        return len(columns(row, []).places), len(row.cells)

    return max(DELIMITERS, key=worth)


def columns(row: FileRow, faults: list[FileFault]) -> Columns:
    """Return the columns by the first line; notes which are there twice."""
    heads = tuple(map(without_blanks, row.cells))
    places: dict[ColumnName, int] = {}
    ignored = []
    for place, name in enumerate(_numbered([_name(head) for head in heads])):
        if name is None:
            ignored.append(heads[place])
        elif name in places:
            faults.append(FileFault(row.line, heads[place], "This column appears twice."))
        else:
            places[name] = place
    many = any(_plain(head) in _MANY for head in heads)
    return Columns(row.line, heads, places, many, tuple(filter(None, ignored)))


def _name(head: str) -> ColumnName | None:
    """Return what a column is by its head: "Score player 2" is the second score."""
    words = re.findall(r"[a-z]+|[0-9]+", _plain(head))
    if (role := _ROLES.get(" ".join(words))) is not None:
        return ColumnName(role)
    digits = [word for word in words if word.isdecimal()]
    roles = {_ROLES.get(word) for word in words}
    if len(digits) != 1 or len(digits[0]) > 3:
        return None
    if SCORE in roles:
        return ColumnName(SCORE, int(digits[0]))
    return ColumnName(PLAYER, int(digits[0])) if roles & {PLAYER, SIDE} else None


def _plain(head: str) -> str:
    """Return the head in small letters, without accents."""
    return without_accents(head.casefold())


def _numbered(names: Sequence[ColumnName | None]) -> Iterator[ColumnName | None]:
    """The names; "player, score, player, score" are numbered as they come."""
    repeated = {role for role in (PLAYER, SCORE) if names.count(ColumnName(role)) > 1}
    counts = dict.fromkeys(repeated, 0)
    for name in names:
        if name is not None and name.number is None and name.role in repeated:
            counts[name.role] += 1
            yield ColumnName(name.role, counts[name.role])
        else:
            yield name
