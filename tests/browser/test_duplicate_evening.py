"""Two duplicate evenings, on as many phones as a club brings: some are tapped in a browser, the
others send what a browser would. What the file for other programs says is worked out anew from what
was tapped."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from random import Random
from typing import Final
from xml.etree import ElementTree

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.looks import faults
from tests.browser.phone import NewPhone, Phone
from tests.browser.test_duplicate import Sender, saved
from tests.duplicate import by_hand
from tests.duplicate.by_hand import Line
from tests.reliability.servers import Distant
from tests.web import phones
from tests.web.duplicates import NAMES, pairs_of, play, teams_of

pytestmark = [pytest.mark.browser, pytest.mark.hard]

TABLES: Final = 9
ROUNDS: Final = 9
PHANTOM: Final = "18"
CALLED: Final = (
    *(("4S N", 0), ("3NT S", -1), ("2H E", 1), ("5DX W", -2), ("1NT N", 0), ("4H S", 1)),
    *(("3C W", 0), ("4S E", -1), ("3NT N", 2), ("2S W", 0), ("4HX N", -2), ("2NT E", -1)),
)
WALL: Final[ViewportSize] = {"width": 1920, "height": 1080}


@dataclass
class Evening:
    """A duplicate evening: its address, the phones by pair (or team and room), what was played by
    board and table."""

    duplicate: str
    by_pair: dict[str, phones.Phone] = field(default_factory=dict)
    played: dict[int, dict[tuple[int, int], Line]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def write(
        self, place: tuple[int, int, int], sides: tuple[str, str], called: str, over: int
    ) -> None:
        """Have North-South's phone save a result, and East-West's agree to it."""
        round, table, board = place
        north, east = (self.by_pair[one] for one in sides)
        done = play(north, self.duplicate, place, called, over)
        if done.status == 422:  # it is unlike all others: it is saved all the same
            done = north.send("", done.form("save"), {}, "save")
        assert done.status == 303, done.text
        address = f"{self.duplicate}/table/{table}/board/{board}?round={round}"
        east.do(address, do="agree.")
        self.note(place, sides, called, over)

    def note(
        self, place: tuple[int, int, int], sides: tuple[str, str], called: str, over: int
    ) -> None:
        """Note what was played, for the sums."""
        round, table, board = place
        self.played[board][round, table] = Line(*sides, called, over)


def announce(phone: Phone, league: str, names: str, kind: str, boards: int, offer: str) -> str:
    """Announce an evening for tonight, and choose how it is played; its address."""
    page = phone.page
    phone.go(f"{league}/evening/announce")
    page.fill("input[name=date]", date.today().isoformat())
    phone.touch(page.get_by_text("Where, note, name, places"))
    page.fill("input[name=name]", "Tuesday duplicate")
    page.select_option("select[name=game]", "bridge")
    page.select_option("select[name=kind]", "duplicate")
    phone.follow(phone.button("announce"))
    phone.follow(page.get_by_role("link", name=re.compile("Tuesday duplicate")).first)
    phone.follow(page.get_by_role("link", name="Set up the duplicate"))
    phone.touch(page.locator(f'label:has(input[name="kind"][value="{kind}"])'))
    page.fill("textarea[name=pairs]", names)
    page.fill("input[name=boards]", str(boards))
    phone.follow(phone.button("look"))
    assert faults(page) == []
    phone.touch(page.locator("label.card", has_text=re.compile(offer)).first)
    phone.follow(phone.button("save"))
    found = re.match(r"/l/\w+/evening/\d+/duplicate", phone.address)
    assert found
    return found[0]


def link_of(sender: Sender, league: str, role: str) -> str:
    """The address of a league's link."""
    page = sender.get(f"{league}/organise")
    key = next(one for one in phones.keys(page) if one == f"make.{role}")
    page = sender.do(f"{league}/organise", do=key)
    found = re.findall(r"/s/[\w.-]+", page.html)
    assert found
    return str(found[-1])


def wall_of(phone: Phone, screen: Phone, league: str) -> None:
    """Hang a screen on the wall."""
    phone.go(f"{league}/organise")
    phone.follow(phone.button("wall"))
    screen.page.set_viewport_size(WALL)
    screen.go(phone.page.get_by_label("Link for a screen on the wall").input_value())


def tap_board(phone: Phone, called: str, over: int) -> None:
    """Tap a result in on the page of its board."""
    contract, declarer = called.split()
    level, strain = contract[0], contract[1:].rstrip("X")
    keys = [f"contract.0-{level}", f"contract.1-{strain}", f"declarer-{'NESW'.index(declarer)}"]
    if "X" in contract:
        keys.append("doubled-1")
    phone.tap(*keys, f"tricks-{6 + int(level) + over}")
    phone.touch(phone.button("save"))
    saved(phone, r"Board \d+ saved")


def planned(round: int, table: int) -> tuple[tuple[str, str], range]:
    """Who sits at a table in a round of this Mitchell, and on which boards."""
    stays, moves = str(table), str(10 + (table - round) % TABLES)
    first = 3 * ((table + round - 2) % TABLES) + 1
    sides = (moves, stays) if round == ROUNDS else (stays, moves)  # the arrow is switched
    return sides, range(first, first + 3)


def seats(round: int) -> Iterator[tuple[int, tuple[str, str], range]]:
    """Yield the tables of a round at which somebody plays."""
    for table in range(1, TABLES + 1):
        sides, boards = planned(round, table)
        if PHANTOM not in sides:
            yield table, sides, boards


def test_twenty_phones_play_a_mitchell(new_phone: NewPhone, base: str) -> None:
    ann, bob, screen, first, second, north, east = (new_phone() for _ in range(7))
    sender, league = Sender(ann), ann.found(name="Mill Lane")
    duplicate = announce(
        ann, league, pairs_of(17), "pairs", 27, "Mitchell.*exchanged in the last round,"
    )
    evening, draw = Evening(duplicate), Random(1)
    wall_of(ann, screen, league)
    expect(screen.page.locator("h1")).to_contain_text("Round 1 of 9")
    assert faults(screen.page) == []
    Sender(bob).enter(link_of(sender, league, "organiser"), "Bob")
    let_in(evening, link_of(sender, league, "member"), base, [first, second, north, east])

    # round 1: three tables tap, on two phones that lie there and on their own two
    for phone, table in ((first, 1), (second, 2)):
        phone.go(f"{duplicate}?all=1")
        phone.follow(phone.page.locator(f'main a[href$="/table/{table}"]'))
        phone.follow(phone.button("lie"))
        tap_round(phone, evening, table, draw)
    tap_with_own_phones(north, east, evening)
    play_round(evening, 1, draw)
    expect(screen.page.locator("main")).to_contain_text("all in")

    for round in range(2, ROUNDS + 1):
        if round % 2:  # else each table goes on when it is ready
            ann.go(f"{duplicate}/director")
            ann.follow(ann.button(f"round.{round}"))
        if round == ROUNDS:
            tap_switched(east, evening)
        play_round(evening, round, draw)

    rule(ann, evening)
    assert "Session over" in sender.do(f"{duplicate}/director", do="end").text
    expect(screen.page.locator("h1")).to_contain_text("The session is over")
    assert faults(screen.page) == []
    check_file(sender, evening)
    check_pages(ann, east, duplicate)


def let_in(evening: Evening, link: str, base: str, tapped: Sequence[Phone]) -> None:
    """Let everybody's phone in: two that lie at tables, those of two players that are tapped, and
    one for each other pair."""
    mine = [Sender(one) for one in tapped]
    names = ("Tablet", "Spare", NAMES[4], NAMES[23])  # North and West of table 3
    for phone, pair, name in zip(mine, ("1", "2", "3", "12"), names, strict=True):
        phone.enter(link, name)
        evening.by_pair[pair] = phone
    for pair in map(str, (*range(4, 12), *range(13, 18))):
        evening.by_pair[pair] = Distant(int(base.rpartition(":")[2]))
        evening.by_pair[pair].enter(link, NAMES[2 * int(pair) - 2])
    assert len(evening.by_pair) + 3 == 20


def tap_round(phone: Phone, evening: Evening, table: int, draw: Random) -> None:
    """Tap the first round in on the phone that lies at a table."""
    sides, boards = planned(1, table)
    phone.follow(phone.page.locator("button.main"))  # everybody sits here
    for board in boards:
        called, over = draw.choice(CALLED)
        phone.follow(phone.page.locator("a.main", has_text=f"Enter board {board}"))
        tap_board(phone, called, over)
        phone.follow(phone.page.locator("button.main"))
        saved(phone, "East-West agreed")
        evening.note((1, table, board), sides, called, over)
        if board != boards[-1]:
            phone.go(f"{evening.duplicate}/table/{table}")


def tap_with_own_phones(north: Phone, east: Phone, evening: Evening) -> None:
    """Tap a board in on North's own phone; East-West find it wrong, then right."""
    sides, (board, *_) = planned(1, 3)
    for phone in (north, east):
        phone.go(evening.duplicate)
        assert phone.address.endswith("/table/3")
    north.follow(north.page.locator("button.main"))
    north.follow(north.page.locator("a.main", has_text=f"Enter board {board}"))
    tap_board(north, "4S N", 1)
    address = f"{evening.duplicate}/table/3/board/{board}?round=1"
    east.go(address)
    assert faults(east.page) == []
    east.follow(east.page.locator("button.quiet", has_text="Not right"))
    saved(east, "Contested")
    north.go(address)
    north.follow(north.page.locator("a.quiet", has_text="Edit"))
    north.page.locator(".said").last.click()
    north.tap("tricks-10")
    north.touch(north.button("save"))
    saved(north, r"Board \d+ saved")
    east.go(address)
    east.follow(east.page.locator("button.main"))
    saved(east, "East-West agreed")
    evening.note((1, 3, board), sides, "4S N", 0)


def tap_switched(east: Phone, evening: Evening) -> None:
    """In the last round directions are exchanged: who sat East-West taps the result in."""
    sides, (board, *_) = planned(ROUNDS, 2)
    assert sides[0] == "12"
    east.go(evening.duplicate)
    assert east.address.endswith("/table/2")
    expect(east.page.locator("main")).to_contain_text("directions exchanged in this round")
    east.follow(east.page.locator("button.main"))
    east.follow(east.page.locator("a.main", has_text=f"Enter board {board}"))
    tap_board(east, "3NT S", 0)
    address = f"{evening.duplicate}/table/2/board/{board}?round={ROUNDS}"
    evening.by_pair[sides[1]].do(address, do="agree.")
    evening.note((ROUNDS, 2, board), sides, "3NT S", 0)


def play_round(evening: Evening, round: int, draw: Random) -> None:
    """Play what is left of a round, table by table."""
    for table, sides, boards in seats(round):
        at_table = evening.by_pair[sides[0]]
        address = f"{evening.duplicate}/table/{table}"
        if begins := at_table.get(address).key("begin."):
            at_table.do(address, do=begins)
        for board in boards:
            if (round, table) not in evening.played[board]:
                evening.write((round, table, board), sides, *draw.choice(CALLED))
    resting = {one for table in range(1, TABLES + 1) for one in planned(round, table)[0]}
    resting -= {one for _, sides, _ in seats(round) for one in sides} | {PHANTOM}
    (rests,) = resting
    page = evening.by_pair[rests].get(f"{evening.duplicate}?all=1")
    assert "Your boards" in page.text or rests in ("1", "2")  # a tablet is nobody's


def rule(ann: Phone, evening: Evening) -> None:
    """Give an average, foul a board, and fine a pair for slow play."""
    duplicate, page = evening.duplicate, ann.page
    sides, boards = planned(4, 5)
    ann.go(f"{duplicate}/director/4/5/{boards[0]}")
    ann.touch(page.locator('label:has(input[name="kind"][value="artificial"])'))
    page.fill("input[name=ns_award]", "A+")
    page.fill("input[name=ew_award]", "A-")
    page.fill("input[name=note]", "The board was turned.")
    ann.follow(ann.button("look"))
    expect(page.locator(".preview")).to_contain_text("→")
    assert faults(page) == []
    ann.follow(ann.button("save"))
    evening.played[boards[0]][4, 5] = Line(*sides, award=("A+", "A-"))

    fouled = planned(6, 4)[1][1]
    page.locator("summary", has_text="A fouled board").click()
    page.locator("form", has=ann.button("foul")).locator("input[name=board]").fill(str(fouled))
    for round, table in list(evening.played[fouled])[:3]:
        page.locator(f'input[name=played][value="{round}.{table}"]').check()
        line = evening.played[fouled][round, table]
        evening.played[fouled][round, table] = line._replace(form="other")
    ann.follow(ann.button("foul"))
    saved(ann, f"Board {fouled} is compared in two groups")

    page.locator("summary", has_text="Penalty or bonus").click()
    form = page.locator("form", has=ann.button("adjust"))
    form.locator("select").select_option("7")
    form.locator("input[name=percent]").fill("10")
    form.locator("input[name=reason]").fill("slow play")
    ann.follow(ann.button("adjust"))
    saved(ann, "Saved")


def file_of(sender: Sender, duplicate: str) -> ElementTree.Element:
    """The session as other programs read it."""
    (address,) = sender.get(f"{duplicate}/paper").links("session.xml")
    return ElementTree.fromstring(sender.get(address).body)


def texts(one: ElementTree.Element, *names: str) -> tuple[str, ...]:
    """What stands in parts of an element; empty where it has none."""
    return tuple(one.findtext(name, "") for name in names)


def check_file(sender: Sender, evening: Evening) -> None:
    """Compare the file with what was tapped, and its ranking with the sums."""
    root = file_of(sender, evening.duplicate)
    boards = {number: [*lines.values()] for number, lines in evening.played.items()}
    assert sum(map(len, boards.values())) == 8 * 27
    for board in root.iter("BOARD"):
        number = int(board.findtext("BOARD_NUMBER", ""))
        told = sorted(
            texts(line, "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "CONTRACT", "PLAYED_BY", "SCORE")
            for line in board.iter("TRAVELLER_LINE")
        )
        assert told == sorted(as_told(number, line) for line in boards[number])
    percents = by_hand.percents(boards, due=8, penalties={"7": -10})
    found = {
        pair.findtext("PAIR_NUMBER", ""): texts(pair, "PERCENTAGE", "PLACE")
        for pair in root.iter("PAIR")
    }
    assert {pair: Decimal(percent) for pair, (percent, _) in found.items()} == percents
    assert {pair: place for pair, (_, place) in found.items()} == by_hand.places(percents)
    shown = sender.get(f"{evening.duplicate}/ranking").text
    assert all(f"{percent:.2f}" in shown for percent in percents.values())


def as_told(board: int, line: Line) -> tuple[str, ...]:
    """A line as a file has it."""
    if line.award:
        return (line.ns, line.ew, "", "", "A6040")
    contract, declarer = line.called.split()
    return (
        *(line.ns, line.ew, contract, declarer),
        str(by_hand.score(board, line.called, line.over)),
    )


def check_pages(ann: Phone, east: Phone, duplicate: str) -> None:
    """Look at the pages that are read when it is over."""
    for page in ("ranking", "paper", "paper/travellers", "board/5", "hands", "director"):
        ann.go(f"{duplicate}/{page}")
        assert faults(ann.page) == [], page
    east.go(duplicate)
    expect(east.page.locator("main")).to_contain_text("The session is over")
    east.go(f"{duplicate}/pair/12")
    assert east.page.locator("table").first.locator("tbody tr").count() == 27
    assert faults(east.page) == []


def test_two_teams_play_a_match(new_phone: NewPhone, base: str) -> None:
    ann, screen, opened, closed = (new_phone() for _ in range(4))
    sender, league = Sender(ann), ann.found(name="Mill Lane")
    duplicate = announce(ann, league, teams_of(2), "teams", 8, "One match")
    evening, draw, link = Evening(duplicate), Random(2), link_of(sender, league, "member")
    wall_of(ann, screen, league)
    # in the open room team 2 sits North-South, in the closed room team 1
    rooms = {1: ("2", "1", opened, NAMES[4], NAMES[2]), 2: ("1", "2", closed, NAMES[0], NAMES[6])}
    for table, (_, _, north, first, third) in rooms.items():
        east = Distant(int(base.rpartition(":")[2]))
        Sender(north).enter(link, first)
        east.enter(link, third)
        north.go(duplicate)
        assert north.address.endswith(f"/table/{table}")
        assert east.get(duplicate).location.endswith(f"/table/{table}")
        north.follow(north.page.locator("button.main"))
        evening.by_pair |= {f"N{table}": Sender(north), f"E{table}": east}

    for table, (ns, ew, north, _, _) in rooms.items():
        for board in range(1, 9):
            called, over = draw.choice(CALLED)
            place, sides = (1, table, board), (f"N{table}", f"E{table}")
            if board == 1:
                north.follow(north.page.locator("a.main", has_text="Enter board 1"))
                tap_board(north, called, over)
                evening.by_pair[sides[1]].do(f"{duplicate}/table/{table}/board/1", do="agree.")
            else:
                evening.write(place, sides, called, over)
            evening.played[board][1, table] = Line(ns, ew, called, over)

    sender.do(f"{duplicate}/director", do="end")
    expect(screen.page.locator("h1")).to_contain_text("The session is over")
    check_match(sender, evening)
    for page in ("ranking", "board/3", "paper/cards"):
        opened.go(f"{duplicate}/{page}")
        assert faults(opened.page) == [], page


def check_match(sender: Sender, evening: Evening) -> None:
    """Compare the file of a match with the sums of what was tapped."""
    won = [0, 0]
    for number, lines in evening.played.items():
        both = [by_hand.score(number, line.called, line.over) for _, line in sorted(lines.items())]
        margin = by_hand.imps(both[1] - both[0])  # team 1 sat East-West in the open room
        won[margin < 0] += abs(margin)
    margin = won[0] - won[1]
    points = by_hand.victory_points(abs(margin), len(evening.played))
    vps = [points, 20 - points] if margin > 0 else [20 - points, points]

    root = file_of(sender, evening.duplicate)
    (match,) = root.iter("MATCH")
    assert texts(match, "TEAM", "OPPOSING_TEAM") == ("1", "2")
    assert texts(match, "TEAM_SCORE", "OPPOSING_TEAM_SCORE") == tuple(map(str, won))
    told = texts(match, "TEAM_VPS", "OPPOSING_TEAM_VPS")
    assert [*map(Decimal, told)] == vps
    assert len([*match.iter("TRAVELLER_LINE")]) == 2 * len(evening.played) == 16
    totals = {
        team.findtext("TEAM_ID", ""): texts(team, "TOTAL_SCORE", "PLACE")
        for team in root.iter("TEAM")
        if team.find("TEAM_ID") is not None
    }
    ranked = by_hand.places(dict(zip("12", vps, strict=True)))
    assert {who: Decimal(total) for who, (total, _) in totals.items()} == dict(
        zip("12", vps, strict=True)
    )
    assert {who: place for who, (_, place) in totals.items()} == ranked
    shown = sender.get(f"{evening.duplicate}/ranking").text
    assert all(f"{one:.2f}" in shown for one in vps)
