"""Where a game stands, as plain values for the templates: sides, summary, rules, voices."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper import rulebook
from scorekeeper.games._ledger import Pad
from scorekeeper.printed import signed
from scorekeeper.sentences import Voice, all_of, say
from scorekeeper.sheet import Head, voice_of, voice_of_all
from scorekeeper.web.paper import SignVoice
from scorekeeper.web.voices import apart, on_page


class SideShown(NamedTuple):
    """A side's place in the totals."""

    name: str
    total: int
    carried: str
    deals: bool
    won: bool
    out: bool
    rank: int
    pips: tuple[str, str] = ("", "")


def sides_of(pads: Sequence[Pad]) -> list[SideShown]:
    """The totals, with what is carried, who deals, who won and who has left."""
    pad = pads[-1]
    voice = on_page(voice_of_all(pads))
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
    dealer = on_page(voice_of(pad)).seat(pad.game.upcoming(pad)["dealer"])
    return f"deal {pad.deals + 1} · {dealer} deals"


def summary_of(pads: Sequence[Pad]) -> Iterator[str]:
    """What is worth telling at the end: deals, the best deal, bids kept."""
    pad = pads[-1]
    if not pad.deals:
        return
    voice = on_page(voice_of_all(pads))
    yield voice.text(say("{n} {n:deal|deals}", n=pad.deals))
    deals = [row for row in pad.rows if row.kind == "deal"]
    best = max(deals, key=lambda row: max(row.scores))
    top = max(best.scores)
    if top > 0 and not pad.game.low_wins(pad.options):
        side = best.scores.index(top)
        template = "best deal: {side} in deal {n}, {points}"
        name = on_page(Voice(best.seats, pad.sides)).side(side)
        yield voice.text(say(template, side=name, n=best.number, points=signed(top)))
    yield from _bids_kept(pads, voice)


def _bids_kept(pads: Sequence[Pad], voice: Voice) -> Iterator[str]:
    facts = pads[-1].game.facts
    if facts is None:
        return
    kept: dict[tuple[int, str], list[int]] = {}
    for before, row in zip(pads, pads[-1].rows, strict=False):
        for seat, fact, count in facts(before, row.entry) if row.kind == "deal" else ():
            if fact in ("bid kept", "bid lost"):
                who = row.seats[seat] or voice.seat(seat)  # who sat there then
                tally = kept.setdefault((seat, who), [0, 0])
                tally[0] += count if fact == "bid kept" else 0
                tally[1] += count
    by_seat = sorted(kept.items(), key=lambda one: one[0][0])
    # no line may end between a name and its count
    told = [
        "\N{NO-BREAK SPACE}".join((who, f"{made}", "of", f"{bids}"))
        for (_, who), (made, bids) in by_seat
    ]
    if told:
        yield "bids kept: " + ", ".join(told)


def rules_told(head: Head) -> str:
    """The variant and the house rules that differ from it, in a sentence."""
    changed = rulebook.changed(head.game, head.options, head.game.defaults(head.variant))
    variant = f"{head.game.name}, {head.variant}" if head.variant else head.game.name
    told = variant if variant.endswith("!") else f"{variant}."
    return f"{told} " + ("; ".join(changed) + "." if changed else "No house rule is changed.")


class Voices(NamedTuple):
    """The table's voice, and the one that reads suits as signs."""

    plain: Voice
    sign: Voice


def voices(pad: Pad) -> Voices:
    """Both voices of a table."""
    return Voices(on_page(voice_of(pad)), on_page(SignVoice(pad.seats, pad.sides)))


def names_told(pad: Pad) -> str:
    """Who plays: "Ann & Cat against Ben & Dan"."""
    sides = [[apart(name) for seat in seats if (name := pad.seats[seat])] for seats in pad.sides]
    names = [" & ".join(side) for side in sides if side]
    if len(names) == 2 and pad.game.partnerships:
        return f"{names[0]} against {names[1]}"
    return voice_of(pad).text(say("{names}", names=all_of(*names)))
