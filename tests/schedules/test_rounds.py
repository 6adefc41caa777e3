"""Counts of a plan's games, byes, partners and opponents."""

from scorekeeper.schedules.rounds import Round, balance

PLAYED = (
    Round(((1, 2, 3, 4),), (5, 6)),
    Round(((1, 5, 3, 6),), (2, 4)),
    Round(((1, 2, 3), (4, 5, 6))),
)


def test_games_byes_partners_and_rivals_count() -> None:
    count = balance(PLAYED)

    assert count.games == {1: 3, 2: 2, 3: 3, 4: 2, 5: 2, 6: 2}
    assert count.byes == {2: 1, 4: 1, 5: 1, 6: 1}
    assert count.partners == {
        frozenset(two): 1 + (two == (1, 3)) for two in [(1, 3), (2, 4), (5, 6)]
    }
    # at a table of three each plays for himself
    assert count.opponents[frozenset((1, 2))] == 2
    assert count.opponents[frozenset((1, 3))] == 1
    assert (count.sat_out, count.partnered, count.opposed) == ((0, 1), (0, 2), (0, 2))


def test_without_partners_nobody_has_a_partner() -> None:
    count = balance(PLAYED, partners=False)

    assert not count.partners
    assert count.opponents[frozenset((1, 3))] == 3


def test_counts_of_no_rounds_are_zero() -> None:
    assert balance(()).opposed == (0, 0)
    assert balance(()).players == ()
