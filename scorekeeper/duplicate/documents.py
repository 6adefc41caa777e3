"""The documents of duplicate, as the API describes them."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=200)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Tricks = Annotated[int, msgspec.Meta(ge=0, le=13)]
Direction = Literal["NS", "EW"]
Vulnerable = Literal["None", "NS", "EW", "All"]
Declarer = Literal["N", "E", "S", "W"]
Unit = str | list[str]
"""Who sat there: an id; of an individual two."""


class DuplicateEvent(TypedDict, total=False):
    """What the session is called."""

    name: Text
    date: Text
    club: Text
    director: Text
    scorer: Text


class Datum(TypedDict):
    """Butler's datum: the results left out at each end, and what it is rounded to."""

    discard: NotRequired[Annotated[int, msgspec.Meta(ge=0)]]
    round: NotRequired[Positive]


class DuplicateScoring(TypedDict):
    """The scoring options; left out is what is usual."""

    method: NotRequired[
        Literal["matchpoints", "cross-imps", "butler", "total-points", "imps", "board-a-match"]
    ]
    winners: NotRequired[Literal[1, 2]]
    per_win: NotRequired[Literal[1, 2]]
    compare: NotRequired[Literal["field", "section"]]
    expected: NotRequired[Positive]
    round_lines: NotRequired[Literal[1]]
    own_session: NotRequired[bool]
    average_imps: NotRequired[float]
    cross_imps: NotRequired[Literal["mean", "sum"]]
    datum: NotRequired[Datum]
    vp: NotRequired[Literal["wbf-2013", "none"]]
    vp_boards: NotRequired[Positive]


class DuplicateContestant(TypedDict):
    """A pair, a team or a single player."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    names: NotRequired[list[Text]]
    section: NotRequired[Text]
    direction: NotRequired[Direction]


class WeightedOutcome(TypedDict):
    """One outcome of a weighted score; all weights add up to 100."""

    weight: float
    contract: NotRequired[str]
    declarer: NotRequired[Declarer]
    tricks: NotRequired[Tricks]
    lead: NotRequired[str]
    score: NotRequired[int]


class DuplicateLine(TypedDict):
    """A result: who sat where, and what happened: a contract, a score, or a ruling."""

    ns: Unit
    ew: Unit
    round: NotRequired[Positive]
    table: NotRequired[int | str]
    room: NotRequired[Literal["open", "closed"]]
    contract: NotRequired[str]
    declarer: NotRequired[Declarer]
    tricks: NotRequired[Tricks]
    lead: NotRequired[str]
    score: NotRequired[int]
    artificial: NotRequired[dict[str, Any]]
    weighted: NotRequired[list[WeightedOutcome]]
    split: NotRequired[dict[str, Any]]
    not_played: NotRequired[bool]
    group: NotRequired[Text]
    note: NotRequired[str]


class DuplicateBoard(TypedDict):
    """A board with its results."""

    number: Positive
    results: list[DuplicateLine]
    dealer: NotRequired[Declarer]
    vulnerable: NotRequired[Vulnerable]
    deal: NotRequired[str]


class DuplicateAdjustment(TypedDict):
    """Points, or percent of one board's top, added to a total."""

    contestant: str
    points: NotRequired[float]
    percent_of_top: NotRequired[float]
    reason: NotRequired[Text]


class DuplicateBye(TypedDict):
    """A team's bye."""

    team: str
    vp: float
    round: NotRequired[Positive]


class MovementTable(TypedDict):
    """A table in one round. `shared`: another plays the same boards; `switched`: the directions are
    exchanged already; `room` is a match's."""

    table: Positive
    ns: Unit
    ew: Unit
    boards: list[Positive]
    shared: NotRequired[bool]
    switched: NotRequired[bool]
    room: NotRequired[Literal["open", "closed"]]


class MovementRound(TypedDict):
    """One round of a movement."""

    round: Positive
    tables: list[MovementTable]
    sitting_out: NotRequired[list[str]]


class MovementDocument(TypedDict):
    """A movement: whole with its plan, or by its kind, contestants and boards."""

    format: NotRequired[Literal["scorekeeper-movement/1"]]
    kind: NotRequired[str]
    contestants: NotRequired[Positive]
    tables: NotRequired[Positive]
    rounds: NotRequired[Positive]
    boards_per_round: NotRequired[Positive]
    boards: NotRequired[Positive]
    winners: NotRequired[Literal[1, 2]]
    arrow_switch: NotRequired[int]
    plan: NotRequired[list[MovementRound]]


class DuplicateSession(TypedDict):
    """A session of duplicate: contestants, scoring, and what stands on every traveller."""

    format: Literal["scorekeeper-duplicate/1"]
    contestants: list[DuplicateContestant]
    boards: list[DuplicateBoard]
    event: NotRequired[DuplicateEvent]
    kind: NotRequired[Literal["pairs", "teams", "individual"]]
    scoring: NotRequired[DuplicateScoring]
    movement: NotRequired[MovementDocument]
    adjustments: NotRequired[list[DuplicateAdjustment]]
    byes: NotRequired[list[DuplicateBye]]


class DuplicateWhy(TypedDict):
    """Why a line has its points: a sentence, and its rule."""

    text: str
    rule: str


class LineResult(TypedDict):
    """The points of a line; null where there are none."""

    ns: Unit
    ew: Unit
    score: int | None
    ns_points: float | None
    ew_points: float | None
    why: DuplicateWhy
    datum: NotRequired[float]


class BoardResult(TypedDict):
    """A board's lines with their points."""

    number: int
    dealer: Declarer
    vulnerable: Vulnerable
    results: list[LineResult]
    top: NotRequired[float]


class RankedContestant(TypedDict):
    """A contestant in the ranking."""

    id: str
    boards: int
    points: float
    total: float
    rank: int
    percent: NotRequired[float]


class RankedField(TypedDict):
    """A ranking: of all, or of one direction."""

    name: Literal["all", "NS", "EW"]
    ranking: list[RankedContestant]


class MatchResult(TypedDict):
    """A match of two teams: what each won."""

    round: int | None
    teams: list[str]
    boards: int
    imps: list[float]
    vps: NotRequired[list[float]]


class MissingLine(TypedDict):
    """A result that the movement plans and that is not there."""

    round: int
    table: int
    board: int


class DuplicateWarning(TypedDict):
    """Something unlikely, and where it is."""

    at: str
    message: str


class DuplicateResult(TypedDict):
    """A session as it is scored."""

    format: Literal["scorekeeper-duplicate-result/1"]
    kind: str
    method: str
    boards: list[BoardResult]
    fields: list[RankedField]
    warnings: list[DuplicateWarning]
    matches: NotRequired[list[MatchResult]]
    missing: NotRequired[list[MissingLine]]
