"""What a game's variants and presets are called, and the cards to choose one from."""

from typing import Any

from scorekeeper import rulebook
from scorekeeper.engine.game import Game
from scorekeeper.sentences import Voice, tell


def rules_name(game: Game, name: str | None) -> str:
    """Return what players call a preset or a variant."""
    preset = game.presets.get(name or "")
    if preset:
        return Voice().text(preset.name)
    return rulebook.variant_name(game, name) or tell("Standard")


def cards(game: Game) -> list[dict[str, Any]]:
    """Return for each variant and preset its value, its name, how it differs, short facts, and
    whether that takes a row of its own; nothing where there is only one."""
    named = (*game.variants, *game.presets)
    return [_card(game, name) for name in named] if len(named) > 1 else []


def _card(game: Game, name: str | None) -> dict[str, Any]:
    card, about, voice = game.variant_cards.get(name or ""), "", Voice()
    if card:
        about = voice.text(card.about)
    elif name in game.presets:
        about = rulebook.in_short(game, *game.rules_named(name))
    return {
        "value": name or "",
        "name": rules_name(game, name),
        "about": about,
        "facts": [*map(voice.text, card.facts)] if card else [],
        "wide": card is None,
    }
