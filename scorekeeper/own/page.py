"""The rules page of a game document, written from its paragraphs and lines as Markdown."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from scorekeeper.own.wording import end_in_words, line_in_words, worded
from scorekeeper.sentences import Message, full_stop, phrase, tell

_SIGNS: Final = re.compile(r"([!-/:-@\[-`{-~])")
"""All that could be markup; the texts of a document never are."""

_ONLY_SCORING: Final[Message] = (
    "This page says how {game} is scored here. The other rules are up to you."
)
_TRADEMARK: Final[Message] = (
    "{game} is a trademark of its publisher, who has no part in this app; the rules here are for "
    "scoring only."
)
_ADJUST: Final[Message] = (
    "Until the game is over the players may agree to add points to a total, or to take some away, "
    "and say why. This does not count as a deal."
)
_NOTHING: Final[tuple[Message, Message]] = (
    "A side to which none of this applies scores nothing in the deal.",
    "A player to whom none of this applies scores nothing in the deal.",
)
_PASSED_OUT: Final[tuple[Message, Message]] = (
    "No deal of this game can be passed out.",
    "A deal that is passed out brings nothing; the next player deals.",
)
_SEAT: Final[tuple[Message, Message]] = (
    "A substitute may take over a seat and its score.",
    "A substitute may take over a seat and its score. Between two deals a player may leave or a "
    "new one sit down, as long as {least} to {most} play. The score of a player who left stays, "
    "and can no longer win.",
)
_FINISH: Final[Mapping[str, Message]] = {
    "most": "If the players stop early, the highest total wins; equal totals share the win.",
    "least": "If the players stop early, the lowest total wins; equal totals share the win.",
}
_WINS: Final[Mapping[tuple[str, str], Message]] = {
    ("most", "shared"): "The highest total wins; equal totals share the win.",
    ("least", "shared"): "The lowest total wins; equal totals share the win.",
    ("most", "play_on"): "The highest total wins; if two have it, play goes on.",
    ("least", "play_on"): "The lowest total wins; if two have it, play goes on.",
}


def rules_page(document: Mapping[str, Any], trademark: bool = False) -> str:
    """Return the page, in the language spoken; it says so where the name is a ``trademark``."""
    return "\n\n".join(_blocks(document, trademark)) + "\n"


def _blocks(document: Mapping[str, Any], trademark: bool) -> Iterator[str]:
    name = document["name"]
    yield f"# {_plain(name)} {{#this-game}}"
    if "about" in document:
        yield _plain(full_stop(tell(document["about"])))
    yield _plain(tell(_ONLY_SCORING, game=name))
    if trademark:
        yield _plain(tell(_TRADEMARK, game=name))
    yield f"## {tell('Pack')} {{#pack}}"
    yield _plain(full_stop(tell(document.get("pack", phrase("Whatever you play it with")))))
    ends = [*document["end"], *document.get("closing", ())]
    at_end = {one.get("rule") for one in ends} - {one.get("rule") for one in document["lines"]}
    rules = document.get("rules", ())
    yield f"## {tell('Scoring')} {{#scoring}}"
    for one in rules:
        if one["anchor"] not in at_end:
            yield from _paragraph(one["anchor"], tell(one["title"]), tell(one["text"]))
    yield from _lines("line", document, document["lines"])
    yield from _checks(document)
    taken = {one["anchor"] for one in rules}
    for anchor, title, text in _common(document):
        if anchor not in taken:
            yield from _paragraph(anchor, title, text)
    if document.get("examples") and "worked-deals" not in taken:
        yield f"### {tell('Worked deals')} {{#worked-deals}}"
    yield from _examples(document.get("examples", ()))
    yield f"## {tell('End')} {{#end}}"
    yield from _ends(document, at_end)
    yield from _lines("closing", document, document.get("closing", ()))
    yield f"### {tell('Stopping early')} {{#finish}}"
    yield tell(_FINISH[document["wins"]])
    yield f"## {tell('Disputes')} {{#disputes}}"
    yield "{{ rulings }}"
    yield "{{ wrong-score }}"
    yield f"## {tell('House rules')} {{#house-rules}}"
    yield "{{ options }}" if document.get("options") else tell("There are none.")


def _plain(text: str) -> str:
    """Return a text in which nothing is markup."""
    lines = (_SIGNS.sub(r"\\\1", line.strip()) for line in text.splitlines())
    return "\n\n".join(filter(None, lines))


def _paragraph(anchor: str, title: str, text: str) -> Iterator[str]:
    yield f"### {_plain(title)} {{#{anchor}}}"
    yield _plain(text)


def _checks(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a deal is refused for, after what it is about, where no paragraph says so."""
    labels = {one["name"]: one["label"] for one in document["fields"]}
    checks = document.get("checks", ())
    found = [(labels.get(one.get("at"), ""), full_stop(worded(one["say"]))) for one in checks]
    if found and not document.get("rules"):
        said = "\n".join(f"{label}: {words}" if label else words for label, words in found)
        yield from _paragraph("must-be-so", tell("What must be so"), said)


def _ends(document: Mapping[str, Any], at_end: set[str | None]) -> Iterator[str]:
    """Yield when the game is over: the document's paragraphs, and one for each end without."""
    over = tell("End of the game")
    for one in document.get("rules", ()):
        if one["anchor"] in at_end:
            title = tell(one["title"])
            # most documents call it “End”, as the chapter above it is called
            title = over if title == tell("End") else title
            yield from _paragraph(one["anchor"], title, tell(one["text"]))
    for number, one in enumerate(document["end"], 1):
        if "rule" not in one:
            title = over if number == 1 else tell("Another end")
            said = full_stop(end_in_words(document, one["when"]))
            wins = tell(_WINS[document["wins"], one.get("tie", "shared")])
            said = said if "among" in one else f"{said} {wins}"
            yield from _paragraph(f"end-{number}", title, said)


def _lines(
    name: str, document: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield the paragraph that each line without one makes itself."""
    for number, line in enumerate(lines, 1):
        if "rule" not in line:
            said = full_stop(line_in_words(document, line))
            yield from _paragraph(f"{name}-{number}", worded(line["text"]), said)


def _common(document: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield what holds in every game, unless the document says it: anchor, title and text."""
    sides, (least, most) = document["sides"], document["players"]
    alone = {*sides.values()} == {"each"} if isinstance(sides, dict) else sides == "each"
    seat = tell(_SEAT[alone and least < most], least=least, most=most)
    yield "adjust", tell("Points agreed at the table"), tell(_ADJUST)
    yield "nothing", tell("Nothing scored"), tell(_NOTHING[alone])
    yield "passed-out", tell("Passed out"), tell(_PASSED_OUT["passed_out" in document])
    yield "seat", tell("Change of players"), seat


def _examples(examples: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for number, example in enumerate(examples, 1):
        titled = {**example, "title": example.get("title") or tell("Example {n}", n=number)}
        # no place of the page's own may be found in a title
        text = json.dumps(titled, ensure_ascii=False).replace("{{", "{\\u007b")
        yield f"```example\n{text}\n```"
