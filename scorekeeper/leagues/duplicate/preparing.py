"""What is done before a duplicate evening is played: its movement, its boards."""

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, Final

from scorekeeper.duplicate.kitchen import home_ids
from scorekeeper.duplicate.movements.plans import Movement, document
from scorekeeper.leagues.decisions import refusal
from scorekeeper.leagues.duplicate.records import AT_END, EACH_BOARD, DuplicateState
from scorekeeper.leagues.duplicate.writing import Sent, Written, write
from scorekeeper.leagues.visit import LeagueVisit
from scorekeeper.sheet.documents import Document
from scorekeeper.store.league.state import League
from scorekeeper.store.schema.table import Json

SEED_BYTES: Final = 32
"""More than the 226 bits that a deal takes."""


def set_up(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    movement: Movement,
    pairs: Sequence[Sequence[int]],
    options: Mapping[str, Any],
) -> None:
    """Choose how the evening is played; ``pairs`` are players by number, in the order of the pairs'
    (or teams') numbers. The movement is one of an even number of pairs; a last pair that is missing
    is the phantom. ``options`` are the setup's other values. Raises ``DecisionRefused`` once a
    result is in."""
    numbered = {str(number): list(players) for number, players in enumerate(pairs, 1)}
    for number in range(len(pairs) + 1, movement.contestants + 1):
        numbered[str(number)] = []
    payload: Json = {
        "movement": document(movement),
        "pairs": numbered,
        **options,
    }
    payload["scoring"] = {"method": "matchpoints", "winners": movement.winners} | options.get(
        "scoring", {}
    )
    _save_setup(visit, sent, evening, payload)


def play_again(
    visit: LeagueVisit,
    sent: Sent,
    evening: int,
    past: Document,
    pairs: Sequence[Sequence[int]],
) -> None:
    """Play the boards of a past session (as ``past_session`` returns it) at one table: North-South
    the first of two pairs. Raises ``DecisionRefused`` once a result is in."""
    numbers = sorted(one["number"] for one in past["boards"])
    home = home_ids(past)
    table = {"table": 1, "ns": home[0], "ew": home[1], "boards": numbers}
    payload: Json = {
        "past": past,
        "movement": {
            "kind": "kitchen",
            "contestants": 2,
            "tables": 1,
            "rounds": 1,
            "boards_per_round": len(numbers),
            "boards": numbers[-1],
            "winners": past["scoring"].get("winners", 1),
            "plan": [{"round": 1, "tables": [table], "sitting_out": []}],
        },
        "scoring": {"method": "matchpoints"} | past["scoring"],
        "pairs": dict(zip(home, map(list, pairs), strict=True)),
        "ranking": AT_END,
        "traveller": EACH_BOARD,
        "lead": False,
        "agree": False,
    }
    _save_setup(visit, sent, evening, payload)


def _save_setup(visit: LeagueVisit, sent: Sent, evening: int, payload: Json) -> None:
    def writes(state: DuplicateState, league: League) -> Written:
        if state.begun:
            raise refusal("", "Results are in, so the movement can't change.")
        return [("setup", payload)]

    write(visit, sent, evening, writes)


def deal_boards(visit: LeagueVisit, sent: Sent, evening: int) -> None:
    """Deal all boards from a seed that the record keeps. Raises ``DecisionRefused`` once a result
    is in."""
    seed = token_hex(SEED_BYTES)

    def writes(state: DuplicateState, league: League) -> Written:
        if state.begun:
            raise refusal("", "Results are in: the boards lie on the tables.")
        return [("dealt", {"seed": seed, "boards": state.movement["boards"]})]

    write(visit, sent, evening, writes)


def make_boards(visit: LeagueVisit, sent: Sent, evening: int) -> None:
    """Say that this phone makes up the boards, and so sees the hands. Raises ``DecisionRefused``
    where another one does, or its player plays."""

    def writes(state: DuplicateState, league: League) -> Written:
        merged = {player: league.after_merges(player) for player in league.players}
        mine = state.pair_of(league.player_of(sent.device), merged)
        # at home nobody else is there: each makes up a hand that is another's, face down
        if mine is not None and state.past is None:
            raise refusal("", "Whoever makes the boards sees the hands, and can't play them.")
        if not state.is_sealed or state.maker == sent.device:
            return []
        if state.maker is not None:
            raise refusal("", "Another phone makes the boards. The director can undo that.")
        return [("makes", {})]

    write(visit, sent, evening, writes)
