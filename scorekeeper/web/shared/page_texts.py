"""The texts of templates, found where they stand: a template needs no marks around them.

A text is as much as one reads in one go, with the values in it (`{{ league.name }}` is its
`{name}`) and the tags that only set words apart (`the <a>history</a>`); other tags and the blocks
of Jinja end it. A translation puts its own text there when a template is compiled, so that a page
takes no longer to draw; in English the template stays as it is. Strings within Jinja's expressions
are looked up by `_("...")`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from jinja2.ext import Extension

from scorekeeper import languages

_TOKEN: Final = re.compile(
    r"""(?P<comment>{\#.*?\#}|<!.*?>)
    |(?P<block>{%.*?%})
    |(?P<value>{{.*?}})
    |<(?P<tag>/?[a-z]\w*)(?:{{.*?}}|{%.*?%}|"(?:{{.*?}}|{%.*?%}|[^"])*"|'[^']*'|[^"'>])*>
    |(?P<text>(?:[^<{]|{(?![{%\#])|<(?![/!a-z]))+)""",
    re.DOTALL | re.VERBOSE,
)
_READ: Final = re.compile(
    r'\s(?:aria-label|alt|placeholder|title)="((?:{{.*?}}|[^"])*)"', re.DOTALL
)
"""Attributes that people read or hear."""
_WITHIN: Final = frozenset({"a", "abbr", "b", "em", "i", "mark", "small", "span", "strong"})
"""Tags that may stand within a text."""
_WORDS: Final = frozenset({"_", "ago", "minus", "moment", "signed"})
"""What gives words when it is called; other functions draw something."""
_CALL: Final = re.compile(r"{{-?\s*(\w+)\(")
_STRING: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAME: Final = re.compile(
    r"\b(?!(?:if|else|not|and|or|is|in)\b)([a-z_]\w*(?:\.\w+)*)\b(?!\s*[(=])", re.ASCII
)
_LETTER: Final = re.compile(r"[^\W\d_]")
_STOP: Final = re.compile("[.,:;!?)”]")
_ATTRIBUTE: Final = re.compile(r'[a-z]="')
"""Not read, though it stands outside a tag: in a block that puts attributes into one."""
_ENTITY: Final = re.compile(r"&\w+;")
_PLACE: Final = re.compile(r"{\w+}|</?\w+>")
_LOOKED_UP: Final = re.compile(r"""\b_\((?:"([^"]*)"|'([^']*)')[,)]""")


class _TemplateToken(NamedTuple):
    """A token of a template: its kind, a tag's name (with a slash if it closes), and its span."""

    kind: str
    tag: str
    source: str
    start: int

    @property
    def blank(self) -> bool:
        """Return whether the token has nothing to translate."""
        return self.kind == "text" and not _LETTER.search(_ENTITY.sub("", self.source))

    @property
    def bounds(self) -> bool:
        """Return whether the token ends a text."""
        if self.kind == "value":
            call = _CALL.match(self.source)
            return call is not None and call[1] not in _WORDS
        return self.kind in ("comment", "block") or (
            self.kind == "tag" and self.tag.lstrip("/") not in _WITHIN
        )


class PageText(NamedTuple):
    """A text of a template: the message, where it stands, and what its places stand for."""

    message: str
    start: int
    end: int
    places: dict[str, str]


def page_texts(source: str) -> Iterator[PageText]:
    """The texts of a template, in no order."""
    run: list[_TemplateToken] = []
    code = False
    for token in _tokens(source):
        if token.kind == "tag":
            for read in _READ.finditer(token.source):
                yield from _texts_of([*_tokens(read[1], token.start + read.start(1))])
        if token.bounds or _starts_new_text(run, token):
            yield from _texts_of(run)
            run, code = [], token.tag == "code"
        if not token.bounds and not code:
            run.append(token)
    yield from _texts_of(run)


def put_into(source: str, translate: Callable[[str], str]) -> str:
    """The template with each of its texts translated."""
    parts, end = [], 0
    for text in sorted(page_texts(source), key=lambda text: text.start):
        if text.start < end:
            continue  # an attribute of a tag in the text before, translated below
        places = {
            place: put_into(stands, translate) if place.startswith("<") else stands
            for place, stands in text.places.items()
        }
        parts += [source[end : text.start], _put(translate(text.message), places)]
        end = text.end
    return "".join([*parts, source[end:]])


def _put(translation: str, places: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda place: places.get(place[0], place[0]), translation)


class PageTexts(Extension):
    """Has Jinja compile templates in the language spoken."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template in the language spoken."""
        return source if languages.current is None else put_into(source, languages.translated)


def extract(
    fileobj: Any, keywords: Iterable[str], comment_tags: Iterable[str], options: dict[str, str]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The messages of a template as Babel collects them: line, function, message, comments."""
    source = fileobj.read().decode("utf-8")
    found = [(text.start, text.message) for text in page_texts(source)]
    found += [(marked.start(), marked[1] or marked[2]) for marked in _LOOKED_UP.finditer(source)]
    for start, message in sorted(found):
        yield source.count("\n", 0, start) + 1, "", message, []


def _tokens(source: str, offset: int = 0) -> Iterator[_TemplateToken]:
    for found in _TOKEN.finditer(source):
        yield _TemplateToken(
            str(found.lastgroup), found["tag"] or "", found[0], offset + found.start()
        )


def _starts_new_text(run: Sequence[_TemplateToken], token: _TemplateToken) -> bool:
    """Return whether the token opens a tag right after another was closed, and so begins a new
    text."""
    if token.kind != "tag" or token.tag.startswith("/"):
        return False
    before = next((one for one in reversed(run) if not one.blank), None)
    return before is not None and before.tag.startswith("/")


def _texts_of(run: Sequence[_TemplateToken]) -> Iterator[PageText]:
    """The texts between two bounds: cut at tags of which only one half is here."""
    mates = _tag_pairs(run)
    start = 0
    for at, token in enumerate([*run, None]):
        if token is None or (token.kind == "tag" and at not in mates):
            yield from _text_of(run[start:at])
            start = at + 1


def _text_of(run: Sequence[_TemplateToken]) -> Iterator[PageText]:
    """The text of tokens whose tags are all in pairs, without what only stands around it."""
    while run:
        if _tag_pairs(run).get(0) == len(run) - 1:
            run = run[1:-1]
        elif run[0].blank:
            run = run[1:]
        elif run[-1].blank and not _STOP.match(run[-1].source):
            run = run[:-1]
        else:
            break
    read = [token for token in run if token.kind == "text" and not token.blank]
    if not read or any(_ATTRIBUTE.search(token.source) for token in read):
        return
    places: dict[str, str] = {}
    message = "".join([_place(token, places) for token in run])
    first, last = run[0], run[-1]
    start = first.start + len(first.source) - len(first.source.lstrip())
    end = last.start + len(last.source.rstrip())
    yield PageText(" ".join(message.split()), start, end, places)


def _tag_pairs(run: Sequence[_TemplateToken]) -> dict[int, int]:
    """Return the position of each tag's other half, for tags that have both halves here."""
    opened: list[int] = []
    mates = {}
    for at, token in enumerate(run):
        if token.kind == "tag" and not token.tag.startswith("/"):
            opened.append(at)
        elif token.kind == "tag" and opened and run[opened[-1]].tag == token.tag[1:]:
            mate = opened.pop()
            mates[mate], mates[at] = at, mate
    return mates


def _place(token: _TemplateToken, places: dict[str, str]) -> str:
    if token.kind == "text":
        return token.source
    if token.kind == "value":
        name = _NAME.search(_STRING.sub("", token.source))
        return _free("{%s}", name[1].rpartition(".")[2] if name else "value", token, places)
    return _free("<%s>", token.tag, token, places)


def _free(form: str, name: str, token: _TemplateToken, places: dict[str, str]) -> str:
    """The name of a place, with a number where it is taken by another value."""
    number = 1
    while places.setdefault(place := form % (name + str(number) * (number > 1)), token.source) != (
        token.source
    ):
        number += 1
    return place
