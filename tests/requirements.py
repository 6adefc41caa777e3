"""What some tests need beside Python: a browser, htmx's own bytes, Node, PostgreSQL's server
programs, faults on order, nginx, and the other players of cards: endplay and open_spiel.

Where one is missing the test skips and says why. SCOREKEEPER_REQUIRE=browser,postgres (endplay,
faults, nginx, node and open_spiel are the others) makes it fail instead, so that a build cannot
pass by leaving tests out.
"""

import importlib
import os
import shutil
import subprocess
from collections.abc import Container, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from hypothesis import settings

TOP = Path(__file__).resolve().parent.parent
POCKET = TOP / ".cache" / "pocket" / "out"
HTMX = TOP / ".cache" / "htmx" / "htmx.min.js"
HAPPY_DOM = TOP / ".cache" / "js" / "node_modules" / "happy-dom"
BROWSERS = (
    "chromium-headless-shell",  # the same engine without a browser's frame: twice as fast
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)
MAC_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def need_browser(*, shell: bool = True) -> Path:
    """The program of a Chromium; CHROMIUM names one that is not on the path. Without a `shell`: one
    with a browser's frame, as the shell denies notifications to everybody, whatever is granted."""
    names = [os.environ.get("CHROMIUM", ""), *BROWSERS, *MAC_BROWSERS]
    names = [one for one in names if shell or "headless-shell" not in one]
    found = next(filter(None, map(shutil.which, filter(None, names))), None)
    return Path(found) if found else _missing("browser", "no Chromium is installed")


def need_htmx() -> Path:
    """htmx's bytes as its npm package has them, to be served in place of the CDN's."""
    if HTMX.is_file():
        return HTMX
    _missing("browser", "htmx's bytes are missing; `make htmx` fetches them where npm is installed")


def need_pocket() -> Path:
    """The folder of the pocket edition, as `make pocket` builds it."""
    if (POCKET / "sw.js").is_file():
        return POCKET
    _missing("browser", "the pocket edition is not built; `make pocket` does it, with Node and npm")


def need_postgres() -> Path:
    """The folder of PostgreSQL's server programs (initdb, postgres)."""
    for folder in _postgres_folders():
        if all(os.access(folder / program, os.X_OK) for program in ("initdb", "postgres")):
            return folder
    _missing("postgres", "no PostgreSQL server is installed")


def need_node() -> Path:
    """The program of Node, version 20 or later, if happy-dom is there: the page for its tests."""
    node = shutil.which("node")
    if not node or subprocess.run([node, "-e", _IS_OLD], check=False).returncode:
        _missing("node", "Node 20 or later is not installed")
    if not HAPPY_DOM.is_dir():
        why = "happy-dom is missing; `make node-tools` fetches it where npm is installed"
        _missing("node", why)
    return Path(node)


_IS_OLD = "process.exit(Number.parseInt(process.versions.node) < 20 ? 1 : 0)"


def need_program(name: str, what: str = "") -> Path:
    """The program of that name, on the path or where Debian keeps those for administrators; `what`
    is what SCOREKEEPER_REQUIRE calls it, if otherwise."""
    places = os.pathsep.join((os.environ.get("PATH", ""), *_FOR_ADMINISTRATORS))
    found = shutil.which(name, path=places)
    return Path(found) if found else _missing(what or name, f"{name} is not installed")


def need_nginx() -> Path:
    """The program of nginx. The certificate that it is given is made by openssl."""
    need_program("openssl", "nginx")
    return need_program("nginx")


def need_faults() -> Path:
    """The program that lets a server's calls of the system fail, of fiu-utils."""
    return need_program("fiu-run", "faults")


def need_open_spiel() -> Any:
    """open_spiel's module; there is a package for Linux on x86-64, up to Python 3.14."""
    return _need_module("pyspiel", "open_spiel")


def need_endplay() -> None:
    """endplay; there is a package up to Python 3.13."""
    _need_module("endplay", "endplay")


def _need_module(name: str, what: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        _missing(what, f"{what} is not installed")


_FOR_ADMINISTRATORS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")


def without_root() -> tuple[str, ...]:
    """The command under which the rights of a file bind root too; empty for anybody else."""
    if os.geteuid():
        return ()
    if not shutil.which("setpriv"):
        pytest.skip("root may write everywhere, and setpriv is not installed")
    return ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")


def quick() -> bool:
    """Return whether the short forms are asked for (`make quick`)."""
    return _asked("SCOREKEEPER_QUICK")


def hard() -> bool:
    """Return whether the long forms are asked for (`make test-hard`): all rounds instead of a
    few."""
    return _asked("SCOREKEEPER_HARD")


def few(cases: Iterable[object], kept: Container[object]) -> list[Any]:
    """Cases of a test, for `parametrize`: `make test` tries those that are kept, the build all."""
    return [pytest.param(one, marks=() if one in kept else pytest.mark.hard) for one in cases]


def rounds(usual: int, *, quick: int, hard: int) -> int:
    """Return how often a test that could go on and on tries: usually, in `make quick`, and in
    `make test-hard`."""
    if _asked("SCOREKEEPER_HARD"):
        return hard
    return quick if _asked("SCOREKEEPER_QUICK") else usual


def fewer(times: int) -> "settings":
    """Settings of a property test that is slow, as a whole game of each kind is to draw: so many
    times fewer examples than others have."""
    from hypothesis import settings  # of which tests without it need not wait

    usual: Any = settings.default
    return settings(max_examples=max(2, usual.max_examples // times))


def _asked(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


def _postgres_folders() -> list[Path]:
    # Debian keeps the server's programs off the path; pg_config may be there without them
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    if config := shutil.which("pg_config"):
        answer = subprocess.run([config, "--bindir"], capture_output=True, text=True, check=True)
        folders.append(Path(answer.stdout.strip()))
    return [*folders, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


def _missing(what: str, why: str) -> NoReturn:
    required = os.environ.get("SCOREKEEPER_REQUIRE", "").replace(",", " ").split()
    if what in required:
        pytest.fail(f"{why}, and SCOREKEEPER_REQUIRE asks for it")
    pytest.skip(why)
