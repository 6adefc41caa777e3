"""What every page must hold, whatever it shows: readable to all, nothing out of the frame, keys
that a thumb can hit."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

REMEMBERING: Final = """(() => {
  const colour = axe.commons.color.Color.prototype, read = colour.parseString, known = new Map();
  colour.parseString = function (text) {
    if (known.has(text)) return Object.assign(this, known.get(text));
    read.call(this, text);
    const {r, g, b, alpha} = this;
    known.set(text, {r, g, b, alpha});
    return this;
  };
})()"""
"""Has axe read each colour once and not at every letter, which is nearly half its work."""

AXE: Final = f"{Axe().axe_script}\n{REMEMBERING}"
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

SEEING: Final = """
const all = (what = "body *") => [...document.querySelectorAll(what)];
const head = one => one.outerHTML.slice(0, 90);

const wide = () => document.documentElement.scrollWidth > innerWidth ? all()
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1
    && !one.closest(".scroll, svg, .visually-hidden"))
  .map(head).slice(0, 3) : null;

const small = least => all(".key > span, button, summary, select, .card > span, a.main, a.quiet, \
a.back, .menu a, input:not([type=radio], [type=checkbox], [type=hidden])")
  .filter(one => one.checkVisibility({visibilityProperty: true}))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => Math.min(box.width, box.height) < least - 0.1)
  .map(([one, box]) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${head(one)}`);

const cut = () => all()
  .filter(one => getComputedStyle(one).overflowX === "hidden" && one.innerText?.trim()
    && !one.closest(".visually-hidden, .names") // the longest names may be cut
    && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2))
  .map(head);

const broken = () => {
  const range = document.createRange(), found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; text = texts.nextNode();) {
    const parent = text.parentElement, seen = parent.checkVisibility({visibilityProperty: true});
    if (!seen || parent.closest(".visually-hidden")) continue;
    if (/[\\p{L}\\p{M}]{30}/u.test(parent.innerText)) continue; // nor what no line could hold
    for (const {0: word, index} of text.data.matchAll(/(?<!:\\/\\/\\S*)[\\p{L}\\p{M}]+/gu)) {
      if (word.length > 9) continue; // the longest may be broken, and addresses anywhere
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(`${word} in ${head(parent)}`);
    }
  }
  return found;
};

const unseenTotals = () => {
  scrollTo(0, document.querySelector("#pad")?.getBoundingClientRect().bottom + scrollY);
  const hidden = total => {
    const box = total.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !seen?.closest(".totals");
  };
  // a table of players is as high as a phone has room for, and scrolls with its keys; a finished
  // game has its totals on the felt
  const totals = all(".totals:not(.players, .outcome *) output");
  const many = all(".menu[open]").length ? 0 : totals.filter(hidden).length;
  scrollTo(0, 0);
  return many;
};
"""

AS_IT_IS: Final = f"""least => {{{SEEING}
  scrollTo(0, 0);
  return {{wide: wide(), small: small(least), broken: broken(), unseen: unseenTotals()}};
}}"""

AT_REST: Final = """() => {
  for (const one of document.getAnimations())
    if (one.effect.getComputedTiming().endTime < Infinity) one.finish();
}"""
"""What moves in has come: axe measured a slip that was still half transparent, at 3.2:1."""

ENLARGED: Final = f"""() => {{{SEEING}
  const {{style}} = document.documentElement, before = cut();
  style.fontSize = "200%";
  const now = cut().filter(one => !before.includes(one));
  const seen = {{wide: wide(), broken: broken(), cut: now, unseen: unseenTotals()}};
  style.fontSize = "";
  return seen;
}}"""
"""The same once all letters are twice as large, on the narrowest phone."""

LONGER: Final = f"""() => {{{SEEING}
  scrollTo(0, 0);
  return {{wide: wide(), cut: cut().filter(one => !one.includes('class="skip"'))}};
}}"""
"""Whether longer texts find room too. (The link to the content is small until it has focus.)"""


def faults(page: Page, widths: Sequence[int] = NARROW) -> list[str]:
    """Return what is wrong with a page as it stands, in these widths and both lights; best
    nothing."""
    page.evaluate(AT_REST)
    return [*misfits(page, widths), *unreadable(page)]


def misfits(page: Page, widths: Sequence[int] = NARROW) -> Iterator[str]:
    """Yield what does not fit a page of these widths, or the thumb."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 740})
        yield from _told(f"{width} px", page.evaluate(AS_IT_IS, KEY_PX))
    if max(widths) < PHONE_PX:
        page.set_viewport_size({"width": min(widths), "height": 740})
        yield from _told("enlarged", page.evaluate(ENLARGED))
        page.set_viewport_size({"width": width, "height": 740})


def _told(how: str, seen: Mapping[str, Any]) -> Iterator[str]:
    if seen["wide"] is not None:
        yield f"{how}: scrolls sideways: {seen['wide']}"
    for fault in ("small", "broken", "cut"):
        yield from (f"{how}: {fault}: {one}" for one in seen.get(fault, ()))
    if seen["unseen"]:
        yield f"{how}: {seen['unseen']} totals are out of sight"


def unreadable(page: Page) -> Iterator[str]:
    """Yield what axe finds on a page as wide as it is, in both lights."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    for scheme, options in LIGHTS.items():
        page.emulate_media(color_scheme=scheme)
        for violation in page.evaluate(VIOLATIONS, options):
            for node in violation["nodes"]:
                told = " ".join(one["message"] for one in node["any"] + node["all"] + node["none"])
                yield f"{scheme}: {violation['id']}: {node['target']} {told}"
    page.emulate_media(color_scheme="light")
