"""Restored from a copy, or served by two with one key, the app knows its phones and links."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.reliability.servers import Distant, Server, command
from tests.web.phones import let_in, link, points

pytestmark = [pytest.mark.long, pytest.mark.hard]

KEY = "5e" * 32


def test_restore_keeps_all_phones_and_links(
    tmp_path: Path, new_server: Callable[..., Server]
) -> None:
    data, new, copy = tmp_path / "data", tmp_path / "new", tmp_path / "copy.db"
    old = new_server(data)
    scorer, guest = Distant(old.port), Distant(old.port)
    table = scorer.starts("tally", {"points": [1, 2, 3, 4]})
    let_in(scorer, guest, table, "seat.1")
    address = link(scorer, table, "scorer")
    form = scorer.get(table).form("save")
    assert "It contains the signing key" in command(data, "backup", str(copy))
    old.stop()

    assert f"Restored {copy}." in command(new, "restore", str(copy))
    scorer.port = guest.port = new_server(new).port

    assert scorer.send(table, form, points(1, 1, 1, 1), "save").status == 303
    assert scorer.get(table).totals == [2, 3, 4, 5]
    assert guest.get(table).status == 200
    secret = address.rpartition("/")[2]
    assert secret in scorer.get(f"{table}/share").html
    late = Distant(scorer.port)
    late.enter(f"/s/{secret}")
    assert late.get(f"{table}/share").status == 200


@pytest.mark.parametrize("by", ["SCOREKEEPER_KEY", "SCOREKEEPER_KEY_FILE"])
def test_servers_of_one_key_share_phones(
    tmp_path: Path, new_server: Callable[..., Server], by: str
) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n", encoding="ascii")
    database = f"sqlite:///{tmp_path / 'score.db'}"
    key = {by: KEY if by == "SCOREKEEPER_KEY" else str(tmp_path / "key")}
    one, other = (new_server(tmp_path / name, database, **key) for name in ("one", "other"))
    phone = Distant(one.port)
    table = phone.starts("tally")
    form = phone.get(table).form("save")

    phone.port = other.port

    assert phone.send(table, form, points(1, 2, 3, 4), "save").status == 303
    assert phone.get(table).totals == [1, 2, 3, 4]
    secret = link(phone, table, "watch").rpartition("/")[2]
    phone.port = one.port
    assert secret in phone.get(f"{table}/share").html
    assert not (tmp_path / "one" / "signing").exists()


def test_nothing_is_restored_under_a_running_app(
    tmp_path: Path, new_server: Callable[..., Server]
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    server = new_server(data)
    phone = Distant(server.port)
    table = phone.starts("tally")
    command(data, "backup", str(copy))
    phone.play(table, points(1, 2, 3, 4))

    with pytest.raises(AssertionError, match=r"is in use\. Stop the app first\."):
        command(data, "restore", "--replace", str(copy))

    assert phone.play(table, points(1, 1, 1, 1)).totals == [2, 3, 4, 5]
    server.stop()
    command(data, "restore", "--replace", str(copy))
    phone.port = new_server(data).port
    assert phone.get(table).totals == [0, 0, 0, 0]
