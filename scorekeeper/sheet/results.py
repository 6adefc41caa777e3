"""The result of a sheet: every entry with its scores, totals, state and lines, and the end."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NotRequired, TypedDict, cast

import msgspec
from msgspec.structs import replace

from scorekeeper.engine.deals import Entry, Outcome, Row
from scorekeeper.engine.game import Pad, carried_state, deal_headline
from scorekeeper.engine.pad import result_in, voice_of
from scorekeeper.sentences import Sentence, Voice, phrase, say, tell
from scorekeeper.sheet.documents import Document, Head, game_in_sheet

RESULT_FORMAT: Final = "scorekeeper-result/1"


class ResultLine(TypedDict):
    """The reason for points: the sentence, and the paragraph of the rules that says so."""

    side: int
    points: int
    text: str
    rule: str
    column: NotRequired[str]


class ResultEntry(TypedDict):
    """The result of an entry; of a deal with what its game adds."""

    kind: str
    deal: NotRequired[int]
    dealer: NotRequired[int]
    rule: NotRequired[str]
    scores: list[int]
    totals: list[int]
    state: dict[str, Any]
    lines: list[ResultLine]


class ResultSide(TypedDict):
    """The seats that score together, and the names of their players; None where all have left."""

    seats: list[int]
    name: str | None


class ResultOutcome(TypedDict):
    """The end of the game."""

    winners: list[int]
    drawn: bool
    text: str
    rule: str


class ResultOwn(TypedDict):
    """The document that a game was scored by: its name and its identity."""

    name: str
    sha256: str


class SheetResult(TypedDict):
    """A sheet as it is scored; `next` says what comes next, and is null after the end."""

    format: Literal["scorekeeper-result/1"]
    game: str
    own: NotRequired[ResultOwn]
    variant: str | None
    sides: list[ResultSide]
    entries: list[ResultEntry]
    totals: list[int]
    finished: bool
    outcome: ResultOutcome | None
    next: dict[str, Any] | None


def result(head: Head, pads: Sequence[Pad]) -> SheetResult:
    """Return the result document: every entry with its scores, totals, state and lines, and the
    end."""
    pad = pads[-1]
    outcome, own = pad.outcome, head.game.own
    scored: SheetResult = {
        "format": RESULT_FORMAT,
        "game": game_in_sheet(head.game)["game"],
        "variant": head.variant,
        "sides": [
            {"seats": list(seats), "name": _side_name(pad, side)}
            for side, seats in enumerate(pad.sides)
        ],
        "entries": _entry_results(pads),
        "totals": list(pad.totals),
        "finished": outcome is not None,
        "outcome": _outcome(outcome, voice_of(pad)) if outcome else None,
        "next": None if outcome else {"deal": pad.deals + 1, **pad.upcoming},
    }
    if own:
        scored["own"] = {"name": own.name, "sha256": own.sha256}
    return scored


def _outcome(outcome: Outcome, voice: Voice) -> ResultOutcome:
    return {
        "winners": list(outcome.winners),
        "drawn": outcome.drawn,
        "text": voice.text(outcome.text),
        "rule": outcome.rule,
    }


def _side_name(pad: Pad, side: int) -> str | None:
    """Return the names of the side's current players; None if all have left."""
    names = [name for seat in pad.sides[side] if (name := pad.seats[seat]) is not None]
    return " & ".join(names) if names else None


def _entry_results(pads: Sequence[Pad]) -> list[ResultEntry]:
    """Return the result of every entry; `pads` are the empty one and that after each entry."""
    documents: list[ResultEntry] = []
    voice = voice_of(pads[0])
    for pad, row in zip(pads[1:], pads[-1].rows, strict=True):
        if row.seats is not voice.names or pad.sides is not voice.sides:
            voice = Voice(row.seats, pad.sides)
        documents.append(cast(ResultEntry, entry_result(pad, row, voice)))
    return documents


def entry_result(pad: Pad, row: Row, voice: Voice | None = None) -> Document:
    """Return one entry of the result document; `pad` is the pad just after the row, `voice`
    names the players at that time."""
    voice = voice or Voice(row.seats, pad.sides)
    game, lines, text = pad.game, row.lines, voice.shared
    columns = game.columns
    document = _of_kind(row, game.upcoming_in_results)
    document["scores"] = row.scores
    document["totals"] = row.totals
    if len(columns) > 1:
        document.update(_by_column(row, columns))
    document["state"] = carried_state(pad)
    if game.tallies:
        lines = tuple([line for line in lines if line.column in columns])
    document["lines"] = [
        {"side": line.side, "points": line.points, "text": text(line.text), "rule": line.rule}
        for line in lines
    ]
    if len(columns) > 1:
        for listed, line in zip(document["lines"], lines, strict=True):
            listed["column"] = line.column
    return document


def _of_kind(row: Row, recorded: Sequence[str]) -> Document:
    """Return the kind of the entry, and what only entries of this kind have: of a deal the dealer,
    and what is `recorded` of the rest that was fixed before it."""
    if row.kind == "deal":
        document = {"kind": "deal", "deal": row.number, "dealer": row.upcoming["dealer"]}
        document.update({key: row.upcoming[key] for key in recorded if key in row.upcoming})
        return document
    if row.kind == "adjust":
        ruling = row.entry["adjust"]
        return {"kind": "adjust", **{key: ruling[key] for key in ("deal", "rule") if key in ruling}}
    return {"kind": row.kind}


def _by_column(row: Row, columns: Sequence[str]) -> Document:
    """Return the points by side of each column."""
    sums = {column: [0] * len(row.scores) for column in columns}
    for line in row.lines:
        if line.column in sums:
            sums[line.column][line.side] += line.points
    return sums


# --- without names ------------------------------------------------------------------------------
# Copies are stored beside a table's records. A person stands in them by id, and is named when the
# text is read: so forgetting somebody changes one row, in the table of persons.

_PERSON: Final = re.compile("\ue000(\\d+)\ue001")  # of the private use area


def nameless_summary(pad: Pad, persons: Mapping[str, int]) -> Document:
    """Return the seats, the totals, what is carried, and the outcome."""
    outcome = pad.outcome
    voice = Voice(_marked(pad.seats, persons), pad.sides)
    return _plain(
        {
            "seats": [name and persons[name] for name in pad.seats],
            "sides": pad.sides,
            "deals": pad.deals,
            "totals": pad.totals,
            "state": carried_state(pad),
            "outcome": _outcome(outcome, voice) if outcome else None,
        }
    )


def nameless_entry(pad: Pad, row: Row, persons: Mapping[str, int]) -> Document:
    """Return one entry of the result; `pad` is the pad just after the row."""
    return _plain(entry_result(pad, replace(row, seats=_marked(row.seats, persons))))


def _marked(names: Sequence[str | None], persons: Mapping[str, int]) -> tuple[str | None, ...]:
    return tuple(name and f"\ue000{persons[name]}\ue001" for name in names)


def _plain(document: Document) -> Document:
    """Return the document as it is when read back: tuples become lists."""
    plain: Document = msgspec.json.decode(msgspec.json.encode(document))
    return plain


def with_current_names(document: Any, names: Mapping[int, str]) -> Any:
    """Return a stored document with the names of these persons; marks of others stay as they
    are."""
    if isinstance(document, str):
        return _PERSON.sub(lambda mark: names.get(int(mark[1]), mark[0]), document)
    if isinstance(document, list):
        return [with_current_names(one, names) for one in document]
    if isinstance(document, dict):
        return {key: with_current_names(value, names) for key, value in document.items()}
    return document


# --- in a few words -----------------------------------------------------------------------------


def headline(pad: Pad, entry: Entry, voice: Voice) -> str:
    """Return an entry in a few words; `pad` is the one before it."""
    if "adjust" in entry:
        return tell("Adjustment: {reason}", reason=entry["adjust"]["reason"])
    if "seat" in entry:
        return _seat_headline(pad, entry["seat"])
    if "finish" in entry:
        reason, entered = entry["finish"].get("reason"), result_in(entry)
        if reason:
            template = (
                phrase("Result only: {reason}") if entered else phrase("Game ended: {reason}")
            )
            return tell(template, reason=reason)
        return tell("Result only") if entered else tell("Game ended")
    for kind in pad.game.extras:
        if kind in entry:
            return tell("{kind} declared", kind=kind.capitalize())
    sentence = deal_headline(pad, entry)
    return voice.text(sentence) if sentence else tell("Deal {n}", n=pad.deals + 1)


def _seat_headline(pad: Pad, fields: Mapping[str, Any]) -> str:
    number, name = fields["number"], fields["name"]
    old = pad.seats[number] if number < len(pad.seats) else None
    if name is None:
        return tell("{old} left", old=old)
    return (
        tell("{name} replaces {old}", name=name, old=old)
        if old
        else tell("{name} joins", name=name)
    )


def extra_label(kind: str) -> Sentence:
    """Return the text of the key for a game's own kind of entry."""
    return say("Declare a {kind}", kind=kind)
