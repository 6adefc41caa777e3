"""Ratings of a league: the same whatever the order of edits, and never said to be truer than they
are."""

from collections.abc import Callable
from itertools import groupby
from random import Random
from threading import Thread

import pytest
from flask import Flask

from scorekeeper import ratings
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.membership import merge_players
from scorekeeper.leagues.results import ratings as module
from scorekeeper.leagues.results.ratings import (
    Ratings,
    rating_curve,
    ratings_of,
    update_ratings,
)
from scorekeeper.leagues.seasons import edit_season, season_payload
from scorekeeper.leagues.visit import visit_league
from scorekeeper.ratings import START, Rating
from scorekeeper.store.league.ratings import LastRatedGame, PlayerRating
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.tables.changes import add_entry, edit_entry, undo
from scorekeeper.tables.loading import load_table
from tests.leagues.clubs import PHONE, create_club, numbers, order, plays, rows_of, sent
from tests.requirements import rounds

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]


@pytest.fixture
def club(store: object) -> str:
    """A league of five players."""
    return create_club(NAMES)


def read(club: str, scope: str = "") -> Ratings:
    """The ratings as a reader gets them."""
    return ratings_of(visit_league(club, PHONE), scope)


def read_as_it_is(club: str, scope: str = "") -> Ratings:
    """The ratings without a step further."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "update_ratings", lambda *_: None)
        return read(club, scope)


def bring_up(club: str, scope: str, most: int) -> None:
    update_ratings(visit_league(club, PHONE), scope, most)


def from_scratch(until: float = float("inf")) -> dict[int, Rating]:
    """Return what the results in the database come to, of games that ended by then."""
    seated = sorted(rows_of("result", "ended", "side", "rated", "player"))
    known: dict[int, Rating] = {}
    for ended, game in groupby(seated, key=lambda row: row[0]):
        sides: dict[tuple[int, int], list[int]] = {}
        for _, side, place, player in game:
            sides.setdefault((side, place), []).append(player)
        if ended <= until:
            known |= ratings.rate_game(known, [*sides.values()], [place for _, place in sides])
    return known


def by_player(found: Ratings) -> dict[int, Rating]:
    return {one.player: one.rating for one in found.rows}


def test_ratings_are_empty_before_the_first_game(club: str) -> None:
    assert read(club) == Ratings([], None, 0)


def test_the_winner_is_rated_higher(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])

    found, who = read(club), numbers(club)

    ann, ben = found.rows
    assert (ann.player, ben.player) == (who["Ann"], who["Ben"])
    assert ann.rating.mu > START.mu > ben.rating.mu
    assert found.through is not None
    assert found.through.game == 1
    assert found.waiting == 0


def test_ratings_come_from_unhandicapped_results(club: str) -> None:
    plays(club, ["Ann", "Ben", "Cat"], [10, 7, 3])
    without = by_player(read(club))
    visit, who = visit_league(club, PHONE), numbers(club)
    season = visit.season_shown
    assert season
    scoring = {**season.scoring, "handicaps": True}
    payload = season_payload(season.name, scoring, handicaps={who["Cat"]: 50})

    edit_season(visit, order(visit), season.number, payload)

    assert [row[0] for row in rows_of("result", "player", "place") if row[1] == 1] == [who["Cat"]]
    assert by_player(read(club)) == without == from_scratch()
    assert read(club, "tally").rows[0].player == who["Ann"]


def test_the_cautious_end_leads(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    plays(club, ["Cat", "Dan"], [10, 7])
    plays(club, ["Ann", "Ben"], [10, 7])

    ranked = [one.rating.lower_bound for one in read(club).rows]

    assert ranked == sorted(ranked, reverse=True)
    assert len(ranked) == 4


def test_each_game_has_ratings_of_its_own(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])

    assert by_player(read(club, "tally")) == by_player(read(club))
    assert read(club, "whist") == Ratings([], None, 0)


def test_reader_is_told_how_far_ratings_are_true(club: str) -> None:
    for points in ([10, 7], [3, 7], [8, 7], [1, 2], [5, 4]):
        plays(club, ["Ann", "Ben"], points)

    bring_up(club, "", 2)

    ends = [ended for _, ended in sorted(rows_of("league_game", "id", "ended"))]
    assert len(rows_of("rating")) == 2 * 2
    assert rows_of("rated_to", "ended") == [(ends[1],)]
    a_step_further(club, 2, LastRatedGame(4, ends[3]), 1)
    a_step_further(club, 2, LastRatedGame(5, ends[4]), 0)


def a_step_further(club: str, most: int, through: LastRatedGame, waiting: int) -> None:
    """A step further, and what is then told without another one."""
    bring_up(club, "", most)
    found = read_as_it_is(club)
    assert (found.through, found.waiting) == (through, waiting)
    assert by_player(found) == from_scratch(through.ended)


def test_edit_makes_ratings_stale_from_that_game(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    second = plays(club, ["Ann", "Cat"], [10, 7])
    plays(club, ["Ben", "Cat"], [10, 7])
    read(club)

    opened = load_table(second)
    edit_entry(opened, 1, {"points": [1, 7]}, sent(opened))

    found = read_as_it_is(club)
    assert found.through is not None
    assert (found.through.game, found.waiting) == (1, 2)
    assert by_player(found) == from_scratch(found.through.ended)
    assert by_player(read(club)) == from_scratch()


def test_ratings_follow_an_undone_last_game(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    last = load_table(plays(club, ["Cat", "Ben"], [10, 7]))
    read(club)

    undo(last, sent(last))

    found = read(club)
    assert {one.player for one in found.rows} == {numbers(club)[name] for name in ("Ann", "Ben")}
    assert by_player(found) == from_scratch()
    assert (found.through and found.through.game, found.waiting) == (1, 0)


def test_points_changing_no_place_keep_ratings(club: str) -> None:
    opened = load_table(plays(club, ["Ann", "Ben"], [10, 7]))
    read(club)
    before = rows_of("rated_to")

    edit_entry(opened, 1, {"points": [20, 7]}, sent(opened))

    assert rows_of("rated_to") == before


def test_saving_a_deal_does_not_touch_ratings(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    read(club)
    before = rows_of("rated_to"), rows_of("rating")

    opened = load_table(plays(club, ["Ann", "Ben"], [10, 7], finish=False))
    add_entry(opened, {"points": [3, 4]}, sent(opened))

    assert (rows_of("rated_to"), rows_of("rating")) == before


def test_ratings_follow_a_merge(club: str) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])
    plays(club, ["Annie", "Ben"], [10, 7])
    read(club)
    visit, who = visit_league(club, PHONE), numbers(club)

    merge_players(visit, order(visit), who["Annie"], who["Ann"])

    assert by_player(read(club)) == from_scratch()
    assert by_player(read(club))[who["Ann"]].games == 2
    assert who["Annie"] not in by_player(read(club))
    visit = visit_league(club, PHONE)
    curves = [rating_curve(visit, "", who[name]) for name in ("Ann", "Annie")]
    assert [point.game for point in curves[0]] == [1, 2]
    assert curves[0] == curves[1]
    assert curves[0][-1].rating == by_player(read(club))[who["Ann"]]


def test_ratings_are_read_while_writes_fail(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plays(club, ["Ann", "Ben"], [10, 7])

    def full(*_: object) -> None:
        raise Unavailable(full=True)

    monkeypatch.setattr(module, "writing", full)
    assert read(club) == Ratings([], None, 1)
    assert rating_curve(visit_league(club, PHONE), "", numbers(club)["Ann"]) == []


def test_two_readers_update_ratings_once(store: Flask) -> None:
    club = create_club(NAMES)
    random = Random(5)
    for _ in range(6):
        plays(club, random.sample(NAMES, 3), [random.randint(0, 9) for _ in range(3)])

    def look() -> None:
        with store.app_context():
            for _ in range(6):
                bring_up(club, "", 1)

    readers = [Thread(target=look) for _ in range(3)]
    for one in readers:
        one.start()
    for one in readers:
        one.join()

    assert len(rows_of("rating")) == 6 * 3
    assert by_player(read(club)) == from_scratch()
    assert read(club).waiting == 0


# --- in whatever order --------------------------------------------------------------------------


class Edits:
    """Random changes to the games of a club."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.club = create_club(NAMES)
        self.tables: list[str] = []

    def step(self) -> None:
        """Any one of them."""
        chosen = self.play if len(self.tables) < 3 else self.random.choice(self.choices)
        chosen()

    @property
    def choices(self) -> list[Callable[[], None]]:
        return [self.play, self.amend, self.amend, self.take_back, self.rule, self.look, self.look]

    def play(self) -> None:
        names = self.random.sample(NAMES, self.random.randint(2, 5))
        self.tables.append(plays(self.club, names, self._points(len(names))))

    def _points(self, count: int) -> list[int]:
        return [self.random.randint(0, 4) for _ in range(count)]

    def amend(self) -> None:
        opened = load_table(self.random.choice(self.tables))
        points = {"points": self._points(len(opened.pad.sides))}
        edit_entry(opened, 1, points, sent(opened))

    def take_back(self) -> None:
        """The end of a game, or that it was taken back."""
        opened = load_table(self.random.choice(self.tables))
        if opened.pad.outcome:
            undo(opened, sent(opened))
        else:
            add_entry(opened, {"finish": {}}, sent(opened))

    def rule(self) -> None:
        visit = visit_league(self.club, PHONE)
        game = self.random.randint(1, len(self.tables))
        struck = self.random.random() < 0.6
        set_game_counting(visit, order(visit), game, struck=struck, reason="so decided")

    def look(self) -> None:
        scope, most = self.random.choice(["", "tally"]), self.random.choice([1, 2, 200])
        bring_up(self.club, scope, most)
        found = read_as_it_is(self.club, scope)
        assert by_player(found) == from_scratch(found.through.ended if found.through else 0)


@pytest.mark.hard
@pytest.mark.long
@pytest.mark.parametrize("seed", range(rounds(6, quick=1, hard=60)))
def test_the_order_of_edits_does_not_matter(sqlite: object, seed: int) -> None:
    _edits(seed, 60)


@pytest.mark.postgres
def test_edit_order_is_no_matter_on_postgresql(store: object) -> None:
    _edits(99, 30)


def _edits(seed: int, steps: int) -> None:
    edits = Edits(Random(seed))
    for _ in range(steps):
        edits.step()

    assert by_player(read(edits.club)) == from_scratch()
    assert by_player(read(edits.club, "tally")) == from_scratch()
    assert [*map(type, read(edits.club).rows)] == [PlayerRating] * len(from_scratch())
