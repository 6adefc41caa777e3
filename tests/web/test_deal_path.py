"""How many modules and functions a deal passes on its way from POST to page.

`pytest tests/web/test_deal_path.py -s` prints the figures.
"""

import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import scorekeeper
from scorekeeper.web.shared import templating
from tests.web.phones import Phone

PACKAGE = Path(scorekeeper.__file__).parent
MOST_MODULES = 36  # since a form of bridge shares the words of its deals
MOST_FUNCTIONS = 448  # since a document may have a later edition, and a field be "declared"
MOST_OF_THE_WRITE = 5
"""Lower them where what is always passed together becomes one that is clearer to read."""


def modules_passed(act: Callable[[], object]) -> dict[str, set[str]]:
    """The modules of the package in which functions are called meanwhile, and which functions."""
    found = defaultdict[str, set[str]](set)

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(f"{PACKAGE}/"):
            module = str(Path(code.co_filename).relative_to(PACKAGE))
            found[module].add(f"{code.co_name}:{code.co_firstlineno}")

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return found


def test_deal_passes_few_modules_to_its_page(phone: Phone) -> None:
    phone.get("/settings")  # the phone is noted
    every_request = modules_passed(partial(phone.get, "/settings"))
    table = phone.starts("bridge", {"contract": "1S", "declarer": 0, "tricks": 7})
    bid = {"contract.0": "1", "contract.1": "H", "declarer": "2"}
    for tricks in ("6", "7"):  # the first fills the caches
        phone.do(table, bid, "keep")
        page = phone.get(table)
        data = page.form("save").filled({"tricks": tricks}, "save")
        before = phone.get(table).totals
        templating.pages.clear()  # it is to be drawn
        pad = modules_passed(partial(phone.get, table))
        post = partial(phone.post, table, data, {"HX-Request": "true"})
        found = modules_passed(post)

    functions = sum(map(len, found.values()))
    print(f"{len(found)} modules, {functions} functions")
    groups = {
        "passed by every request": found.keys() & every_request,
        "passed by whoever opens the pad": found.keys() & pad.keys() - every_request.keys(),
        "passed by the write alone": found.keys() - pad.keys() - every_request.keys(),
    }
    for group, modules in groups.items():
        print(f"{group}: {len(modules)}")
        for module in sorted(modules):
            print(f"  {module}: {len(found[module])}")
    assert phone.get(table).totals != before
    assert len(found) <= MOST_MODULES
    assert functions <= MOST_FUNCTIONS
    assert len(groups["passed by the write alone"]) <= MOST_OF_THE_WRITE
