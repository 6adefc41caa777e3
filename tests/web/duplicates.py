"""A duplicate evening for tests: announced, set up, played through its pages."""

import re
from typing import Any

from tests.web.phones import Page, Phone

NAMES = (
    *("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kit", "Liz"),
    *("Max", "Nan", "Oli", "Pat", "Quin", "Rae", "Sam", "Tom", "Una", "Val", "Wim", "Xia"),
    *("Yan", "Zoe", "Abe", "Bea", "Col", "Dot", "Edi", "Flo", "Gil", "Hew", "Ike", "Jan"),
)


def pairs_of(count: int) -> str:
    """So many pairs, a line each."""
    return "\n".join(f"{NAMES[2 * one]}, {NAMES[2 * one + 1]}" for one in range(count))


def teams_of(count: int) -> str:
    """So many teams of four, a line each."""
    lines = pairs_of(2 * count).splitlines()
    return "\n".join(f"{one}, {other}" for one, other in zip(lines[::2], lines[1::2], strict=True))


def players_of(count: int) -> str:
    """So many players."""
    return ", ".join(NAMES[:count])


def announced(phone: Phone, league: str) -> str:
    """The address of an evening that is announced as duplicate."""
    typed = {"date": "2026-11-24", "game": "bridge", "kind": "duplicate", "name": "Pairs"}
    page = phone.fill(f"{league}/evening/announce", typed, "announce")
    assert page.status == 303, page.text
    links = phone.get(f"{league}/evenings").links("/evening/")
    found = [one for one in links if re.fullmatch(r".*/evening/\d+", one)]
    return max(found, key=lambda one: int(one.rpartition("/")[2]))


def set_up(
    phone: Phone,
    league: str,
    count: int,
    movement: str,
    boards: int,
    switched: bool = False,
    kind: str = "pairs",
    **typed: Any,
) -> str:
    """The address of a duplicate evening of so many pairs with the first movement of that kind;
    ``kind`` "teams": of teams, "individual": of players."""
    evening = announced(phone, league)
    address = f"{evening}/duplicate/setup"
    names = {"pairs": pairs_of, "teams": teams_of, "individual": players_of}
    first = {"kind": kind, "pairs": names[kind](count), "boards": boards}
    page = phone.fill(address, first, "look")
    offers = re.findall(rf'value="({movement}\.[\d.]+)"', page.html)
    offers = [one for one in offers if (one.rpartition(".")[2] != "0") is switched]
    assert offers, page.text
    saved = phone.send(address, page.form("save"), {"offer": offers[0], **typed}, "save")
    assert saved.status == 303, saved.text
    return f"{evening}/duplicate"


def first_board(phone: Phone, duplicate: str, table: int) -> int:
    """The first board of the round that a table is in."""
    found = re.search(r"/board/(\d+)\?", phone.get(f"{duplicate}/table/{table}").html)
    assert found
    return int(found[1])


def play(
    phone: Phone, duplicate: str, place: tuple[int, int, int], contract: str, over: int = 0
) -> Page:
    """Enter a board's result: "4S N", at a round, a table and a board."""
    round, table, board = place
    address = f"{duplicate}/table/{table}/board/{board}?round={round}"
    form = phone.get(address).form("save")
    called, declarer = contract.split()
    level, strain = called[0], called[1:].rstrip("X")
    typed: dict[str, Any] = {
        "contract.0": level,
        "contract.1": strain,
        "declarer": "NESW".index(declarer),
        "doubled": called.count("X"),
    }
    form = phone.send(address, form, typed).form("save")
    return phone.send(address, form, {"tricks": 6 + int(level) + over}, "save")


def end(phone: Phone, duplicate: str) -> None:
    """Begin all rounds that are left, then end the session."""
    director = f"{duplicate}/director"
    while phone.get(director).key("round."):
        phone.do(director, do="round.")
    phone.do(director, do="end")


CALLED = (("4S N", 0), ("3NT S", -1), ("2H E", 1), ("5DX W", -2), ("1NT N", 0))


def play_all(phone: Phone, duplicate: str) -> None:
    """Write what is missing, round by round."""
    director = f"{duplicate}/director"
    while True:
        marks = phone.get(director).html
        late = re.findall(r'class="missing" href="[^"]*/director/(\d+)/(\d+)/(\d+)"', marks)
        for round, table, board in (map(int, one) for one in late):
            called = CALLED[(round + table + board) % len(CALLED)]
            played = play(phone, duplicate, (round, table, board), *called)
            if played.status == 422:  # it is unlike all other results: saved all the same
                played = phone.send("", played.form("save"), {}, "save")
            assert played.status == 303, played.text
        if not phone.get(director).key("round."):
            return
        phone.do(director, do="round.")
