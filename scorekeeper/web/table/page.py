"""The parts that all pages of a table show."""

from collections.abc import Mapping
from functools import cache, cached_property
from typing import Final

from flask import request, url_for
from markupsafe import Markup

from scorekeeper import rulebook
from scorekeeper.days import day_of, in_full
from scorekeeper.engine.deals import Row
from scorekeeper.engine.game import Game, Pad, next_dealer
from scorekeeper.engine.pad import entered_result
from scorekeeper.games import folder, games
from scorekeeper.leagues.evening import corrections, direction
from scorekeeper.leagues.results.standings import places_after
from scorekeeper.leagues.visit import LeagueOfTable, league_name_of_table, league_of_table
from scorekeeper.payments import POT, NamedPayment, Stake, named_payments, stake_of
from scorekeeper.sentences import minus, tell, with_sign
from scorekeeper.tables.agreements import NO_AGREEMENTS, Agreements, agreements_of
from scorekeeper.tables.loading import TableVisit, minutes_played
from scorekeeper.tables.own_games import newer_edition
from scorekeeper.tables.summaries import wins_in_a_row
from scorekeeper.web.shared import chart
from scorekeeper.web.shared.templating import macro
from scorekeeper.web.table import bid_table, ending, entries, table_request
from scorekeeper.web.table import summary as table_summary

_MOST_DRAWN: Final = 4096
_deal_cache: dict[tuple[object, ...], tuple[Row, Markup]] = {}
"""Listed entries as they were drawn, each with the row it was drawn from: a page of twenty deals
takes 1.9 ms instead of 3.1, a tap 2.6 instead of 3.4."""


class TablePage:
    """A table as one of its visitors sees it."""

    def __init__(self, visit: TableVisit) -> None:
        self.visit = visit
        self.table = visit.table
        self.pad = visit.table.pad
        self.id = visit.table.row.public_id
        self.base = f"{request.script_root}/t/{self.id}"
        self.voice, self.sign = table_summary.voices(self.pad, self.table.coins)

    @property
    def game(self) -> str:
        return self.pad.game.name

    @property
    def title(self) -> str:
        return f"{self.game}: {table_summary.players_in_words(self.pad)}"

    @property
    def status_line(self) -> str:
        return table_summary.status_line(self.pad)

    @property
    def may_score(self) -> bool:
        return self.visit.may_score

    @property
    def may_delete(self) -> bool:
        """Return whether this phone may delete the table; a league's only as one that organises
        it."""
        return self.may_score and (
            self.table.row.league_id is None or bool(self.league and self.league.organised)
        )

    @property
    def in_play(self) -> bool:
        """Return whether a deal is being played that the referee can be asked about here."""
        return self.may_score and self.pad.outcome is None and self.pad.game.play is not None

    @property
    def seats(self) -> frozenset[int]:
        """The seats whose questions this phone may answer."""
        return self.visit.role.seats if self.visit.role else frozenset()

    @property
    def watches(self) -> bool:
        """Return whether this phone only looks on at a game in progress."""
        return not (self.may_score or self.seats or self.pad.outcome)

    @cached_property
    def newer_edition(self) -> Game | None:
        """The later edition of a game that is a document, where this phone may go over to it; in a
        league the season says which one is played."""
        game = self.table.head.game
        of_season = self.table.row.league_id is not None and game.slug not in games()
        if game.own is None or of_season or not self.may_score:
            return None
        return newer_edition(game, table_request.known_device())

    @property
    def has_newer_rules(self) -> bool:
        """Return whether the page asks if the game is to go on by newer rules."""
        return self.table.outdated or self.newer_edition is not None

    @property
    def version(self) -> int:
        return self.table.row.version

    @property
    def page_version(self) -> str:
        return table_request.page_version(self.table.row.version, self.table.row.drafted)

    @cached_property
    def sides(self) -> list[table_summary.SideShown]:
        sides = table_summary.sides_of(self.table.pads, self.table.coins)
        if not self.table.outdated:
            return sides
        # as they were scored, until somebody has seen what newer rules change
        totals = self.table.row.summary["totals"]
        return [side._replace(total=total) for side, total in zip(sides, totals, strict=False)]

    @cached_property
    def stake(self) -> Stake | None:
        """The value of a counter, if the table has set one."""
        return stake_of(self.table.head.stake)

    def worth(self, points: int) -> str:
        """Return the points in money, where they have a worth; a narrow column may part sum and
        unit."""
        return self.stake.of(points).replace("\xa0", " ") if self.stake else ""

    @cached_property
    def payments(self) -> list[NamedPayment] | None:
        """The payments that the current totals would make due; None where points are not paid."""
        if not self.pad.game.has_counters(self.pad.options):
            return None
        names, totals = [side.name for side in self.sides], [side.total for side in self.sides]
        return named_payments(names, totals, self.stake)

    @property
    def pot_pays(self) -> bool:
        """Return whether the pot pays or is paid."""
        return any(POT in (one.payer, one.payee) for one in self.payments or ())

    @cached_property
    def league(self) -> LeagueOfTable | None:
        """The league that the table belongs to, if this phone may read it."""
        if self.table.row.league_id is None:
            return None
        return league_name_of_table(self.table, table_request.known_device())

    @cached_property
    def has_clocks(self) -> bool:
        """Return whether the game has a timer for its deals, or goes on in a round of an evening,
        which may have a clock. The page asks for them by itself, for once drawn it is kept for
        others."""
        row = self.table.row
        may_have = row.deal_minutes > 0 or row.league_id is not None
        return may_have and direction.has_clocks(self.table)

    @cached_property
    def correction_notice(self) -> str:
        """What a correction leaves as it is in a knock-out or Swiss tournament."""
        if self.table.row.league_id is None:
            return ""
        device = table_request.known_device()
        visit = league_of_table(self.table.row.league_id, device)
        return corrections.correction_notice(visit, table=self.table.row.id)

    @property
    def with_handicaps(self) -> str:
        """The result in the league, where handicaps make it differ from the totals; else empty."""
        came_out = self.league.came_out if self.league else ()
        sign = -1 if self.pad.game.low_wins(self.pad.options) else 1
        if all(one.points == sign * self.sides[one.side].total for one in came_out):
            return ""
        results = [
            f"{self.sides[one.side].name} {minus(sign * one.points)}{' (won)' if one.won else ''}"
            for one in sorted(came_out, key=lambda one: (one.won, one.points), reverse=True)
        ]
        return tell("With the handicaps: {told}.", told=", ".join(results))

    @cached_property
    def league_places(self) -> str:
        """The places in the league's standings of those who played a finished game that counts."""
        if self.pad.outcome is None or self.league is None:
            return ""
        placed = places_after(self.table, table_request.known_device())
        return ", ".join(tell("{place}. {name}", place=n, name=name) for n, name in placed)

    @property
    def handicaps(self) -> str:
        """The handicaps that the league adds at the end of an unfinished game."""
        given = enumerate(self.league.handicaps if self.league else ())
        sign = -1 if self.pad.game.low_wins(self.pad.options) else 1
        texts = [
            f"{self.sides[side].name} {with_sign(sign * more)}" for side, more in given if more
        ]
        return tell("Handicaps at the end: {told}.", told=", ".join(texts)) if texts else ""

    @property
    def rule(self) -> str:
        return f"{request.script_root}/rules/{self.pad.game.slug}?table={self.id}"

    @cached_property
    def rows(self) -> list[entries.RowShown]:
        """All that is listed, newest first."""
        return entries.rows_of(self.table, self.rule)

    @property
    def deals(self) -> Markup:
        """The newest entries as they are listed."""
        places = entries.places(self.table, entries.NEWEST)
        return Markup("".join([self._deal(place) for place in places]))

    def _deal(self, place: entries.EntryPlace) -> Markup:
        """Return one entry of the list, rendered once for as long as it is unchanged."""
        item, counted = place
        lasts = item.kind == "entry" and not (item.deleted or self.table.outdated)
        row = self.pad.rows[counted] if lasts else None
        rulings = self.rulings.get(item.seq, ())
        of_deal = (self.id, item.seq, item.amended, self.may_score)
        named = len(self.sides) > 3  # more than column heads have room for
        cache_key = (*of_deal, named, rulings, self.objections(item.seq))
        kept = _deal_cache.get(cache_key)
        if kept is not None and row is not None and kept[0] is row:
            return kept[1]
        shown = entries.row_at(self.table, place, self.rule)
        html = macro("table/pad/_deal.html", "deal")(shown, rulings, self)
        if row is not None:
            if len(_deal_cache) >= _MOST_DRAWN:
                _deal_cache.clear()
            _deal_cache[cache_key] = row, html
        return html

    @property
    def newest(self) -> entries.RowShown | None:
        """The last deal, which is explained to who only watches; None before the first."""
        return next((row for row in self.rows if row.number), None)

    @cached_property
    def rulings(self) -> Mapping[int, tuple[entries.RulingInWords, ...]]:
        """The rulings by the entries that they are about, or that came with them."""
        return entries.by_record(self.table) if self.table.state.notes else {}

    @cached_property
    def agreement(self) -> Agreements:
        """What the sides have agreed to so far, where the house rules ask for agreement."""
        if self.table.head.agreement is None:
            return NO_AGREEMENTS
        return agreements_of(self.table, table_request.known_device())

    def objections(self, seq: int) -> tuple[str, str]:
        """Return the names of the sides that contest a deal, and of those that agreed to it."""
        if self.agreement is NO_AGREEMENTS:
            return "", ""
        contested = [
            self.sides[one.side].name for one in self.agreement.contested if one.seq == seq
        ]
        agreed = [self.sides[side].name for side in self.agreement.agreed.get(seq, ())]
        return ", ".join(contested), ", ".join(agreed)

    @property
    def count(self) -> int:
        """The number of rows in all."""
        state = self.table.state
        if state.notes:
            return sum(1 for _ in entries.places(self.table))
        return len(state.written)

    @property
    def more_rows(self) -> bool:
        return self.count > entries.NEWEST

    @property
    def outcome(self) -> Mapping[str, str] | None:
        """How the game ended, and by which rule; None while it goes on."""
        return self.end_of(self.pad)

    @property
    def rematch_dealer(self) -> str:
        """The player who would deal first in a rematch."""
        return self.voice.seat(next_dealer(self.pad))

    @property
    def back_link(self) -> tuple[str, str] | None:
        """The address of the evening or the match of teams that the table was opened for, and a
        label; None where it was opened for neither, or this phone may not look there."""
        league = self.league
        if league and league.evening:
            return (
                url_for("evening.page", league_id=league.public_id, evening=league.evening),
                tell("Back to the evening"),
            )
        if league and league.match:
            return (
                url_for("teams.match", league_id=league.public_id, match=league.match),
                tell("Back to the match"),
            )
        return None

    def end_of(self, pad: Pad) -> Mapping[str, str] | None:
        """Return the same of this pad, which may have more on it than is written."""
        found = pad.outcome
        if found is None:
            return None
        heading = rulebook.anchors(pad.game).get(found.rule, "")
        return {
            "text": self.voice.text(found.text),
            "rule": tell("Why the game ends here"),
            # the rule is the one about stopping early, though they may have played to the end
            "heading": tell("Result from paper") if entered_result(pad) else heading,
            "href": f"{self.rule}#{found.rule}",
        }

    @cached_property
    def highlights(self) -> list[ending.Highlight]:
        """Up to three of a finished game."""
        return ending.highlights(self.table.pads)

    @cached_property
    def decided(self) -> ending.DecidingDeal | None:
        """The deal that decided a finished game."""
        return ending.deciding_deal(self.table.pads)

    @cached_property
    def side_records(self) -> list[list[str]]:
        """Each side's record in a finished game, a line each."""
        return ending.side_records(self.table.pads)

    @property
    def bids_made(self) -> list[str]:
        """The number of bids made and missed, a line for players and one for sides."""
        return list(ending.bids_made(self.table.pads, self.voice))

    @property
    def summary(self) -> list[str]:
        return list(ending.summary_of(self.table.pads))

    @property
    def day(self) -> str:
        """The day on which the game was last written on, in words."""
        return in_full(day_of(self.table.row.updated))

    @property
    def file_name(self) -> str:
        """The name of a file of this game, without its kind: the game and the day."""
        return f"{self.pad.game.slug}-{day_of(self.table.row.updated)}"

    @cached_property
    def facts(self) -> list[str]:
        """How long a finished game was, whether it was stopped, and a series of wins: "9 deals",
        "41 minutes", "2 wins in a row"."""
        wins = wins_in_a_row(self.table.row)
        return ending.facts(self.pad, minutes_played(self.table), wins)

    @property
    def rules_in_words(self) -> str:
        return table_summary.rules_in_words(self.table.head)

    @cached_property
    def hill(self) -> bid_table.Hill:
        """The hands of a game that goes on and has a plan of them."""
        assert self.pad.game.hands
        return bid_table.hill_of(self.pad, self.pad.game.hands(self.pad))

    @cached_property
    def needs(self) -> list[tuple[str, str]]:
        if self.pad.outcome or not self.pad.game.needs:
            return []
        return [
            (self.voice.side(side), self.voice.text(text))
            for side, text, *_ in self.pad.game.needs(self.pad)
        ]

    @cached_property
    def chart(self) -> chart.Chart | None:
        return chart.chart_of(self.table.pads, self.table.coins)

    @property
    def needs_all_css(self) -> bool:
        """Return whether the page shows more than a pad of two sides that goes on, and needs its
        style."""
        # a first load has at most 25 kB; what most pads don't need is left to another sheet
        pips = any(any(side.pips) for side in self.sides)
        return bool(len(self.sides) != 2 or self.special or self.outcome or pips or self.has_clocks)

    @cached_property
    def special(self) -> str | None:
        """The partial of a game whose players expect their own sheet."""
        return game_partial(self.pad.game.slug, "pad.html")

    @cached_property
    def own_totals(self) -> str | None:
        """The partial of a game whose sheet is its totals while it goes on."""
        return None if self.outcome else game_partial(self.pad.game.slug, "totals.html")


@cache
def game_partial(slug: str, name: str) -> str | None:
    """Return the template of this name that a game has, if it has one."""
    return f"{slug}/{name}" if (folder(games().get(slug)) / name).is_file() else None
