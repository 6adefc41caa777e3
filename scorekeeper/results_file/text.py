"""The bytes of a file as rows of cells: text in one encoding or another, or a workbook.

A workbook (.xlsx) is read as text: its first sheet with anything on it, a line a row, cells parted
by tabs. Formulas stand for what they came to when the workbook was saved.
"""

import codecs
import csv
import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import visible


class FileFault(NamedTuple):
    """Something that cannot be read, or is odd: the line in the file, the column as it is headed
    (empty: the whole line) and why."""

    line: int
    column: str
    message: str


class FileRow(NamedTuple):
    """A line with something on it."""

    line: int
    cells: tuple[str, ...]

    def cell(self, place: int | None) -> str:
        """Return what stands in a column; nothing where the line ends before it."""
        return self.cells[place] if place is not None and place < len(self.cells) else ""


# --- letters ------------------------------------------------------------------------------------

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_BOOK: Final = b"PK\x03\x04"
_OLD_BOOK: Final = b"\xd0\xcf\x11\xe0"
"""How the files of spreadsheet programs begin, new and old."""

ENCODINGS: Final[Mapping[str, str]] = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
}


class NotText(ValueError):
    """The bytes are no text; says what to do."""


def decode_text(data: bytes) -> tuple[str, str]:
    """Return the text, and what its letters are kept in. Raises NotText."""
    if data.startswith(_BOOK):
        return _text_of_workbook(data)
    if data.startswith(_OLD_BOOK):
        raise NotText(tell("This is an old workbook (.xls). Save it as .xlsx or as CSV first."))
    for encoding in _guesses(data):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text, ENCODINGS[encoding]
    raise NotText(tell("This isn't a text file. Save the results as CSV in UTF-8."))


def _guesses(data: bytes) -> tuple[str, ...]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return (encoding,)
    head = data[:200]
    if head[1::2].count(0) > len(head) // 4:
        return ("utf-16-le",)
    if head[::2].count(0) > len(head) // 4:
        return ("utf-16-be",)
    return ("utf-8", "cp1252")


# --- workbooks ----------------------------------------------------------------------------------

MOST_UNPACKED: Final = 10_000_000
"""The bytes of all parts together: a sheet of 5000 lines takes one or two million."""
MOST_PARTS: Final = 1000
_MOST_ROWS: Final = 10_000
_MOST_COLUMNS: Final = 60

_UNREADABLE: Final = phrase("This workbook cannot be read. Save it again as .xlsx, or as CSV.")


# as text, so that all else is the same for a workbook
@lru_cache(maxsize=1)  # a page needs both the text and the games
def _text_of_workbook(data: bytes) -> tuple[str, str]:
    try:
        _refuse_bombs(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about all but the cells
            return _first_sheet(data)
    except NotText:
        raise
    except Exception:  # a broken workbook can make the reader raise anything
        raise NotText(tell(_UNREADABLE)) from None


def _refuse_bombs(data: bytes) -> None:
    """Look at the parts before they are unpacked; none is larger than it says it is."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        files = parts.infolist()
        if len(files) > MOST_PARTS or sum(one.file_size for one in files) > MOST_UNPACKED:
            raise NotText(tell("Workbook too large. Split it into smaller ones."))
        for part in map(parts.read, files):
            # no spreadsheet program writes entities, which can stand for more than a machine holds
            if b"<!DOCTYPE" in part or b"<!ENTITY" in part or part[:2] in _UTF_16:
                raise NotText(tell(_UNREADABLE))


def _first_sheet(data: bytes) -> tuple[str, str]:
    # takes half a second, so only for requests with a workbook
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        for sheet in book.worksheets:
            rows = sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS, values_only=True)
            lines = [*_filled_cells(rows)]
            if any(lines):
                text = io.StringIO()
                csv.writer(text, delimiter="\t", lineterminator="\n").writerows(lines)
                return text.getvalue(), tell("a workbook, sheet “{sheet}”", sheet=sheet.title)
    finally:
        book.close()
    raise NotText(tell("This workbook is empty."))


def _filled_cells(rows: Iterator[Sequence[Any]]) -> Iterator[list[str]]:
    """Yield the cells of each row, without the empty ones behind the last."""
    for row in rows:
        cells = [_typed(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _typed(value: Any) -> str:
    """Return a cell as it would be typed."""
    if value is None:
        return ""
    if isinstance(value, date):  # with the time of day or without
        return date(value.year, value.month, value.day).isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


# --- cells --------------------------------------------------------------------------------------

_CONTROL: Final = re.compile("[\x01-\x08\x0e-\x1b\x7f-\x84\x86-\x9f]")
"""Left in a cell: the file is damaged, and a name with one is refused."""


def without_blanks(cell: str) -> str:
    """Return the cell without what nobody sees: blanks of any width around and doubled ones
    within."""
    composed = unicodedata.normalize("NFC", cell)
    read = composed if _CONTROL.search(composed) else visible(composed)
    return " ".join(read.split())


# --- lines --------------------------------------------------------------------------------------

DELIMITERS: Final[Mapping[str, str]] = {",": "commas", ";": "semicolons", "\t": "tabs"}

_QUOTE: Final = phrase(
    "A quotation mark is not closed, or closes too early. "
    "Quoted text starts and ends with one; double any inside it."
)


def rows(text: str, delimiter: str, faults: list[FileFault]) -> Iterator[FileRow]:
    """Yield the lines that are not empty; what cannot be parted is noted."""
    try:
        found = [*_together(text, delimiter)]
    except csv.Error:
        found = [*_one_by_one(text, delimiter, faults)]
    for row in found:
        if any(without_blanks(cell) for cell in row.cells) and not _SAYS.fullmatch(row.cells[0]):
            yield row


def _together(text: str, delimiter: str) -> Iterator[FileRow]:
    """Quoted texts may run over several lines; the first counts."""
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True
    )
    line = 1
    for cells in reader:
        if cells:
            yield FileRow(line, tuple(cells))
        line = reader.line_num + 1


def _one_by_one(text: str, delimiter: str, faults: list[FileFault]) -> Iterator[FileRow]:
    """Each line for itself, so that a quotation mark too many spoils no other."""
    for number, line in enumerate(lines_of(text), 1):
        for attempt in (line, _LOOSE.sub('"', line)):
            try:
                yield from (FileRow(number, row.cells) for row in _together(attempt, delimiter))
                break
            except csv.Error:
                continue
        else:
            faults.append(FileFault(number, "", tell(_QUOTE)))


_LOOSE: Final = re.compile(r'"[ \t]+(?=[,;\t]|$)')
"""Blanks between a closing quotation mark and what follows."""


def lines_of(text: str) -> list[str]:
    """Return the lines as an editor counts them."""
    return re.split("\r\n|\r|\n", text)


def without(text: str, starts: Collection[int], gone: Collection[int]) -> str:
    """Return the text without the rows that start on the lines `gone`; all rows start on
    `starts`."""
    kept, row = [], 0
    for number, line in enumerate(lines_of(text), 1):
        row = number if number in starts else row
        if row not in gone and line.strip():
            kept.append(line)
    return "\n".join([*kept, ""])


# an optional first line that names the delimiter; some spreadsheet programs write it
_SAYS: Final = re.compile(r"sep=.?", re.IGNORECASE)


def first_lines(text: str, most: int) -> list[str]:
    """Return the first lines with something on them; one of them should have the columns'
    names."""
    filled = (line for line in lines_of(text) if line.strip(" \t,;") and not _SAYS.match(line))
    return [*islice(filled, most)]
