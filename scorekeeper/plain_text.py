"""A scored sheet and a game's description as plain text, for the terminal."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import UNSET

from scorekeeper import catalogue
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Game, Pad
from scorekeeper.engine.pad import side_names, voice_of
from scorekeeper.payments import named_payments, stake_of
from scorekeeper.sentences import Voice, minus, tell, with_sign
from scorekeeper.sheet.documents import Head
from scorekeeper.sheet.results import headline

_LEAST = 8
# not all that is invisible: joiners stay, or an emoji of several would fall apart
_COMMANDS = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def without_control_characters(text: str) -> str:
    """Return the text without what a terminal takes for a command, or for a change of direction."""
    return _COMMANDS.sub("\ufffd", text)


def pad_text(head: Head, pads: Sequence[Pad]) -> str:
    """Return the pad: a line an entry with points and totals by side, below it why; who pays whom,
    if the points are counters, and at last the end."""
    last = pads[-1]
    names = side_names(pads)
    widths = [max(len(name), _LEAST) for name in names]
    title = head.game.name + (f" ({head.variant})" if head.variant else "")
    lines = [title, "", _columns("", names, widths)]
    for row, (before, after) in zip(last.rows, pairwise(pads), strict=True):
        label = f"{row.number}" if row.number else row.kind
        totals = [*map(minus, row.totals)]
        lines.append(_columns(label, totals, widths))
        reasons = _reasons(row, after) or [headline(before, row.entry, voice_of(before))]
        lines += [f"{'':9}{text}" for text in reasons]
    voice = voice_of(last)
    if last.outcome and head.game.has_counters(head.options):
        lines += ["", *_payments(head, pads)]
    lines += [
        "",
        voice.text(last.outcome.text) if last.outcome else tell("Deal {n} next", n=last.deals + 1),
    ]
    return "\n".join(map(without_control_characters, lines))


def _payments(head: Head, pads: Sequence[Pad]) -> Iterator[str]:
    names, totals = side_names(pads), pads[-1].totals
    for payer, payee, counters, money in named_payments(names, totals, stake_of(head.stake)):
        text = tell("{payer} to {payee}: {n}", payer=payer, payee=payee, n=counters)
        yield f"{text}, {money}" if money else text


def _columns(label: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=False))
    return f"{label:<8} {padded}"


def _reasons(row: Row, after: Pad) -> list[str]:
    voice = Voice(row.seats, after.sides)
    return [
        f"{voice.side(line.side)} {with_sign(line.points)}: {voice.text(line.text)} ({line.rule})"
        for line in row.lines
        if line.column in after.game.columns
    ]


def description_text(game: Game) -> str:
    """Return the game's variants, options and entry fields, one a line."""
    described = catalogue.description(game)
    variants = ", ".join(described.variants) or tell("none")
    lines = [
        f"{described.name} ({described.slug})",
        described.about,
        tell("variants: {variants}", variants=variants),
        tell("options:"),
    ]
    for option in described.options:
        defaults = "/".join(_json(values[option.field]) for values in described.defaults.values())
        lines.append(f"  {option.field} = {defaults} ({_field_text(option)})")
        lines.append(f"    {option.label}. {option.says or ''}".rstrip())
    for kind, fields in described.entries.items():
        lines.append(f"{kind}:")
        lines += [f"  {field.field}: {_field_text(field)}" for field in fields]
    for question, keys in described.referee.items():
        lines.append(tell("context of a {question}:", question=question))
        lines += [f"  {key.says}" for key in keys]
    return "\n".join(lines)


def _field_text(field: catalogue.Holds) -> str:
    types = " or ".join(kind for kind in field.types if kind not in ("array", "null"))
    null = " or null" if "null" in field.types else ""
    optional = ", optional" if field.optional else ""
    if field.items:
        each = f", one a {field.each}" if field.each else ""
        fields = field.items.fields or ()
        parts = "".join(f"\n    {one.field}: {_field_text(one)}" for one in fields)
        return f"array of {_field_text(field.items)}{each}{null}{optional}{parts}"
    if field.values:
        return ", ".join(map(_json, field.values)) + null + optional
    bounds = f" {field.least} to {field.most}" if field.least is not UNSET else ""
    return types + bounds + null + optional


def _json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
