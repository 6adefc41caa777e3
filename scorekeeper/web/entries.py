"""The entries of a table as plain values for the templates: each with its points and why."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.games._ledger import Line, Pad, Row
from scorekeeper.sentences import Voice
from scorekeeper.sheet import headline, voice_of
from scorekeeper.tables import Opened, Written, last_scored
from scorekeeper.web.voices import on_page

NEWEST: Final = 12
"""How many entries the pad itself shows; the whole sheet has all of them."""


class LineShown(NamedTuple):
    """One line: whose, how many points, why, where the rule stands."""

    side: int
    who: str
    points: int
    text: str
    column: str
    rule: str
    href: str


class RowShown(NamedTuple):
    """One entry: its number if it is a deal, its headline, points and totals by side, its lines."""

    seq: int
    number: int | None
    head: str
    scores: Sequence[int]
    totals: Sequence[int]
    lines: Sequence[LineShown]
    struck: bool = False
    amended: bool = False
    names: Sequence[str] = ()


def lines_of(row: Row, pad: Pad, rule: str) -> list[LineShown]:
    """The row's lines; `rule` is the address of the rules page, to which the anchor is put."""
    voice = on_page(Voice(row.seats, pad.sides))
    columns, names = pad.game.columns, _names_then(row, pad, voice)
    return [
        _line(line, names[line.side], voice, rule, columns)
        for line in row.lines
        if line.column in columns
    ]


def _line(line: Line, who: str, voice: Voice, rule: str, columns: Sequence[str]) -> LineShown:
    column = line.column if len(columns) > 1 else ""
    text = voice.text(line.text)
    return LineShown(line.side, who, line.points, text, column, line.rule, f"{rule}#{line.rule}")


def places(
    pads: Sequence[Pad], written: Sequence[Written], newest: int | None = None
) -> Iterator[tuple[Written, int]]:
    """The entries, newest first, at most `newest` of them: each with the number of entries that
    count before it. Struck ones stand in their place."""
    index, shown = len(pads) - 1, 0
    for item in reversed(written):
        if newest is not None and shown >= newest:
            return
        if item.kind != "entry":
            continue
        index -= not item.struck
        shown += 1
        yield item, index


def rows_of(
    pads: Sequence[Pad], written: Sequence[Written], rule: str, newest: int | None = None
) -> list[RowShown]:
    """The entries as `places` has them, ready to be shown."""
    return [row_of(pads, index, item, rule) for item, index in places(pads, written, newest)]


def row_of(pads: Sequence[Pad], index: int, item: Written, rule: str) -> RowShown:
    """One entry, `index` entries that count being before it."""
    before = pads[index]
    voice = on_page(Voice(before.seats, before.sides))
    if item.struck:
        return RowShown(item.seq, None, headline(before, item.payload, voice), (), (), (), True)
    after = pads[index + 1]
    row = after.rows[index]
    voice = on_page(Voice(row.seats, after.sides))
    return RowShown(
        item.seq,
        row.number,
        headline(before, row.entry, voice),
        row.scores if row.lines else (),
        row.totals,
        lines_of(row, after, rule),
        amended=item.amended,
        names=_names_then(row, after, voice),
    )


def _names_then(row: Row, after: Pad, voice: Voice) -> tuple[str, ...]:
    """The names of the sides at the time; a dash for one whose seat was empty."""
    return tuple(
        voice.side(side) if any(row.seats[seat] for seat in seats) else "–"
        for side, seats in enumerate(after.sides)
    )


def as_last_scored(rows: Iterable[RowShown], table: Opened, rule: str) -> list[RowShown]:
    """The entries of a table under an older edition, as they were scored then."""
    voice = on_page(voice_of(table.pad))
    shown = []
    for row in rows:
        old = last_scored(table, row.seq)
        if old is not None:
            lines = [
                LineShown(
                    line["side"],
                    voice.side(line["side"]),
                    line["points"],
                    line["text"],
                    line.get("column", ""),
                    line["rule"],
                    f"{rule}#{line['rule']}",
                )
                for line in old["lines"]
            ]
            names = row.names or tuple(voice.side(side) for side in range(len(table.pad.sides)))
            # it counted then, though today's rules may refuse it
            row = row._replace(number=old.get("deal"), struck=False, names=names, lines=lines)
            row = row._replace(scores=old["scores"], totals=old["totals"])
        shown.append(row)
    return shown
