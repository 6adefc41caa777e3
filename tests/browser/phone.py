"""A phone in the hand: what a player sees of the app, and what a thumb can do with it."""

import json
import re
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, Literal

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    ViewportSize,
)

from scorekeeper.web.shared.templating import HTMX
from tests.requirements import need_htmx
from tests.web.phones import NEWS

NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
SCREEN: Final[ViewportSize] = {"width": 360, "height": 740}
PATIENCE_MS: Final = 20_000

IDLE: Final = """async () => {
  const until = Date.now() + 20000;
  while (document.querySelector(".htmx-request") && Date.now() < until)
    await new Promise(requestAnimationFrame);
  return !document.querySelector(".htmx-request");
}"""

IN_REACH: Final = """([thing, ...others]) => {
  if (others.length) throw new Error(`${others.length + 1} things to tap`);
  if (!thing?.checkVisibility({visibilityProperty: true})) return null;
  const box = thing.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return thing.contains(document.elementFromPoint(x, y)) && [x, y];
}"""
"""The middle of a thing if it can be tapped there; nothing where it is not seen."""

KEY_IN_REACH: Final = f"""name => ({IN_REACH})([document.getElementById(name)?.closest("label")])"""
"""The same of a key, by its name: a third of what looking for it as a player would takes."""

TOTALS: Final = "all => all.map(one => [one.querySelector('a')?.href ?? '', one.innerText])"
"""Each total, after the address that says whose it is."""

MESSAGE: Final = "one => one.matches('.message.note') ? '' : one.innerText"

LISTEN: Final = """addEventListener("securitypolicyviolation", event =>
  console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`));"""

NOT_OURS: Final = ("Service Worker registration blocked by Playwright", "Failed to load resource")
"""What the browser's console says because of the tests: no service worker, answers like 422."""

Cdn = Literal["served", "blocked"]


class Phone:
    """A phone with cookies of its own. It counts its taps and notes what must never happen:
    an answer of 500 or more, an error in a script, anything the content policy refused."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        script: bool = True,
        cdn: Cdn = "served",
        scheme: Literal["light", "dark"] = "light",
        scale: float = 1,
        late: float = 0,
        zone: str = "UTC",
        workers: bool = False,
    ) -> None:
        self.base = base
        self.live = script and cdn == "served"
        self.taps = 0
        self.scrolls = 0
        self.complaints: list[str] = []
        self.context = browser.new_context(
            viewport=SCREEN,
            device_scale_factor=scale,
            color_scheme=scheme,
            java_script_enabled=script,
            has_touch=True,
            timezone_id=zone,
            service_workers="allow" if workers else "block",
            base_url=base,
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(LISTEN)
        self._cdn, self._late = cdn, late
        self.new_tab()

    def new_tab(self) -> None:
        """Go on in a tab of its own; what was open before stays as it is."""
        self.page = self.context.new_page()
        self._session = self.context.new_cdp_session(self.page)
        self._stand_in(self._cdn, self._late)
        self.watch(self.page)

    def _stand_in(self, cdn: Cdn, late: float) -> None:
        """Answer in the CDN's place, so many seconds late, or not at all. (A route of Playwright's
        would have every request of the page pass through here, and nothing be cached.)"""
        session = self._session

        def answer(paused: dict[str, Any]) -> None:
            time.sleep(late)
            request = {"requestId": paused["requestId"]}
            if cdn == "served":
                session.send("Fetch.fulfillRequest", {**request, **_htmx()})
            else:
                session.send("Fetch.failRequest", {**request, "errorReason": "BlockedByClient"})

        session.on("Fetch.requestPaused", answer)
        session.send("Fetch.enable", {"patterns": [{"urlPattern": HTMX["url"]}]})

    def watch(self, page: Page) -> None:
        """Note what goes wrong on this page."""
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(NOT_OURS):
            self.complaints.append(f"{message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status}: {response.request.method} {response.url}")

    def wipe(self) -> None:
        """Be as new: no cookies, nothing kept, nothing counted, an empty page."""
        self.page.goto("about:blank")
        self.context.clear_cookies()
        every = {"origin": self.base, "storageTypes": "local_storage"}
        self._session.send("Storage.clearDataForOrigin", every)
        self._session.send("Network.disable")
        self.page.unroute_all()
        self.page.set_viewport_size(SCREEN)
        self.page.emulate_media(media="null", color_scheme="light")
        self.taps = self.scrolls = 0
        self.complaints.clear()

    def forgive(self, words: str) -> None:
        """Strike the complaints that a test has brought about itself."""
        self.complaints[:] = [one for one in self.complaints if words not in one]

    # --- going about -----------------------------------------------------------------------------

    def go(self, address: str) -> int:
        """Open a page of the app; the answer's status."""
        answer = self.page.goto(address)
        assert answer is not None
        return answer.status

    def enter(self, link: str) -> None:
        """Open a link, and press the key that lets this phone in; one to watch has none."""
        self.go(link)
        if "/join/" in self.page.url:
            with self.page.expect_navigation():
                self.touch(self.page.locator("button.main"))

    @property
    def address(self) -> str:
        """Return where the phone is, without the server's name."""
        return self.page.url.removeprefix(self.base)

    @property
    def table(self) -> str:
        """The address of the table that the page belongs to."""
        found = re.match(r"/t/[^/?#]+", self.address)
        assert found, f"{self.address} is no page of a table"
        return found.group()

    def start(self, game: str, variant: str | None = None, names: Iterable[str] = NAMES) -> str:
        """Begin a table from its set-up page; its address."""
        self.go(f"/new/{game}")
        if variant:
            self.touch(self.page.locator(f'label:has(input[name="variant"][value="{variant}"])'))
            self.settle()
            if self.button("look").is_visible():
                self.press("look")
        names = [*names]
        while len(names) > self.page.locator('input[name="name"]').count():
            self.press("more")
        self.name_seats(names)
        self.press("start")
        return self.table

    def name_seats(self, names: Iterable[str]) -> None:
        """Type who sits where; the other seats are left free."""
        names = [*names]
        for seat, field in enumerate(self.page.locator('input[name="name"]').all()):
            field.fill(names[seat] if seat < len(names) else "")

    def bring(self, game: str, *entries: Any, **head: Any) -> str:
        """Begin a table with these entries already written on it; its address."""
        sheet = {"format": "scorekeeper/1", "game": game, "players": NAMES, **head}
        page = self.context.request.get("/import").text()
        form = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))
        text = json.dumps({**sheet, "entries": entries})
        answer = self.context.request.post("/import", form={**form, "text": text}, max_redirects=0)
        self.go(answer.headers["location"])
        return self.table

    def found(self, players: Iterable[str] = (), name: str = "Tuesday club") -> str:
        """Found a league with these players (2 and on); its address."""
        self.go("/leagues")
        self.page.fill("input[name=name]", name)
        self.follow(self.page.locator("main button.main"))
        league = self.address
        if players:
            self.go(f"{league}/players/add")
            self.page.fill("textarea[name=names]", "\n".join(players))
            self.follow(self.page.locator("button.main"))
        return league

    # --- tapping ---------------------------------------------------------------------------------

    def key(self, name: str) -> Locator:
        """The key that enters an answer: `bids.1-3`."""
        return self.page.locator(f'label:has([id="{name}"])')

    def field(self, name: str) -> Locator:
        """A place to write: `points.2`."""
        return self.page.locator(f'[id="{name}"]')

    def button(self, do: str) -> Locator:
        """The button that does this: `save`, `undo` …"""
        return self.page.locator(f'button[name="do"][value="{do}"]')

    def tap(self, *names: str) -> None:
        """Tap one key after the other; what is folded away is opened first, by a tap more."""
        for name in names:
            if name.startswith("by.") and self.page.locator("#menu").count():
                self.way(name)
            elif middle := self.page.evaluate(KEY_IN_REACH, name):
                self._touch_at(middle)
            else:
                self._open(self.key(name))
                self.touch(self.key(name))
            self.settle()

    def way(self, name: str) -> None:
        """Have deals entered in this way from now on: `by.sides-players`."""
        key = self.field(name)
        if key.get_attribute("aria-pressed") != "true":
            self.touch(self.page.locator(".menu > summary"))
            self._send(key)

    def write(self, name: str, text: str) -> None:
        """Tap a field and write in it: one tap, as the keyboard's own are not counted."""
        self._open(self.field(name))
        self.touch(self.field(name))
        self.field(name).fill(text)

    def deal(self, *points: int) -> None:
        """Enter a deal of the score pad, and save it."""
        for seat, scored in enumerate(points):
            self.write(f"points.{seat}", str(scored))
        self.save()

    def press(self, do: str) -> None:
        """Press the button that does this, and wait for what comes."""
        self._send(self.button(do))

    def save(self) -> None:
        """Press the wide key at the bottom."""
        self._send(self.page.locator(".act button.main"))

    def undo(self) -> None:
        """Take back what was done last."""
        self.press("undo")

    def edit(self, number: int) -> None:
        """Open a deal of the list, and go to the page where it is put right."""
        its_number = self.page.locator(".no", has_text=re.compile(rf"^{number}$"))
        deal = self.page.locator(".deals > li", has=its_number)
        self.touch(deal.locator("summary"))
        self.follow(deal.get_by_role("link", name="edit"))

    def link(self, title: str) -> str:
        """Make one of the table's links where there is none yet, named as on the page (Watch,
        Scorer, or a player); its address."""
        table = self.table
        section = self.card(title)
        if (make := section.locator('button[value^="make"]')).count():
            self._send(make)
        address = section.locator("input[readonly]").input_value()
        self.go(table)
        return address

    def card(self, title: str) -> Locator:
        """One of the table's links, chosen on the page that has them."""
        self.go(f"{self.table}/share")
        section = self.page.locator(f'section[aria-label="{title}"]')
        parts = section.locator("xpath=ancestor-or-self::*/preceding-sibling::label[1]")
        for part in parts.all():
            if not section.is_visible():
                self.touch(part)
        return section

    def slow(self, latency_ms: int) -> None:
        """Let every answer take this much longer."""
        network = {"offline": False, "latency": latency_ms}
        unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
        self._session.send("Network.enable")
        self._session.send("Network.emulateNetworkConditions", {**network, **unlimited})

    def hear_nothing(self) -> None:
        """Keep from this phone what others write."""
        self.page.route(f"**{NEWS}*", lambda route: route.fulfill(status=204))

    def menu(self, label: str) -> None:
        """Choose from what is behind the three dots."""
        self.touch(self.page.locator(".menu > summary"))
        entry = self.page.locator("#menu a", has_text=re.compile(f"^{re.escape(label)}$"))
        self._open(entry)
        self.follow(entry)

    def drag(self, thing: Locator, to: Locator) -> None:
        """Draw a thing with the finger to where another one is."""
        start, end = thing.bounding_box(), to.bounding_box()
        assert start
        assert end
        x, rise = start["x"] + start["width"] / 2, end["y"] - start["y"]
        finger = self._session
        for step in range(11):
            point = {"x": x, "y": start["y"] + start["height"] / 2 + rise * step / 10}
            kind = "touchMove" if step else "touchStart"
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        self.page.wait_for_timeout(150)  # the finger rests, so that nothing is flung
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.wait_for_timeout(400)  # a tap at once would be taken for the same gesture

    def follow(self, link: Locator) -> None:
        """Tap a link."""
        with self.page.expect_navigation():
            self.touch(link)

    def folded(self, inside: Locator) -> Locator:
        """Return what opens that in which this is folded away: a summary, or the line that was
        made of an answer."""
        closed = inside.locator("xpath=ancestor::details[not(@open)]/summary")
        line = inside.locator("xpath=ancestor::*[contains(@class, 'done')][1]")
        if closed.count():
            return closed.last
        in_table = line.and_(self.page.locator(".column > .row"))
        if not in_table.count():
            return line.locator("> button")
        return self.page.locator(f'.players [href="#{in_table.get_attribute("id")}"]')

    def _open(self, inside: Locator) -> None:
        for _ in range(2):  # folded within what is folded, at most
            if not inside.is_visible():
                self.touch(self.folded(inside))

    def touch(self, there: Locator) -> None:
        """Tap a thing; one that is out of sight has to be scrolled to first. (What is in reach is
        tapped at once: Playwright's own tap looks for two frames whether it moves.)"""
        middle = there.evaluate_all(IN_REACH)
        if middle is None:
            there.wait_for()
            middle = there.evaluate_all(IN_REACH)
        if middle:
            self._touch_at(middle)
        else:
            self.taps += 1
            self.scrolls += 1
            there.tap()

    def _touch_at(self, place: tuple[float, float]) -> None:
        self.taps += 1
        self.page.touchscreen.tap(*place)

    def _send(self, button: Locator) -> None:
        self.page.evaluate("document.documentElement.dataset.left = ''")
        with self.page.expect_response(_to_a_button) as sent:
            self.touch(button)
        if sent.value.request.is_navigation_request():
            self.page.locator("html:not([data-left])").wait_for(state="attached")
            self.page.wait_for_load_state()
        elif "hx-redirect" in sent.value.headers:
            self.page.locator("html:not([data-left])").wait_for(state="attached")
        else:
            self.settle()

    def settle(self) -> None:
        """Wait until what was asked for has come."""
        if self.live:
            assert self.page.evaluate(IDLE), "no answer came"

    # --- looking ---------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        """The totals on the pad, by side."""
        shown: dict[str, str] = dict(self.page.locator(".totals output").evaluate_all(TOTALS))
        # a table of bids is in the order of bidding
        return [
            int(shown[side].replace("−", "-"))
            for side in sorted(shown, key=lambda of: (len(of), of))
        ]

    def message(self) -> str:
        """Return what the pad says beside the wide key, but for what saving would mean."""
        return str(self.page.locator("#message").evaluate(MESSAGE))

    def main_key(self) -> str:
        """Return what the wide key says it will do."""
        return " ".join(self.page.locator(".act button.main").inner_text().split())

    def faults(self) -> list[str]:
        """Return what is said to be wrong, at the fields."""
        return self.page.locator(".fault:visible").all_inner_texts()

    def end(self) -> str:
        """Return how the game ended, in words; empty while it goes on."""
        return " ".join(self.page.locator(".outcome > h2").all_inner_texts())

    def deals(self) -> list[str]:
        """The headlines of what is written, newest first."""
        heads = self.page.locator(".deals .head").all_inner_texts()
        return [" ".join(head.split()) for head in heads]

    def sheet(self, table: str = "") -> dict[str, Any]:
        """The score sheet as the server has it."""
        answer = self.context.request.get(f"{table or self.table}/sheet.json")
        assert answer.ok, f"{answer.status} for the sheet"
        sheet: dict[str, Any] = answer.json()
        return sheet

    def counting(self, do: Callable[[], object]) -> int:
        """Return how many taps that takes."""
        before = self.taps
        do()
        return self.taps - before


NewPhone = Callable[..., Phone]
"""Makes phones, of the kind that `Phone` takes by name."""


def let_in(phone: Phone, other: Phone, title: str) -> Phone:
    """Another phone, come in by the link of the first one's table with that title."""
    other.enter(phone.link(title))
    return other


def _to_a_button(answer: Response) -> bool:
    """Return whether this answers a button; what a key sends by itself names none."""
    request = answer.request
    posted = request.method == "POST"
    return posted and (request.is_navigation_request() or "do=" in (request.post_data or ""))


@cache
def _htmx() -> Mapping[str, Any]:
    """The CDN's answer, with the bytes of the npm package."""
    headers = {
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "text/javascript",
    }
    return {
        "responseCode": 200,
        "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
        "body": b64encode(need_htmx().read_bytes()).decode(),
    }
