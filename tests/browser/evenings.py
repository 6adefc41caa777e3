"""Whole games as they are played on the phone: the vectors named `evening-…`, key by key."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tests import vectors
from tests.browser.phone import Phone

Entry = Mapping[str, Any]

EVENINGS: Final = {
    vector["id"].removeprefix("evening-"): vector
    for vector in vectors.load()
    if vector["id"].startswith("evening-")
}

FEW: Final = ("bridge", "trex")
"""Those that `make test` plays in a browser; the others: `tests/web/test_whole_evenings.py`."""


def start(phone: Phone, name: str) -> str:
    """Begin the table of an evening from its set-up page; its address."""
    sheet = EVENINGS[name]["sheet"]
    return phone.start(sheet["game"], sheet.get("variant"), sheet["players"])


def bring(phone: Phone, name: str, deals: int | None) -> str:
    """A table with this many entries of an evening (None: all) written on it; its address."""
    sheet = EVENINGS[name]["sheet"]
    head = {key: sheet[key] for key in ("variant", "players") if key in sheet}
    return phone.bring(sheet["game"], *sheet["entries"][:deals], **head)


def from_left(deal: int, players: int) -> list[int]:
    """The seats from the dealer's left in this deal, counted from 0; the dealer last."""
    return [(deal + 1 + turn) % players for turn in range(players)]


def _bridge(entry: Entry, deal: int) -> Iterator[str]:
    level, strain = entry["contract"][0], entry["contract"][1:]
    yield from (f"contract.0-{level}", f"contract.1-{strain}", f"declarer-{entry['declarer']}")
    if entry["doubled"]:
        yield f"doubled-{entry['doubled']}"
    yield f"tricks-{entry['tricks']}"
    for name, value in entry.get("honours", {}).items():
        yield f"honours.{name}-{value}"


def _five_hundred(entry: Entry, deal: int) -> Iterator[str]:
    yield from (f"bid-{entry['bid']}", f"declarer-{entry['declarer']}")
    yield f"tricks-{entry['tricks']}"


def _spades(entry: Entry, deal: int) -> Iterator[str]:
    yield from (f"bids.{seat}-{entry['bids'][seat]}" for seat in from_left(deal, 4))
    yield f"side_tricks.0-{entry['side_tricks'][0]}"
    for seat, tricks in entry.get("nil_tricks", {}).items():
        yield f"nil_tricks.{seat}-{tricks}"


def _sharp_nullo(entry: Entry, deal: int) -> Iterator[str]:
    if "bids" in entry:
        yield "by.short-numbers"
        for bidder, numbers in entry["bids"].items():
            yield from (f"bids.{bidder}.{name}-{number}" for name, number in numbers.items())
        yield f"contract-{entry['contract']}"
    else:
        yield from (f"declarer-{entry['declarer']}", f"bid-{entry['bid']}")
    yield f"tricks-{entry['tricks']}"


def _nap(entry: Entry, deal: int) -> Iterator[str]:
    yield from (f"declarer-{entry['declarer']}", f"bid-{entry['bid']}")
    yield f"made-{'yes' if entry['made'] else 'no'}"


def _solo_whist(entry: Entry, deal: int) -> Iterator[str]:
    yield f"contract-{entry['contract']}"
    yield from (f"declarers.{part}-{seat}" for part, seat in enumerate(entry["declarers"]))
    yield f"made-{'yes' if entry['made'] else 'no'}"


def _trex(entry: Entry, deal: int) -> Iterator[str]:
    yield f"contract-{entry['contract']}"
    yield from _counted("counts", entry.get("counts", ()))
    for name in ("taken_by", "doubled_by", "led_by"):
        for card in entry.get("cards", ()):
            if name in card:
                yield f"cards.{card['card']}.{name}-{card[name]}"
    yield from (f"order-{seat}" for seat in entry.get("order", ())[:-1])


def _counted(name: str, counts: Sequence[int]) -> Iterator[str]:
    """Yield what each took, up to where the rest follows and is filled in."""
    for seat, count in enumerate(counts[:-1]):
        if sum(counts[:seat]) < sum(counts):
            yield f"{name}.{seat}-{count}"


def _noms(entry: Entry, deal: int) -> Iterator[str]:
    partner = "none" if entry["partner"] is None else entry["partner"]
    yield from (f"declarer-{entry['declarer']}", f"bid-{entry['bid']}", f"partner-{partner}")
    yield from _counted("tricks", entry["tricks"])
    if "exposed_by" in entry:
        yield f"exposed_by-{entry['exposed_by']}"


def _twenty_eight(entry: Entry, deal: int) -> Iterator[str]:
    yield from (f"declarer-{entry['declarer']}", f"bid-{entry['bid']}")
    if "made" in entry:
        yield from ("by.made-made", f"made-{'yes' if entry['made'] else 'no'}")
    else:
        yield from ("by.made-points", f"points-{entry['points']}")
    if "trump" in entry:
        yield f"trump-{entry['trump']}"


def _whist(entry: Entry, deal: int) -> Iterator[str]:
    yield f"side_tricks.0-{entry['side_tricks'][0]}"


def _euchre(entry: Entry, deal: int) -> Iterator[str]:
    yield f"maker-{entry['maker']}"
    if entry["alone"]:
        yield "alone-yes"
    if "trump" in entry:
        yield f"trump-{entry['trump']}"
    yield f"tricks-{entry['tricks']}"


def _exact(entry: Entry, deal: int) -> Iterator[str]:
    name = "bids" if "bids" in entry else "bid"
    turns = from_left(deal, len(entry[name]))
    yield from (f"{name}.{seat}-{entry[name][seat]}" for seat in turns)
    yield from (f"tricks.{seat}-{entry['tricks'][seat]}" for seat in turns if seat in missed(entry))


def _hearts(entry: Entry, deal: int) -> Iterator[str]:
    yield from _counted("hearts", entry["hearts"])
    yield f"queen-{entry['queen']}"


def _skat(entry: Entry, deal: int) -> Iterator[str]:
    yield from (f"declarer-{entry['declarer']}", f"game-{entry['game']}")
    if entry["how"] != "skat":
        yield f"how-{entry['how']}"
    if entry.get("without"):
        yield "without-yes"
    if "matadors" in entry:
        yield f"matadors-{entry['matadors']}"
    yield f"result-{entry['result']}"


def missed(entry: Entry) -> set[int]:
    """Return who took another number than they bid, save who had to bid more than there are cards:
    what they took follows from the others'."""
    took = dict(enumerate(entry["tricks"]))
    most = sum(took.values())
    bids = entry["bids"] if "bids" in entry else entry["bid"]
    return {seat for seat, bid in enumerate(bids) if bid != took[seat] and bid <= most}


KEYS: Final[Mapping[str, Callable[[Entry, int], Iterator[str]]]] = {
    "bridge": _bridge,
    "five-hundred": _five_hundred,
    "spades": _spades,
    "sharp-nullo": _sharp_nullo,
    "nap": _nap,
    "solo-whist": _solo_whist,
    "trex": _trex,
    "noms": _noms,
    "twenty-eight": _twenty_eight,
    "whist": _whist,
    "euchre": _euchre,
    "oh-hell": _exact,
    "wizard": _exact,
    "skull-king": _exact,
    "hearts": _hearts,
    "chicago": _bridge,
    "skat": _skat,
}


TAPS: Final = {
    "spades": 7,
    "bridge": 5,
    "five-hundred": 4,
    "sharp-nullo": 4,
    "nap": 4,
    "solo-whist": 4,
    "noms": 7,
    "twenty-eight": 4,
    "whist": 2,
    "euchre": 3,
    "hearts": 5,
    "chicago": 5,
    "skat": 5,
}
"""The fewest taps of a plain deal, the wide key included."""

MORE: Final[Mapping[str, Callable[[Any], int]]] = {
    "doubled": bool,
    "honours": lambda held: 3,
    "nil_tricks": len,
    "declarers": lambda seats: len(seats) - 1,
    "alone": bool,
    "how": lambda how: int(how != "skat"),
    "without": bool,
    "trump": lambda suit: 2,
    "exposed_by": lambda seat: 2,
}
"""What an answer costs beside those of a plain deal: what is folded away is one tap more."""

WAYS: Final = {"made", "points", "bids"}
"""The answers that tell in which way a deal was entered."""


def keys(game: str, entry: Entry, deal: int) -> list[str]:
    """The keys that enter a deal, counted from 0, in the order in which the pad asks."""
    if entry.get("passed_out"):
        tricks = entry.get("side_tricks", [])[:1]
        return ["passed_out-yes", *(f"side_tricks.0-{number}" for number in tricks)]
    return list(KEYS[game](entry, deal))


def taps_allowed(game: str, entry: Entry, before: Entry) -> int:
    """The most taps a deal may take, the wide key included: the table's figures of what a hand can
    bear, what its further answers cost, and two for another way of entering than before."""
    switched = WAYS & entry.keys() != WAYS & before.keys()
    return _taps(game, entry) + 2 * switched


def _taps(game: str, entry: Entry) -> int:
    if entry.get("passed_out"):
        return 2 + ("side_tricks" in entry)
    if game == "tally":
        return len(entry["points"]) + 1
    if KEYS[game] is _exact:
        return len(entry["tricks"]) + 2 * len(missed(entry)) + 1
    if "bids" in entry and game == "sharp-nullo":
        return 8 + 2 + 1
    if game == "trex":
        return _trex_taps(entry)
    return TAPS[game] + sum(more(entry[name]) for name, more in MORE.items() if name in entry)


def _trex_taps(entry: Entry) -> int:
    """The game, three counts or places or a tap a card, the wide key; one more for each doubled
    card, for who led where its holder took it, and to open what is doubled among several."""
    cards = entry.get("cards", ())
    doubled = [card for card in cards if "doubled_by" in card]
    opened = len(cards) > 1 and bool(doubled)
    led = sum("led_by" in card for card in doubled)
    return 1 + (len(cards) or 3) + 1 + len(doubled) + led + opened


def enter(phone: Phone, game: str, entry: Entry, deal: int) -> None:
    """Tap a deal in, without saving it. Where htmx is missing the wide key brings what is next."""
    if game == "tally":
        for seat, points in enumerate(entry["points"]):
            phone.write(f"points.{seat}", str(points))
        return
    before = ""
    for key in keys(game, entry, deal):
        asked = key.rpartition("-")[0]
        is_way = asked.startswith("by.")
        if not (phone.live or is_way) and (asked == before or not phone.key(key).count()):
            phone.save()
        phone.tap(key)
        before = asked
