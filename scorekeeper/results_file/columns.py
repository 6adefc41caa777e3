"""The meaning of the columns, by their headings, which differ between files, and where these do not
say it, by what stands below them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.game_finder import plain_name
from scorekeeper.results_file.text import (
    DELIMITERS,
    FileFault,
    FileRow,
    first_lines,
    rows,
    without_blanks,
)
from scorekeeper.results_file.values import KINDS, WON_OR_LOST, is_absent, is_day, plain_word
from scorekeeper.sentences import tell
from scorekeeper.spelling import without_accents

DATE, GAME, NUMBER, DEALS = "date", "game", "no", "deals"
PLAYER, PARTNER, SIDE, SCORE = "player", "partner", "side", "score"
WINNER, LOSER = "winner", "loser"
KIND, LOWEST = "kind", "lowest wins"
POINTS = "points"
"""Headed by a player: their points in each game."""

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
    WINNER: (
        *("winner", "winners", "won", "won by", "winning", "winning side", "winning team"),
        *("sieger", "siegerin", "gewinner", "gewinnerin", "gewonnen"),
    ),
    LOSER: (
        *("loser", "losers", "lost", "lost by", "losing", "losing side", "losing team"),
        *("verlierer", "verliererin", "verloren"),
    ),
    KIND: ("kind", "art"),
    LOWEST: ("lowest wins", "fewest win"),
}
_ROLES: Final = {called: role for role, names in _CALLED.items() for called in names}

_MANY: Final = frozenset(("players", "names", "sides", "teams", "pairs", "namen", "paare"))
"""Names of a column that holds all players of a game."""

_OF_PLAYERS: Final = frozenset((PLAYER, PARTNER, SIDE))
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
"""Words in the headings of columns that have numbers, but are no player's."""


class ColumnName(NamedTuple):
    """The meaning of a column and, where a game has several such, its player or side."""

    role: str
    number: int | None = None


class Columns(NamedTuple):
    """The place of each column, by its name. `heads` are the names as written, `many` says that
    one column is for all players of a game. `numeric` are the columns that may each be a player's,
    by place, and whether they are read so."""

    line: int
    heads: tuple[str, ...]
    places: Mapping[ColumnName, int]
    many: bool = False
    numeric: Mapping[int, bool] = MappingProxyType({})

    @property
    def ignored(self) -> tuple[str, ...]:
        """The names that mean nothing here."""
        there = self.places.values()
        return tuple(head for place, head in enumerate(self.heads) if head and place not in there)

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
        places = self.places.items()
        return tuple((self.heads[place], name.role) for name, place in places if self.heads[place])

    def numbered(self, role: str) -> dict[int, int]:
        """Return where the columns of a kind are that a game has several of, by their numbers."""
        found = {name.number: place for name, place in self.places.items() if name.role == role}
        return {number: found[number] for number in sorted(n for n in found if n is not None)}

    def has(self, role: str) -> bool:
        """Return whether there is any column of the kind."""
        return any(name.role == role for name in self.places)


# --- the headings -------------------------------------------------------------------------------

_WITHIN: Final = 12
"""Titles and empty lines above the headings take fewer lines than that."""
_MOST: Final = 200
"""No sheet has more columns; a file may be one line of megabytes."""


def delimiter_of(text: str) -> str:
    """Return the delimiter with which the names of most columns are understood; of equals the
    one that splits more."""
    lines = first_lines(text, _WITHIN)

    def worth(delimiter: str) -> tuple[int, int]:
        found = [row for line in lines for row in rows(line, delimiter, [])]
        return max(((_understood(row), len(row.cells)) for row in found), default=(0, 0))

    return max(DELIMITERS, key=worth)


def _understood(row: FileRow) -> int:
    """Return how many columns the row names; a cell alone is a title."""
    filled = sum(map(bool, map(without_blanks, row.cells)))
    return len(columns(row, []).places) if filled > 1 else -filled


def heading_of(found: Sequence[FileRow]) -> int:
    """Return the row with the columns' names: there may be titles above it."""
    return max(range(len(found[:_WITHIN])), key=lambda place: _understood(found[place]), default=0)


def columns(row: FileRow, faults: list[FileFault]) -> Columns:
    """Return the columns by their headings; notes which are there twice."""
    heads = tuple(map(without_blanks, row.cells[:_MOST]))
    places: dict[ColumnName, int] = {}
    for place, name in enumerate(_numbered([_name(head) for head in heads])):
        if name is None:
            continue
        if name in places:
            faults.append(FileFault(row.line, heads[place], tell("This column appears twice.")))
        else:
            places[name] = place
    many = any(_plain(head) in _MANY for head in heads)
    return Columns(row.line, heads, places, many)


def names_column(head: str) -> bool:
    """Return whether a text is the heading of some column."""
    return _name(head) is not None


def _name(head: str) -> ColumnName | None:
    """Return what a column is by its head: "Score player 2" is the second score, "Team A player 2"
    the partner on the first side."""
    words = [word for word in re.findall(r"[a-z]+|[0-9]+", _plain(head)) if word != "s"]
    if (role := _ROLES.get(" ".join(words))) is not None:
        return ColumnName(role)
    keys = [key for word in words if (key := _key(word)) is not None]
    roles = {_ROLES.get(word) for word in words if _key(word) is None}
    if seats := [_OF_SEAT[word] for word in words if word in _OF_SEAT]:
        return _of_side(*seats[0]) if len(seats) == 1 and roles <= {None, PLAYER} else None
    if SCORE in roles and roles & {WINNER, LOSER}:
        return ColumnName(SCORE, 1 if WINNER in roles else 2)
    if roles & {SCORE, WINNER, LOSER}:
        role = next(one for one in (SCORE, WINNER, LOSER) if one in roles)
        if not keys and role != SCORE and roles <= {role, *_OF_PLAYERS}:
            return ColumnName(role)
        return ColumnName(role, keys[0]) if len(keys) == 1 else None
    if len(keys) == 2 and (_OF_PLAYERS & roles or (not roles and words[0] in _OF_SIDE)):
        return _of_side(*keys)
    if len(keys) == 1 and _OF_PLAYERS & roles:
        return ColumnName(PARTNER if PARTNER in roles else PLAYER, keys[0])
    return ColumnName(SIDE, keys[0]) if len(words) == 1 and words[0] in _OF_SIDE else None


def _key(word: str) -> int | None:
    """Return which player or side a word of a head means."""
    if word.isdecimal():
        return int(word) if len(word) <= 3 else None
    return _OF_SIDE.get(word)


def _of_side(side: int, member: int) -> ColumnName | None:
    role = {1: PLAYER, 2: PARTNER}.get(member)
    return ColumnName(role, side) if role else None


def _plain(head: str) -> str:
    """Return the head in small letters, without accents."""
    return without_accents(head.casefold())


def _numbered(names: Sequence[ColumnName | None]) -> Iterator[ColumnName | None]:
    """The names; "player, score, player, score" are numbered as they come, and beside "opponent 1"
    a player without a number is on the first side. "NS" alone is their score, if they have columns
    of their own, or them, if their score has."""
    names = [*_beside(names)]
    several = (PLAYER, PARTNER, SCORE)
    repeated = {role for role in several if names.count(ColumnName(role)) > 1}
    numbered = {name.role for name in names if name and name.number}
    if PLAYER in numbered:
        repeated |= {PLAYER, PARTNER}
    alone = SCORE if PLAYER in numbered else PLAYER if SCORE in numbered else None
    counts = dict.fromkeys(repeated, 0)
    for name in names:
        if name is not None and name.number is None and name.role in repeated:
            counts[name.role] += 1
            yield ColumnName(name.role, counts[name.role])
        elif name is not None and name.number and name.role == SIDE:
            yield ColumnName(alone, name.number) if alone else None
        else:
            yield name


_PAIRS: Final = (PLAYER, PLAYER, SCORE, PLAYER, PLAYER, SCORE)


def _beside(names: Sequence[ColumnName | None]) -> Iterator[ColumnName | None]:
    """The names; partners are also told by the column beside theirs: "winner, partner, loser,
    partner", "player 1, player 2, score, player 3, player 4, score"."""
    roles = [name.role if name else "" for name in names]
    in_pairs = tuple(role for role in roles if role in (PLAYER, SCORE)) == _PAIRS
    decided, found = "", 0
    for name in names:
        role = name.role if name else ""
        decided = role if role in (WINNER, LOSER) else decided
        if role == PARTNER and LOSER in roles:
            yield ColumnName(decided or WINNER, 2)
        elif role == PARTNER and PLAYER not in roles and name and name.number:
            yield ColumnName(PLAYER, name.number)
        elif in_pairs and role in (PLAYER, SCORE):
            side, member = divmod(found, 3)
            found += 1
            yield ColumnName((PLAYER, PARTNER, SCORE)[member], side + 1)
        else:
            yield name


# --- what stands below them ---------------------------------------------------------------------


def by_contents(
    known: Columns,
    lines: Sequence[FileRow],
    games: Collection[str],
    chosen: Mapping[int, bool],
) -> Columns:
    """Return the columns, with those that only their contents tell: days, games (by their plain
    names), and points below a player's name. `chosen` says of columns of numbers, by place, whether
    they are a player's."""
    known = _without_other_kinds(known, lines)
    scored = known.has(SCORE) or known.has(WINNER)
    if scored and all(map(known.has, (DATE, GAME, PLAYER))):
        return known
    cells = {
        place: [text for row in lines if not is_absent(text := without_blanks(row.cell(place)))]
        for place in range(len(known.heads))
    }
    places = dict(known.places)
    # 500 is a game, but more often a score
    told = {DATE: is_day, GAME: lambda text: plain_name(text) in games and not _is_score(text)}
    for role, fits in told.items():
        free = (place for place in cells if place not in places.values())
        found = next((place for place in free if _mostly(fits, cells[place])), None)
        if found is not None and not known.has(role):
            places[ColumnName(role)] = found
    numbered = known.numbered(PLAYER).values()
    are_names = not all(_is_score(text) for place in numbered for text in cells[place])
    if known.has(LOSER) or known.place(PLAYER) is not None or (numbered and (scored or are_names)):
        return known._replace(places=places)
    return _a_column_each(known._replace(places=places), cells, chosen)


def _without_other_kinds(known: Columns, lines: Sequence[FileRow]) -> Columns:
    """Return the columns without one headed "kind" that says something else: "friendly"."""
    place = known.place(KIND)
    if place is None or any(plain_word(row.cell(place)) in KINDS for row in lines):
        return known
    return known._replace(places={name: at for name, at in known.places.items() if at != place})


def _a_column_each(
    known: Columns, cells: Mapping[int, Sequence[str]], chosen: Mapping[int, bool]
) -> Columns:
    """Return the columns of a file in which players have one each, if there are two such at least;
    what is their total is left out."""
    of_game = {name: at for name, at in known.places.items() if name.role not in (PLAYER, SCORE)}
    taken = {*of_game.values(), *known.numbered(SCORE).values(), known.place(SCORE)}
    named = {
        place: not _NO_NAMES.intersection(_plain(head).split())
        for place, head in enumerate(known.heads)
        if place not in taken and re.search(r"[^\W\d_]", head) and not is_day(head)
        if _mostly(_is_score, cells[place])
    }
    if len(named) < 2:
        return known
    players = named if sum(named.values()) > 1 else dict.fromkeys(named, True)
    players |= {place: chosen[place] for place in players.keys() & chosen.keys()}
    points = {ColumnName(POINTS, place): place for place, is_one in players.items() if is_one}
    return known._replace(places={**of_game, **points}, numeric=players)


def _mostly(fits: Callable[[str], bool], texts: Sequence[str]) -> bool:
    return 0 < len(texts) <= 2 * sum(map(fits, texts))


_SCORE: Final = re.compile(r"[^\w]{0,3}[0-9]{1,6}")
_SCORE_BEGINS: Final = re.compile(r"[^\w]{0,3}[0-9]")


def _is_score(text: str) -> bool:
    """Return whether it is meant for points, rightly written or not."""
    if _SCORE.fullmatch(text) or text.casefold() in WON_OR_LOST:
        return True
    return _SCORE_BEGINS.match(text) is not None and not is_day(text)
