"""Two servers on one PostgreSQL behind nginx, by the configuration that docs/hosting.md gives: one
of them is killed under load, again and again, and nobody at a table notices more than a pause."""

import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests import postgres
from tests.reliability.proxies import OverTLS, nginx
from tests.reliability.servers import Server, command
from tests.reliability.writers import Company, timings
from tests.requirements import rounds

pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.hard]

KILLS = rounds(4, quick=1, hard=50)
FAIL_SECONDS = 2.5
"""For so long nginx asks no server that has just failed (fail_timeout, and a little)."""


def test_one_server_goes_on_as_other_is_killed(tmp_path: Path) -> None:
    with postgres.server() as url:
        settings = {"DATABASE_URL": url, "SCOREKEEPER_KEY": "5e" * 32, "SCOREKEEPER_PROXIES": "1"}
        servers = [Server(tmp_path / name, **settings) for name in ("one", "other")]
        with ExitStack() as stack:
            for server in servers:
                stack.enter_context(server.running())
            proxy = stack.enter_context(nginx(*(f"127.0.0.1:{one.port}" for one in servers)))
            company = Company(partial(OverTLS, proxy))
            pauses = []
            for number in range(KILLS):
                company.go_on()
                began = time.perf_counter()
                company.hit(servers[number % 2].kill, 0)
                company.go_on()
                pauses.append(time.perf_counter() - began)
                servers[number % 2].start()
                time.sleep(FAIL_SECONDS)
            company.go_on()
            company.stop()
            company.check()
        again = command(tmp_path / "one", "rebuild", database=url)
        assert again.endswith("No differences.\n")
    print(f"\n{KILLS} kills of one of two servers;", company.figures)
    print(timings("everybody had saved again after", pauses))
