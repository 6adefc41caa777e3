"""Knock-outs of 2 to 64 entrants: everybody plays, nobody twice in a round, byes go to the best
seeds, and no correction strands a match that was started."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.schedules.knockout import (
    Match,
    Sides,
    Standing,
    champion,
    knockout_matches,
    knockout_standing,
)
from tests.requirements import few, fewer

EVERY_SIZE = range(2, 65)
SOME_SIZES = {*range(2, 18), *range(21, 65, 6), 31, 32, 64}
"""Those of `make test`: all small ones, and some large ones."""


class Cup:
    """A knock-out that is played: results are entered, and corrected whenever somebody likes."""

    def __init__(self, entrants: int, double: bool = False, third_place: bool = False) -> None:
        self.matches = knockout_matches(entrants, double, third_place)
        self.results: dict[int, int] = {}
        self.started: dict[int, Sides] = {}

    @property
    def now(self) -> Standing:
        return knockout_standing(self.matches, self.results, self.started)

    def ready(self) -> list[Match]:
        """Matches whose sides are known and that were not started."""
        sides = self.now.sides
        return [
            one
            for one in self.matches
            if None not in sides[one.number] and one.number not in self.started
        ]

    def play(self, match: Match, home_wins: bool) -> None:
        self.started[match.number] = self.now.sides[match.number]
        self.correct(match, home_wins)

    def correct(self, match: Match, home_wins: bool) -> None:
        winner = self.started[match.number][not home_wins]
        assert winner is not None
        self.results[match.number] = winner

    def played_rounds(self) -> dict[int, list[int]]:
        """Return who plays in each round."""
        found: dict[int, list[int]] = {}
        for match in self.matches:
            there = [one for one in self.started.get(match.number, ()) if one is not None]
            found.setdefault(match.round, []).extend(there)
        return found


def play_through(cup: Cup, best_wins: bool = True) -> None:
    while ready := cup.ready():
        sides = cup.now.sides
        for match in ready:
            home, away = cup.started[match.number] = sides[match.number]
            assert home is not None
            assert away is not None
            cup.correct(match, (home < away) == best_wins)


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("best_wins", [False, True])
@pytest.mark.parametrize("entrants", few(EVERY_SIZE, SOME_SIZES))
def test_all_play_until_out_and_once_a_round(entrants: int, double: bool, best_wins: bool) -> None:
    cup = Cup(entrants, double)
    play_through(cup, best_wins)
    now, lives = cup.now, 2 if double else 1

    first = champion(cup.matches, now)
    losses = Counter(now.loser(match) for match in now.winners)
    assert first is not None
    assert None not in losses
    assert losses.pop(first, 0) < lives
    assert losses == dict.fromkeys({*range(entrants)} - {first}, lives)
    assert all(len({*there}) == len(there) for there in cup.played_rounds().values())
    if best_wins:
        assert first == 0


@pytest.mark.parametrize("entrants", few(EVERY_SIZE, SOME_SIZES))
def test_best_seeds_have_byes_and_meet_in_final(entrants: int) -> None:
    cup = Cup(entrants)
    rounds = max(match.round for match in cup.matches)
    in_first = {
        side.number for one in cup.matches if one.round == 1 for side in (one.home, one.away)
    }
    play_through(cup)

    assert {*range(entrants)} - in_first == {*range(2**rounds - entrants)}
    assert len(cup.matches) == entrants - 1
    assert {*cup.started[len(cup.matches)]} == {0, 1}


@pytest.mark.parametrize("entrants", few(range(4, 65), SOME_SIZES))
def test_semi_final_losers_meet_for_third_place(entrants: int) -> None:
    cup = Cup(entrants, third_place=True)
    play_through(cup)
    (third,) = [match for match in cup.matches if match.part == "third place"]

    assert third.round == max(match.round for match in cup.matches)
    assert {*cup.started[third.number]} == {2, 3}


@pytest.mark.parametrize("entrants", few(EVERY_SIZE, SOME_SIZES))
def test_decider_needs_an_unbeaten_side_to_lose(entrants: int) -> None:
    cup = Cup(entrants, double=True)
    *_, final, decider = cup.matches
    while ready := [one for one in cup.ready() if one.number != final.number]:
        for match in ready:
            cup.play(match, home_wins=True)

    cup.play(final, home_wins=True)
    assert champion(cup.matches, cup.now) == cup.started[final.number][0]
    assert cup.ready() == []

    cup.correct(final, home_wins=False)
    assert champion(cup.matches, cup.now) is None
    assert cup.ready() == [decider]
    cup.play(decider, home_wins=True)
    assert champion(cup.matches, cup.now) == cup.started[final.number][1]


@pytest.mark.long
@fewer(4)
@given(
    entrants=st.integers(2, 64),
    double=st.booleans(),
    third=st.booleans(),
    data=st.data(),
)
def test_corrections_never_strand_a_match(
    entrants: int, double: bool, third: bool, data: st.DataObject
) -> None:
    cup = Cup(entrants, double, third)
    chance = data.draw(st.randoms(use_true_random=False))
    while ready := cup.ready():
        for match in chance.sample(ready, chance.randint(1, len(ready))):
            cup.play(match, chance.random() < 0.5)
        by_number = {match.number: match for match in cup.matches}
        for number in chance.sample(sorted(cup.started), chance.randint(0, len(cup.started))):
            cup.correct(by_number[number], chance.random() < 0.5)
            check(cup)
    check(cup)
    assert champion(cup.matches, cup.now) is not None
    assert {*cup.started} >= {one.number for one in cup.matches if one.part != "decider"}


def check(cup: Cup) -> None:
    """What was started stands; what counts agrees with it; nobody is due in two matches of a
    round, or out and still due."""
    now = cup.now
    assert {match: now.sides[match] for match in cup.started} == cup.started
    lives = 2 if any(match.part == "decider" for match in cup.matches) else 1
    for match in cup.matches:
        for source, side in zip((match.home, match.away), now.sides[match.number], strict=True):
            if source.kind == "winner" and side is not None:
                assert now.winners[source.number] == side
            if source.kind == "loser" and side is not None:
                assert now.loser(source.number) == side
    for there in due_by_round(cup.matches, now):
        assert len({*there}) == len(there)
    losses = Counter(now.loser(match) for match in now.winners)
    thirds = [one.number for one in cup.matches if one.part == "third place"]
    losses.subtract(now.loser(match) for match in thirds if match in now.winners)
    assert max(losses.values(), default=0) <= lives
    for number, result in cup.results.items():
        assert (now.winners[number] != result) == (number in now.displaced)


def due_by_round(matches: Sequence[Match], now: Standing) -> list[list[int]]:
    rounds: dict[int, list[int]] = {}
    for match in matches:
        sides = [one for one in now.sides[match.number] if one is not None]
        rounds.setdefault(match.round, []).extend(sides)
    return [*rounds.values()]


def test_match_started_on_a_wrong_result_stands() -> None:
    cup = Cup(4)
    first, second, final = cup.matches
    cup.play(first, home_wins=True)
    cup.play(second, home_wins=True)
    winner = cup.results[first.number]

    cup.correct(first, home_wins=False)  # nothing was started: the other one goes on
    assert cup.now.sides[final.number][0] != winner
    assert not cup.now.displaced

    cup.correct(first, home_wins=True)
    cup.play(final, home_wins=True)
    cup.correct(first, home_wins=False)  # the final was started: it stands
    assert cup.now.sides[final.number][0] == winner
    assert [*cup.now.displaced] == [first.number]
