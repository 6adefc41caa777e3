"""The layers of imports, and that only a game's own files name it."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from scorekeeper import create_app, index_files
from scorekeeper.cards import RANK_NAMES, SUIT_NAMES, WITHOUT_SUIT
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.search import german
from scorekeeper.store.schema.table import Base

TOP = Path(__file__).parent.parent
PACKAGE = TOP / "scorekeeper"
MODULES = sorted(PACKAGE.rglob("*.py"))

PURE = (
    *(
        "cards",
        "languages",
        "sentences",
        "spelling",
        "payments",
        "interview",
        "referee",
        "engine",
        "own",
        "games",
        "sheet",
    ),
    *(
        "questions",
        "game_finder",
        "statistics",
        "anchored_markdown",
        "rulebook",
        "search",
        "pbn",
        "what_if",
    ),
    *("standings", "ratings", "schedules", "redaction", "duplicate"),
)
"""What reads no clock, no database, no random number, and knows nothing of the web."""

IMPURE = {
    *("flask", "flask_sqlalchemy", "flask_wtf", "sqlalchemy", "alembic"),
    *("wtforms", "waitress", "socket", "sqlite3", "subprocess", "threading"),
    *("os", "time", "datetime", "random", "secrets", "uuid"),
}

MAY_IMPORT = {
    "cards": {"languages"},
    "languages": set[str](),
    "sentences": {"cards", "languages"},
    "spelling": {"languages"},
    "payments": {"spelling"},
    "redaction": {"spelling"},
    "days": {"sentences", "languages"},
    "ratings": {"sentences"},
    "schedules": {"schedules"},
    "interview": {"interview", "sentences", "spelling"},
    "referee": {"referee", "interview", "cards", "sentences", "spelling"},
    "engine": {"engine", "interview", "referee", "cards", "sentences"},
    "own": {"own", "engine", "interview", "sentences"},
    "games": {"games", "own", "engine", "cards", "referee", "sentences"},
    "sheet": {
        *("sheet", "games", "engine", "interview", "referee", "cards", "sentences", "payments"),
        *("own", "spelling"),
    },
    "questions": {"sheet", "games", "engine", "interview", "referee", "sentences"},
    "pbn": {
        *("pbn", "questions", "sheet", "games", "engine", "interview", "referee", "cards"),
        "sentences",
    },
    "duplicate": {"duplicate", "pbn", "schedules", "sheet", "engine", "cards", "sentences"},
    "game_finder": {"games", "engine", "sentences", "spelling"},
    "statistics": {"games", "engine", "sentences", "spelling"},
    "what_if": {"games", "engine", "interview", "sentences"},
    "standings": {"standings", "engine", "interview", "sentences"},
    "anchored_markdown": set(),
    "rulebook": {
        *("anchored_markdown", "sheet", "games", "own", "engine", "interview"),
        *("sentences", "languages"),
    },
    "search": {
        "search",
        "rulebook",
        "anchored_markdown",
        "sheet",
        "games",
        "engine",
        "cards",
        "sentences",
        "spelling",
    },
    "results_file": {"results_file", "game_finder", "games", "engine", "sentences", "spelling"},
    "game_checks": {
        *(
            "game_checks",
            "catalogue",
            "plain_text",
            "questions",
            "rulebook",
            "search",
            "statistics",
        ),
        "interview",
        *("anchored_markdown", "sheet", "games", "engine", "referee", "cards", "sentences"),
    },
}
"""The rooms at the bottom, and what of the package each may use."""

MAY_NOT_IMPORT = {
    "store": {"engine", "games", "referee", "sheet", "pbn", "tables", "leagues", "web", "cli"},
    "tables": {"leagues", "web", "cli"},
    "leagues": {"operator_actions", "web", "cli"},
    "operator_actions": {"web", "cli"},
    "web": {"cli"},
}
"""The rooms above them, and what stands above those."""


def room_of(module: Path) -> str:
    """The room a module belongs to: a folder of the package or a file at its top."""
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def nodes(module: Path) -> tuple[ast.AST, ...]:
    """All that a module consists of, as it is parsed."""
    return tuple(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))


@cache
def imports(module: Path) -> frozenset[str]:
    """The dotted names that a module imports, those inside functions too."""
    found = set[str]()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: say where it is imported from"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return frozenset(found)


def rooms(module: Path) -> set[str]:
    """The rooms of the package that a module imports from; the package itself is ``."""
    names = [name.split(".") for name in imports(module)]
    return {name[1] for name in names if name[0] == PACKAGE.name}


def in_room(*names: str) -> list[Path]:
    """The modules of these rooms."""
    return [module for module in MODULES if room_of(module) in names]


def label(module: object) -> str:
    """Return what a test is called after its file."""
    return str(module.relative_to(TOP)) if isinstance(module, Path) else str(module)


def offenders(modules: Iterable[Path], wrong: Callable[[Path], set[str]]) -> dict[str, set[str]]:
    """Return what is wrong in each of the modules where something is."""
    return {label(module): found for module in modules if (found := wrong(module))}


# --- who imports whom ---------------------------------------------------------------------------


def test_rules_import_no_web_database_or_clock() -> None:
    def worldly(module: Path) -> set[str]:
        return {name.split(".")[0] for name in imports(module)} & IMPURE

    assert offenders(in_room(*PURE), worldly) == {}


@pytest.mark.parametrize("module", in_room("results_file"), ids=label)
def test_past_results_have_dates_without_a_clock(module: Path) -> None:
    taken = {name for name in imports(module) if name.split(".")[0] in IMPURE}

    assert taken <= {"datetime.date"}
    assert not {"_today_", "_now_"} & identifiers(module)


def test_a_lower_room_imports_only_what_is_below() -> None:
    def from_above(module: Path) -> set[str]:
        return rooms(module) - MAY_IMPORT[room_of(module)]

    assert offenders(in_room(*MAY_IMPORT), from_above) == {}


def test_upper_room_imports_nothing_from_above() -> None:
    def from_above(module: Path) -> set[str]:
        return rooms(module) & MAY_NOT_IMPORT[room_of(module)]

    assert offenders(in_room(*MAY_NOT_IMPORT), from_above) == {}


def test_index_follows_its_whole_source() -> None:
    below = {"search"}
    while more := set[str]().union(*map(MAY_IMPORT.__getitem__, below)) - below:
        below |= more

    assert {room.removesuffix(".py") for room in index_files.ROOMS} == below


@cache
def folder_of(module: Path) -> str:
    """The game whose folder a module stands in; empty for every other module."""
    room, *inner = module.relative_to(PACKAGE).parts
    return inner[0].removesuffix(".py") if room == "games" and inner[0] != "__init__.py" else ""


@cache
def game_folders() -> frozenset[str]:
    """The names of the folders that hold a game."""
    return frozenset(map(folder_of, MODULES)) - {""}


FORMS = {"chicago": "bridge", "wizard": "oh_hell", "skull_king": "oh_hell"}
"""Games that are a form of another, on which they build: by their folders."""


def own_of(module: Path) -> set[str]:
    """The game folders that a module of a game may import from: its own, and that of the game it
    is a form of."""
    folder = folder_of(module)
    return {folder, FORMS.get(folder, folder)}


def test_nobody_imports_a_game() -> None:
    def games_of(module: Path) -> set[str]:
        taken = {f"scorekeeper.games.{name}" for name in game_folders() - own_of(module)}
        return {".".join(name.split(".")[:3]) for name in imports(module)} & taken

    assert offenders(MODULES, games_of) == {}


def test_game_imports_only_engine_and_referee() -> None:
    def too_deep(module: Path) -> set[str]:
        own = tuple(f"scorekeeper.games.{folder}." for folder in own_of(module))
        ours = {name for name in imports(module) if name.startswith("scorekeeper.")}
        return {
            name
            for name in ours
            if not name.startswith(own) and (name.count(".") > 2 or "._" in name)
        }

    assert offenders([module for module in MODULES if folder_of(module)], too_deep) == {}


def test_all_that_games_may_import_is_used() -> None:
    used = {
        f"{node.module}.{name.name}"
        for module in (*filter(folder_of, MODULES), *(TOP / "tests" / "packages").rglob("*.py"))
        for node in nodes(module)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    for room in ("engine", "referee"):
        names = {name.rpartition(".")[2] for name in imports(PACKAGE / room / "__init__.py")}
        unused = {name for name in names if f"scorekeeper.{room}.{name}" not in used}

        assert unused == set(), room


def test_the_rooms_are_read_at_all() -> None:
    assert {"cards", "sentences", "sheet", "games", "store", "web"} <= set(map(room_of, MODULES))
    assert "scorekeeper.cards.SUIT_NAMES" in imports(PACKAGE / "sentences.py")
    coded = (game for game in IN_FOLDER if not game.own)
    assert game_folders() == {game.score.__module__.split(".")[2] for game in coded}


# --- who knows a game by name -------------------------------------------------------------------

IN_FOLDER = [game for game in games().values() if game.score.__module__.startswith("scorekeeper.")]
NAMES = sorted({game.slug for game in IN_FOLDER} | game_folders())
CALLED = sorted({name for game in IN_FOLDER for name in (game.name, *game.aliases)})
WORDS_OF_THE_PAD = {*SUIT_NAMES.values(), *RANK_NAMES.values(), "tally", "any game", "score pad"}
"""Game names that are words of every pad too: these count only where they stand alone in quotes."""
ANY_NAME = re.compile("|".join(map(re.escape, {*NAMES, *CALLED})), re.IGNORECASE)
"""Finds in one search that a text has none of them, as nearly every text has."""

BESIDE_CODE = [
    file
    for folder in ("templates", "static", "scorekeeper/store/migrations")
    for file in sorted((TOP / folder).rglob("*"))
    if file.is_file() and file.suffix not in {".py", ".pyc", ".png"}
]
GENERIC = [module for module in MODULES if not folder_of(module)]


def strings(module: Path) -> Iterator[str]:
    """The texts that a module's code holds; docstrings are not code."""
    bare = {id(node.value) for node in nodes(module) if isinstance(node, ast.Expr)}
    for node in nodes(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.value


def identifiers(module: Path) -> set[str]:
    """Return what a module calls its functions, classes, arguments, variables and attributes:
    each in small letters, its words between lines, as `_bid_ladder_`."""
    found = set()
    for node in nodes(module):
        names = (getattr(node, field, None) for field in ("id", "attr", "arg", "name"))
        found |= {name for name in names if isinstance(name, str)}
    return {f"_{re.sub('(?<=[a-z])(?=[A-Z])', '_', name).lower()}_" for name in found}


def named(text: str) -> list[str]:
    """The games that a text of the code names, by slug, by module or as people call them."""
    if not ANY_NAME.search(text):
        return []
    slugs = [
        name
        for name in NAMES
        if (text == name if name in WORDS_OF_THE_PAD else re.search(rf"\b{name}\b", text))
    ]
    return slugs + [name for name in CALLED if _called(name, text)]


def _called(name: str, text: str) -> bool:
    """Return whether the text calls a game by this name; a mere number ("28") calls none."""
    if name.isdecimal() or name.casefold() in WORDS_OF_THE_PAD:
        return False
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def test_no_generic_module_names_a_game() -> None:
    def games_in(module: Path) -> set[str]:
        cards = [*SUIT_NAMES.values(), *WITHOUT_SUIT.values()]
        suits = cards if room_of(module) == "cards" else ()
        ranks = {*RANK_NAMES.values(), *map(str.capitalize, RANK_NAMES.values())}
        words = {*suits, *ranks, *german.CARD_WORDS.values(), *german.BOTH_LANGUAGES.values()}
        return {name for text in strings(module) for name in named(text) if text not in words}

    assert offenders(GENERIC, games_in) == {}


def test_no_generic_name_is_called_after_a_game() -> None:
    taken = {f"_{name.replace('-', '_')}_" for name in NAMES if name not in WORDS_OF_THE_PAD}

    def called(module: Path) -> set[str]:
        return {name for name in identifiers(module) for one in taken if one in name}

    assert offenders(GENERIC, called) == {}


@pytest.mark.parametrize("file", BESIDE_CODE, ids=label)
def test_no_template_names_a_game(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    quoted = set(re.findall(r"""["']([\w-]+)["']""", text))

    found = {
        name
        for name in NAMES
        if (name in quoted if name in WORDS_OF_THE_PAD else re.search(rf"\b{name}\b", text))
    }
    assert found == set()
    assert [name for name in CALLED if _called(name, text)] == []


def test_no_template_is_called_after_a_game() -> None:
    assert {str(file.relative_to(TOP)) for file in BESIDE_CODE if file.stem in NAMES} == set()


def test_no_route_names_a_game() -> None:
    nowhere = {"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": b"key"}
    rules = [rule.rule for rule in create_app(nowhere).url_map.iter_rules()]

    assert "/new/<slug>" in rules
    assert not {name for rule in rules for part in rule.split("/") for name in named(part)}


def test_no_table_or_column_names_a_game() -> None:
    tables = Base.metadata.tables.values()
    called = {name for table in tables for name in (table.name, *table.columns.keys())}

    assert {"record", "payload"} <= called
    assert not {name for one in called for name in named(one)}


@pytest.mark.parametrize("game", IN_FOLDER, ids=lambda game: game.slug)
def test_every_game_name_in_folder_is_noticed(game: Game) -> None:
    assert game.slug in named(game.slug)
    assert game.name.casefold() in WORDS_OF_THE_PAD or game.name in named(f"a deal of {game.name}.")


# --- forms --------------------------------------------------------------------------------------

AS_SENT = {
    *("web/shared/errors.py", "web/shared/forms.py"),
    *("web/table/table_request.py", "web/referee/auction.py"),
}
"""What reads a form as it was sent: the base of all forms, the pages of errors, what tells one
write from another, and an auction, which stands in addresses too."""


def test_all_else_reads_a_form_through_its_class() -> None:
    def reads(module: Path) -> set[str]:
        taken = (node for node in nodes(module) if isinstance(node, ast.Attribute))
        return {
            node.attr
            for node in taken
            if node.attr in ("form", "files")
            and isinstance(node.value, ast.Name)
            and node.value.id == "request"
        }

    found = {str(module.relative_to(PACKAGE)) for module in MODULES if reads(module)}

    assert found == AS_SENT
