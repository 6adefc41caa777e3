"""Monitoring: health checks, metrics, and a log of JSON lines."""

import errno
import json
import logging
import os
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.web import monitoring as metrics_page
from tests.web.phones import Phone

SECRET = "kX3_p9-QmZ7aLw0TbV5cR2yEfHg"
Beside = Callable[..., Flask]
Lines = Callable[[], list[dict[str, object]]]


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Iterator[Lines]:
    """The lines that were logged since they were last read."""
    root, access = logging.getLogger(), logging.getLogger("scorekeeper.access")
    handlers, level = root.handlers[:], access.level
    yield lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    root.handlers[:] = handlers
    access.setLevel(level)


def test_running_server_says_so(app: Flask) -> None:
    client = app.test_client()

    assert client.get("/health/live").json == {"ok": True}
    assert client.get("/health/ready").json == client.get("/health").json


def test_without_database_server_lives_unready(app_beside: Beside, tmp_path: object) -> None:
    gone = f"sqlite:///{tmp_path}/gone/score.db"
    client = app_beside(SQLALCHEMY_DATABASE_URI=gone).test_client()

    assert client.get("/health/live").status_code == 200
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json
    assert answer.json["why"]


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (errno.ENOSPC, "The disk is full."),
        (errno.EIO, "The disk does not keep what is written to it."),
    ],
)
def test_a_disk_that_keeps_nothing_is_not_well(
    app: Flask, monkeypatch: pytest.MonkeyPatch, error: int, why: str
) -> None:
    def fail(_: int) -> None:
        raise OSError(error, os.strerror(error))

    client = app.test_client()
    with monkeypatch.context() as failing:
        failing.setattr(os, "fdatasync", fail)
        answer = client.get("/health")
        assert (answer.status_code, answer.json and answer.json["why"]) == (503, why)
        assert client.get("/health/ready").status_code == 200  # what is there can be read

    assert client.get("/health").status_code == 200


def test_without_a_token_there_are_no_figures(app: Flask) -> None:
    assert app.test_client().get("/metrics").status_code == 404


def test_figures_tell_requests_and_answers(app_beside: Beside) -> None:
    app = app_beside(METRICS_TOKEN="open")
    client = app.test_client()
    client.get("/")
    client.get(f"/s/{SECRET}")
    client.get(f"/{SECRET}")

    assert client.get("/metrics").status_code == 401
    assert client.get("/metrics", headers={"Authorization": "Bearer é"}).status_code == 401
    told = client.get("/metrics", headers={"Authorization": "Bearer open"})

    assert told.mimetype == "text/plain"
    assert 'scorekeeper_requests_total{method="GET",route="/",status="200"} 1.0' in told.text
    assert 'scorekeeper_requests_total{method="GET",route="none",status="404"} 1.0' in told.text
    assert 'scorekeeper_request_seconds_count{route="/"} 1.0' in told.text
    assert "scorekeeper_database_up 1.0" in told.text
    assert "scorekeeper_database_bytes " in told.text
    assert SECRET not in told.text


def test_figures_tell_that_the_database_is_away(app_beside: Beside, tmp_path: object) -> None:
    gone = f"sqlite:///{tmp_path}/gone/score.db"
    client = app_beside(METRICS_TOKEN="open", SQLALCHEMY_DATABASE_URI=gone).test_client()

    told = client.get("/metrics", headers={"Authorization": "Bearer open"})

    assert "scorekeeper_database_up 0.0" in told.text


def test_what_figures_need_is_named(app_beside: Beside, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: object) -> None:
        raise ModuleNotFoundError

    monkeypatch.setattr(metrics_page.Figures, "__init__", missing)

    with pytest.raises(ValueError, match="pip install prometheus-client"):
        app_beside(METRICS_TOKEN="open")


def test_request_is_a_line_with_id_and_no_secret(app_beside: Beside, lines: Lines) -> None:
    app = app_beside(LOG="json")
    phone = Phone(app)
    address = phone.starts("tally")
    phone.get(address)
    phone.client.get(f"/s/{SECRET}?from={SECRET}")
    answer = phone.client.get("/health/live", headers={"X-Request-Id": "from-a-stranger"})

    said = lines()
    last = said[-1]
    assert last["message"] == "GET /health/live 200"
    assert (last["route"], last["status"], last["bytes"]) == ("/health/live", 200, 12)
    assert last["request_id"] == answer.headers["X-Request-Id"] != "from-a-stranger"
    assert last["level"] == "info"
    assert str(last["time"]).endswith("+00:00")
    assert SECRET not in str(said)
    assert [line["message"] for line in said[-3:-1]] == [f"GET {address} 200", "GET /s/… 403"]


def test_the_proxys_id_is_kept(app_beside: Beside, lines: Lines) -> None:
    client = app_beside(LOG="json", PROXIES=1).test_client()
    for given, kept in (("a-1.b_2", True), ("x" * 65, False), ("a b", False), (SECRET, False)):
        answer = client.get("/health/live", headers={"X-Request-Id": given})

        assert (answer.headers["X-Request-Id"] == given) == kept
    assert SECRET not in str(lines())


def test_fault_is_a_line_with_its_requests_id(app_beside: Beside, lines: Lines) -> None:
    app = app_beside(LOG="json")
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fails() -> str:
        raise LookupError(f"no such thing as /s/{SECRET}")

    app.add_url_rule("/fails", view_func=fails)
    answer = app.test_client().get("/fails")

    fault, access = lines()[-2:]
    assert answer.status_code == access["status"] == 500
    assert fault["level"] == "error"
    assert "LookupError: no such thing as /s/…" in str(fault["traceback"])
    assert fault["request_id"] == access["request_id"] == answer.headers["X-Request-Id"]
