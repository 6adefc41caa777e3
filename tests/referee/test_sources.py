"""Examples from the sources of the rules, asked as questions."""

from typing import Any

import pytest

from tests.referee.asking import calls, judgement, legal, settled, trick, winner

EXAMPLES: list[tuple[str, Any, Any]] = [
    # 000-sharp-nullo
    (
        "when South deals the bidders are West and North, who sits across from the dealer",
        settled("sharp-nullo", "4 3 6 5 5 4 4 6 DR", dealer=2)["bids"],
        {
            "left": {"UR": 4, "DR": 3, "UL": 6, "DL": 5},
            "partner": {"UR": 5, "DR": 4, "UL": 4, "DL": 6},
        },
    ),
    (
        "uptown the king is highest and the ace lowest",
        winner("sharp-nullo", "AS KS 2S QS", direction="uptown"),
        "1 (direction)",
    ),
    (
        "downtown the ace is highest and the king lowest",
        winner("sharp-nullo", "KS AS 2S QS", direction="downtown"),
        "1 (direction)",
    ),
    # 001-noms
    (
        "7, pass, 8, 9: the first player can increase the bid to 10 at least",
        calls("noms", "7 pass 8 9").split()[:2],
        ["pass", "10"],
    ),
    (
        "the player who said pass may now bid, above the highest bid made so far",
        calls("noms", "7 pass 8 9 10").split()[:2],
        ["pass", "misere"],
    ),
    ("misère comes between ten and eleven", calls("noms", "misere"), "pass 11 12 13"),
    (
        "if everyone passes the dealer must bid at least seven",
        calls("noms", "pass pass pass").split()[0],
        "7",
    ),
    # 002-500-43-card
    (
        "the jack of the same colour should be played as a card of the trump suit",
        legal("five-hundred", "JD 9D AS", "KH", trump="H"),
        "JD (follow-suit)",
    ),
    (
        "without trumps the joker still outranks any card",
        winner("five-hundred", "AS JK KS QS", trump="NT"),
        "1 (joker)",
    ),
    (
        "nullo ranks between 8 spades and 8 clubs",
        (calls("five-hundred", "8S").split()[1], calls("five-hundred", "nullo").split()[1]),
        ("nullo", "8C"),
    ),
    (
        "after an inkle of diamonds you cannot inkle spades or clubs",
        [call for call in calls("five-hundred", "inkle_D", inkle="signal").split() if "_" in call],
        ["inkle_H", "bar_nullo"],
    ),
    # 003-spades-nil
    (
        "Alex bids 4, Beth 3, Charlie 2 and David 2",
        settled("spades", "4 3 2 2", dealer=3),
        {"bids": [4, 3, 2, 2]},
    ),
    (
        "hearts are led and David has none: spades, clubs or diamonds",
        legal("spades", "2S 3C 4D", "AH 2H 3H"),
        "2S 3C 4D (follow-suit)",
    ),
    (
        "he may not lead a spade unless his hand only includes spades",
        (legal("spades", "2S 3C"), legal("spades", "2S 3S")),
        ("3C (breaking)", "2S 3S (breaking)"),
    ),
    # 004-twelve-games
    (
        "twenty-eight ranks J, 9, A, K, Q, 10, 8, 7",
        [trick("twenty-eight", f"{low}H {high}H", seats_out=[1, 3])["winner"]
         for high, low in zip("J9AKQT8", "9AKQT87", strict=True)],
        [2] * 7,
    ),
    (
        "over the partner's bid at least 20",
        judgement("twenty-eight", "14 pass", "19")[0],
        False,
    ),
    (
        "hearts may not be led in the king of hearts unless there is no other option",
        (legal("trex", "2H 3C", contract="king"), legal("trex", "2H", contract="king")),
        ("3C (heart-lead)", "2H (heart-lead)"),
    ),
    (
        "the left of the dealer passes, the next player bids prop, all pass: the left may cop",
        settled("solo-whist", "pass prop pass pass cop"),
        {"contract": "prop_cop", "declarers": [2, 1]},
    ),
    (
        "with eight cards the bids must come to nine: the others have bid six",
        calls("oh-hell", "3 2 1", hand_size=8),
        "3 4 5 6 7 8",
    ),
    (
        "the lowest bid is 1♣, and 1♠ is overcalled by 1NT, which is overcalled by 2♣",
        [calls("bridge", made).split()[at] for made, at in (("", 1), ("1S", 2), ("1NT", 2))],
        ["1C", "1NT", "2C"],
    ),
    (
        "Wellington only after Nap, Blücher only after Wellington",
        [calls("nap", made) for made in ("four", "nap", "nap wellington")],
        ["pass nap", "pass wellington", "pass blucher"],
    ),
    (
        "the suit of the first card led becomes the trump suit",
        winner("nap", "8H KH AS 9H", first_trick=True),
        "1 (trick-winner)",
    ),
    (
        "if clubs were trump, the left bower would be the jack of spades",
        winner("euchre", "AC JS KC QC", trump="C"),
        "1 (bowers)",
    ),
    (
        "if the diamonds were trump, the left bower would be the jack of hearts",
        winner("five-hundred", "AD JH KD QD", trump="D", variant="45-card"),
        "1 (bowers)",
    ),
    (
        "nullo is outbid by any bid of eight",
        calls("five-hundred", "nullo", variant="45-card").split()[1],
        "8S",
    ),
    (
        "a suit that the leader of the joker cannot follow cannot be declared",
        "errors"
        in trick(
            "five-hundred",
            "JK",
            variant="45-card",
            trump="NT",
            named_suit="C",
            shown_void=["C"],
        ),
        True,
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(answer, expected) for _, answer, expected in EXAMPLES],
    ids=[told for told, _, _ in EXAMPLES],
)
def test_examples_get_the_documented_answer(answer: Any, expected: Any) -> None:
    assert answer == expected
