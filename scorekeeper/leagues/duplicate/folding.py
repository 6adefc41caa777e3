"""The evening as its records stand, by pure functions; `records.py` lists their kinds."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.duplicate.hands import dealt
from scorekeeper.leagues.duplicate.records import DuplicateState, PairPlaying, Place, SavedLine
from scorekeeper.store.league.duplicate_records import DuplicateRecord
from scorekeeper.store.schema.table import Json


def fold(records: Sequence[DuplicateRecord]) -> DuplicateState:
    """Return the evening as these records stand."""
    undone: set[int] = set()
    for one in records:
        if one.kind == "undo":
            undone.add(one.payload["of"])
        elif one.kind == "redo":
            undone.discard(one.payload["of"])
    folding = _Folding()
    for one in records:
        if one.seq not in undone:
            folding.take(one)
    version = records[-1].seq if records else 0
    return replace(
        folding.state(), version=version, undone=frozenset(undone), records=tuple(records)
    )


class _Folding:
    """A state in the making."""

    def __init__(self) -> None:
        self.setup: Json = {}
        self.pairs: dict[str, PairPlaying] = {}
        self.lines: dict[Place, SavedLine] = {}
        self.places: dict[int, Place] = {}
        self.seated: set[tuple[int, int]] = set()
        self.sitting: dict[tuple[int, int], tuple[str, str]] = {}
        self.fouled: dict[int, Sequence[tuple[int, int]]] = {}
        self.adjustments: dict[int, Json] = {}
        self.deals: dict[int, str] = {}
        self.drawn: dict[int, Json] = {}
        self.seed = ""
        self.maker: str | None = None
        self.round, self.over = 1, False

    def take(self, one: DuplicateRecord) -> None:
        """Take in a record that counts."""
        getattr(self, f"_{one.kind}")(one.payload, one)

    def _setup(self, payload: Json, one: DuplicateRecord) -> None:
        self.setup = payload
        self.pairs = {pair: PairPlaying(tuple(who)) for pair, who in payload["pairs"].items()}
        for board in payload.get("past", {}).get("boards", ()):
            if "deal" in board:
                self.deals[board["number"]] = board["deal"]
        self.seated, self.sitting, self.round, self.drawn = set(), {}, 1, {}

    def _sit(self, payload: Json, one: DuplicateRecord) -> None:
        self.sitting[payload["round"], payload["table"]] = payload["ns"], payload["ew"]

    def _seats(self, payload: Json, one: DuplicateRecord) -> None:
        self.seated.add((payload["round"], payload["table"]))

    def _round(self, payload: Json, one: DuplicateRecord) -> None:
        self.round = payload["round"]
        if "drawn" in payload:
            self.drawn[self.round] = payload["drawn"]

    def _foul(self, payload: Json, one: DuplicateRecord) -> None:
        self.fouled[payload["board"]] = [(round, table) for round, table in payload["tables"]]

    def _adjust(self, payload: Json, one: DuplicateRecord) -> None:
        self.adjustments[one.seq] = payload

    def _deals(self, payload: Json, one: DuplicateRecord) -> None:
        self.deals.update((number, deal) for number, deal in payload["deals"])

    def _dealt(self, payload: Json, one: DuplicateRecord) -> None:
        self.seed, self.maker = payload["seed"], None
        for board in range(1, payload["boards"] + 1):
            self.deals[board] = dealt(self.seed, board)

    def _makes(self, payload: Json, one: DuplicateRecord) -> None:
        self.maker = one.device

    def _over(self, payload: Json, one: DuplicateRecord) -> None:
        self.over = payload["over"]

    def _undo(self, payload: Json, one: DuplicateRecord) -> None:
        """Which records count is known before any is taken in."""

    _redo = _erased = _undo

    def _pair(self, payload: Json, one: DuplicateRecord) -> None:
        pair = self.pairs.get(payload["pair"], PairPlaying())
        players = tuple(payload.get("players", pair.players))
        first, last = payload.get("from", pair.first), payload.get("until", pair.last)
        self.pairs[payload["pair"]] = PairPlaying(players, first, last)

    def _line(self, payload: Json, one: DuplicateRecord) -> None:
        line = SavedLine(one.seq, one.at, one.device, payload)
        self.lines[line.place] = line
        self.places[one.seq] = line.place

    def _gone(self, payload: Json, one: DuplicateRecord) -> None:
        self.lines.pop(Place(*(payload[name] for name in Place._fields)), None)

    def _agree(self, payload: Json, one: DuplicateRecord) -> None:
        place = self.places.get(payload["line"])
        line = self.lines.get(place) if place else None
        if place and line and line.seq == payload["line"]:
            self.lines[place] = replace(line, agreed=payload["agreed"])

    def state(self) -> DuplicateState:
        """Return the state that the records so far make."""
        return DuplicateState(
            setup=self.setup,
            pairs=self.pairs,
            lines=self.lines,
            seated=frozenset(self.seated),
            sitting=self.sitting,
            fouled=self.fouled,
            adjustments=self.adjustments,
            deals=self.deals,
            drawn=self.drawn,
            seed=self.seed,
            maker=self.maker,
            started=self.round,
            over=self.over,
        )
