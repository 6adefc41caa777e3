"""The icons of the pages: lines of 2 px on a grid of 24, in the colour of the text beside them."""

from typing import Final

from markupsafe import Markup

_PATHS: Final = {
    "back": "M15 4l-8 8 8 8",
    "more": "".join(f"M{x} 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0" for x in (4, 11, 18)),
    "redo": "M16 4l4.5 4.5-4.5 4.5M20 8.5h-9a6 6 0 0 0 0 12h5",
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
