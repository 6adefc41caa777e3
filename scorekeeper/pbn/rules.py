"""The rules that boards are judged by: those of the game that this notation is for."""

from functools import cache
from typing import NamedTuple

from scorekeeper import questions
from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Game, board_points
from scorekeeper.games import games
from scorekeeper.referee.auction import Auction
from scorekeeper.referee.context import Context
from scorekeeper.referee.tricks import Play


class Rules(NamedTuple):
    """A game that has a referee for bidding and play, and knows what a board is worth."""

    game: Game
    auction: Auction
    play: Play


@cache
def rules() -> Rules:
    """Return the rules of the first game that has all of it."""
    return next(
        Rules(game, game.auction, game.play)
        for game in games().values()
        if game.auction and game.play and game.board
    )


def worth(entry: Entry, vulnerable: bool, rubber: bool) -> int:
    """Return points that a board brings the declarer's side; `entry` is its deal."""
    game = rules().game
    return board_points(game, game.deal_of(entry), vulnerable, rubber)


@cache
def bidding() -> Context:
    """Return what holds in every auction."""
    return questions.read_context(rules().game, None, {})


@cache
def trick(trump: str, leader: int) -> Context:
    """Return what holds in a trick."""
    return questions.read_context(rules().game, None, {"trump": trump, "leader": leader})
