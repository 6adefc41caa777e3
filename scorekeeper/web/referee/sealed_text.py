"""A closed envelope: text that a page carries along and that only the app can read.

What is sealed at the table must not be read off the phone that keeps it, and no server keeps it
either, so that any server can answer.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Final

from scorekeeper.web.shared.links import signing_key

MARK: Final = "~"
"""What an envelope begins with, to be told from plain text."""

_NONCE: Final = 16
_STAMP: Final = 16
_ROUND: Final = 64  # the text's length must not be visible either


def seal(text: str) -> str:
    """Return the text in an envelope, another one every time."""
    nonce = secrets.token_bytes(_NONCE)
    plain = text.encode()
    hidden = _stream_cipher(plain.ljust(-(-len(plain) // _ROUND) * _ROUND), nonce)
    sent = base64.urlsafe_b64encode(nonce + _stamp(nonce + hidden) + hidden)
    return MARK + sent.decode().rstrip("=")


def unseal(envelope: str) -> str:
    """Return the text of an envelope; empty for one that this app has not closed."""
    sent = envelope.removeprefix(MARK)
    try:
        raw = base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4))
    except ValueError:
        return ""
    nonce, stamp, hidden = raw[:_NONCE], raw[_NONCE:][:_STAMP], raw[_NONCE + _STAMP :]
    if not hmac.compare_digest(stamp, _stamp(nonce + hidden)):
        return ""
    return _stream_cipher(hidden, nonce).decode().rstrip()


def _stamp(sent: bytes) -> bytes:
    return hmac.digest(signing_key(), b"envelope" + sent, "sha256")[:_STAMP]


def _stream_cipher(text: bytes, nonce: bytes) -> bytes:
    """Return the text under a stream that the app's key and the nonce give; the same again opens
    it."""
    seed = hmac.digest(signing_key(), b"stream" + nonce, "sha256")
    stream = hashlib.shake_256(seed).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))
