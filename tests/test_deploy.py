"""The files in deploy/, tried with the real programs, as far as the machine has them."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorekeeper import settings
from tests.reliability.proxies import NAME, OverTLS, Proxy, certificate_in
from tests.reliability.servers import Server, free_port
from tests.requirements import need_pocket, need_program
from tests.web.phones import points

pytestmark = pytest.mark.long

TOP = Path(__file__).resolve().parent.parent
DEPLOY = TOP / "deploy"
WAIT_SECONDS = 20


def test_every_setting_that_is_named_is_one() -> None:
    known = {one.variable for one in settings.described()} | {settings.FILE}
    for file in sorted(DEPLOY.iterdir()):
        named = set(re.findall(r"SCOREKEEPER_[A-Z_]+", file.read_text(encoding="utf-8")))
        assert named <= known, file.name


def test_the_units_are_understood_by_systemd(tmp_path: Path) -> None:
    analyze = need_program("systemd-analyze")
    units = []
    for file in sorted(DEPLOY.glob("scorekeeper*")):
        unit = tmp_path / file.name
        ours = f"{Path(sys.executable).parent}/scorekeeper"
        unit.write_text(file.read_text().replace("/opt/scorekeeper/bin/scorekeeper", ours))
        units.append(unit)

    checked = subprocess.run(
        [analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )

    assert len(units) == 3
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("unit", ["scorekeeper.service", "scorekeeper-backup.service"])
def test_the_units_are_hardly_exposed(unit: str) -> None:
    analyze = need_program("systemd-analyze")
    command = [str(analyze), "security", "--offline=true", "--threshold=15", str(DEPLOY / unit)]

    checked = subprocess.run(command, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stdout[-200:]  # 1.5 or less, of 10


def test_the_composition_is_whole() -> None:
    told: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    app = told["services"]["app"]

    assert {*told["services"]} == {"app", "db", "proxy"}
    used = [one for service in told["services"].values() for one in service["volumes"]]
    named = {one.partition(":")[0] for one in used if not one.startswith(".")}
    assert named == {*told["volumes"]}
    assert (DEPLOY / app["build"]["context"] / app["build"]["dockerfile"]).is_file()
    assert app["read_only"]
    assert app["cap_drop"] == ["ALL"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", SCOREKEEPER_PROXIES="1", SCOREKEEPER_HOSTS=NAME)
    server.start()
    yield server
    server.stop()


@pytest.mark.hard
def test_behind_caddy_a_game_is_played_by_https(tmp_path: Path, server: Server) -> None:
    caddy = need_program("caddy")
    port = free_port()
    certificate, key = certificate_in(tmp_path)
    file = (DEPLOY / "Caddyfile").read_text()
    ours = f"\n{{\n admin off\n auto_https disable_redirects\n default_sni {NAME}\n"
    (tmp_path / "Caddyfile").write_text(
        file.replace("\n{\n", ours, 1).replace(
            "{$NAME} {", f"{{$NAME}} {{\n tls {certificate} {key}"
        )
    )
    environment = {
        **os.environ,
        **{"NAME": f"https://{NAME}:{port}", "UPSTREAM": f"127.0.0.1:{server.port}"},
        **{"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    }
    run = [str(caddy), "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
    with open(tmp_path / "log", "wb") as log:
        process = subprocess.Popen(run, env=environment, stderr=log)
    try:
        _until_open(port)
        phone = OverTLS(Proxy(port, certificate, tmp_path / "log"))
        lies = {"X-Forwarded-Proto": "http", "X-Forwarded-Host": "evil.example"}
        page = phone.get("/new/tally", **lies)
        assert page.headers["Set-Cookie"].startswith("__Host-scorekeeper=")
        table = phone.starts("tally", {"points": [1, 2]}, players=["Ann", "Ben"])
        form = phone.get(table).form("save")
        origin = {"Origin": f"https://{NAME}:{port}"}
        assert phone.send(table, form, points(3, 4), "save", origin).status == 303
        assert phone.get(table).totals == [4, 6]
        secret = "kX3_p9-QmZ7aLw0TbV5cR2yEfHg"
        addresses = [f"/s/{secret}", f"/l/none/evenings.ics?token={secret}"]
        for address in addresses:
            phone.get(address, Referer=f"https://{NAME}{address}")
        server.stop()
        assert {phone.get(address).status for address in addresses} == {502}
    finally:
        process.terminate()
        process.wait(WAIT_SECONDS)
    logged = (tmp_path / "log").read_text()
    assert "connection refused" in logged
    assert secret not in logged


def _until_open(port: int) -> None:
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise AssertionError("Caddy does not answer")


# --- the image ----------------------------------------------------------------------------------


def steps() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, in order."""
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    return [
        (line.split()[0], line.partition(" ")[2])
        for line in lines
        if line and not line.startswith("#")
    ]


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    """Return what the image installs, fetched outside it."""
    folder = tmp_path / "wheels"
    told = [sys.executable, "-m", "pip", "download", "-q", "-d", str(folder)]
    of_image = ["--python-version", "3.13", "--only-binary=:all:", "-c", "constraints.txt"]
    ours = _pyproject_needs()
    # http-ece is not to be had as a wheel: the image makes one
    made = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder)]
    subprocess.run([*made, "-c", "constraints.txt", "http-ece"], cwd=TOP, check=True)
    found = ["--find-links", str(folder)]
    subprocess.run([*told, *of_image, *found, *ours, "hatchling"], cwd=TOP, check=True)
    return folder


def _pyproject_needs() -> list[str]:
    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    more = project["optional-dependencies"]
    return [*project["dependencies"], *more["metrics"], *more["postgres"]]


class Image:
    """A Debian in a folder, in which the steps of the Containerfile are taken."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder, self.user, self.command, self.check = root, "/", "root", "", ""
        self.environment: dict[str, str] = {}

    def run(self, words: str) -> str:
        told = {
            **{"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"},
            **{"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"},
            **self.environment,
        }
        shell = ["/bin/sh", "-ec", f"cd {self.folder} && {words}"]
        line = [str(need_program("chroot")), f"--userspec={self.user}", str(self.root), *shell]
        done = subprocess.run(line, env=told, check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    def take(self, act: str, text: str) -> None:
        if act == "RUN":
            self.run(text)
        elif act == "WORKDIR":
            self.folder = text
            self._inside(text).mkdir(parents=True, exist_ok=True)
        elif act == "COPY" and "--from" not in text:
            self._copy(*text.split())
        elif act == "ENV":
            self.environment |= dict(pair.split("=", 1) for pair in text.split())
        elif act == "USER":
            self.user = text
        elif act == "HEALTHCHECK":
            self.check = text.partition("CMD ")[2]
        elif act == "CMD":
            self.command = " ".join(re.findall(r'"([^"]+)"', text))

    def _inside(self, path: str) -> Path:
        return self.root / self.folder.strip("/") / path.strip("/")

    def _copy(self, *names: str) -> None:
        *sources, target = names
        for name in sources:
            if (TOP / name).is_dir():
                shutil.copytree(TOP / name, self._inside(target))
            else:
                shutil.copy(TOP / name, self._inside(target))


@pytest.mark.hard
def test_image_steps_run_in_a_bare_debian(tmp_path: Path, wheels: Path) -> None:
    debootstrap = need_program("debootstrap")
    if os.geteuid() != 0:
        pytest.skip("only root may change its root")
    suite = next(text for act, text in steps() if act == "FROM").split(":")[1].split("-")[0]
    image = Image(tmp_path / "root")
    made = [str(debootstrap), "--variant=minbase", suite, str(image.root)]
    subprocess.run(made, check=True, stdout=subprocess.DEVNULL)
    shutil.copy("/etc/resolv.conf", image.root / "etc" / "resolv.conf")
    shutil.copytree(wheels, image.root / "wheels")

    # the edition is built here with the network that the image has not
    shutil.copytree(need_pocket(), image.root / "opt" / "pocket")
    for act, text in steps():
        if "npm" not in text and "scorekeeper pocket" not in text:
            image.take(act, text)

    assert image.user == "scorekeeper"
    port = str(free_port())
    image.folder, image.environment["PORT"] = "/data", port
    check = image.check.replace("8000", port)
    image.run("! touch /opt/x 2>/dev/null && ! touch /usr/x 2>/dev/null")
    output = image.run(
        f"{image.command} > /data/log 2>&1 & "
        f"for i in $(seq 100); do if {check} 2>/dev/null; then break; fi; sleep 0.2; done; "
        f"{check}; kill $!; wait $!; cat /data/log"
    )
    assert "Scorekeeper is running." in output
    assert "All data is in /data/scorekeeper.db." in output
