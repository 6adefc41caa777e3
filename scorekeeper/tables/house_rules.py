"""House rules that a phone saves under a name, to start another table with them."""

from scorekeeper.engine.game import Game
from scorekeeper.engine.other_entries import LONGEST_NAME
from scorekeeper.sentences import tell
from scorekeeper.sheet import options_kept
from scorekeeper.sheet.documents import Head, SheetRefused, carried_document
from scorekeeper.spelling import visible
from scorekeeper.store import rule_sets
from scorekeeper.store.rule_sets import RuleSet
from scorekeeper.store.sql.database import reading, retried, writing
from scorekeeper.tables.own_games import find_game, game_named, keep_document
from scorekeeper.tables.write import refuse_unprintable


def saved_rules(device: str, game: str | None = None) -> list[RuleSet]:
    """Return the rules that this device saved, removed ones too: for all games in the folder, or
    for one."""
    if not device:
        return []
    with reading() as connection:
        found = rule_sets.rule_sets(connection, device, game)
    return [with_current_options(one) for one in found if find_game(one.game)]


def with_current_options(one: RuleSet) -> RuleSet:
    """Return a set with every option of its game as it is today; what is not known any more, or out
    of range, is as the variant has it."""
    game = game_named(one.game)
    variant = one.variant if one.variant in game.variants else next(iter(game.variants))
    options = options_kept(game, variant, one.options)
    return one._replace(variant=variant, options=dict(options))


def save_rules(device: str, head: Head, name: str) -> str:
    """Save the variant and options of this head under the name; return the name as it is saved.

    The same rules under the same name again are kept once. Raises ``SheetRefused`` for a name that
    is empty, too long or taken by other rules; ``Unavailable``.
    """
    name = read_rules_name(name)
    retried(lambda: _save(device, head, name))
    return name


def _save(device: str, head: Head, name: str) -> None:
    slug, options = head.game.slug, dict(head.options)
    with writing() as connection:
        known = rule_sets.rule_set_named(connection, device, slug, name)
        if known is None or known.removed:
            keep_document(connection, head.game)
            rule_sets.add_rule_set(connection, device, slug, head.variant, options, name)
        elif (known.variant, known.options) != (head.variant, options):
            raise _refused(tell("“{name}” is taken. Choose another name.", name=known.name))


def keep_game(device: str, game: Game, edits: str = "") -> None:
    """Keep a game that is a document on this device, as it is written: under its own name, among
    the saved rules; and no longer the edition that it follows (`edits`, its slug), which tables
    keep. Raises as ``save_rules`` does."""
    variant = next(iter(game.variants))
    save_rules(device, Head(game, variant, game.defaults(variant), ()), game.name)
    if edits and edits != game.slug:
        for one in saved_rules(device, edits):
            if not one.removed:
                remove_rules(device, one.id)


def kept_games(device: str) -> list[Game]:
    """Return the games that this device keeps and that are documents, the oldest first."""
    kept = dict.fromkeys(one.game for one in saved_rules(device) if not one.removed)
    found = (game_named(slug) for slug in kept)
    return [game for game in found if carried_document(game)]


def rename_rules(device: str, set_id: int, name: str) -> None:
    """Rename a saved set of rules.

    Raises ``SheetRefused`` as ``save_rules`` does; ``LookupError`` where there is no such set.
    """
    name = read_rules_name(name)
    with writing() as connection:
        one = rule_sets.rule_set(connection, device, set_id)
        if one is None or one.removed:
            raise LookupError(set_id)
        taken = rule_sets.rule_set_named(connection, device, one.game, name)
        if taken is not None and not taken.removed and taken.id != set_id:
            raise _refused(tell("“{name}” is taken. Choose another name.", name=taken.name))
        rule_sets.rename_rule_set(connection, device, one, name)


def remove_rules(device: str, set_id: int, removed: bool = True) -> None:
    """Remove saved rules, or restore them. Raises ``LookupError`` if there is no such set, or
    another one has taken its name since."""
    with writing() as connection:
        if not rule_sets.soft_delete(connection, device, set_id, removed):
            raise LookupError(set_id)


def read_rules_name(given: str) -> str:
    """Return the name of house rules as it is saved; raises ``SheetRefused`` where it is none."""
    refuse_unprintable(given)
    name = visible(given)
    if not 0 < len(name) <= LONGEST_NAME:
        raise _refused(tell("Enter a name of 1 to {most} characters.", most=LONGEST_NAME))
    return name


def _refused(message: str) -> SheetRefused:
    return SheetRefused([{"at": "rules_name", "message": message}])
