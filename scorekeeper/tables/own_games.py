"""Any game by its slug, be it one of the app or a document of its players; and drafts of such a
document: each change is one more, by a slug that its content makes, so going back loses nothing."""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.own import OWN, canonical, game_of
from scorekeeper.sheet.documents import Document, carried_document
from scorekeeper.store import own_games, rule_sets
from scorekeeper.store.access.budgets import DRAFTS, GAMES, spend
from scorekeeper.store.own_games import DRAFT
from scorekeeper.store.sql.database import reading, writing

_SLUG: Final = re.compile(rf"{OWN}-[0-9a-f]{{32}}")
_DRAFT: Final = re.compile(rf"{DRAFT}[0-9a-f]{{32}}")


def find_game(slug: str) -> Game | None:
    """Return the game that goes by this slug at tables and in addresses; raises ``Unavailable``."""
    if slug in games():
        return games()[slug]
    # some of what else stands in addresses no database takes
    if not _SLUG.fullmatch(slug):
        return None
    with reading() as connection:
        document = own_games.read_document(connection, slug)
    return None if document is None else game_of(document)


def pinned_game(slug: str, document: Document) -> Game:
    """Return the game of a table that pins this document: one of the app goes by its own slug,
    though the app may have a later edition; any other by what its document is."""
    current = games().get(slug)
    if current is None or current.own is None:
        return game_of(document)
    if current.own.document == document:
        return current
    return game_of(document, slug, current.guide, earlier=True)


def newer_edition(game: Game, device: str) -> Game | None:
    """Return the later edition of a game that is a document: the app's, or else the one that this
    device has kept since under the same name. Raises ``Unavailable``."""
    if game.own is None or not game.own.carried:
        return None
    if game.slug in games():
        return games()[game.slug]
    with reading() as connection:
        kept = rule_sets.documents_kept_since(connection, device, game.slug)
    return next((game_of(one) for one in kept if one["name"] == game.name), None)


def earlier_editions(among: Iterable[Game]) -> set[str]:
    """Return the slugs of those of these games that players made and that have a later edition
    among them: one by the same name that came here after it. Raises ``Unavailable``."""
    made = {one.slug: one.name for one in among if one.own and one.slug not in games()}
    if len({*made.values()}) == len(made):
        return set()
    with reading() as connection:
        last = {made[slug]: slug for slug in own_games.oldest_first(connection, made)}
    return made.keys() - last.values()


def game_named(slug: str) -> Game:
    """Return the game that goes by this slug; raises ``LookupError`` where there is none."""
    game = find_game(slug)
    if game is None:
        raise LookupError(slug)
    return game


def keep_document(connection: Connection, game: Game) -> None:
    """Keep the document of a game, so that it is found by its slug; of no other game."""
    document = carried_document(game)
    if document and game.slug not in games():
        own_games.add_document(connection, game.slug, document)


def receive(game: Game, device: str, address: str) -> None:
    """Keep a document that a device brings, so that a table can be set up. Raises ``BudgetSpent``
    where that many have been made lately, ``Unavailable``."""
    with writing() as connection:
        spend(connection, GAMES, device, address)
        keep_document(connection, game)


class Draft(NamedTuple):
    """A game that is being made: its document as it is now, the slug of the draft `before` the last
    change, and that of the game whose next edition it is; empty for none. And the deal that is
    being `tried`, as it was typed."""

    document: Document
    before: str = ""
    edits: str = ""
    tried: Mapping[str, list[str]] = MappingProxyType({})


def find_draft(slug: str) -> Draft | None:
    """Return the draft that goes by this slug; raises ``Unavailable``."""
    if not _DRAFT.fullmatch(slug):
        return None
    with reading() as connection:
        found: Any = own_games.read_document(connection, slug)
    return Draft(**found) if found else None


def keep_draft(draft: Draft, device: str, address: str) -> str:
    """Keep a draft; return its slug. Raises ``BudgetSpent``, ``Unavailable``."""
    payload = {**draft._asdict(), "tried": dict(draft.tried)}
    slug = f"{DRAFT}{sha256(canonical(payload)).hexdigest()[:32]}"
    with writing() as connection:
        spend(connection, DRAFTS, device, address)
        own_games.add_document(connection, slug, payload)
    return slug
