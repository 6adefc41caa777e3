"""Everyday turns of phrase, in the plain words that players mostly use for the same.

"Not a soul wanted to bid" asks the same as "nobody wanted to bid". A question is put into plain
words before anything is compared. The samples stay as they are, so only such phrases are listed as
hardly any sample has.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

PLAIN: Final[Mapping[str, str]] = {
    # who plays
    "partner": """his mate, her mate, our mate, my pal, his pal, her pal, my buddy, teammate, team
        mate, my other half""",
    "partners": "mates, pals, teammates",
    "opponents": """the other lot, the other pair, the other couple, the other guys, the other
        crew, the enemy, the opposition""",
    "nobody": """not a soul, not one of us, not one player, not one person, not anybody, not
        anyone, neither of us""",
    "everybody": "every one of us, every player, the whole table, the lot of us",
    "somebody": "some person, some player",
    "the dealer": """the one dealing, the one on deal, whoever dealt, whoever deals, the person
        dealing, the player dealing, the one who dealt, the one who deals""",
    "the bidder": """whoever won the bidding, whoever won the auction, the one who won the
        bidding, the one who bid, whoever bid highest""",
    # what is allowed
    "can i": """am i free to, is it okay to, is it alright to, is it all right to, is it fine to,
        is it legal to, am i permitted to, could i""",
    "allowed": "okay, alright, all right, permitted, legit, kosher, above board, within the rules",
    "must": "gotta, bound to, compelled to, required to",
    # bids
    "passed": "rapped, declined, chickened out, sat it out, kept quiet",
    "pass": "say no, knock, sit it out, chicken out, decline, keep quiet",
    "bid": "predicted, guessed, reckoned, estimated, pledged, undertook, shouted",
    "alone": """by himself, by herself, on his own, on her own, by themselves, on their own, by
        yourself, on your own, single handed, goes single, go single, went single""",
    "everybody passed": "nobody opened, nobody wanted to bid, nobody made a bid",
    # cards and tricks
    "trump": "boss suit, the boss, master suit, ruling suit, power suit, top suit",
    "threw": "chucked, tossed, flung, slung, lobbed, binned, slipped in",
    "throw": "chuck, toss, fling, sling, lob, bin",
    "played": "plonked down, plonked, slapped down, slammed down, banged down, stuck down",
    "dealt": "dished out, doled out, handed out, gave out",
    "face cards": "picture cards, pictures, royals",
    "lowest": "weakest",
    "beats": "outranks, trounces, is better than",
    "follow suit": """match the suit, match suit, give the same suit, play the same suit, keep to
        the suit, stick to the suit""",
    "out of": "ran out of, run out of, fresh out of, clean out of",
    "all": "the lot, the whole lot, every last one, every single one, every one",
    "all the tricks": "every single trick",
    "every": "every single, each and every",
    # mishaps
    "out of turn": "jumped the gun, jumped the queue, butted in, got in first, out of sequence",
    "my turn": "my go",
    "his turn": "his go, her go",
    "your turn": "your go",
    "whose turn": "whose go",
    "noticed": "realised, realized, twigged, clocked, spotted, caught on, cottoned on",
    "by mistake": "without meaning to, unintentionally, mistakenly, in error",
    "mistake": "blunder, slip up, cock up",
    "deliberately": "intentionally, wilfully",
    "cheated": "fiddled, diddled, pulled a fast one, conned, swindled",
    "talking": "muttering, blabbing, chattering, nattering, yapping",
    "signalled": "pulled a face, pulls a face, made a face, grimaced, rolled his eyes, tutted",
    "saw": """caught sight of, got a glimpse of, glimpsed, had a look at, sneaked a look at,
        spied, got a look at""",
    "deal again": "do over, deal once more, begin again",
    "again": "once more, one more time",
    "immediately": "instantly",
    # results and the score
    "minus": "in the red, in minus, in debt",
    "extra": "to spare, surplus, in excess",
    "went down": """came up short, fell flat, came unstuck, went bust, flopped, blew it, came a
        cropper""",
    "tied": """neck and neck, all square, level pegging, finished the same, ended the same, dead
        heat, finished level, ended level""",
    "wrote": "jotted down, jotted, scribbled, pencilled in, penciled in",
    "added up": "totted up, tallied up, summed up",
    "money": "dosh, quid, pennies, pence",
    "pay": "cough up, shell out, fork out, stump up",
    "leaves": """going home, went home, gone home, heads home, packed it in, walked out, stormed
        off, called away, catch his bus, catch her bus, catch a bus, catch a train, has had
        enough, must be off""",
    "joins": "rang the bell, showed up, arrived, walked in, joined",
    # small words
    "until": "til",
    "because": "cos, coz",
    "you": "u, ya",
    "going to": "gonna",
    "want to": "wanna",
    "what if": "suppose, supposing, what about if",
}
"""Plain words, and what else is said for them."""

KIN: Final = """
    brother sister uncle aunt auntie aunty cousin nephew niece husband wife hubby missus girlfriend
    boyfriend mother father mum mom mam dad daddy grandad grandpa grandma gran granny nan nana son
    daughter kid child neighbour neighbor friend lady fella fellow bloke chap guy lad lass girl man
    woman gentleman dude geezer
"""
"""People at the table; it does not matter to a rule who they are."""
_WHOSE: Final = ("", "my", "our", "the", "his", "her", "your", "their", "this", "that", "a")
_MARRIED: Final = ("", " in law")
_NEGATED: Final = "do does did is was are were has have had could should would must ca wo"
"""Verbs that are typed together with their "not", without a sign: didnt."""


def in_plain_words(said: list[str]) -> list[str]:
    """Return the words, small and without signs, with each turn of phrase in plain words."""
    return list(_replaced(said))


def _replaced(said: list[str]) -> Iterator[str]:
    """Yield the words; for a turn of phrase, the longest that fits, its plain words."""
    at = 0
    while at < len(said):
        phrase, plain = next(
            (one for one in _phrases().get(said[at], ()) if one[0] == said[at : at + len(one[0])]),
            (said[at : at + 1], said[at : at + 1]),
        )
        yield from plain
        at += len(phrase)


@cache
def _phrases() -> Mapping[str, Sequence[tuple[Sequence[str], Sequence[str]]]]:
    """Return the turns of phrase by their first word, the longest first, each with its plain
    words."""
    spoken = [(phrase, plain) for plain, others in PLAIN.items() for phrase in others.split(",")]
    spoken += [
        (f"{whose} {one}{married}", "he")
        for whose, one, married in product(_WHOSE, KIN.split(), _MARRIED)
    ]
    spoken += [(f"{verb}nt", f"{verb} not") for verb in _NEGATED.split()]
    found: dict[str, list[tuple[Sequence[str], Sequence[str]]]] = defaultdict(list)
    for phrase, plain in spoken:
        words = phrase.split()
        found[words[0]].append((words, plain.split()))
    return {first: sorted(some, key=lambda one: -len(one[0])) for first, some in found.items()}
