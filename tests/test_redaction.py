"""Names in free text: found as whole words, in any case, and blackened."""

import pytest

from scorekeeper.redaction import BLACK, NamesToErase


@pytest.mark.parametrize(
    ("name", "text", "black"),
    [
        ("Ann", "Ann revoked", "███ revoked"),
        ("Ann", "ANN's king, ann said", "███'s king, ███ said"),
        ("Ann", "Anns Karte; (Ann)", "███ Karte; (███)"),
        ("Ann", "Annie, Joann and the annual game", "Annie, Joann and the annual game"),
        ("Ann Smith", "Ann Smith's lead, Ann paid", "███'s lead, ███ paid"),
        ("Ann Smith", "Ann  SMITH", "███"),
        ("José", "jose\u0301 and JOSÉ", "jose\u0301 and ███"),
        ("Strauß", "STRAUSS led", "███ led"),
        ("小明", "小明出错了", "███出错了"),
        ("สมชาย", "วันนี้สมชายแพ้", "วันนี้███แพ้"),
        ("🂡", "the 🂡 again", "the ███ again"),
        ("Al", "Al saw al dente", "███ saw al dente"),
    ],
)
def test_name_is_redacted_and_similar_words_stay(name: str, text: str, black: str) -> None:
    assert NamesToErase([name]).without_names(text) == black


def test_part_of_name_and_short_name_are_unsure() -> None:
    names = NamesToErase(["Rose Lee", "Al"])

    assert [one.sure for one in names.spans("Rose Lee, a rose by Lee and Al")] == [
        *(True, False, False, False),
    ]


@pytest.mark.parametrize("text", ["", "   ", BLACK, "nobody"])
def test_nothing_is_found_where_nothing_is(text: str) -> None:
    assert NamesToErase(["Ann", "", " "]).spans(text) == []
    assert NamesToErase(["Ann"]).without_names(text) == text
