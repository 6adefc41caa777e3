"""The forms of a table's pages."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from wtforms import BooleanField, SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.games import games
from scorekeeper.sentences import phrase, tell
from scorekeeper.tables.deal_timer import DEAL_MINUTES
from scorekeeper.tables.erasing import LEFT_PLACE, RULES_PLACE, SEAT_PLACE, NamePlace
from scorekeeper.tables.house_rules import read_rules_name
from scorekeeper.web.shared.forms import (
    ChoiceField,
    NumberField,
    PageForm,
    PressField,
    ReadableBy,
    TextField,
    TextsField,
    fault_of,
)

_LONGEST_SEARCH: Final = 200
"""What may be typed of a name to erase, and of other spellings."""
_MOST_LISTED: Final = 200
"""Places that a page lists one by one; one tick is for all others."""
_OTHERS: Final = "others"
"""The value of that tick."""


class FavouriteForm(PageForm):
    """The key that makes a game a favourite, `star.` and its slug, or no longer one."""

    do = PressField("star.")


class ShareForm(PageForm):
    """A key of the share page: a link to make or replace (`make.seat.2`, `renew.7`), and whether
    anyone may watch."""

    do = PressField("open", "shut", "make.", "renew.", "remove.")


class DealTimerForm(PageForm):
    """The minutes allowed per deal; 0 for no timer."""

    minutes = ChoiceField(
        phrase("Minutes for each deal"),
        [(str(n), str(n) if n else phrase("No timer")) for n in DEAL_MINUTES],
    )


class ChosenRulesForm(PageForm):
    """The house rules that a game starts with: from a key, `rules.3`, or from the page's
    address."""

    rules = NumberField()

    @property
    def wanted(self) -> int | None:
        """The number of the rules; None where none are asked for."""
        act = self.do.data.act
        return self.do.data.number if act == "rules" else None if act else self.rules.data


class KeepRulesForm(PageForm):
    """The name under which this phone keeps house rules."""

    rules_name = TextField(
        phrase("Save these rules on this phone as"),
        [ReadableBy(read_rules_name, LONGEST_NAME)],
    )


class RuleSetForm(PageForm):
    """The keys about the rules saved on this phone; the name of each is in `name.3`."""

    do = PressField("rename.", "remove.", "back.")
    name = TextsField()

    @property
    def typed(self) -> str:
        """The name typed for the set whose key was pressed."""
        return str(self.name.data.get(self.do.data.about, ""))

    def validate_name(self, field: TextsField) -> None:
        """Refuse an invalid name."""
        if self.do.data.act == "rename" and (words := fault_of(read_rules_name, self.typed)):
            raise ValidationError(words)


class EraseForm(PageForm):
    """The places where a name is erased. `also` are other spellings to search for, `seen` names
    the places that were shown, `place` has the ticked ones; `find` lists the places to tick."""

    also = TextField(
        phrase("Look for other spellings too"), filters=[lambda text: text[:_LONGEST_SEARCH]]
    )
    seen = TextField()
    place = SelectMultipleField(choices=[], validate_choice=False)
    sure = BooleanField()

    def find(self, places: Sequence[NamePlace]) -> None:
        """List these places; so many games are `left` to organisers."""
        self.places = [one for one in places if one.kind != LEFT_PLACE]
        self.left = len(places) - len(self.places)
        self.now = blake2b("".join(sorted(one.id for one in self.places)).encode()).hexdigest()[:20]

    @property
    def spellings(self) -> list[str]:
        """Other spellings to look for, one by one."""
        return [name for name in map(str.strip, self.also.data.split(",")) if name]

    @property
    def places_shown(self) -> list[dict[str, Any]]:
        """The first places, one by one; those with the whole name are ticked until somebody has
        chosen."""
        return [
            {
                "id": one.id,
                "pieces": one.pieces,
                "where": _where(one),
                "ticked": one.id in self.place.data if self.is_submitted() else one.sure,
            }
            for one in self.places[:_MOST_LISTED]
        ]

    @property
    def others(self) -> int:
        """The number of further places that have the whole name."""
        return sum(one.sure for one in self.places[_MOST_LISTED:])

    @property
    def ticked(self) -> set[str]:
        """The ids of the ticked places."""
        known = {one.id for one in self.places if one.id in self.place.data}
        if _OTHERS in self.place.data:
            known |= {one.id for one in self.places[_MOST_LISTED:] if one.sure}
        return known

    def validate_seen(self, field: TextField) -> None:
        """Refuse where other places were looked at."""
        if field.data != self.now:
            raise ValidationError(
                tell("The name was found in a new place. Check the list: nothing is erased yet.")
            )

    def validate_sure(self, field: BooleanField) -> None:
        """Refuse without the tick, which is asked for last."""
        if not (field.data or self.errors):
            raise ValidationError(tell("Tick the box to confirm."))


class EraseOwnForm(EraseForm):
    """The places where a name is erased from this phone's own games, if any."""

    name = TextField(
        phrase("Another name, from a reason or a ruling"),
        filters=[lambda text: text.strip()[:_LONGEST_SEARCH]],
    )

    def validate_place(self, field: SelectMultipleField) -> None:
        """Refuse where nothing is ticked."""
        if not (self.ticked or self.errors):
            raise ValidationError(tell("Tick at least one place."))


def _where(place: NamePlace) -> str:
    if place.kind == RULES_PLACE:
        return tell("Saved house rules on this phone")
    if place.table is None:
        return tell("Written by an organiser")
    game = games()[place.table.game].name
    return (
        tell("{game}: player", game=game)
        if place.kind == SEAT_PLACE
        else tell("{game}: reason or ruling", game=game)
    )
