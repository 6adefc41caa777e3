"""An evening becomes a duplicate evening: its pairs, teams or players, a movement, how it is
played."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, Final, NamedTuple

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, TextAreaField
from wtforms.fields.choices import SelectChoice

from scorekeeper.duplicate.movements import movement
from scorekeeper.duplicate.movements.offers import A_BOARD, A_ROUND, Offer, offers
from scorekeeper.duplicate.movements.others import SWISS, swiss
from scorekeeper.duplicate.movements.plans import Movement, MovementRefused
from scorekeeper.leagues.decisions import read_name
from scorekeeper.leagues.duplicate.preparing import set_up
from scorekeeper.leagues.duplicate.records import (
    AT_END,
    EACH_BOARD,
    EACH_ROUND,
    INDIVIDUAL,
    LIVE,
    NEVER,
    PAIRS,
    SIZES,
)
from scorekeeper.leagues.duplicate.writing import state_of
from scorekeeper.leagues.evening.coming import replies_of
from scorekeeper.leagues.evening.evenings import save_evening
from scorekeeper.leagues.evening.plan import DUPLICATE
from scorekeeper.leagues.evening.tonight import evening_status
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.sentences import phrase, tell
from scorekeeper.spelling import folded, visible
from scorekeeper.tables.own_games import game_named
from scorekeeper.web.league.duplicate import visit as at
from scorekeeper.web.league.duplicate.kinds import KINDS, METHODS, MOVEMENTS, NAMES
from scorekeeper.web.league.duplicate.visit import DuplicateVisit, duplicate_or_404, page
from scorekeeper.web.league.league_request import decision_request, refused, respond
from scorekeeper.web.shared.forms import ChoiceField, NumberField, PageForm, TextField, fault_of
from scorekeeper.web.shared.security import read_number
from scorekeeper.web.table import table_request
from scorekeeper.web.table.table_request import LOOKED, WriteOutcome

bp = Blueprint("duplicate_setup", __name__, url_prefix="/l/<league_id>/evening/<int:evening>")

USUAL_BOARDS: Final = 24
MOST_BOARDS: Final = 60
MOST_MINUTES: Final = 60


class SetupForm(PageForm):
    """Who competes, a line each; how many boards, or when to stop; the movement that was chosen of
    those offered; how it is played."""

    kind = ChoiceField(
        phrase("Who competes"), [(kind, one.name) for kind, one in KINDS.items()], default=PAIRS
    )
    pairs = TextAreaField(phrase("Names, one pair or team per line: Ann, Ben"), default="")
    scoring = ChoiceField(phrase("Scoring"), [*METHODS.items()], default="matchpoints")
    boards = NumberField(phrase("Boards"), default=USUAL_BOARDS)
    until = TextField(
        phrase("Or stop at (19:30)"), filters=[str.strip], render_kw={"maxlength": "200"}
    )
    a_board = TextField(
        phrase("Minutes per board"),
        default=f"{A_BOARD:g}",
        filters=[str.strip],
        render_kw={"maxlength": "200"},
    )
    a_round = TextField(
        phrase("Minutes per move"),
        default=f"{A_ROUND:g}",
        filters=[str.strip],
        render_kw={"maxlength": "200"},
    )
    offer = TextField(filters=[str.strip], render_kw={"maxlength": "200"})
    ranking = ChoiceField(
        phrase("Ranking"),
        [(AT_END, phrase("Hidden until the end")), (LIVE, phrase("Live"))],
        default=AT_END,
    )
    traveller = ChoiceField(
        phrase("Other results of a board"),
        [
            (EACH_BOARD, phrase("After each board")),
            (EACH_ROUND, phrase("After each round")),
            (NEVER, phrase("At the end")),
        ],
        default=EACH_BOARD,
    )
    lead = BooleanField(phrase("Record the opening lead"))
    agree = BooleanField(phrase("East-West agree to each result"), default=True)


class OfferShown(NamedTuple):
    """A movement that is offered: what its key sends, what it is called, what it comes to."""

    value: str
    name: str
    about: str
    usual: bool


class NamedPair(NamedTuple):
    """A pair, a team or a player: the names as typed, and the players' numbers (None: a
    newcomer)."""

    names: tuple[str, ...]
    players: tuple[int | None, ...]


@dataclass
class Draft:
    """The setup as far as it is typed."""

    here: DuplicateVisit
    form: SetupForm

    @property
    def kind(self) -> str:
        """Who competes."""
        return self.form.kind.data or PAIRS

    @cached_property
    def pairs(self) -> Sequence[NamedPair]:
        """Those who compete, as they were typed; in an individual each name is one."""
        called = self.here.visit.number_of_name
        found = []
        lines = [
            tuple(" ".join(visible(one).split()) for one in _split(line))
            for line in self.form.pairs.data.splitlines()
        ]
        if self.kind == INDIVIDUAL:
            lines = [(name,) for line in lines for name in line]
        for names in lines:
            if any(names):
                players = (called.get(folded(name)) for name in names)
                merged = (one and self.here.visit.league.after_merges(one) for one in players)
                found.append(NamedPair(names, tuple(merged)))
        return found

    @cached_property
    def pair_faults(self) -> Sequence[str]:
        """What is wrong with the pairs."""
        return [*self.name_faults(), *self._count_faults()]

    def name_faults(self) -> Iterator[str]:
        """Yield what is wrong with the names of each."""
        seen: set[str] = set()
        for number, pair in enumerate(self.pairs, 1):
            yield from self._faults_of(pair, tell(at.LABELS[self.kind], n=number), seen)

    def _count_faults(self) -> Iterator[str]:
        shown, count = KINDS[self.kind], len(self.pairs)
        if self.kind == INDIVIDUAL and count not in (shown.fewest, shown.most):
            yield tell(
                "{least} or {most} players play an individual; these are {n}.",
                least=shown.fewest,
                most=shown.most,
                n=count,
            )
        elif not shown.fewest <= count <= shown.most:
            yield tell(
                "Enter {least} to {most} lines, one for each pair or team.",
                least=shown.fewest,
                most=shown.most,
            )

    def _faults_of(self, pair: NamedPair, who: str, seen: set[str]) -> Iterator[str]:
        sizes = SIZES[self.kind]
        if len(pair.names) not in sizes and self.kind == PAIRS:
            yield tell("{who}: write two names with a comma between them.", who=who)
        elif len(pair.names) not in sizes:
            least, most = sizes[0], sizes[-1]
            yield tell("{who}: write {least} to {most} names.", who=who, least=least, most=most)
        else:
            for name in pair.names:
                if words := fault_of(read_name, name):
                    yield tell("{who}: {words}", who=who, words=words)
                elif folded(name) in seen:
                    yield tell("{who}: {name} is there twice.", who=who, name=name)
                seen.add(folded(name))

    @cached_property
    def minutes(self) -> float | None:
        """The minutes until the time to stop; None where none was typed. Raises ``ValueError``."""
        if not self.form.until.data:
            return None
        now = datetime.now()
        hour, minute = map(int, self.form.until.data.split(":"))
        end = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if end <= now:
            end += timedelta(days=1)
        return (end - now).total_seconds() / 60

    def read_times(self) -> tuple[float, float]:
        """Return the minutes per board and per move; raises ``ValueError``."""
        times = float(self.form.a_board.data), float(self.form.a_round.data)
        if not (0 < times[0] <= MOST_MINUTES and 0 <= times[1] <= MOST_MINUTES):
            raise ValueError
        return times

    @cached_property
    def faults(self) -> Mapping[str, str]:
        """What is wrong, by field."""
        found: dict[str, str] = {}
        if self.pair_faults:
            found["pairs"] = " ".join(self.pair_faults)
        if self.form.until.data:
            try:
                _ = self.minutes
            except ValueError:
                found["until"] = tell("Write the time as 22:30.")
        elif not 2 <= (self.form.boards.data or 0) <= MOST_BOARDS:
            found["boards"] = tell("Enter 2 to {most} boards.", most=MOST_BOARDS)
        try:
            self.read_times()
        except ValueError:
            found["a_board"] = tell("Enter 1 to {most} minutes.", most=MOST_MINUTES)
        return found

    @cached_property
    def offers(self) -> Sequence[OfferShown]:
        """The movements that fit."""
        a_board, a_round = self.read_times()
        boards = None if self.minutes else self.form.boards.data
        found = offers(len(self.pairs), boards, self.minutes, a_board, a_round, self.kind)
        return [offer_shown(one, self.minutes is not None) for one in found]

    def chosen(self) -> Movement | None:
        """Return the movement that was chosen, of pairs for an even number; None for none."""
        kind, *numbers = str(self.form.offer.data).split(".")
        known = [read_number(one) for one in numbers]
        if len(known) != 3 or None in known:
            return None
        boards, rounds, switched = (one or 0 for one in known)
        count = len(self.pairs)
        if kind not in MOVEMENTS[self.kind]:
            return None
        if kind == SWISS:
            fits = 1 <= rounds <= min(boards, count - 1) and boards <= MOST_BOARDS
            return swiss(count, rounds, boards // rounds) if fits else None
        if self.kind == PAIRS:
            count += count % 2
        try:
            return movement(kind, count, boards, rounds, switched)
        except MovementRefused:
            return None


def _split(line: str) -> list[str]:
    for sign in (",", " & ", " - ", ";", "\t"):
        if sign in line:
            return line.split(sign)
    return [line]


def offer_shown(offer: Offer, by_time: bool) -> OfferShown:
    """Return a movement in words."""
    plan = offer.movement
    switched = switched_rounds(plan)
    about = [
        tell("{n} {n:round|rounds} of {boards}", n=plan.rounds, boards=plan.boards_per_round),
        tell("{n} boards each", n=offer.boards)
        if offer.fewest == offer.boards
        else tell("{fewest} or {n} boards each", fewest=offer.fewest, n=offer.boards),
    ]
    if plan.kind in MOVEMENTS[PAIRS]:
        about += [
            tell("{n} in play", n=plan.boards),
            tell("{n} {n:winner|winners}", n=plan.winners),
        ]
    if plan.drawn_later:
        about.append(tell("each drawn from the totals"))
    if switched:
        about.append(
            tell("directions exchanged in the last {n} rounds", n=switched)
            if switched > 1
            else tell("directions exchanged in the last round")
        )
    end = datetime.now() + timedelta(minutes=offer.minutes)
    about.append(
        tell("over at {time}", time=f"{end:%H:%M}")
        if by_time
        else tell(
            "{hours}:{minutes} hours",
            hours=int(offer.minutes // 60),
            minutes=f"{int(offer.minutes % 60):02}",
        )
    )
    value = f"{plan.kind}.{plan.rounds * plan.boards_per_round}.{plan.rounds}.{switched}"
    return OfferShown(value, tell(NAMES[plan.kind]), ", ".join(about), offer.usual)


def switched_rounds(plan: Movement) -> int:
    """Return in how many rounds the directions are exchanged."""
    if plan.kind != "mitchell":
        return 0
    return sum(any(table.switched for table in one.tables) for one in plan.plan)


@bp.route("/duplicate/setup", methods=["GET", "POST"])
def setup(league_id: str, evening: int) -> ResponseReturnValue:
    """Choose who competes and a movement: preview those that fit, then save one."""
    here = duplicate_or_404(league_id, evening, direct=True, begun=False)
    if not game_named(here.evening.game).board or evening_status(here.visit, evening).opened:
        abort(404)
    form, outcome = SetupForm(pairs=_first_pairs(here), **_known_options(here)), LOOKED
    draft = Draft(here, form)
    if form.is_submitted():
        form.validate()
        outcome = _looked(draft)
        if outcome.done and form.do.data.act == "save":
            outcome = _save(draft)
            if outcome.done:
                return respond(outcome, "duplicate_director.page", **here.address)
    shown = draft.offers if form.is_submitted() and not draft.faults else ()
    return page("setup.html", here, outcome, form=form, offers=shown)


def _looked(draft: Draft) -> WriteOutcome:
    """Return what is wrong with what was typed, at its fields."""
    form = draft.form
    form.ranking.data = form.ranking.data or AT_END
    form.traveller.data = form.traveller.data or EACH_BOARD
    methods = KINDS[draft.kind].methods
    form.scoring.choices = [SelectChoice(one, tell(METHODS[one])) for one in methods]
    if form.scoring.data not in methods:
        form.scoring.data = methods[0]
    for name, words in draft.faults.items():
        form[name].errors = [words]
    if draft.faults:
        return refused(" ".join(draft.faults.values()))
    if not draft.offers:
        return refused(tell("No movement fits. Change the boards or the time to stop."))
    return LOOKED


def _known_options(here: DuplicateVisit) -> dict[str, Any]:
    setup = here.state.setup
    if not setup:
        return {}
    known = {key: setup[key] for key in ("ranking", "traveller", "lead", "agree")}
    return {**known, "kind": here.state.kind, "scoring": here.state.method}


def _first_pairs(here: DuplicateVisit) -> str:
    """Return the pairs to begin with: those of this evening, else those who reply that they are
    coming together, those of the last evening, then the others who are coming."""
    if here.state.setup:
        pairs = [pair for pair, one in here.state.pairs.items() if one.players]
        return "\n".join(", ".join(here.players_of(pair)) for pair in pairs)
    replies = replies_of(here.visit.league, here.number)
    coming = [*replies.coming]
    lines: list[tuple[int, ...]] = []
    for unit in (*replies.pairs, *_last_pairs(here.visit, here.number)):
        if {*unit} <= {*coming}:
            lines.append(unit)
            coming = [one for one in coming if one not in unit]
    lines += [tuple(coming[at : at + 2]) for at in range(0, len(coming), 2)]
    return "\n".join(", ".join(map(here.player, unit)) for unit in lines)


def _last_pairs(visit: LeagueVisit, number: int) -> Sequence[tuple[int, ...]]:
    """Return the pairs of the last evening of pairs."""
    earlier = [one for one in visit.league.evenings if one < number]
    for one in reversed(earlier):
        state = state_of(visit, one)
        if state.setup and state.kind == PAIRS:
            return [
                tuple(visit.league.after_merges(player) for player in pair.players)
                for pair in state.pairs.values()
                if pair.players
            ]
    return ()


def save_players(draft: Draft, stay: bool = True) -> tuple[LeagueVisit, Sequence[Sequence[int]]]:
    """Save who plays this evening (`stay`: together), newcomers as guests; return the league then,
    and their numbers."""
    here = draft.here
    newcomers = [
        name
        for pair in draft.pairs
        for name, player in zip(pair.names, pair.players, strict=True)
        if player is None
    ]
    unknown = {name: -1 - place for place, name in enumerate(newcomers)}
    units = tuple(
        tuple(
            unknown[name] if player is None else player
            for name, player in zip(pair.names, pair.players, strict=True)
        )
        for pair in draft.pairs
    )
    present = tuple(player for unit in units for player in unit)
    together = units if stay else ()
    plan = replace(here.evening, kind=DUPLICATE, present=present, units=together, rounds=())
    save_evening(here.visit, decision_request(), plan, newcomers)
    now = visit_league(here.visit.info.public_id, table_request.known_device())
    called = now.number_of_name
    return now, [[called[folded(name)] for name in pair.names] for pair in draft.pairs]


def _save(draft: Draft) -> WriteOutcome:
    chosen, form, here = draft.chosen(), draft.form, draft.here
    if chosen is None:
        return refused(tell("Choose a movement."))
    if here.state.begun:
        return refused(tell("Results are in, so the movement can't change."))
    options = {
        "ranking": form.ranking.data,
        "traveller": form.traveller.data,
        "lead": bool(form.lead.data),
        "agree": bool(form.agree.data),
        "scoring": {"method": form.scoring.data},
    }
    if draft.kind != PAIRS:
        options["kind"] = draft.kind

    def act() -> None:
        now, players = save_players(draft, stay=draft.kind != INDIVIDUAL)
        set_up(now, at.sent(), here.number, chosen, players, options)

    return at.attempt(act, tell("Movement saved."), form)
