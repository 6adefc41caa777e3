"""The icons of the pages: lines of 2 px on a grid of 24, in the colour of the text beside them."""

from typing import Final

from markupsafe import Markup

_PATHS: Final = {
    "again": "M3 7h4l9 10h5M3 17h4l3-3.5M13 10l3-3h5"
    "M18.5 4.5L21 7l-2.5 2.5M18.5 14.5L21 17l-2.5 2.5",
    "back": "M15 4l-8 8 8 8",
    "book": "M4 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H4V4z"
    "M20 4h-6a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h6V4z",
    "calendar": "M4 6h16v15H4zM4 10h16M8 3v4M16 3v4",
    "find": "M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M15.5 15.5L21 21",
    "gear": "M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M12 2v4M12 18v4M2 12h4M18 12h4"
    "M5 5l2.8 2.8M16.2 16.2L19 19M5 19l2.8-2.8M16.2 7.8L19 5",
    "go": "M9 5l7 7-7 7",
    "help": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M9.5 9.5a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.9"
    "M12 17v.1",
    "more": "".join(f"M{x} 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0" for x in (4, 11, 18)),
    "plus": "M12 4v16M4 12h16",
    "redo": "M16 4l4.5 4.5-4.5 4.5M20 8.5h-9a6 6 0 0 0 0 12h5",
    "star": "M12 3l2.8 5.9 6.2.8-4.5 4.4 1.1 6.4-5.6-3.1-5.6 3.1 1.1-6.4L3 9.7l6.2-.8z",
    "undo": "M8 4L3.5 8.5 8 13M4 8.5h9a6 6 0 0 1 0 12H8",
}


def icon(name: str) -> Markup:
    """The icon as an inline picture, which says nothing to whoever has the page read out."""
    return _DRAWN[name]


_DRAWN: Final = {
    name: Markup(
        '<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>'
    ).format(path)
    for name, path in _PATHS.items()
}
