"""Tables of one league that end at the same moment, while its organiser decides."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Barrier, Thread

from flask import Flask

from scorekeeper.leagues.decisions import DecisionRequest, delete_decision, restore_decision
from scorekeeper.leagues.game_rulings import set_game_counting
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.links import links_of_league, replace_links
from scorekeeper.leagues.membership import merge_players
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.ratings import ratings_of
from scorekeeper.leagues.seasons import give_bonus
from scorekeeper.leagues.tables import add_table
from scorekeeper.leagues.visit import visit_league
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables.changes import add_entry, edit_entry
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.starting import start_table
from tests.leagues import naive
from tests.leagues.clubs import (
    PHONE,
    create_club,
    enter,
    link_to,
    new_key,
    numbers,
    order,
    plays,
    rows_of,
    sent,
)
from tests.requirements import rounds

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve"]


def at_once(app: Flask, acts: Sequence[Callable[[], object]]) -> None:
    """Do all of it at the same moment; what one raises fails the test."""
    begin, raised = Barrier(len(acts)), list[BaseException]()

    def work(act: Callable[[], object]) -> None:
        with app.app_context():
            begin.wait()
            try:
                act()
            except BaseException as error:
                raised.append(error)

    threads = [Thread(target=work, args=(act,)) for act in acts]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert raised == []


def end(table: str) -> Callable[[], object]:
    """The last write at a table, which its scorer has open."""
    opened = load_table(table)
    return lambda: add_entry(opened, {"finish": {}}, sent(opened))


def assert_right(club: str) -> None:
    """What is kept is what the games come to."""
    right = naive.results(visit_league(club, PHONE))
    wanted = sorted(tuple(one[name] for name in naive.RESULT) for one in right)
    assert sorted(rows_of("result", *naive.RESULT)) == wanted
    assert [*rebuild_results()] == []


def whenever() -> DecisionRequest:
    return DecisionRequest(new_key(), None, PHONE)


def test_games_that_end_at_the_same_moment(store: Flask) -> None:
    club = create_club(NAMES)
    for turn in range(rounds(3, quick=1, hard=30)):
        open_tables = [plays(club, NAMES[n : n + 3], [n, turn, 2], finish=False) for n in range(3)]

        at_once(store, [end(table) for table in open_tables])

        ended = rows_of("league_game", "ended")
        assert len({*ended}) == 3 * (turn + 1)
        assert len(rows_of("result")) == 9 * (turn + 1)
    assert_right(club)


def test_guests_of_one_moment_are_one(store: Flask) -> None:
    club = create_club(["Ann", "Ben"])
    open_tables = [plays(club, ["Zoe", name], [3, 2], finish=False) for name in ("Ann", "Ben")]

    at_once(store, [end(table) for table in open_tables])

    assert len(numbers(club)) == 3
    assert_right(club)


def test_an_organiser_decides_while_games_end(store: Flask) -> None:
    club = create_club([*NAMES, "Annie"])
    for turn in range(rounds(3, quick=1, hard=30)):
        at_once(store, [*_an_evening(club, turn)])

        assert_right(club)


def _an_evening(club: str, turn: int) -> Iterator[Callable[[], object]]:
    """Two games end, one is edited, and everything is decided about."""
    over = load_table(plays(club, ["Annie", "Ben"], [turn, 1]))
    for pair in (NAMES[:2], NAMES[2:4]):
        yield end(plays(club, pair, [turn, 2], finish=False))
    visit, who = visit_league(club, PHONE), numbers(club)
    season, game = visit.season_shown, len(rows_of("league_game"))
    assert season
    yield lambda: edit_entry(over, 1, {"points": [0, 9]}, sent(over))
    yield lambda: set_game_counting(visit, whenever(), game, struck=True, reason="so decided")
    yield lambda: give_bonus(visit, whenever(), season.number, who["Ben"], "1", "coffee")
    yield lambda: ratings_of(visit, "")
    merge = next((one.seq for one in visit.league.state.written if one.kind == "merge"), None)
    if merge is None:
        yield lambda: merge_players(visit, whenever(), who["Annie"], who["Ann"])
    else:
        turned = delete_decision if turn % 2 else restore_decision
        yield lambda: turned(visit, whenever(), merge)


def test_a_table_is_added_while_its_game_ends(store: Flask) -> None:
    club = create_club(["Ann", "Ben"])
    for turn in range(rounds(3, quick=1, hard=30)):
        at_once(store, [*_taken_in(club, turn)])

        assert len(rows_of("result")) == 2 * (turn + 1)
    assert_right(club)


def _taken_in(club: str, turn: int) -> Iterator[Callable[[], object]]:
    sheet = {"format": "scorekeeper/1", "game": "tally", "players": ["Ann", "Zoe"]}
    document = {**sheet, "entries": [{"points": [turn, 1]}]}
    table = start_table(document, key=new_key(), device=PHONE)
    opened, visit = load_table(table), visit_league(club, PHONE)
    yield end(table)
    yield lambda: add_table(visit, opened)


def test_one_of_two_replaces_link_amid_arrivals(store: Flask) -> None:
    club = create_club(["Ann", "Ben"])
    link_to(visit_league(club, PHONE), "member", bytes(32))
    for turn in range(rounds(3, quick=1, hard=30)):
        old, phones = secret_of_members(club), [f"{turn}-{n}" for n in range(2)]

        at_once(store, [*_renewed(club, old, phones)])

        new = secret_of_members(club)
        assert new != old
        assert enter(old, "late") is None
        assert [visit_league(club, one).role for one in phones] == [None, None]
        assert_right(club)
    told = [one.words for one in history_of(visit_league(club, PHONE), PHONE).decisions]
    assert told.count("replaced the link for members") == turn + 1


def _renewed(club: str, old: str, phones: Sequence[str]) -> Iterator[Callable[[], object]]:
    """Two organisers renew it at the same version, and two phones open what it was."""
    visit = visit_league(club, PHONE)

    def renew() -> None:
        with suppress(Conflict):
            replace_links(visit, order(visit), ["member"], bytes(32))

    yield from (renew, renew)
    yield from (lambda one=one: enter(old, one) for one in phones)


def secret_of_members(club: str) -> str:
    """The secret of the members' link."""
    (link,) = links_of_league(visit_league(club, PHONE), bytes(32))
    return link.secret or ""
