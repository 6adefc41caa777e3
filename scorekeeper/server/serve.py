"""Starting the app: upgrading the database, printing the addresses, running the server."""

import errno
import io
import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import click
import segno
from flask import Flask

from scorekeeper import places, settings
from scorekeeper.commands.command import Command
from scorekeeper.sentences import phrase, tell
from scorekeeper.server import connections, processes
from scorekeeper.server.app_setup import NotReady, ready_app
from scorekeeper.server.processes import HandedConnections, Processes
from scorekeeper.server.webhooks import delivering
from scorekeeper.store.sql.database import db
from scorekeeper.store.sql.sqlite_file import close
from scorekeeper.store.table.version_cache import listening

EVERY_ADDRESS = ("", "0.0.0.0", "::")
SOCKET = "unix:"
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_LABEL_WIDTH = 28


@click.command(cls=Command)
@click.option(
    "--host",
    help=phrase("address to listen on, or unix:PATH for a socket (default: every address)"),
)
@click.option("--port", type=click.IntRange(0, 65535), help=phrase("port to listen on"))
def serve(host: str | None, port: int | None) -> None:
    """Run Scorekeeper until it is stopped by Ctrl+C or SIGTERM; then answer open requests, and
    leave the database as one file.

    `host` and `port` default to the settings; port 0 takes any free one. A host `unix:PATH` is a
    socket in the file system, for a proxy. Raises `NotReady` if it cannot start: the port is taken,
    say, or the data folder is not writable.
    """
    chosen = settings.read()
    host = chosen.host if host is None else host
    count = chosen.processes or processes.default_count()
    with ExitStack() as stack:
        listener = stack.enter_context(_open_listener(host, chosen.port if port is None else port))
        if chosen.metrics_token:
            # before the app: Prometheus' library reads the folder's name once, when it is loaded
            _share_metrics(stack, count)
        app = ready_app()
        # what waitress needs to know of a socket, which another process may own
        opened = listener.getsockname()
        sockinfo = (listener.family, listener.type, listener.proto, opened)
        start = _processes if count > 1 else connections.make_server
        ending = connections.Shutdown()
        ending.server = server = start(app, listener, sockinfo, count)
        if count == 1:
            stack.enter_context(delivering(app))
            stack.enter_context(listening(app))
        _say(*_greeting(host, opened))
        if places.checkout() and app.config["POCKET"] == settings.NO_POCKET:
            _say(tell("`make pocket` (with Node) lets phones play on without a network."))
        server.serve_until(lambda: ending.asked)
        _say(tell("Finishing open requests. Ctrl+C again stops at once."))
        answered = server.finish()
        if _is_socket(host):
            Path(host.removeprefix(SOCKET)).unlink(missing_ok=True)
    if not answered:
        _say(tell("One request took too long and was not answered."))
    with app.app_context():
        hindered = close(db.engine)
    if hindered:
        _say(tell("Stopped. {warning}", warning=hindered))
    else:
        _say(tell("Stopped. All data is in {database}.", database=places.describe_data()))


def _processes(
    app: Flask, listener: socket.socket, sockinfo: tuple[Any, ...], count: int
) -> Processes:
    """Return several processes behind one listening socket. SQLite connections must not be carried
    into another process, so they are closed first."""
    with app.app_context():
        close(db.engine)

    def work(source: HandedConnections) -> bool:
        server = connections.make_server(app, source, sockinfo, count)
        with delivering(app), listening(app):
            server.serve_until(lambda: source.ended)
            answered: bool = server.finish()
        with app.app_context():
            close(db.engine)
        return answered

    return Processes(listener, count, work)


def _share_metrics(stack: ExitStack, count: int) -> None:
    """Make Prometheus' library count all processes together, in a temporary folder unless one is
    named."""
    folder = os.environ.get(METRICS_FOLDER, "")
    if folder and not Path(folder).is_dir():
        raise NotReady(
            tell("{name} is “{folder}”, which is not a folder.", name=METRICS_FOLDER, folder=folder)
        )
    if count > 1 and not folder:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="scorekeeper-"))
        os.environ[METRICS_FOLDER] = folder


def _say(*lines: str) -> None:
    with suppress(OSError):  # the terminal may be closed
        print(*lines, sep="\n", flush=True)


def lan_address() -> str | None:
    """Return this machine's address for others in its network; None without a network.

    Asks the system which address it would send from. Connecting a UDP socket sends nothing,
    and 192.0.2.1 is an address kept for documentation.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if ip_address(address).is_loopback else address


def _open_listener(host: str, port: int) -> socket.socket:
    """Return a bound socket; opened first of all, so that a port in use is reported at once."""
    if _is_socket(host):
        return _open_socket(host.removeprefix(SOCKET))
    v6 = ":" in host
    try:
        return socket.create_server(
            (host, port),
            family=socket.AF_INET6 if v6 else socket.AF_INET,
            dualstack_ipv6=v6 and socket.has_dualstack_ipv6(),
        )
    except OSError as error:
        raise NotReady(_why_not_open(host, port, error)) from error


def _is_socket(host: str) -> bool:
    return host.startswith(SOCKET)


def _open_socket(path: str) -> socket.socket:
    """Return a socket in the file system, for the user and group of this process."""
    if not hasattr(socket, "AF_UNIX"):
        raise NotReady(tell("This system has no Unix sockets. Set HOST and PORT."))
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _remove_dead_socket(path)
        listener.bind(path)
        # the proxy's user has to be in our group
        os.chmod(path, 0o660)
    except OSError as error:
        listener.close()
        raise NotReady(
            tell("The socket {file} can't be opened: {reason}.", file=path, reason=_reason(error))
        ) from error
    return listener


def _remove_dead_socket(path: str) -> None:
    """Remove the socket that a killed server has left; not one at which somebody answers."""
    if not Path(path).is_socket():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            Path(path).unlink()


def _why_not_open(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return tell(
            "Port {port} is in use, perhaps by another Scorekeeper. Stop it or set PORT={next}.",
            port=port,
            next=port % 65535 + 1,
        )
    if error.errno == errno.EACCES:
        return tell("Port {port} needs more rights. Use 1024 or above, e.g. PORT=8000.", port=port)
    return tell(
        "Port {port} of HOST “{host}” can't be opened: {reason}.",
        port=port,
        host=host,
        reason=_reason(error),
    )


def _reason(error: OSError) -> str:
    # Python adds "(while attempting to bind …)", which repeats what the sentence says
    return (error.strerror or str(error)).partition(" (")[0]


def _greeting(host: str, opened: Any) -> Iterator[str]:
    """Yield what the terminal says at the start, line by line; `opened` is the address listened
    on."""
    yield tell("Scorekeeper is running. Ctrl+C stops it.")
    yield _labelled(tell("Your data:"), places.describe_data())
    if _is_socket(host):
        yield _labelled(tell("Socket for a proxy:"), opened)
        return
    port = opened[1]
    everywhere = host in EVERY_ADDRESS
    here = "localhost" if everywhere else host
    yield _labelled(tell("On this machine:"), _address(here, port))
    phone = lan_address() if everywhere else host
    if phone is None or phone in ("localhost", "::1") or phone.startswith("127."):
        why = tell("no network connection" if everywhere else "HOST allows this machine only")
        yield _labelled(tell("Not reachable from a phone:"), why)
        return
    yield _labelled(tell("On a phone (same Wi-Fi):"), _address(phone, port))
    yield from _qr_code(_address(phone, port))


def _labelled(label: str, what: str) -> str:
    return f"  {label:<{_LABEL_WIDTH}} {what}"


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _qr_code(address: str) -> Iterator[str]:
    """Yield the lines of a QR code of the address, if the terminal can draw it."""
    try:
        "█▀▄".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return
    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, border=2, compact=True)
    yield ""
    for line in drawing.getvalue().splitlines():
        # white on black, whatever the terminal's own colours: cameras want the light edge
        yield f"  \033[97;40m{line}\033[0m" if sys.stdout.isatty() else f"  {line}"
