"""A workbook (.xlsx) as text: its first sheet with anything on it, a line a row, cells parted by
tabs. Formulas stand for what they came to when the workbook was saved."""

import csv
import io
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from scorekeeper.sentences import phrase, tell

MOST_UNPACKED: Final = 10_000_000
"""The bytes of all parts together: a sheet of 5000 lines takes one or two million."""
MOST_PARTS: Final = 1000
MOST_ROWS: Final = 10_000
MOST_COLUMNS: Final = 60

_UNREADABLE: Final = phrase("This workbook cannot be read. Save it again as .xlsx, or as CSV.")
_SWOLLEN: Final = phrase("Workbook too large. Split it into smaller ones.")


class NotWorkbook(ValueError):
    """The bytes are no workbook that can be read; says what to do."""


@lru_cache(maxsize=1)  # a page needs both the text and the games
def text_of(data: bytes) -> tuple[str, str]:
    """Return the text, and the name of the sheet. Raises NoBook."""
    try:
        _refuse_swollen(data)
        with warnings.catch_warnings():
            # we need only a workbook's cells
            warnings.simplefilter("ignore")
            return _read(data)
    except NotWorkbook:
        raise
    except Exception:  # a broken workbook can make the reader raise anything
        raise NotWorkbook(tell(_UNREADABLE)) from None


def _refuse_swollen(data: bytes) -> None:
    """Look at the parts before anything is unpacked; none is larger than it says it is."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        files = parts.infolist()
        if len(files) > MOST_PARTS or sum(one.file_size for one in files) > MOST_UNPACKED:
            raise NotWorkbook(tell(_SWOLLEN))
        for one in files:
            _refuse_declarations(parts.read(one))


def _refuse_declarations(part: bytes) -> None:
    """No spreadsheet program writes entities, which can stand for more than any machine holds."""
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part or part[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise NotWorkbook(tell(_UNREADABLE))


def _read(data: bytes) -> tuple[str, str]:
    # takes half a second, so only for requests with a workbook
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            rows = sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
            lines = [*_lines(rows)]
            if any(lines):
                return _tab_separated(lines), str(sheet.title)
    finally:
        book.close()
    raise NotWorkbook(tell("This workbook is empty."))


def _lines(rows: Iterator[Sequence[Any]]) -> Iterator[list[str]]:
    """Yield the cells of each row, without the empty ones behind the last."""
    for row in rows:
        cells = [_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _text(value: Any) -> str:
    """Return a cell as it would be typed."""
    if value is None:
        return ""
    if isinstance(value, date):  # with the time of day or without
        return date(value.year, value.month, value.day).isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


def _tab_separated(lines: Sequence[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(lines)
    return text.getvalue()


def workbook_of(title: str, rows: Iterator[Sequence[str | int | date]]) -> bytes:
    """Return a workbook of one sheet; no text in it is a formula."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    for row in rows:
        cells = [WriteOnlyCell(sheet, value) for value in row]
        for cell, value in zip(cells, row, strict=True):
            if isinstance(value, str):
                cell.data_type = "s"
        sheet.append(cells)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()
