"""Checks with random input: deals, whole and half-filled, tricks and auctions."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from scorekeeper import questions, rulebook
from scorekeeper.engine.game import Game, deal_headline, first_trick
from scorekeeper.engine.pad import voice_of
from scorekeeper.game_checks import drawing
from scorekeeper.game_checks.check import Trial
from scorekeeper.game_checks.declared import fields_of
from scorekeeper.interview.steps import Value
from scorekeeper.referee.context import ContextKey, QuestionRefused
from scorekeeper.sheet import read_head, score
from scorekeeper.sheet.documents import Document
from scorekeeper.sheet.entries import replay

_DEALS: Final = 4
_MOST_HELD: Final = 6
_MOST_CALLS: Final = 400


# --- whole deals --------------------------------------------------------------------------------


def played(random: Random, game: Game) -> Document | None:
    """A sheet of a few deals."""
    drawn = drawing.sheet(random, game, _DEALS, begin=drawing.any_table)
    return drawn if drawn["entries"] else None


def explained(game: Game, drawn: Document) -> Iterator[str]:
    """Deals that the form lets through and that are not scored with reasons for each side."""
    result = score(drawn)
    if "errors" in result:
        yield f"A deal that the form asks for is refused: {result['errors'][0]['message']}"
        return
    known = rulebook.anchors(game)
    for number, entry in enumerate(result["entries"], 1):
        cited = {line["rule"] for line in entry["lines"]}
        for rule in sorted(cited - known.keys()):
            yield f"Deal {number} cites #{rule}, which the rules page lacks."
        for side in sorted(
            {*range(len(entry["scores"]))} - {one["side"] for one in entry["lines"]}
        ):
            yield f"Deal {number} has no line for {result['sides'][side]}."


# --- half-filled deals --------------------------------------------------------------------------


def half_played(random: Random, game: Game) -> Document | None:
    """A sheet whose last deal is half-filled."""
    drawn = played(random, game)
    if drawn is not None:
        drawn["entries"][-1] = _half(random, drawn["entries"][-1])
    return drawn


def _half(random: Random, value: Any) -> Any:
    """The value with some of it not yet entered: keys left out, items of lists null."""
    if isinstance(value, dict):
        return {key: _half(random, one) for key, one in value.items() if random.random() < 0.7}
    if isinstance(value, list):
        return [one if random.random() < 0.7 else None for one in value]
    return value


def as_text(game: Game, drawn: Document) -> Iterator[str]:
    """Words for a half-filled deal that leave something open."""
    *entries, half = drawn["entries"]
    pad = replay(read_head(drawn), entries)[-1]
    first_trick(pad, half)
    headline = deal_headline(pad, half)
    if headline is not None and "{" in (text := voice_of(pad).text(headline)):
        yield f"A half-filled deal is told as {text}"


# --- tricks -------------------------------------------------------------------------------------


def trick(random: Random, game: Game) -> Document | None:
    """A question about a trick as far as it was played, anybody having played anything, and about
    the next hand."""
    if game.play is None:
        return None
    question = _question(random, game, game.play.keys)
    context = question["context"]
    try:
        pack = game.play.pack(questions.read_context(game, question.get("variant"), context))
    except QuestionRefused:
        return None
    context["leader"] = random.randrange(context["players"])
    cards = random.sample(sorted(pack), len(pack))
    played = random.randint(0, context["players"])
    return {**question, "plays": cards[:played], "hand": cards[played : played + _MOST_HELD]}


def judged(game: Game, drawn: Document) -> Iterator[str]:
    """Answers without a winner, without a card to play, or without a rule."""
    answer = questions.trick(drawn)
    yield from _incomplete_sentences(game, answer)
    if "errors" in answer or (game.play and game.play.trickless):
        return
    if (answer["winner"] is None) == (len(drawn["plays"]) == drawn["context"]["players"]):
        yield f"The trick is won by {answer['winner']}."
    if drawn["hand"] and not answer["legal"]:
        yield "None of the cards held may be played."


# --- auctions -----------------------------------------------------------------------------------


class Called(NamedTuple):
    """An auction as far as it went: `said` is who deals and what else holds, `calls` were made."""

    said: Document
    calls: list[str]

    def after(self, count: int, call: str | None = None) -> Document:
        """The answer after so many calls, about one more."""
        return questions.call({**self.said, "calls": self.calls[:count], "call": call})


def auction(random: Random, game: Game) -> Called | None:
    """An auction to its end, every call one that may be made."""
    if game.auction is None:
        return None
    question = _question(random, game, game.auction.keys)
    drawn = Called({**question, "dealer": random.randrange(question["context"]["players"])}, [])
    for count in range(_MOST_CALLS):
        legal: Sequence[str] = drawn.after(count).get("legal_calls", ())
        if not legal:
            break
        drawn.calls.append(random.choice(legal[: random.choice((2, 5, 99))]))
    return drawn


def settled(game: Game, drawn: Called) -> Iterator[str]:
    """Auctions that do not end, or settle what no deal has; calls that are judged by no rule."""
    for count in range(len(drawn.calls)):
        answer = drawn.after(count)
        for call in {*answer["legal_calls"], drawn.calls[-1], "pass"}:
            yield from _incomplete_sentences(game, drawn.after(count, call))
    last = drawn.after(len(drawn.calls))
    yield from _incomplete_sentences(game, last)
    if "errors" in last:
        return
    if not last["closed"]:
        yield f"After {_MOST_CALLS} calls the auction has not ended."
        return
    strange = last["contract"].keys() - fields_of(game) - {"passed_out"}
    yield from (f"The contract has {name}, which no deal has." for name in sorted(strange))


# --- tricks and auctions --------------------------------------------------------------------------


def _question(random: Random, game: Game, keys: Sequence[ContextKey]) -> Document:
    """A question's game, variant and context."""
    table = drawing.any_table(random, game)
    players = len(table["players"])
    own = {key.name: _random_fact(random, key, players) for key in keys if key.choices(players)}
    context = {**table["options"], **own, "players": players}
    return {"game": game.slug, "variant": table.get("variant"), "context": context}


def _random_fact(random: Random, key: ContextKey, players: int) -> Value:
    choices = key.choices(players)
    return [random.choice(choices)] if key.several else random.choice(choices)


def _incomplete_sentences(game: Game, answer: Document) -> Iterator[str]:
    """Sentences that leave something open, rules that the page lacks."""
    for sentence in (*(one["message"] for one in answer.get("errors", ())), answer.get("reason")):
        if sentence is not None and (not sentence or "{" in sentence):
            yield f"The referee says: {sentence or 'nothing'}"
    if "rule" in answer and answer["rule"] not in rulebook.anchors(game):
        yield f"The referee cites #{answer['rule']}, which the rules page lacks."


# none has junk in it: the check of entries has every type at every place, and junk drawn at random
# found nothing besides
DEALS: Final = (
    Trial(
        "Every deal that can be entered is scored, with a reason for each side", played, explained
    ),
    Trial("A half-filled deal is told as far as it is known", half_played, as_text),
)
REFEREE: Final = (
    Trial("Every trick is judged, by a paragraph of the rules page", trick, judged),
    Trial("Every auction ends, and settles what a deal has", auction, settled),
)
