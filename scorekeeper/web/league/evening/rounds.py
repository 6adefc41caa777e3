"""An evening in words: its rounds as they are seated, and how evenly they spread who meets whom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from scorekeeper.games import games
from scorekeeper.leagues import INDIVIDUAL, PAIRS, SWISS, TEAMS, Evening, EveningStatus
from scorekeeper.schedules import Round, Spread, Unit, evenness

KINDS: Final[Mapping[str, tuple[str, str]]] = {
    INDIVIDUAL: (
        "Rotating partners",
        "Everyone partners and meets everyone, as evenly as possible.",
    ),
    PAIRS: ("Fixed pairs", "Each pair meets each other pair."),
    TEAMS: ("Fixed teams", "Teams of two or four meet each other; four sit at two tables."),
    SWISS: ("Swiss, single players", "Each round is paired by standing: leaders meet leaders."),
}
SWISS_PAIRS: Final = "swiss-pairs"
CHOICES: Final = {**KINDS, SWISS_PAIRS: ("Swiss in pairs", "Leading pairs meet leading pairs.")}
"""The kinds as an organiser chooses among them: the words, and a sentence."""
ALONE: Final = {
    INDIVIDUAL: ("Everyone meets everyone", "All players meet, as evenly as possible."),
    SWISS: ("Swiss", CHOICES[SWISS][1]),
}
"""The same for games in which each plays for himself."""

MOST_LISTED: Final = 12
"""More of them are told in a number."""


class SeatedTable(NamedTuple):
    """A table of a plan: its place in the round, who sits there in words and in order of seats."""

    place: int
    told: str
    players: Sequence[str]


class RoundShown(NamedTuple):
    """A round of a plan, who sits out, and whether its tables are open."""

    number: int
    tables: Sequence[SeatedTable]
    byes: str
    open: bool


def choices(partners: bool) -> Mapping[str, tuple[str, str]]:
    """Return the kinds that fit a game, with or without partners."""
    return CHOICES if partners else ALONE


def kind_of(evening: Evening, partners: bool) -> str:
    """Return how it is played, in words."""
    pairs = evening.kind == SWISS and evening.units
    kind = SWISS_PAIRS if pairs else evening.kind
    return choices(partners).get(kind, CHOICES[kind])[0]


def unfinished_for_pairing(now: EveningStatus) -> str:
    """Return what Swiss pairing would leave out of the standing: the tables of its rounds that
    still play; empty where there is none."""
    told = still_playing(now) if now.evening.kind == SWISS else ""
    return f"{told} {_NOT_YET}" if told else ""


def still_playing(now: EveningStatus) -> str:
    """Return the planned tables that have not ended, round by round; empty where all have."""
    there = [one for one in now.tables_in_play if one.round and one.place]
    rounds: dict[int, list[int]] = {}
    for one in sorted(there, key=lambda one: (one.round or 0, one.place or 0)):
        rounds.setdefault(one.round or 0, []).append(one.place or 0)
    told = (
        f"Table{'s' if len(places) > 1 else ''} {and_list(map(str, places))} of round {round}"
        f" {'are' if len(places) > 1 else 'is'} still playing."
        for round, places in rounds.items()
    )
    return " ".join(told)


_NOT_YET: Final = "Unfinished games don't count yet."


def game_named(slug: str) -> str:
    """Return the name of a game."""
    return games()[slug].name


def rounds_shown(
    evening: Evening, opened: int, partners: bool, names: Mapping[int, str]
) -> list[RoundShown]:
    """Return all rounds; `names` by player, those of newcomers too."""
    return [
        RoundShown(
            number,
            [_seated(place, table, partners, names) for place, table in enumerate(one.tables, 1)],
            and_list(names[player] for player in one.byes),
            number <= opened,
        )
        for number, one in enumerate(evening.rounds, 1)
    ]


def _seated(
    place: int, table: Sequence[int], partners: bool, names: Mapping[int, str]
) -> SeatedTable:
    players = [names[player] for player in table]
    if partners and len(players) == 4:
        north, east, south, west = players
        return SeatedTable(place, f"{north} & {south} – {east} & {west}", players)
    return SeatedTable(place, ", ".join(players), players)


# --- how even it is -----------------------------------------------------------------------------


def evenness_in_words(evening: Evening, partners: bool, names: Mapping[int, str]) -> list[str]:
    """Return how often who meets whom, and who sits out when."""
    if not evening.rounds:
        return []
    met = _units_in_words(evening) if evening.units else _players_in_words(evening, partners, names)
    return [*met, _byes_in_words(evening.rounds, names)]


def _players_in_words(evening: Evening, partners: bool, names: Mapping[int, str]) -> list[str]:
    count = evenness(evening.rounds, partners)
    told = [_partners_in_words(count.partnered, count.partners, names)] if partners else []
    opposed = count.opposed
    if opposed.fewest:
        return [*told, f"Everyone meets everyone {_often(opposed)}."]
    return [*told, f"No two players meet more than {_times(opposed.most)}."]


def _partners_in_words(
    spread: Spread, partners: Counter[frozenset[int]], names: Mapping[int, str]
) -> str:
    if spread.most <= 1:
        return f"{'Everyone partners everyone once' if spread.fewest else _NOBODY_TWICE}."
    if spread.fewest:
        return f"Everyone partners everyone {_often(spread)}."
    again = [two for two, times in partners.items() if times > 1]
    if len(again) > MOST_LISTED // 2:
        return f"No two players partner more than {_times(spread.most)}."
    pairs = and_list(" & ".join(sorted(names[one] for one in two)) for two in again)
    return f"Partners more than once: {pairs}."


_NOBODY_TWICE: Final = "No partners repeat"


def _units_in_words(evening: Evening) -> list[str]:
    word = "team" if evening.kind == TEAMS else "pair"
    counts = _meetings(evening.rounds, evening.units).values()
    units = len(evening.units)
    everybody = len(counts) == units * (units - 1) // 2
    spread = Spread(min(counts) if everybody else 0, max(counts, default=0))
    if spread.fewest:
        return [f"Each {word} meets each other {word} {_often(spread)}."]
    return [f"No {word} meets another more than {_times(spread.most)}."]


def _meetings(rounds: Iterable[Round], units: Sequence[Unit]) -> Counter[frozenset[int]]:
    """In how many rounds each two units meet, by their places."""
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
        return "No one sits out."
    if len(out) > MOST_LISTED:
        times = [len(rounds) for rounds in out.values()]
        return f"{len(out)} players sit out {_often(Spread(min(times), max(times)))}."
    return (
        f"Sitting out: {'; '.join(_sits_out_text(names[one], when) for one, when in out.items())}."
    )


def _sits_out_text(name: str, rounds: Sequence[int]) -> str:
    return f"{name} in round{'s' if len(rounds) > 1 else ''} {and_list(map(str, rounds))}"


def _often(spread: Spread) -> str:
    if spread.fewest == spread.most:
        return _times(spread.most)
    joint = "or" if spread.most - spread.fewest == 1 else "to"
    return f"{_times(spread.fewest)} {joint} {_times(spread.most)}"


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def and_list(words: Iterable[str]) -> str:
    """Ann, Ben and Cat."""
    *others, last = [*words] or [""]
    return f"{', '.join(others)} and {last}" if others else last
