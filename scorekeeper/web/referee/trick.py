"""Who wins this trick? What is shown at its addresses, and what each tap on the page does."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, abort, render_template, request

from scorekeeper.games import games
from scorekeeper.referee import tricks
from scorekeeper.referee.context import Context, QuestionRefused
from scorekeeper.referee.tricks import TrickVerdict
from scorekeeper.web.referee import facts, trick_url
from scorekeeper.web.referee.facts import APART, Facts
from scorekeeper.web.referee.trick_page import TrickPage
from scorekeeper.web.referee.trick_url import INSTEAD, TrickState
from scorekeeper.web.table import table_request

bp = Blueprint("trick", __name__)


@bp.get("/t/<public_id>/trick")
def at_table(public_id: str) -> str:
    """Show the trick that is tapped together, at a table: its deal in progress says what is
    trumps."""
    return _drawn(facts.at_table(table_request.visit_or_403(public_id)))


@bp.get("/rules/<slug>/trick")
def of_game(slug: str) -> str:
    """The same for a game, without a table."""
    return _drawn(facts.of_game(games().get(slug) or abort(404)))


def _drawn(known: Facts) -> str:
    if known.game.play is None:
        abort(404)
    page = TrickPage(known, trick_url.from_address(known, request.args))
    for tap in request.args.getlist("tap"):
        page = TrickPage(known, _after(page, tap))
    return render_template("referee/trick.html", known=known, page=page)


# --- taps ----------------------------------------------------------------------------------------


def _meant(shown: TrickPage, tap: str) -> str:
    """Return the tap on a card that one on a rank, or a step back, stands for; empty: on none."""
    what, _, rank = tap.partition(APART)
    if what == "rank":
        card = rank + shown.suit
        return "" if shown.stands(card) == "gone" else f"card.{card}"
    if what == "back" and shown.state.into not in INSTEAD and shown.held:
        if shown.dealing:
            return "drop"
        return f"card.{shown.held[-1]}" if shown.state.into else f"take.{len(shown.held) - 1}"
    return "" if what == "back" else tap


def _after(shown: TrickPage, tap: str) -> TrickState:
    tap = _meant(shown, tap)
    if tap != "next":
        new = trick_url.after_tap(shown.known, shown.state, tap, shown.turns)
        return new._replace(facts=_updated_facts(shown, new))
    if shown.winner is None:
        return shown.state
    facts = shown.play.after_trick(shown.context, shown.state.so_far)
    return trick_url.next_trick(shown.known, shown.state, shown.winner, facts, shown.voids)


def _updated_facts(shown: TrickPage, new: TrickState) -> Mapping[str, Any]:
    """Return the facts after the tap: with those revealed by a card played from a hand, and without
    those revealed by a card that was taken back."""
    before, after = shown.state.so_far, new.so_far
    if len(after) < len(before):
        revealed = _facts_revealed_by(shown, before[: len(after) + 1])
        return {name: value for name, value in new.facts.items() if revealed.get(name) != value}
    if after == before or not isinstance(shown.answer, TrickVerdict):
        return new.facts
    hand = shown.asking.hand or ()
    if after[len(before)] not in (shown.answer.legal or ()):
        return new.facts
    return {**new.facts, **_by_turn(shown, shown.context, before, hand)}


def _facts_revealed_by(shown: TrickPage, plays: Sequence[str]) -> Mapping[str, Any]:
    """Return what the last of these cards had told when it was played."""
    known, state = shown.known, shown.state
    *before, card = plays
    held = state.hand if state.holder == shown.turns[len(before)] else ()
    context = known.context({**known.of_trick, **trick_url.lasting_facts(known, state.facts)})
    return _by_turn(shown, context, before, (*held, card))


def _by_turn(
    shown: TrickPage, context: Context, plays: Sequence[str], hand: Sequence[str]
) -> Mapping[str, Any]:
    try:
        return tricks.facts_from_turn(shown.play, context, plays, hand)
    except QuestionRefused:  # e.g. trumps that are not known
        return {}
