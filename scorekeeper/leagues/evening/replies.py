"""Replies to an evening: who is coming, and with which partner."""

from scorekeeper.leagues.decisions import (
    Deciding,
    DecisionRefused,
    decision_at_any_version,
    refusal,
)
from scorekeeper.leagues.evening.coming import LOOKING, Replies, replies_of
from scorekeeper.leagues.evening.plan import INDIVIDUAL, shape_of_evening
from scorekeeper.leagues.evening.tonight import evening_of
from scorekeeper.leagues.membership import find_player
from scorekeeper.sentences import tell
from scorekeeper.store.league.state import League
from scorekeeper.store.table.rows import Change


def has_partners(league: League, evening: int) -> bool:
    """Return whether players come to this evening in pairs: partners sit across, and stay
    together."""
    one = evening_of(league, evening)
    season = league.seasons.get(one.season)
    return one.kind != INDIVIDUAL and shape_of_evening(season, one).partners


@decision_at_any_version
def reply(
    at: Deciding,
    evening: int,
    coming: bool,
    player: int | None = None,
    partner: int | None = None,
) -> list[Change]:
    """Record whether the phone's player is coming, or another ``player``, which is for an
    organiser to say; with a ``partner``, who is coming too then, or ``LOOKING`` for one. None: that
    stays as it was.

    Raises ``DecisionRefused`` if the phone is nobody's, the evening is cancelled, or the partner
    has declined or has another one, ``NotFound``, ``Unavailable``.
    """
    if evening_of(at.league, evening).cancelled:
        raise refusal("", "This evening is cancelled.")
    own = at.league.player_of(at.sent.device)
    who = own if player is None else find_player(at.league, player)
    if who is None:
        raise refusal("", "Say whose phone this is first, under “Phones”.")
    replies = replies_of(at.league, evening)
    was = replies.partners.get(who, LOOKING if who in replies.looking else None)
    other = partner if partner is not None else was
    if not coming or other is None or not has_partners(at.league, evening):
        return [_reply(evening, who, own, coming)]
    mine = _reply(evening, who, own, coming, other)
    if other in (LOOKING, was):
        return [mine]
    other = find_player(at.league, other)
    _refuse_partner(at, replies, who, other)
    return [_reply(evening, who, own, coming, other), _reply(evening, other, own, coming, who)]


def _refuse_partner(at: Deciding, replies: Replies, who: int, other: int) -> None:
    name = at.visit.names[other]
    if who == other:
        raise refusal("partner", "Choose another player as partner.")
    if other in replies.away:
        raise refusal("partner", "{name} has replied “not coming”.", name=name)
    theirs = replies.partners.get(other, who)
    if theirs != who:
        words = tell("{name} is coming with {other}.", name=name, other=at.visit.names[theirs])
        raise DecisionRefused({"partner": words})


def _reply(
    evening: int, player: int, own: int | None, coming: bool, partner: int | None = None
) -> Change:
    """Return the record of a reply, which says so where somebody else gave it."""
    given = {"for": True} if player != own else {}
    together = {} if partner is None else {"partner": partner}
    payload = {"evening": evening, "player": player, "coming": coming}
    return Change("reply", {**payload, **together, **given})
