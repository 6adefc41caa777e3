"""A table whose game's rules have changed since."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.engine.deals import Line
from scorekeeper.engine.game import Pad, Table
from scorekeeper.games import games
from scorekeeper.interview.steps import Fault, Interview
from scorekeeper.sentences import say
from scorekeeper.store.table.rows import Conflict
from scorekeeper.tables import loading
from scorekeeper.tables.changes import accept_edition, add_entry, delete_entry
from scorekeeper.tables.loading import LoadedTable, load_table
from scorekeeper.tables.statistics import played_at
from scorekeeper.tables.summaries import last_scored, my_tables, rebuild_summaries
from scorekeeper.tables.write import RulesOutdated
from tests.tables.conftest import sent, started

DEAL = {"points": [1, 2, 3, 4]}


def twice(table: Table, deal: Any) -> Iterable[Line]:
    """Scores as the pad does, doubled from 3 points on."""
    for line in games()["tally"].score(table, deal):
        yield line if line.points < 3 else Line(line.side, 2 * line.points, line.text, line.rule)


def nothing_below_two(pad: Pad) -> Interview:
    """Asks as the pad does, and takes no deal after the first."""
    yield from games()["tally"].form(pad)
    if pad.deals:
        yield Fault((), say("One deal is enough."))


@pytest.fixture
def new_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put a second edition of the score pad into force, with these functions changed."""

    def change(**changed: Any) -> None:
        old = games()
        new = {**old, "tally": replace(old["tally"], edition=2, **changed)}
        for module in ("scorekeeper.sheet", "scorekeeper.tables.loading"):
            monkeypatch.setattr(f"{module}.games", lambda: new)
        loading._cache.clear()

    return change


@pytest.fixture
def table(store: Flask) -> LoadedTable:
    """Two deals under the first edition."""
    return started("tally", DEAL, {"points": [2, 2, 2, 2]}, edition=1)


def again(table: LoadedTable) -> LoadedTable:
    return load_table(table.row.public_id)


def test_outdated_table_shows_its_stored_scores(table: LoadedTable, new_rules: Any) -> None:
    new_rules(score=twice)
    table = again(table)

    assert table.outdated
    stored = last_scored(table, 1)
    assert stored is not None
    assert stored["scores"] == [1, 2, 3, 4]
    assert last_scored(table, 9) is None
    assert list(rebuild_summaries()) == []
    assert my_tables("phone")[0].totals == [3, 4, 5, 6]


def test_the_first_write_shows_what_would_differ(table: LoadedTable, new_rules: Any) -> None:
    new_rules(score=twice)
    table = again(table)

    with pytest.raises(RulesOutdated) as outdated:
        add_entry(table, DEAL, sent(table))

    (differs,) = outdated.value.rescored
    assert (differs.seq, differs.number) == (1, 1)
    assert (differs.stored, differs.now) == ([1, 2, 3, 4], [1, 2, 6, 8])
    assert again(table).row.version == 2


def test_an_accepted_edition_applies(table: LoadedTable, new_rules: Any) -> None:
    new_rules(score=twice)
    table = again(table)

    table = accept_edition(table, sent(table)).table

    assert not table.outdated
    assert table.row.edition == 2
    assert table.row.summary["totals"] == [3, 4, 8, 10]
    assert table.state.undoable == 2  # the rules of before are gone, the deals are not
    assert add_entry(table, DEAL, sent(table)).table.pad.totals == (4, 6, 14, 18)
    assert list(rebuild_summaries(repair=False)) == []


def test_rules_without_difference_are_taken_over(table: LoadedTable, new_rules: Any) -> None:
    new_rules()
    table = again(table)
    request = sent(table)

    answer = add_entry(table, DEAL, request)

    assert (answer.seq, answer.table.row.edition) == (4, 2)
    assert add_entry(again(table), DEAL, request).repeated
    stale = sent(table)
    with pytest.raises(Conflict):
        add_entry(table, DEAL, stale)


def test_entries_that_new_rules_refuse_are_kept(table: LoadedTable, new_rules: Any) -> None:
    new_rules(form=nothing_below_two)
    table = again(table)

    assert [one.seq for one in table.refused] == [2]
    assert [one.deleted for one in table.sheet_items] == [False, True]
    assert table.pad.deals == 1
    with pytest.raises(RulesOutdated) as outdated:
        delete_entry(table, 1, sent(table))
    assert [(one.seq, one.now) for one in outdated.value.rescored] == [(2, [])]

    table = accept_edition(table, sent(table)).table
    table = delete_entry(table, 1, sent(table)).table
    assert (table.refused, table.pad.deals) == ((), 1)
    assert table.seqs == (2,)


def test_outdated_table_counts_as_it_was_scored(table: LoadedTable, new_rules: Any) -> None:
    new_rules(score=twice)

    found = played_at(again(table))

    assert [deal.points for deal in found.deals] == [(1, 2, 3, 4), (2, 2, 2, 2)]
