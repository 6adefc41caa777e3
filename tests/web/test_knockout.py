"""A knock-out through its pages: planned, drawn, played, corrected."""

import json
import re

import pytest
from flask import Flask

from scorekeeper.schedules.knockout import knockout_matches
from scorekeeper.web.league.evening import wall
from scorekeeper.web.league.evening.bracket import draw_of, parts_of
from tests.web.phones import Page, Phone, keys, points
from tests.web.test_replies import member

pytestmark = pytest.mark.long

EIGHT = "Ann, Ben, Cat, Dan, Eve, Fay, Gus, Hal"


def planned(phone: Phone, league: str, names: str, kind: str = "knockout", **typed: object) -> str:
    """The address of a knock-out at the score pad, planned and kept."""
    address = f"{league}/evening/new"
    page = phone.fill(address, {"game": "tally", "kind": kind, "names": names}, "set")
    look = phone.send(address, page.form("look"), {"seeding": "standings", **typed}, "look")
    kept = phone.send(address, look.form("keep"), {}, "keep")
    assert kept.status == 303, kept.text
    return kept.location


def opened(phone: Phone, evening: str) -> list[str]:
    """Open what comes next; its tables, those of the round that is on first."""
    return list(dict.fromkeys(phone.do(evening, do="open.").tables))


def wins(phone: Phone, table: str, side: int = 0) -> None:
    """That side wins the table's game."""
    phone.play(table, points(*((9, 2) if side == 0 else (2, 9))))
    phone.do(f"{table}/write/finish")


def bracket(phone: Phone, evening: str) -> Page:
    return phone.get(f"{evening}/bracket")


def test_preview_has_seeds_and_byes(phone: Phone, league: str) -> None:
    address = f"{league}/evening/new"
    typed = {"game": "tally", "kind": "knockout", "names": "Ann, Ben, Cat, Dan, Eve"}
    page = phone.fill(address, typed, "set")
    look = phone.send(address, page.form("look"), {"seeding": "standings"}, "look")

    assert "Seeds: 1. Ann, 2. Ben, 3. Cat, 4. Dan, 5. Eve" in look.text
    assert "Sitting out: Ann, Ben and Cat" in look.text


def test_a_knockout_is_played_to_its_champion(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat, Dan", third_place="on")
    one, other = opened(phone, evening)
    assert not phone.get(evening).key("open.")

    wins(phone, one)  # Ann beats Dan
    assert "Winner of match 2" in bracket(phone, evening).text
    wins(phone, other, 1)  # Cat beats Ben
    final, third, *_ = opened(phone, evening)
    for table in (final, third):
        wins(phone, table)

    page = bracket(phone, evening)
    assert "Ann won the knock-out." in page.text
    assert "Won: Dan" in page.text
    assert not {"more", phone.get(evening).key("open.")} & {*keys(phone.get(evening))}
    assert phone.get(evening).links("/bracket")


@pytest.mark.long
def test_table_starts_once_its_players_are_known(phone: Phone, league: str) -> None:
    evening = planned(phone, league, EIGHT, "double-knockout")
    tables = opened(phone, evening)
    for table in tables[:2]:
        wins(phone, table)

    assert len(opened(phone, evening)) == len(tables) + 2  # one of each part
    for table in tables[2:]:
        wins(phone, table)
    assert "Open remaining tables of round 2" in phone.get(evening).text


def test_won_knockout_leaves_out_the_decider(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat", "double-knockout")
    played: set[str] = set()
    while phone.get(evening).key("open."):
        new = {*opened(phone, evening)} - played
        for table in new:
            wins(phone, table)
        played |= new

    page = phone.get(evening)
    assert "Ann won the knock-out." in page.text
    assert "round 4 of 4" in page.text
    finished = phone.get(page.tables[0])
    assert evening in finished.links("/evening/")
    assert re.search('<button class="quiet"[^>]*>Rematch', finished.html)


@pytest.mark.long
def test_correction_moves_only_unstarted_matches(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat, Dan")
    one, other = opened(phone, evening)
    wins(phone, one)  # Ann beats Dan
    wins(phone, other)
    phone.do(f"{one}/e/1", points(2, 9))  # it was Dan
    assert "Winner of match" not in bracket(phone, evening).text
    final, *_ = opened(phone, evening)
    assert "Dan" in phone.get(final).text

    assert "Match 3 was started with this result and stands." in phone.get(f"{one}/e/1").text
    phone.do(f"{one}/e/1", points(9, 2))  # no, Ann: the final stands
    page = bracket(phone, evening)
    assert "Match 1 was corrected after a later match had started." in page.text
    wins(phone, final)
    assert "Dan won the knock-out." in bracket(phone, evening).text


def test_draw_asks_and_walkover_needs_no_table(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat, Dan")
    phone.do(f"{evening}/bracket", {"winner": "2.1"}, "walkover")  # Cat, as Ben does not come
    (table,) = opened(phone, evening)
    phone.play(table, points(4, 4))
    phone.do(f"{table}/write/finish")

    page = bracket(phone, evening)
    assert "Drawn. Add a deciding point" in page.text
    assert "Walkover" in page.text
    refused = phone.fill(f"{evening}/bracket", {"winner": "1.0"}, "walkover")
    assert refused.status == 303  # a drawn match may be given, too


def walkovers_listed(phone: Phone, league: str) -> list[tuple[str, int]]:
    """The walkovers that count in the league, by their winner, and what each is worth."""
    document = json.loads(phone.get(f"{league}/league.json").html)
    names = {one["number"]: one["name"] for one in document["players"]}
    return [
        (names[side["players"][0]], int(side["worth"]))
        for game in document["games"]
        if game["kind"] == "walkover" and game["counts"]
        for side in game["sides"]
        if side["won"]
    ]


@pytest.mark.parametrize("started", [False, True])
def test_knockout_walkover_counts_in_the_season(phone: Phone, league: str, started: bool) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat, Dan")
    tables = opened(phone, evening) if started else []
    given = {"winner": "2.1"}  # Cat, as Ben does not come

    phone.do(f"{evening}/bracket", given, "walkover")

    assert walkovers_listed(phone, league) == [("Cat", 5)]
    assert re.search(r"Match 2 · Walkover .*?Won: Cat", bracket(phone, evening).text)
    (table,) = {*tables[:1]} or opened(phone, evening)

    phone.do(f"{league}/history", do="undo.")
    assert walkovers_listed(phone, league) == []
    assert not re.search(r"Match 2 · Walkover", bracket(phone, evening).text)
    phone.do(f"{league}/history", do="redo.")
    assert walkovers_listed(phone, league) == [("Cat", 5)]

    wins(phone, table)
    (final,) = {*opened(phone, evening)} - {*tables, table}
    wins(phone, final)
    assert "won the knock-out." in bracket(phone, evening).text
    assert walkovers_listed(phone, league) == [("Cat", 5)]


def test_drawn_match_with_walkover_counts_once(phone: Phone, league: str) -> None:
    evening, _ = drawn_match(phone, league)

    phone.do(f"{evening}/bracket", {"winner": "1.0"}, "walkover")

    assert walkovers_listed(phone, league) == []
    told = "it is worth nothing there if a deal is saved at the match's table"
    assert told in bracket(phone, evening).text


def drawn_match(phone: Phone, league: str) -> tuple[str, str]:
    """A knock-out of four whose first match, Ann against Dan, was drawn; and its table."""
    evening = planned(phone, league, "Ann, Ben, Cat, Dan")
    table, _ = opened(phone, evening)
    phone.play(table, points(4, 4))
    phone.do(f"{table}/write/finish")
    assert phone.get(evening).links("/bracket")
    assert {"replay.1", "home.1", "away.1", "lots.1"} <= {*keys(bracket(phone, evening))}
    return evening, table


@pytest.mark.parametrize(
    ("key", "through"), [("home.1", "Ann"), ("away.1", "Dan"), ("lots.1", "Ann|Dan")]
)
def test_a_drawn_match_is_settled_in_the_bracket(
    phone: Phone, league: str, key: str, through: str
) -> None:
    evening, table = drawn_match(phone, league)

    phone.do(f"{evening}/bracket", {}, key)

    page = bracket(phone, evening)
    assert re.search(rf"Match 1 .*?Won: ({through})", page.text)
    assert key not in keys(page)
    standing = phone.get(league).text
    assert re.search(r"1 Ann D 1 1 4 1 Dan D 1 1 4", standing)  # the season has the draw

    phone.do(f"{league}/history", do="undo.")
    assert "lots.1" in keys(bracket(phone, evening))

    phone.do(f"{evening}/bracket", {}, key)
    phone.do(f"{table}/e/1", points(2, 9))  # it was no draw, so Dan has won
    assert re.search(r"Match 1 .*?Won: Dan", bracket(phone, evening).text)
    assert "lots.1" not in keys(bracket(phone, evening))


def test_drawn_match_is_replayed_at_a_new_table(phone: Phone, league: str) -> None:
    evening, table = drawn_match(phone, league)

    phone.do(f"{evening}/bracket", {}, "replay.1")

    page = phone.get(evening)
    assert "Table 1, replay" in page.text
    assert "lots.1" not in keys(bracket(phone, evening))
    replay = next(one for one in bracket(phone, evening).tables if one != table)
    wins(phone, replay, 1)
    assert re.search(r"Match 1 .*?Won: Dan", bracket(phone, evening).text)
    # both games count in the season
    assert re.search(r"1 Dan D W 2 2 9 2 Ann D L 2 1 7", phone.get(league).text)

    phone.do(f"{evening}/bracket", {"winner": "2.0"}, "walkover")
    assert "Dan" in phone.get(opened(phone, evening)[0]).text


def test_match_drawn_again_is_replayed_again(phone: Phone, league: str) -> None:
    evening, _ = drawn_match(phone, league)
    for _ in range(2):
        before = {*bracket(phone, evening).tables}
        phone.do(f"{evening}/bracket", {}, "replay.1")
        (replay,) = {*bracket(phone, evening).tables} - before
        phone.play(replay, points(4, 4))
        phone.do(f"{replay}/write/finish")

    phone.do(f"{evening}/bracket", {}, "home.1")

    assert re.search(r"Match 1 .*?Won: Ann", bracket(phone, evening).text)


def test_match_that_is_not_drawn_is_not_settled(phone: Phone, league: str) -> None:
    evening, _ = drawn_match(phone, league)
    form = next(one for one in bracket(phone, evening).forms if "lots.1" in one.buttons)

    for key in ("lots.2", "home.2", "replay.3", "lots.9"):
        refused = phone.post(f"{evening}/bracket", {**form.fields, "do": key})
        assert refused.status == 422, key


def test_game_of_more_sides_has_no_knockout(phone: Phone, league: str) -> None:
    address = f"{league}/evening/new"
    page = phone.fill(address, {"game": "trex", "kind": "knockout", "names": EIGHT}, "look")

    assert "A knock-out needs a game for two" in page.text


@pytest.mark.parametrize("walkover", [False, True])
def test_entrants_stay_once_knockout_has_started(phone: Phone, league: str, walkover: bool) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat, Dan")
    if walkover:
        phone.do(f"{evening}/bracket", {"winner": "2.1"}, "walkover")
    else:
        opened(phone, evening)
    page = phone.fill(f"{evening}/plan", {"names": "Eve"}, "look")
    kept = phone.send(f"{evening}/plan", page.form("keep"), {}, "keep")

    assert kept.status == 422


@pytest.mark.hard
@pytest.mark.long
def test_the_best_of_each_group_go_on(phone: Phone, league: str) -> None:
    evening = planned(phone, league, EIGHT, "groups")
    assert "Group A" in bracket(phone, evening).text
    for _ in range(3):
        for table in opened(phone, evening)[:4]:
            wins(phone, table)
    page = phone.get(evening)
    assert "qualify" in keys(page)
    phone.do(evening, {}, "qualify")
    assert "Semis to come" in bracket(phone, evening).text
    first = phone.get(evening).tables[-1]

    # another result in a group: the draw is out of date, and made again
    assert "draw it again" in phone.get(f"{first}/e/1").text
    for table in dict.fromkeys(phone.get(evening).tables):
        phone.do(f"{table}/e/1", points(2, 9))
    assert "A correction changed the order" in bracket(phone, evening).text
    phone.do(f"{evening}/bracket", {"winner": "1.0"}, "walkover")
    assert len(walkovers_listed(phone, league)) == 1
    phone.do(f"{evening}/bracket", {}, "qualify")
    assert walkovers_listed(phone, league) == []  # that match is none any more
    assert "A correction changed the order" not in bracket(phone, evening).text

    semi, other, *_ = opened(phone, evening)
    assert "The knock-out has started with this group's result" in phone.get(f"{first}/e/1").text
    for table in (semi, other):
        wins(phone, table)
    final, *_ = opened(phone, evening)
    wins(phone, final)
    assert "won the knock-out" in bracket(phone, evening).text
    assert phone.fill(f"{evening}/plan", {}, "look").status == 200


@pytest.mark.long
def test_group_walkover_counts_until_undone(phone: Phone, league: str) -> None:
    evening = planned(phone, league, "Ann, Ben, Cat, Dan", "groups", groups=1)
    first = opened(phone, evening)
    home = re.search(r'value="(\d+\.0)"', phone.get(evening).html)
    assert home
    phone.do(evening, {"winner": home[1]}, "walkover")
    winner = re.search(r"Walkover for (\w+)", phone.get(evening).text)
    assert winner
    counted = rf"Group A .* 1 {winner[1]} 1 1 "
    assert re.search(counted, bracket(phone, evening).text)
    history = f"{league}/history"
    for step in ("undo", "redo"):
        phone.do(history, do=f"{step}.")
        assert bool(re.search(counted, bracket(phone, evening).text)) == (step == "redo")

    for table in first[1:]:
        wins(phone, table)
    for _ in range(2):
        new = [table for table in opened(phone, evening) if table not in first]
        for table in new[:2]:
            wins(phone, table)
    assert "qualify" in keys(phone.get(evening))
    phone.do(evening, {}, "qualify")
    opened(phone, evening)


def test_groups_are_previewed_with_two_at_least(phone: Phone, league: str) -> None:
    address = f"{league}/evening/new"
    page = phone.fill(address, {"game": "tally", "kind": "groups", "names": EIGHT}, "set")
    look = phone.send(address, page.form("look"), {"groups": 4}, "look")

    assert "Group D: Dan, Eve" in look.text
    sent = {**look.form("look").filled({}, "look"), "groups": 7}
    assert "Each group needs at least two entrants." in phone.post(address, sent).text


def test_knockout_is_drawn_after_all_group_games(phone: Phone, league: str) -> None:
    evening = planned(phone, league, EIGHT, "groups")
    opened(phone, evening)
    form = phone.get(evening).forms[-1]
    early = phone.follow(phone.post(evening, {**form.fields, "do": "qualify"}))

    assert "Finish all games of the groups first." in early.message


# --- as it is drawn -----------------------------------------------------------------------------


@pytest.mark.long
def test_a_player_sees_their_own_match_first(app: Flask, phone: Phone, league: str) -> None:
    evening = planned(phone, league, EIGHT)
    tables = opened(phone, evening)
    hal = member(app, league, "Hal")
    cards = re.findall(r'<li><(?:a|div) class="duel(.*?)</li>', bracket(hal, evening).html, re.S)
    assert "Hal" in cards[0]
    assert "Match 1 · yours · table 1, deal 1" in cards[0]

    wins(phone, tables[1])  # the match whose winner meets Ann or Hal
    page = bracket(hal, evening)
    assert "Match 2 · the winner waits for you" in page.text
    assert "the winner waits for you" not in bracket(phone, evening).text  # whose is nobody's

    wins(phone, tables[0], 1)
    assert "waits for you" not in bracket(hal, evening).text
    assert re.search(r"Quarters 2 of 4 Semis to come Final to come", page.text) is None
    assert "Quarters 2 of 4 Semis to come Final to come" in bracket(hal, evening).text


def test_a_phone_has_one_round_at_a_time(phone: Phone, league: str) -> None:
    evening = planned(phone, league, EIGHT)
    opened(phone, evening)

    def shown(query: str) -> str:
        html = phone.get(f"{evening}/bracket{query}").html
        found = re.search(r'<h2 class="visually-hidden">([^<]*)</h2>', html)
        return found[1] if found else ""

    assert [shown(query) for query in ("", "?round=2", "?round=3", "?round=9", "?round=x")] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
        "Quarter-finals",
        "Quarter-finals",
    ]


@pytest.mark.parametrize(
    ("entrants", "trees"),
    [
        (2, [[1]]),
        (5, [[4, 2, 1]]),
        (16, [[8, 4, 2, 1]]),
        (32, [[16, 8, 4, 2, 1]]),
        (33, [[8, 4, 2, 1], *[[4, 2, 1]] * 3, [2, 1]]),
        (64, [[8, 4, 2, 1]] * 4 + [[2, 1]]),
    ],
)
@pytest.mark.parametrize("double", [False, True])
def test_each_match_is_drawn_once(entrants: int, trees: list[list[int]], double: bool) -> None:
    matches = knockout_matches(entrants, double)
    levels = draw_of([one for one in matches if double or one.part in ("main", "final")], double)
    parts = parts_of(levels)

    assert [[len(level) for level in part] for part in parts] == trees
    drawn = [one for part in parts for level in part for one in level if one]
    of_draw = ("main",) if double else ("main", "final")
    assert sorted(drawn) == sorted(one.number for one in matches if one.part in of_draw)


def test_wall_names_the_tables_of_its_quarter(
    phone: Phone, league: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    names = ", ".join(f"{one}{other}" for one in letters[:9] for other in letters[:4])
    evening = planned(phone, league, names)  # 36 players
    opened(phone, evening)

    told = []
    for turn in range(5):
        monkeypatch.setattr(wall, "now", lambda turn=turn: turn * wall.TURN_MS)
        told.append(re.findall(r"Table (\d+):", phone.get(f"{league}/wall").text))

    assert [len(one) for one in told] == [1, 1, 1, 1, 0]
    assert len({table for one in told for table in one}) == 4
