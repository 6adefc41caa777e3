"""An entry in a few words, as it heads its lines."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine import telling
from scorekeeper.engine.ledger import Entry, Pad
from scorekeeper.sentences import Sentence, Voice, say


def headline(pad: Pad, entry: Entry, voice: Voice) -> str:
    """Return an entry in a few words; `pad` is the one before it."""
    if "adjust" in entry:
        return f"Adjustment: {entry['adjust']['reason']}"
    if "seat" in entry:
        return _seat_headline(pad, entry["seat"])
    if "finish" in entry:
        reason = entry["finish"].get("reason")
        return f"Game ended: {reason}" if reason else "Game ended"
    for kind in pad.game.extras:
        if kind in entry:
            return f"{kind.capitalize()} declared"
    sentence = telling.headline(pad, entry)
    return voice.text(sentence) if sentence else f"Deal {pad.deals + 1}"


def _seat_headline(pad: Pad, fields: Mapping[str, Any]) -> str:
    number, name = fields["number"], fields["name"]
    old = pad.seats[number] if number < len(pad.seats) else None
    if name is None:
        return f"{old} left"
    return f"{name} replaces {old}" if old else f"{name} joins"


def extra_label(kind: str) -> Sentence:
    """Return what is offered where an entry of the game's own may be written."""
    return say("Declare a {kind}", kind=kind)
