"""A duplicate evening in words: boards, results, pairs, sides."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from scorekeeper.cards import RANK_SIGNS, SUIT_SIGNS
from scorekeeper.duplicate.contracts import contract_lines, contract_score, dealer_of, vulnerable_of
from scorekeeper.duplicate.entry import SEAT_NAMES, answers_of, board_pad, over_of
from scorekeeper.engine.game import deal_headline
from scorekeeper.pbn.tags import PASSED_OUT, SEATS, contract
from scorekeeper.sentences import phrase, tell, with_sign
from scorekeeper.web.interview.coins import Coin, SignVoice

VULNERABLE: Final = {
    "None": phrase("nobody vulnerable"),
    "NS": phrase("North-South vulnerable"),
    "EW": phrase("East-West vulnerable"),
    "All": phrase("all vulnerable"),
}
CODES: Final = {
    "A+": phrase("average plus"),
    "A": phrase("average"),
    "A-": phrase("average minus"),
}


class BoardShown(NamedTuple):
    """A board: its number, who deals (a seat, N E S W), who is vulnerable, and that in words."""

    number: int
    dealer: str
    vulnerable: str
    about: str

    @property
    def ns(self) -> bool:
        """Return whether North-South are vulnerable."""
        return self.vulnerable in ("NS", "All")

    @property
    def ew(self) -> bool:
        """Return whether East-West are vulnerable."""
        return self.vulnerable in ("EW", "All")


def board_shown(number: int) -> BoardShown:
    """Return a board by its number."""
    dealer, vulnerable = dealer_of(number), vulnerable_of(number)
    about = tell(
        "{seat} deals, {vulnerable}",
        seat=seat_name(dealer),
        vulnerable=tell(VULNERABLE[vulnerable]),
    )
    return BoardShown(number, dealer, vulnerable, about)


def boards_text(boards: Sequence[int]) -> str:
    """Return boards in a few signs: "13–16"."""
    first, last = min(boards), max(boards)
    if len(boards) == 1:
        return str(first)
    whole = last - first + 1 == len(boards)
    return f"{first}–{last}" if whole else ", ".join(map(str, boards))


def seat_name(seat: str) -> str:
    """Return what a seat (N E S W) is called."""
    return tell(SEAT_NAMES[SEATS.index(seat)])


def seats_voice() -> SignVoice:
    """Return the voice that calls players by their seats, and suits by their signs."""
    names = [*map(tell, SEAT_NAMES)]
    coins = [Coin(seat, place % 2) for place, seat in enumerate(SEATS)]
    return SignVoice(names, board_pad().sides, coins)


def suited(text: str) -> Markup:
    """Return a text with its suit signs as marks of their colour."""
    marked = escape(text)
    for suit, sign in SUIT_SIGNS.items():
        marked = marked.replace(sign, Markup(f'<i class="suit suit-{suit}">{sign}</i>'))
    return marked


def contract_words(line: Mapping[str, Any]) -> Markup:
    """Return the contract of a line with its doubles, "4♠X"; of a ruling what it is."""
    if "contract" in line:
        called = contract(line["contract"])
        if called == PASSED_OUT:
            return escape(tell("passed"))
        strain = SUIT_SIGNS.get(called.strain, tell("NT"))
        return suited(f"{called.level}{strain}{'X' * called.doubled}")
    if "artificial" in line:
        halves = (line["artificial"][side] for side in ("ns", "ew"))
        return escape(" / ".join(f"{half}%" if half not in CODES else half for half in halves))
    for key, words in _RULINGS.items():
        if key in line:
            return escape(tell(words))
    return escape("–")


_RULINGS: Final = {
    "weighted": phrase("weighted"),
    "split": phrase("split score"),
    "not_played": phrase("not played"),
    "score": phrase("score only"),
}


def over_words(line: Mapping[str, Any]) -> str:
    """Return by how much a contract was made or missed: "=", "+1", "−2"; empty for no contract."""
    if "tricks" not in line:
        return ""
    over = over_of(line)
    return with_sign(over) if over else "="


def lead_words(line: Mapping[str, Any]) -> Markup:
    """Return the lead, "♥K"; empty where it is not known."""
    lead = line.get("lead")
    return suited(f"{SUIT_SIGNS[lead[1]]}{RANK_SIGNS[lead[0]]}") if lead else Markup()


def entry_words(entry: Mapping[str, Any]) -> str:
    """Return a board's answers so far in a few words: "4♠ by South"; empty where there are none."""
    sentence = deal_headline(board_pad(), {k: v for k, v in entry.items() if k != "lead"})
    return seats_voice().text(sentence) if sentence else ""


def played_words(line: Mapping[str, Any]) -> str:
    """Return in a sentence what happened: "4♠ by South, 1 over"."""
    if not (answers := answers_of(line)):
        return str(contract_words(line).striptags())
    return entry_words(answers)


def score_of(line: Mapping[str, Any], board: int) -> int | None:
    """Return North-South's score of a line; None for a ruling without one."""
    if "score" in line:
        return int(line["score"])
    if "contract" not in line:
        return None
    called = contract(line["contract"])
    declarer, tricks = line.get("declarer", "N"), line.get("tricks", 0)
    return contract_score(called, declarer, tricks, vulnerable_of(board))


def sum_of(line: Mapping[str, Any], board: int) -> Sequence[tuple[Markup, int]]:
    """Return how a line's score adds up: why, and how many points."""
    if "tricks" not in line:
        return []
    called, vulnerable = contract(line["contract"]), vulnerable_of(board)
    lines = contract_lines(called, line["declarer"], line["tricks"], vulnerable)
    voice = seats_voice()
    return [(suited(voice.text(one.text)), one.points) for one in lines]


def score_words(score: int) -> str:
    """Return for whom a score is: "420 to North-South"."""
    if score > 0:
        return tell("{n} to North-South", n=score)
    return tell("{n} to East-West", n=-score) if score else tell("no score")
