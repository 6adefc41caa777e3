"""Where things are: templates, static files and migrations, the data, the signing key.

The same code runs from a checkout, where templates/ and static/ stand at the top, and from
an installed wheel, where they lie inside the package and the data must live outside it.
"""

import os
import secrets
from pathlib import Path
from urllib.parse import quote, urlsplit

import platformdirs

PACKAGE = Path(__file__).resolve().parent
KEY_LENGTH = 32


def checkout() -> Path | None:
    """The top of the checkout this package runs from; None when it is installed."""
    top = PACKAGE.parent
    return top if (top / "pyproject.toml").is_file() and (top / "templates").is_dir() else None


def templates_folder() -> Path:
    """The folder of the Jinja templates."""
    top = checkout()
    return top / "templates" if top else PACKAGE / "_shipped" / "templates"


def static_folder() -> Path:
    """The folder of style sheets, scripts and icons."""
    top = checkout()
    return top / "static" if top else PACKAGE / "_shipped" / "static"


def data_folder() -> Path:
    """The folder of the database and the signing key, made if it is missing.

    SCOREKEEPER_DATA names it; else it is instance/ in a checkout, and the user's data folder
    for an installed package, so that the data outlives the environment it runs in.
    """
    folder = Path(os.environ.get("SCOREKEEPER_DATA") or _usual_data_folder()).expanduser().resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _usual_data_folder() -> Path:
    top = checkout()
    return top / "instance" if top else Path(platformdirs.user_data_dir("scorekeeper", False))


def database_url() -> str:
    """The database as SQLAlchemy wants it: DATABASE_URL, else a SQLite file in the data folder.

    Hosts hand out postgres:// and postgresql:// addresses; both mean the psycopg driver here.
    """
    given = os.environ.get("DATABASE_URL", "").strip()
    if not given:
        # quoted, because a "?" or "%" in a folder's name would end the path or be decoded
        return f"sqlite:///{quote((data_folder() / 'scorekeeper.db').as_posix(), safe='/:')}"
    scheme, found, rest = given.partition("://")
    postgres = found and scheme in ("postgres", "postgresql")
    return f"postgresql+psycopg://{rest}" if postgres else given


def describe_data() -> str:
    """Where the data is, for a person to read; never with a password in it."""
    if not os.environ.get("DATABASE_URL", "").strip():
        return str(data_folder() / "scorekeeper.db")
    url = urlsplit(database_url())
    kind, path = url.scheme.partition("+")[0], url.path.removeprefix("/")
    return f"{kind} database {path} on {url.hostname}" if url.hostname else f"{kind} {path}"


def signing_key() -> bytes:
    """The 32 bytes that sign cookies, made on first start and readable by the owner only.

    Raises ValueError, with what to do about it, when the stored key is damaged.
    """
    path = data_folder() / "signing" / "key"
    if not path.exists():
        _make_key(path)
    key = path.read_bytes()
    if len(key) != KEY_LENGTH:
        raise ValueError(
            f"The signing key {path} is damaged: {len(key)} bytes instead of {KEY_LENGTH}. "
            f"Remove the folder {path.parent} to have a new one made; "
            "every phone then has to open its link again."
        )
    return key


def _make_key(path: Path) -> None:
    # Two processes may start at once and must agree. So the key is written into a folder of its
    # own first: no file system lets a folder be renamed onto one that holds something.
    draft = path.parent.with_name(f"{path.parent.name}-{secrets.token_hex(8)}")
    draft.mkdir(mode=0o700)
    _write_privately(draft / path.name, secrets.token_bytes(KEY_LENGTH))
    try:
        draft.rename(path.parent)
    except OSError:
        (draft / path.name).unlink()
        draft.rmdir()
        if not path.exists():  # not a race lost: the folder cannot be written
            raise


def _write_privately(path: Path, content: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
