"""An answer that asks for the facts it needs, and shows what the engine scores for them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.worth import Reckoning
from scorekeeper.search.answers import Answer
from scorekeeper.search.words import search_terms, words
from scorekeeper.search.worth import Heard, estimate_of, scored
from scorekeeper.web.interview.coins import SignVoice
from scorekeeper.web.referee.by_keys import ByKeys
from scorekeeper.web.referee.facts import names_of
from scorekeeper.web.table.entries import LineShown, lines_of

_POINTS: Final = frozenset(search_terms("points worth cost lose pay get bring"))
_CLOSED: Final = frozenset(
    (
        *("who", "whose", "which", "where", "is", "are", "was", "were", "do", "does", "did"),
        *("can", "may", "must", "should", "has", "have"),
    )
)
"""Words with which a question begins that does not ask for a number: who pays for a solo made?"""


class WorthShown(NamedTuple):
    """What is asked, whether the question is about points (else it is only offered), and once all
    is known the answer with the lines that explain it."""

    asked: ByKeys[Reckoning]
    is_wanted: bool
    answer: Answer | None = None
    lines: Sequence[LineShown] = ()


class Rules(NamedTuple):
    """By which rules it is scored, for how many players, and the address of their page."""

    game: Game
    options: OptionValues
    players: int
    page: str


def worth_shown(
    rules: Rules,
    passage: Passage,
    question: str,
    told: Answer | None,
    address: Callable[[Mapping[str, str]], str],
) -> WorthShown | None:
    """Return what a passage's answer, so far `told` without the facts, asks for at this `address`;
    None where it needs none."""
    game, options, players, page = rules
    estimate = estimate_of(game, passage, options, players)
    if estimate is None:
        return None
    names = names_of(players)
    sides = game.sides(game.house_rules(options), players)
    asked = ByKeys(estimate, SignVoice(names, sides), address, Heard(question).take)
    worth, is_wanted = asked.inquest.found, asked.is_tapped or _is_about_points(question, told)
    if worth is None:
        return WorthShown(asked, is_wanted)
    found = scored(game, options, names, worth, asked.inquest.answered)
    answer = found.answer if is_wanted else None
    return WorthShown(asked, is_wanted, answer, lines_of(found.row, found.pad, page))


def _is_about_points(question: str, told: Answer | None) -> bool:
    """Return whether a question asks for a number, was told one, or says what happened, such as
    bid 5 and took 7."""
    said = words(question)
    if said[:1] and said[0] in _CLOSED:
        return False
    terms = search_terms(question)
    number = told is None or any(map(str.isdecimal, search_terms(told.large)))
    return number or not _POINTS.isdisjoint(terms) or any(map(str.isdecimal, terms))
