"""Facts that a page asks about a deal: each has its words, and its choices are valid."""

from collections.abc import Iterator

import pytest

from scorekeeper import questions
from scorekeeper.engine.game import Game
from scorekeeper.games import games
from scorekeeper.games.trex.layout import lying, spans
from scorekeeper.interview.steps import YesNo
from scorekeeper.referee.calls_made import after_calls
from scorekeeper.referee.context import PLAYERS, ContextKey
from scorekeeper.sentences import Voice

VOICE = Voice([f"seat {seat}" for seat in range(12)], tuple((seat,) for seat in range(12)))


def every_key() -> Iterator[tuple[Game, ContextKey]]:
    for game in games().values():
        for key in questions.keys_of(game).values():
            if key is not PLAYERS:  # told by who sits there, or by the address
                yield game, key


KEYS = list(every_key())


@pytest.mark.parametrize(("game", "key"), KEYS, ids=[f"{g.slug} {k.name}" for g, k in KEYS])
def test_key_is_asked_in_words_and_choices_fit(game: Game, key: ContextKey) -> None:
    assert VOICE.text(key.label)[0].isupper()
    for players in game.players:
        choices = key.choices(players)
        words = [VOICE.text(key.word(choice, players)) for choice in choices]

        assert bool(choices) != bool(key.cards)
        assert len(set(words)) == len(words)
        assert all(key.fits([one] if key.several else one, players) for one in choices)
        for variant in game.variants:
            assert {*key.offered(players, game.defaults(variant))} <= {*choices}


def test_a_flag_is_known_by_its_default() -> None:
    flags = {key.name for _, key in KEYS if key.is_flag}

    assert flags == {key.name for _, key in KEYS if isinstance(key.question(4), YesNo)}
    assert "broken" in flags


def test_a_list_holds_each_choice_once() -> None:
    (held,) = (key for _, key in KEYS if key.name == "shown_void")

    assert held.fits(["S", "H"], 4)
    assert not held.fits(["S", "S"], 4)


def test_key_told_by_a_card_holds_the_last_tap() -> None:
    (named,) = (key for game, key in KEYS if key.name == "nominated")
    assert named.cards

    assert named.cards.shown("AH") == ("AH",)
    assert named.cards.shown(None) == ()
    assert named.cards.value_of(("AH", "2C")) == "2C"
    assert named.cards.value_of(()) is None


@pytest.mark.parametrize(
    ("cards", "built"),
    [
        ((), None),
        (("JH",), {"H": ["J", "J"]}),
        (("9H",), {"H": ["9", "J"]}),
        (("KH", "TH", "AS"), {"H": ["T", "K"], "S": ["J", "A"]}),
    ],
)
def test_build_reaches_from_jack_to_each_card(
    cards: tuple[str, ...], built: dict[str, list[str]] | None
) -> None:
    assert spans(cards) == built
    assert spans(lying(built)) == built


def test_what_is_built_is_every_card_between() -> None:
    assert lying({"H": ["9", "K"], "C": ["J", "J"]}) == ("9H", "TH", "JH", "QH", "KH", "JC")


def test_sealed_numbers_stay_closed_until_pick() -> None:
    game = games()["sharp-nullo"]
    assert game.auction
    context = questions.read_context(game, None, {})

    eight = after_calls(game.auction, context, 0, ["1"] * 8)

    assert [turn.sealed for turn in eight.past] == [True] * 8
    assert [turn.seat for turn in eight.past] == [1] * 4 + [2] * 4
    assert eight.turn
    assert not eight.turn.sealed
