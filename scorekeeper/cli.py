"""The command line: what scores and judges is here, the rest is loaded when it is asked for."""

import errno
import importlib
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import IO, Any

import click
import msgspec

from scorekeeper import languages, questions, settings, sheet
from scorekeeper.commands.command import Command, CommandGroup, NotDone
from scorekeeper.games import games
from scorekeeper.sentences import Message, phrase, tell
from scorekeeper.sheet import documents
from scorekeeper.sheet.documents import Document, NotJSON, SheetRefused
from scorekeeper.sheet.entries import replay

REFUSED = NotDone.exit_code
# as a shell tells of a process that Ctrl+C has ended: 128 and the signal's number
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; leaves with status 0 when scored, 2 when a sheet was refused."""
    with suppress(ValueError):  # commands that need the settings report their faults
        languages.activate(settings.read().language)
    sys.stdout, sys.stderr = sys.stdout or _null_stream(), sys.stderr or _null_stream()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.isatty():
            stream.reconfigure(errors="replace")  # a terminal shows what it can
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")  # whatever the system's own encoding is
    try:
        status = _status([*(sys.argv[1:] if arguments is None else arguments)])
        sys.stdout.flush()
    except BrokenPipeError:  # the reader closed the pipe
        _discard_output()
        status = REFUSED
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _status(arguments: list[str]) -> int:
    """Run the command; return its exit status."""
    try:
        with commands.make_context("scorekeeper", arguments) as context:
            return commands.invoke(context) or 0
    except click.exceptions.Exit as ended:  # after --help
        return ended.exit_code
    except click.UsageError as wrong:
        wrong.show()
        return wrong.exit_code
    except click.ClickException as refused:
        print(refused.message, file=sys.stderr)
        return refused.exit_code
    except settings.InvalidSetting as invalid:
        print(invalid, file=sys.stderr)
        return 1


def _null_stream() -> IO[str]:
    """Return what stands in for a stream that the caller has closed."""
    return open(os.devnull, "w")


def _discard_output() -> None:
    """Drop what is still to be printed, so that Python doesn't fail with it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


commands = CommandGroup(
    "scorekeeper",
    default="serve",
    context_settings={"help_option_names": ["-h", "--help"]},
    help=phrase("Keep score at card games. With no command, start the app."),
)

# --- scoring and judging -------------------------------------------------------------------------


class _FileCommand(Command):
    """A command that reads a file and prints: a file that can't be read, and output that can't be
    written, is reported in one line."""

    def invoke(self, context: click.Context) -> Any:
        """Run it."""
        try:
            status = super().invoke(context)
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            print(f"{error.filename or tell('output')}: {error.strerror}", file=sys.stderr)
            _discard_output()
            return REFUSED
        return status


def _file(help: Message) -> Callable[..., Any]:
    return click.argument("file", default="-", help=help)


def _refuse_both(one: str, is_set: bool, other: str, is_set_too: bool) -> None:
    if is_set and is_set_too:
        raise click.UsageError(tell("{one} is not allowed with {other}.", one=one, other=other))


def _open(name: str) -> IO[bytes]:
    if name != "-":
        return open(name, "rb")
    if sys.stdin is None:  # closed by the caller
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), name)
    return sys.stdin.buffer


@commands.command(cls=_FileCommand, help=phrase("score a game from its score sheet"))
@_file("score sheet (default: stdin)")
@click.option("--json", "as_json", is_flag=True, help=phrase("print the result document"))
@click.option("--jsonl", is_flag=True, help=phrase("one sheet per line in, results out"))
def score(file: str, as_json: bool, jsonl: bool) -> int:
    _refuse_both("--json", as_json, "--jsonl", jsonl)
    if as_json or jsonl:
        return _answer(file, jsonl, sheet.score)
    from scorekeeper import plain_text  # imported here, because sheets by the line do without

    with _open(file) as source:
        text = source.read()
    try:
        document = documents.decoded(text)
        head = sheet.read_head(document)
        print(plain_text.pad_text(head, replay(head, document["entries"])))
    except NotJSON:
        errors = _not_json()["errors"]
    except SheetRefused as refused:
        errors = refused.errors
    else:
        return 0
    _print_errors(f"{error['at'] or tell('sheet')}: {error['message']}" for error in errors)
    return REFUSED


def _print_errors(lines: Iterable[str]) -> None:
    from scorekeeper import plain_text

    for line in lines:
        print(plain_text.without_control_characters(line), file=sys.stderr)


def _answer(file: str, by_line: bool, answer: Callable[[object], Document]) -> int:
    """Print the answer to the document in a file, or to each of its lines."""
    with _open(file) as source:
        if by_line:
            return _answer_lines(_answer_to(line, answer) for line in source if line.strip())
        document = _answer_to(source.read(), answer)
    print(_json(document))
    return REFUSED if "errors" in document else 0


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


def _answer_lines(documents: Iterable[Document]) -> int:
    """Print one document a line, in order, going on after a bad one."""
    status = 0
    encode = msgspec.json.Encoder().encode
    for document in documents:
        if "errors" in document:
            status = REFUSED
        sys.stdout.buffer.write(encode(document) + b"\n")
    sys.stdout.flush()
    return status


def _answer_to(text: bytes, answer: Callable[[object], Document]) -> Document:
    try:
        return answer(documents.decoded(text))
    except NotJSON:
        return _not_json()


def _not_json() -> Document:
    return {"errors": [{"at": "", "message": tell("Not valid JSON.")}]}


_question = _file("question (default: stdin)")
_by_line = click.option(
    "--jsonl", is_flag=True, help=phrase("one question per line in, answers out")
)


@commands.command(
    cls=_FileCommand, help=phrase("ask the referee who wins a trick and what may be played")
)
@_question
@_by_line
def trick(file: str, jsonl: bool) -> int:
    return _answer(file, jsonl, questions.trick)


@commands.command(
    cls=_FileCommand, help=phrase("ask the referee if a call is legal and which calls are")
)
@_question
@_by_line
def call(file: str, jsonl: bool) -> int:
    return _answer(file, jsonl, questions.call)


@commands.command(cls=_FileCommand, help=phrase("ask what happens now that something went wrong"))
@_question
@_by_line
def remedy(file: str, jsonl: bool) -> int:
    return _answer(file, jsonl, questions.remedy)


@commands.command("games", cls=_FileCommand, help=phrase("list the games, or describe one"))
@click.argument("game", required=False)
@click.option(
    "--document", is_flag=True, help=phrase("print the document that the game is made of")
)
def describe(game: str | None, document: bool) -> int:
    from scorekeeper import catalogue, plain_text

    if game is None:
        for card in catalogue.game_cards():
            variants = f" ({', '.join(card.variants)})" if card.variants else ""
            print(f"{card.slug:<14} {card.name}{variants}: {card.about}")
        return 0
    if game not in games():
        names = ", ".join(games())
        raise NotDone(tell("Unknown game “{name}”. Games: {games}.", name=game, games=names))
    if document:
        own = games()[game].own
        if own is None:
            raise NotDone(tell("{game} is not made of a document.", game=games()[game].name))
        print(_json(own.document))
        return 0
    print(plain_text.description_text(games()[game]))
    return 0


@commands.command(cls=_FileCommand, help=phrase("check the boards of a PBN or LIN file"))
@_file("PBN file (default: stdin)")
@click.option("--jsonl", is_flag=True, help=phrase("one JSON object per board (the default)"))
@click.option("--sheet", "as_sheet", is_flag=True, help=phrase("print a rubber as a score sheet"))
def pbn(file: str, jsonl: bool, as_sheet: bool) -> int:
    _refuse_both("--jsonl", jsonl, "--sheet", as_sheet)
    from scorekeeper.pbn.boards import judge_boards
    from scorekeeper.pbn.sheets import sheet_of
    from scorekeeper.pbn.text import decoded

    with _open(file) as source:
        text = decoded(source.read())
    if not as_sheet:
        return _answer_lines(judge_boards(text))
    document = sheet_of(text)
    if "errors" not in document:
        print(_json(document))
        return 0
    _print_errors(
        tell(
            "line {n}: {place}: {message}",
            n=error["line"],
            place=error["at"] or tell("file"),
            message=error["message"],
        )
        for error in document["errors"]
    )
    return REFUSED


@commands.command(help=phrase("list the settings and where each comes from"))
def config() -> int:
    chosen, faults = settings.examine()
    print(*settings.as_lines(chosen), sep="\n")
    _print_errors(faults)
    return REFUSED if faults else 0


# --- commands that are loaded when they are asked for --------------------------------------------


# Loaded with the others, the app would make every command start in a second instead of 0.2 s.
class _Lazy(Command):
    """A command that another module declares under this name, and that may need the app."""

    def __init__(self, name: str, module: str, help: Message, *, needs_app: bool = True) -> None:
        super().__init__(name, help=help)
        self._module, self._declared = f"scorekeeper.{module}", name.replace("-", "_")
        self._needs_app = needs_app

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Leave the arguments to the command itself."""
        context.args = args
        return args

    def invoke(self, context: click.Context) -> Any:
        """Load it and run it."""
        from scorekeeper.store.sql.trouble import Unavailable  # it loads SQLite

        usual = os.umask(0o077)  # what the app writes is for its owner only
        if not self._needs_app:
            os.umask(usual)
        try:
            command: click.Command = getattr(importlib.import_module(self._module), self._declared)
            command.help = self.help
            with command.make_context(context.info_name, context.args, context.parent) as inner:
                return command.invoke(inner)
        except Unavailable as trouble:
            raise NotDone(str(trouble)) from None
        finally:
            os.umask(usual)


for _command in (
    _Lazy("serve", "server.serve", "start the app (the default)"),
    _Lazy("upgrade", "server.app_setup", "upgrade the database"),
    _Lazy("backup", "commands.backup", "copy the database and its signing key while the app runs"),
    _Lazy("restore", "commands.backup", "restore a backup; all phones and links keep working"),
    _Lazy(
        "check",
        "commands.backup",
        "test a backup: restore it elsewhere and replay everything",
    ),
    _Lazy("key", "commands.backup", "write the signing key to a file for SCOREKEEPER_KEY_FILE"),
    _Lazy("copy", "commands.backup", "copy all data into another, empty database"),
    _Lazy("rebuild", "commands.rebuild", "recompute all stored summaries and results"),
    _Lazy(
        "deliver",
        "server.webhooks",
        "send results that are due to webhooks (only if the app runs under another server)",
    ),
    _Lazy("export-league", "commands.exports", "export a league with all its games to a file"),
    _Lazy(
        "import-league",
        "commands.exports",
        "import an exported league beside the others",
    ),
    _Lazy("export-person", "commands.exports", "export everything stored about a person to a file"),
    _Lazy(
        "admin",
        "commands.admin",
        "show totals; suspend, delete or restore games and leagues",
    ),
    _Lazy(
        "check-game",
        "commands.check_game",
        "run the tests that every game must pass on a game of your own",
        needs_app=False,
    ),
    _Lazy(
        "duplicate",
        "commands.duplicate",
        "score a duplicate session from a session document, USEBIO or PBN",
        needs_app=False,
    ),
    _Lazy(
        "movement",
        "commands.duplicate",
        "print the guide cards of a duplicate movement",
        needs_app=False,
    ),
    _Lazy(
        "pocket",
        "pocket.building",
        "build the edition that runs in a browser, without a server or a network",
        needs_app=False,
    ),
):
    commands.add_command(_command)
