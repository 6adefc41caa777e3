"""A process speaks one language: English, that of a compiled catalogue, or the pseudo-language."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from scorekeeper import languages
from scorekeeper.sentences import Card, InWords, Seat, Side, Suit, Voice, one_of, say, tell


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    languages.activate(languages.ENGLISH)


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = Catalog("pl")
    for message, translation in {
        "{seat} took {n} {n:trick|tricks}": "{n} {n:lewa|lewy|lew} bierze {seat}",
        "{n} {n:game|games}": "{n} {n:gra|gry|gier}",
        "{rank} of {suit}": "{rank} {suit}",
        "queen": "dama",
        "spades": "pik",
        "four": "cztery",
        " or ": " lub ",
    }.items():
        catalogue.add(message, translation)
    file = io.BytesIO()
    write_mo(file, catalogue)
    (tmp_path / "pl.mo").write_bytes(file.getvalue())
    monkeypatch.setattr(languages, "_FOLDER", tmp_path)
    languages.activate("pl")


@pytest.mark.usefixtures("polish")
def test_a_catalogue_has_its_own_word_forms() -> None:
    voice = Voice(["Ann", "Ben"])

    told = [voice.text(say("{seat} took {n} {n:trick|tricks}", seat=Seat(1), n=n)) for n in (1, 3)]
    assert told == ["1 lewa bierze Ben", "3 lewy bierze Ben"]
    played = [tell("{n} {n:game|games}", n=n) for n in (1, 2, 5)]
    assert played == ["1 gra", "2 gry", "5 gier"]


@pytest.mark.usefixtures("polish")
def test_the_words_of_values_are_translated() -> None:
    voice = Voice(["Ann"])

    assert voice.text(say("{card}", card=Card("QS"))) == "dama pik"
    assert voice.text(say("{n}", n=InWords(4))) == "Cztery"
    assert voice.text(say("{who}", who=one_of(Suit("S"), Seat(0)))) == "pik lub Ann"


@pytest.mark.usefixtures("polish")
def test_what_a_catalogue_lacks_is_in_english() -> None:
    assert tell("Deal {n} saved.", n=2) == "Deal 2 saved."
    assert tell("") == ""


def test_pseudo_language_is_long_and_keeps_tags() -> None:
    languages.activate("en-XA")

    assert languages.translated("Save <b>{name}</b>&nbsp;now") == "Šååṽéé <b>{name}</b>&nbsp;ñööŵ"
    assert tell("{n} {n:trick|tricks} for {name}", n=1, name="Ann") == "1 ţŕîîçķ ƒööŕ Ann"
    sample = "You can view everything but not start games."
    assert 1.3 < len(languages.translated(sample)) / len(sample) < 1.5


def test_shared_words_name_each_table_and_are_english_only() -> None:
    kept = say("{seat} and {side} took {n}% {what}", seat=Seat(0), side=Side(1), n=5, what="%d")
    assert Voice(["Ann", "Ben"], ((0,), (1,))).shared(kept) == "Ann and Ben took 5% %d"
    assert Voice(["%s", None], ((0,), (1,))).shared(kept) == "%s and seat 1 took 5% %d"

    languages.activate("en-XA")
    assert Voice(["Ann", "Ben"], ((0,), (1,))).shared(kept) == "Ann ååñð Ben ţööööķ 5% %d"


@pytest.mark.parametrize("code", ["xx", "", "../en", "en_GB"])
def test_an_untranslated_language_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="SCOREKEEPER_LANGUAGE"):
        languages.activate(code)


@pytest.mark.parametrize(
    ("template", "value", "told"),
    [
        ("{game}. Challenge a player.", "Oh Hell!", "Oh Hell! Challenge a player."),
        ("{game}. Challenge a player.", "Spades", "Spades. Challenge a player."),
        ("Agreed by {game}.", "Who?", "Agreed by Who?"),
        ("Agreed by {game}.", "A. B.", "Agreed by A. B."),
        ("Until {game}.5", "6!", "Until 6!.5"),
        ("Agreed by {game}.", "\u2068\u05d0!\u2069", "Agreed by \u2068\u05d0!\u2069"),
    ],
)
def test_no_full_stop_is_doubled(template: str, value: str, told: str) -> None:
    assert tell(template, game=value) == told
