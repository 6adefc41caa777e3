"""Access to a league: decided, undone and restored; who is in then, and who is out."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, text
from werkzeug.security import check_password_hash

from scorekeeper.leagues.decisions import (
    DecisionRefused,
    DecisionRequest,
    delete_decision,
    redo_decision,
    restore_decision,
    undo_decision,
)
from scorekeeper.leagues.history import history_of
from scorekeeper.leagues.links import (
    links_of_league,
    make_link,
    replace_links,
    set_passphrase,
    set_public,
    turn_off_link,
    verify_passphrase,
)
from scorekeeper.leagues.phones import phones_of_league, sign_out_phones
from scorekeeper.leagues.rebuilding import LeagueDifference, rebuild_results
from scorekeeper.leagues.results.downloads import league_json
from scorekeeper.leagues.visit import LeagueVisit, my_leagues, visit_league
from scorekeeper.store.access import league_access
from scorekeeper.store.access.devices import lock_owner
from scorekeeper.store.access.league_access import (
    hash_of,  # as it is: tests of the rest have a cheap one
)
from scorekeeper.store.access.links import Resource
from scorekeeper.store.sql.database import writing
from scorekeeper.store.table.rows import Appended, Conflict
from scorekeeper.store.table.version_cache import latest_versions
from scorekeeper.tables.loading import load_table, visit_table
from scorekeeper.tables.starting import rematch_sheet, start_table
from scorekeeper.tables.summaries import my_tables
from tests.leagues.clubs import PHONE, enter, in_any_league, new_key, order, plays, rows_of

KEY = bytes(32)
PASSPHRASE = "the green door"

Decide = Callable[[LeagueVisit, DecisionRequest], Appended]


def open_to_all(visit: LeagueVisit, order: DecisionRequest) -> Appended:
    return set_public(visit, order, True)


def need_a_link(visit: LeagueVisit, order: DecisionRequest) -> Appended:
    return set_public(visit, order, False)


def ask(visit: LeagueVisit, order: DecisionRequest) -> Appended:
    return set_passphrase(visit, order, PASSPHRASE)


def ask_no_more(visit: LeagueVisit, order: DecisionRequest) -> Appended:
    return set_passphrase(visit, order, None)


def make(role: str) -> Decide:
    return lambda visit, order: make_link(visit, order, role, KEY)


def renew(role: str) -> Decide:
    return lambda visit, order: replace_links(visit, order, [role], KEY)


def remove(role: str) -> Decide:
    return lambda visit, order: turn_off_link(visit, order, role)


def decide(club: str, *decisions: Decide, device: str = PHONE) -> Appended:
    """Decide one after the other, on the league as it is; what came of the last."""
    for one in decisions:
        visit = visit_league(club, device)
        decided = one(visit, order(visit)._replace(device=device))
    return decided


def access(club: str) -> tuple[Any, ...]:
    """The links in force by their ids, and what the league's row says."""
    in_force = [(id_, role) for id_, role, opens in rows_of("league_link", *LINK) if opens]
    return in_force, rows_of("league", "open_watch", "passphrase")


LINK = ("id", "role", "in_force")


def secret(club: str, role: str) -> str:
    """The secret of the link that is in force."""
    visit = visit_league(club, PHONE)
    return next(one.secret or "" for one in links_of_league(visit, KEY) if one.role == role)


def may(club: str, *devices: str) -> str:
    """Return what each may do: o(rganise), m(ember), p(assphrase to be said), - nothing."""
    roles = [visit_league(club, device).role for device in devices]
    return "".join(
        "-" if one is None else "o" if one.organiser else "m" if one.member else "p"
        for one in roles
    )


def newest_decisions(club: str) -> list[str]:
    """The newest decisions in words, the newest first."""
    return [one.words for one in history_of(visit_league(club, PHONE), PHONE).decisions]


DECISIONS: dict[str, tuple[list[Decide], Decide]] = {
    "created a link for members": ([], make("member")),
    "replaced the link for members": ([make("member")], renew("member")),
    "turned off the link for members": ([make("member")], remove("member")),
    "created a link for organisers": ([], make("organiser")),
    "replaced the link for organisers": ([make("organiser")], renew("organiser")),
    "turned off the link for organisers": ([make("organiser")], remove("organiser")),
    "set a passphrase for organisers": ([], ask),
    "changed the passphrase for organisers": ([ask], ask),
    "removed the passphrase for organisers": ([ask], ask_no_more),
    "let anyone with the address view the league": ([], open_to_all),
    "let only people with a link view the league": ([open_to_all], need_a_link),
}
"""What is told of a decision, by what went before and the decision itself."""


@pytest.mark.parametrize("words", DECISIONS)
def test_access_change_is_described_and_undone(club: str, words: str) -> None:
    first, decision = DECISIONS[words]
    for one in first:
        decide(club, one)
    before = access(club)

    seq = decide(club, decision).seq
    after = access(club)
    assert after != before
    assert newest_decisions(club)[0] == words
    for change, wanted in (
        (undo_decision, before),
        (redo_decision, after),
        (lambda f, o: delete_decision(f, o, seq), before),
        (lambda f, o: restore_decision(f, o, seq), after),
    ):
        decide(club, change)
        assert access(club) == wanted
    assert [*rebuild_results()] == []


def forget_the_records(club: str) -> None:
    """Have the league be one whose access was settled before there were records of it."""
    with writing() as connection:
        connection.execute(text("DELETE FROM league_record WHERE kind = 'door'"))
        newest = "(SELECT max(seq) FROM league_record)"
        connection.execute(text(f"UPDATE league SET version = {newest}"))


@pytest.mark.parametrize("words", [words for words, (first, _) in DECISIONS.items() if first])
def test_undoing_first_records_restores_access(club: str, words: str) -> None:
    first, decision = DECISIONS[words]
    decide(club, *first)
    forget_the_records(club)
    before = access(club)
    assert [*rebuild_results()] == []

    seq = decide(club, decision).seq
    assert newest_decisions(club)[0] == words
    decide(club, undo_decision)
    assert access(club) == before
    decide(club, redo_decision, lambda f, o: delete_decision(f, o, seq))
    assert access(club) == before
    decide(club, decision, undo_decision)
    assert access(club) == before


def test_the_last_decision_that_stands_applies(club: str) -> None:
    made = decide(club, make("member")).seq
    states = [access(club)]
    for one in (renew("member"), renew("member"), remove("member")):
        decide(club, one)
        states.append(access(club))

    decide(club, lambda f, o: delete_decision(f, o, made))
    assert access(club) == states[3]
    decide(club, undo_decision)
    for state in reversed(states[:3]):
        decide(club, undo_decision)
        assert access(club) == state
    for state in states[1:]:
        decide(club, redo_decision)
        assert access(club) == state


def test_only_access_records_can_be_deleted(club: str) -> None:
    def offered() -> list[tuple[str, str]]:
        visit = visit_league(club, PHONE)
        listed = history_of(visit, PHONE).decisions
        return [(one.may, one.words) for one in listed if one.may]

    renewed = "replaced the link for members"
    made = "created a link for members"
    decide(club, make("member"))
    renewal = decide(club, renew("member")).seq
    assert offered() == [("strike", renewed)]
    decide(club, lambda f, o: delete_decision(f, o, renewal))
    assert offered() == [("restore", renewed), ("strike", made)]


# --- who is in, and who is out ------------------------------------------------------------------


@pytest.mark.parametrize("role", ["member", "organiser"])
def test_restored_link_lets_its_users_in(club: str, role: str) -> None:
    decide(club, make(role))
    address, letter = secret(club, role), role[0]
    enter(address, "early")

    decide(club, remove(role))
    assert may(club, "early") == "-"
    assert enter(address, "late") is None

    decide(club, undo_decision)
    assert may(club, "early", "late") == f"{letter}-"
    assert enter(address, "late") == club
    assert may(club, "late") == letter
    decide(club, redo_decision)
    assert may(club, "early", "late") == "--"


@pytest.mark.parametrize("role", ["member", "organiser"])
def test_undone_replacement_locks_out_its_users(club: str, role: str) -> None:
    decide(club, make(role))
    old, letter = secret(club, role), role[0]
    enter(old, "early")
    decide(club, renew(role))
    new = secret(club, role)
    enter(new, "late")
    assert may(club, "early", "late") == f"-{letter}"

    decide(club, undo_decision)

    assert secret(club, role) == old
    assert may(club, "early", "late") == f"{letter}-"
    assert enter(new, "stranger") is None
    assert enter(old, "stranger") == club
    decide(club, redo_decision)
    assert may(club, "early", "late", "stranger") == f"-{letter}-"


def test_signed_out_phone_loses_tables_and_lists(club: str) -> None:
    table = plays(club, ["Ann", "Ben"], [3, 1])
    decide(club, make("member"))
    enter(secret(club, "member"), "phone")

    def sees() -> tuple[bool, bool, bool, bool]:
        return (
            visit_table(table, "phone").role is not None,
            latest_versions(table, "phone") is not None,
            in_any_league("phone"),
            [one.info.public_id for one in my_leagues("phone")] == [club],
        )

    assert sees() == (True,) * 4
    decide(club, remove("member"))
    assert sees() == (False,) * 4
    decide(club, undo_decision)
    assert sees() == (True,) * 4


STAY: dict[str, list[Decide]] = {
    "renews it": [renew("organiser")],
    "throws it out": [remove("organiser")],
    "takes back that it was made": [undo_decision],
    "strikes that it was made": [lambda f, o: delete_decision(f, o, _made(f))],
    "brings back that it was thrown out": [
        remove("organiser"), undo_decision, redo_decision
    ],
}  # fmt: skip


def _made(visit: LeagueVisit) -> int:
    return next(one.seq for one in visit.league.of_kinds("door"))


@pytest.mark.parametrize("what", STAY)
def test_organiser_turning_off_link_stays_alone(club: str, what: str) -> None:
    decide(club, make("organiser"))
    for device in ("one", "other"):
        enter(secret(club, "organiser"), device)

    decide(club, *STAY[what], device="one")

    assert may(club, PHONE, "one", "other") == "oo-"


@pytest.mark.parametrize("device", ["a member", "a stranger"])
def test_no_decision_makes_an_organiser(club: str, device: str) -> None:
    decide(club, make("member"))
    enter(secret(club, "member"), "a member")

    turn_off_link(visit_league(club, PHONE), DecisionRequest(new_key(), None, device), "member")

    assert may(club, device) == "-"


@pytest.mark.long
def test_guessing_a_passphrase_is_slow() -> None:
    kept = hash_of(PASSPHRASE)

    assert kept.startswith("scrypt:32768:8:1$")
    assert check_password_hash(kept, PASSPHRASE)
    assert not check_password_hash(kept, "the blue door")
    assert hash_of(PASSPHRASE) != kept


def test_returning_phone_still_owes_passphrase(club: str) -> None:
    decide(club, make("organiser"), ask)
    for device in ("outside", "inside"):
        enter(secret(club, "organiser"), device)
    assert verify_passphrase(visit_league(club, "inside"), "inside", PASSPHRASE) is None
    assert may(club, "outside", "inside") == "po"
    without_passphrase = visit_league(club, "outside")

    decide(club, remove("organiser"))
    assert may(club, "outside", "inside") == "--"
    verify_passphrase(without_passphrase, "outside", PASSPHRASE)
    decide(club, undo_decision)

    assert may(club, "outside", "inside") == "po"


def test_phone_owing_passphrase_sees_no_league(club: str) -> None:
    decide(club, make("organiser"), ask)
    enter(secret(club, "organiser"), "outside")
    before = visit_league(club, "outside").may_view

    verify_passphrase(visit_league(club, "outside"), "outside", PASSPHRASE)

    assert (before, visit_league(club, "outside").may_view) == (False, True)


def test_undone_passphrase_restores_former_one(club: str) -> None:
    decide(club, make("organiser"), ask, lambda f, o: set_passphrase(f, o, "the red door"))
    enter(secret(club, "organiser"), "phone")

    decide(club, undo_decision)

    visit = visit_league(club, "phone")
    assert verify_passphrase(visit, "phone", "the red door") == 0
    assert verify_passphrase(visit, "phone", PASSPHRASE) is None


def test_link_turned_off_while_opened_is_closed(club: str, monkeypatch: pytest.MonkeyPatch) -> None:
    decide(club, make("member"))
    address = secret(club, "member")

    def overtaken(connection: Connection, subject: Resource, league_id: int) -> Any:
        league_access.activate_link(connection, league_id, "member", None)
        return lock_owner(connection, subject, league_id)

    monkeypatch.setattr("scorekeeper.store.access.devices.lock_owner", overtaken)

    assert enter(address, "phone") is None
    assert rows_of("league_access", "device") == [(PHONE,)]


# --- once, and in turn --------------------------------------------------------------------------


@pytest.mark.parametrize("words", DECISIONS)
def test_decision_sent_twice_is_made_once(club: str, words: str) -> None:
    first, decision = DECISIONS[words]
    for one in first:
        decide(club, one)
    visit = visit_league(club, PHONE)
    sent = order(visit)
    seq = decision(visit, sent).seq
    once = access(club), rows_of("league_link"), rows_of("league_record", "seq")

    again = decision(visit_league(club, PHONE), sent)

    assert (again.seq, again.repeated) == (seq, True)
    assert (access(club), rows_of("league_link"), rows_of("league_record", "seq")) == once


@pytest.mark.parametrize("other", [renew("member"), remove("member"), undo_decision])
def test_other_organisers_change_is_a_conflict(club: str, other: Decide) -> None:
    decide(club, make("member"), renew("member"))
    visit = visit_league(club, PHONE)
    decide(club, other)
    before = access(club)

    for late in (renew("member"), remove("member")):
        with pytest.raises(Conflict):
            late(visit, order(visit))
    assert access(club) == before


def test_other_links_and_equal_changes_are_free(club: str) -> None:
    decide(club, make("member"))
    visit = visit_league(club, PHONE)
    decide(club, make("organiser"), open_to_all, renew("member"), undo_decision)

    remove("member")(visit, order(visit))

    assert newest_decisions(club)[0] == "turned off the link for members"


def test_first_access_decision_can_conflict(club: str) -> None:
    visit = visit_league(club, PHONE)
    decide(club, open_to_all)

    with pytest.raises(Conflict):
        open_to_all(visit, order(visit))


NOTHING_NEW: dict[str, tuple[list[Decide], Decide]] = {
    "a link that is there": ([make("member")], make("member")),
    "a link thrown out that is not there": ([], remove("organiser")),
    "no passphrase where there is none": ([], ask_no_more),
    "read by anyone again": ([open_to_all], open_to_all),
    "read by nobody again": ([], need_a_link),
}


@pytest.mark.parametrize("what", NOTHING_NEW)
def test_decision_without_change_is_refused(club: str, what: str) -> None:
    first, decision = NOTHING_NEW[what]
    for one in first:
        decide(club, one)
    before = access(club)

    with pytest.raises(DecisionRefused, match="Nothing to change"):
        decide(club, decision)
    assert access(club) == before


# --- what is kept, and what goes out ------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        ("UPDATE league_link SET in_force = (id = 1) WHERE role = 'member'", ["member"]),
        ("UPDATE league_link SET in_force = NOT in_force WHERE id = 3", ["organiser"]),
        ("UPDATE league SET open_watch = NOT open_watch, passphrase = NULL",
         ["passphrase", "reading"]),
    ],
)  # fmt: skip
def test_wrong_access_rows_are_repaired(club: str, statement: str, wrong: list[str]) -> None:
    decide(club, make("member"), remove("member"), make("member"), remove("member"))
    decide(club, make("organiser"), open_to_all, ask)
    before = access(club)
    with writing() as connection:
        connection.execute(text(statement))
    spoiled = access(club)
    assert spoiled != before

    (found,) = rebuild_results(repair=False)
    assert found == LeagueDifference(club, [], 0, found.access)
    assert sorted(found.access) == wrong
    assert access(club) == spoiled

    assert [*rebuild_results()] == [found]
    assert access(club) == before
    assert [*rebuild_results()] == []


def test_export_has_decisions_without_secrets(club: str) -> None:
    decide(club, make("member"), ask, renew("member"), undo_decision)
    enter(secret(club, "member"), "member")

    document = league_json(visit_league(club, PHONE)).decode()

    decisions = json.loads(document)["decisions"]
    assert [one["what"] for one in decisions[2:]] == [
        "created a link for members",
        "set a passphrase for organisers",
        "replaced the link for members",
        "undid: replaced the link for members",
    ]
    assert [one["undone"] for one in decisions[2:]] == [False, False, True, False]
    assert [one["number"] for one in decisions] == [0, 2, 7, 8, 9, 10]
    assert [one["at"] for one in decisions] == [
        at for seq, at in rows_of("league_record", "seq", "at") if seq not in (1, *range(3, 7))
    ]
    assert {key for one in decisions for key in one} == {"number", "at", "what", "undone", "struck"}
    assert not [one for one in secrets() if one in document]
    others = league_json(visit_league(club, "member"))
    assert "decisions" not in json.loads(others)


def secrets() -> list[str]:
    """Return what must not be seen: salts, hashes, the passphrase."""
    links = [one for row in rows_of("league_link", "salt", "secret_hash") for one in row]
    return [*links, *(hash_ for (hash_,) in rows_of("league", "passphrase")), PASSPHRASE]


# --- phones that are thrown out alone -----------------------------------------------------------


def out(device: str) -> Decide:
    """Throw out one phone."""
    return lambda visit, order: sign_out_phones(visit, order, [phone_in(visit, device)])


def phone_in(visit: LeagueVisit, device: str) -> int:
    """A number by which the phone is known."""
    return next(one.ids[0] for one in phones_of_league(visit) if one.device == device)


@pytest.mark.parametrize("act", [renew, remove])
def test_organiser_without_a_link_is_signed_out(club: str, act: Callable[[str], Decide]) -> None:
    decide(club, make("organiser"))
    enter(secret(club, "organiser"), "one")
    decide(club, act("organiser"), device="one")
    assert may(club, PHONE, "one") == "oo"

    decide(club, out("one"))
    assert may(club, PHONE, "one") == "o-"
    day = history_of(visit_league(club, PHONE), PHONE).decisions[0].words
    assert day.startswith("signed out an organiser's phone that joined on ")
    decide(club, undo_decision)
    assert may(club, PHONE, "one") == "oo"
    decide(club, redo_decision)
    assert may(club, PHONE, "one") == "o-"
    assert [*rebuild_results()] == []


def test_replacer_is_out_when_link_is_replaced(club: str) -> None:
    decide(club, make("organiser"))
    enter(secret(club, "organiser"), "one")
    decide(club, renew("organiser"), device="one")
    assert may(club, "one") == "o"

    decide(club, renew("organiser"))

    assert may(club, PHONE, "one") == "o-"


def test_phone_is_listed_once_and_out_by_all(club: str) -> None:
    for role in ("member", "organiser"):
        decide(club, make(role))
        enter(secret(club, role), "one")
    assert [one.role for one in phones_of_league(visit_league(club, PHONE))] == ["organiser"] * 2

    decide(club, out("one"))
    enter(secret(club, "member"), "one")

    assert may(club, "one") == "-"
    decide(club, renew("member"))
    enter(secret(club, "member"), "one")
    assert may(club, "one") == "m"


def test_returned_creator_stays_in_without_link(club: str) -> None:
    decide(club, make("organiser"))
    enter(secret(club, "organiser"), "one")
    decide(club, out(PHONE), device="one")
    decide(club, renew("organiser"), device="one")
    (link,) = links_of_league(visit_league(club, "one"), KEY)
    enter(link.secret or "", PHONE)

    decide(club, renew("organiser"))

    assert may(club, PHONE, "one") == "o-"
    assert [*rebuild_results()] == []


@pytest.mark.parametrize("which", [PHONE, "one"])
def test_phone_signed_out_or_own_cannot_be_again(club: str, which: str) -> None:
    decide(club, make("member"))
    enter(secret(club, "member"), "one")
    phone = phone_in(visit_league(club, PHONE), which)
    decide(club, remove("member"))

    with pytest.raises(DecisionRefused, match=r"your own|signed out already"):
        decide(club, lambda visit, order: sign_out_phones(visit, order, [phone]))

    assert may(club, PHONE) == "o"


def test_a_double_tap_signs_a_phone_out_once(club: str) -> None:
    decide(club, make("member"))
    enter(secret(club, "member"), "one")
    visit, once = visit_league(club, PHONE), order()
    phone = phone_in(visit, "one")

    answers = [sign_out_phones(visit, once, [phone]) for _ in range(2)]

    assert [one.repeated for one in answers] == [False, True]


def at(table: str, device: str) -> str:
    """Return what a phone may do at a table: s(core), w(atch), - nothing; whether it lists the
    table and hears news of it."""
    role = visit_table(table, device).role
    listed = table in [one.row.public_id for one in my_tables(device)]
    heard = latest_versions(table, device) is not None
    may = "-" if role is None else "s" if role.may_score else "w"
    return may + "l" * listed + "n" * heard


def test_signed_out_phone_loses_its_tables(club: str) -> None:
    decide(club, make("member"), make("organiser"))
    for device in ("one", "two"):
        enter(secret(club, "member"), device)
    of_club = [plays(club, ["Ann", "Ben"], [1, 2], finish, "one") for finish in (True, False)]
    own = start_table(rematch_sheet(load_table(of_club[0])), key="own", device="one")
    here = [*of_club, own]
    assert [at(table, "one") for table in here] == ["sln", "sln", "sln"]

    decide(club, out("one"))
    assert [at(table, "one") for table in here] == ["-", "-", "sln"]
    assert [at(table, PHONE) for table in of_club] == ["sn", "sn"]
    assert [at(table, "two") for table in of_club] == ["wn", "wn"]

    decide(club, undo_decision)
    assert [at(table, "one") for table in here] == ["sln", "sln", "sln"]
    decide(club, redo_decision, renew("member"))
    enter(secret(club, "member"), "one")
    assert [at(table, "one") for table in here] == ["sln", "sln", "sln"]


def test_member_with_old_link_keeps_own_tables(club: str) -> None:
    decide(club, make("member"))
    enter(secret(club, "member"), "one")
    table = plays(club, ["Ann", "Ben"], [1, 2], False, "one")

    decide(club, renew("member"))

    assert may(club, "one") == "-"
    assert at(table, "one") == "sln"
