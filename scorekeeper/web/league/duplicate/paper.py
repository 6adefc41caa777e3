"""A duplicate evening on paper and as files for other programs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from scorekeeper.duplicate.exchange.bridgewebs import csv_text
from scorekeeper.duplicate.exchange.pbn_out import pbn
from scorekeeper.duplicate.exchange.usebio_out import usebio
from scorekeeper.leagues.duplicate.records import TableNow
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.sheet.documents import Document
from scorekeeper.web.league.duplicate.results import (
    GuideRow,
    Traveller,
    card_of,
    fields_shown,
    guide_of,
)
from scorekeeper.web.league.duplicate.visit import DuplicateVisit, duplicate_or_404, page

bp = Blueprint("duplicate_paper", __name__)
_UNDER: Final = "/l/<league_id>/evening/<int:evening>/duplicate/paper"


# --- on paper -----------------------------------------------------------------------------------


class Papers(NamedTuple):
    """Something to be printed: what it is called, who gets it when."""

    name: Message
    open: Callable[[DuplicateVisit], bool]


def _always(here: DuplicateVisit) -> bool:
    return True


def _sees_results(here: DuplicateVisit) -> bool:
    return here.directs or here.state.over


def _has_files(here: DuplicateVisit) -> bool:
    """Return whether a phone may have the session as a file: not one that is ranked beside another,
    which stays as it was published."""
    return _sees_results(here) and here.state.past is None


def _sees_hands(here: DuplicateVisit) -> bool:
    return here.state.over and bool(here.state.deals)


PAPERS: Final[Mapping[str, Papers]] = {
    "guides": Papers(phrase("Guide cards"), _always),
    "blanks": Papers(phrase("Blank travellers"), _always),
    "travellers": Papers(phrase("Travellers"), _sees_results),
    "ranking": Papers(phrase("Ranking"), _sees_results),
    "cards": Papers(phrase("Score cards"), _sees_results),
    "hands": Papers(phrase("Hand records"), _sees_hands),
}
"""By the name in its address, which is that of its template."""


class PaperPage:
    """What is printed of an evening."""

    def __init__(self, here: DuplicateVisit) -> None:
        self.here = here
        self.state = here.state

    @property
    def papers(self) -> Iterator[tuple[str, str]]:
        """Yield what this phone may print: its name in the address, what it is called."""
        for name, one in PAPERS.items():
            if one.open(self.here):
                yield name, tell(one.name)

    @property
    def files(self) -> bool:
        """Return whether this phone may have the session as a file."""
        return _has_files(self.here)

    @property
    def tables(self) -> Iterator[tuple[int, Sequence[tuple[int, TableNow | None]]]]:
        """Yield each table with its rounds."""
        for table in self.state.tables:
            yield table, [(round, self.state.table_at(round, table)) for round in self.state.plan]

    @property
    def pairs(self) -> Iterator[tuple[str, Sequence[GuideRow]]]:
        """Yield each pair with its way."""
        for pair in self._there:
            yield pair, [*guide_of(self.here, pair)]

    @property
    def _there(self) -> Sequence[str]:
        return [pair for pair, one in self.state.pairs.items() if one.players]

    @property
    def travellers(self) -> Sequence[Traveller]:
        """The boards in play."""
        numbers = {
            board for tables in self.state.plan.values() for one in tables for board in one.boards
        }
        return [Traveller(self.here, one) for one in sorted(numbers)]

    @property
    def dealt(self) -> Sequence[Traveller]:
        """The boards whose hands are known."""
        return [Traveller(self.here, one) for one in sorted(self.state.deals)]

    @property
    def fields(self) -> Iterator[tuple[str, Sequence[tuple[str, str, str, str]]]]:
        """Yield each ranking with its rows: place, pair, names, total."""
        for field in fields_shown(self.here):
            yield field.title, [(row.place, row.pair, row.name, row.total) for row in field.rows]

    @property
    def cards(self) -> Iterator[tuple[str, str, Sequence[object]]]:
        """Yield each pair with its total and the boards that it has played."""
        total = {row.pair: row for field in fields_shown(self.here) for row in field.rows}
        for pair in self._there:
            stands = ""
            if pair in total:
                one = total[pair]
                stands = tell("{total}, place {place}", total=one.total, place=one.place)
            yield pair, stands, [*card_of(self.here, pair)]


@bp.get(_UNDER)
def index(league_id: str, evening: int) -> ResponseReturnValue:
    """Show what can be printed, and the files."""
    here = duplicate_or_404(league_id, evening)
    return page("paper.html", here, paper=PaperPage(here))


@bp.get(f"{_UNDER}/<paper>")
def sheet(league_id: str, evening: int, paper: str) -> ResponseReturnValue:
    """Show one of them as it is printed."""
    here = duplicate_or_404(league_id, evening)
    if paper not in PAPERS:
        abort(404)
    if not PAPERS[paper].open(here):
        abort(403)
    name = tell(PAPERS[paper].name)
    return page(f"paper/{paper}.html", here, paper=PaperPage(here), name=name)


# --- for other programs -------------------------------------------------------------------------


def _json(session: Document, result: Document) -> str:
    return msgspec.json.encode(session).decode()


FILES: Final[Mapping[str, tuple[str, Callable[[Document, Document], str]]]] = {
    "json": ("application/json", _json),
    "xml": ("application/xml", usebio),
    "pbn": ("application/x-pbn", pbn),
    "csv": ("text/csv", csv_text),
}
"""By how the file's name ends: its type, what writes it."""


@bp.get("/e/<league_id>.<int:evening>/session.<ending>")
def session(league_id: str, evening: int, ending: str) -> ResponseReturnValue:
    """Return the session as a document, USEBIO, PBN or CSV; while it is played to its director
    alone."""
    here = duplicate_or_404(league_id, evening)
    if ending not in FILES:
        abort(404)
    if not _has_files(here):
        abort(403)
    mimetype, write = FILES[ending]
    name = f"inline; filename=duplicate-{here.evening.date or here.number}.{ending}"
    text = write(here.scored.session, here.scored.result)
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": name})
