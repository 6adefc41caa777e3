"""What a finished game is told by: how each side did, and three highlights."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper.engine.ledger import Pad, Row
from scorekeeper.plain_text import signed
from scorekeeper.sentences import Side, Voice, say
from scorekeeper.sheet import voice_of_all
from scorekeeper.statistics import KEPT, LOST, SIDE_KEPT, SIDE_LOST
from scorekeeper.web.shared.voices import on_page
from scorekeeper.web.table.summary import tallied

_FEWEST: Final = 3
"""The fewest bids of which it is told how many were made."""


class Highlight(NamedTuple):
    """A number or a place in the game, and what was there."""

    mark: str
    told: str


def highlights(pads: Sequence[Pad]) -> list[Highlight]:
    """At most three of a game, `pads` being all of its table from the empty one on."""
    deals = [row for row in pads[-1].rows if row.kind == "deal"]
    if not deals:
        return []
    voice = on_page(voice_of_all(pads))
    found = (
        *_best_deal(pads[-1], deals, voice),
        *_lead(pads[-1], deals, voice),
        *_best_bidder(pads, voice),
        *_widest(pads[-1], deals, voice),
    )
    return [*islice(found, 3)]


def _sign(pad: Pad) -> int:
    """1 where more points are better, −1 where fewer are."""
    return -1 if pad.game.low_wins(pad.options) else 1


def _best_deal(pad: Pad, deals: Sequence[Row], voice: Voice) -> Iterator[Highlight]:
    sign = _sign(pad)
    row = max(deals, key=lambda one: max(sign * score for score in one.scores))
    score = sign * max(sign * score for score in row.scores)
    told = say("best deal: {side}, deal {n}", side=Side(row.scores.index(score)), n=row.number)
    yield Highlight(signed(score), on_page(Voice(row.seats, pad.sides)).text(told))


def _leader(pad: Pad, totals: Sequence[int]) -> int | None:
    """The side that is ahead; None where several are level."""
    best = max(_sign(pad) * total for total in totals)
    ahead = [side for side, total in enumerate(totals) if _sign(pad) * total == best]
    return ahead[0] if len(ahead) == 1 else None


def _lead(pad: Pad, deals: Sequence[Row], voice: Voice) -> Iterator[Highlight]:
    """From which deal on the winner led."""
    last = _leader(pad, deals[-1].totals)
    if last is None:
        return
    since = deals[-1]
    for row in reversed(deals):
        if _leader(pad, row.totals) != last:
            break
        since = row
    told = say("{side} led from here on", side=Side(last))
    yield Highlight(f"deal {since.number}", voice.text(told))


def _best_bidder(pads: Sequence[Pad], voice: Voice) -> Iterator[Highlight]:
    """Who made the greatest share of their bids."""
    for facts in ((KEPT, LOST), (SIDE_KEPT, SIDE_LOST)):
        tallies = {who: one for (_, who), one in tallied(pads, voice, *facts).items()}
        many = {who: one for who, one in tallies.items() if one[1] >= _FEWEST}
        if many:
            who, (made, bids) = max(many.items(), key=lambda one: (one[1][0] / one[1][1], one[1]))
            yield Highlight(f"{made} of {bids}", f"bids made by {who}")
            return


def _widest(pad: Pad, deals: Sequence[Row], voice: Voice) -> Iterator[Highlight]:
    """The greatest lead of the game."""

    def lead(row: Row) -> int:
        first, second, *_ = sorted((_sign(pad) * total for total in row.totals), reverse=True)
        return first - second

    row = max(deals, key=lead)
    side = _leader(pad, row.totals)
    if side is not None:
        told = say("widest lead: {side}, deal {n}", side=Side(side), n=row.number)
        yield Highlight(str(lead(row)), voice.text(told))


def standing(pads: Sequence[Pad]) -> list[str]:
    """How each side did: deals won, and bids made where the game has bids."""
    pad, voice = pads[-1], on_page(voice_of_all(pads))
    won = [0] * len(pad.sides)
    for row in pad.rows:
        best = _leader(pad, row.scores) if row.kind == "deal" else None
        if best is not None:
            won[best] += 1
    made, bids = [0] * len(pad.sides), [0] * len(pad.sides)
    for seat_facts, by_side in (((KEPT, LOST), False), ((SIDE_KEPT, SIDE_LOST), True)):
        for (place, _), tally in tallied(pads, voice, *seat_facts).items():
            side = place if by_side else pad.side_of(place)
            made[side] += tally[0]
            bids[side] += tally[1]
    return [
        voice.text(
            say("{n} {n:deal|deals} · {made} of {bids} bids", n=n, made=kept, bids=all_bids)
            if all_bids
            else say("{n} {n:deal|deals} won", n=n)
        )
        for n, kept, all_bids in zip(won, made, bids, strict=True)
    ]
