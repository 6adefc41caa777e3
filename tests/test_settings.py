"""Settings: the environment before the file, what is unknown refused, no secret told."""

import os
from pathlib import Path

import pytest

from scorekeeper import create_app, settings
from scorekeeper.cli import main
from scorekeeper.settings import InvalidSetting, Settings
from tests.clocks import CLOCKS


def listed(environ: dict[str, str]) -> str:
    return "\n".join(settings.as_lines(settings.examine(environ)[0]))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scorekeeper.toml"
    path.write_text('port = 8080\nbudget = 5\nhosts = "pad.example"\nkey = "ab"\n')
    return path


def test_defaults_apply_without_settings() -> None:
    assert settings.read({}) == Settings()
    assert settings.read({"PORT": " ", "SCOREKEEPER_HOSTS": ""}) == Settings()


def test_the_environment_goes_before_the_file(file: Path) -> None:
    environ = {"SCOREKEEPER_SETTINGS": str(file), "SCOREKEEPER_BUDGET": "7"}

    assert settings.read(environ) == Settings(port=8080, budget=7, hosts="pad.example", key="ab")
    assert [
        (one.setting.name, one.source) for one in settings.examine(environ)[0] if one.source
    ] == [
        ("port", str(file)),
        ("key", str(file)),
        ("hosts", str(file)),
        ("budget", "SCOREKEEPER_BUDGET"),
    ]


@pytest.mark.parametrize(
    ("environ", "message"),
    [
        ({"PORT": "65536"}, "PORT is “65536”. Set it to a number from 0 to 65535."),
        ({"SCOREKEEPER_PROXIES": "-1"}, "Set it to a number of proxies."),
        (
            {"SCOREKEEPER_BUDGETS": "2"},
            "SCOREKEEPER_BUDGETS is not a setting. Did you mean SCOREKEEPER_BUDGET?",
        ),
        (
            {"SCOREKEEPER_WHATEVER": "2"},
            "SCOREKEEPER_WHATEVER is not a setting. “scorekeeper config” lists",
        ),
        ({"SCOREKEEPER_SETTINGS": "/nowhere"}, "can't be read: No such"),
        ({"TZ": "Mars/X"}, "TZ is “Mars/X”. Set it to a time zone that this machine knows"),
        ({"TZ": "Europe"}, "TZ is “Europe”."),
        ({"TZ": "+1"}, "TZ is “+1”."),
        ({"DATABASE_URL": "mysql://ann:secret@h/d"}, "DATABASE_URL is not valid. Set it to the"),
        ({"DATABASE_URL": "postgresql+asyncpg://h/d"}, "DATABASE_URL is not valid."),
        ({"DATABASE_URL": "postgresql://h:port/d"}, "DATABASE_URL is not valid."),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL is not valid."),
    ],
)
def test_an_invalid_setting_is_named(environ: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        settings.read(environ)

    assert message in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize("zone", [*CLOCKS.values(), "UTC", ":UTC", "/usr/share/zoneinfo/UTC"])
def test_a_time_zone_of_this_machine_is_taken(zone: str) -> None:
    assert settings.read({"TZ": zone}).time_zone == zone


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg", "sqlite"])
def test_every_database_address_used_is_taken(scheme: str) -> None:
    assert settings.read({"DATABASE_URL": f"{scheme}://ann:p%5Bw@h:5432/d"}).database_url


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("portt = 1", "portt is not a setting. Did you mean port?"),
        ('port = "many"', "is “many”. Set it to a number from 0 to 65535."),
        ("port = [1]", "is “[1]”. Set it to"),
        ("key = 12", "is not valid"),
        ("port", "is not a TOML file"),
        ("[server]\nport = 1", "server is not a setting"),
    ],
)
def test_fault_in_the_file_is_told_with_its_name(file: Path, text: str, message: str) -> None:
    file.write_text(text)

    with pytest.raises(InvalidSetting) as refused:
        settings.read({"SCOREKEEPER_SETTINGS": str(file)})

    assert str(file) in str(refused.value)
    assert message in str(refused.value)


def test_kubernetes_variables_are_no_settings() -> None:
    told = ("SERVICE_HOST", "SERVICE_PORT_HTTP", "PORT", "PORT_8000_TCP_ADDR")

    assert settings.read({f"SCOREKEEPER_{name}": "10.0.0.1" for name in told}) == Settings()


def test_no_secret_is_listed() -> None:
    secret = {"SCOREKEEPER_KEY": "f00d" * 16, "DATABASE_URL": "postgres://ann:f00d@db/x"}

    assert "f00d" not in listed(secret)
    assert listed(secret).count("(hidden)") == 2


def test_command_lists_all_and_names_the_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", "8001")
    monkeypatch.setenv("SCOREKEEPER_PROXY", "1")

    with pytest.raises(SystemExit) as ended:
        main(["config"])

    message = capsys.readouterr()
    assert ended.value.code == 2
    assert message.err.startswith("SCOREKEEPER_PROXY is not a setting.")
    assert [line.split()[0] for line in message.out.splitlines() if line[0] != " "] == [
        setting.name for setting in settings.described()
    ]
    assert "port           8001                         PORT" in message.out


def test_the_app_goes_by_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('proxies = 1\nbudget = 3\ntime_zone = "Asia/Tokyo"')
    monkeypatch.setenv("SCOREKEEPER_SETTINGS", str(file))
    monkeypatch.delenv("SCOREKEEPER_BUDGET")
    monkeypatch.setenv("TZ", "UTC")

    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": b"key"})

    assert app.config["BUDGET"] == 3
    assert app.config["PROXIES"] == 1
    assert os.environ["TZ"] == "UTC"  # the environment goes first
