"""A game, and a duplicate evening, on a large screen: a game with the code to watch it, where a
scorer has opened it."""

from datetime import date

from tests.web.duplicates import end, first_board, play, set_up
from tests.web.phones import NewPhone, Phone, create_league, let_in, link


def test_scorers_screen_shows_the_watch_code(phone: Phone) -> None:
    table = phone.starts("tally")
    link(phone, table, "watch")
    assert f'src="{table}/code.svg"' in phone.get(f"{table}/wall").html
    drawn = phone.get(f"{table}/code.svg")
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")
    assert drawn.html.startswith("<svg xmlns=")


def test_a_watchers_screen_has_no_code(phone: Phone, new_phone: NewPhone) -> None:
    table, watcher = phone.starts("tally"), new_phone()
    let_in(phone, watcher, table, "watch")
    assert "code.svg" not in watcher.get(f"{table}/wall").html
    assert watcher.get(f"{table}/code.svg").status == 403


def test_no_code_without_a_link_to_watch(phone: Phone) -> None:
    table = phone.starts("tally")
    link(phone, table, "watch")
    phone.fill(f"{table}/share", do="remove.")
    assert "code.svg" not in phone.get(f"{table}/wall").html
    assert phone.get(f"{table}/code.svg").status == 404


# --- a duplicate evening ------------------------------------------------------------------------


def tonight(phone: Phone, ranking: str) -> tuple[str, str]:
    """The address of a league, and of its duplicate evening of today, of four pairs."""
    league = create_league(phone)
    duplicate = set_up(phone, league, 4, "howell", 12, ranking=ranking)
    evening = duplicate.removesuffix("/duplicate")
    today = date.today().isoformat()
    typed = {"date": today, "start": "", "reason": "the hall"}
    phone.follow(phone.fill(f"{evening}/edit", typed, "save"))
    return league, duplicate


def wall_of(phone: Phone, league: str) -> str:
    return phone.get(f"{league}/wall").text


def test_a_duplicate_evening_has_its_wall(phone: Phone) -> None:
    league, duplicate = tonight(phone, ranking="live")
    assert f"{league}/wall" in phone.get(f"{duplicate}/director").html
    assert "Round 1 of" in wall_of(phone, league)

    play(phone, duplicate, (1, 1, first_board(phone, duplicate, 1)), "4S N")
    told = wall_of(phone, league)
    assert "Table 2" in told
    assert "to come" in told
    assert "Total" in told  # the ranking

    phone.do(f"{duplicate}/director", do="round.2")
    assert "missing: board" in wall_of(phone, league)


def test_a_wall_keeps_the_ranking_for_the_end(phone: Phone) -> None:
    league, duplicate = tonight(phone, ranking="end")
    play(phone, duplicate, (1, 1, first_board(phone, duplicate, 1)), "4S N")
    assert "Total" not in wall_of(phone, league)  # although its director looks at it

    end(phone, duplicate)

    told = wall_of(phone, league)
    assert "The session is over" in told
    assert "Total" in told
