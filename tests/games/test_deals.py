"""A game's deals have the fields that its form asks for, no more and no fewer."""

import msgspec
import pytest

from scorekeeper.catalogue import description
from scorekeeper.engine.deals import kinds_of
from scorekeeper.engine.ledger import Game
from scorekeeper.games import games

every_game = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.slug)


def fields_of(game: Game) -> set[str]:
    """The fields of a game's deals of all kinds, with the one that tells these apart."""
    kinds = kinds_of(game.deal)
    fields = {field.name for kind in kinds for field in msgspec.structs.fields(kind)}
    return fields | {tag for kind in kinds if (tag := kind.__struct_config__.tag_field)}


@every_game
def test_a_deal_has_the_fields_that_are_asked_for(game: Game) -> None:
    asked = {one["field"].partition(".")[0] for one in description(game)["entries"]["deal"]}
    if game.passing:
        asked.remove("passed_out")

    assert asked == fields_of(game)
