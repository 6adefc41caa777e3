"""What a pad says: whose turn it is, who leads, who has won, what is still to go, who plays."""

from collections.abc import Iterable, Sequence
from functools import cache

from scorekeeper.engine.deals import Entry, Outcome, Standing
from scorekeeper.engine.game import Pad
from scorekeeper.sentences import Listing, Side, Voice, say


def turns_from(pad: Pad, seat: int) -> tuple[int, ...]:
    """Return every seat clockwise from `seat` on, emptied ones too."""
    count = len(pad.seats)
    return _clockwise(seat % count, count)


@cache
def _clockwise(first: int, count: int) -> tuple[int, ...]:
    return (*range(first, count), *range(first))


def from_left(pad: Pad, dealer: int) -> tuple[int, ...]:
    """Return the filled seats from the dealer's left, the dealer last."""
    turns = turns_from(pad, dealer + 1)
    if len(pad.filled) == len(pad.seats):
        return turns
    return tuple(seat for seat in turns if pad.seats[seat] is not None)


def present(pad: Pad) -> tuple[int, ...]:
    """Return the sides where somebody sits; the others bring no end about and cannot win."""
    if len(pad.filled) == len(pad.seats):
        return tuple(range(len(pad.sides)))
    return tuple(s for s, seats in enumerate(pad.sides) if any(pad.seats[seat] for seat in seats))


def leaders(pad: Pad, points: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return the sides present with the best total, or with the best of other `points`: the lowest
    where the game's `low_wins` says so."""
    sides, totals = present(pad), pad.totals if points is None else points
    best = (min if pad.game.low_wins(pad.options) else max)([totals[side] for side in sides])
    return tuple([side for side in sides if totals[side] == best])


def won(pad: Pad, winners: tuple[int, ...], rule: str, *, short: bool = False) -> Outcome:
    """Return the outcome when the `winners` (one side, or several that share) have won; `short`
    where it was the last deal that ended the game, with fewer points than are played for."""
    names, alone = Listing(tuple(map(Side, winners)), " and "), len(winners) == 1
    if short:
        template = (
            "{names} won with {points} after {n} {n:deal|deals}"
            if alone
            else "{names} shared the win with {points} after {n} {n:deal|deals}"
        )
    else:
        template = "{names} won with {points}" if alone else "{names} shared the win with {points}"
    text = say(template, names=names, points=pad.totals[winners[0]], n=pad.deals)
    return Outcome(winners, text, rule)


def first_to_target(pad: Pad) -> Outcome | None:
    """Return the side that has the target; should both be there, the higher, and none while
    equal. A table without a target has none."""
    target = pad.options["target"]
    if target is None or max(pad.totals) < target:
        return None
    ahead = leaders(pad)
    there = pad.totals[ahead[0]] >= target
    return won(pad, ahead, "target") if there and len(ahead) == 1 else None


def fallen_to_limit(pad: Pad, winner: int) -> Outcome:
    """Return the outcome when another side, the lowest, has fallen so low that it has lost: the
    points of the `winner` do not say why the game is over."""
    loser = pad.totals.index(min(pad.totals))
    text = say(
        "{loser} fell to {low}: {side} won",
        loser=Side(loser),
        low=pad.totals[loser],
        side=Side(winner),
    )
    return Outcome((winner,), text, "lose-at")


def points_to_target(pad: Pad) -> Iterable[Standing]:
    """Yield what each side lacks to the target, while the game goes on."""
    target = pad.options["target"]
    for side, total in enumerate(pad.totals):
        left = 0 if target is None else target - total
        if left > 0 and pad.outcome is None:
            yield side, say("{n} to go", n=left), "target"


def points_behind_leader(pad: Pad) -> Iterable[Standing]:
    """Yield how far each side is behind the first."""
    first = pad.totals[leaders(pad)[0]]
    for side in present(pad):
        if pad.totals[side] < first:
            yield side, say("{n} behind", n=first - pad.totals[side])


def entered_result(pad: Pad) -> Entry:
    """Return the result kept on paper with which the game ended; empty where it goes on, or ended
    by its deals."""
    return result_in(pad.last.entry) if pad.last and pad.last.kind == "finish" else {}


def result_in(entry: Entry) -> Entry:
    """Return the result kept on paper that an entry says: the `points` by side, who `won`, how many
    `deals` were played."""
    fields: Entry = entry.get("finish", {})
    return {key: fields[key] for key in ("points", "won", "deals") if key in fields}


def voice_of(pad: Pad) -> Voice:
    """Return a voice that names the current players."""
    return Voice(pad.seats, pad.sides)


def voice_of_all(pads: Sequence[Pad]) -> Voice:
    """Return a voice that names former players too; `pads` are all of a table from the empty one
    on."""
    names = [*pads[-1].seats]
    for pad in reversed(pads):
        if None not in names:
            break
        for seat, name in enumerate(pad.seats):
            names[seat] = names[seat] or name
    return Voice(names, pads[-1].sides)


def side_names(pads: Sequence[Pad]) -> list[str]:
    """Return the name of each side: its current players, else the last ones."""
    voice = voice_of_all(pads)
    return [voice.side(side) for side in range(len(pads[-1].sides))]
