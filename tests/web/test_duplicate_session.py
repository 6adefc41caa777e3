"""A session of 17 pairs from announcement to standings: a Mitchell of nine tables with an arrow
switch, a half table, a fouled board, an average, a late pair; written by the use cases."""

import json
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.duplicate.result import score
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.duplicate import changes
from scorekeeper.leagues.duplicate.records import DuplicateState, Place
from scorekeeper.leagues.duplicate.writing import Sent, state_of
from scorekeeper.leagues.membership import add_members
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.seasons import edit_season, payload_of
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.store.table.rows import Conflict
from tests.leagues.clubs import new_key, order, rows_of
from tests.web.duplicates import set_up
from tests.web.phones import Phone

pytestmark = pytest.mark.long

CALLED = (("4S", "N", 10), ("3NT", "S", 8), ("2H", "E", 9), ("5DX", "W", 9), ("1NT", "N", 7))


def sent() -> Sent:
    """A key of its own."""
    return Sent(new_key(), "organiser")


class Session:
    """A duplicate evening that was set up."""

    def __init__(self, duplicate: str) -> None:
        self.address = duplicate
        parts = duplicate.split("/")
        self.league, self.evening = parts[2], int(parts[4])

    @property
    def visit(self) -> LeagueVisit:
        """The league."""
        return visit_league(self.league, "organiser")

    @property
    def state(self) -> DuplicateState:
        """The evening."""
        return state_of(self.visit, self.evening)

    def save(
        self, place: Place, called: tuple[str, str, int], key: str = "", seen: int = 0
    ) -> None:
        """Save a result at a table."""
        contract, declarer, tricks = called
        line = {"contract": contract, "declarer": declarer, "tricks": tricks}
        to = self.visit, Sent(key or new_key(), "organiser"), self.evening
        changes.save_line(*to, place, line, seen)

    def play_round(self, number: int) -> None:
        """Play all boards of a round; what is called differs from table to table."""
        for there in self.state.plan[number]:
            for board in there.boards:
                called = CALLED[(board * there.table + number) % len(CALLED)]
                place = Place(number, there.table, board)
                if place not in self.state.lines:
                    self.save(place, called)


@pytest.fixture
def session(app: Flask, phone: Phone, league: str) -> Iterator[Session]:
    """A Mitchell of 17 pairs with an arrow switch."""
    duplicate = set_up(phone, league, 17, "mitchell", 27, switched=True)
    with app.app_context():
        yield Session(duplicate)


def test_session_counts_in_the_season(phone: Phone, session: Session) -> None:
    rounds = session.state.rounds
    for number in range(1, rounds + 1):
        if number > 1:
            changes.start_next_round(session.visit, sent(), session.evening, number)
        session.play_round(number)
    assert not session.state.missing
    assert any(one.switched for one in session.state.plan[rounds])
    assert all(len(session.state.sitting_out(number)) == 1 for number in session.state.plan)

    place = next(iter(session.state.lines))
    there = session.state.lines[place]
    ruling = {
        **{"round": place.round, "table": place.table},
        **{"ns": there.payload["ns"], "ew": there.payload["ew"]},
        **{"artificial": {"ns": "A+", "ew": "A-"}, "note": "board turned"},
    }
    changes.rule(session.visit, sent(), session.evening, place, ruling, there.seq)
    fouled = next(one for one in session.state.plan[2][0].boards)
    other = [(1, there.table) for there in session.state.plan[1] if fouled in there.boards]
    changes.mark_fouled(session.visit, sent(), session.evening, fouled, other)
    changes.adjust(session.visit, sent(), session.evening, "3", -10, "slow play")
    changes.end_session(session.visit, sent(), session.evening, over=True)

    address = f"/e/{session.league}.{session.evening}/session.json"
    document = json.loads(phone.get(address).body)
    result = score(document)
    assert result["missing"] == []
    (ranking,) = (field["ranking"] for field in result["fields"])
    assert len(ranking) == 17
    shown = phone.get(f"{session.address}/ranking").text
    assert f"{ranking[0]['percent']:.2f}" in shown
    games = phone.get(f"/l/{session.league}/games").text
    assert "duplicate, percent" in games
    assert len(rows_of("result")) >= 34

    (season,) = session.visit.league.seasons.values()
    ranked = {**payload_of(season), "scoring": {**season.scoring, "ranked": "pairs"}}
    edit_season(session.visit, order(session.visit), season.number, ranked)
    pairs = standings_of(session.visit, session.visit.league.seasons[season.number])
    assert len(pairs) == 17
    assert {one.sums.games for one in pairs} == {1}
    assert all("&" in session.visit.names[one.player] for one in pairs)
    assert not [one for one in rebuild_results(repair=False) if one.public_id == session.league]


def test_line_sent_twice_is_saved_once(session: Session) -> None:
    there = session.state.plan[1][0]
    place = Place(1, there.table, there.boards[0])
    key = new_key()
    session.save(place, CALLED[0], key)
    before = session.state.version

    session.save(place, CALLED[0], key)  # the same request again
    session.save(place, CALLED[0])  # the other phone of the table, with the same result

    assert session.state.version == before


def test_second_phone_learns_of_another_result(session: Session) -> None:
    there = session.state.plan[1][0]
    place = Place(1, there.table, there.boards[0])
    session.save(place, CALLED[0])

    with pytest.raises(changes.AlreadyEntered):
        session.save(place, CALLED[1])

    session.save(place, CALLED[1], seen=session.state.lines[place].seq)
    assert session.state.lines[place].payload["contract"] == CALLED[1][0]


def test_two_directors_lose_nothing(session: Session) -> None:
    there = session.state.plan[1][0]
    place = Place(1, there.table, there.boards[0])
    line = {"round": 1, "table": there.table, "ns": there.ns, "ew": there.ew}
    to = session.visit, session.evening
    changes.rule(to[0], sent(), to[1], place, {**line, "contract": "pass"}, 0)

    with pytest.raises(Conflict):
        changes.rule(to[0], sent(), to[1], place, {**line, "score": -420}, 0)

    assert session.state.lines[place].payload["contract"] == "pass"


def test_late_pair_takes_the_phantoms_place(session: Session) -> None:
    phantom = next(pair for pair, one in session.state.pairs.items() if not one.players)
    add_members(session.visit, order(), ["Late One", "Late Two"])
    named = session.visit.number_of_name
    late = [named["late one"], named["late two"]]
    changes.change_pair(session.visit, sent(), session.evening, phantom, players=late, first=3)

    assert session.state.sitting_out(2)
    assert not session.state.sitting_out(3)

    changes.change_pair(session.visit, sent(), session.evening, "1", last=4)
    assert session.state.table_of(4, "1")
    assert session.state.table_of(5, "1") is None


def test_table_corrects_until_the_next_round(session: Session) -> None:
    session.play_round(1)
    place, line = next(iter(session.state.lines.items()))
    session.save(place, ("7NT", "N", 13), seen=line.seq)
    changes.start_next_round(session.visit, sent(), session.evening, 2)
    now = session.state.lines[place]

    with pytest.raises(DecisionRefused):
        session.save(place, ("6NT", "N", 13), seen=now.seq)

    changes.take_back(session.visit, sent(), session.evening, now.seq, again=False)
    assert session.state.lines[place].payload == line.payload


def test_round_begins_once_the_last_is_in(session: Session) -> None:
    first = session.state.plan[1][0]
    with pytest.raises(DecisionRefused):
        changes.begin_round(session.visit, sent(), session.evening, first.table, 2)
    for board in first.boards:
        session.save(Place(1, first.table, board), CALLED[0])

    changes.begin_round(session.visit, sent(), session.evening, first.table, 2)

    assert session.state.round_at(first.table) == 2
    assert session.state.round == 1


def test_director_starts_the_round_after_that_of_all_tables(phone: Phone, session: Session) -> None:
    session.play_round(1)
    for there in session.state.plan[2]:
        assert session.state.round == 1
        changes.begin_round(session.visit, sent(), session.evening, there.table, 2)

    assert session.state.round == 2
    assert phone.get(f"{session.address}/director").key("round.") == "round.3"


def test_movement_stays_once_a_result_is_in(phone: Phone, session: Session) -> None:
    there = session.state.plan[1][0]
    session.save(Place(1, there.table, there.boards[0]), CALLED[0])

    setup = f"{session.address}/setup"
    page = phone.fill(setup, {"boards": 24}, "look")
    page = phone.send(setup, page.form("save"), {}, "save")

    assert page.status == 422
    assert "the movement can't change" in page.text


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ({"contract": "9S", "declarer": "N", "tricks": 9}, "contract"),
        ({"score": 421}, "score"),
        ({"artificial": {"ns": "B", "ew": "A"}}, "artificial.ns"),
        ({}, ""),
    ],
)
def test_impossible_ruling_is_refused(
    session: Session, line: dict[str, object], field: str
) -> None:
    there = session.state.plan[1][0]
    place = Place(1, there.table, there.boards[0])
    whole = {"round": 1, "table": there.table, "ns": there.ns, "ew": there.ew, **line}

    with pytest.raises(DecisionRefused) as refused:
        changes.rule(session.visit, sent(), session.evening, place, whole, 0)

    assert field in refused.value.faults
