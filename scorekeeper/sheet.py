"""The score sheet and its result: documents in, documents out (sheet.md)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from scorekeeper.games import games
from scorekeeper.games._describe import json_types, survey
from scorekeeper.games._fields import Fault, Path, Question, read
from scorekeeper.games._ledger import (
    LONGEST_NAME,
    Entry,
    Game,
    Options,
    Pad,
    Refused,
    Row,
    after,
    blank,
    interview,
    kind_of,
)
from scorekeeper.payments import spaced, stake_of
from scorekeeper.sentences import Voice, say

FORMAT: Final = "scorekeeper/1"
RESULT_FORMAT: Final = "scorekeeper-result/1"
_KEYS: Final = (
    "format",
    "game",
    "variant",
    "options",
    "stake",
    "players",
    "dealer",
    "edition",
    "entries",
)

Document = dict[str, Any]
"""A JSON object, as read."""


class SheetRefused(ValueError):
    """A sheet that breaks a rule; `errors` are `{"at": path, "message": sentence}`."""

    def __init__(self, errors: Sequence[Document]) -> None:
        super().__init__("; ".join(f"{error['at']}: {error['message']}" for error in errors))
        self.errors = list(errors)


class Head(msgspec.Struct, frozen=True):
    """Who plays what: the game, its variant, every option with its value, names in seat order.

    `stake` is what one counter is worth, as `payments.stake_of` reads it; no score depends on it.
    """

    game: Game
    variant: str | None
    options: Options
    players: tuple[str, ...]
    dealer: int = 0
    edition: int = 1
    stake: str | None = None

    def blank(self) -> Pad:
        """The empty pad."""
        return blank(self.game, self.options, self.players, self.dealer)


def where(path: Path, prefix: str = "") -> str:
    """A path as it stands in errors: `entries[0].bids[2]`."""
    for step in path:
        prefix += f"[{step}]" if isinstance(step, int) else f".{step}" if prefix else step
    return prefix


def at_entry(index: int) -> str:
    """Where the entry stands in the sheet."""
    return f"entries[{index}]"


def errors_of(faults: Iterable[Fault], voice: Voice, prefix: str = "") -> list[Document]:
    """Faults as the documents have them, in words."""
    return [
        {"at": where(fault.path, prefix), "message": voice.text(fault.sentence)} for fault in faults
    ]


# --- the head -----------------------------------------------------------------------------------


def read_head(document: Any) -> Head:
    """The head of a sheet; raises `SheetRefused` with every fault of it."""
    if type(document) is not dict:
        raise SheetRefused([_error("", "A score sheet is a JSON object.")])
    errors = [_error(key, f"A score sheet has no `{key}`.") for key in document if key not in _KEYS]
    if document.get("format") != FORMAT:
        errors.append(_error("format", f"The format is always {FORMAT}."))
    if type(document.get("entries")) is not list:
        errors.append(_error("entries", "The entries are a list."))
    game = find_game(document.get("game"), errors)
    if game is None:
        raise SheetRefused(errors)
    variant = find_variant(game, document.get("variant"), errors)
    options = _options(game, variant, document.get("options", {}), errors)
    stake = _stake(game, options, document.get("stake"), errors)
    players = _players(game, document.get("players"), errors)
    seats = "There is no seat {given} at this table; seats are 0 to {high}."
    dealer = _whole(document, "dealer", range(len(players)), errors, seats)
    edition = _whole(document, "edition", range(1, game.edition + 1), errors)
    if game.check and not errors:
        faults = game.check(variant, options, len(players))
        errors += errors_of(faults, Voice(players, game.sides(options, len(players))))
    if errors:
        raise SheetRefused(errors)
    return Head(game, variant, options, players, dealer, edition, stake)


def _error(at: str, message: str) -> Document:
    return {"at": at, "message": message}


def find_game(slug: Any, errors: list[Document]) -> Game | None:
    """The game of that slug; None, and an error more, where there is none."""
    game = games().get(slug) if type(slug) is str else None
    if game is None:
        known = ", ".join(games())
        errors.append(_error("game", f"This game is not known; there are {known}."))
    return game


def find_variant(game: Game, variant: Any, errors: list[Document]) -> str | None:
    """The variant of that name, the first where none is given; an error more where it is none."""
    first = next(iter(game.variants))
    if variant is None:
        return first
    if type(variant) is str and variant in game.variants:
        return variant
    known = " and ".join(name for name in game.variants if name)
    said = f"the variants of {game.name} are {known}" if known else f"{game.name} has no variants"
    errors.append(_error("variant", f"This variant is not known; {said}."))
    return first


def _options(game: Game, variant: str | None, given: Any, errors: list[Document]) -> Options:
    if type(given) is not dict:
        errors.append(_error("options", "The options are an object."))
        return game.defaults(variant)
    defaults = game.defaults(variant)
    for name in given:
        if name not in defaults:
            errors.append(_error(f"options.{name}", f"{game.name} has no option `{name}`."))
    chosen = {name: value for name, value in given.items() if name in defaults}
    if chosen:
        errors += errors_of(option_faults(game, chosen), Voice(), "options")
    return {**defaults, **chosen}


def option_faults(game: Game, options: Options) -> list[Fault]:
    """What is wrong with the values of these options, one by one."""
    return read((option for option in game.options if option.path[0] in options), options).faults


def has_counters(game: Game, options: Options) -> bool:
    """Whether points are counters that the players pay one another."""
    return game.counters is not None and game.counters(options)


def _stake(game: Game, options: Options, given: Any, errors: list[Document]) -> str | None:
    if given is None:
        return None
    text = spaced(given) if type(given) is str else ""
    if stake_of(text) is None:
        errors.append(_error("stake", "The stake is an amount for one counter, 0.10 € say."))
    elif not errors and not has_counters(game, options):
        errors.append(_error("stake", "Nothing is paid by these rules, so there is no stake."))
    return text


def _players(game: Game, given: Any, errors: list[Document]) -> tuple[str, ...]:
    low, high = game.players[0], game.players[-1]
    number = f"{low}" if low == high else f"{low} to {high}"
    if type(given) is not list or len(given) not in game.players:
        errors.append(_error("players", f"{game.name} is for {number} players, named in a list."))
        return ()
    names = [name.strip() if type(name) is str else "" for name in given]
    folded = [name.casefold() for name in names]
    for seat, name in enumerate(names):
        at = f"players[{seat}]"
        if not 0 < len(name) <= LONGEST_NAME:
            errors.append(_error(at, f"A name has 1 to {LONGEST_NAME} characters."))
        elif folded[seat] in folded[:seat]:
            errors.append(_error(at, f"Two players are called {name}; names must differ."))
    return tuple(names)


def _whole(
    document: Document,
    key: str,
    span: range,
    errors: list[Document],
    message: str = "`{key}` runs from {low} to {high}.",
) -> int:
    """The number under `key`; `edition` is the newest where absent, `dealer` 0."""
    default = span[-1] if key == "edition" else 0
    value = document.get(key, default)
    if type(value) is int and (value in span or (value == 0 and not span)):
        return value
    if type(value) is not int:
        message = "`{key}` is a whole number."
    high = span[-1] if span else 0
    said = message.format(key=key, given=value, low=span.start, high=high)
    errors.append(_error(key, said.replace("-", "−")))
    return default


# --- the entries --------------------------------------------------------------------------------


def replay(head: Head, entries: Sequence[Any]) -> list[Pad]:
    """The empty pad and the pad after each entry; raises `SheetRefused` at the first that cannot
    be, with what is plainly wrong in those behind it."""
    pads = [head.blank()]
    for index, entry in enumerate(entries):
        try:
            if type(entry) is not dict:
                raise Refused([Fault((), say("An entry is an object."))])
            pads.append(after(pads[-1], entry))
        except Refused as refused:
            pad = pads[-1]
            errors = errors_of(refused.faults, voice_of(pad), at_entry(index))
            raise SheetRefused([*errors, *_plain_faults(pad, entries, index + 1)]) from None
    return pads


def voice_of(pad: Pad) -> Voice:
    """Speaks of the players who sit there now."""
    return Voice(pad.seats, pad.sides)


def voice_of_all(pads: Sequence[Pad]) -> Voice:
    """Speaks of the players who sit there now, and by name of those who have left; `pads` are all
    of a table from the empty one on."""
    names = [*pads[-1].seats]
    for pad in reversed(pads):
        if None not in names:
            break
        for seat, name in enumerate(pad.seats):
            names[seat] = names[seat] or name
    return Voice(names, pads[-1].sides)


def _plain_faults(pad: Pad, entries: Sequence[Any], start: int) -> Iterable[Document]:
    """Wrong keys and JSON types of later entries, which depend on one that was refused."""
    voice = voice_of(pad)
    for index in range(start, len(entries)):
        entry = entries[index]
        if type(entry) is not dict:
            yield _error(at_entry(index), "An entry is an object.")
            continue
        known = _fields(pad.game, msgspec.json.encode(pad.options), len(pad.seats))
        kind = kind_of(pad.game, entry)
        for key, value in entry.items():
            fault = _plain_fault(key, value, known[kind])
            if fault is not None:
                yield from errors_of([fault], voice, at_entry(index))


def _plain_fault(key: str, value: Any, known: Mapping[Path, Question]) -> Fault | None:
    if not any(path[0] == key for path in known):
        return Fault((key,), say("{field} is not asked for here.", field=key))
    types = json_types(known[(key,)]) if (key,) in known else (dict,)
    if object in types or type(value) in types:
        return None
    return Fault((key,), say("{field}: this is not the kind of value it takes.", field=key))


@lru_cache(maxsize=64)
def _fields(game: Game, options: bytes, seats: int) -> Mapping[str, Mapping[Path, Question]]:
    return fields_of(game, msgspec.json.decode(options), seats)


def fields_of(game: Game, options: Options, seats: int) -> Mapping[str, Mapping[Path, Question]]:
    """What each kind of entry may hold, for a table of so many seats under these options."""
    pad = blank(game, options, [str(seat) for seat in range(seats)])
    kinds = ("deal", "adjust", "seat", "finish", *game.extras)
    return {kind: survey(lambda kind=kind: interview(pad, kind)) for kind in kinds}  # type: ignore[misc]


# --- the result ---------------------------------------------------------------------------------


def score(document: Any) -> Document:
    """The result document of a sheet, or `{"errors": [...]}`."""
    try:
        head = read_head(document)
        return result(head, replay(head, document["entries"]))
    except SheetRefused as refused:
        return {"errors": refused.errors}


def result(head: Head, pads: Sequence[Pad]) -> Document:
    """The result document: every entry with its scores, totals, state and lines, and the end."""
    pad = pads[-1]
    outcome = pad.outcome
    return {
        "format": RESULT_FORMAT,
        "game": head.game.slug,
        "variant": head.variant,
        "sides": [
            {"seats": list(seats), "name": side_name(pad, side)}
            for side, seats in enumerate(pad.sides)
        ],
        "entries": _entry_results(pads),
        "totals": list(pad.totals),
        "finished": outcome is not None,
        "outcome": outcome
        and {
            "winners": list(outcome.winners),
            "drawn": outcome.drawn,
            "text": voice_of(pad).text(outcome.text),
            "rule": outcome.rule,
        },
        "next": None if outcome else {"deal": pad.deals + 1, **head.game.upcoming(pad)},
    }


def side_name(pad: Pad, side: int) -> str | None:
    """The names of who plays for the side now; None where nobody is left."""
    names = [name for seat in pad.sides[side] if (name := pad.seats[seat]) is not None]
    return " & ".join(names) if names else None


def _entry_results(pads: Sequence[Pad]) -> list[Document]:
    """The result of every entry; `pads` are the empty one and that after each entry."""
    documents, voice = [], voice_of(pads[0])
    for pad, row in zip(pads[1:], pads[-1].rows, strict=True):
        if row.seats is not voice.names or pad.sides is not voice.sides:
            voice = Voice(row.seats, pad.sides)
        documents.append(entry_result(pad, row, voice))
    return documents


def entry_result(pad: Pad, row: Row, voice: Voice | None = None) -> Document:
    """One entry of the result document; `pad` is the pad just after the row, `voice` one that
    knows who sat there then."""
    voice = voice or Voice(row.seats, pad.sides)
    game, lines, text = pad.game, row.lines, voice.text
    columns = game.columns
    document = _of_kind(row)
    document["scores"] = row.scores
    document["totals"] = row.totals
    if len(columns) > 1:
        document.update(_by_column(row, columns))
    document["state"] = game.state(pad)
    if game.tallies:
        lines = tuple([line for line in lines if line.column in columns])
    document["lines"] = [
        {"side": line.side, "points": line.points, "text": text(line.text), "rule": line.rule}
        for line in lines
    ]
    if len(columns) > 1:
        for told, line in zip(document["lines"], lines, strict=True):
            told["column"] = line.column
    return document


def _of_kind(row: Row) -> Document:
    """The kind of the entry, and what only entries of this kind have."""
    if row.kind == "deal":
        return {"kind": "deal", "deal": row.number, "dealer": row.dealer, **row.recorded}
    if row.kind == "adjust":
        ruling = row.entry["adjust"]
        return {"kind": "adjust", **{key: ruling[key] for key in ("deal", "rule") if key in ruling}}
    return {"kind": row.kind}


def _by_column(row: Row, columns: Sequence[str]) -> Document:
    """The points by side of each column."""
    sums = {column: [0] * len(row.scores) for column in columns}
    for line in row.lines:
        if line.column in sums:
            sums[line.column][line.side] += line.points
    return sums


def dump(head: Head, entries: Sequence[Entry]) -> Document:
    """The sheet document, listing only the options that differ from the variant's defaults."""
    defaults = head.game.defaults(head.variant)
    changed = {k: v for k, v in head.options.items() if v != defaults[k]}
    document: Document = {"format": FORMAT, "game": head.game.slug}
    if head.variant is not None:
        document["variant"] = head.variant
    if changed:
        document["options"] = changed
    if head.stake is not None:
        document["stake"] = head.stake
    document["players"] = list(head.players)
    document["dealer"] = head.dealer
    document["edition"] = head.edition
    document["entries"] = list(entries)
    return document
