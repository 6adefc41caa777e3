"""The rules page of a game document, written from its paragraphs and lines as Markdown."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from scorekeeper.own.wording import end_in_words, line_in_words
from scorekeeper.sentences import Message, full_stop, phrase, tell

_SIGNS: Final = re.compile(r"([!-/:-@\[-`{-~])")
"""All that could be markup; the texts of a document never are."""

_ONLY_SCORING: Final[Message] = (
    "This page says how {game} is scored here. The rest of its rules is up to you."
)
_TRADEMARK: Final[Message] = (
    "{game} is a trademark of its publisher, who has no part in this app; the rules here are for "
    "scoring only."
)
_COMMON: Final[Mapping[str, tuple[Message, Message]]] = {
    "nothing": (
        "Nothing scored",
        "A side to which none of this applies scores nothing in the deal.",
    ),
    "passed-out": ("Passed out", "A deal that is passed out brings nothing; the next one deals."),
    "adjust": (
        "Points agreed at the table",
        "At any time before the end the table may add points to a total or take some away, giving "
        "a reason. This does not count as a deal.",
    ),
    "seat": (
        "Change of players",
        "A substitute may take over a seat and its score. Where everybody plays alone, a new "
        "player may sit down between two deals, and a player may leave, as long as enough are "
        "left; that player’s score stays and can no longer win.",
    ),
}
_NEVER: Final[Message] = "A deal of this game cannot be passed out."
_FINISH: Final[Message] = "If the players stop early, the best total wins; equal totals share it."


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
    yield from _common({one["anchor"] for one in rules}, "passed_out" in document)
    yield from _examples(document.get("examples", ()))
    yield f"## {tell('End')} {{#end}}"
    yield from _ends(document, at_end)
    yield from _lines("closing", document, document.get("closing", ()))
    yield f"### {tell('Stopping early')} {{#finish}}"
    yield tell(_FINISH)
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


def _ends(document: Mapping[str, Any], at_end: set[str | None]) -> Iterator[str]:
    """Yield when the game is over: the document's paragraphs, and one for each end without."""
    over = tell("End of the game")
    for one in document.get("rules", ()):
        if one["anchor"] in at_end:
            title = tell(one["title"])
            # most documents call it “End”, as the chapter above it is called
            yield from _paragraph(
                one["anchor"], over if title == tell("End") else title, tell(one["text"])
            )
    for number, one in enumerate(document["end"], 1):
        if "rule" not in one:
            said = full_stop(end_in_words(document, one["when"]))
            yield from _paragraph(f"end-{number}", over, said)


def _lines(
    name: str, document: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Yield the paragraph that each line without one makes itself."""
    for number, line in enumerate(lines, 1):
        if "rule" not in line:
            title = _PLACE.sub(lambda place: place[1] or "…", line["text"])
            yield from _paragraph(
                f"{name}-{number}", title, full_stop(line_in_words(document, line))
            )


_PLACE: Final = re.compile(r"\{\w+(?::[^}|]*\|([^}]*))?\}")


def _common(taken: set[str], passed_out: bool) -> Iterator[str]:
    """Yield what holds in every game, but under anchors that the document has taken."""
    for anchor in sorted(_COMMON.keys() - taken):
        title, text = _COMMON[anchor]
        yield f"### {tell(title)} {{#{anchor}}}"
        yield tell(_NEVER if anchor == "passed-out" and not passed_out else text)


def _examples(examples: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for number, example in enumerate(examples, 1):
        titled = {**example, "title": example.get("title") or tell("Example {n}", n=number)}
        # no place of the page's own may be found in a title
        text = json.dumps(titled, ensure_ascii=False).replace("{{", "{\\u007b")
        yield f"```example\n{text}\n```"
