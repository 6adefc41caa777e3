"""An evening in words: its rounds with their seats, and how evenly players meet."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from scorekeeper.leagues.evening.plan import (
    BRACKETS,
    DOUBLE_KNOCKOUT,
    DUPLICATE,
    GROUPS,
    INDIVIDUAL,
    KNOCKOUT,
    PAIRS,
    SWISS,
    TEAMS,
    Evening,
)
from scorekeeper.leagues.evening.team_night import teams_at
from scorekeeper.leagues.evening.tonight import EveningStatus
from scorekeeper.schedules.rounds import Meetings, Round, balance
from scorekeeper.schedules.units import Unit
from scorekeeper.sentences import phrase, tell

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    INDIVIDUAL: (
        phrase("Rotating partners"),
        phrase("Everyone partners and meets everyone, as evenly as possible."),
    ),
    PAIRS: (phrase("Fixed pairs"), phrase("Each pair meets each other pair.")),
    TEAMS: (
        phrase("Fixed teams"),
        phrase("Teams of two or four meet each other; four sit at two tables."),
    ),
    SWISS: (
        phrase("Swiss, single players"),
        phrase("Each round is paired by standing: leaders meet leaders."),
    ),
}
SWISS_PAIRS: Final = "swiss-pairs"
_BRACKETS: Final[Mapping[str, tuple[str, str]]] = {
    KNOCKOUT: (
        phrase("Knock-out"),
        phrase("Lose once and you are out. The best seeds get the byes."),
    ),
    DOUBLE_KNOCKOUT: (phrase("Double knock-out"), phrase("Lose twice and you are out.")),
    GROUPS: (
        phrase("Groups, then knock-out"),
        phrase("Play everyone in your group. The first two go through."),
    ),
}
CHOICES: Final = {
    **KINDS,
    SWISS_PAIRS: (phrase("Swiss in pairs"), phrase("Leading pairs meet leading pairs.")),
    **_BRACKETS,
}
"""The kinds as an organiser chooses among them: the words, and a sentence."""
OF_BOARDS: Final = {
    DUPLICATE: (
        phrase("Duplicate"),
        phrase("All tables play the same deals, and the results are compared."),
    )
}
"""The same for games whose deals can be played at several tables."""
ALONE: Final = {
    INDIVIDUAL: (
        phrase("Everyone meets everyone"),
        phrase("All players meet, as evenly as possible."),
    ),
    SWISS: (phrase("Swiss"), CHOICES[SWISS][1]),
    **_BRACKETS,
}
"""The same for games in which all play alone."""

MOST_LISTED: Final = 12
"""More of them are told in a number."""


class RoundShown(NamedTuple):
    """A round of a plan: who sits at each table, who sits out, whether its tables are open, and
    whether any of its players are known."""

    number: int
    tables: Sequence[str]
    byes: str
    open: bool
    known: bool


def choices(partners: bool) -> Mapping[str, tuple[str, str]]:
    """Return the kinds that fit a game, with or without partners."""
    return CHOICES if partners else ALONE


def kind_of(evening: Evening, partners: bool) -> str:
    """Return how it is played, in words."""
    pairs = evening.kind == SWISS and evening.units
    kind = SWISS_PAIRS if pairs else evening.kind
    every = {**CHOICES, **OF_BOARDS}
    return tell(choices(partners).get(kind, every[kind])[0])


def unfinished_for_pairing(now: EveningStatus) -> str:
    """Return what Swiss pairing would leave out of the standing: the tables of its rounds that
    still play; empty where there is none."""
    reason = still_playing(now) if now.evening.kind == SWISS else ""
    return f"{reason} {tell(_NOT_YET)}" if reason else ""


def still_playing(now: EveningStatus) -> str:
    """Return the planned tables that have not ended, round by round; empty where all have."""
    there = [one for one in now.tables_in_play if one.round and one.place]
    rounds: dict[int, list[int]] = {}
    for one in sorted(there, key=lambda one: (one.round or 0, one.place or 0)):
        rounds.setdefault(one.round or 0, []).append(one.place or 0)
    sentences = (
        tell(
            "{n:Table|Tables} {places} of round {round} {n:is|are} still playing.",
            n=len(places),
            places=and_list(map(str, places)),
            round=round,
        )
        for round, places in rounds.items()
    )
    return " ".join(sentences)


_NOT_YET: Final = phrase("Unfinished games don't count yet.")


def rounds_shown(
    evening: Evening,
    opened: int,
    partners: bool,
    names: Mapping[int, str],
    teams: Sequence[str] = (),
) -> list[RoundShown]:
    """Return all rounds; `names` by player, those of newcomers too; `teams` are the names of the
    evening's teams, where it has any."""
    return [
        RoundShown(
            number,
            [_at_table(evening, table, partners, names, teams) for table in one.tables],
            and_list(_resting(evening, one.byes, names, teams)),
            number <= opened,
            any(one.tables),
        )
        for number, one in enumerate(evening.rounds, 1)
    ]


def _at_table(
    evening: Evening,
    table: Sequence[int],
    partners: bool,
    names: Mapping[int, str],
    teams: Sequence[str],
) -> str:
    players, meeting = _seated(table, partners, names), teams_at(evening, tuple(table))
    if not teams or len(meeting) != 2:  # noqa: PLR2004
        return players
    one, other = (teams[team] for team in meeting)
    return tell("{one} – {other}: {players}", one=one, other=other, players=players)


def _resting(
    evening: Evening, byes: Sequence[int], names: Mapping[int, str], teams: Sequence[str]
) -> list[str]:
    """Return who sits out: players, or whole teams by their names."""
    whole = [place for place, unit in enumerate(evening.units) if teams and {*unit} <= {*byes}]
    named = {player for place in whole for player in evening.units[place]}
    return [*(teams[place] for place in whole), *(names[one] for one in byes if one not in named)]


def _seated(table: Sequence[int], partners: bool, names: Mapping[int, str]) -> str:
    players = [names[player] for player in table]
    if not table:
        return tell("Decided by earlier matches")
    if partners and len(players) == 4:
        north, east, south, west = players
        return f"{north} & {south} – {east} & {west}"
    return (" – " if len(players) == 2 else ", ").join(players)


# --- how even it is -----------------------------------------------------------------------------


def balance_in_words(evening: Evening, partners: bool, names: Mapping[int, str]) -> list[str]:
    """Return how often who meets whom, and who sits out when."""
    if not evening.rounds or evening.kind in BRACKETS:
        return []
    met = _units_in_words(evening) if evening.units else _players_in_words(evening, partners, names)
    return [*met, _byes_in_words(evening.rounds, names)]


def _players_in_words(evening: Evening, partners: bool, names: Mapping[int, str]) -> list[str]:
    count = balance(evening.rounds, partners)
    sentences = [_partners_in_words(count.partnered, count.partners, names)] if partners else []
    opposed = count.opposed
    if opposed.fewest:
        return [*sentences, tell("Everyone meets everyone {often}.", often=_often(opposed))]
    return [*sentences, tell("No two players meet more than {times}.", times=_times(opposed.most))]


def _partners_in_words(
    spread: Meetings, partners: Counter[frozenset[int]], names: Mapping[int, str]
) -> str:
    if spread.most <= 1:
        once = tell("Everyone partners everyone once.")
        return once if spread.fewest else tell("No partners repeat.")
    if spread.fewest:
        return tell("Everyone partners everyone {often}.", often=_often(spread))
    again = [two for two, times in partners.items() if times > 1]
    if len(again) > MOST_LISTED // 2:
        return tell("No two players partner more than {times}.", times=_times(spread.most))
    pairs = and_list(" & ".join(sorted(names[one] for one in two)) for two in again)
    return tell("Partners more than once: {pairs}.", pairs=pairs)


def _units_in_words(evening: Evening) -> list[str]:
    counts = _meetings(evening.rounds, evening.units).values()
    units = len(evening.units)
    everybody = len(counts) == units * (units - 1) // 2
    spread = Meetings(min(counts) if everybody else 0, max(counts, default=0))
    teams = evening.kind == TEAMS
    if spread.fewest:
        of_teams = tell("Each team meets each other team {often}.", often=_often(spread))
        of_pairs = tell("Each pair meets each other pair {often}.", often=_often(spread))
    else:
        of_teams = tell("No team meets another more than {times}.", times=_times(spread.most))
        of_pairs = tell("No pair meets another more than {times}.", times=_times(spread.most))
    return [of_teams if teams else of_pairs]


def _meetings(rounds: Iterable[Round], units: Sequence[Unit]) -> Counter[frozenset[int]]:
    """Count the rounds in which each two units meet, by their places."""
    of = {player: place for place, unit in enumerate(units) for player in unit}
    met: Counter[frozenset[int]] = Counter()
    for one in rounds:
        two = {
            frozenset((of[here], of[there]))
            for table in one.tables
            for here, there in product(table, table)
            if here in of and there in of and of[here] != of[there]
        }
        met.update(two)
    return met


def _byes_in_words(rounds: Sequence[Round], names: Mapping[int, str]) -> str:
    out: dict[int, list[int]] = {}
    for number, one in enumerate(rounds, 1):
        for player in one.byes:
            out.setdefault(player, []).append(number)
    if not out:
        return tell("No one sits out.")
    if len(out) > MOST_LISTED:
        times = [len(rounds) for rounds in out.values()]
        return tell(
            "{n} players sit out {often}.",
            n=len(out),
            often=_often(Meetings(min(times), max(times))),
        )
    return tell(
        "Sitting out: {players}.",
        players="; ".join(_sits_out_text(names[one], when) for one, when in out.items()),
    )


def _sits_out_text(name: str, rounds: Sequence[int]) -> str:
    return tell(
        "{name} in {n:round|rounds} {rounds}",
        name=name,
        n=len(rounds),
        rounds=and_list(map(str, rounds)),
    )


def _often(spread: Meetings) -> str:
    if spread.fewest == spread.most:
        return _times(spread.most)
    fewest, most = _times(spread.fewest), _times(spread.most)
    if spread.most - spread.fewest == 1:
        return tell("{fewest} or {most}", fewest=fewest, most=most)
    return tell("{fewest} to {most}", fewest=fewest, most=most)


def _times(count: int) -> str:
    words = {0: tell("never"), 1: tell("once"), 2: tell("twice")}
    return words.get(count) or tell("{n} times", n=count)


def and_list(words: Iterable[str]) -> str:
    """Ann, Ben and Cat."""
    *others, last = [*words] or [""]
    return tell("{others} and {last}", others=", ".join(others), last=last) if others else last
