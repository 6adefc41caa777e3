"""What a phone may do about the result of a table, from the pages of its evening."""

from flask import url_for

from scorekeeper.leagues.evening.tonight import EveningTable
from scorekeeper.sentences import tell
from scorekeeper.web.league.evening.page import EveningPage
from scorekeeper.web.table import table_request


def result_key(show: EveningPage, one: EveningTable) -> tuple[str, str]:
    """Return what the key at a table says, and where it leads; empty texts where this phone may
    neither enter the table's result nor correct it."""
    visit = show.visit
    me = visit.league.player_of(table_request.known_device())
    plays = me is not None and me in (one.seats or ())
    scores = show.directs or (plays and visit.league.players_score)
    if one.removed or one.walkover or not scores:
        return "", ""
    table = one.listing.row.public_id
    if not show.is_over(one):
        href = url_for("record.write", public_id=table, kind="result", back="evening")
        return tell("Enter result"), href
    if visit.organises:
        href = url_for("league_games.one", league_id=visit.info.public_id, game=one.game)
        return tell("Correct"), href
    return tell("Correct"), url_for("pad.table", public_id=table)
