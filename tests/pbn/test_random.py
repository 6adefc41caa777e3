"""Random boards, called and played by the referee's leave; endplay reads them too."""

import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper import questions
from scorekeeper.cards import RANKS, SUITS
from scorekeeper.pbn.boards import judge_boards
from tests.pbn.papers import Told, judged
from tests.requirements import need_endplay

SEATS = "NESW"
VULNERABLE = ("None", "NS", "EW", "All")
SEEDS = st.integers(0, 2**32)


class Dealt:
    """A board played at random, and what must come out of it."""

    def __init__(self, random: Random) -> None:
        pack = [rank + suit for suit in SUITS for rank in RANKS]
        random.shuffle(pack)
        self.random = random
        self.hands = [pack[seat::4] for seat in range(4)]
        self.dealer = random.randrange(4)
        self.vulnerable = random.choice(VULNERABLE)
        self.calls, self.contract = self.bid()
        self.rows: list[list[str]] = []
        self.leaders: list[int] = []
        self.tricks: int | None = None
        if "declarer" in self.contract:
            self.tricks = self.play()

    def bid(self) -> tuple[list[str], Told]:
        """A random auction: its calls, and what it comes to."""
        calls: list[str] = []
        while True:
            answer = questions.call({"game": "bridge", "dealer": self.dealer, "calls": calls})
            if answer["closed"]:
                return calls, answer["contract"]
            legal = answer["legal_calls"]
            # a pass now and then, and no great leaps, or every auction would end at once
            calls.append(self.random.choice(["pass", *legal[:4]]))

    def play(self) -> int:
        """Play all tricks; how many the declarer's side took."""
        declarer = self.contract["declarer"]
        leader, taken = (declarer + 1) % 4, 0
        left = [[*hand] for hand in self.hands]
        for _ in range(13):
            context = {"trump": self.contract["contract"][1:], "leader": leader}
            question: dict[str, Any] = {"game": "bridge", "context": context, "plays": []}
            for step in range(4):
                hand = left[(leader + step) % 4]
                legal = questions.trick({**question, "hand": hand})["legal"]
                question["plays"].append(self.random.choice(legal))
                hand.remove(question["plays"][-1])
            self.leaders.append(leader)
            columns = [(declarer + 1 + column - leader) % 4 for column in range(4)]
            self.rows.append([question["plays"][place] for place in columns])
            leader = questions.trick(question)["winner"]
            taken += leader % 2 == declarer % 2
        return taken

    @property
    def tags(self) -> dict[str, str]:
        """The board's tags."""
        hands = [
            ".".join("".join(c[0] for c in hand if c[1] == suit) for suit in "SHDC")
            for hand in self.hands
        ]
        tags = {
            "Board": "1",
            "Dealer": SEATS[self.dealer],
            "Vulnerable": self.vulnerable,
            "Deal": f"N:{' '.join(hands)}",
            "Declarer": "",
            "Contract": "Pass",
            "Result": "",
        }
        if self.tricks is None:
            return tags
        return {
            **tags,
            "Declarer": SEATS[self.contract["declarer"]],
            "Contract": self.contract["contract"] + "X" * self.contract["doubled"],
            "Result": str(self.tricks),
        }

    @property
    def paper(self) -> str:
        """The board in PBN."""
        calls = ["Pass" if call == "pass" else call for call in self.calls]
        lines = [f'[{name} "{value}"]' for name, value in self.tags.items()]
        lines.append(f'[Auction "{SEATS[self.dealer]}"]')
        rows = [calls[start : start + 4] for start in range(0, len(calls), 4)]
        lines += [" ".join(row) for row in rows]
        if self.tricks is not None:
            lines.append(f'[Play "{SEATS[(self.contract["declarer"] + 1) % 4]}"]')
            lines += [" ".join(card[::-1] for card in row) for row in self.rows]
        return "\n".join([*lines, ""])


@given(SEEDS)
def test_a_board_by_the_rules_has_no_fault(seed: int) -> None:
    dealt = Dealt(Random(seed))
    passed_out = dealt.tricks is None

    found = judged(dealt.paper)

    tags = dealt.tags
    assert found["dealer"] == tags["Dealer"]
    assert found["vulnerable"] == tags["Vulnerable"]
    assert found["contract"] == dealt.contract.get("contract", "Pass")
    assert found["doubled"] == dealt.contract.get("doubled", 0)
    assert (found["declarer"] or "") == tags["Declarer"]
    assert found["tricks"] == dealt.tricks
    assert [found[key] for key in ("auction_errors", "play_errors", "revokes")] == [[], [], []]
    assert (found["claimed"], found["result_agrees"]) == (False, None if passed_out else True)


@given(SEEDS)
def test_endplay_reads_the_same(seed: int) -> None:
    need_endplay()
    from endplay.config import suppress_unicode  # brings a plotter with it
    from endplay.parsers import pbn as endplay

    dealt = Dealt(Random(seed))

    found = judged(dealt.paper)
    (board,) = endplay.loads(dealt.paper)

    assert board.dealer is not None
    assert board.vul is not None
    assert board.contract is not None
    assert (len(board.auction), len(board.play)) == (len(dealt.calls), 4 * len(dealt.rows))
    assert found["dealer"] == board.dealer.abbr
    if dealt.tricks is None:
        assert board.contract.is_passout()
        return
    assert found["declarer"] == board.contract.declarer.abbr
    assert found["score"] == board.contract.score(board.vul)
    with suppress_unicode():
        called = f"{board.contract.level}{board.contract.denom.abbr}"
    assert found["contract"] == called
    assert found["doubled"] == len(board.contract.penalty.abbr)


@given(SEEDS)
def test_what_no_tag_tells_follows(seed: int) -> None:
    dealt = Dealt(Random(seed))
    lines = dealt.paper.splitlines()
    bare = [line for line in lines if not line.startswith(("[Decl", "[Contr", "[Res"))]

    found, all_told = judged("\n".join(bare)), judged(dealt.paper)

    assert found == {**all_told, "result_agrees": None}


@given(SEEDS)
def test_a_card_off_suit_is_a_revoke(seed: int) -> None:
    random = Random(seed)
    dealt = Dealt(random)
    if dealt.tricks is None:
        return
    played = random.randrange(13)
    row, leader = dealt.rows[played], dealt.leaders[played]
    first = dealt.leaders[0]
    seat = (leader + random.randrange(1, 4)) % 4
    led, mine = row[(leader - first) % 4][1], (seat - first) % 4
    before = [earlier[mine] for earlier in dealt.rows[:played]]
    off = [card for card in dealt.hands[seat] if card not in before and card[1] != led]
    if row[mine][1] != led or not off:
        return
    row[mine] = random.choice(off)
    dealt.rows[played + 1 :] = [["*"]]

    found = judged(dealt.paper)

    assert [(one["trick"], one["seat"], one["card"]) for one in found["revokes"]] == [
        (played + 1, SEATS[seat], row[mine])
    ]
    assert (found["play_errors"], found["claimed"]) == ([], played < 12)


@given(SEEDS, st.data())
def test_a_damaged_board_is_judged_or_refused(seed: int, data: st.DataObject) -> None:
    text = Dealt(Random(seed)).paper
    cut = data.draw(st.integers(0, len(text) - 1))
    wide = data.draw(st.integers(0, 12))
    put = data.draw(st.sampled_from(["", "{", "}", '"', "[", "]", "\n\n", "X", "^R ", "-", "* "]))

    documents = [*judge_boards(f'{text[:cut]}{put}{text[cut + wide :]}\n\n[Board "next"]\n')]

    json.dumps(documents)
    # a brace that is not closed takes nothing with it
    assert documents[-1]["board"] == "next"
