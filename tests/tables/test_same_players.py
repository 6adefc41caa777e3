"""Two names that a phone takes for one player, in its figures only."""

import itertools
from typing import Any

import pytest

from scorekeeper.statistics import POINTS, StatisticKey, with_merged_names
from scorekeeper.tables.loading import load_table
from scorekeeper.tables.starting import start_table
from scorekeeper.tables.statistics import (
    CannotMerge,
    merge_names,
    merged_names,
    played_by,
    played_under_merged_names,
    unmerge_names,
)

PHONE = "phone"
_keys = itertools.count()


def plays(*players: str, points: list[int], device: str = PHONE) -> str:
    """A score pad with one deal; its id."""
    sheet: dict[str, Any] = {"format": "scorekeeper/1", "game": "tally", "players": [*players]}
    sheet |= {"entries": [{"points": points}]}
    return start_table(sheet, key=f"key-{next(_keys)}", device=device)


def points(player: str, device: str = PHONE) -> int:
    """A player's points at all tables, as the device counts them."""
    played = played_under_merged_names(device, merged_names(device))
    sums = [one.sums.get(StatisticKey(player, POINTS)) for one in played]
    return sum(one.total for one in sums if one)


@pytest.fixture(autouse=True)
def _played(store: object) -> None:
    """Ann has 10 points as Ann, and 3 as Annie."""
    plays("Ann", "Ben", points=[10, 7])
    plays("Annie", "Ben", points=[3, 5])


def test_names_can_be_merged_and_unmerged() -> None:
    merge_names(PHONE, "Annie", "Ann")
    assert (points("ann"), points("annie"), points("ben")) == (13, 0, 12)

    (same,) = merged_names(PHONE)
    assert (same.name, same.other) == ("Annie", "Ann")
    unmerge_names(PHONE, same.id)

    assert (points("ann"), points("annie")) == (10, 3)


def test_what_was_written_stays() -> None:
    table = plays("annie", "Cat", points=[1, 2])
    merge_names(PHONE, "Annie", "Ann")

    assert points("ann") == 14
    assert load_table(table).pad.seats == ("annie", "Cat")


def test_chain_of_merges_counts_under_last_name() -> None:
    plays("Anna", "Ben", points=[100, 0])
    merge_names(PHONE, "Annie", "Anna")
    merge_names(PHONE, "Anna", "Ann")

    assert points("ann") == 113


def test_merge_is_idempotent_and_not_into_itself() -> None:
    merge_names(PHONE, "Annie", "Ann")
    merge_names(PHONE, "Annie", "Ann")
    assert len(merged_names(PHONE)) == 1

    with pytest.raises(CannotMerge):
        merge_names(PHONE, "Ann", "Annie")
    with pytest.raises(CannotMerge):
        merge_names(PHONE, "Annie", "Ben")
    with pytest.raises(CannotMerge):
        merge_names(PHONE, "Zoe", "Ann")


def test_merge_of_players_who_met_is_refused() -> None:
    with pytest.raises(CannotMerge, match="Ann and Ben played together"):
        merge_names(PHONE, "Ann", "Ben")

    merge_names(PHONE, "Annie", "Ann")
    plays("Anna", "Annie", points=[1, 1])
    with pytest.raises(CannotMerge):
        merge_names(PHONE, "Anna", "Ann")


def test_merged_names_meeting_later_count_apart() -> None:
    merge_names(PHONE, "Annie", "Ann")
    plays("Ann", "Annie", points=[100, 1000])

    assert (points("ann"), points("annie")) == (113, 1000)


def test_merged_names_belong_to_one_phone() -> None:
    plays("Annie", "Ben", points=[3, 5], device="another")
    plays("Ann", "Ben", points=[1, 1], device="another")
    merge_names(PHONE, "Annie", "Ann")

    assert (points("ann", "another"), points("annie", "another")) == (1, 3)
    assert merged_names("") == []


def test_another_phone_cannot_undo_a_merge() -> None:
    merge_names(PHONE, "Annie", "Ann")
    unmerge_names("another", merged_names(PHONE)[0].id)

    assert len(merged_names(PHONE)) == 1


def test_a_deal_shows_the_names_it_counts_under() -> None:
    (deal,) = played_by(PHONE)[0].deals

    assert with_merged_names(deal, {"annie": "Ann"}).seats == ("Ann", "Ben")
    assert with_merged_names(deal, {"annie": "Ben"}).seats == ("Annie", "Ben")
