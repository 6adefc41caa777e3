"""A ladder: everybody keeps a place of their own, and only who wins from below moves up."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.leagues.ladder import after_game


@st.composite
def challenges(draw: st.DrawFn) -> tuple[list[int], int, int, bool]:
    order = draw(st.permutations(range(draw(st.integers(2, 64)))))
    one, other = draw(st.lists(st.sampled_from(order), min_size=2, max_size=2, unique=True))
    return order, one, other, draw(st.booleans())


@given(challenges())
def test_winner_takes_place_and_others_go_down(drawn: tuple[list[int], int, int, bool]) -> None:
    order, by, of, won = drawn
    after = after_game(order, by, of, won)
    up = won and order.index(by) > order.index(of)

    assert sorted(after) == sorted(order)
    for player in order:
        before, now = order.index(player), after.index(player)
        between = order.index(of) <= before < order.index(by)
        if up and player == by:
            assert now == order.index(of)
        else:
            assert now == before + (up and between)
