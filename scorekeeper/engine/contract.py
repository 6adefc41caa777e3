"""What a game declares, made into what the rest of the app knows (for now: an adapter)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Generic

import msgspec
from typing_extensions import TypeVar

from scorekeeper.engine.common.each import stands_still
from scorekeeper.engine.deals import Drafts, as_far_as_known
from scorekeeper.engine.fields import Barred, Fault, Flag, Interview, Question, Value, Warn
from scorekeeper.engine.game import Fact, Room, _clockwise, dealers_left, each_player
from scorekeeper.engine.game import Game as OldGame
from scorekeeper.engine.game import Table as Printed
from scorekeeper.engine.grid import Grid
from scorekeeper.engine.guide import Guide
from scorekeeper.engine.options import Options
from scorekeeper.engine.pad import Entry, Line, Outcome, Pad, lasting
from scorekeeper.referee.auction import Auction
from scorekeeper.referee.tricks import Play
from scorekeeper.sentences import Sentence, Sides, say

D = TypeVar("D")
H = TypeVar("H", bound=Options, default=Options)
S = TypeVar("S", default=None)


class Table(msgspec.Struct, Generic[S, H], frozen=True):
    """What holds when a deal is scored, and all that its points may depend on.

    `state` is what is carried from deal to deal, `house` the house rules, `sides` who scores
    together, `filled` the seats where somebody sits.
    """

    state: S
    house: H
    sides: Sides
    filled: tuple[int, ...]


def _never(house: Any) -> Sentence | None:
    return None


class Passing(msgspec.Struct, frozen=True):
    """That a deal may be passed out, and what is said of one; `barred` says why it may not under
    these house rules (None: it may), `label` what its key says if that is not `text`."""

    text: Sentence
    barred: Callable[[Any], Sentence | None] = _never
    label: Sentence | None = None


def _stateless(pad: Pad[Any]) -> None:
    return None


STATELESS: Final[Any] = _stateless


def Game(  # noqa: C901, N802 (an adapter until every game is declared so)
    *,
    slug: str,
    name: str,
    aliases: tuple[str, ...],
    players: range,
    about: Sentence,
    guide: Guide,
    house: type[H],
    deal: type[D] | Any,
    form: Callable[[Pad[H]], Interview],
    score: Callable[[Table[S, H], D], Iterable[Line]],
    result: Callable[[Pad[H]], Outcome | None],
    variants: Mapping[str | None, H] | None = None,
    sides: Callable[[H, int], Sides] = each_player,
    passing: Passing | None = None,
    state: Callable[[Pad[H]], S] = STATELESS,
    shown: bool = True,
    columns: tuple[str, ...] = ("score",),
    tallies: tuple[str, ...] = (),
    edition: int = 1,
    upcoming: Callable[[Pad[H]], Mapping[str, Value]] = _clockwise,
    recorded: tuple[str, ...] = (),
    check: Callable[[str | None, H, int], Iterable[Fault]] | None = None,
    extras: Mapping[str, Callable[[Pad[H]], Interview]] | None = None,
    closing: Callable[[Pad[H]], Iterable[Line]] | None = None,
    over: Sentence | None = None,
    headline: Callable[[Pad[H], D], Iterator[Sentence]] | None = None,
    carried: Callable[[Pad[H]], Iterable[tuple[int, Sentence]]] | None = None,
    needs: Callable[[Pad[H]], Iterable[tuple[int, Sentence]]] | None = None,
    facts: Callable[[Pad[H], D], Iterable[tuple[int, Fact, int]]] | None = None,
    odd: Callable[[Pad[H], D], Iterable[Warn]] | None = None,
    tables: Mapping[str, Grid[Any] | Callable[[H], Grid[Any] | Printed | None]] | None = None,
    room: Callable[[Pad[H], int], Sentence | None] | None = None,
    more_room: Callable[[Pad[H], int], Room] | None = None,
    ladder: Callable[[Pad[H]], Any] | None = None,
    low_wins: Callable[[H], bool] = lambda house: False,
    pips: Callable[[H], int] | None = None,
    counters: Callable[[H], bool] | None = None,
    play: Play | None = None,
    auction: Auction | None = None,
    opening: Callable[[Pad[H], D], Iterator[tuple[str, Value]]] | None = None,
    board: Callable[[D, bool, bool], int] | None = None,
) -> OldGame:
    """The game that these functions make, as the rest of the app knows games."""
    drafts = Drafts(deal)

    def housed(values: Mapping[str, Value]) -> H:
        return values if type(values) is house else house(**values)

    def deal_of(entry: Entry) -> Any:
        if passing is not None and "passed_out" in entry:
            return None
        return msgspec.convert(entry, deal)

    def score_it(pad: Pad[Any], entry: Entry) -> Iterable[Line]:
        one = deal_of(entry)
        if one is None:
            return passed(pad.sides, pad.filled)
        at = state(pad)
        return score(Table(at, housed(pad.options), pad.sides, pad.filled), one)

    @cache
    def passed(sides: Sides, filled: tuple[int, ...]) -> tuple[Line, ...]:
        assert passing is not None
        text = passing.text
        playing = [side for side, seats in enumerate(sides) if any(s in filled for s in seats)]
        lines = [Line(side, 0, text, "passed-out", columns[-1]) for side in playing]
        empty = (stands_still(side) for side in range(len(sides)) if side not in playing)
        return lasting([*lines, *empty])

    @cache
    def ask_passing(rules: H) -> Question:
        assert passing is not None
        template = passing.text.template
        label = passing.label or say(template[0].upper() + template[1:])
        reason = passing.barred(rules)
        if reason is None:
            return Flag(path=("passed_out",), label=label, when="before")
        return Barred(path=("passed_out",), kind=bool, label=label, missing=reason)

    def form_it(pad: Pad[Any]) -> Interview:
        if passing is not None and (yield ask_passing(housed(pad.options))):
            return
        yield from form(pad)

    def headline_it(pad: Pad[Any], entry: Entry) -> Sentence | None:
        if passing is not None and entry.get("passed_out"):
            return passing.text
        told = as_far_as_known(headline(pad, drafts.read(entry)))  # type: ignore[misc]
        return told[-1] if told else None

    def opening_it(pad: Pad[Any], entry: Entry) -> Mapping[str, Value]:
        return dict(as_far_as_known(opening(pad, drafts.read(entry))))  # type: ignore[misc]

    def facts_it(pad: Pad[Any], entry: Entry) -> Iterable[tuple[int, Fact, int]]:
        one = deal_of(entry)
        return () if one is None else facts(pad, one)  # type: ignore[misc]

    def odd_it(pad: Pad[Any], entry: Entry) -> Iterable[Warn]:
        one = deal_of(entry)
        return () if one is None else odd(pad, one)  # type: ignore[misc]

    def tables_it(values: Mapping[str, Value]) -> Mapping[str, Printed]:
        made = {
            key: one if isinstance(one, Grid) else one(housed(values))
            for key, one in (tables or {}).items()
        }
        return {
            key: one.printed() if isinstance(one, Grid) else one
            for key, one in made.items()
            if one is not None
        }

    worth = cache(lambda one, vulnerable, rubber: board(one, vulnerable, rubber))  # type: ignore[misc]

    def state_it(pad: Pad[Any]) -> Mapping[str, Value]:
        at: Any = state(pad)
        return {} if at is None or not shown else msgspec.structs.asdict(at)

    def of_house(one: Any) -> Any:
        return None if one is None else lambda values, *rest: one(housed(values), *rest)

    return OldGame(
        slug=slug,
        name=name,
        aliases=aliases,
        players=players,
        about=about,
        guide=guide,
        variants=variants if variants is not None else {None: house()},
        options=tuple(one.question() for one in house.declared),
        sides=of_house(sides),
        form=form_it,
        score=score_it,
        result=result,  # type: ignore[arg-type]
        columns=columns,
        tallies=tallies,
        edition=edition,
        upcoming=upcoming,  # type: ignore[arg-type]
        recorded=recorded,
        state=state_it,
        check=check and (lambda variant, values, count: check(variant, housed(values), count)),  # type: ignore[arg-type]
        extras=extras or {},  # type: ignore[arg-type]
        closing=closing,  # type: ignore[arg-type]
        over=over,
        headline=headline_it if headline else None,
        carried=carried,  # type: ignore[arg-type]
        needs=needs,  # type: ignore[arg-type]
        facts=facts_it if facts else None,
        odd=odd_it if odd else None,
        tables=tables_it if tables else None,
        room=room,  # type: ignore[arg-type]
        more_room=more_room,  # type: ignore[arg-type]
        ladder=ladder,  # type: ignore[arg-type]
        low_wins=of_house(low_wins),
        pips=of_house(pips),
        counters=of_house(counters),
        play=play,
        auction=auction,
        opening=opening_it if opening else dealers_left,
        board=(lambda entry, vulnerable, rubber: worth(deal_of(entry), vulnerable, rubber))
        if board
        else None,
        deal_of=deal_of,
        house=housed,
    )
