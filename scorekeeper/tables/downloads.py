"""A table on paper: its sheet, a spreadsheet, and its history."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import side_names, voice_of
from scorekeeper.pbn.sheets import to_pbn
from scorekeeper.sentences import Voice
from scorekeeper.sheet import dump
from scorekeeper.sheet.results import headline
from scorekeeper.store.access import table_access
from scorekeeper.store.sql.database import reading
from scorekeeper.store.table.records import Step, history
from scorekeeper.tables.loading import LoadedTable, named_records


def sheet_json(table: LoadedTable) -> bytes:
    """Return the table's score sheet, as text that an import and a new export give again."""
    document = dump(table.head, [one.payload for one in table.state.entries])
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def sheet_pbn(table: LoadedTable) -> bytes | None:
    """Return the table's deals in Portable Bridge Notation; None where its game is not written
    so."""
    return to_pbn(table.head, table.pads) if table.head.game.board else None


def spreadsheet(table: LoadedTable) -> bytes:
    """Return the score sheet as CSV: a line per entry with points and totals by side, and why."""
    return csv_of(_lines(table))


def csv_of(lines: Iterable[Sequence[str | int | None]]) -> bytes:
    """Return the lines as a file for a spreadsheet program, which runs nothing in it as a
    formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    for line in lines:
        writer.writerow(
            [_without_formula(cell) if isinstance(cell, str) else cell for cell in line]
        )
    return text.getvalue().encode("utf-8-sig")  # spreadsheet programs recognise UTF-8 by it


def _lines(table: LoadedTable) -> Iterator[list[str | int | None]]:
    pad = table.pad
    names = side_names(table.pads)
    points, totals = [f"{name}: points" for name in names], [f"{name}: total" for name in names]
    yield ["entry", "deal", "dealer", *points, *totals, "why"]
    for before, after, row in zip(table.pads, table.pads[1:], pad.rows, strict=False):
        voice = Voice(row.seats, after.sides)
        dealer = None if row.dealer is None else voice.seat(row.dealer)
        absent = [None] * (len(names) - len(row.scores))  # players who joined later
        scores, so_far = [*row.scores, *absent], [*row.totals, *absent]
        why = _why(row, after, voice) or headline(before, row.entry, voice_of(before))
        yield [row.kind, row.number, dealer, *scores, *so_far, why]


def _why(row: Row, pad: Pad, voice: Voice) -> str:
    return "; ".join(
        f"{voice.side(line.side)} {voice.number(line.points)}: {voice.text(line.text)}"
        for line in row.lines
        if line.column in pad.game.columns
    )


def _without_formula(text: str) -> str:
    """Return the text, quoted where a spreadsheet program would take it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


class ExportedStep(NamedTuple):
    """A step of the history, names as in a sheet, and the device that took it.

    Devices are numbered as they came, from 1; ``name`` is whose it is, empty where that is not
    known. ``mine`` says that it is the one that asks, ``organiser`` that it may write because it
    organises the table's league.
    """

    step: Step
    device: int
    mine: bool
    organiser: bool
    name: str


def exported_history(table: LoadedTable, device: str) -> list[ExportedStep]:
    """Return who changed what, when, from what to what; oldest first. Raises ``Unavailable``."""
    with reading() as connection:
        records, _ = named_records(connection, table.row)
        organisers = table_access.by_league_alone(connection, table.row)
        names = table_access.names_at(connection, table.row)
    steps = history(records)
    numbers: dict[str, int] = {}
    for step in steps:
        numbers.setdefault(step.device, len(numbers) + 1)
    return [
        ExportedStep(
            step,
            numbers[step.device],
            step.device == device,
            step.device in organisers,
            names.get(step.device, ""),
        )
        for step in steps
    ]
