"""The state of a game as plain values for the templates: sides, highlights, the summary at the end,
rules, voices."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Fact, Pad, facts_of
from scorekeeper.engine.pad import entered_result, voice_of, voice_of_all
from scorekeeper.sentences import (
    Side,
    Voice,
    all_of,
    full_stop,
    phrase,
    say,
    tell,
    with_sign,
)
from scorekeeper.sheet.documents import Head
from scorekeeper.statistics import MADE, MISSED, SIDE_MADE, SIDE_MISSED
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.web.interview.coins import (
    Coin,
    SignVoice,
    coins_at,
    colours_of_sides,
    isolated,
    on_page,
)


class SideShown(NamedTuple):
    """A side in the totals; `coins` are those of its players, `colour` is its colour number,
    `reach` its progress towards the target in percent (None: there is none), `to_go` the points
    it needs."""

    name: str
    total: int
    carried: str
    deals: bool
    won: bool
    out: bool
    rank: int
    pips: tuple[str, str] = ("", "")
    coins: tuple[Coin, ...] = ()
    colour: int = 0
    reach: int | None = None
    to_go: int = 0


def sides_of(pads: Sequence[Pad], chosen: Coins = NONE_CHOSEN) -> list[SideShown]:
    """Return the totals, with bags and the like, the dealer, the winners and who has left."""
    pad = pads[-1]
    # by all pads, so that whoever has left keeps a name
    plain = voice_of_all(pads)
    voice = on_page(plain)
    coins = coins_at([plain.seat(seat) for seat in range(len(pad.seats))], pad.sides, chosen)
    colours = colours_of_sides(coins, pad.sides)
    away = {side for side, seats in enumerate(pad.sides) if not any(pad.seats[s] for s in seats)}
    carried: dict[int, list[str]] = {side: [tell("left")] for side in away}
    for side, text in pad.game.carried(pad) if pad.game.carried else ():
        carried.setdefault(side, []).append(voice.text(text))
    winners = pad.outcome.winners if pad.outcome else ()
    upcoming = {} if pad.outcome else pad.upcoming
    dealer = upcoming.get("dealer")
    sign = _sign(pad)
    most = pad.game.pips(pad.options) if pad.game.pips else 0
    target = pad.options.get("target")
    if not isinstance(target, int) or sign < 0:  # the fewest win
        target = 0
    return [
        SideShown(
            voice.side(side),
            total,
            ", ".join(carried.get(side, ())),
            dealer in seats and len(seats) == 1,
            side in winners,
            side in away,
            1 + sum(sign * other > sign * total for other in pad.totals),
            _pips(total, most),
            tuple(coins[seat] for seat in seats),
            colours[side],
            min(max(100 * total // target, 0), 100) if target and not pad.game.pips else None,
            max(target - total, 0) if pad.outcome is None else 0,
        )
        for side, (seats, total) in enumerate(zip(pad.sides, pad.totals, strict=True))
    ]


def _pips(total: int, most: int) -> tuple[str, str]:
    """Return the score on playing cards: red pips above zero, black ones below, then those
    covered."""
    shown = min(abs(total), most)
    return ("♦" if total > 0 else "♠") * shown, "·" * (most - shown)


def status_line(pad: Pad) -> str:
    """Return the state of the game: "deal 5 · Dan deals"."""
    if pad.outcome and entered_result(pad):
        return tell("finished · result only")
    if pad.outcome:
        return voice_of(pad).text(say("finished · {n} {n:deal|deals}", n=pad.deals))
    voice, n = on_page(voice_of(pad)), pad.deals + 1
    dealer = voice.seat(pad.upcoming["dealer"])
    if pad.game.hands is None:
        return tell("deal {n} · {dealer} deals", n=n, dealer=dealer)
    hands = pad.game.hands(pad)
    template = phrase("deal {n} of {all} · {size} {size:card|cards} · {dealer} deals")
    return voice.text(say(template, n=n, all=len(hands), size=hands[n - 1], dealer=dealer))


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


AGREEMENTS: Final = {
    "deal": phrase("the other side agrees to each deal"),
    "game": phrase("the other side agrees to the game"),
}
"""What is said of the house rule that the other side agrees on its own phone."""


def rules_in_words(head: Head) -> str:
    """The variant and the house rules that differ from it, in a sentence."""
    changed = rulebook.changed_options(head.game, head.options, head.game.defaults(head.variant))
    name = rulebook.variant_name(head.game, head.variant)
    variant = f"{head.game.name}, {name[:1].lower()}{name[1:]}" if name else head.game.name
    if head.agreement:
        changed = [*changed, tell(AGREEMENTS[head.agreement])]
    rules = full_stop(rulebook.joined(changed)) if changed else tell("Standard rules.")
    # no full stop behind a name that ends a sentence itself, as “Oh Hell!” does
    return f"{full_stop(variant)} {rules}"


# --- how a finished game went --------------------------------------------------------------------

_FEWEST: Final = 3
"""The fewest bids of which it is told how many were made."""


class Highlight(NamedTuple):
    """A number or a place in the game, and what was there."""

    mark: str
    text: str


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
    sentence = say("best deal: {side}, deal {n}", side=Side(row.scores.index(score)), n=row.number)
    yield Highlight(with_sign(score), on_page(Voice(row.seats, pad.sides)).text(sentence))


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
    sentence = say("{side} led from here on", side=Side(last))
    yield Highlight(tell("deal {n}", n=since.number), voice.text(sentence))


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
        first, second, *_ = sorted((_sign(pad) * total for total in row.totals), reverse=True)
        return first - second

    row = max(deals, key=lead)
    side = _leader(pad, row.totals)
    if side is not None:
        sentence = say("widest lead: {side}, deal {n}", side=Side(side), n=row.number)
        yield Highlight(str(lead(row)), voice.text(sentence))


def side_records(pads: Sequence[Pad]) -> list[str]:
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
        voice.text(
            say("{n} won · {made} of {bids} bids", n=n, made=kept, bids=all_bids)
            if all_bids
            else say("{n} {n:deal|deals} won", n=n)
        )
        for n, kept, all_bids in zip(won, made, bids, strict=True)
    ]


# --- in words -----------------------------------------------------------------------------------


class Voices(NamedTuple):
    """The table's voice, and the one that reads suits as signs."""

    plain: Voice
    sign: SignVoice


def voices(pad: Pad, chosen: Coins = NONE_CHOSEN) -> Voices:
    """Return both voices of a table."""
    plain = on_page(voice_of(pad))
    coins = coins_at(pad.seats, pad.sides, chosen)
    return Voices(plain, SignVoice(plain.names, plain.sides, coins))


def players_in_words(pad: Pad) -> str:
    """Return who plays: "Ann & Cat against Ben & Dan"."""
    sides = [[isolated(name) for seat in seats if (name := pad.seats[seat])] for seats in pad.sides]
    names = [" & ".join(side) for side in sides if side]
    if len(names) == 2 and pad.game.partnerships:
        return tell("{side} against {other}", side=names[0], other=names[1])
    return voice_of(pad).text(say("{names}", names=all_of(*names)))


def scorers_in_words(names: Sequence[str]) -> str:
    """Return whose phones have the pencil: "Ann and Ben score."; empty where none has a name."""
    named = [isolated(name) for name in names if name]
    text = say("{names} {n:scores|score}.", names=all_of(*named), n=len(named))
    return Voice((), ()).text(text) if named else ""
