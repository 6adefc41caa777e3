"""Random seasons: a league's stored results equal those computed from all its games."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection

from scorekeeper.games import games
from scorekeeper.leagues.decisions import (
    DecisionRefused,
    DecisionRequest,
    decide,
    delete_decision,
    redo_decision,
    restore_decision,
    undo_decision,
)
from scorekeeper.leagues.game_rulings import set_day, set_game_counting, today
from scorekeeper.leagues.links import make_link, replace_links, set_public, turn_off_link
from scorekeeper.leagues.membership import add_members, merge_players, rename_player
from scorekeeper.leagues.rebuilding import rebuild_results
from scorekeeper.leagues.results.standings import standings_of
from scorekeeper.leagues.seasons import create_season, edit_season, give_bonus, season_payload
from scorekeeper.leagues.tables import open_table
from scorekeeper.leagues.visit import LeagueVisit, visit_league
from scorekeeper.standings.schemes import SCHEMES
from scorekeeper.standings.scoring import Scoring
from scorekeeper.store.league import league_games
from scorekeeper.store.league.state import League
from scorekeeper.store.table.rows import Appended, Change
from scorekeeper.tables.changes import add_entry, edit_entry, redo, undo
from scorekeeper.tables.loading import LoadedTable, NotFound, load_table
from scorekeeper.tables.write import EntryInvalid, LaterEntryInvalid
from tests.games.drawn import played_out
from tests.leagues import naive
from tests.leagues.clubs import PHONE, create_club, new_key, order, rows_of, sent
from tests.requirements import rounds

MEMBERS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
GUESTS = ["Gus", "Hal", "ann", "Ida"]
PLAYED = ("spades", "oh-hell", "whist", "euchre")
FORMAT = {"format": "scorekeeper/1"}

Act = Callable[[], object]


class Club:
    """A club in which anything may happen."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.id = create_club(MEMBERS)
        self.tables: list[str] = []
        self.imported = 0
        self.played = {
            slug: played_out(games()[slug], 40, seed) for slug in PLAYED if slug in games()
        }
        self.acts: Mapping[Act, int] = {
            self.play: 6,
            self.play_out: 3,
            self.go_on: 4,
            self.amend: 5,
            self.take_back: 4,
            self.decide: 12,
            self.undo_or_redo: 4,
        }

    def step(self) -> None:
        """Something or other; what is refused is as if it had not been tried."""
        (act,) = self.random.choices([*self.acts], [*self.acts.values()])
        with suppress(DecisionRefused, EntryInvalid, LaterEntryInvalid, NotFound, IndexError):
            act()

    def visit(self) -> LeagueVisit:
        return visit_league(self.id, PHONE)

    # --- at the tables ------------------------------------------------------------------------

    def some(self, count: int) -> list[str]:
        """Names of players, now and then of a guest."""
        names = self.random.sample(MEMBERS, count)
        if self.random.random() < 0.3:
            names[0] = self.random.choice([one for one in GUESTS if one.title() not in names])
        return names

    def points(self, count: int) -> dict[str, list[int]]:
        return {"points": [self.random.randint(-3, 9) for _ in range(count)]}

    def open(self, sheet: dict[str, Any]) -> None:
        day = self.day() if self.random.random() < 0.2 else None
        opened = open_table(self.visit(), sheet, key=new_key(), device=PHONE, day=day)
        self.tables.append(opened)

    def play(self) -> None:
        """A score pad with a deal or two, over or not."""
        names = self.some(self.random.randint(2, 5))
        entries: list[Any] = [self.points(len(names)) for _ in range(self.random.randint(0, 3))]
        if self.random.random() < 0.8:
            entries.append({"finish": {}})
        self.open({**FORMAT, "game": "tally", "players": names, "entries": entries})

    def day(self) -> str:
        """One of a few days, so that games share them."""
        return (today() - timedelta(days=self.random.randrange(4))).isoformat()

    def play_out(self) -> None:
        """A game with partners, bids, bags."""
        sheet = self.random.choice(self.played[self.random.choice([*self.played])])
        self.open({**sheet, "players": self.some(len(sheet["players"]))})

    def table(self) -> LoadedTable:
        return load_table(self.random.choice(self.tables))

    def go_on(self) -> None:
        """Another deal, somebody who sits down elsewhere, or the end."""
        table = self.table()
        seat = self.random.randrange(len(table.pad.seats))
        possible: list[dict[str, Any]] = [
            {"finish": {}},
            self.points(len(table.pad.sides)),
            {"seat": {"seat": seat, "name": self.random.choice(MEMBERS + GUESTS)}},
        ]
        add_entry(table, self.random.choice(possible), sent(table))

    def amend(self) -> None:
        table = self.table()
        seq = self.random.choice(table.seqs)
        edit_entry(table, seq, self.points(len(table.pad.sides)), sent(table))

    def take_back(self) -> None:
        table = self.table()
        self.random.choice([undo, undo, redo])(table, sent(table))

    # --- decisions ----------------------------------------------------------------------------

    def decide(self) -> None:
        """Something is decided; sometimes it is taken back at once, and brought back."""
        before = self.kept()
        self.random.choice([
            self.rule, self.rule, self.rule, self.date, self.date,
            self.bonus, self.merge, self.merge, self.rename,
            self.new_season, self.score_otherwise, self.score_otherwise, self.take_past_in,
            self.strike_or_restore, self.strike_or_restore, self.joins, self.let_in,
        ])()  # fmt: skip
        if self.random.random() < 0.5:
            after = self.kept()
            undo_decision(visit := self.visit(), order(visit))
            assert self.kept() == before
            redo_decision(visit := self.visit(), order(visit))
            assert self.kept() == after

    def rule(self) -> Appended:
        ids = [row[0] for row in rows_of("league_game", "id")]
        visit, game = self.visit(), self.random.choice(ids)
        if self.random.random() < 0.4:
            season = self.random.choice([*visit.league.seasons])
            return set_game_counting(visit, order(visit), game, season=season, reason="moved")
        struck = self.random.random() < 0.6
        return set_game_counting(visit, order(visit), game, struck=struck, reason="so decided")

    def date(self) -> Appended:
        """A game counts on another day, or on the one that it has."""
        visit, games = self.visit(), [row[0] for row in rows_of("league_game", "id")]
        return set_day(visit, order(visit), self.random.choice(games), self.day())

    def anybody(self, visit: LeagueVisit) -> int:
        return self.random.choice([*visit.league.players])

    def bonus(self) -> Appended:
        visit = self.visit()
        season = self.random.choice([*visit.league.seasons])
        points = self.random.choice(["1", "-2,5", "0.25"])
        return give_bonus(visit, order(visit), season, self.anybody(visit), points, "so decided")

    def merge(self) -> Appended:
        visit = self.visit()
        return merge_players(visit, order(visit), self.anybody(visit), self.anybody(visit))

    def rename(self) -> Appended:
        visit = self.visit()
        name = f"Player {self.random.randrange(10**6)}"
        return rename_player(visit, order(visit), self.anybody(visit), name)

    def joins(self) -> Appended:
        return add_members(visit := self.visit(), order(visit), [self.random.choice(GUESTS)])

    def scoring(self) -> dict[str, Any]:
        document = {
            "scheme": self.random.choice([*SCHEMES]),
            "best": self.random.choice([None, None, 1, 2]),
            "least": self.random.choice([0, 1, 3]),
            "handicaps": self.random.random() < 0.4,
        }
        return Scoring.read(document).document()

    def new_season(self) -> Appended:
        payload = season_payload("Another", self.scoring())
        return create_season(visit := self.visit(), order(visit), payload)

    def score_otherwise(self) -> Appended:
        """Another scheme, handicaps, or fewer games that count."""
        visit = self.visit()
        season = self.random.choice([*visit.league.seasons.values()])
        own: list[dict[str, Any]] = [{}, {}, {"tally": None}, {"tally": self.pinned()}]
        handicaps = {self.anybody(visit): self.random.randint(-3, 3)}
        by_game = {
            slug: {self.anybody(visit): self.random.randint(-3, 3)}
            for slug in self.random.sample(["tally", "whist", "euchre"], self.random.randint(0, 2))
        }
        payload = season_payload(
            *(season.name, self.scoring(), self.random.choice(own), handicaps),
            handicaps_by_game=by_game,
        )
        return edit_season(visit, order(visit), season.number, payload)

    def pinned(self) -> dict[str, Any]:
        return {"variant": None, "options": games()["tally"].defaults(None)}

    def strike_or_restore(self) -> Appended:
        visit = self.visit()
        kinds = ("bonus", "merge", "game", "import", "door")
        seq = self.random.choice([s.seq for s in visit.league.state.written if s.kind in kinds])
        return self.random.choice([delete_decision, restore_decision])(visit, order(visit), seq)

    def let_in(self) -> Appended:
        """A link made, renewed or thrown out, or the league read by anyone."""
        visit, role = self.visit(), self.random.choice(["member", "organiser"])
        act = self.random.randrange(4)
        if act == 0:
            return set_public(visit, order(visit), not visit.info.open_watch)
        if act == 1:
            return turn_off_link(visit, order(visit), role)
        if act == 2:
            return make_link(visit, order(visit), role, bytes(32))
        return replace_links(visit, order(visit), [role], bytes(32))

    def take_past_in(self) -> Appended:
        """Two games of years ago."""
        visit = self.visit()
        if len(visit.league.players) < 3:
            raise IndexError("too few for a game")
        season = self.random.choice([*visit.league.seasons])

        def changes(connection: Connection, league: League) -> list[Change]:
            for _ in range(2):
                self.imported += 1
                game = {
                    "league_id": league.id,
                    "imported": league.version + 1,
                    "season": season,
                    "game": "tally",
                    "ended": self.random.randrange(10**6) * 1000 + self.imported,
                    "played": self.past_game(visit),
                }
                league_games.add_games(connection, [game])
            return [Change("import", {"season": season, "name": "past.csv", "games": 2})]

        return decide(visit, DecisionRequest(new_key(), None, PHONE), changes)

    def past_game(self, visit: LeagueVisit) -> dict[str, Any]:
        players = self.random.sample([*visit.league.players.values()], 3)
        points = [self.random.randint(0, 9) for _ in players]
        seated = [{"person": one.person, "side": side} for side, one in enumerate(players)]
        return {
            "players": seated,
            "points": points,
            "winners": [side for side, own in enumerate(points) if own == max(points)],
            "deals": 1,
            "low": False,
            "tallied": [0, 0, 0],
            "top": None,
        }

    def undo_or_redo(self) -> Appended:
        return self.random.choice([undo_decision, undo_decision, redo_decision])(
            visit := self.visit(), order(visit)
        )

    # --- what is kept -------------------------------------------------------------------------

    def kept(self) -> list[Any]:
        """All that decisions change."""
        visit = self.visit()
        sums = [rows_of(name) for name in ("result", "player_sum", "pair_sum")]
        bonuses = [(one.player, one.points) for one in visit.league.bonuses]
        into = {one.number: one.into for one in visit.league.players.values()}
        links = [id_ for id_, opens in rows_of("league_link", "id", "in_force") if opens]
        return [*sums, bonuses, into, links, visit.info.open_watch]

    def check(self) -> None:
        """Everything is as it is when all games are counted from the first."""
        visit = self.visit()
        right = naive.results(visit)
        in_order = sorted(right, key=lambda one: (one["game_id"], one["player"]))
        wanted = [tuple(one[name] for name in naive.RESULT) for one in in_order]
        assert rows_of("result", *naive.RESULT) == wanted
        assert _by(rows_of("player_sum", *SUM)) == _by(naive.player_sums(right))
        assert _by(rows_of("pair_sum", *PAIR)) == _by(naive.pair_sums(right))
        for season in visit.league.seasons.values():
            placed = standings_of(visit, season)
            told = {one.player: (one.total, one.sums.games) for one in placed}
            assert told == naive.totals(visit, season.number, right)
            _check_places([(one.place, one.total, one.sums.won) for one in placed if one.place])
        self.check_documents()
        naive.check_days(visit)

    def check_documents(self) -> None:
        """A game's document is there once it is over, and has its points."""
        documents = dict(rows_of("league_game", "table_id", "played"))
        ids = dict(rows_of("game_table", "public_id", "id"))
        for public_id in self.tables:
            pad = load_table(public_id).pad
            document = documents[ids[public_id]]
            assert (document and document["points"]) == (pad.outcome and [*pad.totals])


SUM = (
    *("league_id", "season", "player", "game"),
    *("games", "won", "deals", "points", "worth", "kept", "lost", "tallied"),
)
PAIR = (
    *("league_id", "season", "player", "other", "together", "game"),
    *("games", "won", "lost", "points"),
)


def _by(rows: naive.Rows) -> naive.Rows:
    return sorted(tuple(int(one) if isinstance(one, bool) else one for one in row) for row in rows)


def _check_places(placed: list[tuple[Any, ...]]) -> None:
    """Who has more is ahead, and of those who have the same who won more often."""
    assert [place for place, *_ in placed] == sorted(place for place, *_ in placed)
    for place, total, wins in placed:
        ahead = sum(other > (total, wins) for other in ((t, w) for _, t, w in placed))
        level = sum(other == (total, wins) for other in ((t, w) for _, t, w in placed))
        assert ahead < place <= ahead + level


def _play(seed: int, steps: int) -> None:
    club = Club(seed)
    for step in range(steps):
        club.step()
        if step % 10 == 9:
            club.check()
    club.check()
    assert [*rebuild_results()] == []


@pytest.mark.hard
@pytest.mark.long
@pytest.mark.parametrize("seed", range(rounds(8, quick=1, hard=150)))
def test_any_season(sqlite: object, seed: int) -> None:
    _play(seed, 80)


@pytest.mark.postgres
@pytest.mark.parametrize("seed", range(1000, 1000 + rounds(2, quick=1, hard=20)))
def test_any_season_on_postgresql(store: object, seed: int) -> None:
    _play(seed, 40)
