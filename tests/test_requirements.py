"""A test that lacks something skips at home and fails where it is required."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import requirements

NEEDS: dict[str, Callable[[], Any]] = {
    "browser": requirements.need_browser,
    "htmx": requirements.need_htmx,
    "node": requirements.need_node,
    "postgres": requirements.need_postgres,
    "faults": requirements.need_faults,
    "endplay": requirements.need_endplay,
    "open_spiel": requirements.need_open_spiel,
    "nginx": requirements.need_nginx,
}


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine that has nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("SCOREKEEPER_REQUIRE", raising=False)
    monkeypatch.setattr(requirements, "MAC_BROWSERS", ())
    monkeypatch.setattr(requirements, "HTMX", tmp_path / "htmx.min.js")
    monkeypatch.setattr(requirements, "HAPPY_DOM", tmp_path / "happy-dom")
    monkeypatch.setattr(requirements, "_postgres_folders", lambda: [tmp_path])
    monkeypatch.setattr(requirements, "_FOR_ADMINISTRATORS", ())
    monkeypatch.setitem(sys.modules, "endplay", None)
    monkeypatch.setitem(sys.modules, "pyspiel", None)


@pytest.mark.parametrize("need", NEEDS.values(), ids=NEEDS)
def test_a_missing_requirement_skips_a_test(need: Callable[[], Any]) -> None:
    with pytest.raises(pytest.skip.Exception):
        need()


@pytest.mark.parametrize("need", NEEDS.values(), ids=NEEDS)
def test_demanded_requirement_fails_if_missing(
    need: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "SCOREKEEPER_REQUIRE", "browser, node, postgres, endplay, faults, open_spiel, nginx"
    )

    with pytest.raises(pytest.fail.Exception, match="SCOREKEEPER_REQUIRE asks for it"):
        need()
