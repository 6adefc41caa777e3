"""An answer that asks for the facts it needs, and shows what the engine scores for them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game
from scorekeeper.engine.options import OptionValues
from scorekeeper.engine.worth import Reckoning
from scorekeeper.search.answers import Answer
from scorekeeper.search.words import search_terms
from scorekeeper.search.worth import Heard, estimate_of, scored
from scorekeeper.web.interview.coins import SignVoice
from scorekeeper.web.referee.by_keys import ByKeys
from scorekeeper.web.referee.facts import names_of
from scorekeeper.web.table.entries import LineShown, lines_of

_POINTS: Final = frozenset(search_terms("points worth cost lose pay get bring"))


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
    worth = asked.inquest.remedy
    if worth is None:
        wanted = bool(asked.inquest.answered) or _is_about_points(question, told)
        return WorthShown(asked, wanted)
    found = scored(game, options, names, worth, asked.inquest.answered)
    return WorthShown(asked, True, found.answer, lines_of(found.row, found.pad, page))


def _is_about_points(question: str, told: Answer | None) -> bool:
    """Return whether a question asks for a number, or was told one."""
    number = told is None or any(map(str.isdecimal, search_terms(told.large)))
    return number or not _POINTS.isdisjoint(search_terms(question))
