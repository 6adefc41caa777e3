"""What an organiser does next in a league, from a few facts about it."""

from collections.abc import Iterator
from typing import Final, NamedTuple

ADD, INVITE, ANSWER = "add", "invite", "answer"
"""Nobody is in the league yet; none but the organiser's phone is; a phone says whose it is."""
TABLES, PLAYING, ROUND, OVER = "tables", "playing", "round", "over"
"""Tonight's tables are not planned; some still play; the next round can start; all is played."""
CHAMPION, SEASON = "champion", "season"
"""A season has ended: its champion can be seen, the next one started."""
PLAN, ANNOUNCE = "plan", "announce"
"""No evening is planned; the next one can be announced."""
STEPS: Final = (
    # whoever is at the tables comes before whoever has yet to be invited
    *(ADD, CHAMPION, SEASON, ANSWER, TABLES, PLAYING, ROUND, OVER, INVITE, PLAN, ANNOUNCE),
)
"""Every step, in the order in which they are told."""


class Tonight(NamedTuple):
    """The evening of today: whether its tables are planned, how many of them still play, whether
    a further round can start, and whether any round has."""

    planned: bool
    playing: int = 0
    more: bool = False
    begun: bool = False


class LeagueFacts(NamedTuple):
    """A league: its players, phones (the organiser's is one), those that wait to be let in, whether
    its newest season has ended, the evening of today, whether another one is to come."""

    players: int
    phones: int
    asking: int = 0
    ended: bool = False
    tonight: Tonight | None = None
    to_come: bool = False


def next_steps(facts: LeagueFacts) -> list[str]:
    """Return the steps that are to be done, the next one first; never none."""
    wanted = {*_people(facts), *_evening(facts)}
    return [one for one in STEPS if one in wanted] or [ANNOUNCE]


def _people(facts: LeagueFacts) -> Iterator[str]:
    if not facts.players:
        yield ADD
    elif facts.phones <= 1:
        yield INVITE
    if facts.asking:
        yield ANSWER


def _evening(facts: LeagueFacts) -> Iterator[str]:
    if facts.ended:
        yield from (CHAMPION, SEASON)
    if facts.tonight:
        yield from _tonight(facts.tonight, facts.to_come)
    elif facts.players and not (facts.to_come or facts.ended):
        # a secretary planned the first evening without time and place: the way to announce it
        # was on none of the pages that she saw
        yield from (PLAN, ANNOUNCE)


def _tonight(tonight: Tonight, to_come: bool) -> Iterator[str]:
    if not tonight.planned:
        yield TABLES
        return
    if tonight.playing:
        yield PLAYING
    if tonight.more:
        yield ROUND
    if tonight.begun and not (tonight.playing or tonight.more):
        yield OVER
        if not to_come:
            yield ANNOUNCE
