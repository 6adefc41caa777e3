"""E-mail handed over to the mail server that whoever runs the app has named."""

import logging
import smtplib
import ssl
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from scorekeeper.leagues.webhook_sending import (
    ANSWERED,
    NO_CERTIFICATE,
    NO_CONNECTION,
    SECONDS,
    MailServer,
    PostRequest,
    fault_words,
    is_private,
)
from scorekeeper.store.push_phones import MAILTO

_log: Final = logging.getLogger(__name__)


def send_mail(request: PostRequest, server: MailServer) -> str:
    """Hand a message to the mail server; return why it was not taken, as ``PostAnswer`` says it,
    empty where it was: the log says so too, as nobody looks for news that does not come. A password
    is never sent unencrypted to another machine, and nothing to one whose certificate is wrong."""
    fault = _sent(request, server)
    if fault:
        name = urlsplit(server.address).hostname  # without the password
        _log.warning("The mail server %s took no message: %s", name, fault_words(fault))
    return fault


def _sent(request: PostRequest, server: MailServer) -> str:
    to = request.address.removeprefix(MAILTO)
    header = f"From: {server.sender}\r\nTo: {to}\r\n".encode("ascii")
    try:
        with _connected(server.address) as line:
            line.sendmail(server.sender, [to], header + request.body)
    except smtplib.SMTPRecipientsRefused as refused:
        return f"{ANSWERED} {next(iter(refused.recipients.values()))[0]}"
    except smtplib.SMTPResponseException as answer:
        return f"{ANSWERED} {answer.smtp_code}"
    except ssl.SSLCertVerificationError:
        return NO_CERTIFICATE
    except (OSError, ValueError):  # SMTPException is an OSError
        return NO_CONNECTION
    return ""


def _connected(address: str) -> smtplib.SMTP:
    parts = urlsplit(address)
    host, trusted = parts.hostname or "", ssl.create_default_context()
    more: dict[str, Any] = {"timeout": SECONDS}
    if parts.scheme == "smtps":
        line: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, context=trusted, **more)
    else:
        line = smtplib.SMTP(host, parts.port or 587, **more)
    try:
        line.ehlo()
        if parts.scheme == "smtp" and line.has_extn("starttls"):
            line.starttls(context=trusted)
        elif parts.scheme == "smtp" and parts.username and not is_private(host):
            raise smtplib.SMTPNotSupportedError
        if parts.username:
            line.login(unquote(parts.username), unquote(parts.password or ""))
    except OSError:
        line.close()
        raise
    return line
