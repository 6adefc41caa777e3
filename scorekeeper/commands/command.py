"""What all commands share: help in the language that is set, and refusals in words."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Flask brings it along.
import click

from scorekeeper.sentences import tell


class NotDone(click.ClickException):
    """The command can't do what it was asked for; the reason, in words."""

    exit_code = 2


@contextmanager
def refusing(file: Path) -> Iterator[None]:
    """Refuse in words where the file can't be read or written, or something in it is wrong."""
    try:
        yield
    except FileExistsError:
        exists = tell("{file} already exists. Files are never overwritten.", file=str(file))
        raise NotDone(exists) from None
    except OSError as error:
        raise NotDone(f"{file}: {error.strerror}" if error.strerror else str(error)) from None
    except ValueError as error:
        raise NotDone(str(error)) from None


FILE = click.argument("file", type=click.Path(path_type=Path))


class _Help(click.HelpFormatter):
    """Looks texts up when they are shown: the language is set after the commands are declared."""

    def write_text(self, text: str) -> None:
        super().write_text(tell(text))

    def write_dl(self, rows: Iterable[tuple[str, str]], *given: Any, **more: Any) -> None:
        super().write_dl([(name, tell(text)) for name, text in rows], *given, **more)


class _Context(click.Context):
    formatter_class = _Help


class Command(click.Command):
    """A command whose texts are looked up."""

    context_class = _Context

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return its line in a list of commands, never cut off."""
        return self.help or ""


class CommandGroup(Command, click.Group):
    """Commands under one name, of which the `default` is run where none is named."""

    command_class = Command

    def __init__(self, name: str, default: str, **given: Any) -> None:
        super().__init__(name, **given)
        self._default = default

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        return super().parse_args(context, args or [self._default])

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the names in the order in which the commands are declared."""
        return [*self.commands]
