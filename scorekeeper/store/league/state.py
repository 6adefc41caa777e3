"""The state of a league, computed from its records by pure functions.

The records are amended, struck, taken back and restored as a table's (``records.py``); what they
write down is

| kind | payload | says |
| --- | --- | --- |
| ``head`` | name, edition, archived | there is a league (seq 0) |
| | only_scorers (where it is set) | members do not score at their tables of an evening |
| | public (where it is set) | the league has a page that anybody may read |
| ``season`` | name, scoring, games, handicaps, archived | what counts, and how |
| | handicaps_by_game (where there are any) | handicaps at one game |
| ``member`` | person, guest, left, forgotten | a player, known by the record's seq |
| | colour, initial (where they are chosen) | the coin that stands for the player |
| | partner (where an organiser said) | the usual partner |
| ``guest`` | the same | one who played without being a member |
| ``merge`` | player, into | two players are one |
| ``game`` | game; struck or season, reason; or day | how, where or on which day a game counts |
| | or points, winners, was | the result of an imported game, corrected |
| ``bonus`` | season, player, points, reason | points that no game brought |
| ``lots`` | season, order | lots drawn between players |
| ``token`` | name, may, hash | a token for programs: to read, or to post sheets |
| | player, salt (of a player's calendar) | whose evenings it reads; salt of its secret |
| | salt (of the link for a screen) | salt of its secret |
| ``sites`` | sites | the sites that may show the standings |
| ``webhook`` | address, salt | where results are posted (empty: nowhere); salt of its secret |
| ``ladder`` | game, reach, order | a ladder: who stands where, how far one may challenge |
| ``challenge`` | ladder, by, of, at | on that ladder, one player challenges another |
| ``teams`` | game, boards, at_board, rounds, teams | a league of teams: see ``team_league.py`` |
| ``lineup`` | teams, match, side, players | who plays for a team in a match |
| ``evening`` | name, season, ... | who is there, and who plays with whom |
| | start, end, venue, note, ... (as announced) | when and where: see ``leagues/evening/plan.py`` |
| ``clock`` | evening, act, left, ends, round | the clock of a round |
| | minutes | how long the next rounds' are |
| | deal, since (where deals have a timer) | minutes of each deal, since when they count |
| ``reply`` | evening, player, coming | whether a player is coming |
| | partner (where there are pairs) | with whom; 0: looks for one |
| | for (where another phone said so) | an organiser replied for the player |
| ``import`` | season, name, games | results from before, as read |
| | walkover | instead: what an evening's table was given; its ``game`` has it too |
| ``pin`` | table, ruling, game | what a table ruled goes for all tables of that game |
| ``door`` | door, now, was | who gets in: see ``access_of`` |
| ``claim`` | device, player, agreed | whose a phone is: see ``Claim`` |
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from scorekeeper.spelling import folded
from scorekeeper.standings.units import PLAYERS, pair_number, pair_of, team_number
from scorekeeper.store.schema.table import Json
from scorekeeper.store.table.records import Record, SheetItem, TableState


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays in the league, known by the number of the record that says so.

    ``person`` bears the name of today. ``into``: who this player turned out to be. A guest is no
    member; who has left plays no more. ``colour``, a number (None: by the player's own), and
    ``initial`` (empty: of the name) are those of the player's coin. ``partner`` is the usual one,
    if an organiser said so (0: there is none).
    """

    number: int
    person: int
    guest: bool
    left: bool
    forgotten: bool
    into: int | None
    colour: int | None = None
    initial: str = ""
    partner: int | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A season, known by the number of its record.

    ``scoring`` is a document of ``standings.Scoring``. ``games`` has the games that count, each
    with the rules that are pinned (``variant`` and ``options`` in full), or None where a table may
    choose; empty: every game counts. ``handicaps`` are points per game, by player, at every game
    for which ``handicaps_by_game`` has no others.
    """

    number: int
    name: str
    scoring: Json
    games: Mapping[str, Json | None]
    handicaps: Mapping[int, int]
    archived: bool
    handicaps_by_game: Mapping[str, Mapping[int, int]] = field(default_factory=dict)

    @property
    def ranked(self) -> str:
        """What has a place in it: players, pairs or teams."""
        return str(self.scoring.get("ranked", PLAYERS))

    def handicaps_at(self, game: str) -> Mapping[int, int]:
        """Return the handicaps at a game (a slug), by player."""
        return {**self.handicaps, **self.handicaps_by_game.get(game, {})}


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for or against a player, with the reason; ``points`` as written, as "-1.5"."""

    number: int
    season: int
    player: int
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone says whose it is: that ``player``'s, by the record of this number. ``agreed`` unless
    another phone of that player, or an organiser, has yet to agree."""

    number: int
    player: int
    agreed: bool


@dataclass(frozen=True)
class League:
    """A league as its records stand; ``name`` is its name, all else by number. ``access``: see
    ``access_of``."""

    id: int
    public_id: str
    version: int
    state: TableState
    access: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The league's name."""
        return str(self.state.head["name"])

    @property
    def archived(self) -> bool:
        """Return whether it is archived, so that it can only be viewed."""
        return bool(self.state.head.get("archived"))

    @property
    def players_score(self) -> bool:
        """Return whether members may score at the tables of an evening at which they play."""
        return not self.state.head.get("only_scorers")

    @property
    def public(self) -> bool:
        """Return whether it has a page that anybody may read."""
        return bool(self.state.head.get("public"))

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """Everybody who ever played or joined, also who was merged into another."""
        into = {one.payload["player"]: int(one.payload["into"]) for one in self.of_kinds("merge")}
        return {
            one.seq: _player(one, into.get(one.seq)) for one in self.of_kinds("member", "guest")
        }

    @cached_property
    def seasons(self) -> Mapping[int, Season]:
        """The seasons, oldest first."""
        return {one.seq: _season(one) for one in self.of_kinds("season")}

    @property
    def season(self) -> Season | None:
        """The season that games are played in now: the newest that is not archived."""
        if self.archived:
            return None
        return next((one for one in reversed([*self.seasons.values()]) if not one.archived), None)

    @cached_property
    def bonuses(self) -> Sequence[Bonus]:
        """Bonuses and penalties, in order, of the players they belong to today."""
        return tuple(
            Bonus(
                one.seq,
                one.payload["season"],
                self.after_merges(one.payload["player"]),
                one.payload["points"],
                one.payload["reason"],
            )
            for one in self.of_kinds("bonus")
        )

    @property
    def sites(self) -> Sequence[str]:
        """The sites that may show the standings in a frame."""
        last = self.last_of("sites")
        return last.payload["sites"] if last else ()

    @cached_property
    def webhook(self) -> Json | None:
        """The address that results are posted to, as ``address`` and ``salt``; None for none."""
        last = self.last_of("webhook")
        return last.payload if last and last.payload["address"] else None

    @cached_property
    def ladder(self) -> SheetItem | None:
        """The record by which the ladder was started; None where there is none."""
        return self.last_of("ladder")

    @cached_property
    def teams(self) -> SheetItem | None:
        """The record by which a league of teams was started; None where there is none."""
        return self.last_of("teams")

    @cached_property
    def team_names(self) -> Mapping[int, str]:
        """What each team is called that ever was in a league of teams, by its number: one that
        comes back under its name is the same."""
        found = dict[str, str]()
        # those of a record that was undone too, so that no number ever changes
        for one in (one for one in self.state.written if one.kind == "teams"):
            found |= {folded(team["name"]): team["name"] for team in one.payload["teams"]}
        return {team_number(place): name for place, name in enumerate(found.values(), 1)}

    def teams_in(self, season: int) -> Mapping[int, Sequence[int]]:
        """Return the players of each team of a season, by its number: of the last league of teams
        that was started before the next season, or the first one ever."""
        ends = min((one for one in self.seasons if one > season), default=self.version + 1)
        started = [*self.of_kinds("teams")]
        own = [one for one in started if one.seq < ends] or started[:1]
        numbers = {folded(name): number for number, name in self.team_names.items()}
        return {
            numbers[folded(team["name"])]: [*map(self.after_merges, team["players"])]
            for team in (own[-1].payload["teams"] if own else ())
        }

    def players_of(self, number: int) -> Sequence[int]:
        """Return the players who have this number together: one, the two of a pair, or the last
        players of a team."""
        if number in self.team_names:
            called = folded(self.team_names[number])
            teams = (team for one in self.newest("teams") for team in one.payload["teams"])
            found = next(team["players"] for team in teams if folded(team["name"]) == called)
            return [*map(self.after_merges, found)]
        return pair_of(number) or (number,)

    def lots(self, season: int) -> Sequence[Sequence[int]]:
        """Return the lots drawn in a season, each as its players of today in order, the oldest
        first."""
        return [
            [self.after_merges(player) for player in one.payload["order"]]
            for one in self.of_kinds("lots")
            if one.payload["season"] == season
        ]

    @cached_property
    def game_decisions(self) -> Mapping[int, Json]:
        """The decisions about games, by the game's id: ``struck``, ``season``, ``day``,
        ``reason``, ``points`` and ``winners``."""
        ruled: dict[int, Json] = {}
        for one in self.of_kinds("game"):
            ruled[one.payload["game"]] = {**ruled.get(one.payload["game"], {}), **one.payload}
        return ruled

    @cached_property
    def removed_games(self) -> frozenset[int]:
        """Games that an organiser has removed."""
        return frozenset(
            game for game, decision in self.game_decisions.items() if decision.get("struck")
        )

    @cached_property
    def imports(self) -> Mapping[int, Json]:
        """The imports that stand."""
        return {one.seq: one.payload for one in self.of_kinds("import")}

    @cached_property
    def pinned_rulings(self) -> Mapping[tuple[int, int], Json]:
        """The rulings that go for all tables, by their table's id and the number of their record
        there: ``game``, and the ``seq`` under which they were pinned."""
        return {
            (one.payload["table"], one.payload["ruling"]): {**one.payload, "seq": one.seq}
            for one in self.of_kinds("pin")
        }

    @cached_property
    def evenings(self) -> Mapping[int, Json]:
        """The evenings, oldest first."""
        return {one.seq: one.payload for one in self.of_kinds("evening")}

    @cached_property
    def usual_partners(self) -> Mapping[int, int]:
        """The players who usually play as a pair, each by the other: of the last evening on which
        both were in one, unless an organiser said otherwise."""
        found: dict[int, int] = {}
        for payload in sorted(self.evenings.values(), key=lambda one: str(one.get("date"))):
            pairs = [[*map(self.after_merges, unit)] for unit in payload.get("units", [])]
            for one, other in (unit for unit in pairs if len(unit) == 2):
                found |= {one: other, other: one}
        for player in self.playing:
            if player.partner is not None:
                found[player.number] = self.after_merges(player.partner)
        there = {one.number for one in self.playing}
        return {
            one: other
            for one, other in found.items()
            if {one, other} <= there and found.get(other) == one != other
        }

    def directed_by(self, device: str) -> Sequence[int]:
        """Return the evenings whose director a phone is of."""
        player = self.player_of(device)
        directors = {one: payload.get("director") for one, payload in self.evenings.items()}
        return [
            evening
            for evening, director in directors.items()
            if director is not None and self.after_merges(director) == player
        ]

    @cached_property
    def claims(self) -> Mapping[str, Sequence[Claim]]:
        """The player that each phone (a device) says it belongs to, oldest first; the last one
        counts. A player whose name was erased has none."""
        found: dict[str, list[Claim]] = {}
        for one in self.of_kinds("claim"):
            player = self.players.get(self.after_merges(one.payload["player"]))
            if player and not player.forgotten:
                claim = Claim(one.seq, player.number, one.payload["agreed"])
                found.setdefault(one.payload["device"], []).append(claim)
        return found

    def player_of(self, device: str, seq: int | None = None) -> int | None:
        """Return whose a phone is, by what is agreed; with ``seq``, whose it was when that record
        was written, or the first that it was said to be."""
        agreed = [one for one in self.claims.get(device, ()) if one.agreed]
        if seq is None:
            return agreed[-1].player if agreed else None
        before = [one for one in agreed if one.number <= seq]
        known = before[-1:] or agreed[:1]
        return known[0].player if known else None

    @cached_property
    def playing(self) -> Sequence[Player]:
        """Everybody who plays today, guests too."""
        there = (one for one in self.players.values() if one.into is None)
        return [one for one in there if not (one.left or one.forgotten)]

    @property
    def members(self) -> Sequence[Player]:
        """The members of today, without guests."""
        return [one for one in self.playing if not one.guest]

    def after_merges(self, player: int) -> int:
        """Return the player that this one counts as after all merges; for the number of a pair,
        that of the pair."""
        if pair := pair_of(player):
            one, other = map(self.after_merges, pair)
            return pair_number(one, other) if one != other else one
        seen: set[int] = set()
        while player not in seen and (known := self.players.get(player)) and known.into:
            seen.add(player)
            player = known.into
        return player

    def of_kinds(self, *kinds: str) -> Iterator[SheetItem]:
        """Yield the records of these kinds that stand, in order."""
        return (one for one in self.state.written if one.kind in kinds and not one.deleted)

    def last_of(self, kind: str) -> SheetItem | None:
        """Return the last record of a kind that stands; None where there is none."""
        return next((one for one in self.newest(kind) if not one.deleted), None)

    def newest(self, kind: str) -> Sequence[SheetItem]:
        """Return the records of a kind, the newest first, deleted ones too."""
        return [one for one in reversed(self.state.written) if one.kind == kind]

    def find(self, number: int, *kinds: str) -> SheetItem | None:
        """Return the record of this number, deleted or not; None if there is no such record."""
        found = (one for one in self.state.written if one.seq == number)
        return next((one for one in found if one.kind in kinds), None)


def _player(one: SheetItem, into: int | None) -> Player:
    payload: dict[str, Any] = one.payload
    return Player(
        number=one.seq,
        person=payload["person"],
        guest=payload.get("guest", False),
        left=payload.get("left", False),
        forgotten=payload.get("forgotten", False),
        into=into,
        colour=payload.get("colour"),
        initial=payload.get("initial", ""),
        partner=payload.get("partner"),
    )


OF_FIRST_SEASONS: Final = {"walkover": "played", "bye": "left out", "ranked": PLAYERS}
"""What holds in seasons whose record is older than these settings: standings that were published
stay as they are. Newer records have every setting."""


def _season(one: SheetItem) -> Season:
    payload = one.payload
    return Season(
        number=one.seq,
        name=payload["name"],
        scoring={**OF_FIRST_SEASONS, **payload["scoring"]},
        games=payload["games"],
        handicaps=_by_player(payload["handicaps"]),
        archived=payload["archived"],
        handicaps_by_game={
            game: _by_player(own) for game, own in payload.get("handicaps_by_game", {}).items()
        },
    )


def _by_player(handicaps: Mapping[str, int]) -> dict[int, int]:
    return {int(player): points for player, points in handicaps.items()}


MEMBER, ORGANISER, READING, PASSPHRASE = "member", "organiser", "reading", "passphrase"
"""The settings of who gets into a league: the links for both roles, reading for everybody, and what
organisers who come by their link are asked for."""


def access_of(records: Iterable[Record], state: TableState) -> dict[str, Any]:
    """Return each access setting that was ever decided about, as these of the records stand:
    the id of the link that is in force, whether anyone may read, the hash of the passphrase, which
    of a phone's accesses were signed out.

    Where no decision stands, it is what the first one changed.
    """
    held: dict[str, Any] = {}
    for one in records:
        if one.kind == "door" and one.payload:
            held.setdefault(one.payload["door"], one.payload["was"])
    stands = (one.payload for one in state.written if one.kind == "door" and not one.deleted)
    return held | {payload["door"]: payload["now"] for payload in stands}
