"""Skat, a game that a package of its own brings (`tests/packages/skat`): installed, it is there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from tests.test_add_a_game import TOP, python

pytestmark = pytest.mark.long

PACKAGE: Final = TOP / "tests" / "packages" / "skat"
MODULE: Final = "scorekeeper_skat"

DEAL: Final = {
    "declarer": 2,
    "bid": 20,
    "game": "grand",
    "how": "skat",
    "without": True,
    "matadors": 2,
    "result": "lost",
}
EVENING: Final = """
import json, sys
from scorekeeper import create_app
from scorekeeper.store.upkeep import upgrade
from tests.web.phones import NAMES, Phone
from tests.web.test_auction import auction, take_over
from tests.web.test_trick import answer_text, open_page, tap

app = create_app({"SQLALCHEMY_DATABASE_URI": sys.argv[1], "SECRET_KEY": b"k" * 32})
with app.app_context():
    upgrade()
phone = Phone(app)
front = phone.get("/new").text
table = phone.fill("/new/skat", {"name": NAMES, "seeger": "yes"}, "start").location
take_over(phone, table, auction(phone, table, "18", "hold", "20", "pass", "pass"))
phone.do(table, {"game": "grand"}, "keep")
trick = tap(phone, open_page(phone, f"{table}/trick"), "card.JH", "card.AH", "card.JD")
page = phone.play(table, {"without": "yes", "matadors": 2, "result": "lost"})
print(json.dumps({
    "front": front,
    "trick": answer_text(trick),
    "sheet": json.loads(phone.get(table + "/sheet.json").html),
    "text": page.text,
    "totals": page.totals,
    "found": phone.get("/rules/search?game=skat&q=bid+higher+than+the+game+is+worth").text,
}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package."""
    folder = tmp_path_factory.mktemp("skat")
    copy = shutil.copytree(PACKAGE, folder / "project")
    offline = ("--no-index", "--no-deps", "--no-build-isolation")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", folder / "site")
    subprocess.run([*pip, copy], check=True)
    return folder / "site"


def run(site: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python on the app, with what is installed in `site` beside it."""
    return python(TOP, *arguments, given=given, PYTHONPATH=f"{TOP}{os.pathsep}{site}")


def command(site: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command line there."""
    return run(site, "-m", "scorekeeper", *arguments, given=given)


@pytest.mark.hard
def test_it_passes_every_check_as_installed(site: Path) -> None:
    told = command(site, "check-game", "skat")

    assert told.stdout.startswith(f"Skat (skat), in {site / MODULE}\n")
    assert "\n  NO  " not in told.stdout
    assert told.returncode == 0


def test_a_wrong_base_value_is_reported(tmp_path: Path) -> None:
    copy = shutil.copytree(PACKAGE, tmp_path / "project")
    scoring = copy / MODULE / "scoring.py"
    scoring.write_text(scoring.read_text("utf-8").replace('"S": 11', '"S": 13'), "utf-8")

    told = command(tmp_path, "check-game", str(copy))

    assert told.returncode == 1
    example = "22 bid, diamonds with 1 is worth 18: twice 27: it is refused: No game is worth 22."
    assert f"      {example}\n" in told.stdout
    assert "skat-01: entries[2].scores: [39, 0, 0], not [33, 0, 0]" in told.stdout


@pytest.mark.hard
def test_a_deal_is_bid_played_and_scored(site: Path, tmp_path: Path) -> None:
    answer = run(site, "-c", EVENING, f"sqlite:///{tmp_path / 'score.db'}")
    assert answer.returncode == 0, answer.stderr
    told: dict[str, Any] = json.loads(answer.stdout)

    assert "Skat 3–4 players One against two, for 61" in told["front"]
    assert told["trick"].startswith("Ben wins the trick The jack of hearts is the highest trump.")
    assert "Cat is out of trumps." in told["trick"]
    assert told["sheet"]["entries"] == [DEAL]
    assert "grand without 2, game 3: 3 × 24 = 72, lost, counts double" in told["text"]
    assert told["totals"] == [30, 30, -194, 30]
    assert "Search the rules Overbid" in told["found"]
    # the command line scores alike what came out of the app
    scored = command(site, "score", "--json", given=json.dumps(told["sheet"]))
    assert json.loads(scored.stdout)["totals"] == told["totals"]


@pytest.mark.parametrize(
    ("question", "of", "said"),
    [
        ("trick", {"plays": ["JH"], "hand": ["7C", "JD"]}, "Must follow suit: trumps."),
        ("trick", {"plays": ["JH"], "hand": ["7C"]}, "No trumps to follow suit"),
        ("call", {"calls": ["18", "hold"], "call": "18"}, "18 is not more than 18."),
        ("call", {"calls": ["pass", "pass"], "call": "20"}, "Nobody else bid, so 18 is enough."),
        ("call", {"calls": ["18"], "call": "20"}, "Answer 18 with “hold” or a pass."),
    ],
)
def test_the_referee_knows_it(question: str, of: dict[str, Any], said: str, site: Path) -> None:
    context = {"players": 3, **({"game": "grand"} if question == "trick" else {})}

    answer = command(site, question, given=json.dumps({"game": "skat", "context": context, **of}))

    assert said in json.loads(answer.stdout)["reason"]
