"""Portable Bridge Notation as it is written: boards, their tags, and the words of their sections.

PBN 2.1, import format: a board ends at an empty line; comments stand in braces or run from a
semicolon to the end of the line; a line that begins with % belongs to no board. Published files
are read as other programs read them: an Event tag begins the next board where the empty line is
missing, the Ctrl-Z that DOS put at the end of a file is blank, a value may lack its quotation
marks, a comment may have others within, and results without a board follow the deal that they are
of. What breaks the standard without making anything doubtful is a remark on the board. Nothing here
knows what a tag means.
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
"""Tags that say what was dealt, bid, played and scored: the judging needs them, so one that cannot
be read costs the board. They cannot stand twice in a board with different values: the end of one
board is missing then. Of any other tag the first one counts."""
OF_DEAL: Final = ("board", "dealer", "vulnerable", "deal", "scoring")
"""Of these, the tags that hold for a deal at every table."""


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
    """A board as written: its first line, its tags by their names in small letters, what keeps it
    from being judged, and what is wrong but does not."""

    line: int
    tags: Mapping[str, Tag]
    faults: tuple[PbnFault, ...] = ()
    remarks: tuple[PbnFault, ...] = ()

    @property
    def is_text(self) -> bool:
        """Return whether it is no board, but text that stands before, after or between boards."""
        return not (self.tags or self.faults)


class EscapedLine(NamedTuple):
    """A line that begins with % and belongs to no board: what stands behind the sign."""

    text: str
    line: int


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8 or, as the standard has it, ISO 8859-1."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read(text: str) -> Iterator[Board | EscapedLine]:
    """Yield the boards of a file, and the lines that belong to none; those in a board come after
    it."""
    tokens: list[_Token] = []
    remarks: list[EscapedLine] = []
    last: Mapping[str, Tag] = {}
    carried: dict[str, str] = {}
    for token in _tokens(text):
        if token.kind == _ESCAPED:
            remarks.append(EscapedLine(token.text, token.line))
        elif token.kind != _END:
            tokens.append(token)
        else:
            begin = tokens[0].line if tokens else token.line
            yield from (remark for remark in remarks if remark.line < begin)
            for found in _split_boards(tokens):
                board = _with_inherited(_of_last_deal(_board(found), last), last, carried)
                yield board
                last = board.tags or last
            tokens = []
            yield from (remark for remark in remarks if remark.line > begin)
            remarks = []


# --- tokens -------------------------------------------------------------------------------------


class _Token(NamedTuple):
    """`kind` is a letter of its own: w a word, s a string, ! what cannot be, or as below."""

    kind: str
    text: str
    line: int


_ESCAPED: Final = "%"
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
    lines = _unnested(re.sub("\r\n?", "\n", text)).split("\n")
    closing = _closing(lines)
    inside = False
    for number, line in enumerate(lines, 1):
        if line.startswith("%"):
            yield _Token(_ESCAPED, line[1:], number)
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


_COMMENT: Final = r"\{[^{}]*+\}"
_DEEPER: Final = r"\{[^{}]*+(?:(?:%s)[^{}]*+)*+\}"
_NESTED: Final = re.compile(_DEEPER.replace(")*+", ")++") % (_DEEPER % (_DEEPER % _COMMENT)))
"""A comment with others in it, four deep; possessive, as what is not closed may be long."""
_NOT_WITHIN: Final = re.compile(r"\n(?:\s*\[\s*\w+\s*\"|%)")


def _unnested(text: str) -> str:
    """Return the text with one comment where comments stand within another. The standard ends a
    comment at its first closing brace, so the last of them stays as one too many. One that seems
    to run over a tag is not closed; a quoted value and a line that begins with % are no comment."""

    def plain(found: re.Match[str]) -> str:
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if before.startswith("%") or before.count('"') % 2 or _NOT_WITHIN.search(found[0]):
            return found[0]
        return f"{{{re.sub('[{}]', ' ', found[0])}}}}}"

    return _NESTED.sub(plain, text)


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


_TAG: Final = re.compile(r"\[w[ws]*\]")
_PART: Final = re.compile(r"\[w(?P<value>[ws]*)\](?P<section>[ws!\]]*)|.[^\[]*")
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
    remarks: list[PbnFault] = []
    for part in _PART.finditer("".join(token.kind for token in tokens)):
        found = tokens[part.start() : part.end()]
        named = len(found) > 1 and found[0].kind == "[" and found[1].kind == "w"
        name = found[1].text.lower() if named else ""
        if part["section"] is None:
            # of a tag that the judging needs something is lost; text alone may stand anywhere
            (faults if name in ONCE else remarks).append(_no_tag(found, name))
            continue
        written = found[2 : 2 + len(part["value"])]
        if part["value"] != "s":
            remarks.append(PbnFault(found[0].line, name, tell(_NO_TAG["["])))
        section = found[3 + len(written) :]
        words = tuple(PbnWord(one.text, one.line) for one in section if one.kind in "ws")
        tag = Tag(" ".join(map(_value, written)), found[0].line, words)
        for one in section:
            if one.kind not in "ws":
                lost = one.text in ("{", '"') and name in SECTIONS
                (faults if lost else remarks).append(_no_tag([one], ""))
        if words and name not in SECTIONS and not name.endswith("table"):
            remarks.append(PbnFault(words[0].line, name, _outside(words[0])))
        faults += _added(tags, name, tag)
    return Board(tokens[0].line, tags, tuple(faults), tuple(remarks))


def _value(token: _Token) -> str:
    """Return what a string says; a word stands for itself."""
    return re.sub(r'\\(["\\])', r"\1", token.text[1:-1]) if token.kind == "s" else token.text


def _no_tag(found: Sequence[_Token], name: str) -> PbnFault:
    token = next((one for one in found if one.kind == "!"), found[0])
    fault = _NO_TAG.get(token.text)
    return PbnFault(token.line, name, tell(fault) if fault else _outside(token))


def _outside(token: _Token | PbnWord) -> str:
    return tell("This belongs to no tag: {text}", text=token.text)


def _added(tags: dict[str, Tag], name: str, tag: Tag) -> Iterator[PbnFault]:
    """Add the tag to the others; yield why it cannot stand there."""
    first = tags.setdefault(name, tag)
    if name in ONCE and first.value_text != tag.value_text:
        message = tell("This tag appears twice. Put an empty line between two boards.")
        yield PbnFault(tag.line, name, message)


def _of_last_deal(board: Board, last: Mapping[str, Tag]) -> Board:
    """Return the board with what the last one says of the deal, if it is a result of the same: it
    names neither board nor cards, and no other dealer or vulnerability."""
    own = board.tags
    same = {"board", "deal"}.isdisjoint(own) and not {"board", "deal"}.isdisjoint(last)
    if not same or ONCE.isdisjoint(own):
        return board
    deal = {name: last[name] for name in OF_DEAL if name in last}
    told = own.keys() & deal.keys() & {"dealer", "vulnerable"}
    if any(own[name].value not in ("#", deal[name].value) for name in told):
        return board
    return board._replace(tags={**deal, **own})


def _with_inherited(board: Board, last: Mapping[str, Tag], carried: dict[str, str]) -> Board:
    """Return the board with the values that it takes over (PBN 2.1, 4.8): "#" is the value of the
    `last` board; "##" begins one that is `carried` to all boards without that tag. A value that the
    last board lacks is unknown."""
    tags, remarks = dict(board.tags), list(board.remarks)
    for name, tag in board.tags.items():
        carried.pop(name, None)
        value = tag.value.removeprefix("##")
        if tag.value in ("#", "##"):
            if name not in last:
                del tags[name]
                message = tell("The previous board has no such tag.")
                remarks.append(PbnFault(tag.line, name, message))
                continue
            value = last[name].value
        tags[name] = tag._replace(value=value)
        if tag.value.startswith("##"):
            carried[name] = value
    if board.tags:
        for name, value in carried.items():
            tags.setdefault(name, Tag(value, board.line))
    return board._replace(tags=tags, remarks=tuple(remarks))
