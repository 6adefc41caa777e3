"""Builds the pocket edition: fetches Pyodide and the packages, compiles, lays out the files."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import click
import platformdirs

from scorekeeper import create_app, languages, places
from scorekeeper.commands.command import Command
from scorekeeper.games import games
from scorekeeper.index_files import file_name, read_index, write_index, write_unmarked
from scorekeeper.search.index import build_index
from scorekeeper.sentences import phrase, tell
from scorekeeper.web.shared import assets, page_texts
from scorekeeper.web.shared.templating import HTMX

PYODIDE: Final = "pyodide@314.0.7"
_PYTHON: Final = "3.14"
_PLATFORMS: Final = ("pyemscripten_2026_0_wasm32", "manylinux2014_x86_64")
"""The platforms of the wheels. Where a package has none for the browser, its Linux wheel is used:
the compiled parts cannot be loaded, and the rest works without them."""
_ENGINE: Final = (*("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"),)
_BUILT: Final = "built.txt"
"""The file that holds the fingerprint of what was built."""
_NAME: Final = re.compile(r"[\w.-]+")
# A phone would fetch another 0.6 MB less if the bytecode had no type hints and the library only
# the modules that are imported, for 300 lines of our own.
_UNUSED: Final = (
    *("site/alembic/templates", "site/alembic/testing", "site/bin", "site/click/testing.py"),
    *("site/click/shell_completion.py", "site/mako/ext", "site/mako/testing", "site/segno/cli.py"),
    *("site/icalendar/cli.py", "site/icalendar/tests", "site/tzdata/zoneinfo/[!U_]*"),
    *("site/segno/helpers.py", "site/share", "site/sqlalchemy/dialects/m*", "site/wtforms/locale"),
    *("site/sqlalchemy/dialects/oracle", "site/sqlalchemy/ext/[!_c]*", "site/sqlalchemy/testing"),
    *("site/waitress", "site/werkzeug/debug", "site/*.dist-info", "site/**/*-linux-gnu.so"),
    *(f"site/**/*.{end}" for end in ("c", "h", "mo", "po", "pot", "pxd", "pyi", "pyx", "typed")),
    *(f"library/{one}.py" for one in ("bdb", "doctest", "ftplib", "imaplib", "mailbox", "pdb")),
    *(f"library/{one}.py" for one in ("pickletools", "pydoc", "smtplib", "tarfile", "wave")),
    *("library/_py[dir]*", "library/multiprocessing", "library/unittest", "library/wsgiref"),
    *("library/xml/dom", "library/xmlrpc"),
)
"""Parts of packages, and of Python's library, that no page of the pocket edition loads."""
_EMPTIED: Final = tuple(f"site/alembic/ddl/{one}.py" for one in ("mssql", "mysql", "oracle"))
"""Modules that are imported only for other databases: they are left empty."""
_OWN_UNUSED: Final = ("__main__.py", "cli.py", "commands", "server")
"""Parts of the app that only a terminal or a server uses."""
_HTMX: Final = "pocket/htmx.min.js"
_XZ: Final = "xz-decompress@0.2.3"
"""The npm package of the script that decompresses xz."""
_SEARCH: Final = "pocket/search"
"""The folder of the search's index, which is fetched after the first visit."""
_LARGE_FROM: Final = 100_000
"""The size in bytes from which a file is worth slow compression."""
_PACKED: Final = (".wasm", ".mjs", ".js", ".zip", ".db", ".json", ".css")
_MEGABYTE: Final = 1_000_000
_MOST_TOLD: Final = 2000
"""The most characters shown of a failed command's output; Node prints a whole script."""


class CannotBuild(click.ClickException):
    """The pocket edition cannot be built; the reason, in words."""


@click.command(cls=Command)
@click.argument(
    "out",
    type=click.Path(path_type=Path),
    help=phrase("folder for the files; its contents are replaced"),
)
@click.option(
    "--cache",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=phrase("where to keep downloads"),
)
def pocket(out: Path, cache: Path | None) -> None:
    """Build it into the folder `out`, which is made anew. What was fetched is kept in `cache`, else
    where the system keeps such things."""
    if out.exists() and not (out / "pocket").is_dir() and any(out.iterdir()):
        raise CannotBuild(
            tell("{folder} contains other files. Choose a new or empty folder.", folder=str(out))
        )
    cache = cache or Path(platformdirs.user_cache_dir("scorekeeper", False), "pocket")
    _build(out, cache.resolve())
    size, later = (f"{one / _MEGABYTE:.1f}" for one in (fetched(out), fetched_later(out)))
    print(
        tell(
            "Done. A phone downloads {size} MB once, and for the search {later} MB later.",
            size=size,
            later=later,
        )
    )
    print(tell("Serve the files over HTTPS, or set SCOREKEEPER_POCKET to the folder."))


def _build(out: Path, cache: Path) -> None:
    """Make the folder `out` with the pocket edition; `cache` keeps what was downloaded."""
    cache.mkdir(parents=True, exist_ok=True)
    built = out / _BUILT
    if built.is_file() and built.read_text(encoding="ascii") == _fingerprint():
        print(tell("{folder} is up to date.", folder=str(out)))
        return
    print(tell("Downloading the engine and packages …"))
    htmx_package = HTMX["url"].split("/npm/")[1].partition("/")[0]  # as pages load it from the CDN
    pyodide, htmx, xz = (_npm(one, cache) for one in (PYODIDE, htmx_package, _XZ))
    packages = _packages(cache, pyodide)
    print(tell("Compiling …"))
    app = _app(cache, pyodide, packages)
    print(tell("Writing {folder} …", folder=str(out)))
    shutil.rmtree(out, ignore_errors=True)
    _write_shell(out)
    for name in ("index.html", "sw.js"):
        (out / "pocket" / name).rename(out / name)
    for name in _ENGINE:
        shutil.copyfile(pyodide / name, out / "pocket" / name)
    # apart from the app, because an update of that seldom changes the packages
    _zip(packages / "library", packages / "library", out / "pocket" / "python_stdlib.zip")
    _zip(packages / "site", packages, out / "pocket" / "packages.zip")
    (app / "empty.db").replace(out / "pocket" / "empty.db")
    _zip(app, app, out / "pocket" / "code.zip")
    shutil.copyfile(htmx / "dist" / "htmx.min.js", out / _HTMX)
    shutil.copyfile(xz / "dist" / "package" / "xz-decompress.min.js", out / "pocket" / "xz.js")
    _write_static(app / _STATIC, out)
    _write_search(out / _SEARCH, cache / "search")
    _fill_in(out / "pocket" / "python.mjs", {'"LANGUAGE"': json.dumps(languages.spoken)})
    _write_service_worker(out)
    print(tell("Compressing …"))
    _pack(out, cache)
    # last, so that a build that was stopped is not taken for one
    built.write_text(_fingerprint(), encoding="ascii")


def _fingerprint() -> str:
    """Return a fingerprint of everything that goes into the build."""
    found = hashlib.sha256(" ".join([PYODIDE, _XZ, languages.spoken, *_pinned()]).encode())
    for folder in (places.PACKAGE, places.templates_folder(), places.static_folder()):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                found.update(file.relative_to(folder).as_posix().encode() + file.read_bytes())
    return found.hexdigest()


def _run(command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        message = tell(
            "{command} is missing. Building the pocket edition needs Node and npm.",
            command=command[0],
        )
        raise CannotBuild(message) from None
    if done.returncode:
        raise CannotBuild(
            tell(
                "{command} failed:\n{output}",
                command=" ".join(command),
                output=(done.stderr or done.stdout)[-_MOST_TOLD:],
            )
        )


def _npm(package: str, cache: Path) -> Path:
    """Return the folder of an npm package, downloaded once."""
    folder = cache / package
    if not folder.is_dir():
        part = cache / "part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        _run(["npm", "pack", "--silent", package], part)
        (archive,) = part.glob("*.tgz")
        shutil.unpack_archive(archive, part, filter="data")
        (part / "package").rename(folder)
    return folder


def _packages(cache: Path, pyodide: Path) -> Path:
    """Return a folder with Python's library and the packages that the app needs, in the versions
    installed here, as bytecode; it is made once."""
    about = repr((PYODIDE, _pinned(), _UNUSED, _EMPTIED))
    made = cache / f"packages-{hashlib.sha256(about.encode()).hexdigest()[:10]}"
    if made.is_dir():
        return made
    part = cache / "packages-part"
    shutil.rmtree(part, ignore_errors=True)
    platforms = [word for one in _PLATFORMS for word in ("--platform", one)]
    _run(
        [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "-qq"),
            *("--no-deps", "--no-compile", "--only-binary=:all:", "--target", str(part / "site")),
            *("--implementation", "cp", "--python-version", _PYTHON, *platforms, *_pinned()),
        ],
        cache,
    )
    shutil.unpack_archive(pyodide / "python_stdlib.zip", part / "library")
    for unused in [one for pattern in _UNUSED for one in part.glob(pattern)]:
        if unused.is_dir():
            shutil.rmtree(unused)
        else:
            unused.unlink(missing_ok=True)  # it may have been in one of the folders
    for name in _EMPTIED:
        (part / name).write_text("", encoding="ascii")
    _compile(pyodide, f"/engine={part}")
    part.rename(made)
    return made


_SERVER_ONLY: Final = ("webauthn", "pywebpush", "py-vapid")
"""The packages for passkeys and notifications, which need a server."""


def _pinned() -> list[str]:
    """Return the packages that Scorekeeper requires, directly or through others, in the versions
    installed here: "Flask==3.1.0"."""
    found, left = dict[str, str](), ["scorekeeper"]
    while left:
        for text in distribution(left.pop()).requires or ():
            name = _NAME.match(text)[0]  # type: ignore[index]
            if name in {*found, *_SERVER_ONLY} or "extra ==" in text:
                continue
            with suppress(PackageNotFoundError):  # one for another Python or system
                found[name] = distribution(name).version
                left.append(name)
    return sorted(f"{name}=={version}" for name, version in found.items())


def _app(cache: Path, pyodide: Path, packages: Path) -> Path:
    """Return a folder with the files of the app, and its templates, as bytecode; and a database."""
    stage = cache / "stage"
    shutil.rmtree(stage, ignore_errors=True)
    ignored = shutil.ignore_patterns(
        *("__pycache__", "vectors.json", "_shipped", "*.mjs", *_OWN_UNUSED)
    )
    package = stage / "app" / "scorekeeper"
    shutil.copytree(places.PACKAGE, package, ignore=ignored)
    shutil.copytree(places.templates_folder(), package / "_shipped" / "templates")
    static = stage / _STATIC
    shutil.copytree(places.static_folder(), static)
    # without the parts that wait for a network
    (static / "pocket" / "later.js").replace(static / "js" / "later.js")
    shutil.rmtree(static / "pocket")
    _compile(pyodide, f"/engine={stage}", f"/packages={packages}")
    return stage


_STATIC: Final = "app/scorekeeper/_shipped/static"


def _compile(pyodide: Path, *folders: str) -> None:
    here = places.PACKAGE / "pocket"
    script = [str(here / "compile.mjs"), str(pyodide), str(here / "compile.py")]
    _run(["node", *script, *folders], here)


def _zip(folder: Path, top: Path, archive: Path) -> None:
    """Write an archive of a folder's files, named from `top` on. It is the same whenever it is
    written, so that no phone fetches again what has not changed; and stored, because it is
    compressed better as a whole, and unpacking is a copy."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as written:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                name = file.relative_to(top).as_posix()
                written.writestr(zipfile.ZipInfo(name), file.read_bytes())


def _write_shell(out: Path) -> None:
    """Write the page around the app and its scripts, in the current language."""
    static, pocket = places.static_folder(), out / "pocket"
    shutil.copytree(static / "pocket", pocket, ignore=lambda *_: ["later.js"])
    (out / "js").mkdir()
    shutil.copyfile(static / "js" / "say.js", out / "js" / "say.js")
    if languages.current is None:
        return
    for file in [*pocket.rglob("*.*js"), *pocket.rglob("*.html")]:
        put_into = page_texts.put_into if file.suffix == ".html" else assets.translated_script
        text = put_into(file.read_text(encoding="utf-8"), languages.translated)
        text = text.replace('<html lang="en"', f'<html lang="{languages.spoken}"')
        file.write_text(text, encoding="utf-8")


def _write_static(folder: Path, out: Path) -> None:
    """Write the static files as the app would send them, so that the engine need not."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": "sqlite://", "SECRET_KEY": b"-" * 32})
    app.static_folder = str(folder)
    client = app.test_client()
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.is_dir() or name.startswith("css/") or name == "sw.js":
            continue
        target = out / "static" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(client.get(f"/static/{name}?v=1").data)


def _write_search(folder: Path, cache: Path) -> None:
    """Write the search's index; of a game whose index did not come along, it is built."""
    folder.mkdir()
    for game in games().values():
        name = file_name(game)
        index = places.search_folder() / name
        if not read_index(index, game):
            index = cache / name
            write_index(index, game, build_index(game))
        write_unmarked(folder / name, index)


def _write_service_worker(out: Path) -> None:
    """List the files of this edition, each with the hash of its content, in the service worker."""
    files = {
        file.relative_to(out).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(out.rglob("*"))
        if file.is_file() and file != out / "sw.js"
    }
    edition = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    known = {
        '"EDITION"': json.dumps(edition),
        '{ FILES: "DIGEST" }': json.dumps(files, indent=2),
        '["LARGE"]': json.dumps([one for one in sorted(files) if _is_large(out / one)]),
        '["LATER"]': json.dumps([one for one in sorted(files) if one.startswith(f"{_SEARCH}/")]),
        '"HTMX"': json.dumps(HTMX["url"]),
    }
    _fill_in(out / "sw.js", known)
    _fill_in(out / "index.html", {'"EDITION"': json.dumps(edition)})


def _fill_in(file: Path, known: Mapping[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for place, value in known.items():
        if place not in text:
            raise CannotBuild(f"{file.name} has no {place}.")
        text = text.replace(place, value)
    file.write_text(text, encoding="utf-8")


def _pack(out: Path, cache: Path) -> None:
    """Compress the files that are loaded only once the service worker runs, whatever the host
    supports: small ones with gzip, beside them; large ones with xz, in their place: that is a
    quarter smaller, and a script unpacks it. The results of xz are cached."""
    # Brotli unpacks in 0.3 s, where xz takes 1.1 while the rest is downloaded. But it is larger by
    # 5 %, and hosts that can't send it needed xz beside it.
    folder = cache / "packed"
    folder.mkdir(exist_ok=True)
    files = [*(out / "pocket").rglob("*.*"), *(out / "static").rglob("*.*")]
    large = [file for file in files if _is_large(file)]
    for file in files:
        if file.suffix in _PACKED and file not in large:
            # no time in it: the same content makes the same file
            Path(f"{file}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
    kept = [folder / f"{hashlib.sha256(file.read_bytes()).hexdigest()}.xz" for file in large]
    for old in {*folder.iterdir()} - {*kept}:
        old.unlink()
    with ThreadPoolExecutor() as pool:
        [*pool.map(_write_xz, large, kept)]
    for file, packed in zip(large, kept, strict=True):
        shutil.copyfile(packed, f"{file}.xz")
        file.unlink()


def _is_large(file: Path) -> bool:
    return file.suffix in _PACKED and file.stat().st_size >= _LARGE_FROM


def _write_xz(file: Path, packed: Path) -> None:
    if packed.exists():
        return
    try:
        import lzma  # some Pythons are built without it
    except ImportError:
        raise CannotBuild(tell("This Python has no lzma module. Use another one.")) from None
    content = file.read_bytes()
    whole = {"dict_size": len(content), "lc": 4, "pb": 0}
    settings = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, **whole}
    part = packed.with_suffix(".part")  # half of it, after a build that was stopped, is no result
    part.write_bytes(lzma.compress(content, check=lzma.CHECK_CRC32, filters=[settings]))
    part.replace(packed)


def fetched(out: Path) -> int:
    """Return the number of bytes a first visit fetches, packed where there is a packed file."""
    files = (file for file in out.rglob("*") if not Path(f"{file}.gz").exists())
    return sum(one.stat().st_size for one in files if one.is_file()) - fetched_later(out)


def fetched_later(out: Path) -> int:
    """Return the number of bytes that are fetched for the search."""
    return sum(file.stat().st_size for file in (out / _SEARCH).iterdir())
