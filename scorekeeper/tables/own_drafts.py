"""Drafts of own games: each change is one more, by a slug that its content makes, so going back
loses nothing."""

import re
from hashlib import sha256
from typing import Any, Final, NamedTuple

from scorekeeper.engine.game import Game
from scorekeeper.own import canonical
from scorekeeper.sheet.documents import Document, Head
from scorekeeper.store import own_games
from scorekeeper.store.access.budgets import DRAFTS, spend
from scorekeeper.store.own_games import DRAFT
from scorekeeper.store.sql.database import reading, writing
from scorekeeper.tables.changes import head_payload
from scorekeeper.tables.house_rules import keep_game, remove_rules, saved_rules
from scorekeeper.tables.own_games import receive

_SLUG: Final = re.compile(rf"{DRAFT}[0-9a-f]{{32}}")


class Draft(NamedTuple):
    """A game that is being made: its document as it is now, the slug of the draft `before` the last
    change, and that of the game whose next edition it is; empty for none."""

    document: Document
    before: str = ""
    edits: str = ""


def find_draft(slug: str) -> Draft | None:
    """Return the draft that goes by this slug; raises ``Unavailable``."""
    if not _SLUG.fullmatch(slug):
        return None
    with reading() as connection:
        found: Any = own_games.read_document(connection, slug)
    return Draft(**found) if found else None


def keep_draft(draft: Draft, device: str, address: str) -> str:
    """Keep a draft; return its slug. Raises ``BudgetSpent``, ``Unavailable``."""
    payload = draft._asdict()
    slug = f"{DRAFT}{sha256(canonical(payload)).hexdigest()[:32]}"
    with writing() as connection:
        spend(connection, DRAFTS, device, address)
        own_games.add_document(connection, slug, payload)
    return slug


def save_game(game: Game, edits: str, device: str, address: str) -> None:
    """Keep a game that was made; the edition that it follows stands no longer among the games that
    this device keeps, but tables keep theirs. Raises ``SheetRefused`` where a table could not keep
    it, ``BudgetSpent``, ``Unavailable``."""
    head_payload(Head(game, None, game.defaults(None), ()))
    receive(game, device, address)
    keep_game(device, game)
    if edits and edits != game.slug:
        for one in saved_rules(device, edits):
            if not one.removed:
                remove_rules(device, one.id)
