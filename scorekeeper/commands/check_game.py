"""The command `check-game`: tells authors of games which checks their game passes."""

import importlib
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from scorekeeper.commands.check_document import check_document
from scorekeeper.commands.command import Command, NotDone, refusing
from scorekeeper.engine.game import Game
from scorekeeper.game_checks import CHECKS
from scorekeeper.game_checks.check import concerns, crash_text, findings
from scorekeeper.game_checks.vectors import candidate, read
from scorekeeper.games import ENTRY_POINTS, folder, games, register
from scorekeeper.sentences import phrase, tell
from scorekeeper.sheet.documents import Document

FAILED: Final = 1
MOST_TOLD: Final = 5
"""Sentences of one check; what is wrong in one place is often wrong in twenty."""


@click.command(cls=Command)
@click.argument(
    "name",
    metavar="GAME",
    help=phrase("a game's folder, its document, or the name of an installed game"),
)
@click.option(
    "--vectors",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="PATH",
    help=phrase("more score sheets to check against: a file or a folder"),
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=30,
    metavar="N",
    help=phrase("random games per check (default: 30)"),
)
def check_game(name: str, vectors: Iterable[Path], rounds: int) -> int:
    """Check a game, named by its folder, its project's folder, its slug or the file of its
    document, and print what it passes."""
    if Path(name).is_file():
        return check_document(Path(name), rounds)
    game = _game(name)
    with refusing(Path(name)):
        checked = candidate(game, _vectors(vectors))
    print(f"{game.name} ({game.slug}), in {folder(game)}")
    passed = failed = 0
    for about, checks in CHECKS.items():
        print(f"\n{about}")
        for check in checks:
            if not concerns(check, game):
                continue
            found = findings(check, checked, rounds)
            print(f"  {'NO' if found else 'ok'}  {check.title}")
            for sentence in _first(found):
                print(f"      {sentence}")
            passed, failed = passed + (not found), failed + bool(found)
    summary = tell("{game} passes all {n} checks.", game=game.name, n=passed)
    if failed:
        summary = tell(
            "{game} passes {n} of {total} checks. See those marked NO.",
            game=game.name,
            n=passed,
            total=passed + failed,
        )
    print(f"\n{summary}")
    return FAILED if failed else 0


def _first(found: list[str]) -> Iterator[str]:
    """The first sentences and the last, which may show what is wrong; how many stand between."""
    if len(found) <= MOST_TOLD:
        yield from found
        return
    yield from found[: MOST_TOLD - 1]
    yield tell("… and {n} more", n=len(found) - MOST_TOLD)
    yield found[-1]


# --- finding the game ---------------------------------------------------------------------------


def _game(name: str) -> Game:
    """The game in that folder, or the one that is installed under that name."""
    where = Path(name)
    if where.is_dir():
        return game_in(where.resolve())
    if name in games():
        return games()[name]
    known = ", ".join(games())
    raise NotDone(
        tell("{name} is neither a folder nor a game. Games: {games}.", name=name, games=known)
    )


def game_in(place: Path) -> Game:
    """The game of the package that the folder is or, where it is a project, that it offers; known
    from now on. Raises `NotDone`."""
    if (place / "pyproject.toml").is_file():
        root, package = _offered(place)
    elif (place / "__init__.py").is_file():
        root = next(above for above in place.parents if not (above / "__init__.py").is_file())
        package = ".".join(place.relative_to(root).parts)
    else:
        raise NotDone(
            tell("{folder} holds no game: no __init__.py or pyproject.toml.", folder=str(place))
        )
    # before the installed games are loaded: this copy goes before an older one
    sys.path.insert(0, str(root))
    importlib.invalidate_caches()
    try:
        game: Game = importlib.import_module(package).GAME
        known = games().get(game.slug)
        return game if known is game else register(package)
    except Exception as error:
        why = crash_text(error, str(place))
        raise NotDone(
            tell("The game in {folder} can't be loaded. {reason}", folder=str(place), reason=why)
        ) from None


def _offered(project: Path) -> tuple[Path, str]:
    """Return the folder of the package that a project offers as a game, and the package's name."""
    with (project / "pyproject.toml").open("rb") as file:
        offers = tomllib.load(file).get("project", {}).get("entry-points", {}).get(ENTRY_POINTS, {})
    for package in offers.values():
        for root in (project, project / "src"):
            if (root / package.replace(".", "/") / "__init__.py").is_file():
                return root, package
    raise NotDone(
        tell(
            "{file} offers no package under {name}.",
            file=str(project / "pyproject.toml"),
            name=ENTRY_POINTS,
        )
    )


def _vectors(places: Iterable[Path]) -> Iterator[Document]:
    """Yield the score sheets of these files, or of all in these folders."""
    for place in places:
        for file in sorted(place.rglob("*.json")) if place.is_dir() else [place]:
            with refusing(file):
                yield from read(file)
