"""What happened, as it is told: what players call it."""

import re
from collections.abc import Sequence
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

SITUATIONS: Final[Sequence[tuple[str, str]]] = (
    # a card that should have been played
    (
        rf"\b(but|though|although|while|later|still|then|already|and)\b.* {_HAD} (\w+ )?{_HIDDEN} "
        rf"(\w+ )?{_CARDS}\b",
        "revoke",
    ),
    (rf"\b{_HAD} {_HIDDEN} (\w+ )?{_CARDS} (left |still )?but\b", "revoke"),
    (r"\b(did|does|do) not (follow|play the|ruff|trump|cut)\b", "revoke"),
    (
        r"\b(could|should|had to|must|able to) (have )?(follow|followed|ruff|ruffed|trumped)\b",
        "revoke",
    ),
    (
        rf"\b(later|then|afterwards) (played|showed|led|had|threw) {_HIDDEN} (\w+ )?{_CARDS}\b",
        "revoke",
    ),
    (r"\b(held|holds|holding|kept) back\b", "revoke"),
    # turns
    (
        rf"\b{_CALLS} (\w+ )?"
        rf"(while|too (early|soon)|out of (turn|order)|early|(before|ahead) {_SOMEBODY})\b",
        "call out turn",
    ),
    (
        r"\b(led|leads|lead|played?|plays|went|goes|threw|started) (\w+ ){0,3}"
        rf"(too (early|soon)|out of (turn|order)|early|(before|ahead) {_SOMEBODY})\b",
        "lead out turn",
    ),
    (
        r"\b(not|was nt|never) (his|her|my|their|your|\w+s) (turn to play|turn to lead|lead)\b",
        "lead out turn",
    ),
    (
        r"\b(not|was nt|never) (his|her|my|their|your|\w+s) (turn to bid|turn to call|bid|call)\b",
        "call out turn",
    ),
    (r"\b(second|third|fourth|last) (player|hand) played (before|after)\b", "lead out turn"),
    # bids
    (
        r"\b(meant|intended|misspoke|wants? to (change|bid)"
        r"|change[sd]? (his|her|my|their|your|its|the) (bid|mind|call))\b",
        "change bid",
    ),
    (
        r"\b(forgot|forgotten|forget|remembers?|knows?|lost track) .*"
        r"\b(bid|bids|called|trumps?|contract|declarer|said|call)\b",
        "forgotten bid",
    ),
    # the cards
    (
        r"\b(has|have|had|holding|dealt|given|gave|got|with|ended with|only) (\w+ ){0,3}"
        r"(6|7|8|9|11|12|13|14|15|16|17) cards?\b",
        "wrong number card",
    ),
    (r"\b1 card (too many|too few|short|more|less|extra|missing|left)\b", "wrong number card"),
    (
        r"\b(dropped|drops|showed|shows|flashed|exposed|revealed|knocked over|let .* see) .*"
        rf"\b({_CARDS}|hand|10|9)\b",
        "exposed card",
    ),
    (
        rf"\b(saw|see|sees|seen|peeked|peeks|glimpsed) (at )?{_HIDDEN} (\w+ )?({_CARDS}|hand)\b",
        "exposed card",
    ),
    (r"\b(deck|pack)\b.*\b(face up|faced|missing|incomplete|extra|short)\b", "misdeal"),
    (r"\b(face up|faced|missing|incomplete|extra) .*\b(deck|pack)\b", "misdeal"),
    (r"\bdealer (forgot to turn|turned|dealt|gave|skipped|exposed|flipped|missed)\b", "misdeal"),
    # the score
    (
        r"\b(typed|wrote|written|entered|enter|recorded|put in|scored|noted|marked) .*"
        r"\b(wrong|wrongly|instead|mistake|incorrect|incorrectly|twice)\b",
        "score wrong",
    ),
    (
        r"\b(wrong|incorrect|mistake)\b.*\b(score|scores|entered|written|recorded|pad|sheet)\b",
        "score wrong",
    ),
    (
        r"\b(miscounted|misscored|added up wrong|forgot to (write|enter|record|score))\b",
        "score wrong",
    ),
    (
        r"\b(exposed|revealed|shown|seen|turned over|dropped) "
        r"(by (mistake|accident)|accidentally)\b",
        "exposed card",
    ),
    # outcomes
    (
        r"\b(more|over|extra|above|beyond)( tricks?)? than (\w+ )?(i|we|he|she|they|was) "
        r"(bid|said|called|promised)\b",
        "too many tricks over bid overtrick",
    ),
    (
        r"\b(fewer|less|short|under)( tricks?)? than (\w+ )?(i|we|he|she|they|was) "
        r"(bid|said|called|promised)\b",
        "bid lost short",
    ),
    (r"\b(until|first to|up to|reach(es|ed)?|plays? to|goes to) \d\d+\b", "points to win target"),
    (r"\b\d+ (rounds|deals|hands)\b", "number of deals"),
    (r"\b(only|just) (got|took|made|won|take|make|get|win)\b", "bid lost"),
    (r"\b(rest|remaining)\b.*\b(mine|ours|his|theirs|hers)\b", "claim rest"),
    (
        r"\b(laid|lays|lay|puts?|threw|throws|tabled|showed|shows) (down )?"
        r"(his|her|my|their|the|all) (\w+ )?(hand|cards)\b",
        "claim rest",
    ),
)
"""What happened, told in so many words: patterns of small words without signs, numbers in digits;
and what players call it."""

TOOK_LESS: Final = "bid lost failed short missed fewer tricks"
TOOK_MORE: Final = "bid made extra tricks overtrick more"
TOOK_AS_BID: Final = "bid made exactly"
"""What "bid 8, took 7" says."""

_BID_AND_TOOK: Final = re.compile(
    r"\b(?:bid|called|said|declared|went)(?: \w+)? (\d+)\b.*"
    r"\b(?:took|made|got|won|take|make|get|win|have|had|has)(?: \w+)? (\d+)\b"
)


def situations_told(said: Sequence[str]) -> list[str]:
    """Return what the words tell that happened, in the words that players have for it."""
    text = " ".join(map(_number, said))
    happened = [what for pattern, what in SITUATIONS if re.search(pattern, text)]
    if found := _BID_AND_TOOK.search(text):
        bid, took = int(found[1]), int(found[2])
        happened += [TOOK_LESS if took < bid else TOOK_MORE if took > bid else TOOK_AS_BID]
    return [word for what in dict.fromkeys(happened) for word in what.split()]


def _number(word: str) -> str:
    """Return the word, and a number in digits."""
    (stem,) = stems([word]) or [word]
    return stem if stem.isdecimal() else word
