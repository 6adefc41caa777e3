"""LIN, the format of Bridge Base Online, read as boards: `pn|Ida,Joe,Kim,Lou|md|3S...|mb|1C|`.

Commands of two letters, each with a value between bars. Hands, calls and cards go round from South;
cards are in the order in which they were played, so they are put into columns here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from scorekeeper.cards import RANKS
from scorekeeper.pbn.sections import judge_auction
from scorekeeper.pbn.tags import SEATS, SUITS
from scorekeeper.pbn.text import Board, PbnFault, PbnWord, Tag
from scorekeeper.sentences import tell

_BEGINS: Final = re.compile(r"\s*(?:vg|rs|pn|qx|st|md|pg)\|", re.IGNORECASE)
_FROM_SOUTH: Final = "SWNE"
_VULNERABLE: Final = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
_CALL: Final = re.compile(r"[1-7](?:NT?|[SHDC])|[PDR]")
_CALLED: Final = {"P": "Pass", "D": "X", "R": "XX"}
_CARD: Final = re.compile(r"[SHDC](?:[2-9TJQKA]|10)")


def is_lin(text: str) -> bool:
    """Return whether the text is in this format."""
    return _BEGINS.match(text.lstrip("\ufeff")) is not None


# read as boards of PBN, so that auction, play and score are judged in one way
def lin_boards(text: str) -> Iterator[Board]:
    """Yield the boards of such a file; a board that is no more than its fault if it has none."""
    names, number = Tag("", 1), Tag("", 1)
    deal: dict[str, Tag] = {}
    any_dealt = False
    for name, said in _commands(text):
        if name in ("qx", "md") and "md" in deal:
            yield _board(deal, names)
            deal = {}
        if name == "pn":
            names = said
        if name == "qx" or (name == "ah" and "board" in said.value.lower()):
            number = Tag("".join(re.findall("[0-9]+", said.value)[:1]), said.line)
        before = deal.get(name, said).section
        deal |= {name: said._replace(section=(*before, *_words(name, said))), "board": number}
        any_dealt = any_dealt or name == "md"
    if "md" in deal:
        yield _board(deal, names)
    elif not any_dealt:
        message = tell("This is a LIN file (Bridge Base Online) without deals.")
        yield Board(1, {}, (PbnFault(1, "", message),))


def _commands(text: str) -> Iterator[tuple[str, Tag]]:
    """Yield the commands in small letters, each with its value."""
    parts, line = text.split("|"), 1
    for command, value in zip(parts[::2], parts[1::2], strict=False):
        line += command.count("\n")
        yield command.strip().lower(), Tag(value.strip(), line)
        line += value.count("\n")


def _words(command: str, said: Tag) -> Iterator[PbnWord]:
    pattern = {"mb": _CALL, "pc": _CARD}.get(command)
    for one in pattern.findall(said.value.upper()) if pattern else ():
        yield PbnWord(one, said.line)


def _board(deal: dict[str, Tag], names: Tag) -> Board:
    dealt = deal["md"]
    seat = dict(zip("1234", _FROM_SOUTH, strict=True)).get(dealt.value[:1], "")
    tags = {
        "dealer": Tag(seat, dealt.line),
        "deal": Tag(f"S:{' '.join(_hands(dealt.value[1:]))}", dealt.line),
        **{
            {"S": "south", "W": "west", "N": "north", "E": "east"}[one]: Tag(name, names.line)
            for one, name in zip(_FROM_SOUTH, names.value.split(","), strict=False)
        },
    }
    if deal["board"].value:
        tags["board"] = deal["board"]
    if vulnerable := _VULNERABLE.get(deal.get("sv", Tag("", 0)).value.lower()):
        tags["vulnerable"] = Tag(vulnerable, deal["sv"].line)
    if calls := deal.get("mb", Tag("", 0)).section:
        spelt = [word._replace(text=_CALLED.get(word.text, word.text)) for word in calls]
        tags["auction"] = Tag(seat, calls[0].line, tuple(spelt))
        auction = judge_auction(tags["auction"], SEATS.index(seat) if seat else None)
        cards = deal.get("pc", Tag("", 0))
        if auction.contract and auction.declarer is not None and cards.section:
            first = (auction.declarer + 1) % len(SEATS)
            rows = _in_columns(cards.section, first, auction.contract.strain)
            ends = (PbnWord("*", cards.line),) if "mc" in deal else ()
            tags["play"] = Tag(SEATS[first], cards.section[0].line, (*rows, *ends))
        if auction.contract and "mc" in deal:
            tags["result"] = deal["mc"]
    return Board(dealt.line, tags)


def _hands(text: str) -> list[str]:
    """Return the four hands, suits from spades with dots between; the last one has what the others
    have not, and a hand that is not told is a dash."""
    given = [one.upper().replace("10", "T") for one in text.split(",")][:4]
    held = [[re.findall(rf"{suit}([^{SUITS}]*)", one) for suit in SUITS] for one in given]
    hands = [[suit[0] if suit else "" for suit in one] for one in held]
    if len([one for one in hands if any(one)]) == 3 and (len(hands) == 3 or not any(hands[3])):
        left = [
            "".join(rank for rank in RANKS if all(rank not in one[suit] for one in hands))
            for suit in range(len(SUITS))
        ]
        hands = [*hands[:3], left]
    hands += [[""] * len(SUITS)] * (4 - len(hands))
    return [".".join(one) if any(one) else "-" for one in hands]


def _in_columns(cards: Sequence[PbnWord], first: int, trump: str) -> Iterator[PbnWord]:
    """Yield the cards of each trick from the first leader on, whoever led to it."""
    leader = first
    for start in range(0, len(cards), len(SEATS)):
        trick = [one._replace(text=one.text.replace("10", "T")) for one in cards[start : start + 4]]
        seats = [(leader + place) % len(SEATS) for place in range(len(trick))]
        by_seat = dict(zip(seats, trick, strict=True))
        for column in range(len(SEATS)):
            yield by_seat.get((first + column) % len(SEATS), PbnWord("-", trick[0].line))
        suits = (trump, trick[0].text[0])
        leader = max(
            by_seat,
            key=lambda seat: (
                [suit == by_seat[seat].text[0] for suit in suits],
                RANKS.index(by_seat[seat].text[1]),
            ),
        )
