"""What the pages of *Something went wrong* show: where it happened, the questions, the ruling."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import urlencode

from scorekeeper.engine.deals import Entry
from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import voice_of
from scorekeeper.engine.remedies import Case, Mishap, Remedy
from scorekeeper.engine.replay import Refused, after
from scorekeeper.sentences import Message, Voice, minus, phrase, tell, with_sign
from scorekeeper.store.table.rows import WriteRequest
from scorekeeper.tables.loading import LoadedTable, TableVisit, deal_numbers, last_deal
from scorekeeper.tables.rulings import Decision, Ruling, add_ruling
from scorekeeper.tables.write import WriteResult
from scorekeeper.web.interview.coins import SignVoice, on_page
from scorekeeper.web.referee.by_keys import Answered, ByKeys
from scorekeeper.web.referee.facts import Facts, text_of
from scorekeeper.web.shared.templating import own_path
from scorekeeper.web.table import entries
from scorekeeper.web.table.summary import SideShown, sides_of


class MishapCard(NamedTuple):
    """What may have happened: its title, and what it looks like at the table."""

    title: Message
    signs: Message


MISHAP_CARDS: Final[Mapping[Mishap, MishapCard]] = {
    "revoke": MishapCard(phrase("Revoke"), phrase("did not follow suit")),
    "out-of-turn": MishapCard(phrase("Out of turn"), phrase("led or played too early")),
    "exposed": MishapCard(phrase("Card exposed"), phrase("seen, dropped, two at once")),
    "cards": MishapCard(phrase("Wrong cards"), phrase("misdeal, one card too many")),
    "bid": MishapCard(phrase("A wrong bid"), phrase("out of turn, too low, changed")),
    "claim": MishapCard(phrase("Claimed"), phrase("or gave up the rest")),
    "disputed": MishapCard(phrase("Disputed"), phrase("a score, the last trick, a revoke")),
}


class Moves(NamedTuple):
    """What a ruling moves for a side: tricks with their sign, its points for the deal before and
    after, and its total then; each is empty where there is none, or none is known."""

    side: SideShown
    tricks: str
    before: str
    points: str
    total: str


@dataclass(frozen=True)
class Scene:
    """Where something went wrong: `visit` is the table's (None: it is about the game alone),
    `about` the record of the deal (None: the one that is being played)."""

    known: Facts
    visit: TableVisit | None = None
    about: int | None = None

    @cached_property
    def before(self) -> Pad | None:
        """The pad before the deal; None without a table."""
        if self.visit is None:
            return None
        table = self.visit.table
        return table.pad if self.about is None else table.pad_before(self.about)

    @property
    def number(self) -> int | None:
        """The number of the deal; None without a table."""
        return self.before.deals + 1 if self.before else None

    @cached_property
    def entry(self) -> Entry:
        """What is entered of the deal."""
        if self.visit is None or self.known.show is None:
            return {}
        if self.about is None:
            return {} if self.visit.table.pad.outcome else self.known.show.begun
        return self.visit.table.find(self.about).payload

    @property
    def case(self) -> Case:
        """The case that the game's inquiry looks into."""
        if self.before is None:
            house = self.known.game.house_rules(self.known.options)
            return Case(house, self.known.sides, tuple(range(len(self.known.names))))
        pad = self.before
        return Case(pad.options, pad.sides, pad.filled, self.entry, pad.upcoming["dealer"])

    @property
    def voice(self) -> Voice:
        """Names who sits at the table."""
        return self.known.voice if self.before is None else on_page(voice_of(self.before))

    def address(self, about: int | None, **given: str) -> str:
        """Return the address of a step, with what is answered."""
        asked = {**self.known.fields, **({} if about is None else {"about": str(about)}), **given}
        return f"{own_path()}?{urlencode(asked)}" if asked else own_path()

    @property
    def mishaps(self) -> list[tuple[Mishap, str, str, str]]:
        """Return what may have happened in this game: its name, title, signs and address."""
        return [
            (one, tell(card.title), tell(card.signs), self.address(self.about, mishap=one))
            for one, card in MISHAP_CARDS.items()
            if one in self.known.game.remedies
        ]

    @property
    def deals(self) -> list[tuple[str, str, bool]]:
        """Return the deals that it may be about: the one that is being played and the last one,
        each with its label, its address, and whether it is this one."""
        if self.visit is None:
            return []
        table = self.visit.table
        last = [*deal_numbers(table).items()][-1:]
        playing = [] if table.pad.outcome else [(None, table.pad.deals + 1)]
        return [
            (tell("Deal {n}", n=number), self.address(seq), seq == self.about)
            for seq, number in [*playing, *last]
        ]


@dataclass(frozen=True)
class Investigation:
    """What is known of a mishap so far."""

    scene: Scene
    mishap: Mishap

    @cached_property
    def asked(self) -> ByKeys[Remedy]:
        """The inquiry as far as the address answers it."""
        scene, remedy = self.scene, self.scene.known.game.remedies[self.mishap]
        return ByKeys(
            lambda: remedy(scene.case),
            SignVoice(scene.voice.names, scene.voice.sides),
            lambda facts: scene.address(scene.about, mishap=self.mishap, **facts),
        )

    @property
    def answered(self) -> Iterator[Answered]:
        """Yield what is answered, what happened first."""
        card = MISHAP_CARDS.get(self.mishap)
        title = tell(card.title if card else "Two revokes")
        yield Answered(tell("What happened"), title, self.scene.address(self.scene.about))
        yield from self.asked.answered

    @property
    def another(self) -> str:
        """The address that asks about another revoke in the deal; empty where that is not asked."""
        if self.mishap != "revoke" or "revokes" not in self.scene.known.game.remedies:
            return ""
        both = Investigation(self.scene, "revokes").asked.inquest
        if both.open is None:
            return ""
        facts = {asked.name: text_of(value) for asked, value in both.answered}
        return self.scene.address(self.scene.about, mishap="revokes", **facts)


@dataclass(frozen=True)
class RulingShown:
    """The ruling, what it moves, and what it is recorded as."""

    scene: Scene
    remedy: Remedy

    @property
    def text(self) -> str:
        """The ruling, in one sentence."""
        return self.scene.voice.alone(self.remedy.ruling)

    @property
    def then(self) -> list[str]:
        """What the players do now."""
        return [self.scene.voice.alone(one) for one in self.remedy.then]

    @property
    def pinned(self) -> tuple[entries.RulingInWords, ...]:
        """The table's own rulings by that paragraph, where they go for house rules."""
        visit = self.scene.visit
        return entries.pinned_by_heading(visit.table).get(self.remedy.rule, ()) if visit else ()

    @cached_property
    def corrected(self) -> Entry | None:
        """The entry of the deal as the ruling has it; None where it changes nothing of it."""
        return self.remedy.corrected(self.scene.entry) if self.remedy.changes else None

    @cached_property
    def moves(self) -> list[Moves]:
        """What the ruling moves, a row a side; empty where it moves nothing."""
        visit, before, given = self.scene.visit, self.scene.before, self.remedy.points
        moves_any = any(self.remedy.tricks.values()) or given or self.corrected is not None
        if visit is None or before is None or not moves_any:
            return []
        none = [0] * len(before.sides)
        was = None if self.scene.about is None else _scored(before, self.scene.entry)
        now = was if self.corrected is None else _scored(before, self.corrected)
        known = now is not None or self.corrected is None
        # what follows an earlier deal may score otherwise too
        ends_there = self.scene.about in (None, last_deal(visit.table))
        moved = [
            (old, new + given.get(side, 0))
            for side, (old, new) in enumerate(zip(was or none, now or none, strict=True))
        ]
        return [
            Moves(
                side=side,
                tricks=with_sign(tricks) if (tricks := self.remedy.tricks.get(at, 0)) else "",
                before=with_sign(old) if was and old != new else "",
                points=with_sign(new) if known else "",
                total=minus(side.total - old + new) if known and ends_there else "",
            )
            for at, (side, (old, new)) in enumerate(
                zip(sides_of(visit.table.pads, visit.table.coins), moved, strict=True)
            )
        ]

    @property
    def at_stake(self) -> str:
        """What is recorded, in short: each side with its points."""
        return "\N{EN SPACE}".join(
            f"{one.side.name} {one.points}" for one in self.moves if one.points not in ("", "0")
        )

    @property
    def decision(self) -> Decision:
        """What is decided, as rulings are recorded."""
        if self.remedy.again:
            return "replay"
        if self.corrected is not None and self.scene.about is not None:
            return "correct"
        return "points" if self.remedy.points else "nothing"

    def record(self, table: LoadedTable, sent: WriteRequest) -> WriteResult:
        """Write the ruling, with what it moves."""
        ruling = Ruling(
            voice_of(table.pad).alone(self.remedy.ruling), self.remedy.rule, self.decision
        )
        return add_ruling(
            table,
            ruling,
            sent,
            about=self.scene.about,
            points={int(side): moved for side, moved in self.remedy.points.items()},
            corrected=self.corrected if self.scene.about is not None else None,
        )


def _scored(before: Pad, entry: Entry) -> list[int] | None:
    """Return the points of a deal, by side; None while it is not whole."""
    try:
        totals = after(before, entry).totals
    except Refused:
        return None
    return [now - was for now, was in zip(totals, before.totals, strict=True)]
