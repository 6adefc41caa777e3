"""The commands `duplicate` and `movement`: score a session, print guide cards."""

import errno
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final

import click
import msgspec

from scorekeeper import plain_text
from scorekeeper.commands.command import Command, NotDone, refusing
from scorekeeper.duplicate.exchange.bridgewebs import csv_text
from scorekeeper.duplicate.exchange.imported import LARGEST, Imported
from scorekeeper.duplicate.exchange.pbn_out import pbn
from scorekeeper.duplicate.exchange.published import differences
from scorekeeper.duplicate.exchange.reading import read_file
from scorekeeper.duplicate.exchange.usebio_out import usebio
from scorekeeper.duplicate.movements import movement as find_movement
from scorekeeper.duplicate.movements.plans import MovementRefused
from scorekeeper.duplicate.movements.plans import document as movement_document
from scorekeeper.duplicate.result import score
from scorekeeper.duplicate.text import movement_text, session_text
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.sheet.documents import Document, SheetRefused

REFUSED: Final = NotDone.exit_code


def _as_json(document: Document) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


def _session(session: Document, result: Document) -> str:
    return _as_json(session) + "\n"


_WRITERS: Final[dict[str, Callable[[Document, Document], str]]] = {
    "usebio": usebio,
    "pbn": pbn,
    "csv": csv_text,
    "session": _session,
}


def _output(name: str, help: Message) -> Callable[..., Any]:
    return click.option(f"--{name}", type=click.Path(path_type=Path), metavar="OUT", help=help)


@click.command(cls=Command)
@click.argument("file", default="-")
@click.option("--json", "as_json", is_flag=True, help=phrase("print the result document"))
@click.option("--jsonl", is_flag=True, help=phrase("one session per line in, results out"))
@click.option("--compare", is_flag=True, help=phrase("list published figures that differ"))
@_output("usebio", phrase("write the session as USEBIO too"))
@_output("pbn", phrase("write the session as PBN too"))
@_output("csv", phrase("write the session as CSV for BridgeWebs too"))
@_output("session", phrase("write the session document too"))
def duplicate(file: str, as_json: bool, jsonl: bool, compare: bool, **outputs: Path | None) -> int:
    """Score a session of duplicate from a session document, USEBIO or PBN."""
    if jsonl:
        if as_json or compare or any(outputs.values()):
            raise click.UsageError(tell("--jsonl stands alone."))
        return _by_line(file)
    found, result = _scored(_read(file))
    if "errors" in result:
        return _refuse(result, as_json)
    for name, target in outputs.items():
        if target is not None:
            with refusing(target):
                text = _WRITERS[name](found.session, result)
                target.write_text(text, encoding="utf-8", newline="")
    if as_json:
        print(_as_json(result))
    elif compare:
        _print(_comparison(found, result))
    else:
        _print(session_text(found.session, result))
    return 0


def _read(file: str) -> bytes:
    """Return a file's bytes, no more than the first that is too many."""
    with refusing(Path(file)), _open(file) as source:
        return source.read(LARGEST + 1)


def _open(file: str) -> IO[bytes]:
    if file != "-":
        return open(file, "rb")
    if sys.stdin is None:  # closed by the caller
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def _scored(data: bytes) -> tuple[Imported, Document]:
    try:
        found = read_file(data)
    except SheetRefused as refused:
        return Imported({}), {"errors": refused.errors}
    return found, score(found.session)


def _refuse(result: Document, as_json: bool) -> int:
    if as_json:
        print(_as_json(result))
        return REFUSED
    for one in result["errors"]:
        text = f"{one['at'] or tell('session')}: {one['message']}"
        print(plain_text.without_control_characters(text), file=sys.stderr)
    return REFUSED


def _print(text: str) -> None:
    for line in text.split("\n"):
        print(plain_text.without_control_characters(line))


def _comparison(found: Imported, result: Document) -> str:
    different = [*differences(found, result)]
    lines = sum(bool(text) for one in found.lines for text in one[3:])
    totals = sum(bool(text) for one in found.totals for text in one[1:])
    last = tell(
        "{n} of {all} published figures come out otherwise.", n=len(different), all=lines + totals
    )
    return "\n".join([*different, last])


def _by_line(file: str) -> int:
    """Print one document a line, in order, going on after a bad one."""
    status, encode = 0, msgspec.json.Encoder().encode
    with refusing(Path(file)), _open(file) as source:
        for line in source:
            if line.strip():
                _, result = _scored(line)
                status = REFUSED if "errors" in result else status
                sys.stdout.buffer.write(encode(result) + b"\n")
    sys.stdout.flush()
    return status


@click.command(cls=Command)
@click.argument("kind")
@click.argument("contestants", type=int, metavar="N")
@click.argument("boards", type=int)
@click.option("--json", "as_json", is_flag=True, help=phrase("print the movement document"))
@click.option("--rounds", type=int, metavar="R", help=phrase("the number of rounds"))
@click.option(
    "--arrow-switch",
    type=int,
    default=0,
    metavar="K",
    help=phrase("exchange the directions in the last K rounds of a Mitchell"),
)
def movement(
    kind: str, contestants: int, boards: int, as_json: bool, rounds: int | None, arrow_switch: int
) -> int:
    """Print the guide cards of a movement for N contestants who play about so many boards."""
    try:
        found = find_movement(kind, contestants, boards, rounds, arrow_switch)
    except MovementRefused as refused:
        raise NotDone(str(refused)) from None
    print(_as_json(movement_document(found)) if as_json else movement_text(found))
    return 0
