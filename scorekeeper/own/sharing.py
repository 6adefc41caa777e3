"""A game document in the fragment of a link: packed with zlib, in the letters of addresses."""

import zlib
from base64 import urlsafe_b64encode
from typing import Any

from scorekeeper.own.reading import canonical


def packed(document: Any) -> str:
    """Return a document as it stands in a link; a script unpacks it on the phone that opens it."""
    return urlsafe_b64encode(zlib.compress(canonical(document), 9)).decode().rstrip("=")
