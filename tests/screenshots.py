"""Pictures of the pages on a phone, by day and by night.

`python -m tests.screenshots` draws them all into `screenshots/`. `python -m tests.screenshots docs`
draws those that the README and `docs/pages.md` show.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, ViewportSize

from scorekeeper.games import games
from tests.browser.evenings import EVENINGS, bring, enter, keys
from tests.browser.phone import Phone
from tests.browser.serving import browsing, serving
from tests.browser.test_duplicate import Sender
from tests.browser.test_league import league
from tests.browser.trouble import TROUBLE
from tests.pocket.phone import START_MS, STARTED
from tests.requirements import POCKET, TOP, need_browser
from tests.web import duplicates

FOLDER: Final = TOP / "screenshots"
DOCS: Final = TOP / "docs" / "pictures"
SHOWN: Final = (
    *("front", "choose-favourites", "set-up-people", "pad", "menu", "spades-nil-explained"),
    *("five-hundred-43-next", "oh-hell-7-half", "spades-nil-finished", "watching", "laptop"),
    *("chart", "share", "trick", "league", "league-tonight", "rules-asked"),
    *("my-games", "statistics", "wrong", "remedy"),
    *("duplicate-table", "duplicate-board", "duplicate-ranking"),
)
"""The pictures in `docs/`, each by day and by night."""
LEAGUE: Final = (
    *("/games", "/players", "/player/3", "/records", "/ratings", "/seasons", "/season/1/chart"),
    *(
        "/organise",
        "/phones",
        "/players/add",
        "/season/1/rules",
        "/season/1/lots",
        "/feeds",
        "/season/1/review",
        "/evening/announce",
        "/bonus",
        "/history",
        "/import",
        "/new",
    ),
    *("/player/3/edit", "/player/3/forget", "/season/new", "/season/1/game/spades"),
)
WALL: Final[ViewportSize] = {"width": 1920, "height": 1080}
TABLET: Final[ViewportSize] = {"width": 1024, "height": 768}
LAPTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
UPRIGHT: Final[ViewportSize] = {"width": 820, "height": 1180}
LIGHTS: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")

Draw = Callable[[Phone], object]


def pad(phone: Phone, name: str, deals: int | None, share: float = 0) -> None:
    """The pad after so many deals, with that share of the next one's answers entered."""
    bring(phone, name, deals)
    sheet = EVENINGS[name]["sheet"]
    if not share:
        return
    entry, deal = sheet["entries"][deals], deals or 0
    if sheet["game"] == "tally" or share == 1:
        enter(phone, sheet["game"], entry, deal)
    else:
        answers = keys(sheet["game"], entry, deal)
        phone.tap(*answers[: round(share * len(answers))])


def page_of_table(phone: Phone, name: str, page: str) -> None:
    """Another page of a table in the middle of its game."""
    phone.go(f"{bring(phone, name, 3)}/{page}")


def front(phone: Phone) -> None:
    """The front page of a phone that has played before."""
    bring(phone, "bridge", None)
    bring(phone, "oh-hell-7", None)
    bring(phone, "tally", 2)
    bring(phone, "spades-nil", 3)
    phone.go("/")


def favourites(phone: Phone) -> None:
    """Choosing a game for four, two of them favourites."""
    front(phone)
    phone.go("/new?players=4")
    for slug in ("trex", "euchre"):
        phone.press(f"star.{slug}")


def people(phone: Phone) -> None:
    """Setting a game up, a seat of it still free."""
    front(phone)
    phone.go("/new/spades")
    for name in ("Ben", "Dan", "Eve"):
        phone.touch(phone.button(f"sit.{name}"))


def seats_in_a_list(phone: Phone) -> None:
    """The same with the list of seats."""
    people(phone)
    phone.touch(phone.page.locator(".as-list"))


def watching(phone: Phone) -> None:
    """A game as a phone sees it that opened the link to watch."""
    pad(phone, "spades-nil", 3, share=0.5)
    watch = phone.link("Watch")
    phone.context.clear_cookies()
    phone.page.goto(watch)


def last_game(phone: Phone) -> None:
    """The front page once the game is over."""
    bring(phone, "spades-nil", None)
    phone.go("/")


def front_of_many(phone: Phone) -> None:
    """The front page during a game of seven."""
    bring(phone, "oh-hell-7", 3)
    phone.go("/")


def my_games(phone: Phone) -> None:
    """All games of a phone."""
    front(phone)
    phone.go("/tables")


def statistics(phone: Phone) -> None:
    """The statistics of all players after an evening."""
    front(phone)
    phone.go("/figures")


def saved_rules(phone: Phone) -> None:
    """The house rules that a phone keeps."""
    house_rules(phone)
    phone.page.fill("#target", "250")
    phone.page.fill("input[name=rules_name]", "Fridays")
    phone.press("keep")
    phone.go("/house-rules")


def menu(phone: Phone) -> None:
    """What is behind the three dots."""
    bring(phone, "spades-nil", 3)
    phone.page.locator(".menu > summary").tap()


def explained(phone: Phone, name: str) -> None:
    """A deal opened: every point with its reason."""
    bring(phone, name, 3)
    phone.page.locator(".deals summary").first.tap()
    phone.page.locator(".deals").scroll_into_view_if_needed()


def chart(phone: Phone) -> None:
    """The chart of the totals."""
    bring(phone, "spades-nil", 5)
    summary = phone.page.locator("summary", has_text="Chart")
    summary.tap()
    summary.evaluate("one => one.scrollIntoView()")
    phone.page.locator(".record figure.chart").wait_for()
    summary.evaluate("one => one.scrollIntoView()")  # the page has grown


def refused(phone: Phone) -> None:
    """A deal that is not complete."""
    pad(phone, "bridge", 3, 0.8)
    phone.save()


def house_rules(phone: Phone) -> None:
    """The house rules of a new table."""
    phone.go("/new/spades")
    summary = phone.page.locator("details.rules > summary")
    summary.tap()
    summary.evaluate("one => one.scrollIntoView()")


def wall(phone: Phone, name: str, deals: int | None) -> None:
    """A game on a large screen."""
    phone.go(f"{bring(phone, name, deals)}/wall")
    phone.page.set_viewport_size(WALL)


def tablet(phone: Phone, name: str, share: float, size: ViewportSize) -> None:
    """A pad on a tablet, that share of the deal entered."""
    phone.page.set_viewport_size(size)
    pad(phone, name, 4, share)


def go(address: str) -> Draw:
    """A page with an address of its own."""
    return lambda phone: phone.go(address)


def edition(phone: Phone) -> None:
    """The front page of the edition that runs in the browser alone."""
    phone.go("/pocket/")
    phone.page.locator(STARTED).wait_for(timeout=START_MS)
    phone.page.frame_locator("#app").locator("h1").wait_for()


def share(phone: Phone) -> None:
    """The links of a table, one of them made."""
    address = bring(phone, "spades-nil", 3)
    phone.link("Watch")
    phone.go(f"{address}/share")


def ruling(phone: Phone) -> None:
    """A ruling, filled in."""
    phone.go(f"{bring(phone, 'spades-nil', 3)}/write/ruling?about=2")
    phone.tap("what-revoke", "decided-points")
    phone.write("points.1", "-30")
    phone.tap("agreed-0", "agreed-1")


def ruled(phone: Phone) -> None:
    """A ruling as it stands."""
    ruling(phone)
    phone.save()
    phone.go(f"{phone.table}/ruling/4")


def of_league(phone: Phone, page: str = "") -> None:
    """A page of a league that has played for a while."""
    phone.go(f"{league(phone)}{page}")


def evening(phone: Phone) -> None:
    """An evening's plan before it is kept."""
    of_league(phone, "/evening/new")
    phone.page.get_by_label("Others, comma-separated").fill("Zoe, Max, Pia, Leo, Jim")
    phone.follow(phone.page.locator("button.main[value=look]"))


def evening_on(phone: Phone, page: str = "") -> None:
    """An evening whose first round has started: its page, or another one of it."""
    evening(phone)
    for _ in range(2):  # save the plan, start the round
        phone.follow(phone.page.locator(".act .main"))
    if page:
        phone.go(f"{phone.address}{page}")


def tonight(phone: Phone) -> None:
    """The first page of a league on an evening."""
    evening_on(phone)
    phone.go(phone.address.partition("/evening")[0])


def evening_wall(phone: Phone) -> None:
    """An evening on the wall of the club."""
    phone.page.set_viewport_size(WALL)
    evening_on(phone)


_RULED: Final = "wrong?about=1&mishap=revoke&who=1&when=late&won=revoker&later=yes"


def duplicate(phone: Phone, page: str, played: bool = False) -> None:
    """A page of a duplicate evening whose first table has one result; or of one that was played."""
    sender = Sender(phone)
    address = duplicates.set_up(sender, phone.found(), 8, "howell", 14)
    board = duplicates.first_board(sender, address, 1)
    duplicates.play(sender, address, (1, 1, board), "4S N")
    if played:
        duplicates.play_all(sender, address)
        sender.do(f"{address}/director", do="end")
    phone.go(f"{address}/{page.format(board=board + 1)}")
    if "board" in page:
        phone.tap("contract.0-4", "contract.1-S", "declarer-2")


PICTURES: Final[Mapping[str, Draw]] = {
    "pad": partial(pad, name="spades-bags", deals=4, share=1),
    "front-first": go("/"),
    "front": front,
    "front-last-game": last_game,
    "front-of-many": front_of_many,
    "choose": go("/new"),
    "choose-favourites": favourites,
    "help-me-choose": go("/choose?players=4&company=partners&pack=32#games"),
    "set-up": go("/new/spades"),
    "set-up-people": people,
    "set-up-list": seats_in_a_list,
    "saved-rules": saved_rules,
    "house-rules-compared": partial(page_of_table, name="spades-nil", page="rules"),
    "my-games": my_games,
    "statistics": statistics,
    "house-rules": house_rules,
    **{f"{name}-next": partial(pad, name=name, deals=3) for name in EVENINGS},
    **{f"{name}-half": partial(pad, name=name, deals=3, share=0.6) for name in EVENINGS},
    **{f"{name}-entered": partial(pad, name=name, deals=3, share=1) for name in EVENINGS},
    **{f"{name}-finished": partial(pad, name=name, deals=None) for name in EVENINGS},
    **{f"{name}-explained": partial(explained, name=name) for name in EVENINGS},
    "sharp-nullo-numbers": partial(pad, name="sharp-nullo", deals=4, share=0.5),
    "sharp-nullo-numbers-entered": partial(pad, name="sharp-nullo", deals=4, share=1),
    "refused": refused,
    "menu": menu,
    "chart": chart,
    "edit": partial(page_of_table, name="spades-nil", page="e/1"),
    "adjust": partial(page_of_table, name="spades-nil", page="write/adjust"),
    "player-changes": partial(page_of_table, name="spades-nil", page="write/seat"),
    "stop": partial(page_of_table, name="spades-nil", page="write/finish"),
    "result": partial(page_of_table, name="spades-nil", page="write/result"),
    "head": partial(page_of_table, name="spades-nil", page="head"),
    "history": partial(page_of_table, name="spades-nil", page="history"),
    "my-phones": lambda phone: phone.go("/me/phones"),
    "phones-of-a-game": partial(page_of_table, name="spades-nil", page="phones"),
    "paper": partial(page_of_table, name="bridge", page="paper"),
    "share": share,
    "tablet": partial(tablet, name="spades-bags", share=1, size=TABLET),
    "laptop": partial(tablet, name="spades-bags", share=1, size=LAPTOP),
    "watching": watching,
    "tablet-lines": partial(tablet, name="oh-hell-7", share=0.6, size=TABLET),
    "tablet-upright": partial(tablet, name="bridge", share=0.6, size=UPRIGHT),
    "tablet-upright-lines": partial(tablet, name="oh-hell-7", share=0.6, size=UPRIGHT),
    "wall": partial(wall, name="spades-bags", deals=4),
    "wall-lines": partial(wall, name="noms", deals=5),
    "wall-end": partial(wall, name="bridge", deals=None),
    "trick": partial(page_of_table, name="bridge", page="trick?trump=S&leader=1&plays=AH.KH.2S.TH"),
    "trick-led": partial(page_of_table, name="bridge", page="trick?trump=S&leader=1&plays=AH.KH"),
    "trick-hand": partial(
        page_of_table, name="bridge", page="trick?trump=S&leader=1&plays=AH&hand=2H.3H.KC"
    ),
    "trick-joker": partial(page_of_table, name="five-hundred-43", page="trick?plays=JK.AH"),
    "auction": partial(page_of_table, name="bridge", page="auction?calls=1H.pass.2H&tap=call.XX"),
    "what-if": partial(page_of_table, name="bridge", page="what-if/3"),
    "settings": go("/settings"),
    "pocket": edition,
    "pocket-check": go("/pocket/pocket/check/"),
    "import": go("/import"),
    "stranger": go("/t/nobody"),
    **{f"error-{name}": bring_about for name, bring_about in TROUBLE.items()},
    "ruling": ruling,
    "ruled": ruled,
    "leagues": go("/leagues"),
    "league": of_league,
    "league-evening": evening,
    "league-evening-on": evening_on,
    "league-evening-paper": partial(evening_on, page="/paper"),
    "league-tonight": tonight,
    "league-wall": evening_wall,
    **{f"league{page.replace('/', '-')}": partial(of_league, page=page) for page in LEAGUE},
    "duplicate-table": partial(duplicate, page="table/1"),
    "duplicate-board": partial(duplicate, page="table/1/board/{board}?round=1&edit=0"),
    "duplicate-ranking": partial(duplicate, page="ranking", played=True),
    "duplicate-director": partial(duplicate, page="director", played=True),
    "rules-asked": go("/rules/search?game=bridge&q=a+small+slam+vulnerable"),
    "wrong": partial(page_of_table, name="bridge", page="wrong"),
    "remedy": partial(page_of_table, name="bridge", page=_RULED),
    **{f"rules-{slug}": go(f"/rules/{slug}") for slug in games()},
}


def draw(
    browser: Browser, base: str, names: Iterable[str], folder: Path, scale: float
) -> Iterator[Path]:
    """Draw the pictures of these names into a folder; the files."""
    for name in names:
        files = {light: folder / f"{name}-{light}.png" for light in LIGHTS}
        phone = Phone(browser, base, scale=scale, workers=name == "pocket")
        PICTURES[name](phone)
        phone.page.wait_for_timeout(300)  # the totals roll
        for light, file in files.items():
            phone.page.emulate_media(color_scheme=light)
            phone.page.screenshot(path=file)
        phone.context.close()
        yield from files.values()


def main(wanted: str = "") -> None:
    """Draw all pictures, or those of the `docs`."""
    of_docs = wanted == "docs"
    names: Iterable[str]
    names, folder, scale = (SHOWN, DOCS, 1) if of_docs else (PICTURES, FOLDER, 2)
    folder.mkdir(exist_ok=True)
    pocket = {"POCKET": str(POCKET)} if (POCKET / "sw.js").is_file() else {}
    if not pocket:
        names = [name for name in names if not name.startswith("pocket")]
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), **pocket) as base,
        browsing(need_browser()) as browser,
    ):
        files = list(draw(browser, base, names, folder, scale))
    print(f"{len(files)} pictures in {folder.relative_to(TOP)}/")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:2])
    except pytest.skip.Exception as why:
        sys.exit(f"No pictures: {why}")
