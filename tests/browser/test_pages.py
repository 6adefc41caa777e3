"""All pages but the pads: readable, in the frame, keys for thumbs."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

import pytest
from werkzeug.routing import Map

from scorekeeper import create_app
from scorekeeper.games import games
from tests.browser.evenings import FEW, bring
from tests.browser.looks import faults, misfits
from tests.browser.phone import NewPhone, Phone, let_in
from tests.browser.test_own_games import GAME, look_at
from tests.browser.trouble import TROUBLE
from tests.requirements import few
from tests.tables.test_editions import new_rules, twice

__all__ = ["new_rules"]

pytestmark = pytest.mark.browser

Visit = Callable[[Phone], object]


def table(phone: Phone, name: str = "spades-nil", deals: int | None = 3) -> str:
    """A table with this many entries of an evening (None: all); its address."""
    return bring(phone, name, deals)


def at(address: str) -> Visit:
    """Open this page."""
    return lambda phone: phone.go(address)


def of_table(page: str, name: str = "spades-nil", deals: int | None = 3) -> Visit:
    """Open this page of a table."""
    return lambda phone: phone.go(f"{table(phone, name, deals)}/{page}")


def and_then(address: str) -> Visit:
    """Open this page after a table."""
    return lambda phone: (table(phone), phone.go(address))


def deleted(phone: Phone) -> None:
    table(phone, "tally", None)
    of_table("delete")(phone)
    phone.follow(phone.page.locator("button.main"))


def front_page_of_a_regular(phone: Phone) -> None:
    table(phone, "tally", None)
    table(phone, "bridge", None)
    table(phone, "spades-nil")
    phone.go("/")


def menu(phone: Phone) -> None:
    table(phone)
    phone.page.locator(".menu > summary").tap()


def house_rules(slug: str) -> Visit:
    """The set-up page with its house rules open."""

    def visit(phone: Phone) -> None:
        phone.go(f"/new/{slug}")
        phone.page.locator("details.rules > summary").tap()

    return visit


def set_up_refused(phone: Phone) -> None:
    house_rules("spades")(phone)
    phone.page.fill("#target", "7")
    phone.page.fill("#name-0", "Ann")
    phone.page.fill("#name-1", "ann")
    phone.press("start")


def set_up_as_a_list(phone: Phone) -> None:
    table(phone)
    phone.go("/new/spades")
    phone.page.locator(".as-list").tap()


def set_up_of_seven(phone: Phone) -> None:
    house_rules("oh-hell")(phone)
    phone.name_seats(["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"])


def not_added_up(phone: Phone) -> None:
    of_table("e/5", "noms", 5)(phone)
    phone.tap("tricks.2-3")
    phone.save()
    assert phone.faults()


def adjustment_refused(phone: Phone) -> None:
    of_table("write/adjust")(phone)
    phone.save()


def edited(phone: Phone) -> None:
    of_table("e/1")(phone)
    phone.tap("bids.1-5")


def history_with_changes(phone: Phone) -> None:
    address = table(phone)
    phone.edit(1)
    phone.tap("bids.1-5")
    phone.save()
    phone.undo()
    phone.go(f"{address}/history")


def shared(phone: Phone) -> None:
    address = table(phone)
    for title in ("Watch", "Scorer", "Ann"):
        phone.link(title)
    phone.go(f"{address}/share")


def opened(phone: Phone) -> None:
    table(phone)
    link = phone.link("Ann")
    phone.wipe()
    phone.go(link)


def own_game(phone: Phone) -> None:
    look_at(phone, GAME)
    phone.press("keep")


def own_games(phone: Phone) -> None:
    own_game(phone)
    phone.go("/own")


def import_refused(phone: Phone) -> None:
    phone.go("/import")
    phone.page.fill("textarea[name=text]", '{"format": "scorekeeper/1"}')
    phone.page.locator("button.main").tap()
    phone.page.locator(".fault").first.wait_for()


def kept_settings(phone: Phone) -> None:
    phone.go("/settings")
    phone.page.locator("label:has(input[value=four])").tap()
    phone.page.locator("button.main").tap()
    phone.page.locator(".good").wait_for()


def house_rules_kept(phone: Phone, name: str = "At Dan's, on Fridays, to a quick end") -> None:
    """Rules kept while a table is set up."""
    house_rules("spades")(phone)
    phone.page.fill("#target", "250")
    phone.page.fill("input[name=rules_name]", name)
    phone.press("keep")


def house_rules_removed(phone: Phone) -> None:
    house_rules_kept(phone)
    house_rules_kept(phone, "Mondays")
    phone.go("/house-rules")
    phone.follow(phone.page.locator("button.danger").first)


def house_rules_refused(phone: Phone) -> None:
    house_rules_kept(phone)
    phone.go("/house-rules")
    phone.page.locator(".saved input:not([type=hidden])").fill(" ")
    phone.follow(phone.page.locator('button[value^="rename"]'))


def figures_of_an_evening(address: str) -> Visit:
    """A page of figures after a rubber, and a game long enough for averages."""

    def visit(phone: Phone) -> None:
        table(phone, "bridge", None)
        deals = [{"points": [number, -40, 7, 1200]} for number in range(12)]
        phone.bring("tally", *deals)
        phone.go(address)

    return visit


def rules_at_a_paragraph(phone: Phone) -> None:
    address = table(phone)
    phone.go(f"/rules/spades?table={address.removeprefix('/t/')}#nil")


def to_five(phone: Phone, opened: int) -> None:
    """A game to 5 points, one of its deals opened to be put right."""
    deals = [{"points": [score, 0, 0, 0]} for score in (3, -2, 2, 1)]
    phone.bring("tally", *deals, options={"target": 5})
    phone.edit(opened)


def over_too_soon(phone: Phone) -> None:
    to_five(phone, 1)
    phone.write("points.0", "5")
    phone.save()
    assert phone.page.locator(".ask.bad").is_visible()


def struck_too_soon(phone: Phone) -> None:
    to_five(phone, 2)
    phone.follow(phone.button("strike"))
    assert phone.page.locator(".fault").is_visible()


def moved_on(phone: Phone) -> None:
    table(phone)
    phone.page.locator("[name=version]").evaluate("one => one.value = 1")
    phone.tap("bids.0-5")
    assert phone.message().startswith("Deal 2 is already saved.")


FOUR_SPADES = "contract.0=4&contract.1=S&declarer=0"


def ruled(phone: Phone) -> str:
    """A ruling that moves points, pinned; the table's address."""
    address = table(phone)
    phone.go(f"{address}/write/ruling?about=2")
    phone.tap("what-revoke", "decided-points")
    phone.write("points.0", "-30")
    phone.tap("agreed-0", "agreed-3")
    phone.save()
    phone.go(f"{address}/ruling/4")
    phone.press("pin")
    return address


def ruling_with_precedents(phone: Phone) -> None:
    phone.go(f"{ruled(phone)}/write/ruling?about=1&rule=revoke")


def ruling_refused(phone: Phone) -> None:
    of_table("write/ruling?about=2")(phone)
    phone.tap("what-revoke", "decided-points")
    phone.save()


def deal_with_a_ruling(phone: Phone) -> None:
    phone.go(ruled(phone))
    phone.page.locator(".deals summary").nth(2).tap()


def rules_with_a_ruling(phone: Phone) -> None:
    phone.go(f"/rules/spades?table={ruled(phone).removeprefix('/t/')}#revoke")


def rules_asked_at_a_table(phone: Phone) -> None:
    phone.go(f"/rules/search?table={ruled(phone).removeprefix('/t/')}&q=reneged")


PAGES: dict[str, Visit] = {
    "front": at("/"),
    "front of a regular": front_page_of_a_regular,
    "choose": at("/new"),
    "choose, nothing found": at("/new?q=chess"),
    "help me choose": at("/choose"),
    "as wished": at("/choose?players=4&company=partners&pack=32#games"),
    "no such game": at("/choose?players=12&minutes=30&level=hard&company=partners&pack=joker"),
    "set-up of a regular": and_then("/new/spades"),
    "set-up as a list": set_up_as_a_list,
    "set-up refused": set_up_refused,
    "set-up of seven": set_up_of_seven,
    "my tables": at("/tables"),
    "my tables, one deleted": deleted,
    "names to erase": and_then("/erase"),
    "a name to erase": and_then("/erase?name=Ann"),
    "delete a game": of_table("delete"),
    "import": at("/import"),
    "import refused": import_refused,
    "own games": own_games,
    "own game": own_game,
    "a game brought": lambda phone: look_at(phone, GAME),
    "settings": at("/settings"),
    "settings kept": kept_settings,
    "menu": menu,
    "edit": of_table("e/1"),
    "edited": edited,
    "edit of a bridge deal": of_table("e/4", "bridge", 5),
    "edit of a score pad's deal": of_table("e/1", "tally"),
    "edit of a deal with a secret partner": of_table("e/5", "noms", 5),
    "edit of a deal of seven": of_table("e/4", "oh-hell-7", 4),
    "edit that does not add up": not_added_up,
    "a forgotten deal": of_table("write/deal?before=2", "five-hundred-43"),
    "adjust": of_table("write/adjust"),
    "adjustment refused": adjustment_refused,
    "a player changes": of_table("write/seat"),
    "stop here": of_table("write/finish"),
    "result from paper": of_table("write/result"),
    "a draw": of_table("write/draw", "sharp-nullo", 4),
    "head": of_table("head"),
    "history": history_with_changes,
    "whole sheet": of_table("paper"),
    "whole sheet of a rubber": of_table("paper", "bridge", None),
    "phones of a game": of_table("phones"),
    "deal timer": of_table("timer"),
    "a player's coin": of_table("coin/1"),
    "my phones": at("/me/phones"),
    "another phone of mine": at("/me/add"),
    "passkeys": at("/me/passkeys"),
    "notifications": at("/me/notifications"),
    "share": of_table("share"),
    "shared": shared,
    "a link opened": opened,
    "why a total": of_table("why/1", "bridge", 5),
    "chart": of_table("chart", "bridge", 5),
    "wall": of_table("wall", "spades-nil", 4),
    "over too soon": over_too_soon,
    "struck too soon": struck_too_soon,
    "moved on": moved_on,
    "no such page": at("/nowhere"),
    "a stranger's table": at("/t/not-there"),
    "house rules kept": house_rules_kept,
    "house rules removed": house_rules_removed,
    "house rules refused": house_rules_refused,
    "house rules compared": of_table("rules"),
    "house rules side by side": at("/new/spades/compare?variant=american&target=300&right=bags"),
    "house rules of a pad without variants": of_table("rules", "tally"),
    "figures of few deals": of_table("figures"),
    "figures of all tables": figures_of_an_evening("/figures"),
    "figures of a player": figures_of_an_evening("/figures?player=ann"),
    "deals behind a figure": figures_of_an_evening("/figures?player=ann&what=points"),
    "no figures yet": at("/figures"),
    "who takes it": of_table("trick", "bridge"),
    "he takes it": of_table("trick?trump=S&leader=1&plays=AH.KH.2S.TH&hand=AS.KC", "bridge"),
    "what a hand may play": at("/rules/spades/trick?plays=AH&hand=KH.2H.JS&into=hand"),
    "what is built": at("/rules/trex/trick?contract=trex&built=9H.TH.JH&hand=8H.7H&into=built"),
    "a joker led": at("/rules/five-hundred/trick?trump=NT&plays=JK.KH"),
    "a trick of seven": at("/rules/nap/trick?players=7&plays=AH.KD.QD.9D.8D.7D.6D"),
    "may he call that": of_table("auction?calls=1C.1D.1H", "bridge"),
    "he may not": of_table("auction?calls=1H.pass.2H&tap=call.XX", "bridge"),
    "the bidding is over": of_table("auction?calls=1H.pass.4H.pass.pass.pass", "bridge"),
    "bids that are words": of_table("auction?calls=7S", "five-hundred-43"),
    "bids that are kept closed": of_table("auction?calls=7.7.7.7.3", "sharp-nullo"),
    "what if": of_table("what-if", "bridge"),
    "what if four spades": of_table(f"what-if?{FOUR_SPADES}", "bridge"),
    "what if anything": of_table(f"what-if?{FOUR_SPADES}&all=1", "bridge"),
    "what if, of a deal with a nil": of_table("what-if/3", "spades-nil"),
    "what if, of a kingdom": of_table("what-if/1", "trex"),
    "something went wrong": at("/rules/spades/wrong"),
    "something went wrong at a table": of_table("wrong", "bridge", 5),
    "asked what went wrong": of_table("wrong?mishap=cards", "bridge", 5),
    "ruled what is done": of_table(
        "wrong?about=1&mishap=revoke&who=1&when=late&won=revoker&later=yes", "bridge", 5
    ),
    "rules that say nothing": at("/rules/search?game=whist&q=phones+at+the+table"),
    "a number of the rules": at("/rules/search?game=bridge&q=small+slam+vulnerable"),
    "rules": at("/rules/"),
    "rules of a table": rules_at_a_paragraph,
    "rules of a table with a ruling": rules_with_a_ruling,
    "rules asked": at("/rules/search?q=too+many+cards"),
    "rules asked, nothing found": at("/rules/search?q=checkmate"),
    "rules asked at a table": rules_asked_at_a_table,
    "a ruling": of_table("write/ruling"),
    "a ruling in a game of many": of_table("write/ruling?about=1", "tally"),
    "a ruling refused": ruling_refused,
    "a ruling with precedents": ruling_with_precedents,
    "a ruling looked at": ruled,
    "a deal with a ruling": deal_with_a_ruling,
    **TROUBLE,
    **{f"set-up of {slug}": house_rules(slug) for slug in games()},
    **{f"rules of {slug}": at(f"/rules/{slug}") for slug in games()},
}


LOOKED_AT: Final = {
    "choosing.names": "choose",
    "choosing.wishes": "help me choose",
    "deleting.table": "delete a game",
    "erasing.name": "a name to erase",
    "figures.mine": "figures of all tables",
    "figures.of_table": "figures of few deals",
    "front.home": "front",
    "front.import_sheet": "import",
    "own_games.one": "own game",
    "own_games.shelf": "own games",
    "front.mine": "my tables",
    "front.settings": "settings",
    "front.setup": "set-up of seven",
    "house.compare": "house rules side by side",
    "house.mine": "house rules removed",
    "house.of_table": "house rules compared",
    "joining.page": "a link opened",
    "my_phones.add": "another phone of mine",
    "my_phones.page": "my phones",
    "pad.chart": "chart",
    "pad.wall": "wall",
    "pad.table": "menu",
    "pad.timer": "deal timer",
    "my_phones.passkeys": "passkeys",
    "notifications.page": "notifications",
    "record.entry": "edit",
    "record.head": "head",
    "record.history": "history",
    "record.paper": "whole sheet",
    "record.why": "why a total",
    "record.write": "adjust",
    "auction.page": "may he call that",
    "trick.at_table": "who takes it",
    "trick.of_game": "a joker led",
    "what_if.next_deal": "what if",
    "what_if.then": "what if, of a kingdom",
    "remedy.at": "ruled what is done",
    "remedy.of_rules": "something went wrong",
    "rules.page": "rules of a table",
    "rules.search": "rules asked",
    "rules.shelf": "rules",
    "rulings.look": "a ruling looked at",
    "rulings.write": "a ruling",
    "share.page": "share",
    "table_phones.coin": "a player's coin",
    "table_phones.page": "phones of a game",
}
"""Under which name each page's address is looked at here; in `make test` every fourth."""


@pytest.mark.parametrize("name", few(PAGES, [*LOOKED_AT.values()][::4]))
def test_a_page_is_accessible(phone: Phone, name: str) -> None:
    PAGES[name](phone)

    assert faults(phone.page) == []
    expected = [endpoint for endpoint, page in LOOKED_AT.items() if page == name]
    assert not expected or expected == [endpoint_of(phone.address)]


@pytest.mark.hard
def test_the_newer_rules_page_is_accessible(phone: Phone, new_rules: Callable[..., None]) -> None:
    phone.bring("tally", {"points": [1, 2, 3, 4]}, {"points": [2, 2, 2, 2]}, edition=1)
    new_rules(score=twice)
    phone.go(phone.table)
    phone.follow(phone.page.get_by_role("link", name="See what changes"))

    assert "1 : 2 : 6 : 8" in phone.page.inner_text("main")
    assert faults(phone.page) == []


@pytest.mark.hard
@pytest.mark.parametrize("title", ["Watch", "Ben"])
def test_a_guests_pad_is_accessible(phone: Phone, new_phone: NewPhone, title: str) -> None:
    table(phone, "spades-nil", 4)
    guest = let_in(phone, new_phone(), title)

    assert faults(guest.page) == []


@pytest.mark.hard
def test_agree_or_contest_question_is_accessible(phone: Phone, new_phone: NewPhone) -> None:
    deal = {"contract": "1S", "declarer": 0, "tricks": 7}
    phone.bring("bridge", deal, deal, agreement="deal")
    ben = let_in(phone, new_phone(), "Ben")

    asked = ben.page.get_by_label("Agree or contest")
    assert faults(ben.page) == []
    ben.follow(asked.get_by_role("button", name="Contest"))
    assert ben.page.get_by_label("Contested").is_visible()
    assert faults(ben.page) == []
    phone.go(phone.table)
    assert phone.page.get_by_role("link", name="Record ruling").is_visible()
    assert faults(phone.page) == []


def test_every_address_of_the_menu_is_looked_at(phone: Phone) -> None:
    table(phone, "sharp-nullo", 4)
    links = phone.page.locator(".menu a").evaluate_all("all => all.map(one => one.pathname)")

    kinds = {re.sub(r"^/t/[^/]+/", "", link) for link in links}

    looked_at = {"write/draw", "write/adjust", "write/seat", "write/finish", "paper", "history"}
    looked_at |= {"rules", "figures", "wrong", "trick", "auction", "what-if", "delete"}
    looked_at |= {"chart", "wall", "phones", "timer", "write/result"}
    assert kinds - looked_at == {"share", "head", "sheet.json", "sheet.csv", "/rules/sharp-nullo"}


ELSEWHERE: Final = {
    "record.edition",  # below
    "figures.names",  # test_league_tables.py, as all that follow but a league's own pages
    "league.mine",
    "league_tables.add",
    "public.page",  # test_league_evenings.py
    *("own_editor.step", "own_editor.thing", "own_editor.card", "own_editor.part"),
}
NO_PAGES: Final = {
    "own_editor.begin",  # leads to the first step
    "share.code",
    "picture.picture",
    "monitoring.healthy",
    "monitoring.live",
    "monitoring.ready",
    "monitoring.metrics",
    "operator.page",  # its own test, as it needs a passphrase
    "front.service_worker",
    "pad.clock",  # a part of the pad
    "pad.news",  # the pad's page once more
    "record.sheet_csv",
    "duplicate_paper.session",
    "own_games.file",
    "record.sheet_json",
    "record.sheet_pbn",
    "joining.open_link",
    "static",
}


def endpoint_of(address: str) -> str:
    """The view that answers there."""
    path, _, query = address.partition("#")[0].partition("?")
    endpoint, _ = routes().bind("").match(path, method="GET", query_args=query)
    return str(endpoint)


@cache
def routes() -> Map:
    """All addresses of the app."""
    return create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": b"k" * 32}).url_map


def test_every_page_outside_leagues_is_checked() -> None:
    rules = [rule for rule in routes().iter_rules() if "GET" in (rule.methods or ())]
    pages = {rule.endpoint for rule in rules if not rule.rule.startswith(("/l/", "/api/"))}

    assert pages == LOOKED_AT.keys() | ELSEWHERE | NO_PAGES
    assert PAGES.keys() >= {*LOOKED_AT.values()}


def long_names() -> Iterator[str]:
    """Names as long as they may be, with and without a place to break."""
    yield from ("Bartholomäus Maximilian von Hohenzollern", "W" * 40)
    yield from ("ผู้เล่นชื่อยาวมากจริงๆนะครับผมเองแหละ", "محمد عبد الرحمن بن عبد الله الطويل")


@pytest.mark.parametrize("game", few(games(), FEW))
def test_long_names_stay_in_the_frame_of_a_pad(phone: Phone, game: str) -> None:
    phone.start(game, names=[*long_names()][: games()[game].players[-1]])

    assert [*misfits(phone.page)] == []


@pytest.mark.parametrize(
    "page", ["/", "share", "write/adjust", "write/ruling", "write/seat", "head", "paper"]
)
def test_long_names_stay_in_the_frame_of_a_page(phone: Phone, page: str) -> None:
    address = phone.start("spades", names=long_names())

    phone.go(page if page == "/" else f"{address}/{page}")

    assert [*misfits(phone.page)] == []
