"""What happened, as it is told: what players call it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from scorekeeper.search.words import stems

_CARDS: Final = (
    r"(hearts?|spades?|clubs?|diamonds?|trumps?|aces?|kings?|queens?|jacks?|cards?|suit)"
)
_HAD: Final = r"(had|has|have|having|held|holds?|holding|found|got)"
_CALLS: Final = (
    r"(bids?|bidding|calls?|called|pass|passed|passes|declared|opened|doubled|spoke|said)"
)
_SOMEBODY: Final = (
    r"((of )?(me|him|us|them|it|anyone|anybody)|(of )?(his|her|my|their|your|the|a) "
    r"(\w+ )?(turn|dealer|player|partner|opponent|declarer|leader|hand opponent)|dealer|partner"
    r"|\w+s turn)"
)
_HIDDEN: Final = r"(his|her|my|their|your|the|a|an|one|some|another|partners?|opponents?)"

SITUATIONS: Final[Mapping[str, Sequence[str]]] = {
    # a card that should have been played
    "revoke": (
        rf"\b(but|though|although|while|later|still|then|already|and)\b.* {_HAD} (\w+ )?{_HIDDEN} "
        rf"(\w+ )?{_CARDS}\b",
        rf"\b{_HAD} {_HIDDEN} (\w+ )?{_CARDS} (left |still )?but\b",
        r"\b(did|does|do) not (follow|play the|ruff|trump|cut)\b",
        r"\b(could|should|had to|must|able to) (have )?(follow|followed|ruff|ruffed|trumped)\b",
        rf"\b(later|then|afterwards) (played|showed|led|had|threw) {_HIDDEN} (\w+ )?{_CARDS}\b",
        r"\b(held|holds|holding|kept) back\b",
    ),
    # turns
    "call out turn": (
        rf"\b{_CALLS} (\w+ )?"
        rf"(while|too (early|soon)|out of (turn|order)|early|(before|ahead) {_SOMEBODY})\b",
        r"\b(not|was nt|never) (his|her|my|their|your|\w+s) (turn to bid|turn to call|bid|call)\b",
    ),
    "lead out turn": (
        r"\b(led|leads|lead|played?|plays|went|goes|threw|started) (\w+ ){0,3}"
        rf"(too (early|soon)|out of (turn|order)|early|(before|ahead) {_SOMEBODY})\b",
        r"\b(not|was nt|never) (his|her|my|their|your|\w+s) (turn to play|turn to lead|lead)\b",
        r"\b(second|third|fourth|last) (player|hand) played (before|after)\b",
    ),
    # bids
    "change bid": (
        r"\b(meant|intended|misspoke|wants? to (change|bid)"
        r"|change[sd]? (his|her|my|their|your|its|the) (bid|mind|call))\b",
    ),
    "forgotten bid": (
        r"\b(forgot|forgotten|forget|remembers?|knows?|lost track) .*"
        r"\b(bid|bids|called|trumps?|contract|declarer|said|call)\b",
    ),
    # the cards
    "wrong number card": (
        r"\b(has|have|had|holding|dealt|given|gave|got|with|ended with|only) (\w+ ){0,3}"
        r"(6|7|8|9|11|12|13|14|15|16|17) cards?\b",
        r"\b1 card (too many|too few|short|more|less|extra|missing|left)\b",
    ),
    "exposed card": (
        r"\b(dropped|drops|showed|shows|flashed|exposed|revealed|knocked over|let .* see) .*"
        rf"\b({_CARDS}|hand|10|9)\b",
        rf"\b(saw|see|sees|seen|peeked|peeks|glimpsed) (at )?{_HIDDEN} (\w+ )?({_CARDS}|hand)\b",
        r"\b(exposed|revealed|shown|seen|turned over|dropped) "
        r"(by (mistake|accident)|accidentally)\b",
    ),
    "misdeal": (
        r"\b(deck|pack)\b.*\b(face up|faced|missing|incomplete|extra|short)\b",
        r"\b(face up|faced|missing|incomplete|extra) .*\b(deck|pack)\b",
        r"\bdealer (forgot to turn|turned|dealt|gave|skipped|exposed|flipped|missed)\b",
    ),
    # the score
    "score wrong": (
        r"\b(typed|wrote|written|entered|enter|recorded|put in|scored|noted|marked) .*"
        r"\b(wrong|wrongly|instead|mistake|incorrect|incorrectly|twice)\b",
        r"\b(wrong|incorrect|mistake)\b.*\b(score|scores|entered|written|recorded|pad|sheet)\b",
        r"\b(miscounted|misscored|added up wrong|forgot to (write|enter|record|score))\b",
    ),
    # outcomes
    "too many tricks over bid overtrick": (
        r"\b(more|over|extra|above|beyond)( tricks?)? than (\w+ )?(i|we|he|she|they|was) "
        r"(bid|said|called|promised)\b",
    ),
    "bid lost short": (
        r"\b(fewer|less|short|under)( tricks?)? than (\w+ )?(i|we|he|she|they|was) "
        r"(bid|said|called|promised)\b",
    ),
    "points to win target": (r"\b(until|first to|up to|reach(es|ed)?|plays? to|goes to) \d\d+\b",),
    "number of deals": (r"\b\d+ (rounds|deals|hands)\b",),
    "bid lost": (r"\b(only|just) (got|took|made|won|take|make|get|win)\b",),
    "claim rest": (
        r"\b(rest|remaining)\b.*\b(mine|ours|his|theirs|hers)\b",
        r"\b(laid|lays|lay|puts?|threw|throws|tabled|showed|shows) (down )?"
        r"(his|her|my|their|the|all) (\w+ )?(hand|cards)\b",
    ),
}
"""What players call what happened, and how it is told: patterns of small words without signs,
numbers in digits."""

_BID_AND_TOOK: Final = re.compile(
    r"\b(?:bid|called|said|declared|went)(?: \w+)? (\d+)\b.*"
    r"\b(?:took|made|got|won|take|make|get|win|have|had|has)(?: \w+)? (\d+)\b"
)


def situations_told(said: Sequence[str]) -> list[str]:
    """Return what the words tell that happened, in the words that players have for it."""
    text = " ".join(map(_number, said))
    happened = [
        what for what, told in SITUATIONS.items() if any(re.search(one, text) for one in told)
    ]
    if found := _BID_AND_TOOK.search(text):
        bid, took = int(found[1]), int(found[2])
        if took < bid:
            happened.append("bid lost failed short missed fewer tricks")
        else:
            happened.append(
                "bid made extra tricks overtrick more" if took > bid else "bid made exactly"
            )
    return [word for what in happened for word in what.split()]


def _number(word: str) -> str:
    """Return the word, and a number in digits."""
    (stem,) = stems([word]) or [word]
    return stem if stem.isdecimal() else word
