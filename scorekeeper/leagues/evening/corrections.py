"""The effects of a game's correction on the evening its table was started for, or on the ladder."""

from scorekeeper.leagues.evening.bracket import Bracket
from scorekeeper.leagues.evening.plan import SWISS
from scorekeeper.leagues.evening.tonight import EveningStatus, evening_status
from scorekeeper.leagues.ladder import decided_challenge
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sentences import Sentence, Voice, all_of, say, tell
from scorekeeper.store.league.league_games import game_of_table, games_by_id
from scorekeeper.store.sql.database import reading
from scorekeeper.tables.loading import NotFound


def correction_notice(
    visit: LeagueVisit, *, table: int | None = None, game: int | None = None
) -> str:
    """Return what to know before a game is corrected, by its table's id or its own: which matches
    were started, or rounds paired, with its result; empty where nothing follows from it. Raises
    ``Unavailable``."""
    with reading() as connection:
        found = (
            games_by_id(connection, visit.info.id, [game or 0])
            if table is None
            else [game_of_table(connection, table)]
        )
    planned = found[0] if found else None
    if planned and decided_challenge(visit, planned.id):
        return tell("This game decided a challenge. The ladder follows your correction.")
    if planned is None or not (planned.evening and planned.round and planned.place):
        return ""
    if visit.league.teams and planned.evening == visit.league.teams.seq:
        return tell("The match and the standings of the teams follow your correction.")
    try:
        now = evening_status(visit, planned.evening)
    except NotFound:  # the plan was undone
        return ""
    place = planned.round, planned.place
    if now.bracket and planned.round > len(now.bracket.before):
        notice = _of_bracket(now.bracket, place)
    elif now.bracket:
        notice = _of_draw(now.bracket)
    else:
        notice = _of_pairing(now, planned.round)
    return Voice().text(notice) if notice else ""


def _of_bracket(bracket: Bracket, place: tuple[int, int]) -> Sentence | None:
    match = bracket.places.get(place)
    if match is None or match.number not in bracket.standing.winners:
        return None
    if later := bracket.started_after(match):
        return say(
            "{n:Match|Matches} {matches} {n:was|were} started with this result and "
            "{n:stands|stand}. To change who plays there, cancel the "
            "round or remove the game first.",
            n=len(later),
            matches=all_of(*(one.number for one in later)),
        )
    return say("The bracket follows your correction: no later match has started with this result.")


def _of_draw(bracket: Bracket) -> Sentence:
    if bracket.games:
        return say("The knock-out has started with this group's result and won't change.")
    return say(
        "The knock-out was drawn with this group's result. If others then go through, draw it "
        "again on the bracket page."
    )


def _of_pairing(now: EveningStatus, round: int) -> Sentence | None:
    if now.evening.kind != SWISS or len(now.evening.rounds) <= round:
        return None
    last = len(now.evening.rounds)
    if any(one.round == last and one.listing.row.version for one in now.counted_tables.values()):
        return say(
            "Round {n} was paired with this result and has started, so it stays as it is. The next"
            " pairing uses the corrected result.",
            n=last,
        )
    return say(
        "Round {n} was paired with this result. After your correction the evening's page offers to"
        " pair it again.",
        n=last,
    )
