"""How a finished game went: the deal that decided it, highlights, bids made, how each side did."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Fact, Pad, deal_headline, facts_of
from scorekeeper.engine.pad import entered_result, voice_of_all
from scorekeeper.sentences import Side, Voice, phrase, say, tell, with_sign
from scorekeeper.statistics import MADE, MISSED, SIDE_MADE, SIDE_MISSED
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.table.summary import sign_of


def summary_of(pads: Sequence[Pad]) -> Iterator[str]:
    """Yield the summary at the end: deals, the best deal, bids made."""
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
        template = phrase("best deal: {side}, {points} (deal {n})")
        # named as they sat then
        name = on_page(Voice(best.seats, pad.sides)).side(side)
        yield voice.text(say(template, side=name, n=best.number, points=with_sign(top)))
    yield from bids_made(pads, voice)


_UNBROKEN: Final = "\N{NO-BREAK SPACE}"
_BIDS: Final[Mapping[tuple[Fact, Fact], str]] = {
    (MADE, MISSED): phrase("Bids made: {counts}"),
    (SIDE_MADE, SIDE_MISSED): phrase("Bids made by each side: {counts}"),
}


def bids_made(pads: Sequence[Pad], voice: Voice) -> Iterator[str]:
    """Yield how many bids each player made, and each side of those that partners bid together."""
    for (made, lost), template in _BIDS.items():
        if tallies := _count_bids(pads, voice, made, lost):
            # no line break between a name and its count
            counts = (
                tell("{who} {n} of {all}", who=who, n=kept, all=bids).replace(" ", _UNBROKEN)
                for (_, who), (kept, bids) in sorted(tallies.items(), key=lambda one: one[0][0])
            )
            yield tell(template, counts=", ".join(counts))


def _count_bids(
    pads: Sequence[Pad], voice: Voice, made: Fact, lost: Fact
) -> Mapping[tuple[int, str], Sequence[int]]:
    pad = pads[-1]
    tallies: dict[tuple[int, str], list[int]] = {}
    for before, row in zip(pads, pad.rows, strict=False):
        counted = {
            (_bidder(pad, row, voice, seat, fact), fact)
            for seat, fact, _ in facts_of(before, row)
            if fact in (made, lost)
        }
        for whose, fact in counted:
            tally = tallies.setdefault(whose, [0, 0])
            tally[0] += fact == made
            tally[1] += 1
    return tallies


def _bidder(pad: Pad, row: Row, voice: Voice, seat: int, fact: Fact) -> tuple[int, str]:
    """Return whose bid it is: the player at the time, or the side with its players at the time."""
    if fact in (SIDE_MADE, SIDE_MISSED):
        side = pad.side_of(seat)
        return side, on_page(Voice(row.seats, pad.sides)).side(side)
    return seat, row.seats[seat] or voice.seat(seat)


_SITTING: Final = 6 * 60
"""The most minutes that a game takes in one sitting; longer ones went on another day."""


def facts(pad: Pad, minutes: int, wins: int) -> list[str]:
    """Return how long a finished game was, whether it was stopped, and which of so many `wins` in
    a row it is."""
    told = []
    if pad.deals:
        told.append(tell("{n} {n:deal|deals}", n=pad.deals))
    if 1 < minutes <= _SITTING:  # a sheet that was imported was not played here
        told.append(tell("{n} minutes", n=minutes))
    stopped = pad.last.entry.get("finish") if pad.last else None
    if stopped is not None and stopped.get("reason"):
        told.append(stopped["reason"])
    elif stopped is not None:
        told.append(tell("result only") if entered_result(pad) else tell("ended early"))
    if wins > 1:
        told.append(tell("{n} wins in a row", n=wins))
    return told


# --- highlights -----------------------------------------------------------------------------------

_FEWEST: Final = 3
"""The fewest bids of which it is told how many were made."""


class Highlight(NamedTuple):
    """A number or a place in the game, and what was there."""

    mark: str
    text: str


def highlights(pads: Sequence[Pad]) -> list[Highlight]:
    """At most three of a game, `pads` being all of its table from the empty one on: what decided
    it, who made their bids, the best deal."""
    deals = [row for row in pads[-1].rows if row.kind == "deal"]
    if not deals:
        return []
    voice, decided = on_page(voice_of_all(pads)), deciding_deal(pads)
    found = (
        *([_decision(decided, voice)] if decided else ()),
        *islice((*_best_bidder(pads, voice), *_lead(pads[-1], deals, voice)), 1),
        *_best_deal(pads[-1], deals, decided),
        *_widest(pads[-1], deals, voice),
    )
    return [*islice(found, 3)]


class DecidingDeal(NamedTuple):
    """The deal that decided a game: its number, the side whose points it moved most, those points,
    and what was played (empty where the game has no words for it)."""

    number: int
    side: int
    points: int
    played: str

    @property
    def told(self) -> tuple[str, str]:
        """The deal in a line: "8 spades by Ben, 1 down (−320)"; and its number alone."""
        points = with_sign(self.points)
        short = tell("deal {n}: {points}", n=self.number, points=points)
        played = tell("{played} ({points})", played=self.played, points=points)
        return played if self.played else short, short


def deciding_deal(pads: Sequence[Pad]) -> DecidingDeal | None:
    """Return the deal that moved the winner's lead most since it was last lost; None where not one
    side alone has won, or a single deal was played."""
    pad = pads[-1]
    places = [place for place, row in enumerate(pad.rows) if row.kind == "deal"]
    if pad.outcome is None or len(pad.outcome.winners) != 1 or min(len(places), len(pad.sides)) < 2:
        return None
    (winner,) = pad.outcome.winners
    others = (side for side in range(len(pad.sides)) if side != winner)
    rival = max(others, key=lambda side: sign_of(pad) * pad.totals[side])
    led = len(_since_led(pad, [pad.rows[place] for place in places], winner))

    def moved(place: int) -> tuple[int, int]:
        scores = pad.rows[place].scores
        return sign_of(pad) * (scores[winner] - scores[rival]), place

    _, place = max(map(moved, places[-max(led, 1) :]))
    row = pad.rows[place]
    gained = sign_of(pad) * (row.scores[winner] + row.scores[rival]) >= 0
    side = winner if gained else rival
    sentence = deal_headline(pads[place], row.entry)
    voice = on_page(Voice(row.seats, pad.sides))
    played = voice.text(sentence) if sentence else ""
    return DecidingDeal(row.number or 0, side, row.scores[side], played)


def _decision(decided: DecidingDeal, voice: Voice) -> Highlight:
    number = decided.number
    text = (
        tell("{played} (deal {n})", n=number, played=decided.played)
        if decided.played
        else voice.text(say("decided it: {side}, deal {n}", side=Side(decided.side), n=number))
    )
    return Highlight(with_sign(decided.points), text)


def _best_deal(pad: Pad, deals: Sequence[Row], decided: DecidingDeal | None) -> Iterator[Highlight]:
    """Yield the deal that brought a side most, unless it was told as the one that decided."""
    sign = sign_of(pad)
    row = max(deals, key=lambda one: max(sign * score for score in one.scores))
    score = sign * max(sign * score for score in row.scores)
    if decided is None or decided.number != row.number:
        side = Side(row.scores.index(score))
        sentence = say("best deal: {side}, deal {n}", side=side, n=row.number)
        yield Highlight(with_sign(score), on_page(Voice(row.seats, pad.sides)).text(sentence))


def _leader(pad: Pad, totals: Sequence[int]) -> int | None:
    """The side that is ahead; None where several are level."""
    best = max(sign_of(pad) * total for total in totals)
    ahead = [side for side, total in enumerate(totals) if sign_of(pad) * total == best]
    return ahead[0] if len(ahead) == 1 else None


def _since_led(pad: Pad, deals: Sequence[Row], side: int) -> list[Row]:
    """The last deals, from the one on after which the side was always ahead."""
    since = takewhile(lambda row: _leader(pad, row.totals) == side, reversed(deals))
    return [*since][::-1]


def _lead(pad: Pad, deals: Sequence[Row], voice: Voice) -> Iterator[Highlight]:
    """From which deal on the winner led."""
    last = _leader(pad, deals[-1].totals)
    if last is not None:
        number = _since_led(pad, deals, last)[0].number
        text = voice.text(say("{side} led from then on", side=Side(last)))
        yield Highlight(tell("deal {n}", n=number), text)


def _best_bidder(pads: Sequence[Pad], voice: Voice) -> Iterator[Highlight]:
    """Yield the player who made the greatest share of their bids, if nobody else did as well."""
    for facts in _BIDS:
        tallies = {who: one for (_, who), one in _count_bids(pads, voice, *facts).items()}
        many = {who: one for who, one in tallies.items() if one[1] >= _FEWEST}
        if many:
            made, bids = max(many.values(), key=lambda one: (one[0] / one[1], one))
            best = [who for who, tally in many.items() if [*tally] == [made, bids]]
            if len(best) == 1:  # two who did equally well are not told apart
                yield Highlight(
                    tell("{n} of {all}", n=made, all=bids), tell("bids made by {who}", who=best[0])
                )
            return


def _widest(pad: Pad, deals: Sequence[Row], voice: Voice) -> Iterator[Highlight]:
    """The greatest lead of the game; who plays alone has none."""
    if len(pad.totals) < 2:
        return

    def lead(row: Row) -> int:
        first, second, *_ = sorted((sign_of(pad) * total for total in row.totals), reverse=True)
        return first - second

    row = max(deals, key=lead)
    side = _leader(pad, row.totals)
    if side is not None:
        sentence = say("widest lead: {side}, deal {n}", side=Side(side), n=row.number)
        yield Highlight(str(lead(row)), voice.text(sentence))


def side_records(pads: Sequence[Pad]) -> list[list[str]]:
    """Return each side's record: deals won, and bids made where the game has bids."""
    pad, voice = pads[-1], on_page(voice_of_all(pads))
    won = [0] * len(pad.sides)
    for row in pad.rows:
        best = _leader(pad, row.scores) if row.kind == "deal" else None
        if best is not None:
            won[best] += 1
    made, bids = [0] * len(pad.sides), [0] * len(pad.sides)
    for facts in _BIDS:
        for (place, _), tally in _count_bids(pads, voice, *facts).items():
            side = place if SIDE_MADE in facts else pad.side_of(place)
            made[side] += tally[0]
            bids[side] += tally[1]
    return [
        [
            tell("{n} {n:deal|deals} won", n=n),
            *([tell("{n} of {all} {all:bid|bids} made", n=kept, all=all_bids)] if all_bids else ()),
        ]
        for n, kept, all_bids in zip(won, made, bids, strict=True)
    ]
