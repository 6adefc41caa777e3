"""Rulings in words: at the deal, in the history, as precedents, as house rules."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from flask import url_for

from scorekeeper import rulebook
from scorekeeper.engine.pad import voice_of
from scorekeeper.leagues.precedents import RulingAtTable, pinned_rulings
from scorekeeper.leagues.visit import LeagueVisit, league_of_table
from scorekeeper.sentences import (
    Sentence,
    Side,
    Voice,
    all_of,
    full_stop,
    say,
    tell,
    with_sign,
)
from scorekeeper.tables.loading import LoadedTable
from scorekeeper.tables.rulings import RecordedRuling, rulings_of
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.table import table_request

HOUSE_RULES: Final = "house-rules"
"""The anchor of that chapter, which every rules page has."""
_DECIDED: Final[Mapping[str, Sentence]] = {
    "strike": say("deal deleted"),
    "replay": say("deal replayed"),
    "nothing": say("no change"),
}


class RulingShown(NamedTuple):
    """A ruling in words: what happened, what was decided, in which deal, who agreed; the rule's
    heading and where it stands, and where the ruling itself does. `scope` says where it goes for a
    rule; `table` is the id of its table, if that is another one."""

    seq: int
    happened: str
    decided: str
    deal: str
    agreed: str
    rule: str
    rule_href: str
    href: str
    deleted: bool
    pinned: bool
    scope: str = ""
    table: str = ""

    @property
    def in_words(self) -> str:
        """All but the deal and the rule, in a line."""
        return f"{self.happened}: {full_stop(self.outcome)}"

    @property
    def outcome(self) -> str:
        """The decision, and who agreed to it."""
        return (
            tell("{decided}; agreed by {agreed}", decided=self.decided, agreed=self.agreed)
            if self.agreed
            else self.decided
        )


def shown_ruling(table: LoadedTable, one: RecordedRuling) -> RulingShown:
    """Return the ruling in words."""
    public_id, voice = table.row.public_id, on_page(voice_of(table.pad))
    game, anchor = table.head.game, one.ruling.rule
    page = url_for("rules.page", slug=game.slug, table=public_id, _anchor=anchor)
    return RulingShown(
        seq=one.seq,
        happened=one.ruling.happened,
        decided=_outcome_words(one.points, one.ruling.decided, voice),
        deal=_deal(one),
        agreed=voice.listing(all_of(*one.ruling.agreed)),
        rule=rulebook.anchors(game).get(anchor, "") if anchor else "",
        rule_href=page,
        href=url_for("rulings.look", public_id=public_id, seq=one.seq),
        deleted=one.deleted,
        pinned=one.pinned,
    )


def _outcome_words(points: tuple[tuple[int, int], ...], decided: str, voice: Voice) -> str:
    moved = [say("{n} for {side}", n=with_sign(n), side=Side(side)) for side, n in points]
    if moved:
        return voice.text(say("{moved}", moved=all_of(*moved)))
    return voice.text(_DECIDED.get(decided, say("adjustment withdrawn")))


def _deal(one: RecordedRuling) -> str:
    if one.number:
        return tell("in deal {n}", n=one.number)
    return tell("in a deleted deal") if one.about else ""


def by_record(table: LoadedTable) -> dict[int, tuple[RulingShown, ...]]:
    """Return the rulings in force, by the records of their deals and of their points."""
    found: dict[int, tuple[RulingShown, ...]] = {}
    for one in rulings_of(table):
        if not one.deleted:
            shown = shown_ruling(table, one)
            for seq in (one.about, *one.entries):
                if seq is not None:
                    found[seq] = (*found.get(seq, ()), shown)
    return found


def shown_elsewhere(visit: LeagueVisit, pinned: RulingAtTable) -> RulingShown:
    """Return the ruling of another table of the league; without names if the phone may not see
    that table."""
    shown = shown_ruling(pinned.table, pinned.ruling)
    shown = shown._replace(
        scope=tell("In {name}", name=visit.league.name), table=pinned.table.row.public_id
    )
    if visit.is_member:
        return shown
    decided = tell("score adjusted") if pinned.ruling.points else shown.decided
    return shown._replace(decided=decided, agreed="", href="", deal="")


def pinned_by_heading(table: LoadedTable) -> dict[str, tuple[RulingShown, ...]]:
    """Return the rulings pinned as house rules at a table, those of its league first, by the
    heading of the rules page they are shown under: that of their rule, else "House rules"."""
    found: dict[str, tuple[RulingShown, ...]] = {}
    known = rulebook.anchors(table.head.game)
    for rule, ruling in _pinned(table):
        anchor = rule if rule and rule in known else HOUSE_RULES
        found[anchor] = (*found.get(anchor, ()), ruling)
    return found


def _pinned(table: LoadedTable) -> Iterator[tuple[str | None, RulingShown]]:
    own = {one.seq: one for one in rulings_of(table) if one.pinned and not one.deleted}
    if table.row.league_id is not None:
        visit = league_of_table(table.row.league_id, table_request.known_device())
        for pinned in pinned_rulings(visit, table.row.game):
            shown = shown_elsewhere(visit, pinned)
            if pinned.table.row.id == table.row.id:
                own.pop(pinned.ruling.seq, None)
                shown = shown_ruling(table, pinned.ruling)._replace(scope=shown.scope)
            yield pinned.ruling.ruling.rule, shown
    for one in own.values():
        yield one.ruling.rule, shown_ruling(table, one)


def read_ruling(payload: Mapping[str, Any]) -> str:
    """Return a stored ruling in words, for the history, without the points it moved."""
    stored = payload["ruling"]
    decided = Voice().text(_DECIDED.get(stored["decided"], say("score adjusted")))
    clauses = [tell("{happened}: {decided}", happened=stored["happened"], decided=decided)]
    if stored["agreed"]:
        clauses.append(tell("agreed by {names}", names=", ".join(stored["agreed"])))
    if payload.get("pinned"):
        clauses.append(tell("pinned as a house rule"))
    return "; ".join(clauses)
