"""Rules pages in pieces: Markdown in which every heading and every paragraph has an anchor."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import count
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

ANCHOR: Final = re.compile(r"\s*\{#([a-z0-9-]+)\}\s*$")
TABLE: Final = '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>'
TABLE_END: Final = "</table></div>"
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_HEADING_OR_TABLE: Final = re.compile(r'<h[1-6] id="[^"]*">([^<]*)</h|aria-label="Table"')
_NAMED: Final = ("paragraph_open", "list_item_open")
_ASIDES: Final = ("table_open", "table_close", "blockquote_open", "blockquote_close")
_LISTS: Final = ("bullet_list_open", "ordered_list_open")
_ROOM_FOR_TABLE: Final = re.compile(r"<div>table ([\w-]+)</div>")


@dataclass
class Passage:
    """The text under one heading; ``paragraphs`` are anchor and text, without any markup. ``leads``
    has the paragraph before a list, by the anchor of each item, and ``lead`` that before the last
    list; ``tables`` are names, ``links`` anchors on the same page."""

    anchor: str
    title: str
    chapter: str
    paragraphs: list[tuple[str, str]] = field(default_factory=list)
    lead: str = ""
    leads: dict[str, str] = field(default_factory=dict)
    tables: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


def html(tokens: Sequence[Token], blocks: Sequence[str] = ()) -> str:
    """Return the pieces as a page; ``<div>block 2</div>`` makes room for the third of
    ``blocks``."""
    markdown = _markdown()
    page = markdown.renderer.render(tokens, markdown.options, {})
    for number, block in enumerate(blocks):
        page = page.replace(f"<div>block {number}</div>", block)
    return _tables_named(page)


def table(head: Iterable[str], rows: Iterable[tuple[str | None, Iterable[str]]]) -> str:
    """Return a table of cells that are HTML; a row may have an anchor."""
    titles = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = []
    for anchor, row in rows:
        mark = f' id="{anchor}"' if anchor else ""
        body.append(f"<tr{mark}>{''.join(row)}</tr>")
    inside = f"<thead><tr>{titles}</tr></thead><tbody>{''.join(body)}</tbody>"
    return f"{TABLE}{inside}{TABLE_END}"


def title(heading: str) -> str:
    """Return a heading's line as it reads: without its anchor, and the backslashes before signs."""
    return _ESCAPED.sub(r"\1", ANCHOR.sub("", heading).lstrip("# "))


def parse_page(text: str) -> list[Token]:
    """Return the pieces of a page. A heading has the anchor that is written behind it, else one
    made of its words; the third paragraph under it, or item of a list, has that anchor and
    ``.3``."""
    tokens = _markdown().parse(text)
    place, within, number = "", 0, count(1)
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        within += token.nesting if token.type.startswith("list_item") else 0
        if token.type == "heading_open":
            place, number = _cut_anchor(following), count(1)
            token.attrSet("id", place)
        elif token.type == "list_item_open" or (token.type == "paragraph_open" and not within):
            token.attrSet("id", f"{place}.{next(number)}")
    return tokens


def with_notes(tokens: Iterable[Token], notes: Mapping[str, str]) -> list[Token]:
    """Return the pieces with these notes, HTML by anchor, under their headings."""
    noted, place = [], ""
    for token in tokens:
        noted.append(token)
        if token.type == "heading_open":
            place = str(token.attrGet("id"))
        elif token.type == "heading_close" and place in notes:
            noted.append(Token("html_block", "", 0, content=notes[place]))
    return noted


def _cut_anchor(inline: Token) -> str:
    """Return the anchor of the heading with this text, which is then without it."""
    found = ANCHOR.search(inline.content)
    if found is None:
        return re.sub(r"[^a-z0-9]+", "-", inline.content.lower()).strip("-")
    inline.content = ANCHOR.sub("", inline.content)
    last = (inline.children or [])[-1]
    last.content = ANCHOR.sub("", last.content)
    return found[1]


def passages(tokens: Iterable[Token]) -> list[Passage]:
    """Return what stands under each heading, in order; tables in Markdown and quotations, which
    comment on an example, are left out, and ``<div>table games</div>`` names a table."""
    found: list[Passage] = []
    chapter, anchor, tag = "", "", ""
    for token in _without_asides(tokens):
        if token.type == "heading_open":
            anchor, tag = str(token.attrGet("id")), token.tag
        elif token.type == "inline" and tag:
            chapter = token.content if tag == "h2" else chapter
            found.append(Passage(anchor, _plain(token), chapter))
            tag = ""
        elif found:
            _read(found[-1], token)
    return found


def _without_asides(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the pieces that stand neither in a table nor in a quotation."""
    inside = 0
    for token in tokens:
        inside += token.nesting if token.type in _ASIDES else 0
        if not inside:
            yield token


def _read(passage: Passage, token: Token) -> None:
    """Add to the passage what the next piece of it says."""
    paragraphs = passage.paragraphs
    if token.type in _LISTS and not token.level:
        passage.lead = paragraphs[-1][1] if paragraphs else ""
    elif token.type in _NAMED and (named := token.attrGet("id")):
        paragraphs.append((str(named), ""))
        if token.type == "list_item_open":
            passage.leads[str(named)] = passage.lead
    elif token.type == "html_block":
        passage.tables += _ROOM_FOR_TABLE.findall(token.content)
    elif token.type == "inline":
        named, text = paragraphs[-1]
        paragraphs[-1] = (named, f"{text} {_plain(token)}".strip())
        passage.links += _links(token)


def _links(inline: Token) -> Iterator[str]:
    """Yield the anchors on the same page that a text links to."""
    hrefs = (str(t.attrGet("href")) for t in inline.children or [] if t.type == "link_open")
    return (href[1:] for href in hrefs if href.startswith("#"))


def _plain(inline: Token) -> str:
    """Return the words without their markup."""
    blank = ("softbreak", "hardbreak")
    return "".join(" " if t.type in blank else t.content for t in inline.children or [])


def _tables_named(page: str) -> str:
    """Return each table named by its number and the heading over it, as screen readers list them;
    an empty corner heads nothing."""
    page = page.replace("<th></th>", "<td></td>")
    number, heading = count(1), ""

    def named(match: re.Match[str]) -> str:
        nonlocal heading
        heading = match[1] or heading
        return match[0] if match[1] else f'aria-label="Table {next(number)}: {heading}"'

    return _HEADING_OR_TABLE.sub(named, page)


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: TABLE)
    markdown.add_render_rule("table_close", lambda *_: TABLE_END)
    return markdown
