"""What this phone has chosen for its next games: favourite games, and how many play as a rule.

They are in its cookie, as its settings are.
"""

from typing import Final

from flask import session

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.web.shared.security import keep_cookie

MANY: Final = 6
"""This number of players means as many or more."""


def favourites() -> list[str]:
    """Return the slugs of the favourite games, the one that was added last first."""
    return [slug for slug in session.get("favourites", ()) if slug in games()]


def toggle_favourite(slug: str) -> None:
    """Make a game a favourite, or no longer one."""
    now = favourites()
    session["favourites"] = [one for one in now if one != slug] if slug in now else [slug, *now]
    keep_cookie()


def players() -> int | None:
    """Return how many play as a rule, up to ``MANY``; None where any number may."""
    number: int | None = session.get("players")
    return number


def exactly() -> int | None:
    """Return how many play as a rule, where that is a number: “6 or more” sets no table."""
    number = players()
    return None if number == MANY else number


def choose_players(number: int | None) -> None:
    """Remember how many play as a rule."""
    session["players"] = number
    keep_cookie()


def suits(game: Game, number: int | None) -> bool:
    """Return whether so many can play a game."""
    most = game.players[-1]
    return number is None or number in game.players or (number == MANY and most > MANY)


def is_party(count: int, number: int | None) -> bool:
    """Return whether ``count`` players are as many as were chosen (None: any number)."""
    return number in (None, min(count, MANY))
