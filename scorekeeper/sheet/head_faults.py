"""What is wrong with the entries of a sheet whose head has faults of its own: only what would be
wrong whatever the head was meant to say."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from scorekeeper.engine.options import sample_values
from scorekeeper.sheet.documents import Document, Head
from scorekeeper.sheet.entries import played


def entry_errors(
    head: Head, given: Collection[str], wrong: Collection[str], entries: Sequence[Any]
) -> list[Document]:
    """Return what is wrong with the entries under a head that has faults at the places `wrong`.

    `head` has what is usual in place of what cannot be; `given` are the options that its sheet
    names. A target that cannot be says nothing about when the game is over; that fourteen tricks
    are too many is so under every target.
    """
    pads, errors = played(head, entries)
    for meant in _possible_heads(head, given, wrong) if errors else ():
        others, found = played(meant, entries)
        over = others[-1].outcome is not None
        if len(others) > len(pads) or (len(others) == len(pads) and not over):
            reported = {(error["at"], error["message"]) for error in found}
            errors = [error for error in errors if (error["at"], error["message"]) in reported]
    return errors


def _possible_heads(head: Head, given: Collection[str], wrong: Collection[str]) -> Iterator[Head]:
    """Yield the head with the first and with the last of what can be in place of what cannot, and
    with every dealer."""
    bad = {place.partition("[")[0] for place in wrong}
    unsure = {
        name
        for name in head.options
        if {f"options.{name}", "options"} & bad or ("variant" in bad and name not in given)
    }
    if not unsure and "dealer" not in bad:
        return
    asked = {option.name: option for option in head.game.options}
    dealers = range(len(head.players)) if "dealer" in bad else (head.dealer,)
    for end, dealer in product((0, -1), dealers):
        usual = {**head.options, **{name: sample_values(asked[name])[end] for name in unsure}}
        options = head.game.house_rules(usual)
        meant = msgspec.structs.replace(head, options=options, dealer=dealer)
        check = head.game.check
        if check is None or not [*check(head.variant, options, len(head.players))]:
            yield meant
