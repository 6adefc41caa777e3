"""A line between a phone and the app that can really be cut: what a router, a cellar or a pocket
does to a connection."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Thread
from typing import Final, Literal

_PIECE: Final = 65_536

State = Literal["open", "cut", "silent"]


class Line:
    """Passes bytes on to the app, as long as it is `open`. `cut`: every connection breaks, and none
    is taken. `silent`: connections are taken, and nothing comes back."""

    def __init__(self, app: str) -> None:
        host, _, port = app.removeprefix("http://").partition(":")
        self._app = (host, int(port))
        self._state: State = "open"
        self._lock = Lock()
        self._held: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._listen, daemon=True).start()

    def become(self, state: State) -> None:
        """Change what becomes of connections; those that are there break, or fall silent."""
        with self._lock:
            self._state = state
            held, self._held = self._held, set()
            if state == "silent":
                self._held = held
        if state != "silent":
            for one in held:
                _end(one)

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()
        self.become("cut")

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                Thread(target=self._serve, args=(phone,), daemon=True).start()

    def _serve(self, phone: socket.socket) -> None:
        with self._lock:
            state = self._state
            if state != "cut":
                self._held.add(phone)
        if state == "cut":
            _end(phone)
        elif state == "open":
            with suppress(OSError):
                app = socket.create_connection(self._app)
                with self._lock:
                    self._held.add(app)
                Thread(target=self._pass, args=(app, phone), daemon=True).start()
                self._pass(phone, app)

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE):
                if self._state == "open":
                    target.sendall(piece)
        if self._state == "open":
            for one in (source, target):
                _end(one)


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()


@contextmanager
def line_to(app: str) -> Iterator[Line]:
    """A line to the app at this address."""
    line = Line(app)
    try:
        yield line
    finally:
        line.close()
