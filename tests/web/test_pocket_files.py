"""The pocket edition's files as a server serves them."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.settings import InvalidSetting
from tests.web.phones import Phone


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as the build makes it, with little in it."""
    (tmp_path / "pocket" / "check").mkdir(parents=True)
    for name in ("index.html", "pocket/check/index.html", "pocket/shell.mjs", "sw.js"):
        (tmp_path / name).write_text(f"It is {name}.")
    (tmp_path / "pocket" / "engine.wasm.gz").write_bytes(gzip.compress(b"code"))
    return tmp_path


@pytest.fixture
def phone(app_beside: Callable[..., Flask], folder: Path) -> Phone:
    """A phone that asks a server which has the edition."""
    return Phone(app_beside(POCKET=str(folder)))


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/pocket/", "index.html"),
        ("/pocket/sw.js", "sw.js"),
        ("/pocket/pocket/shell.mjs", "pocket/shell.mjs"),
        ("/pocket/pocket/check/", "pocket/check/index.html"),
    ],
)
def test_pocket_files_have_a_policy_for_python(phone: Phone, address: str, name: str) -> None:
    page = phone.get(address)

    assert (page.status, page.html) == (200, f"It is {name}.")
    assert "'wasm-unsafe-eval'" in page.headers["Content-Security-Policy"]
    assert "no-cache" in page.headers["Cache-Control"]
    assert "'wasm-unsafe-eval'" not in phone.get("/").headers["Content-Security-Policy"]


def test_check_page_is_found_one_folder_higher(phone: Phone) -> None:
    page = phone.get("/pocket/check/")

    assert page.status == 302
    assert page.headers["Location"] == "/pocket/pocket/check/"
    assert phone.get("/pocket/check").status == 308


def test_what_lies_packed_is_sent_as_packed(phone: Phone, folder: Path) -> None:
    (folder / "pocket" / "engine.wasm.xz").write_bytes(b"code, with xz")
    address = "/pocket/pocket/engine.wasm"

    page = phone.get(f"{address}.gz")
    large = phone.get(f"{address}.xz")

    for answer, encoding in ((page, "gzip"), (large, None)):
        assert answer.headers.get("Content-Encoding") == encoding
        assert answer.headers["Content-Type"] == "application/wasm"


@pytest.mark.parametrize("address", ["/pocket/nothing", "/pocket/../settings.py", "/pocket/static"])
def test_there_is_nothing_else(phone: Phone, address: str) -> None:
    assert phone.get(address).status == 404


def test_without_it_no_page_leads_there(app_beside: Callable[..., Flask]) -> None:
    phone = Phone(app_beside())

    assert phone.get("/pocket/").status == 404
    assert phone.get("/").links("/pocket") == []


def test_a_folder_without_it_is_refused(app_beside: Callable[..., Flask], tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="which holds no pocket edition"):
        app_beside(POCKET=str(tmp_path))


def test_only_a_scorer_takes_a_game_along(
    app_beside: Callable[..., Flask], folder: Path, phone: Phone
) -> None:
    table = phone.starts("tally", {"points": [1, 2, 3, 4]})
    stranger = Phone(app_beside(POCKET=str(folder)))
    ask = table.replace("/t/", "/pocket/along/")

    taken = json.loads(phone.post(ask, phone.get(table).form().fields).html)
    refused = stranger.post(ask, stranger.get("/settings").form().fields)

    assert [one["kind"] for one in taken["records"]["records"]] == ["head", "entry"]
    link = stranger.get(f"/s/{taken['scorer']}")
    assert link.location.startswith("/join/")
    assert refused.status == 403
