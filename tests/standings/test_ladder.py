"""A ladder: everybody keeps a place of their own, and only who wins from below moves up."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.ladder import Contest, after_contest


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[int], Contest]:
    order = draw(st.permutations(range(draw(st.integers(2, 64)))))
    one, other = draw(st.lists(st.sampled_from(order), min_size=2, max_size=2, unique=True))
    return order, Contest(one, other, draw(st.booleans()))


@given(contests())
def test_the_winner_takes_the_place_and_those_between_go_down_one(
    drawn: tuple[list[int], Contest],
) -> None:
    order, contest = drawn
    after = after_contest(order, contest)
    up = contest.won and order.index(contest.challenger) > order.index(contest.challenged)

    assert sorted(after) == sorted(order)
    for player in order:
        before, now = order.index(player), after.index(player)
        between = order.index(contest.challenged) <= before < order.index(contest.challenger)
        if up and player == contest.challenger:
            assert now == order.index(contest.challenged)
        else:
            assert now == before + (up and between)
