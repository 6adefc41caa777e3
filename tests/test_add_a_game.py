"""Two new games: that of docs/add-a-game.md, and Norwegian Whist, which has a referee: their files,
in their places, are all it takes."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from scorekeeper.games import games
from tests.requirements import hard

pytestmark = pytest.mark.long

TOP: Final = Path(__file__).resolve().parent.parent
SLUG: Final = "slobberhannes"
REFEREED: Final = "norwegian_whist"
PACKAGE: Final = TOP / "tests" / "packages" / REFEREED / f"scorekeeper_{REFEREED}"
DEAL: Final = {"first": 0, "last": 2, "queen": 0}
TOTALS: Final = [2, 0, 1]
SHEET: Final = {
    "format": "scorekeeper/1",
    "game": SLUG,
    "players": ["Ann", "Ben", "Cat"],
    "entries": [DEAL],
}

LEFT_BEHIND: Final = shutil.ignore_patterns(
    ".*cache", ".git", ".venv", ".hypothesis", "dist", "screenshots"
)

PLAY: Final = f"""
import json, sys
from scorekeeper import create_app
from scorekeeper.store.upkeep import upgrade
from tests.web.phones import Phone

app = create_app(
    {{"SQLALCHEMY_DATABASE_URI": sys.argv[1], "SECRET_KEY": b"k" * 32}}
)
with app.app_context():
    upgrade()
phone = Phone(app)
table = phone.fill("/new/{SLUG}", {{"name": ["Ann", "Ben", "Cat"]}}, "start").location
page = phone.play(table, json.loads(sys.argv[2]))
sheet = phone.get(table + "/sheet.json").html
scored = phone.post("/api/score", sheet)
print(json.dumps({{
    "totals": page.totals,
    "text": page.text,
    "rules": phone.get("/rules/{SLUG}").status,
    "sheet": json.loads(sheet),
    "scored": json.loads(scored.html),
    "listed": [card["slug"] for card in json.loads(phone.get("/api/games").html)],
}}))
"""


def shown_files() -> dict[str, str]:
    """The files that the page shows under their paths, by path."""
    block = r"(?:^`|<code>)([\w./-]+/[\w.-]+)(?:`|</code></summary>)\n\n(`{3,})\w+\n(.*?)\n\2$"
    page = (TOP / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    found = re.findall(block, page, re.MULTILINE | re.DOTALL)
    return {path: f"{text}\n" for path, _, text in found}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout with the page's files and the refereed game in it, and nothing else
    touched."""
    folder = tmp_path_factory.mktemp("new") / "checkout"
    shutil.copytree(TOP, folder, ignore=LEFT_BEHIND)
    refereed = shutil.copytree(PACKAGE, folder / "scorekeeper" / "games" / REFEREED)
    here = f"scorekeeper.games.{REFEREED}"
    for module in refereed.glob("*.py"):  # in this repository, imports say from where
        text = module.read_text(encoding="utf-8")
        text = text.replace("from . import", f"from {here} import")
        module.write_text(text.replace("from .", f"from {here}."), encoding="utf-8")
    for path, text in shown_files().items():
        (folder / path).parent.mkdir(exist_ok=True)
        with (folder / path).open("x", encoding="utf-8") as file:
            file.write(text)
    return folder


def python(
    folder: Path, *arguments: str, given: str = "", **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run Python there, on the package that stands there, in an environment with these settings."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**ours, "PYTHONPATH": str(folder), **settings},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def command(folder: Path, *arguments: str, given: str = "") -> str:
    """Return what the command line prints."""
    answer = python(folder, "-m", "scorekeeper", *arguments, given=given)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


def test_the_page_shows_the_files_of_a_game() -> None:
    names = ("__init__.py", "scoring.py", "rules.md", "vectors.json")
    assert set(shown_files()) == {f"scorekeeper/games/{SLUG}/{name}" for name in names}


@pytest.mark.hard
def test_the_pad_and_the_api_score_alike(copy: Path, tmp_path: Path) -> None:
    answer = python(copy, "-c", PLAY, f"sqlite:///{tmp_path / 'score.db'}", json.dumps(DEAL))
    assert answer.returncode == 0, answer.stderr
    told: dict[str, Any] = json.loads(answer.stdout)

    assert told["totals"] == TOTALS
    assert "took the first trick and the queen of clubs" in told["text"]
    assert "deal 2 · Ben deals" in told["text"]
    assert told["sheet"]["entries"] == [DEAL]
    assert told["scored"]["totals"] == TOTALS
    assert told["rules"] == 200
    assert SLUG in told["listed"]


def test_the_command_line_scores_alike(copy: Path) -> None:
    result = json.loads(command(copy, "score", "--json", given=json.dumps(SHEET)))

    assert result["totals"] == TOTALS
    assert [line["rule"] for line in result["entries"][0]["lines"]] == ["penalties"] * 3
    assert "Slobberhannes: Dodge the first trick" in command(copy, "games")
    assert "  queen: 0, 1, 2, 3, 4, 5" in command(copy, "games", SLUG)


# what bears the name of another game cannot turn red by a new one; the long run plays it too
OTHERS: Final = {form for slug in games() for form in (slug, slug.replace("-", "_"))}
WITHOUT_GAMES: Final = ("duplicate", "schedules", "standings")
OF_A_COPY: Final = ("-p", "no:cacheprovider", "--assert=plain")
ALL: Final = "test" if hard() else " and ".join(f"not {name}" for name in sorted(OTHERS))


def test_tests_with_examples_take_a_new_referee(copy: Path) -> None:
    names = ("referee/test_questions.py", "referee/test_rules.py", "referee/test_keys.py")
    asked = [f"tests/{name}" for name in (*names, "test_what_if.py", "web/test_what_if.py")]
    answer = python(copy, "-m", "pytest", "-q", *OF_A_COPY, *asked, SCOREKEEPER_QUICK="1")

    assert answer.returncode == 0, answer.stdout


@pytest.mark.hard
@pytest.mark.parametrize(
    ("which", "least"),
    [(SLUG, 60), ("norwegian", 80), (ALL, 3000)],
    ids=["of the game", "of the game with a referee", "all"],
)
def test_the_added_game_passes_every_check(copy: Path, which: str, least: int) -> None:
    markers = ("-m", "not browser and not postgres and not long")
    # game_checks brings this very game from outside; the others never go through the games
    ignored = [f"--ignore=tests/{name}" for name in ("browser", "game_checks", *WITHOUT_GAMES)]
    asked = ("-m", "pytest", "-q", *OF_A_COPY, "-k", which)

    # what the copy lacks (Node's packages lie in .cache) is tested in the checkout it comes from
    settings = {"SCOREKEEPER_QUICK": "1", "SCOREKEEPER_REQUIRE": ""}
    answer = python(copy, *asked, *markers, *ignored, **settings)

    assert answer.returncode == 0, answer.stdout
    passed = re.search(r"(\d+) passed", answer.stdout)
    assert passed
    assert int(passed[1]) > least


@pytest.mark.hard
@pytest.mark.parametrize("tool", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)])
def test_the_code_is_written_as_the_others_are(copy: Path, tool: tuple[str, ...]) -> None:
    answer = python(copy, "-m", *tool, f"scorekeeper/games/{SLUG}")

    assert answer.returncode == 0, answer.stdout
