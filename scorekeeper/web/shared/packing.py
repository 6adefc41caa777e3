"""Texts that are compressed once, though a few places in them differ from answer to answer.

Where a place's value stands for the first time, it goes out as it is; deflate refers back to it
where it stands again. So any value of the same length may be put in without compressing anew.
"""

import gzip
import random
import struct
import zlib
from collections.abc import Mapping
from typing import Final, NamedTuple

from flask import g

LEVEL: Final = 6
_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_WINDOW: Final = 32 * 1024
_RAW: Final = -15


class Packed:
    """A text with marks, each of which stands for a value of a certain length. `is_right`: it was
    tried, with other values than it was compressed with, and is the text again."""

    def __init__(self, marked: bytes, lengths: Mapping[bytes, int]) -> None:
        self.lengths = dict(lengths)
        stand_ins = _stand_ins(1, self.lengths)
        places = sorted((marked.index(mark), mark) for mark in lengths if mark in marked)
        self._marks = [mark for _, mark in places]
        text = _filled(marked, stand_ins)
        ends = [text.index(stand_ins[mark]) for mark in self._marks]
        starts = [0, *(end + lengths[mark] for end, mark in zip(ends, self._marks, strict=True))]
        self._pieces = [
            _compressed(text, start, end)
            for start, end in zip(starts, [*ends, len(text)], strict=True)
        ]
        others = _stand_ins(2, self.lengths)
        filled = _filled(marked, others)
        try:
            self.is_right = gzip.decompress(self.filled(filled, others)) == filled
        except (OSError, zlib.error):
            self.is_right = False

    def filled(self, text: bytes, values: Mapping[bytes, bytes]) -> bytes:
        """Return it compressed; `text` is what it is with these values."""
        parts = [_HEAD, self._pieces[0]]
        for mark, piece in zip(self._marks, self._pieces[1:], strict=True):
            value = values[mark]
            parts += [struct.pack("<BHH", 0, len(value), len(value) ^ 0xFFFF), value, piece]
        parts.append(struct.pack("<LL", zlib.crc32(text), len(text) & 0xFFFFFFFF))
        return b"".join(parts)


def _stand_ins(seed: int, lengths: Mapping[bytes, int]) -> dict[bytes, bytes]:
    """Return values that look like nothing else in a text."""
    chance = random.Random(seed)
    return {mark: chance.randbytes(length) for mark, length in lengths.items()}


def _filled(marked: bytes, values: Mapping[bytes, bytes]) -> bytes:
    for mark, value in values.items():
        marked = marked.replace(mark, value)
    return marked


def _compressed(text: bytes, start: int, end: int) -> bytes:
    """Return a piece of the text compressed; it may refer back to the text before it."""
    before = text[max(0, start - _WINDOW) : start]
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW, zdict=before)
    last = end == len(text)
    return packer.compress(text[start:end]) + packer.flush(
        zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH
    )


class _Ready(NamedTuple):
    text: bytes
    packed: Packed
    values: Mapping[bytes, bytes]


def offer(text: bytes, packed: Packed, values: Mapping[bytes, bytes]) -> None:
    """Register a compressed text as a possible answer to this request."""
    if packed.is_right:
        g.packed = _Ready(text, packed, values)


def pack(text: bytes) -> bytes:
    """Return an answer's text compressed, by what was offered if it is that."""
    ready: _Ready | None = g.get("packed")
    if ready is not None and ready.text == text:
        return ready.packed.filled(text, ready.values)
    return gzip.compress(text, LEVEL, mtime=0)
