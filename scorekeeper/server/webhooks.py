"""Sending queued webhook posts: by a thread of the server, or, where none of our servers runs, by
the command `deliver`."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click
from flask import Flask

from scorekeeper.commands.command import Command
from scorekeeper.leagues.push.smtp import send_mail
from scorekeeper.leagues.webhook import claim_post, settle_post
from scorekeeper.leagues.webhook_sending import MailServer, send_post
from scorekeeper.sentences import tell
from scorekeeper.server.app_setup import ready_app
from scorekeeper.store.push_phones import MAILTO
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.web.shared.links import signing_key

LOOK_EVERY: Final = 5.0
"""Seconds between looking into the queue."""
_log = logging.getLogger(__name__)


def deliver_due(app: Flask, *, stop: threading.Event | None = None) -> tuple[int, int]:
    """Send all posts that are due; return how many arrived and how many failed. Raises
    ``Unavailable``."""
    arrived = failed = 0
    with app.app_context():
        while not (stop and stop.is_set()) and (post := claim_post(signing_key())):
            private = app.config["PRIVATE_WEBHOOKS"]
            if post.request.address.startswith(MAILTO):
                server = MailServer(app.config["MAIL_SERVER"], app.config["MAIL_FROM"])
                fault = send_mail(post.request, server)
            else:
                fault = send_post(post.request, private=private).fault
            settle_post(post, fault)
            arrived, failed = arrived + (not fault), failed + bool(fault)
    return arrived, failed


@contextmanager
def delivering(app: Flask) -> Iterator[None]:
    """Send posts as they become due, in a thread; each process sends those that it claimed."""
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(LOOK_EVERY):
            try:
                deliver_due(app, stop=ended)
            except Unavailable:
                continue  # later, perhaps
            except Exception:
                _log.exception("Webhooks could not be sent")

    thread = threading.Thread(target=look, name="delivers webhooks", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(1)  # a post that is being sent has a second to arrive


@click.command(cls=Command)
def deliver() -> int:
    """Send all that is due now; 1 where some of it did not arrive."""
    try:
        arrived, failed = deliver_due(ready_app(upgraded=False))
    except Unavailable as error:
        raise click.ClickException(str(error)) from None
    print(tell("{n} delivered, {failed} failed.", n=arrived, failed=failed))
    return 1 if failed else 0
