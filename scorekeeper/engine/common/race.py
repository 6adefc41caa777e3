"""What sides still need: points to the option `target`, or to draw level with the leader."""

from collections.abc import Iterable

from scorekeeper.engine.pad import OptionValues, Outcome, Pad, leaders, present, won
from scorekeeper.sentences import Sentence, Side, say


def first_to_target(pad: Pad) -> Outcome | None:
    """Return the side that has the target; should both be there, the higher, and none while
    equal."""
    target = pad.options["target"]
    if max(pad.totals) < target:
        return None
    ahead = leaders(pad)
    there = pad.totals[ahead[0]] >= target
    return won(pad, ahead, "target") if there and len(ahead) == 1 else None


def fallen_to_limit(pad: Pad, winner: int) -> Outcome:
    """Return the outcome when the other side of two has fallen so low that it has lost: the points
    of the `winner` do not say why the game is over."""
    loser = 1 - winner
    text = say(
        "{loser} fell to {low}: {side} won with {points}",
        loser=Side(loser),
        low=pad.totals[loser],
        side=Side(winner),
        points=pad.totals[winner],
    )
    return Outcome((winner,), text, "lose-at")


def points_to_target(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Yield what each side lacks to the target, while the game goes on."""
    for side, total in enumerate(pad.totals):
        left = pad.options["target"] - total
        if left > 0 and pad.outcome is None:
            yield side, say("{n} to go", n=left)


def target(options: OptionValues) -> int:
    """Return the points that win, each of them a pip on the cards that tell the score."""
    return int(options["target"])


def points_behind_leader(pad: Pad) -> Iterable[tuple[int, Sentence]]:
    """Yield how far each side is behind the first."""
    first = pad.totals[leaders(pad)[0]]
    for side in present(pad):
        if pad.totals[side] < first:
            yield side, say("{n} behind", n=first - pad.totals[side])
