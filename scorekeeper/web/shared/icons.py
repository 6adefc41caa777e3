"""The icons of the pages: lines of 2 px on a grid of 24, in the colour of the text beside them.

They are drawn within the page, where it shows them at once. Those that wait for a tap (the menu's,
a deal's) come with the style sheet that is fetched behind the page: `static/css/icons.css`. A game
in a list has a small card with the mark that it declares.
"""

from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from scorekeeper.engine.game import Game

_PATHS: Final = {
    "adjust": "M4 7h8M8 3v8M12 18h8M6 20L18 4",
    "again": "M3 7h4l9 10h5M3 17h4l3-3.5M13 10l3-3h5"
    "M18.5 4.5L21 7l-2.5 2.5M18.5 14.5L21 17l-2.5 2.5",
    "back": "M15 4l-8 8 8 8",
    "bin": "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14",
    "book": "M12 6v14l-3-2H4V4h5l3 2 3-2h5v14h-5l-3 2",
    "calendar": "M4 6h16v15H4zM4 10h16M8 3v4M16 3v4",
    "call": "M4 4h16v12H10l-5 4v-4H4z",
    "chart": "M3 3v18h18M7 15l4-5 3 3 5-7",
    "clock": "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 7v5l3.5 2",
    "compare": "M4 4h6v16H4zM14 4h6v16h-6z",
    "copy": "M8 8h12v13H8zM16 8V3H4v13h4",
    "cup": "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4l3 5M17 6h3l-3 5M12 14v6M8 20h8",
    "edit": "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
    "find": "M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M15.5 15.5L21 21",
    "flag": "M5 22V3h13l-3 4.5 3 4.5H5",
    "gear": "M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M12 2v4M12 18v4M2 12h4M18 12h4"
    "M5 5l2.8 2.8M16.2 16.2L19 19M5 19l2.8-2.8M16.2 7.8L19 5",
    "go": "M9 5l7 7-7 7",
    "help": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9"
    "M12 17v.1",
    "more": "".join(f"M{x} 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0" for x in (4, 11, 18)),
    "people": "M9 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M2 21c0-4 3-6 7-6s7 2 7 6M17 5v7M21 20v-4",
    "person": "M12 4a4 4 0 1 0 0 8 4 4 0 1 0 0-8M4 21c0-4 4-6 8-6s8 2 8 6",
    "phone": "M7 2h10v20H7zM11 18.5h2",
    "picture": "M3 4h18v16H3zM3 17l5-6 4 4 3-3 6 5M15 8h1",
    "plus": "M12 4v16M4 12h16",
    "print": "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
    "redo": "M16 4l4.5 4.5-4.5 4.5M20 8.5h-9a6 6 0 0 0 0 12h5",
    "ruling": "M12 3v18M7 21h10M5 6h14M5 6l-3 8h6zM19 6l-3 8h6z",
    "save": "M12 3v12M7 10.5l5 5 5-5M4 20h16",
    "screen": "M3 5h18v12H3zM8 21h8",
    "setup": "M4 7h8M18 7h2M15 4v6M4 17h2M12 17h8M9 14v6",
    "share": "M12 15V3M7.5 7L12 2.5 16.5 7M7 11H4v10h16V11h-3",
    "sound": "M4 10v4h4l5 4V6l-5 4zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
    "sort": "M7 4v16M3 16l4 4 4-4M14 6h7M14 12h5M14 18h3",
    "step-back": "M8 5h13v14H8l-6-7zM11.5 9l6 6M17.5 9l-6 6",
    "star": "M12 3l2.8 5.9 6.2.8-4.5 4.4 1.1 6.4-5.6-3.1-5.6 3.1 1.1-6.4L3 9.7l6.2-.8z",
    "undo": "M8 4L3.5 8.5 8 13M4 8.5h9a6 6 0 0 1 0 12H8",
    "what-if": "M5 3v18M5 12h5c4 0 4-6 8-6h2M10 12c4 0 4 6 8 6h2",
    "whistle": "M3 9h11a5.5 5.5 0 1 1-5.5 5.5V12H3V9zM14 9V6h5",
}


def icon_address(name: str) -> str:
    """Return the icon as an address for a style sheet to use as a mask."""
    picture = (
        # any colour: of a mask only the shape counts
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='red'"
        " stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>"
        f"<path d='{_PATHS[name]}'/></svg>"
    )
    return "data:image/svg+xml," + quote(picture, safe=" ='/:")


ICONS: Final = {
    name: Markup(
        '<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>'
    ).format(path)
    for name, path in _PATHS.items()
}
"""Each icon as an inline picture; screen readers pass over it."""


# --- the cards of games ---------------------------------------------------------------------------

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
