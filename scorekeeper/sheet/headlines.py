"""An entry in a few words, as it heads its lines."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine import telling
from scorekeeper.engine.ledger import Entry, Pad
from scorekeeper.sentences import Sentence, Voice, say, tell


def headline(pad: Pad, entry: Entry, voice: Voice) -> str:
    """Return an entry in a few words; `pad` is the one before it."""
    if "adjust" in entry:
        return tell("Adjustment: {reason}", reason=entry["adjust"]["reason"])
    if "seat" in entry:
        return _seat_headline(pad, entry["seat"])
    if "finish" in entry:
        reason = entry["finish"].get("reason")
        return tell("Game ended: {reason}", reason=reason) if reason else tell("Game ended")
    for kind in pad.game.extras:
        if kind in entry:
            return tell("{kind} declared", kind=kind.capitalize())
    sentence = telling.headline(pad, entry)
    return voice.text(sentence) if sentence else tell("Deal {n}", n=pad.deals + 1)


def _seat_headline(pad: Pad, fields: Mapping[str, Any]) -> str:
    number, name = fields["number"], fields["name"]
    old = pad.seats[number] if number < len(pad.seats) else None
    if name is None:
        return tell("{old} left", old=old)
    return (
        tell("{name} replaces {old}", name=name, old=old)
        if old
        else tell("{name} joins", name=name)
    )


def extra_label(kind: str) -> Sentence:
    """Return what is offered where an entry of the game's own may be written."""
    return say("Declare a {kind}", kind=kind)
