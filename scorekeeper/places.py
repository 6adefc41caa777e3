"""Paths: templates, static files and migrations, the data, the signing key.

The same code runs from a checkout, where templates/ and static/ stand at the top, and from
an installed wheel, where they lie inside the package and the data must live outside it.
"""

import os
import re
import secrets
from pathlib import Path
from urllib.parse import quote, urlsplit

import platformdirs

from scorekeeper import settings
from scorekeeper.sentences import tell

PACKAGE = Path(__file__).resolve().parent
KEY_LENGTH = 32


def checkout() -> Path | None:
    """Return the top of the checkout this package runs from; None when it is installed."""
    top = PACKAGE.parent
    return top if (top / "pyproject.toml").is_file() and (top / "templates").is_dir() else None


def templates_folder() -> Path:
    """Return the folder of the Jinja templates."""
    return _folder("templates")


def static_folder() -> Path:
    """Return the folder of style sheets, scripts and icons."""
    return _folder("static")


def _folder(name: str) -> Path:
    return (checkout() or PACKAGE / "_shipped") / name


def search_folder() -> Path:
    """Return the folder of the search's index that came with the wheel, or that `make` has built in
    a checkout."""
    top = checkout()
    return top / ".cache" / "search" if top else PACKAGE / "_shipped" / "search"


def pocket_folder() -> Path | None:
    """Return the folder of the pocket edition that came with the wheel, or that `make pocket` has
    built in a checkout; None where there is none."""
    top = checkout()
    folder = top / ".cache" / "pocket" / "out" if top else PACKAGE / "_shipped" / "pocket"
    return folder if (folder / "sw.js").is_file() else None


def data_folder() -> Path:
    """Return the folder of the database and the signing key, made if it is missing.

    The setting `data` names it; else it is instance/ in a checkout, and the user's data folder
    for an installed package, so that the data outlives the environment it runs in.
    """
    top = checkout()
    usual = top / "instance" if top else platformdirs.user_data_dir("scorekeeper", False)
    folder = Path(settings.read().data or usual).expanduser().resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def database_url() -> str:
    """Return the database as SQLAlchemy wants it: the setting's, else a SQLite file in the data
    folder.
    """
    given = settings.read().database_url
    if not given:
        # quoted, because a "?" or "%" in a folder's name would end the path or be decoded
        return f"sqlite:///{quote((data_folder() / 'scorekeeper.db').as_posix(), safe='/:')}"
    return with_driver(given)


def with_driver(address: str) -> str:
    """Return a database's address as SQLAlchemy wants it. Hosts hand out postgres:// and
    postgresql:// addresses; both mean the psycopg driver here."""
    scheme, found, rest = address.partition("://")
    postgres = found and scheme in ("postgres", "postgresql")
    return f"postgresql+psycopg://{rest}" if postgres else address


def describe_data() -> str:
    """Return where the data is, for a person to read; never with a password in it."""
    if not settings.read().database_url:
        return str(data_folder() / "scorekeeper.db")
    url = urlsplit(database_url())
    kind, path = url.scheme.partition("+")[0], url.path.removeprefix("/")
    if not url.hostname:
        return f"{kind} {path}"
    return tell("{kind} database {name} on {host}", kind=kind, name=path, host=url.hostname)


def key_file() -> Path:
    """Return where the signing key stands that is made on first start."""
    return data_folder() / "signing" / "key"


def signing_key() -> bytes:
    """Return the 32 bytes that sign cookies and make the secrets of links: those that the settings
    `key` or `key_file` give; else made on first start and readable by the owner only.

    Raises ValueError, with what to do about it, when the given or stored key is none.
    """
    given = _configured_key()
    if given is not None:
        return given
    path = key_file()
    if not path.exists():
        _make_key(path)
    key = path.read_bytes()
    if len(key) != KEY_LENGTH:
        raise ValueError(
            tell(
                "The signing key {file} is damaged: {n} bytes instead of {length}. Delete the "
                "folder {folder} to get a new key; every phone must then open its link again.",
                file=str(path),
                n=len(key),
                length=KEY_LENGTH,
                folder=str(path.parent),
            )
        )
    return key


def _configured_key() -> bytes | None:
    """Return the key that the settings give, if they give one."""
    chosen = settings.read()
    text, name = chosen.key, chosen.key_file
    if text and name:
        raise ValueError(tell("SCOREKEEPER_KEY and SCOREKEEPER_KEY_FILE are both set. Unset one."))
    if text:
        return _read_key(text, "SCOREKEEPER_KEY")
    if not name:
        return None
    try:
        held = Path(name).expanduser().read_bytes()
    except OSError as error:
        raise ValueError(
            tell(
                "SCOREKEEPER_KEY_FILE, {file}, can't be read: {reason}.",
                file=name,
                reason=str(error.strerror),
            )
        ) from error
    if len(held) == KEY_LENGTH and not held.isascii():
        return held  # as a key stands in signing/
    return _read_key(held.decode("ascii", "replace").strip(), f"SCOREKEEPER_KEY_FILE ({name})")


def _read_key(text: str, where: str) -> bytes:
    if re.fullmatch(f"[0-9a-fA-F]{{{2 * KEY_LENGTH}}}", text):
        return bytes.fromhex(text)
    raise ValueError(
        tell(
            "{setting} is not a signing key. A key is {length} hexadecimal digits; this is {n} "
            "{n:character|characters}. “scorekeeper key FILE” saves the key in use, “openssl rand "
            "-hex 32” makes a new one.",
            setting=where,
            length=2 * KEY_LENGTH,
            n=len(text),
        )
    )


def differing_key_file(carried: bytes | None) -> Path | None:
    """Return where a key would have to stand, or does, that is not this one; None where this one is
    used already, or there is none to be used.

    Raises ValueError where the settings give another.
    """
    given, path = _configured_key(), key_file()
    if carried is None or carried == given:
        return None
    if given is not None:
        raise ValueError(
            tell(
                "The key in SCOREKEEPER_KEY or SCOREKEEPER_KEY_FILE differs from the backup's, so "
                "its phones and links would stop working; nothing was changed. Unset it and "
                "restore again."
            )
        )
    return None if path.exists() and path.read_bytes() == carried else path


def store_key(key: bytes) -> Path | None:
    """Store this as the signing key; return the name under which the one before is kept, if there
    was one."""
    path = key_file()
    old = path.read_bytes() if path.exists() else None
    path.parent.mkdir(mode=0o700, exist_ok=True)
    aside = path.with_name(f"replaced-{secrets.token_hex(4)}")
    if old is not None:
        write_privately(aside, old)
    draft = path.with_name(f"draft-{secrets.token_hex(4)}")
    write_privately(draft, key)
    draft.replace(path)
    return aside if old is not None else None


def _make_key(path: Path) -> None:
    # Two processes may start at once and must agree. So the key is written into a folder of its
    # own first: no file system lets a folder be renamed onto one that holds something.
    draft = path.parent.with_name(f"{path.parent.name}-{secrets.token_hex(8)}")
    draft.mkdir(mode=0o700)
    write_privately(draft / path.name, secrets.token_bytes(KEY_LENGTH))
    try:
        draft.rename(path.parent)
    except OSError:
        (draft / path.name).unlink()
        draft.rmdir()
        if not path.exists():  # not a race lost: the folder cannot be written
            raise


def write_privately(path: Path, content: bytes) -> None:
    """Write a file that is not there yet, for its owner alone; it is on the disk then."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
