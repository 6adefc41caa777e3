"""Every check finds its fault: a complete game passes, a corrupted one fails."""

from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.commands.check_game import game_in
from scorekeeper.engine.deals import Outcome
from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import leaders, won
from scorekeeper.game_checks import CHECKS
from scorekeeper.game_checks.check import findings
from scorekeeper.game_checks.vectors import candidate
from scorekeeper.interview.reading import Reading
from scorekeeper.interview.steps import Fault, Question, Value
from scorekeeper.sentences import Sentence, say
from tests.game_checks.conftest import Brought

CHECKED: dict[str, Any] = {one.faults.__name__: one for one in chain(*CHECKS.values())}
INIT, SCORING, RULES, VECTORS = "__init__.py", "scoring.py", "rules.md", "vectors.json"
ROUNDS = 20
ASKED = "yield SeatOf(path=(field,), label=label, seats=pad.filled, players=len(pad.seats))"

CORRUPTED: list[tuple[str, tuple[str, str, str], str]] = [
    ("guide", (INIT, 'guide=Guide((20, 40), "easy", "32"),', ""), "Give it a guide"),
    ("guide", (INIT, '"easy"', '"simple"'), "The level is 'simple'; levels are easy, practice"),
    ("guide", (INIT, '"32"', '"33"'), "The pack is '33'; packs are any, 32, 52, joker, own."),
    (
        "guide",
        (INIT, '"32")', '"32", mark="Slobb")'),
        "The mark is 'Slobb'; it has 4 signs at most",
    ),
    ("guide", (INIT, "(20, 40)", "None"), "Say how many minutes it lasts"),
    ("guide", (INIT, "(20, 40)", "(40, 20)"), "It lasts 40 to 20 minutes"),
    ("names", (INIT, '("Slabberhannes",)', '("Slobberhannes",)'), "slobberhannes twice."),
    ("names", (INIT, '("Slabberhannes",)', '("Napoleon",)'), "Nap is called napoleon too."),
    ("fields", (SCORING, "    queen: int\n", ""), "The form asks for queen, which no deal has."),
    (
        "fields",
        (SCORING, "    queen: int\n", "    queen: int\n    led: int = 0\n"),
        "A deal has led",
    ),
    (
        "alike",
        (
            INIT,
            "form=scoring.form",
            "asks_same=True, form=lambda pad: (q for q in [*scoring.form(pad)][pad.deals % 2 :])",
        ),
        "After deal 1 it asks something else, and is said to be alike.",
    ),
    ("words", (INIT, '"Dodge', '"{Dodge}'), "A word is left open: {Dodge}"),
    ("words", (SCORING, '"Target", "Points', '"", "Points'), "The house rule target has no label."),
    (
        "words",
        (INIT, "low_wins", 'variants={"long": scoring.House(), "short": None}, low_wins'),
        "The variant long has no card",
    ),
    (
        "tables",
        (INIT, "low_wins", 'tables={"odd": ODD}, low_wins'),
        "The table odd has an empty cell.",
    ),
    ("usual_rules", (SCORING, "default=10", "default=99"), "`target` runs from 1 to 50."),
    ("kept_rules", (INIT, "low_wins", "check=never, low_wins"), "No variant can be played with"),
    (
        "named",
        (RULES, "{{ option target }}", "{{ option goal }}"),
        "{{ option goal }}: there is no",
    ),
    ("named", (RULES, "{{ options }}", "{{ table x }}"), "{{ table x }}: there is no such table."),
    ("examples", (RULES, '"totals": [2, 0, 1]', '"totals": [2, 0, 2]'), "the totals are [2, 0, 1]"),
    ("examples", (RULES, '"first": 0', '"first": 9'), "it is refused: There is no seat 9"),
    ("examples", (RULES, '"title": "Two of', '"titel": "Two of'), "`titel` says nothing there."),
    ("examples", (RULES, "```example", "```"), "The rules page has no example."),
    ("chapters", (RULES, "## Pack", "## Cards"), "The chapters are Cards, Deal"),
    ("anchors", (RULES, " {#seat}", ""), "No heading has {#seat}."),
    ("anchors", (RULES, "{#seat}", "{#target}"), "#target is there twice."),
    ("links", (RULES, "void whenever", "[void](#void) whenever"), "A link leads to #void"),
    ("links", (RULES, "void whenever", "[void](/void) whenever"), "nothing from elsewhere"),
    ("paragraphs", (RULES, "{#seat}", "{#target}"), "Two paragraphs are called #target"),
    (
        "disputes",
        (RULES, "### Revoke {#revoke}", "### Reneging"),
        "Nothing is said under {#revoke}.",
    ),
    ("disputes", (RULES, "### Revoke", "### Reneging"), "{#revoke} is headed Reneging; elsewhere"),
    (
        "sources",
        (RULES, "*Usual practice.* It stays", "It stays"),
        "{#exposed-card} begins neither",
    ),
    ("shared_passages", (RULES, "{{ wrong-score }}", ""), "has no line {{ wrong-score }}."),
    ("printed", (RULES, "seven to ace", "{{ seven }}"), "{{ seven }} is left open."),
    (
        "each_table",
        (INIT, "low_wins", 'tables={"odd": ODD}, low_wins'),
        "is there 0 times, not once",
    ),
    ("house_rules", (RULES, "{{ options }}", "None."), "{{ options }} lists nothing."),
    (
        "explained",
        (SCORING, 'say("took none of the three"), "penalties"', 'say("took none"), "fines"'),
        "cites #fines, which the rules page lacks.",
    ),
    (  # with five players only, or with the highest target
        "explained",
        (SCORING, "    takers = {", "    assert len(table.sides) != 5\n    takers = {"),
        "AssertionError",
    ),
    (
        "explained",
        (SCORING, "    takers = {", "    assert table.house.target != 50\n    takers = {"),
        "AssertionError",
    ),
    (
        "as_text",
        (INIT, "low_wins", "opening=lambda pad, deal: [('leader', deal.lead)], low_wins"),
        "has no attribute 'lead'",
    ),
    (
        "as_text",
        (INIT, "low_wins", "headline=lambda pad, deal: iter([say('{n} bid')]), low_wins"),
        "A half-filled deal is told as {n} bid",
    ),
    (
        "entries",
        (SCORING, ASKED, f"seat = {ASKED}\n        seat + 1"),
        "TypeError",
    ),
    (
        "vector_results",
        (VECTORS, "[3, 5, 2]", "[3, 5, 3]"),
        "slobberhannes-1: entries[2].totals: [3, 5, 2]",
    ),
    (
        "reads_on",
        (SCORING, 'say("took none of the three")', 'say("None of the three.")'),
        "“Ben None of the three.”: a line is read after its side",
    ),
    (
        "reads_on",
        (
            SCORING,
            "    takers = {",
            "    from scorekeeper.engine import Seat\n"
            '    yield Line(0, 0, say("{x} led", x=say("{seat}", seat=Seat(1))), "penalties")\n'
            "    takers = {",
        ),
        "“Ann Ben led”: a line is read after its side",
    ),
    ("judged", (INIT, "low_wins", "**refereed(), low_wins"), "The referee cites #"),
    ("settled", (INIT, "low_wins", "**refereed(), low_wins"), "has bid, which no deal has."),
    ("settled", (INIT, "low_wins", "**refereed('x'), low_wins"), "cites #x, which the rules page"),
    ("every_value", (VECTORS, '"target": 50', '"target": 49'), "played with target as 50."),
    ("players", (VECTORS, ', "Fay"]', "]"), "No valid one is played by 6."),
    ("cited", (VECTORS, '"last": 1, "queen": 1}', '"last": 1}'), "scored by {#all-three}."),
    (
        "passed_out",
        (INIT, "low_wins", 'passing=Passing(say("passed out")), low_wins'),
        "None has a deal that is passed out",
    ),
    ("adjusted", (VECTORS, '"points": 10', '"points": 9'), "an adjustment must end the game, or"),
    ("adjusted", (RULES, "They may end", "They never end"), "and {#adjust} says that it cannot."),
    ("adjusted", (VECTORS, '"points": 2, "reason"', '"points": 60, "reason"'), "goes on after"),
    ("stopped", (VECTORS, '"revoke"}}, {"finish": {}}', '"revoke"}}'), "stop after a deal."),
    ("seated", (VECTORS, '"name": null', '"name": "Eve"'), "In none of them a player leaves"),
    ("seated", (VECTORS, '"name": "Dan", ', ""), "In none of them a player sits down"),
    (
        "messages",
        (SCORING, "label=label", 'label=label, missing=say("Say who.")'),
        "None is refused with: Say who.",
    ),
]
"""The check, a text of a file with what it is replaced by, and what is said then."""


def result_so_far(pad: Pad, kind: str) -> Outcome:
    """End the game with whatever was written, be it no deal."""
    return won(pad, leaders(pad), kind)


def any_number(question: Question, value: Value) -> Value:
    """Take a number out of range too."""
    return value if type(value) is int else None


def refused_above(reading: Reading, path: tuple[str | int, ...], sentence: Sentence) -> None:
    """Note a fault at the field of the entry, wherever in that it is."""
    reading._note(Fault(path[:1], sentence))


TURNED_ROUND: list[tuple[str, str, Any, str]] = [
    ("option_values", "interview.steps.Number.answer", lambda _, value: value, "not as valid."),
    ("option_values", "sheet._options", lambda game, *_: game.defaults(None), "not as valid."),
    (
        "option_values",
        "interview.steps.Number.judge",
        lambda *_: say("No."),
        "('No.', '`target`',",
    ),
    ("heads", "sheet._players", lambda game, names, _: tuple(names or ()), "at players it must"),
    ("heads", "sheet._whole", lambda *_: 0, "at dealer it must"),
    ("heads", "sheet._stake", lambda *_: None, "at stake it must"),
    ("entries", "interview.steps.SeatOf.answer", any_number, "entries[0].first it"),
    ("entries", "interview.steps.Number.answer", any_number, "entries[0].adjust.points it"),
    ("entries", "interview.reading.Reading._refuse_unused", lambda _: None, "entries[0].junk it"),
    ("entries", "interview.reading.Reading.refuse", refused_above, "entries[0].adjust.side it"),
    ("seats", "engine.other_entries._seat_faults", lambda *_: (), "not as valid."),
    ("after_the_end", "engine.replay._over", lambda _: say("No."), "with ('The game is over',"),
    ("stopped_at_once", "engine.replay._outcome", result_so_far, "it comes out as"),
]
"""The check, a function of the engine and what stands in its place, and what is said then."""

REFEREED = """
def bidding(context, dealer):
    yield ToCall(dealer, ("one",), {"one": Ruling(say("It may."), "passed-out")}.get)
    return {"bid": 1}
def refereed(rule="passed-out"):
    calls = lambda context: ({"one": say("one")},)
    return {"play": Play(lambda *said: ranked(STANDARD)), "auction": Auction(bidding, rule, calls)}
"""
MORE = (
    INIT,
    "from scorekeeper.engine import Game, Guide, say\n",
    "from scorekeeper.engine import Fault, Game, Guide, Passing, printed, say\n"
    "from scorekeeper.referee import STANDARD, Auction, Play, Ruling, ToCall, ranked\n"
    + REFEREED
    + 'ODD = printed(("Bid", "Points"), [("", 1)])\n'
    'never = lambda variant, house, players: [Fault(("players",), say("No."))]\n',
)
"""What some of them need besides."""


def found_in(folder: Path, name: str) -> list[str]:
    """Return what the check says of the game in the folder."""
    return findings(CHECKED[name], candidate(game_in(folder)), ROUNDS)


@pytest.mark.parametrize("name", CHECKED)
def test_a_complete_game_passes(name: str, bring: Brought) -> None:
    assert found_in(bring(), name) == []


@pytest.mark.parametrize(
    ("name", "corrupted", "message"),
    CORRUPTED,
    ids=[f"{name}: {message}" for name, _, message in CORRUPTED],
)
def test_a_broken_game_fails(
    name: str, corrupted: tuple[str, str, str], message: str, bring: Brought
) -> None:
    told = found_in(bring(MORE, corrupted), name)

    assert any(message in sentence for sentence in told), told


@pytest.mark.parametrize(("name", "function", "other", "message"), TURNED_ROUND)
def test_an_engine_that_refuses_otherwise_fails(
    name: str,
    function: str,
    other: Any,
    message: str,
    bring: Brought,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = bring()
    monkeypatch.setattr(f"scorekeeper.{function}", other)

    told = found_in(folder, name)

    assert any(message in sentence for sentence in told), told


def test_every_check_can_fail() -> None:
    assert {name for name, *_ in (*CORRUPTED, *TURNED_ROUND)} == set(CHECKED)
