"""Norwegian Whist, a game that a package of its own brings (`tests/packages/norwegian_whist`):
installed, it is there."""

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

PACKAGE: Final = TOP / "tests" / "packages" / "norwegian_whist"
MODULE: Final = "scorekeeper_norwegian_whist"
SLUG: Final = "norwegian-whist"

DEAL: Final = {"played": "grand", "bidder": 2, "side_tricks": [5, 8]}
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
table = phone.fill("/new/norwegian-whist", {"name": NAMES, "target": "60"}, "start").location
take_over(phone, table, auction(phone, table, "pass", "grand"))
trick = tap(phone, open_page(phone, f"{table}/trick"), "card.JH", "card.AH", "card.2C", "card.3H")
page = phone.play(table, {"side_tricks.0": 5, "side_tricks.1": 8})
print(json.dumps({
    "front": front,
    "trick": answer_text(trick),
    "sheet": json.loads(phone.get(table + "/sheet.json").html),
    "text": page.text,
    "totals": page.totals,
    "found": phone.get("/rules/search?game=norwegian-whist&q=nobody+says+grand").text,
}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package."""
    folder = tmp_path_factory.mktemp("outside")
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
    told = command(site, "check-game", SLUG)

    assert told.stdout.startswith(f"Norwegian Whist ({SLUG}), in {site / MODULE}\n")
    assert "\n  NO  " not in told.stdout
    assert told.returncode == 0


def test_a_wrong_value_is_reported(tmp_path: Path) -> None:
    copy = shutil.copytree(PACKAGE, tmp_path / "project")
    scoring = copy / MODULE / "scoring.py"
    text = scoring.read_text("utf-8").replace("GRAND_MADE: Final = 4", "GRAND_MADE: Final = 5")
    scoring.write_text(text, "utf-8")

    told = command(tmp_path, "check-game", str(copy))

    assert told.returncode == 1
    example = "Nine tricks at grand, then four: the totals are [15, 24], not [12, 24]."
    assert f"      {example}\n" in told.stdout
    assert "norwegian-whist-3: entries[1].totals: [0, 15], not [0, 12]" in told.stdout


@pytest.mark.hard
def test_a_deal_is_bid_played_and_scored(site: Path, tmp_path: Path) -> None:
    answer = run(site, "-c", EVENING, f"sqlite:///{tmp_path / 'score.db'}")
    assert answer.returncode == 0, answer.stderr
    told: dict[str, Any] = json.loads(answer.stdout)

    assert "Norwegian Whist 4 players Partners, no trumps" in told["front"]
    assert told["trick"].startswith("Cat wins the trick The ace of hearts is the highest card")
    assert "Dan is out of hearts." in told["trick"]
    assert told["sheet"]["entries"] == [DEAL]
    assert "took 2 above six at grand" in told["text"]
    assert told["totals"] == [0, 16]
    assert "Search the rules Everybody passes" in told["found"]
    # the command line scores alike what came out of the app
    scored = command(site, "score", "--json", given=json.dumps(told["sheet"]))
    assert json.loads(scored.stdout)["totals"] == told["totals"]


@pytest.mark.parametrize(
    ("question", "of", "said"),
    [
        ("trick", {"plays": ["JH"], "hand": ["7C", "2H"]}, "Must follow suit: hearts."),
        ("trick", {"plays": ["JH"], "hand": ["7C"]}, "No hearts to follow suit"),
        ("call", {"calls": ["pass"], "call": "grand"}, "Nobody has said grand yet."),
    ],
)
def test_the_referee_knows_it(question: str, of: dict[str, Any], said: str, site: Path) -> None:
    answer = command(site, question, given=json.dumps({"game": SLUG, **of}))

    assert said in json.loads(answer.stdout)["reason"]
