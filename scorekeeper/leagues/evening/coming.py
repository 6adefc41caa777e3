"""Who is coming to an evening, as far as there is room, by the replies that a league has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json

LOOKING: Final = 0
"""In place of a partner: one is looked for."""


@dataclass(frozen=True)
class Replies:
    """The players' replies, in the order in which they came: who is ``coming`` and has a place, who
    waits for one, who is not coming. ``partners`` has both players of each pair that comes
    together, each by the other; ``looking`` are those who are coming or wait, and look for one."""

    coming: Sequence[int]
    waiting: Sequence[int]
    away: Sequence[int]
    partners: Mapping[int, int]
    looking: Sequence[int]

    @property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The pairs, in the order in which the first of each replied."""
        seen = dict.fromkeys(frozenset(pair) for pair in self.partners.items())
        order = {player: at for at, player in enumerate((*self.coming, *self.waiting))}
        found = (sorted(pair, key=order.__getitem__) for pair in seen)
        return sorted(((one, other) for one, other in found), key=lambda pair: order[pair[0]])


def replies_of(league: League, evening: int) -> Replies:
    """Return the replies for the evening of that number. Players who had declined before, or had
    withdrawn, are at the end. A pair is one as long as both say so."""
    answers: dict[int, Json] = {}
    for one in league.of_kinds("reply"):
        if one.payload["evening"] == evening:
            player = league.after_merges(one.payload["player"])
            if player in answers and answers[player]["coming"] != one.payload["coming"]:
                answers.pop(player)
            answers[player] = one.payload
    coming = [player for player, one in answers.items() if one["coming"]]
    places = league.evenings.get(evening, {}).get("places", 0) or len(coming)
    said = {
        player: league.after_merges(answers[player]["partner"])
        for player in coming
        if answers[player].get("partner") is not None
    }
    partners = {
        player: other
        for player, other in said.items()
        if said.get(other) == player and player != other
    }
    return Replies(
        coming=coming[:places],
        waiting=coming[places:],
        away=[player for player, one in answers.items() if not one["coming"]],
        partners=partners,
        looking=[player for player in said if player not in partners],
    )
