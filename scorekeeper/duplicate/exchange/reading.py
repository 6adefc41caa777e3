"""Reading a session from a file of any of the formats, told by its first character."""

from codecs import BOM_UTF8

from scorekeeper.duplicate.exchange.elements import FileRefused
from scorekeeper.duplicate.exchange.imported import LARGEST, Imported
from scorekeeper.duplicate.exchange.pbn_in import read_pbn
from scorekeeper.duplicate.exchange.usebio_in import read_usebio
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import NotJSON, SheetRefused, decoded, error


def read_file(data: bytes) -> Imported:
    """Return the session of a file; raises `SheetRefused` where it can't be read."""
    if len(data) > LARGEST:
        size = tell("This file has more than {n} MB.", n=LARGEST // 1_000_000)
        raise SheetRefused([error("", size)])
    first = data.removeprefix(BOM_UTF8).lstrip()[:1]
    try:
        if first == b"{":
            return Imported(decoded(data))
        # a file of 16-bit characters begins with its own mark
        if first == b"<" or data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return read_usebio(data)
        return read_pbn(data)
    except NotJSON:
        raise SheetRefused([error("", tell("Not valid JSON."))]) from None
    except FileRefused as refused:
        raise SheetRefused([error("", str(refused))]) from None
