"""The command line: the app, `score`, the referee's questions, `games`, `check-game`, upkeep."""

import argparse
import errno
import gc
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import msgspec

from scorekeeper import languages, questions, settings, sheet
from scorekeeper.games import games
from scorekeeper.sentences import tell
from scorekeeper.sheet import documents
from scorekeeper.sheet.documents import Document, NotJSON, SheetRefused
from scorekeeper.sheet.entries import replay
from scorekeeper.sheet.results import result

REFUSED = 2
INTERRUPTED = 130
_OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""No document leaves a circle behind, so it is rarely worth looking for one."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; leaves with status 0 when scored, 2 when a sheet was refused."""
    with suppress(ValueError):  # commands that need the settings report their faults
        languages.activate(settings.read().language)
    options = _parser().parse_args(arguments)
    sys.stdout, sys.stderr = sys.stdout or _nowhere(), sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            _write_any_name(stream)
    try:
        status = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader closed the pipe
        _discard_output()
        status = REFUSED
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _nowhere() -> IO[str]:
    """Return what stands in for a stream that the caller has closed."""
    return open(os.devnull, "w")


def _discard_output() -> None:
    """Drop what is still to be printed, so that Python doesn't fail with it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write_any_name(stream: io.TextIOWrapper) -> None:
    """Files and programs get UTF-8 whatever the system's own encoding is; a terminal shows what it
    can."""
    if stream.isatty():
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorekeeper",
        description=tell("Keep score at card games. With no command, start the app."),
    )
    parser.set_defaults(run=_serve, host=None, port=None)
    commands = parser.add_subparsers(title=tell("commands"))
    serving = commands.add_parser("serve", help=tell("start the app (the default)"))
    serving.add_argument("--host")
    serving.add_argument("--port", type=_port)
    serving.set_defaults(run=_serve)
    _add_scoring(commands)
    _add_referee(commands)
    _add_checking(commands)
    _add_upkeep(commands)
    _add_moving(commands)
    _add_admin(commands)
    packing = commands.add_parser(
        "pocket",
        help=tell("build the edition that runs in a browser, without a server or a network"),
    )
    packing.add_argument(
        "out", type=Path, help=tell("folder for the files; its contents are replaced")
    )
    packing.add_argument(
        "--cache", type=Path, metavar="FOLDER", help=tell("where to keep downloads")
    )
    packing.set_defaults(run=_pocket)
    return parser


def _add_scoring(commands: Any) -> None:
    """The commands that score sheets and describe games."""
    scoring = commands.add_parser("score", help=tell("score a game from its score sheet"))
    scoring.add_argument("file", nargs="?", default="-", help=tell("score sheet (default: stdin)"))
    form = scoring.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=tell("print the result document"))
    form.add_argument(
        "--jsonl", action="store_true", help=tell("one sheet per line in, results out")
    )
    scoring.set_defaults(run=_score)
    listing = commands.add_parser("games", help=tell("list the games, or describe one"))
    listing.add_argument("game", nargs="?")
    listing.set_defaults(run=_games)


def _add_referee(commands: Any) -> None:
    """The commands that put questions to the referee."""
    for name, answer, help_ in (
        ("trick", questions.trick, tell("ask the referee who wins a trick and what may be played")),
        ("call", questions.call, tell("ask the referee if a call is legal and which calls are")),
    ):
        asking = commands.add_parser(name, help=help_)
        asking.add_argument("file", nargs="?", default="-", help=tell("question (default: stdin)"))
        asking.add_argument(
            "--jsonl", action="store_true", help=tell("one question per line in, answers out")
        )
        asking.set_defaults(run=_question_command, answer=answer)
    boards = commands.add_parser("pbn", help=tell("check the boards of a PBN or LIN file"))
    boards.add_argument("file", nargs="?", default="-", help=tell("PBN file (default: stdin)"))
    form = boards.add_mutually_exclusive_group()
    form.add_argument(
        "--jsonl", action="store_true", help=tell("one JSON object per board (the default)")
    )
    form.add_argument("--sheet", action="store_true", help=tell("print a rubber as a score sheet"))
    boards.set_defaults(run=_pbn)


def _add_checking(commands: Any) -> None:
    """The command for whoever writes a game."""
    checking = commands.add_parser(
        "check-game", help=tell("run the tests that every game must pass on a game of your own")
    )
    checking.add_argument("game", help=tell("a game's folder, or the name of an installed game"))
    checking.add_argument(
        "--vectors",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help=tell("more score sheets to check against: a file or a folder"),
    )
    checking.add_argument(
        "--rounds",
        type=int,
        default=30,
        metavar="N",
        help=tell("random games per check (default: 30)"),
    )
    checking.set_defaults(run=_check_game)


def _port(text: str) -> int:
    """A port that can be listened at."""
    if not (text.isdecimal() and int(text) < 65536):
        raise argparse.ArgumentTypeError(
            tell("“{text}” is not a number from 0 to 65535", text=text)
        )
    return int(text)


def _count(text: str) -> int:
    """A number from 1 up."""
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(tell("“{text}” is not a number from 1 up", text=text))
    return int(text)


def _add_upkeep(commands: Any) -> None:
    """The commands that see to the settings and the database."""
    listing = commands.add_parser(
        "config", help=tell("list the settings and where each comes from")
    )
    listing.set_defaults(run=_config)
    upgrading = commands.add_parser("upgrade", help=tell("upgrade the database"))
    upgrading.set_defaults(run=_upgrade)
    for act, help_ in (
        ("backup", tell("copy the database and its signing key while the app runs")),
        ("restore", tell("restore a backup; all phones and links keep working")),
        ("key", tell("write the signing key to a file for SCOREKEEPER_KEY_FILE")),
    ):
        copying = commands.add_parser(act, help=help_)
        copying.add_argument("file", type=Path)
        copying.set_defaults(run=_copy, act=act)
        if act == "restore":
            copying.add_argument(
                "--replace", action="store_true", help=tell("overwrite existing data")
            )
        if act == "backup":
            copying.add_argument(
                "--keep",
                type=_count,
                metavar="N",
                help=tell("FILE is a folder: name copies by date and keep the newest N"),
            )
    checking = commands.add_parser(
        "check", help=tell("test a backup: restore it elsewhere and replay everything")
    )
    checking.add_argument("file", type=Path)
    checking.set_defaults(run=_check)
    delivering = commands.add_parser(
        "deliver",
        help=tell(
            "send results that are due to webhooks (only if the app runs under another server)"
        ),
    )
    delivering.set_defaults(run=_deliver)
    rebuilding = commands.add_parser(
        "rebuild", help=tell("recompute all stored summaries and results")
    )
    rebuilding.add_argument(
        "--from-start", action="store_true", help=tell("start over after an interruption")
    )
    rebuilding.set_defaults(run=_rebuild)


def _add_moving(commands: Any) -> None:
    """The commands that take data to another database or into a file."""
    moving = commands.add_parser("copy", help=tell("copy all data into another, empty database"))
    for name in ("source", "target"):
        moving.add_argument(name, help=tell("address of a PostgreSQL database, or an SQLite file"))
    moving.set_defaults(run=_move)
    for name, what, help_ in (
        ("export-league", "league", tell("export a league with all its games to a file")),
        ("import-league", "", tell("import an exported league beside those that are there")),
        ("export-person", "name", tell("export everything stored about a person to a file")),
    ):
        taking = commands.add_parser(name, help=help_)
        if what:
            taking.add_argument(what)
        taking.add_argument("file", type=Path)
        taking.set_defaults(run=_export, act=name)


def _add_admin(commands: Any) -> None:
    """The command for whoever runs the server."""
    admin = commands.add_parser(
        "admin", help=tell("show totals; suspend, delete or restore games and leagues")
    )
    admin.set_defaults(run=_admin, act="show")
    parts = admin.add_subparsers(title=tell("actions"), metavar="")
    for act, help_ in (
        ("show", tell("count games, leagues and phones (the default)")),
        ("games", tell("list the 20 largest games")),
        ("leagues", tell("list all leagues and their sizes")),
        ("log", tell("show what operators have done")),
    ):
        parts.add_parser(act, help=help_).set_defaults(run=_admin, act=act)
    for act, help_ in (
        ("organiser-link", tell("create a link that lets an organiser back into a league")),
        ("drop-passphrase", tell("let organisers in by their link if they forgot the passphrase")),
        ("suspend", tell("hide a game or league until you resume it")),
        ("delete", tell("delete a game or league; you can resume it for a day")),
        ("resume", tell("resume a suspended game or league, or one deleted in the last day")),
    ):
        part = parts.add_parser(act, help=help_)
        part.add_argument("id", help=tell("the last part of its address, after /t/ or /l/"))
        part.set_defaults(run=_admin, act=act, replace=False)
        if act == "organiser-link":
            part.add_argument(
                "--replace",
                action="store_true",
                help=tell("sign out everyone who used the old link"),
            )
    purging = parts.add_parser("purge", help=tell("delete games that were never played"))
    purging.add_argument(
        "--days", type=int, default=30, help=tell("after this many days (default: 30)")
    )
    purging.set_defaults(run=_admin, act="purge")


def _with_app(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """The command, which needs the app; what the app lacks is said in words."""

    def runs(options: argparse.Namespace) -> int:
        usual = os.umask(0o077)  # new files are for their owner only
        gc.disable()  # nothing loaded now is garbage; collecting takes a sixth of the start
        from scorekeeper.server.app_setup import NotReady

        try:
            return run(options)
        except (NotReady, settings.InvalidSetting) as lacking:
            print(lacking, file=sys.stderr)
            return 1
        finally:
            gc.enable()
            os.umask(usual)

    return runs


@_with_app
def _serve(options: argparse.Namespace) -> int:
    from scorekeeper.server.serve import serve

    serve(options.host, options.port)
    return 0


def _prints(run: Callable[[argparse.Namespace], int]) -> Callable[[argparse.Namespace], int]:
    """The command, which reads a file and prints: a file that can't be read, and output that can't
    be written, is reported in one line."""

    def runs(options: argparse.Namespace) -> int:
        try:
            status = run(options)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            print(f"{error.filename or tell('output')}: {error.strerror}", file=sys.stderr)
            _discard_output()
            return REFUSED
        return status

    return runs


def _open(name: str) -> IO[bytes]:
    if name != "-":
        return open(name, "rb")
    if sys.stdin is None:  # closed by the caller
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), name)
    return sys.stdin.buffer


@_prints
def _score(options: argparse.Namespace) -> int:
    with _open(options.file) as file:
        if options.jsonl:
            return _answer_lines(_answer_text(line, sheet.score) for line in _lines(file))
        return _score_one(file.read(), options.json)


def _score_one(text: bytes, as_json: bool) -> int:
    from scorekeeper import plain_text  # imported here, because sheets by the line do without

    try:
        document = documents.decoded(text)
    except NotJSON:
        errors = _not_json()["errors"]
    else:
        try:
            head = sheet.read_head(document)
            pads = replay(head, document["entries"])
        except SheetRefused as refused:
            errors = refused.errors
        else:
            print(_json(result(head, pads)) if as_json else plain_text.pad_text(head, pads))
            return 0
    if as_json:
        print(_json({"errors": errors}))
    else:
        _complain(f"{error['at'] or tell('sheet')}: {error['message']}" for error in errors)
    return REFUSED


def _complain(lines: Iterable[str]) -> None:
    from scorekeeper import plain_text

    for line in lines:
        print(plain_text.without_control_characters(line), file=sys.stderr)


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


@_prints
def _question_command(options: argparse.Namespace) -> int:
    with _open(options.file) as file:
        if options.jsonl:
            return _answer_lines(_answer_text(line, options.answer) for line in _lines(file))
        document = _answer_text(file.read(), options.answer)
    print(_json(document))
    return REFUSED if "errors" in document else 0


def _answer_lines(documents: Iterable[Document]) -> int:
    """Print one document a line, in order, going on after a bad one."""
    games()
    gc.freeze()  # these objects stay to the end; don't scan them again and again
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    status = 0
    encode = msgspec.json.Encoder().encode
    for document in documents:
        if "errors" in document:
            status = REFUSED
        sys.stdout.buffer.write(encode(document) + b"\n")
    sys.stdout.flush()
    return status


def _answer_text(text: bytes, answer: Callable[[object], Document]) -> Document:
    try:
        return answer(documents.decoded(text))
    except NotJSON:
        return _not_json()


def _not_json() -> Document:
    return {"errors": [{"at": "", "message": tell("Not valid JSON.")}]}


def _lines(lines: IO[bytes]) -> Iterator[bytes]:
    return (line for line in lines if line.strip())


@_prints
def _pbn(options: argparse.Namespace) -> int:
    from scorekeeper.pbn.boards import judge_boards
    from scorekeeper.pbn.sheets import sheet_of
    from scorekeeper.pbn.text import decoded

    with _open(options.file) as file:
        text = decoded(file.read())
    if not options.sheet:
        return _answer_lines(judge_boards(text))
    document = sheet_of(text)
    if "errors" not in document:
        print(_json(document))
        return 0
    _complain(
        tell(
            "line {n}: {place}: {message}",
            n=error["line"],
            place=error["at"] or tell("file"),
            message=error["message"],
        )
        for error in document["errors"]
    )
    return REFUSED


@_prints
def _games(options: argparse.Namespace) -> int:
    from scorekeeper import catalogue, plain_text

    if options.game is None:
        for card in catalogue.shelf():
            variants = f" ({', '.join(card.variants)})" if card.variants else ""
            print(f"{card.slug:<14} {card.name}{variants}: {card.about}")
        return 0
    game = games().get(options.game)
    if game is None:
        names = ", ".join(games())
        unknown = tell("Unknown game “{name}”. Games: {games}.", name=options.game, games=names)
        print(unknown, file=sys.stderr)
        return REFUSED
    print(plain_text.description_text(game))
    return 0


def _check_game(options: argparse.Namespace) -> int:
    from scorekeeper.commands.check_game import check_game

    return check_game(options.game, options.vectors, options.rounds)


def _pocket(options: argparse.Namespace) -> int:
    from scorekeeper.commands.pocket import pocket

    return pocket(options.out, options.cache)


def _config(options: argparse.Namespace) -> int:
    chosen, faults = settings.look()
    print(*settings.listed(chosen), sep="\n")
    _complain(faults)
    return REFUSED if faults else 0


@_with_app
def _upgrade(options: argparse.Namespace) -> int:
    from scorekeeper.server.app_setup import ready_app

    ready_app()
    print(tell("The database is up to date."))
    return 0


@_with_app
def _deliver(options: argparse.Namespace) -> int:
    from scorekeeper.commands.deliver import deliver

    return deliver()


@_with_app
def _copy(options: argparse.Namespace) -> int:
    from scorekeeper.commands import backup

    if options.act == "restore":
        return backup.restore(options.file, options.replace)
    if options.act == "backup":
        return backup.backup(options.file, options.keep)
    return backup.key(options.file)


@_with_app
def _check(options: argparse.Namespace) -> int:
    from scorekeeper.commands.check_backup import check_backup

    return check_backup(options.file)


@_with_app
def _move(options: argparse.Namespace) -> int:
    from scorekeeper.commands.copy import copy

    return copy(options.source, options.target)


@_with_app
def _export(options: argparse.Namespace) -> int:
    from scorekeeper.commands import exports

    if options.act == "import-league":
        return exports.import_league(options.file)
    if options.act == "export-league":
        return exports.export_league(options.league, options.file)
    return exports.export_person(options.name, options.file)


@_with_app
def _admin(options: argparse.Namespace) -> int:
    from scorekeeper.commands.admin import admin

    return admin(options)


@_with_app
def _rebuild(options: argparse.Namespace) -> int:
    from scorekeeper.commands import rebuild

    return rebuild.rebuild(from_start=options.from_start)
