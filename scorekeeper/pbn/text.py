"""Portable Bridge Notation as it is written: boards, their tags, and the words of their sections.

PBN 2.1, import format: a board ends at an empty line; comments stand in braces or run from a
semicolon to the end of the line; a line that begins with % belongs to no board. Published files
are read as other programs read them: an Event tag begins the next board where the empty line is
missing, and the Ctrl-Z that DOS put at the end of a file is blank. Nothing here knows what a tag
means.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from scorekeeper.sentences import Message, tell

SECTIONS: Final = ("auction", "play")
ONCE: Final = frozenset(
    (
        *("board", "dealer", "vulnerable", "deal", "scoring"),
        *("declarer", "contract", "result", "score", *SECTIONS),
    )
)
"""Tags that say what was dealt, bid, played and scored. They cannot stand twice in a board with
different values: the end of one board is missing then. Of any other tag the first one counts."""


class PbnWord(NamedTuple):
    """A word of a section, and its line."""

    text: str
    line: int


class Tag(NamedTuple):
    """A tag's value and line, and the words from there to the next tag."""

    value: str
    line: int
    section: tuple[PbnWord, ...] = ()

    @property
    def value_text(self) -> tuple[str, ...]:
        """The value and the words, wherever they stand."""
        return self.value, *(word.text for word in self.section)


class PbnFault(NamedTuple):
    """Something that cannot be read: its line, the tag (empty: none) and why."""

    line: int
    at: str
    message: str


class Board(NamedTuple):
    """A board as written: its first line, its tags by their names in small letters."""

    line: int
    tags: Mapping[str, Tag]
    faults: tuple[PbnFault, ...] = ()


class Remark(NamedTuple):
    """The text after the % of a line that belongs to no board."""

    text: str
    line: int


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 or, as the standard has it, ISO 8859-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read(text: str) -> Iterator[Board | Remark]:
    """Yield the boards of a file, and the remarks between them; those in a board come after it."""
    tokens: list[_Token] = []
    remarks: list[Remark] = []
    last: Mapping[str, Tag] = {}
    carried: dict[str, str] = {}
    for token in _tokens(text):
        if token.kind == _REMARK:
            remarks.append(Remark(token.text, token.line))
        elif token.kind != _END:
            tokens.append(token)
        else:
            begin = tokens[0].line if tokens else token.line
            yield from (remark for remark in remarks if remark.line < begin)
            for found in _split_boards(tokens):
                board = _with_inherited(_board(found), last, carried)
                yield board
                last = board.tags
            tokens = []
            yield from (remark for remark in remarks if remark.line > begin)
            remarks = []


# --- tokens -------------------------------------------------------------------------------------


class _Token(NamedTuple):
    """`kind` is a letter of its own: w a word, s a string, ! what cannot be, or as below."""

    kind: str
    text: str
    line: int


_REMARK: Final = "%"
_END: Final = "."
_DOS_END: Final = "\x1a"
_TOKEN: Final = re.compile(
    r"(?P<skip>[\s\x1a]+|;.*|\{[^}]*\})|(?P<open>\{.*)"
    r'|(?P<s>"(?:\\.|[^"\\])*")|(?P<bracket>[\[\]])'
    r'|(?P<w>[^\s\x1a\[\]{};"]+)|(?P<stray>".*|\})'
)
_TAG_LINE: Final = re.compile(r'\s*\[\s*\w+\s*"')


def _tokens(text: str) -> Iterator[_Token]:
    """Yield what the lines hold; the end of a board is a token too."""
    lines = re.split("\r\n|\r|\n", text)
    closing = _closing(lines)
    inside = False
    for number, line in enumerate(lines, 1):
        if line.startswith("%"):
            yield _Token(_REMARK, line[1:], number)
            continue
        if inside:
            inside = "}" not in line
            rest = "" if inside else line.partition("}")[2]
        elif line.replace(_DOS_END, "").strip():
            rest = line
        else:
            rest = ""
            yield _Token(_END, "", number)
        for token in _of_line(rest, number):
            if token.kind == "!" and token.text == "{" and number in closing:
                inside = True
            else:
                yield token
    yield _Token(_END, "", len(lines) + 1)


def _closing(lines: Sequence[str]) -> set[int]:
    """Return the numbers of the lines behind which an open comment is closed somewhere.

    A comment that nobody closes must not swallow the boards up to the end of the next one: it does
    not run over a tag to a line that opens another.
    """
    closing: set[int] = set()
    closes = closes_past_tag = False
    for number in range(len(lines), 0, -1):
        if closes:
            closing.add(number)
        line = lines[number - 1]
        brace = re.search("[{}]", line)
        if line.startswith("%"):
            continue
        if brace is None:
            closes = closes_past_tag if _TAG_LINE.match(line) else closes
        elif brace[0] == "}":
            closes = closes_past_tag = True
        else:
            closes, closes_past_tag = closes or "}" in line, False
    return closing


def _of_line(line: str, number: int) -> Iterator[_Token]:
    """Yield the tokens of a line; a comment that is open at its end is a `!`."""
    for match in _TOKEN.finditer(line):
        kind, text = match.lastgroup, match[0]
        if kind in ("open", "stray"):
            yield _Token("!", text[0], number)
        elif kind == "bracket":
            yield _Token(text, text, number)
        elif kind != "skip":
            yield _Token(str(kind), text, number)


# --- boards -------------------------------------------------------------------------------------


def _split_boards(tokens: Sequence[_Token]) -> Iterator[Sequence[_Token]]:
    """Yield the tokens of each board: an Event tag begins one if what follows repeats what was
    there."""
    events = [place for place, name in _named(tokens) if name == "event"]
    begin, before = 0, set[str]()
    for place, end in pairwise((0, *events, len(tokens))):
        names = {name for _, name in _named(tokens[place:end])}
        if before & ONCE and before & names & {"event", *ONCE}:
            yield tokens[begin:place]
            begin, before = place, set()
        before |= names
    if tokens:
        yield tokens[begin:]


def _named(tokens: Sequence[_Token]) -> Iterator[tuple[int, str]]:
    """Yield where tags begin, and their names."""
    for tag in _TAG.finditer("".join(token.kind for token in tokens)):
        yield tag.start(), tokens[tag.start() + 1].text.lower()


_TAG: Final = re.compile(r"\[ws\]")
_PART: Final = re.compile(r"\[ws\](?P<section>[ws]*)|.[^\[]*")
"""In the kinds of a board's tokens: a tag with its section, or what is none up to the next."""

_NO_TAG: Final[dict[str, Message]] = {
    '"': "The quotation mark is never closed.",
    "{": "The comment is never closed.",
    "}": "There is no open comment to close here.",
    "[": "A tag is a name and a quoted value, in square brackets.",
}


def _board(tokens: Sequence[_Token]) -> Board:
    tags: dict[str, Tag] = {}
    faults: list[PbnFault] = []
    for part in _PART.finditer("".join(token.kind for token in tokens)):
        found = tokens[part.start() : part.end()]
        if part["section"] is None:
            faults.append(_no_tag(found))
            continue
        name, words = found[1].text.lower(), tuple(PbnWord(one.text, one.line) for one in found[4:])
        value = re.sub(r'\\(["\\])', r"\1", found[2].text[1:-1])
        faults += _added(tags, name, Tag(value, found[0].line, words))
    return Board(tokens[0].line, tags, tuple(faults))


def _no_tag(found: Sequence[_Token]) -> PbnFault:
    token = next((one for one in found if one.kind == "!"), found[0])
    fault = _NO_TAG.get(token.text)
    return PbnFault(token.line, "", tell(fault) if fault else _outside(token))


def _outside(token: _Token | PbnWord) -> str:
    return tell("This belongs to no tag: {text}", text=token.text)


def _added(tags: dict[str, Tag], name: str, tag: Tag) -> Iterator[PbnFault]:
    """Add the tag to the others; yield what is wrong with its place."""
    if tag.section and name not in SECTIONS and not name.endswith("table"):
        word = tag.section[0]
        yield PbnFault(word.line, name, _outside(word))
    first = tags.setdefault(name, tag)
    if name in ONCE and first.value_text != tag.value_text:
        message = tell("This tag appears twice. Put an empty line between two boards.")
        yield PbnFault(tag.line, name, message)


def _with_inherited(board: Board, last: Mapping[str, Tag], carried: dict[str, str]) -> Board:
    """Return the board with the values that it takes over (PBN 2.1, 4.8): "#" is the value of the
    `last` board; "##" begins one that is `carried` to all boards without that tag. A value that the
    last board lacks is a fault only where the judging needs it."""
    tags, faults = dict(board.tags), list(board.faults)
    for name, tag in board.tags.items():
        carried.pop(name, None)
        value = tag.value.removeprefix("##")
        if tag.value in ("#", "##"):
            if name not in last:
                del tags[name]
                if name in ONCE:
                    faults.append(
                        PbnFault(tag.line, name, tell("The previous board has no such tag."))
                    )
                continue
            value = last[name].value
        tags[name] = tag._replace(value=value)
        if tag.value.startswith("##"):
            carried[name] = value
    for name, value in carried.items():
        tags.setdefault(name, Tag(value, board.line))
    return Board(board.line, tags, tuple(faults))
