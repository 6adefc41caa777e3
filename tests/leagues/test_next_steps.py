"""What an organiser is told to do next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.leagues.evening.next_steps import (
    ADD,
    ANNOUNCE,
    ANSWER,
    CHAMPION,
    INVITE,
    OVER,
    PLAN,
    PLAYING,
    ROUND,
    SEASON,
    STEPS,
    TABLES,
    LeagueFacts,
    Tonight,
    next_steps,
)

tonights = st.builds(Tonight, st.booleans(), st.integers(0, 2), st.booleans(), st.booleans())
leagues = st.builds(
    LeagueFacts,
    *(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2), st.booleans()),
    *(st.none() | tonights, st.booleans()),
)


@pytest.mark.parametrize(
    ("facts", "steps"),
    [
        (LeagueFacts(0, 1), [ADD]),
        (LeagueFacts(4, 1), [INVITE, PLAN, ANNOUNCE]),
        (LeagueFacts(4, 3), [PLAN, ANNOUNCE]),
        (LeagueFacts(4, 3, asking=1), [ANSWER, PLAN, ANNOUNCE]),
        (LeagueFacts(4, 3, to_come=True), [ANNOUNCE]),
        (LeagueFacts(4, 3, tonight=Tonight(False)), [TABLES]),
        (LeagueFacts(4, 3, tonight=Tonight(True, more=True)), [ROUND]),
        (LeagueFacts(4, 3, tonight=Tonight(True, 2, True, True)), [PLAYING, ROUND]),
        (LeagueFacts(4, 1, tonight=Tonight(True, 2, True, True)), [PLAYING, ROUND, INVITE]),
        (LeagueFacts(4, 3, tonight=Tonight(True, 0, False, True)), [OVER, ANNOUNCE]),
        (LeagueFacts(4, 3, tonight=Tonight(True, begun=True), to_come=True), [OVER]),
        (LeagueFacts(4, 3, ended=True), [CHAMPION, SEASON]),
        (LeagueFacts(4, 3, ended=True, to_come=True), [CHAMPION, SEASON]),
    ],
)
def test_the_next_step_is_told(facts: LeagueFacts, steps: list[str]) -> None:
    assert next_steps(facts) == steps


@given(facts=leagues)
def test_there_is_always_a_step(facts: LeagueFacts) -> None:
    steps = next_steps(facts)

    assert steps
    assert steps == [one for one in STEPS if one in steps]
    assert (ADD in steps) == (facts.players == 0)
