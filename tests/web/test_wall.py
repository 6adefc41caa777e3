"""A game on a large screen: with the code to watch it, where a scorer has opened it."""

from tests.web.phones import NewPhone, Phone, let_in, link


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
