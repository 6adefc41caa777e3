"""The entries of a table in words: each with its points and why, and the rulings on them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import url_for

from scorekeeper import rulebook
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import result_in, voice_of
from scorekeeper.leagues.precedents import Precedent, pinned_rulings
from scorekeeper.leagues.visit import LeagueVisit, league_of_table
from scorekeeper.sentences import (
    Sentence,
    Side,
    Voice,
    all_of,
    full_stop,
    say,
    tell,
    with_sign,
)
from scorekeeper.sheet.results import headline
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.store.table.records import SheetItem
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.tables.rulings import Ruling, find_ruling, rulings_of
from scorekeeper.tables.summaries import last_scored
from scorekeeper.web.interview.coins import (
    Coin,
    SignVoice,
    coins_at,
    colours_of_sides,
    on_page,
)
from scorekeeper.web.interview.declared import DeclaredBid, declared_in_deal
from scorekeeper.web.table import table_request
from scorekeeper.web.table.summary import voices

NEWEST: Final = 12
"""How many entries the pad itself shows; the whole sheet has all of them."""


class LineShown(NamedTuple):
    """A line of an entry: its side, points, sentence, and the rule: its anchor, heading and
    address; ``coins`` are those of the side's players, ``colour`` is its colour number,
    ``is_named`` says whether the text is read without the side's name before it."""

    side: int
    who: str
    points: int
    text: str
    column: str
    rule: str
    heading: str
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


def lines_of(row: Row, pad: Pad, rule: str, chosen: Coins = NONE_CHOSEN) -> list[LineShown]:
    """Return the row's lines; `rule` is the address of the rules page, to which the anchor is put.

    Where one of two sides scores, there is no line for the other that gets nothing by that rule;
    and where nobody scores, all for the same reason, this is told once.
    """
    voice = on_page(Voice(row.seats, pad.sides))
    columns, names = pad.game.columns, _names_at_the_time(row, pad, voice)
    by_seat = coins_at(row.seats, pad.sides, chosen)
    coins = [tuple(by_seat[seat] for seat in seats) for seats in pad.sides]
    colours = colours_of_sides(by_seat, pad.sides)
    headings = rulebook.anchors(pad.game)
    if row.kind == "finish" and result_in(row.entry):
        headings = {**headings, "finish": tell("Result from paper")}
    lines = [one for one in row.lines if one.column in columns]
    said = [voice.text(one.text) for one in lines]
    for_all = len(said) > 1 and len({*said}) == 1 and not any(one.points for one in lines)
    scored = {(1 - one.side, one.rule) for one in lines if one.points and len(pad.sides) == 2}
    return [
        LineShown(
            line.side,
            names[line.side],
            line.points,
            text,
            line.column if len(columns) > 1 else "",
            line.rule,
            headings.get(line.rule, line.rule),
            f"{rule}#{line.rule}",
            () if for_all else coins[line.side],
            colours[line.side],
            # else it read “Ann & Cat Ben made 5”
            for_all or line.names_player(pad.sides),
        )
        for line, text in zip(lines[:1] if for_all else lines, said, strict=False)
        if line.points or (line.side, line.rule) not in scored
    ]


def places(table: LoadedTable, newest: int | None = None) -> Iterator[EntryPlace]:
    """Yield the rows to list, newest first, at most `newest`. A deleted entry keeps its place; a
    ruling is where it moved the points."""
    rulings = {one.seq: one for one in table.state.notes if "ruling" in one.payload}
    # its points are an entry for each side, as the sheet's format says, but one row here
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
    shown = ruling_in_words(table, find_ruling(table, note.seq))
    of_it = {one.seq for one in table.state.entries if one.about == note.seq}
    came = [row for seq in table.seqs if seq in of_it and (row := row_of_entry(table, seq, rule))]
    return RowShown(
        note.seq,
        None,
        tell("Ruling ({deal}): {happened}", deal=shown.deal, happened=shown.happened)
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
    chosen: Coins = NONE_CHOSEN,
) -> RowShown:
    """Return one entry, `index` entries that count being before it."""
    before = pads[index]
    if item.deleted:
        head = headline(before, item.payload, voices(before).sign)
        return RowShown(item.seq, None, head, (), (), (), True)
    after = pads[index + 1]
    row = after.rows[index]
    # as they sat then: a deal from before a fourth player joined names its three
    voice = on_page(Voice(row.seats, after.sides))
    return RowShown(
        item.seq,
        row.number,
        headline(before, row.entry, SignVoice(voice.names, voice.sides)),
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
    voice, headings = on_page(voice_of(table.pad)), rulebook.anchors(table.head.game)
    players = [tuple(f"{voice.seat(seat)} " for seat in seats) for seats in table.pad.sides]
    lines = [
        LineShown(
            line["side"],
            voice.side(line["side"]),
            line["points"],
            line["text"],
            line.get("column", ""),
            line["rule"],
            headings.get(line["rule"], line["rule"]),
            f"{rule}#{line['rule']}",
            is_named=line["text"].startswith(players[line["side"]]),
        )
        for line in old["lines"]
    ]
    names = row.names or tuple(voice.side(side) for side in range(len(table.pad.sides)))
    # it counted then, though today's rules may refuse it
    row = row._replace(number=old.get("deal"), deleted=False, names=names, lines=lines)
    return row._replace(scores=old["scores"], totals=old["totals"])


# --- rulings: at the deal, in the history, as precedents, as house rules --------------------------

HOUSE_RULES: Final = "house-rules"
"""The anchor of that chapter, which every rules page has."""
_DECIDED: Final[Mapping[str, Sentence]] = {
    "strike": say("deal deleted"),
    "replay": say("deal replayed"),
    "correct": say("deal corrected"),
    "nothing": say("no change"),
}


class RulingInWords(NamedTuple):
    """A ruling in words: what was decided, in which deal, who agreed; the rule's heading and where
    it stands, and where the ruling itself does. `scope` says where it goes for a rule; `table` is
    the id of its table, if that is another one."""

    recorded: Ruling
    decided: str
    deal: str
    agreed: str
    rule: str
    rule_href: str
    href: str
    scope: str = ""
    table: str = ""

    @property
    def happened(self) -> str:
        return self.recorded.happened

    @property
    def in_words(self) -> str:
        """All but the deal and the rule, in a line."""
        return f"{self.happened}: {full_stop(self.outcome)}"

    @property
    def outcome(self) -> str:
        """The decision, and who agreed to it."""
        if not self.agreed:
            return self.decided
        return tell("{decided}; agreed by {agreed}", decided=self.decided, agreed=self.agreed)


def ruling_in_words(table: LoadedTable, one: Ruling) -> RulingInWords:
    """Return the ruling in words."""
    public_id, voice = table.row.public_id, on_page(voice_of(table.pad))
    game, anchor = table.head.game, one.rule
    deal = tell("deleted deal") if one.about else ""
    return RulingInWords(
        recorded=one,
        decided=_outcome_words(one.points, one.decided, voice),
        deal=tell("deal {n}", n=one.number) if one.number else deal,
        agreed=voice.listing(all_of(*one.agreed)),
        rule=rulebook.anchors(game).get(anchor, "") if anchor else "",
        rule_href=url_for("rules.page", slug=game.slug, table=public_id, _anchor=anchor),
        href=url_for("rulings.look", public_id=public_id, seq=one.seq),
    )


def _outcome_words(points: tuple[tuple[int, int], ...], decided: str, voice: Voice) -> str:
    moved = [say("{n} for {side}", n=with_sign(n), side=Side(side)) for side, n in points]
    if moved:
        return voice.text(say("{moved}", moved=all_of(*moved)))
    return voice.text(_DECIDED.get(decided, say("adjustment withdrawn")))


def by_record(table: LoadedTable) -> dict[int, tuple[RulingInWords, ...]]:
    """Return the rulings in force, by the records of their deals and of their points."""
    found: dict[int, tuple[RulingInWords, ...]] = {}
    for one in rulings_of(table):
        if not one.deleted:
            shown = ruling_in_words(table, one)
            for seq in (one.about, *one.entries):
                if seq is not None:
                    found[seq] = (*found.get(seq, ()), shown)
    return found


def ruling_elsewhere(visit: LeagueVisit, pinned: Precedent) -> RulingInWords:
    """Return the ruling of another table of the league; without names if the phone may not see
    that table."""
    shown = ruling_in_words(pinned.table, pinned.ruling)
    shown = shown._replace(
        scope=tell("In {name}", name=visit.league.name), table=pinned.table.row.public_id
    )
    if visit.is_member:
        return shown
    decided = tell("score adjusted") if pinned.ruling.points else shown.decided
    return shown._replace(decided=decided, agreed="", href="", deal="")


def pinned_by_heading(table: LoadedTable) -> dict[str, tuple[RulingInWords, ...]]:
    """Return the rulings pinned as house rules at a table, those of its league first, by the
    heading of the rules page they are shown under: that of their rule, else "House rules"."""
    found: dict[str, tuple[RulingInWords, ...]] = {}
    known = rulebook.anchors(table.head.game)
    for one in _pinned(table):
        rule = one.recorded.rule
        anchor = rule if rule and rule in known else HOUSE_RULES
        found[anchor] = (*found.get(anchor, ()), one)
    return found


def _pinned(table: LoadedTable) -> Iterator[RulingInWords]:
    own = {one.seq: one for one in rulings_of(table) if one.pinned and not one.deleted}
    if table.row.league_id is not None:
        visit = league_of_table(table.row.league_id, table_request.known_device())
        for pinned in pinned_rulings(visit, table.row.game):
            shown = ruling_elsewhere(visit, pinned)
            if pinned.table.row.id == table.row.id:
                # a table's own ruling is shown in full, and once
                own.pop(pinned.ruling.seq, None)
                shown = ruling_in_words(table, pinned.ruling)._replace(scope=shown.scope)
            yield shown
    for one in own.values():
        yield ruling_in_words(table, one)


def read_ruling(payload: Mapping[str, Any]) -> str:
    """Return a stored ruling in words, for the history, without the points it moved."""
    stored = payload["ruling"]
    decided = Voice().text(_DECIDED.get(stored["decided"], say("score adjusted")))
    clauses = [tell("{happened}: {decided}", happened=stored["happened"], decided=decided)]
    if stored["agreed"]:
        clauses.append(tell("agreed by {names}", names=", ".join(stored["agreed"])))
    if payload.get("pinned"):
        clauses.append(tell("pinned as a house rule"))
    return "; ".join(clauses)
