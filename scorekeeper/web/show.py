"""What the pages of a table show, as plain values for the templates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.games._fields import Flag
from scorekeeper.games._ledger import Entry, Line, Pad, Row
from scorekeeper.printed import signed
from scorekeeper.sentences import Sentence, Voice, all_of, say
from scorekeeper.sheet import Head, side_name, voice_of, voice_of_all
from scorekeeper.tables import Opened, Written, last_scored
from scorekeeper.web.forms import Ask, BranchAsk, Filling
from scorekeeper.web.paper import SignVoice

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


class SideShown(NamedTuple):
    """A side's place in the totals."""

    name: str
    total: int
    carried: str
    deals: bool
    turn: bool
    won: bool
    out: bool
    rank: int
    pips: tuple[str, str] = ("", "")


def lines_of(row: Row, pad: Pad, rule: str) -> list[LineShown]:
    """The row's lines; `rule` is the address of the rules page, to which the anchor is put."""
    voice = Voice(row.seats, pad.sides)
    columns = pad.game.columns
    return [_line(line, voice, rule, columns) for line in row.lines if line.column in columns]


def _line(line: Line, voice: Voice, rule: str, columns: Sequence[str]) -> LineShown:
    column = line.column if len(columns) > 1 else ""
    text = voice.text(line.text)
    who = voice.side(line.side)
    return LineShown(line.side, who, line.points, text, column, line.rule, f"{rule}#{line.rule}")


def headline(pad: Pad, entry: Entry, voice: Voice) -> str:
    """An entry in a few words; `pad` is the one before it."""
    if "adjust" in entry:
        return f"Adjustment: {entry['adjust']['reason']}"
    if "seat" in entry:
        return _seat_headline(pad, entry["seat"])
    if "finish" in entry:
        reason = entry["finish"].get("reason")
        return f"Stopped here: {reason}" if reason else "Stopped here"
    for kind in pad.game.extras:
        if kind in entry:
            return voice.text(extra_label(kind))
    sentence = pad.game.headline(pad, entry) if pad.game.headline else None
    return voice.text(sentence) if sentence else f"Deal {pad.deals + 1}"


def _seat_headline(pad: Pad, fields: Mapping[str, Any]) -> str:
    number, name = fields["number"], fields["name"]
    old = pad.seats[number] if number < len(pad.seats) else None
    if name is None:
        return f"{old} leaves"
    return f"{name} for {old}" if old else f"{name} joins"


def extra_label(kind: str) -> Sentence:
    """What an entry of the game's own is called."""
    return say("A {kind} is declared", kind=kind)


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
    voice = Voice(before.seats, before.sides)
    if item.struck:
        return RowShown(item.seq, None, headline(before, item.payload, voice), (), (), (), True)
    after = pads[index + 1]
    row = after.rows[index]
    voice = Voice(row.seats, after.sides)
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


def sides_of(pads: Sequence[Pad]) -> list[SideShown]:
    """The totals, with what is carried, who deals, who won and who has left."""
    pad = pads[-1]
    voice = voice_of_all(pads)
    away = {side for side, seats in enumerate(pad.sides) if not any(pad.seats[s] for s in seats)}
    carried: dict[int, list[str]] = {side: ["left"] for side in away}
    for side, text in pad.game.carried(pad) if pad.game.carried else ():
        carried.setdefault(side, []).append(voice.text(text))
    winners = pad.outcome.winners if pad.outcome else ()
    upcoming = {} if pad.outcome else pad.game.upcoming(pad)
    dealer = upcoming.get("dealer")
    sign = -1 if pad.game.low_wins(pad.options) else 1
    return [
        SideShown(
            voice.side(side),
            pad.totals[side],
            ", ".join(carried.get(side, ())),
            dealer in seats and len(seats) == 1,
            False,
            side in winners,
            side in away,
            1 + sum(sign * total > sign * pad.totals[side] for total in pad.totals),
            _pips(pad, pad.totals[side]),
        )
        for side, seats in enumerate(pad.sides)
    ]


def _pips(pad: Pad, total: int) -> tuple[str, str]:
    """The score on playing cards: red pips above nothing, black ones below, then those covered."""
    most = pad.game.pips(pad.options) if pad.game.pips else 0
    shown = min(abs(total), most)
    return ("♦" if total > 0 else "♠") * shown, "·" * (most - shown)


def now(pad: Pad) -> str:
    """Where the game stands: "deal 5 · Dan deals"."""
    if pad.outcome:
        return "finished"
    dealer = voice_of(pad).seat(pad.game.upcoming(pad)["dealer"])
    return f"deal {pad.deals + 1} · {dealer} deals"


def as_last_scored(rows: Iterable[RowShown], table: Opened, rule: str) -> list[RowShown]:
    """The entries of a table under an older edition, as they were scored then."""
    voice = voice_of(table.pad)
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


def summary_of(pads: Sequence[Pad]) -> Iterator[str]:
    """What is worth telling at the end: deals, the best deal, bids kept."""
    pad = pads[-1]
    if not pad.deals:
        return
    voice = voice_of_all(pads)
    yield voice.text(say("{n} {n:deal|deals}", n=pad.deals))
    deals = [row for row in pad.rows if row.kind == "deal"]
    best = max(deals, key=lambda row: max(row.scores))
    top = max(best.scores)
    if top > 0 and not pad.game.low_wins(pad.options):
        side = best.scores.index(top)
        template = "best deal: {side} in deal {n}, {points}"
        name = Voice(best.seats, pad.sides).side(side)
        yield voice.text(say(template, side=name, n=best.number, points=signed(top)))
    yield from _bids_kept(pads, voice)


def _bids_kept(pads: Sequence[Pad], voice: Voice) -> Iterator[str]:
    facts = pads[-1].game.facts
    if facts is None:
        return
    kept: dict[int, list[int]] = {}
    for before, row in zip(pads, pads[-1].rows, strict=False):
        for seat, fact, count in facts(before, row.entry) if row.kind == "deal" else ():
            if fact in ("bid kept", "bid lost"):
                tally = kept.setdefault(seat, [0, 0])
                tally[0] += count if fact == "bid kept" else 0
                tally[1] += count
    told = [f"{voice.seat(seat)} {made} of {bids}" for seat, (made, bids) in sorted(kept.items())]
    if told:
        yield "bids kept: " + ", ".join(told)


def rules_told(head: Head) -> str:
    """The variant and the house rules that differ from it, in a sentence."""
    changed = rulebook.changed(head.game, head.options, head.game.defaults(head.variant))
    variant = f"{head.game.name}, {head.variant}" if head.variant else head.game.name
    return f"{variant}. " + ("; ".join(changed) + "." if changed else "No house rule is changed.")


def ordered(asks: Sequence[Ask | BranchAsk]) -> list[Ask | BranchAsk]:
    """The steps as the page draws them: what must be answered, what may be left out, and last what
    is ticked and other ways to enter."""
    return sorted(asks, key=_rank)


def _rank(ask: Ask | BranchAsk) -> int:
    if isinstance(ask, BranchAsk) or isinstance(ask.question, Flag):
        return 2
    return 1 if ask.aside else 0


def shown_now(filling: Filling) -> list[Ask | BranchAsk]:
    """The steps to show: those after the play only once all before it are answered."""
    before = [question for question in filling.unsettled if question.when == "before"]
    begun = any(field.given and not field.derived for field in filling)
    asks = [ask for ask in filling.asks if not (begun and _unticked(ask))]
    if not before:
        return ordered(asks)
    asks = [
        ask
        for ask in asks
        if (ask.question.when == "before" if isinstance(ask, Ask) else _is_before(ask, filling))
    ]
    return ordered(asks)


def _unticked(ask: Ask | BranchAsk) -> bool:
    """A tick that was not made; it is out of place once something else is answered."""
    return isinstance(ask, Ask) and isinstance(ask.question, Flag) and not ask.fields[0].given


def _is_before(ask: BranchAsk, filling: Filling) -> bool:
    """A choice of branches belongs to the play if the question behind it does."""
    behind = filling.asks[filling.asks.index(ask) + 1 :]
    following = next((a for a in behind if isinstance(a, Ask)), None)
    return following is not None and following.question.when == "before"


def of_seats(asks: Iterable[Ask | BranchAsk], seats: frozenset[int]) -> list[Ask | BranchAsk]:
    """The questions that these seats may answer themselves."""
    kept: list[Ask | BranchAsk] = []
    for ask in asks:
        if isinstance(ask, Ask):
            fields = [field for field in ask.fields if field.question.seat in seats]
            if fields:
                kept.append(Ask(ask.question, fields))
    return kept


class Voices(NamedTuple):
    """The table's voice, and the one that reads suits as signs."""

    plain: Voice
    sign: Voice


def voices(pad: Pad) -> Voices:
    """Both voices of a table."""
    return Voices(voice_of(pad), SignVoice(pad.seats, pad.sides))


def names_told(pad: Pad) -> str:
    """Who plays: "Ann & Cat against Ben & Dan"."""
    names = [name for side in range(len(pad.sides)) if (name := side_name(pad, side))]
    if len(names) == 2 and pad.game.partnerships:
        return f"{names[0]} against {names[1]}"
    return voice_of(pad).text(say("{names}", names=all_of(*names)))
