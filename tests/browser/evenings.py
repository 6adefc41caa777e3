"""Whole games as they are played on the phone: the vectors named `evening-…`, key by key."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from tests import vectors
from tests.browser.phone import Phone

Entry = Mapping[str, Any]

EVENINGS: Final = {
    vector["id"].removeprefix("evening-"): vector
    for vector in vectors.load()
    if vector["id"].startswith("evening-")
}


def _bridge(entry: Entry, dealer: int) -> Iterator[str]:
    level, strain = entry["contract"][0], entry["contract"][1:]
    yield from (f"contract.0-{level}", f"contract.1-{strain}", f"declarer-{entry['declarer']}")
    if entry["doubled"]:
        yield f"doubled-{entry['doubled']}"
    yield f"tricks-{entry['tricks']}"
    for name, value in entry.get("honours", {}).items():
        yield f"honours.{name}-{value}"


def _five_hundred(entry: Entry, dealer: int) -> Iterator[str]:
    yield from (f"bid-{entry['bid']}", f"declarer-{entry['declarer']}")
    yield f"tricks-{entry['tricks']}"


def _spades(entry: Entry, dealer: int) -> Iterator[str]:
    for turn in range(4):
        seat = (dealer + 1 + turn) % 4
        yield f"bids.{seat}-{entry['bids'][seat]}"
    yield f"side_tricks.0-{entry['side_tricks'][0]}"
    for seat, tricks in entry.get("nil_tricks", {}).items():
        yield f"nil_tricks.{seat}-{tricks}"


def _sharp_nullo(entry: Entry, dealer: int) -> Iterator[str]:
    if "bids" in entry:
        yield "by.short-numbers"
        for bidder, numbers in entry["bids"].items():
            yield from (f"bids.{bidder}.{name}-{number}" for name, number in numbers.items())
        yield f"contract-{entry['contract']}"
    else:
        yield from (f"declarer-{entry['declarer']}", f"bid-{entry['bid']}")
    yield f"tricks-{entry['tricks']}"


def _nap(entry: Entry, dealer: int) -> Iterator[str]:
    yield from (f"declarer-{entry['declarer']}", f"bid-{entry['bid']}")
    yield f"made-{'yes' if entry['made'] else 'no'}"


def _solo_whist(entry: Entry, dealer: int) -> Iterator[str]:
    yield f"contract-{entry['contract']}"
    yield from (f"declarers.{part}-{seat}" for part, seat in enumerate(entry["declarers"]))
    yield f"made-{'yes' if entry['made'] else 'no'}"


def _trex(entry: Entry, dealer: int) -> Iterator[str]:
    yield f"contract-{entry['contract']}"
    counts = entry.get("counts", ())
    for seat, count in enumerate(counts[:-1]):
        if sum(counts[:seat]) < 13:  # what follows is filled in
            yield f"counts.{seat}-{count}"
    for name in ("taken_by", "doubled_by", "led_by"):
        for card in entry.get("cards", ()):
            if name in card:
                yield f"cards.{card['card']}.{name}-{card[name]}"
    yield from (f"order-{seat}" for seat in entry.get("order", ())[:-1])


KEYS: Final[Mapping[str, Callable[[Entry, int], Iterator[str]]]] = {
    "bridge": _bridge,
    "five-hundred": _five_hundred,
    "spades": _spades,
    "sharp-nullo": _sharp_nullo,
    "nap": _nap,
    "solo-whist": _solo_whist,
    "trex": _trex,
}


TAPS: Final = {
    "spades": 7,
    "bridge": 5,
    "five-hundred": 4,
    "sharp-nullo": 4,
    "nap": 4,
    "solo-whist": 4,
}
"""The fewest taps of a plain deal, the wide key included."""


def keys(game: str, entry: Entry, dealer: int) -> list[str]:
    """The keys that enter a deal, in the order in which the pad asks."""
    if entry.get("passed_out"):
        tricks = entry.get("side_tricks", [])[:1]
        return ["passed_out-yes", *(f"side_tricks.0-{number}" for number in tricks)]
    return list(KEYS[game](entry, dealer))


def taps_allowed(game: str, entry: Entry) -> int:
    """The most taps a deal may take, the wide key included: the table's figures of what a hand
    can bear, and one more for a double, for honours three, for the result of each nil, for the
    second of two declarers."""
    if entry.get("passed_out"):
        return 2 + ("side_tricks" in entry)
    if game == "tally":
        return len(entry["points"]) + 1
    if "bids" in entry and game == "sharp-nullo":
        return 1 + 8 + 2 + 1
    if game == "trex":
        return _trex_taps(entry)
    extra = bool(entry.get("doubled")) + 3 * ("honours" in entry) + len(entry.get("nil_tricks", ()))
    return TAPS[game] + extra + (len(entry.get("declarers", ())) > 1)


def _trex_taps(entry: Entry) -> int:
    """The game, three counts or places or a tap a card, the wide key; one more for each doubled
    card, for who led where its holder took it, and to open what is doubled among several."""
    cards = entry.get("cards", ())
    doubled = [card for card in cards if "doubled_by" in card]
    opened = len(cards) > 1 and bool(doubled)
    led = sum("led_by" in card for card in doubled)
    return 1 + (len(cards) or 3) + 1 + len(doubled) + led + opened


def enter(phone: Phone, game: str, entry: Entry, dealer: int) -> None:
    """Tap a deal in, without saving it. Where htmx is missing the wide key brings what is next."""
    if game == "tally":
        for seat, points in enumerate(entry["points"]):
            phone.write(f"points.{seat}", str(points))
        return
    before = ""
    for key in keys(game, entry, dealer):
        asked = key.rpartition("-")[0]
        if not phone.live and (asked == before or not phone.key(key).count()):
            phone.save()
        phone.tap(key)
        before = asked
