"""What every page must hold, whatever it shows: readable to all, nothing out of the frame, keys
that a thumb can hit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE: Final = Axe().axe_script
VIOLATIONS: Final = "options => axe.run(options).then(result => result.violations)"
NARROW: Final = (320, 360)
PHONE_PX: Final = 500
KEY_PX: Final = 48

LIGHTS: Final[Mapping[Literal["light", "dark"], Any]] = {
    "light": {"resultTypes": ["violations"], "preload": False},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]},
}
"""What axe looks at: everything, and in the other light what depends on the light. (What it would
fetch beforehand is for rules about sounds and films, and for one that is not switched on.)"""

TOO_WIDE: Final = """() => [...document.querySelectorAll("body *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1
    && !one.closest(".scroll, svg, .visually-hidden"))
  .map(one => one.outerHTML.slice(0, 90)).slice(0, 3)"""

TOO_SMALL: Final = """least => [...document.querySelectorAll(
    ".key > span, button, summary, select, .card > span, a.main, a.quiet, a.back, .menu li a, \
input:not([type=radio], [type=checkbox], [type=hidden])")]
  .filter(one => one.checkVisibility({visibilityProperty: true}))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => Math.min(box.width, box.height) < least - 0.1)
  .map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: `
    + one.outerHTML.slice(0, 90))"""

CUT: Final = """() => [...document.querySelectorAll("body *")]
  .filter(one => getComputedStyle(one).overflowX === "hidden" && one.innerText?.trim()
    && !one.closest(".visually-hidden, .names") // the longest names may be cut
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2))
  .map(one => one.outerHTML.slice(0, 90))"""

ENLARGED: Final = "share => { document.documentElement.style.fontSize = share; }"

UNSEEN_TOTALS: Final = """() => {
  scrollTo(0, document.querySelector("#pad")?.getBoundingClientRect().bottom + scrollY);
  if (document.querySelector(".menu[open]")) return 0;
  return [...document.querySelectorAll(".totals output")].filter(total => {
    const box = total.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !seen?.closest(".totals");
  }).length;
}"""


def faults(page: Page, widths: Sequence[int] = NARROW) -> list[str]:
    """What is wrong with a page as it stands, in these widths and both lights; best nothing."""
    return [*misfits(page, widths), *unreadable(page)]


def misfits(page: Page, widths: Sequence[int] = NARROW) -> list[str]:
    """What does not fit a page of these widths, or the thumb."""
    enlarged = _enlarged(page) if max(widths) < PHONE_PX else ()
    return [*_in_the_frame(page, widths), *enlarged]


def _in_the_frame(page: Page, widths: Sequence[int]) -> Iterator[str]:
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate("scrollTo(0, 0)")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            yield f"{width} px: scrolls sideways: {page.evaluate(TOO_WIDE)}"
        yield from (f"{width} px: small: {one}" for one in page.evaluate(TOO_SMALL, KEY_PX))
        if unseen := page.evaluate(UNSEEN_TOTALS):
            yield f"{width} px: {unseen} totals are out of sight"
        page.evaluate("scrollTo(0, 0)")


def _enlarged(page: Page) -> Iterator[str]:
    """What does not fit once all letters are twice as large."""
    whole = page.evaluate(CUT)
    page.evaluate(ENLARGED, "200%")
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        yield f"enlarged: scrolls sideways: {page.evaluate(TOO_WIDE)}"
    yield from (f"enlarged: cut: {one}" for one in page.evaluate(CUT) if one not in whole)
    if unseen := page.evaluate(UNSEEN_TOTALS):
        yield f"enlarged: {unseen} totals are out of sight"
    page.evaluate(ENLARGED, "")
    page.evaluate("scrollTo(0, 0)")


def unreadable(page: Page) -> Iterator[str]:
    """What axe finds on a page as wide as it is, in both lights."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme, options in LIGHTS.items():
        page.emulate_media(color_scheme=scheme)
        for violation in page.evaluate(VIOLATIONS, options):
            for node in violation["nodes"]:
                told = " ".join(one["message"] for one in node["any"] + node["all"] + node["none"])
                yield f"{scheme}: {violation['id']}: {node['target']} {told}"
    page.emulate_media(color_scheme="light")
