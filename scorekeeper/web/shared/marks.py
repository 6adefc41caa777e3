"""The small card that stands for a game in lists, with the mark that the game declares on it."""

from typing import Final

from markupsafe import Markup

from scorekeeper.engine.game import Game

_SIGNS: Final = {
    "♠": (
        "suit-S",
        "M12 1C9 6 2 9.5 2 14.5a4.8 4.8 0 0 0 8.6 2.9C10.5 19.8 9.6 21.6 8 23h8"
        "c-1.6-1.4-2.5-3.2-2.6-5.6A4.8 4.8 0 0 0 22 14.5C22 9.5 15 6 12 1z",
    ),
    "♥": (
        "suit-H",
        "M12 22.5C9 17.5 1.5 13.5 1.5 7.5A5.5 5.5 0 0 1 12 5.2 5.5 5.5 0 0 1 22.5 7.5"
        "c0 6-7.5 10-10.5 15z",
    ),
    "♣": (
        "suit-C",
        "M12 1a5 5 0 0 0-4.3 7.6A5 5 0 1 0 10.7 16.8C10.5 19.5 9.6 21.5 8 23h8"
        "c-1.6-1.5-2.5-3.5-2.7-6.2a5 5 0 1 0 3-8.2A5 5 0 0 0 12 1z",
    ),
    "♦": (
        "suit-D",
        "M12 .8C14.5 5 17.5 8.7 21 12c-3.5 3.3-6.5 7-9 11.2"
        "C9.5 19 6.5 15.3 3 12 6.5 8.7 9.5 5 12 .8z",
    ),
    "𝍸": ("tallied", "M5 4v16M10 4v16M15 4v16M20 4v16M2 17L23 8"),
}
"""Signs that are drawn, so that they look alike on all phones: their class and their outline."""

OUTLINES: Final = {sign: outline for sign, (_, outline) in _SIGNS.items()}


def game_card(game: Game) -> Markup:
    """Draw the card of a game: its letters, and the suits beside or below them."""
    mark = game.guide.mark or game.name[:1]
    letters = "".join(sign for sign in mark if sign not in _SIGNS)
    signs = [_SIGNS[sign] for sign in mark if sign in _SIGNS]
    drawn = (
        Markup('<svg class="u {}" viewBox="0 0 24 24"><path d="{}"/></svg>').format(*sign)
        for sign in signs
    )
    looks = ["game-card", f"signs-{len(signs)}", "long" if len(letters) > 2 else ""]
    if letters and signs:
        looks.append(signs[0][0])
    return Markup('<i class="{}" aria-hidden="true">{}{}</i>').format(
        " ".join(filter(None, looks)), letters, Markup("").join(drawn)
    )
