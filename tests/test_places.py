"""The places of data and program files, and the safety of the signing key."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy

from scorekeeper import places

TOP = Path(__file__).resolve().parent.parent
MAKE_KEY = "from scorekeeper import places; print(places.signing_key().hex())"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own that does not exist yet."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return tmp_path / "data"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package as it lies in an environment, with nothing of a checkout above it."""
    package = tmp_path / "site-packages" / "scorekeeper"
    package.mkdir(parents=True)
    monkeypatch.setattr(places, "PACKAGE", package)
    return package


def test_a_checkout_has_its_parts_at_the_top() -> None:
    assert places.checkout() == TOP
    assert places.templates_folder() == TOP / "templates"
    assert places.static_folder() == TOP / "static"


def test_installed_package_has_its_parts_inside(installed: Path) -> None:
    assert places.checkout() is None
    assert places.templates_folder() == installed / "_shipped" / "templates"
    assert places.static_folder() == installed / "_shipped" / "static"


def test_data_folder_is_made_where_asked_for(data: Path) -> None:
    assert places.data_folder() == data
    assert data.is_dir()


def test_the_data_of_a_checkout_is_in_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATA")

    assert places.data_folder() == TOP / "instance"


def test_installed_package_keeps_data_outside(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SCOREKEEPER_DATA")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    folder = places.data_folder()

    assert folder.is_relative_to(tmp_path / "home")
    assert folder.name == "scorekeeper"


@pytest.mark.parametrize("name", ["plain", "with space", "100% or more?", "Zoë#1"])
def test_folder_of_any_name_holds_the_database(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / name))

    url = sqlalchemy.make_url(places.database_url())

    assert url.drivername == "sqlite"
    assert url.database == str(tmp_path / name / "scorekeeper.db")


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("postgres://u:p@db/scores", "postgresql+psycopg://u:p@db/scores"),
        ("postgresql://u@db:5433/scores?sslmode=require",
         "postgresql+psycopg://u@db:5433/scores?sslmode=require"),
        (" postgres://db/scores\n", "postgresql+psycopg://db/scores"),
        ("postgresql+psycopg://db/scores", "postgresql+psycopg://db/scores"),
        ("sqlite:////srv/scores.db", "sqlite:////srv/scores.db"),
    ],
)  # fmt: skip
def test_a_database_can_be_named(given: str, used: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", given)

    assert places.database_url() == used


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("postgres://ann:secret@db.example:5433/scores",
         "postgresql database scores on db.example"),
        ("postgresql:///scores?host=/run/postgresql&password=secret", "postgresql scores"),
        ("sqlite:////srv/scores.db", "sqlite /srv/scores.db"),
    ],
)  # fmt: skip
def test_where_the_data_is_can_be_told(
    given: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", given)

    assert places.describe_data() == told


def test_where_the_usual_data_is_can_be_told(data: Path) -> None:
    assert places.describe_data() == str(data / "scorekeeper.db")


def test_signing_key_is_made_once_for_owner_only(data: Path) -> None:
    key = places.signing_key()

    assert len(key) == 32
    assert places.signing_key() == key
    assert stat.S_IMODE((data / "signing" / "key").stat().st_mode) == 0o600
    assert [path.name for path in data.iterdir()] == ["signing"]


def test_each_data_folder_has_a_key_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = places.signing_key()
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "other"))

    assert places.signing_key() != key


@pytest.mark.long
def test_processes_starting_together_share_a_key(data: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", MAKE_KEY], env=environment, stdout=subprocess.PIPE, text=True
        )
        for _ in range(6)
    ]
    keys = {process.communicate()[0].strip() for process in processes}

    assert keys == {places.signing_key().hex()}
    assert [path.name for path in data.iterdir()] == ["signing"]


def test_second_process_uses_the_existing_key(data: Path) -> None:
    key = places.signing_key()

    places._make_key(data / "signing" / "key")

    assert places.signing_key() == key
    assert [path.name for path in data.iterdir()] == ["signing"]


def test_unrenamable_folder_is_no_race(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: Path, _target: Path) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(Path, "rename", refuse)

    with pytest.raises(PermissionError):
        places.signing_key()
    assert list(data.iterdir()) == []


def test_a_damaged_key_is_not_used(data: Path) -> None:
    (data / "signing").mkdir(parents=True)
    (data / "signing" / "key").write_bytes(b"short")

    with pytest.raises(ValueError, match="is damaged: 5 bytes instead of 32"):
        places.signing_key()
