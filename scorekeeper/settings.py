"""The settings: from the environment, or from one TOML file that SCOREKEEPER_SETTINGS names.

The environment goes before the file. A name that is no setting is refused, for whoever mistypes
one would never notice.
"""

import os
import re
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from scorekeeper.sentences import Message, Phrase, tell

FILE: Final = "SCOREKEEPER_SETTINGS"
"""The environment variable that names the file."""
_PREFIX: Final = "SCOREKEEPER_"
_NOT_SETTINGS: Final = re.compile(
    # the file itself, the tests, and what Kubernetes sets for a service of that name
    r"SCOREKEEPER_(SETTINGS|QUICK|HARD|REQUIRE|SERVICE_\w+|PORT(_[0-9]+_\w+)?)"
)


NO_POCKET: Final = "off"
"""The value of the setting `pocket` with which a server has no pocket edition."""


class InvalidSetting(ValueError):
    """A setting is invalid; a sentence for each fault, on a line of its own."""


def _as(
    about: Message,
    must: Message = "a text",
    *,
    variable: str = "",
    secret: bool = False,
    ge: int | None = None,
    le: int | None = None,
    fits: Callable[[str], bool] = bool,
) -> Meta:
    """Return a setting's description, the condition on its values, and its name in the environment
    where that is not its own in capitals; ``fits`` is asked of a text that is set."""
    extra = {"variable": variable, "must": must, "secret": secret, "fits": fits}
    return Meta(description=about, extra=extra, ge=ge, le=le)


# mysql:// ended in a traceback
_DATABASE: Final = re.compile(r"(postgres(ql)?(\+psycopg)?|sqlite(\+pysqlite)?)://")
_WRITTEN_OUT: Final = re.compile(r"([A-Za-z]{3,}|<[-+\w]{3,}>)[-+]?\d{1,2}(:\d\d){0,2}(\D.*)?")
"""A time zone as POSIX writes it: CET-1CEST,M3.5.0,M10.5.0/3."""


def is_mail_server(address: str) -> bool:
    """Return whether this is the address of a mail server."""
    try:
        parts = urlsplit(address)
        return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_database(address: str) -> bool:
    """Return whether this is the address of a kind of database that Scorekeeper can use."""
    from sqlalchemy.engine import make_url  # slow to load, and needed by this alone
    from sqlalchemy.exc import ArgumentError

    try:
        make_url(address)
    except (ArgumentError, ValueError):  # the port is no number
        return False
    return bool(_DATABASE.match(address))


def _is_time_zone(zone: str) -> bool:
    """Return whether this machine has the time zone: the system takes any other for UTC in
    silence. Windows knows none by name."""
    import zoneinfo  # loads much, for this alone

    name = zone.removeprefix(":")
    files = (Path(folder) / name for folder in ("/", *zoneinfo.TZPATH))
    known = any(file.is_file() for file in files) or _WRITTEN_OUT.fullmatch(zone)
    return bool(known) or not hasattr(time, "tzset")


class Settings(msgspec.Struct, frozen=True):
    """Everything that may be set, by its name in the file."""

    host: Annotated[
        str,
        _as(
            "address to listen on, or unix:PATH for a socket (default: every address)",
            variable="HOST",
        ),
    ] = ""
    port: Annotated[
        int, _as("port to listen on", "a number from 0 to 65535", ge=0, le=65535, variable="PORT")
    ] = 8000
    processes: Annotated[
        int,
        _as(
            "number of processes; 0: one per core, up to 4",
            "a number of processes from 1 to 64, or 0 for one per core",
            ge=0,
            le=64,
        ),
    ] = 0
    data: Annotated[str, _as("folder of the database and the signing key")] = ""
    database_url: Annotated[
        str,
        _as(
            "address of a PostgreSQL database",
            "the address of a PostgreSQL database, postgresql://NAME:PASSWORD@HOST/DATABASE",
            secret=True,
            fits=is_database,
            variable="DATABASE_URL",
        ),
    ] = ""
    key: Annotated[str, _as("signing key, 64 hexadecimal digits", secret=True)] = ""
    key_file: Annotated[str, _as("file of the signing key")] = ""
    time_zone: Annotated[
        str,
        _as(
            "the club's time zone, e.g. Europe/Berlin (default: this machine's)",
            "a time zone that this machine knows (package tzdata), e.g. Europe/Berlin",
            fits=_is_time_zone,
            variable="TZ",
        ),
    ] = ""
    proxies: Annotated[
        int,
        _as("number of proxies to trust", "a number of proxies", ge=0),
    ] = 0
    hosts: Annotated[str, _as("host names to answer to, comma-separated (default: any)")] = ""
    language: Annotated[str, _as("language of all texts, if there is a translation")] = "en"
    log: Annotated[
        Literal["text", "json"],
        _as(
            "json: write each request and error to standard error as a line of JSON",
            "text or json",
        ),
    ] = "text"
    metrics_token: Annotated[
        str,
        _as(
            "token for /metrics, which is closed without one",
            secret=True,
        ),
    ] = ""
    budget: Annotated[
        int,
        _as(
            "multiplies how many games and leagues a phone may start per hour; 0: no limit",
            "a number from 1 up, or 0 for no limit",
            ge=0,
        ),
    ] = 1
    operator_passphrase: Annotated[
        str,
        _as(
            "passphrase for /operator, which is closed without one",
            secret=True,
        ),
    ] = ""
    most_games: Annotated[
        int,
        _as(
            "most games the server stores; 0: no limit",
            "a number of games, or 0 for no limit",
            ge=0,
        ),
    ] = 0
    private_webhooks: Annotated[
        bool,
        _as(
            "true: webhooks may post to private networks and without HTTPS",
            "true or false",
        ),
    ] = False
    mail_server: Annotated[
        str,
        _as(
            "mail server for news by e-mail, which is off without one",
            "a mail server, smtp://NAME:PASSWORD@HOST:587 or smtps://NAME:PASSWORD@HOST:465",
            secret=True,
            fits=is_mail_server,
        ),
    ] = ""
    mail_from: Annotated[
        str,
        _as(
            "e-mail address that news is sent from",
            "an e-mail address",
            fits=lambda text: bool(re.fullmatch(r"[!-;=?A-~]+@[!-;=?A-~]+", text)),
        ),
    ] = ""
    pocket: Annotated[
        str,
        _as(
            "folder of the pocket edition, served at /pocket/, or off (default: the one that came "
            "with Scorekeeper)",
        ),
    ] = ""


class KnownSetting(NamedTuple):
    """One of them, described."""

    name: str
    variable: str
    about: str
    must: str
    secret: bool
    fits: Callable[[str], bool]
    type: Any
    default: Any


class SettingValue(NamedTuple):
    """The value that a setting has, and where it comes from; "" for its default."""

    setting: KnownSetting
    value: Any
    source: str


@cache
def described() -> tuple[KnownSetting, ...]:
    """All settings, in the order in which they are listed."""
    types = get_type_hints(Settings, include_extras=True)
    found = []
    for field in msgspec.structs.fields(Settings):
        kind = types[field.name]
        meta: Meta = kind.__metadata__[0]
        extra: dict[str, Any] = meta.extra or {}
        variable = extra["variable"] or _PREFIX + field.name.upper()
        rest = {**extra, "variable": variable, "about": meta.description}
        found.append(KnownSetting(field.name, type=kind, default=field.default, **rest))
    return tuple(found)


def read(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings as they are now. Raises `InvalidSetting`."""
    chosen, faults = examine(environ)
    if faults:
        raise InvalidSetting("\n".join(faults))
    return Settings(**{one.setting.name: one.value for one in chosen})


def examine(environ: Mapping[str, str] = os.environ) -> tuple[list[SettingValue], list[str]]:
    """Each setting with its value, and what is wrong; a setting that is has its default."""
    name = environ.get(FILE, "").strip()
    held, faults = _file(name) if name else ({}, [])
    faults += _unknown(environ, held, name)
    chosen = []
    for setting in described():
        given, source, called = setting.default, "", setting.variable
        if text := environ.get(setting.variable, "").strip():
            given, source = text, setting.variable
        elif setting.name in held:
            given, source, called = (
                held[setting.name],
                name,
                tell("{setting} in {file}", setting=setting.name, file=name),
            )
        try:
            # not strict: in the environment every value is a text
            value = msgspec.convert(given, setting.type, strict=False)
            if value and type(value) is str and not setting.fits(value):
                raise ValueError
        except ValueError:  # msgspec's is one
            value, source = setting.default, ""
            faults.append(_invalid(setting, called, given))
        chosen.append(SettingValue(setting, value, source))
    return chosen, faults


def _invalid(setting: KnownSetting, called: str, given: object) -> str:
    must = Phrase(setting.must)
    if setting.secret:
        return tell("{setting} is not valid. Set it to {must}.", setting=called, must=must)
    return tell(
        "{setting} is “{value}”. Set it to {must}.", setting=called, value=str(given), must=must
    )


def _file(name: str) -> tuple[Mapping[str, Any], list[str]]:
    """Return the contents of the settings file, and the errors in reading it."""
    try:
        return tomllib.loads(Path(name).expanduser().read_text(encoding="utf-8")), []
    except OSError as error:
        unreadable = tell(
            "{file}, named by SCOREKEEPER_SETTINGS, can't be read: {reason}.",
            file=name,
            reason=str(error.strerror),
        )
        return {}, [unreadable]
    except ValueError as error:  # no TOML, or no UTF-8
        return {}, [tell("{file} is not a TOML file: {reason}.", file=name, reason=str(error))]


def _unknown(environ: Mapping[str, str], held: Mapping[str, Any], file: str) -> list[str]:
    variables = {setting.variable for setting in described()}
    names = {setting.name for setting in described()}
    strange = [
        name
        for name in sorted(environ)
        if name.startswith(_PREFIX) and name not in variables and not _NOT_SETTINGS.fullmatch(name)
    ]
    faults = [_not_a_setting(name, variables) for name in strange]
    faults += [f"{file}: {_not_a_setting(name, names)}" for name in sorted(set(held) - names)]
    return faults


def _not_a_setting(name: str, known: set[str]) -> str:
    from difflib import get_close_matches  # only needed after a typing error

    close = get_close_matches(name, known, 1, 0.8)
    if close:
        return tell("{name} is not a setting. Did you mean {other}?", name=name, other=close[0])
    return tell("{name} is not a setting. “scorekeeper config” lists them all.", name=name)


def set_time_zone(zone: str) -> None:
    """Set this process's time zone; the machine's if none is set."""
    if zone and os.environ.get("TZ") != zone:
        os.environ["TZ"] = zone
        if hasattr(time, "tzset"):  # Windows knows only the environment
            time.tzset()


def as_lines(chosen: list[SettingValue]) -> Iterator[str]:
    """A line for each setting: its name, its value, where that comes from; no secret."""
    for setting, value, source in chosen:
        shown = tell("(hidden)") if setting.secret and value else str(value) or "-"
        yield f"{setting.name:<14} {shown:<28} {source or tell('default')}"
        yield f"{'':<14} {setting.variable}: {tell(setting.about)}"
