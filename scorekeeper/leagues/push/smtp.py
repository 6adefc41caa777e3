"""E-mail handed over to the mail server that whoever runs the app has named."""

import smtplib
import ssl
from typing import Any
from urllib.parse import unquote, urlsplit

from scorekeeper.leagues.webhook_sending import (
    ANSWERED,
    NO_CERTIFICATE,
    NO_CONNECTION,
    SECONDS,
    MailServer,
    PostRequest,
    is_private,
)
from scorekeeper.store.push_phones import MAILTO


def send_mail(request: PostRequest, server: MailServer) -> str:
    """Hand a message to the mail server; return why it was not taken, as ``PostAnswer`` says it,
    empty where it was. A password is never sent unencrypted to another machine."""
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
        line.ehlo()
        if line.has_extn("starttls"):
            line.starttls(context=trusted)
        elif parts.username and not is_private(host):
            line.close()
            raise smtplib.SMTPNotSupportedError
    if parts.username:
        line.login(unquote(parts.username), unquote(parts.password or ""))
    return line
