"""Reading XML from anywhere: no document type is fetched, no entity declared, nothing is deep."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from scorekeeper.duplicate.exchange.extras import NAME
from scorekeeper.sentences import tell

_DEEPEST: Final = 30
_BARE: Final = re.compile(rb"&(?!#?\w+;)")


class FileRefused(ValueError):
    """A file that is not read; the message says why."""


class _Hostile(FileRefused):
    """A file that does what no published session does."""


def parse(data: bytes) -> tuple[Element, str]:
    """Return the root of an XML file, and what it says in a processing instruction of ours; raises
    `FileRefused`."""
    try:
        return _parsed(data, None)
    except expat.ExpatError as error:
        first = error
    # names are written with a bare ampersand, and in Latin letters that the file does not announce
    for encoding in (None, "iso-8859-1"):
        try:
            return _parsed(_BARE.sub(b"&amp;", data), encoding)
        except expat.ExpatError:
            continue
    raise FileRefused(tell("This is no complete XML file: line {n}.", n=first.lineno))


def _parsed(data: bytes, encoding: str | None) -> tuple[Element, str]:
    reader = _Reader()
    parser = expat.ParserCreate(encoding)
    parser.buffer_text = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.tree.data
    parser.EntityDeclHandler = _entity_declared
    parser.SkippedEntityHandler = reader.skipped
    parser.ProcessingInstructionHandler = reader.instruction
    parser.Parse(data, True)
    return reader.tree.close(), reader.told


def _entity_declared(*_: object) -> None:
    raise _Hostile(tell("This file declares entities of its own. Remove them."))


class _Reader:
    """Builds the elements, names in capitals."""

    def __init__(self) -> None:
        self.tree, self.told = TreeBuilder(), ""
        self._depth = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Begin an element."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _Hostile(tell("The elements of this file are nested too deeply."))
        self.tree.start(name.upper(), {key.upper(): one for key, one in attributes.items()})

    def end(self, name: str) -> None:
        """End an element."""
        self._depth -= 1
        self.tree.end(name.upper())

    def skipped(self, name: str, is_parameter: bool) -> None:
        """Put in what an entity of HTML stands for: the document type was not fetched."""
        if not is_parameter and self._depth:
            self.tree.data(unescape(f"&{name};"))

    def instruction(self, target: str, data: str) -> None:
        """Keep a processing instruction of ours."""
        if target == NAME:
            self.told = data


def child(element: Element, *names: str) -> str:
    """Return the text of the first of these children that has one."""
    for name in names:
        text = (element.findtext(name) or "").strip()
        if text:
            return text
    return ""


def within(element: Element, name: str, *outside: str) -> Iterator[Element]:
    """Yield the elements of a name at any depth, but not those within others of the names
    `outside`."""
    for one in element:
        if one.tag == name:
            yield one
        elif one.tag not in outside:
            yield from within(one, name, *outside)
