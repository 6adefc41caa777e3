"""The presets of the set-up page: names that players know for a set of house rules."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from scorekeeper.engine.game import Game
from scorekeeper.game_checks.drawing import sheet
from scorekeeper.games import games
from scorekeeper.sentences import Voice
from scorekeeper.sheet import option_faults, read_head, score
from scorekeeper.sheet.documents import FORMAT, Document

Rules = tuple[str | None, Mapping[str, Any]]

KNOWN: Final[Mapping[tuple[str, str], Rules]] = {
    ("spades", "American Spades"): (
        "bags",
        {
            "nil": True,
            "double_nil": True,
            "break_spades": True,
            "set_score": "minus_contract",
            "side_min_bid": 4,
            "top_trumps": "jokers_deuces",
        },
    ),
    ("spades", "Cut-throat Spades"): ("nil", {"partnership": False}),
    ("five-hundred", "Australian Five Hundred"): (
        "43-card",
        {
            "nullos": "nullo",
            "nullo_rank": "below_8",
            "open_misere": True,
            "nullo_after_seven": True,
            "pass_is_final": True,
            "rounds": None,
            "win_by": "contract",
            "slam_bonus": True,
        },
    ),
    ("euchre", "Canadian Euchre"): (
        None,
        {"deck": 24, "target": 10, "canadian_loner": True, "stick_the_dealer": True},
    ),
    ("euchre", "Pub Euchre"): (None, {"deck": 24, "joker": True, "target": 11}),
    ("euchre", "Euchre match"): (None, {"deck": 24, "target": None, "max_deals": 8}),
    ("hearts", "Omnibus Hearts"): (None, {"jack": True}),
    ("nap", "Pub Nap"): (None, {"full_pack": True, "stakes": "pub"}),
    ("skat", "Club Skat"): (None, {"seeger": True, "rounds": 12}),
    ("solo-whist", "Solo for pence"): (None, {"stakes": "pence"}),
    ("trex", "Trex complex"): ("classic", {"complex": True}),
    ("whist", "Short whist"): (None, {"scoring": "rubber", "target": 5, "honours": True}),
    ("whist", "Whist drive"): (None, {"scoring": "all_tricks", "trumps": "fixed", "target": None}),
}

PRESETS: Final = [(game, name) for game in games().values() for name in game.presets]


def ids(one: object) -> str:
    """Name a case by its game and its preset."""
    return one.slug if isinstance(one, Game) else str(one)


def test_presets_are_those_that_players_know() -> None:
    called = {(game.slug, Voice().text(game.presets[name].name)) for game, name in PRESETS}
    assert called == KNOWN.keys()


@pytest.mark.parametrize(("game", "name"), PRESETS, ids=ids)
def test_a_preset_is_a_variant_with_these_options(game: Game, name: str) -> None:
    variant, changed = KNOWN[game.slug, Voice().text(game.presets[name].name)]
    assert game.rules_named(name) == (variant, {**game.defaults(variant), **changed})


@pytest.mark.parametrize(("game", "name"), PRESETS, ids=ids)
def test_a_preset_is_valid_and_differs_from_all_others(game: Game, name: str) -> None:
    variant, rules = game.rules_named(name)
    assert game.presets[name].options.keys() <= {option.name for option in game.options}
    assert option_faults(game, rules) == []
    assert [*game.players_under(variant, rules)]
    assert name not in game.variants
    others = [one for one in (*game.variants, *game.presets) if one != name]
    assert (variant, rules) not in [game.rules_named(one) for one in others]


@pytest.mark.parametrize(("game", "name"), PRESETS, ids=ids)
def test_a_deal_is_scored_by_a_preset(game: Game, name: str) -> None:
    variant, rules = game.rules_named(name)

    def begin(random: Random, game: Game) -> Document:
        players = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
        head = {"format": FORMAT, "game": game.slug, "entries": [], "options": {**rules}}
        number = max(count for count in game.players_under(variant, rules) if count <= 7)
        return {**head, "variant": variant, "players": players[:number]}

    played = sheet(Random(44), game, 3, begin=begin)
    assert played["entries"]
    assert read_head(played).options == rules
    assert len(score(played)["entries"]) == len(played["entries"])


@pytest.mark.parametrize("game", games().values(), ids=ids)
def test_a_variant_is_named_as_a_preset_is(game: Game) -> None:
    for variant, rules in game.variants.items():
        assert game.rules_named(variant) == (variant, rules)
