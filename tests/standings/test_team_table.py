"""The table of teams, compared with an independent count over every match."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.standings.team_table import MatchScore, team_table, walkover_score

TWO = st.tuples(st.integers(0, 4), st.integers(0, 4))
TEAMS = 6
MATCHES = st.lists(
    st.builds(
        MatchScore,
        st.permutations(range(TEAMS)).map(lambda order: (order[0], order[1])),
        TWO,
        TWO,
    ),
    max_size=20,
)


@given(MATCHES)
def test_every_team_has_what_its_matches_came_to(matches: list[MatchScore]) -> None:
    rows = team_table(TEAMS, matches)

    assert sorted(row.team for row in rows) == [*range(TEAMS)]
    for row in rows:
        own = [(one, one.teams.index(row.team)) for one in matches if row.team in one.teams]
        ours = [one.boards[side] - one.boards[1 - side] for one, side in own]
        assert row.played == len(own) == row.won + row.tied + row.lost
        assert row.total == sum(1 + (n > 0) - (n < 0) for n in ours)
        assert row.boards[0] - row.boards[1] == sum(ours)
    worth = {row.team: _worth(row.team, matches) for row in rows}
    for row in rows:
        better = sum(worth[other] > worth[row.team] for other in worth)
        assert row.place == better + 1


@given(st.integers(0, 1), st.integers(1, 4))
def test_walkover_wins_all_tables_without_points(side: int, boards: int) -> None:
    winner, loser = team_table(2, [walkover_score((0, 1), side, boards)])

    assert (winner.team, winner.total, winner.won, winner.boards) == (side, 2, 1, (boards, 0))
    assert (loser.total, loser.lost, loser.boards) == (0, 1, (0, boards))
    assert winner.points == loser.points == (0, 0)


def _worth(team: int, matches: list[MatchScore]) -> Fraction:
    """One number for all that decides, each thing far above the next."""
    found = Fraction(0)
    for one in matches:
        if team in one.teams:
            side = one.teams.index(team)
            boards = one.boards[side] - one.boards[1 - side]
            found += 10**6 * (1 + (boards > 0) - (boards < 0)) + 1000 * boards
            found += one.points[side] - one.points[1 - side]
    return found
