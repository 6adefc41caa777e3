"""The entries of a table as plain values for the templates: each with its points and why."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.engine.ledger import Pad, Row
from scorekeeper.sentences import Voice, tell
from scorekeeper.sheet import headline, voice_of
from scorekeeper.tables import LoadedTable, SheetItem, find_ruling, last_scored
from scorekeeper.web.interview.coins import NONE_CHOSEN, Chosen, Coin, coins_at, colours_of_sides
from scorekeeper.web.interview.declared import DeclaredBid, declared_in_deal
from scorekeeper.web.shared.voices import on_page
from scorekeeper.web.table import rulings_shown

NEWEST: Final = 12
"""How many entries the pad itself shows; the whole sheet has all of them."""


class LineShown(NamedTuple):
    """A line of an entry: its side, points, sentence, and the address of the rule; ``coins`` are
    those of the side's players, ``colour`` is its colour number, ``is_named`` says whether the
    text begins with the name of one of its players."""

    side: int
    who: str
    points: int
    text: str
    column: str
    rule: str
    href: str
    coins: Sequence[Coin] = ()
    colour: int = 0
    is_named: bool = False


class RowShown(NamedTuple):
    """One entry: its number if it is a deal, its headline, points and totals by side, its lines.

    A ruling is one row with all that came with it, ``href`` is where it stands; ``outcome`` is
    that of the ruling.
    """

    seq: int
    number: int | None
    head: str
    scores: Sequence[int]
    totals: Sequence[int]
    lines: Sequence[LineShown]
    deleted: bool = False
    edited: bool = False
    names: Sequence[str] = ()
    outcome: str = ""
    href: str = ""
    declared: Sequence[DeclaredBid] = ()


class EntryPlace(NamedTuple):
    """An entry, and how many that count are before it; or a ruling (its note), and how many of the
    entries up to its last one count."""

    item: SheetItem
    counted: int


def lines_of(row: Row, pad: Pad, rule: str, chosen: Chosen = NONE_CHOSEN) -> list[LineShown]:
    """Return the row's lines; `rule` is the address of the rules page, to which the anchor is
    put."""
    voice = on_page(Voice(row.seats, pad.sides))
    columns, names = pad.game.columns, _names_at_the_time(row, pad, voice)
    by_seat = coins_at(row.seats, pad.sides, chosen)
    coins = [tuple(by_seat[seat] for seat in seats) for seats in pad.sides]
    colours = colours_of_sides(by_seat, pad.sides)
    return [
        LineShown(
            line.side,
            names[line.side],
            line.points,
            voice.text(line.text),
            line.column if len(columns) > 1 else "",
            line.rule,
            f"{rule}#{line.rule}",
            coins[line.side],
            colours[line.side],
            line.text.template.startswith("{seat}")
            and line.text.values["seat"] in pad.sides[line.side],
        )
        for line in row.lines
        if line.column in columns
    ]


def places(table: LoadedTable, newest: int | None = None) -> Iterator[EntryPlace]:
    """Yield the rows to list, newest first, at most `newest`. A deleted entry keeps its place; a
    ruling is where it moved the points."""
    rulings = {one.seq: one for one in table.standing.notes if "ruling" in one.payload}
    moved = {one.about for one in table.sheet_items if one.kind == "entry"} if rulings else set()
    alone = {seq: note for seq, note in rulings.items() if seq not in moved}
    counted, shown, listed = len(table.pads) - 1, 0, set()
    for item in reversed(table.sheet_items):
        if newest is not None and shown >= newest:
            return
        upto, is_entry = counted, item.kind == "entry"
        counted -= is_entry and not item.deleted
        ruling = rulings.get(item.about or 0) if is_entry else alone.get(item.seq)
        if is_entry and ruling is None:
            yield EntryPlace(item, counted)
        elif ruling is not None and ruling.seq not in listed:
            listed.add(ruling.seq)
            yield EntryPlace(ruling, upto)
        else:
            continue
        shown += 1


def rows_of(table: LoadedTable, rule: str) -> list[RowShown]:
    """Return all that is listed, newest first, ready to be shown."""
    return [row_at(table, place, rule) for place in places(table)]


def row_at(table: LoadedTable, place: EntryPlace, rule: str) -> RowShown:
    """Return the row of that place; under an older edition, as it was scored then."""
    if place.item.kind == "note":
        return _ruling(table, place, rule)
    row = row_of(table.pads, place.counted, place.item, rule, table.coins)
    return _as_last_scored(row, table, rule) if table.outdated else row


def row_of_entry(table: LoadedTable, seq: int, rule: str) -> RowShown | None:
    """Return an entry by itself, one that came with a ruling too."""
    index = 0
    for item in table.sheet_items:
        if item.seq == seq:
            return row_at(table, EntryPlace(item, index), rule) if item.kind == "entry" else None
        index += item.kind == "entry" and not item.deleted
    return None


def _ruling(table: LoadedTable, place: EntryPlace, rule: str) -> RowShown:
    """Return a ruling: what was decided and who agreed, the points of all its entries, their
    lines."""
    note = place.item
    shown = rulings_shown.shown_ruling(table, find_ruling(table, note.seq))
    of_it = {one.seq for one in table.standing.entries if one.about == note.seq}
    came = [row for seq in table.seqs if seq in of_it and (row := row_of_entry(table, seq, rule))]
    return RowShown(
        note.seq,
        None,
        tell("Ruling {deal}: {happened}", deal=shown.deal, happened=shown.happened)
        if shown.deal
        else tell("Ruling: {happened}", happened=shown.happened),
        [sum(points) for points in zip(*(one.scores for one in came), strict=False)],
        came[-1].totals if came else (),
        [line for one in came for line in one.lines],
        deleted=note.deleted,
        names=came[-1].names if came else (),
        outcome=shown.outcome,
        href=shown.href,
    )


def row_of(
    pads: Sequence[Pad],
    index: int,
    item: SheetItem,
    rule: str,
    chosen: Chosen = NONE_CHOSEN,
) -> RowShown:
    """Return one entry, `index` entries that count being before it."""
    before = pads[index]
    voice = on_page(Voice(before.seats, before.sides))
    if item.deleted:
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
        lines_of(row, after, rule, chosen),
        edited=item.amended,
        names=_names_at_the_time(row, after, voice),
        declared=declared_in_deal(before, item, voice) if item.declared else (),
    )


def _names_at_the_time(row: Row, after: Pad, voice: Voice) -> tuple[str, ...]:
    """Return the names of the sides at the time; a dash for one whose seat was empty."""
    return tuple(
        voice.side(side) if any(row.seats[seat] for seat in seats) else "–"
        for side, seats in enumerate(after.sides)
    )


def _as_last_scored(row: RowShown, table: LoadedTable, rule: str) -> RowShown:
    """Return the entry of a table under an older edition, as it was scored then."""
    old = last_scored(table, row.seq)
    if old is None:
        return row
    voice = on_page(voice_of(table.pad))
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
    row = row._replace(number=old.get("deal"), deleted=False, names=names, lines=lines)
    return row._replace(scores=old["scores"], totals=old["totals"])
