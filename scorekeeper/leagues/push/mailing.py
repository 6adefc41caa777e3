"""News by e-mail, for members who asked for it and opened the link that was sent to their address;
off unless whoever runs the server names a mail server."""

from email import policy
from email.message import EmailMessage
from typing import Final, NamedTuple

from itsdangerous import BadData, URLSafeTimedSerializer

from scorekeeper.leagues.club.contacts import read_email
from scorekeeper.leagues.decisions import refusal
from scorekeeper.leagues.push.posting import Shown
from scorekeeper.leagues.webhook_sending import MailServer, PostRequest, fault_words
from scorekeeper.sentences import tell
from scorekeeper.store import phones, push_phones
from scorekeeper.store.access import budgets
from scorekeeper.store.push_phones import MAILTO, KnownPushPhone
from scorekeeper.store.sql.database import reading, writing

MOST_ASKED: Final = 5
"""Confirmations for one address or one phone in an hour."""
_HOUR_MS: Final = 60 * 60_000
_DAY_SECONDS: Final = 24 * 60 * 60
_ASK, _STOP = "mail", "no mail"


class Asked(NamedTuple):
    """The phone that asks for news by e-mail, to which address, and where it asked."""

    device: str
    email: str
    site: str


# --- asking, confirming, stopping ---------------------------------------------------------------


def ask_for_mail(asked: Asked, key: bytes, server: MailServer) -> None:
    """Send a link to the address, by which its owner agrees to be told. Raises
    ``DecisionRefused``, ``Unavailable``."""
    email = read_email(asked.email)
    if not (email and email.isascii()):
        raise refusal("email", "Enter an e-mail address such as ann@club.example.")
    with writing() as connection:
        counted = [
            budgets.Budget(f"mail {who}", MOST_ASKED, _HOUR_MS)
            for who in (asked.device, email.lower())
        ]
        if wait := budgets.retry_after(connection, counted):
            minutes = -(-wait // 60)
            raise refusal(
                "email", "Too many messages. Try again in {n} {n:minute|minutes}.", n=minutes
            )
        budgets.count(connection, counted)
    code = _signer(key, _ASK).dumps([*asked._replace(email=email)])
    text = tell("Open this page to be told by e-mail what happens in your leagues:")
    ignore = tell("If you did not ask for this, do nothing.")
    link = f"{asked.site}/me/notifications?code={code}"
    message = _message(tell("News by e-mail?"), f"{text}\n{link}\n\n{ignore}")
    request = PostRequest(f"{MAILTO}{email}", message.as_bytes(), {})
    # only once it is asked for: in a browser's Python, which has no sockets, `smtplib` is missing,
    # and the pocket edition did not start (found by its tests: 33 failed)
    from scorekeeper.leagues.push.smtp import send_mail

    if fault := send_mail(request, server):
        raise refusal(
            "email",
            "The message could not be sent. The mail server: {fault}. Try again later.",
            fault=fault_words(fault),
        )


def asked_by(code: str, key: bytes) -> Asked | None:
    """Return who asks by the code of a link; None where it is none, or older than a day."""
    try:
        return Asked(*_signer(key, _ASK).loads(code, max_age=_DAY_SECONDS))
    except (BadData, TypeError):
        return None


def confirm_mail(asked: Asked) -> None:
    """Tell from now on what happens to an address whose owner opened the link."""
    with reading() as connection:
        before = push_phones.find(connection, asked.device)
    off = before.off if before else []
    phone = KnownPushPhone(asked.device, f"{MAILTO}{asked.email}", "", "", asked.site, off, 0)
    with writing() as connection:
        phones.add(connection, asked.device)
        push_phones.save(connection, phone)


def stop_mail(code: str, key: bytes) -> bool:
    """Tell an address nothing more, by the code at the end of each message; False for no code."""
    try:
        address = str(_signer(key, _STOP).loads(code))
    except BadData:
        return False
    with writing() as connection:
        push_phones.remove_address(connection, address)
    return True


def is_stop(code: str, key: bytes) -> bool:
    """Return whether this is the code at the end of a message."""
    try:
        return bool(_signer(key, _STOP).loads(code))
    except BadData:
        return False


def _signer(key: bytes, purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(key, salt=purpose)


# --- messages -----------------------------------------------------------------------------------


def mail_request(phone: KnownPushPhone, told: Shown, key: bytes) -> PostRequest:
    """Return the message that tells this; ``key`` is the app's signing key."""
    code = _signer(key, _STOP).dumps(phone.address)
    stop = f"{phone.site}/me/notifications?code={code}"
    end = tell("No more of these: {link}", link=stop)
    message = _message(told.title, f"{told.body}\n{phone.site}{told.page}\n\n-- \n{end}")
    message["List-Unsubscribe"] = f"<{stop}>"
    return PostRequest(phone.address, message.as_bytes(), {})


def _message(subject: str, text: str) -> EmailMessage:
    # as long as a line may be (RFC 5322), so that no link is broken in two
    message = EmailMessage(policy.SMTP.clone(max_line_length=998))
    message["Subject"] = subject
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message
