"""The replies to an evening: who is coming, as far as there is room, and who waits."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from scorekeeper.leagues.decisions import DecisionMade, DecisionRefused, DecisionRequest, decide
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import tell
from scorekeeper.store.league.state import League
from scorekeeper.store.table.rows import Change


@dataclass(frozen=True)
class Replies:
    """The players' replies, in the order in which they came: who is ``coming`` and has a place, who
    waits for one, who is not coming."""

    coming: Sequence[int]
    waiting: Sequence[int]
    away: Sequence[int]


def replies_of(league: League, evening: int) -> Replies:
    """Return the replies for the evening of that number. Players who had declined before, or had
    withdrawn, are at the end."""
    answers: dict[int, bool] = {}
    for one in league.of_kinds("reply"):
        if one.payload["evening"] == evening:
            player = league.after_merges(one.payload["player"])
            if answers.get(player) != one.payload["coming"]:
                answers.pop(player, None)
                answers[player] = one.payload["coming"]
    coming = [player for player, yes in answers.items() if yes]
    places = league.evenings.get(evening, {}).get("places", 0) or len(coming)
    away = [player for player, yes in answers.items() if not yes]
    return Replies(coming[:places], coming[places:], away)


def reply(visit: LeagueVisit, order: DecisionRequest, evening: int, coming: bool) -> DecisionMade:
    """Record whether the phone's player is coming. Raises ``DecisionRefused`` if the phone is
    nobody's, ``NotFound``, ``Unavailable``."""
    evening_of(visit.league, evening)

    def changes(connection: Connection, league: League) -> list[Change]:
        player = league.player_of(order.device)
        if player is None:
            raise DecisionRefused({"": tell("Say whose phone this is first, under “Phones”.")})
        payload = {"evening": evening, "player": player, "coming": coming}
        return [Change("reply", payload)]

    # no conflict, whatever else was decided meanwhile
    return decide(visit, order._replace(version=None), changes)
