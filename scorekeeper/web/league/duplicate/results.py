"""What a duplicate evening comes to: travellers, the ranking, a pair's own card."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.duplicate.double_dummy import DoubleDummy
from scorekeeper.duplicate.hands import HandShown, hands_of
from scorekeeper.duplicate.kitchen import Home, standing
from scorekeeper.duplicate.result import score
from scorekeeper.leagues.duplicate.records import TEAMS, Place, members, side_of
from scorekeeper.sentences import phrase, tell, with_sign
from scorekeeper.sheet.documents import Document
from scorekeeper.web.league.duplicate import words
from scorekeeper.web.league.duplicate.solving import ask
from scorekeeper.web.league.duplicate.visit import DuplicateVisit, duplicate_or_404, page

bp = Blueprint("duplicate_results", __name__)
_UNDER: Final = "/l/<league_id>/evening/<int:evening>/duplicate"


def points_text(points: float | None) -> str:
    """Return points, or a percentage, with the decimals that they have."""
    return "–" if points is None else f"{points:g}".replace("-", "−")


def percent_text(points: float | None, top: float | None) -> str:
    """Return points as a percentage of the top; empty where there is none."""
    if points is None or not top:
        return ""
    return tell("{n}%", n=round(100 * points / top))


# --- a board's traveller ------------------------------------------------------------------------


class TravellerRow(NamedTuple):
    """A result on a traveller: the pairs by number and name, what was played, North-South's score,
    both sides' points, why; ``share`` is North-South's part of the top in hundredths, ``mine``: the
    phone's pair."""

    ns: str
    ew: str
    names: str
    contract: Markup
    over: str
    by: str
    lead: Markup
    score: str
    ns_points: str
    ew_points: str
    share: int
    why: str
    mine: bool


@dataclass(frozen=True)
class Traveller:
    """A board with its results so far, the best for North-South first."""

    here: DuplicateVisit
    number: int

    @property
    def board(self) -> words.BoardShown:
        """The board."""
        return words.board_shown(self.number)

    @cached_property
    def _told(self) -> Document:
        return self.here.scored.board(self.number) or {"results": [], "top": None}

    @property
    def top(self) -> float | None:
        """The most points that the board can bring."""
        top: float | None = self._told.get("top")
        return top

    @cached_property
    def rows(self) -> Sequence[TravellerRow]:
        """The results."""
        scored = self.here.scored
        given: Sequence[Document] = next(
            (one["results"] for one in scored.session["boards"] if one["number"] == self.number), []
        )
        places = scored.places.get(self.number, [])
        told = self._told["results"]
        rows = [*map(self._row, places, given, told)]
        order = sorted(range(len(rows)), key=lambda at: -(told[at]["ns_points"] or 0))
        return [rows[at] for at in order]

    def _row(self, place: Place | None, given: Mapping[str, Any], told: Document) -> TravellerRow:
        score = words.score_of(given, self.number)
        points = told["ns_points"]
        ns, ew = side_of(given["ns"]), side_of(given["ew"])
        if self.here.state.past is not None:
            mine = place is not None
        else:
            mine = self.here.pair in (*members(ns), *members(ew)) or (
                self.here.pair is None and place is not None and place.table == self.here.table
            )
        return TravellerRow(
            self.here.number_of(ns),
            self.here.number_of(ew),
            f"{self.here.name(ns)} – {self.here.name(ew)}",
            words.contract_words(given),
            words.over_words(given),
            given.get("declarer", ""),
            words.lead_words(given),
            "" if score is None else with_sign(score),
            points_text(points),
            points_text(told["ew_points"]),
            round(100 * (points or 0) / self.top) if self.top else 0,
            told["why"]["text"],
            mine,
        )

    @property
    def hands(self) -> Sequence[HandShown]:
        """How the cards lay; nothing before the session is over."""
        deal = self.here.state.deals.get(self.number) if self.here.state.over else None
        return [*hands_of(deal)] if deal else ()

    @cached_property
    def solution(self) -> Future[DoubleDummy | None] | None:
        """What the hands come to with all cards open, as far as it is solved; None for nothing."""
        if not self.hands:
            return None
        deal = self.here.state.deals[self.number]
        return ask(deal, self.board.dealer, self.board.vulnerable)

    @property
    def due(self) -> int:
        """The number of results that the board was due to have."""
        if self.here.state.past is not None:
            return len(self.rows)
        plan = self.here.state.plan.values()
        return sum(self.number in one.boards for tables in plan for one in tables)


@bp.get(f"{_UNDER}/board/<int:board>")
def traveller(league_id: str, evening: int, board: int) -> ResponseReturnValue:
    """Show a board's results, to whom does not have to play it any more."""
    here = duplicate_or_404(league_id, evening)
    if not 1 <= board <= int(here.state.movement["boards"]):
        abort(404)
    seen = here.sees_board(board)
    return page("traveller.html", here, traveller=Traveller(here, board) if seen else None)


# --- the ranking --------------------------------------------------------------------------------


class RankRow(NamedTuple):
    """A pair in a ranking: its place (with `=` where it is shared), its names (`members`: those of
    a team), its total."""

    place: str
    pair: str
    name: str
    members: str
    total: str
    share: float
    mine: bool


FIELDS: Final = {
    "NS": phrase("North-South"),
    "EW": phrase("East-West"),
    "all": phrase("All"),
}
UNITS: Final = {
    "matchpoints": phrase("Percent of the matchpoints."),
    "board-a-match": phrase("Percent of the boards won."),
    "cross-imps": phrase("IMPs against all other results, board by board."),
    "butler": phrase("IMPs against the mean of the other results."),
    "imps": phrase("Victory points."),
}
"""What a total is, by how boards are compared."""


class FieldShown(NamedTuple):
    """A ranking: what it is called, its rows."""

    name: str
    title: str
    rows: Sequence[RankRow]


def fields_shown(here: DuplicateVisit) -> Sequence[FieldShown]:
    """Return the rankings; where boards were played again, how the table would have stood, and the
    past session's own."""
    past = here.state.past
    if past is not None:
        home = standing(past, here.state.home, here.scored.result)
        published = score(past)["fields"]
        return [
            FieldShown("home", tell("Your table"), [*map(partial(_at_home, here), home)]),
            *(
                FieldShown(one["name"], tell(FIELDS[one["name"]]), [*_ranked(here, one["ranking"])])
                for one in published
            ),
        ]
    return [
        FieldShown(one["name"], tell(FIELDS[one["name"]]), [*_ranked(here, one["ranking"])])
        for one in here.scored.result.get("fields", ())
    ]


def _at_home(here: DuplicateVisit, home: Home) -> RankRow:
    value = f"{home.value:.2f}".replace("-", "−")
    share = home.value if here.state.by_percent else 0
    return RankRow(str(home.place), home.id, here.name(home.id), "", value, share, mine=True)


def _ranked(here: DuplicateVisit, ranking: Sequence[Document]) -> Iterator[RankRow]:
    ranks = [one["rank"] for one in ranking]
    for one in ranking:
        shared = "=" if ranks.count(one["rank"]) > 1 else ""
        percent = one.get("percent")
        total = one["total"] if percent is None else percent
        yield RankRow(
            f"{one['rank']}{shared}",
            one["id"],
            here.name(one["id"]),
            ", ".join(here.players_of(one["id"])) if here.state.kind == TEAMS else "",
            f"{total:.2f}".replace("-", "−"),
            float(percent or 0),
            one["id"] == here.pair,
        )


class MatchShown(NamedTuple):
    """A match of teams: its round, both teams, the IMPs of each, their victory points (empty: none
    yet)."""

    round: int
    teams: tuple[str, str]
    imps: str
    points: str


def matches_shown(here: DuplicateVisit) -> Iterator[MatchShown]:
    """Yield the matches, the newest round first."""
    for one in reversed(here.scored.result.get("matches", ())):
        home, away = one["teams"]
        vps = one.get("vps", ())
        yield MatchShown(
            one["round"],
            (here.name(home), here.name(away)),
            " : ".join(map(points_text, one["imps"])),
            " : ".join(f"{points:.2f}" for points in vps),
        )


@bp.get(f"{_UNDER}/ranking")
def ranking(league_id: str, evening: int) -> ResponseReturnValue:
    """Show how the pairs stand, once it is shown."""
    here = duplicate_or_404(league_id, evening)
    fields = fields_shown(here) if here.sees_ranking else ()
    among = [(one.name, one.title) for one in fields if here.state.past is None]
    if len(among) > 1:
        among.append(("all", tell(FIELDS["all"])))
    asked = request.args.get("field", "all")
    shown = [one for one in fields if one.name == asked and among] or fields
    return page(
        "ranking.html",
        here,
        fields=shown,
        among=among,
        chosen=asked if shown != fields else "all",
        unit=tell(UNITS[here.state.method]),
        matches=[*matches_shown(here)] if fields else (),
    )


# --- a pair's own card --------------------------------------------------------------------------


class CardRow(NamedTuple):
    """A board of a pair: against whom, what was played, its own score, its points and percent;
    ``why`` the points."""

    board: int
    round: int
    against: str
    contract: Markup
    over: str
    by: str
    score: str
    points: str
    percent: str
    why: str


def card_of(here: DuplicateVisit, pair: str) -> Iterator[CardRow]:
    """Yield the boards that a pair has played, as it saw them."""
    for place, line in sorted(here.state.lines.items()):
        if pair not in line.contestants:
            continue
        found = here.scored.line(place)
        if found is None:
            continue
        given, told = found
        ns, ew = line.payload["ns"], line.payload["ew"]
        north = pair in members(ns)
        score, top = words.score_of(given, place.board), here.scored.board(place.board)
        points = told["ns_points"] if north else told["ew_points"]
        yield CardRow(
            place.board,
            place.round,
            here.name(ew if north else ns),
            words.contract_words(given),
            words.over_words(given),
            given.get("declarer", ""),
            "" if score is None else with_sign(score if north else -score),
            points_text(points),
            percent_text(points, (top or {}).get("top")),
            told["why"]["text"],
        )


class GuideRow(NamedTuple):
    """A round of a pair or a table: the table, the side, against whom, the boards; `rests`: it
    sits out."""

    round: int
    table: int
    side: str
    against: str
    boards: str
    rests: bool = False


def guide_of(here: DuplicateVisit, pair: str) -> Iterator[GuideRow]:
    """Yield a pair's way, round by round."""
    for round in here.state.plan:
        tables = here.state.tables_of(round, pair)
        if not tables:
            yield GuideRow(round, 0, "", "", "", rests=True)
        for there in tables:
            north = pair in members(there.ns)
            side, other = (tell("N–S"), there.ew) if north else (tell("E–W"), there.ns)
            boards = words.boards_text(there.boards)
            yield GuideRow(round, there.table, side, other, boards)


@bp.get(f"{_UNDER}/pair/<pair>")
def own_card(league_id: str, evening: int, pair: str) -> ResponseReturnValue:
    """Show a pair's way, and its boards as far as the phone sees them."""
    here = duplicate_or_404(league_id, evening)
    if pair not in here.state.pairs or not here.state.pairs[pair].players:
        abort(404)
    shown = here.directs or here.state.over or pair == here.pair
    rows = [one for one in card_of(here, pair) if here.sees_board(one.board)] if shown else []
    return page("card.html", here, pair=pair, rows=rows, guide=[*guide_of(here, pair)])
