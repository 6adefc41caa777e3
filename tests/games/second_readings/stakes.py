"""Nap and solo whist read a second time, from the rules alone: what a deal brings each player."""

from random import Random
from typing import Any

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"]
Deal = dict[str, Any]

NAP_NEEDS = {"one": 1, "two": 2, "three": 3, "mis": 0, "four": 4}
NAP_NEEDS |= dict.fromkeys(("nap", "wellington", "blucher"), 5)
NAP_STAKES = {
    "document": "1/1 2/2 3/3 3/3 4/4 10/10 20/20 40/40",
    "half_lost": "1/1 2/2 3/3 3/3 4/4 10/5 20/10 40/20",
    "books": "1/1 2/2 3/3 3/6 4/4 10/5 20/10 30/15",
    "pub": "1/1 2/2 3/3 3/3 4/4 5/5 10/10 20/20",
}
SOLO_NEEDS = {"prop_cop": 8, "solo": 5, "misere": 0, "abundance": 9, "abundance_trump": 9}
SOLO_NEEDS |= {"misere_ouverte": 0, "slam": 13}
SOLO_STAKES: dict[str, Deal] = {
    "document": {"prop_cop": 1, "solo": 1, "misere": 2, "abundance": 3, "abundance_trump": 3},
    "units": {
        **{"prop_cop": [1, 1, 1], "solo": [1, 1, 1], "misere": 2},
        **{"abundance": [3, 2, 1], "abundance_trump": [3, 2, 1]},
    },
    "pence": {
        **{"prop_cop": [10, 1, 1], "solo": [10, 1, 1], "misere": 25},
        **{"abundance": [50, 1, 1], "abundance_trump": [60, 1, 1]},
    },
}
SOLO_STAKES["document"] |= {"misere_ouverte": 4, "slam": 6}
SOLO_STAKES["units"] |= {"misere_ouverte": 4, "slam": 6}
SOLO_STAKES["pence"] |= {"misere_ouverte": 75, "slam": 100}


def nap_scores(options: Deal, players: int, deal: Deal) -> list[int]:
    """Return what a deal of nap brings each player."""
    bid, stakes = deal["bid"], options.get("stakes", "document")
    named = stakes if isinstance(stakes, str) else "document"
    won, lost = map(int, NAP_STAKES[named].split()[list(NAP_NEEDS).index(bid)].split("/"))
    split = named in ("half_lost", "books") and bid in ("nap", "wellington", "blucher", "mis")
    if isinstance(stakes, dict) and bid in stakes:
        split = isinstance(stakes[bid], list)
        won, lost = stakes[bid] if split else (stakes[bid], stakes[bid])
    if bid == "nap" and options.get("nap_fail") == "half" and not split:
        lost = lost // 2 + lost % 2
    needed = NAP_NEEDS[bid]
    good = deal["tricks"] >= needed if needed else not deal["tricks"]
    each = won if good else -lost
    return [each * (players - 1) if n == deal["declarer"] else -each for n in range(players)]


def solo_scores(options: Deal, players: int, deal: Deal) -> list[int]:
    """Return what a deal of solo whist brings each player."""
    contract, stakes = deal["contract"], options.get("stakes", "document")
    table = SOLO_STAKES[stakes] if isinstance(stakes, str) else SOLO_STAKES["document"] | stakes
    row, needed, tricks = table[contract], SOLO_NEEDS[contract], deal["tricks"]
    if not isinstance(row, list):
        simple = contract in ("misere", "misere_ouverte", "slam")
        row = [row, *[0 if simple else options.get("overtrick_value", 0)] * 2]
    good = tricks >= needed if needed else not tricks
    price = row[0] + (row[1] * (tricks - needed) if good else row[2] * (needed - tricks))
    if not needed:
        price = row[0]
    callers = deal["declarers"]
    if options.get("payment") == "paper":
        return [price if (n in callers) == good else 0 for n in range(4)]
    gain = price if good else -price
    return [gain * (4 - len(callers)) if n in callers else -gain * len(callers) for n in range(4)]


def nap_game(random: Random) -> tuple[Deal, int, list[Deal]]:
    """Return the options, the players and the deals of a random game."""
    players = random.randint(3, 7)

    def own() -> Deal:
        rows = random.sample(list(NAP_NEEDS), random.randint(0, 8))
        one, two = random.randint(1, 100), random.randint(1, 100)
        return {row: random.choice([one, [two, one]]) for row in rows}

    options = {
        "stakes": random.choice([*NAP_STAKES, own(), own()]),
        "nap_fail": random.choice(["full", "half"]),
        "dealer_must_bid": random.random() < 0.5,
        "full_pack": random.random() < 0.5,
        "joker": random.random() < 0.5,
    }
    deals = []
    for number in range(random.randint(1, 8)):
        bid = random.choice([*NAP_NEEDS][not options["dealer_must_bid"] :])
        who = number % players if bid == "one" else random.randrange(players)
        deals.append({"declarer": who, "bid": bid, "tricks": random.randint(0, 5)})
    return options, players, deals


def solo_game(random: Random) -> tuple[Deal, int, list[Deal]]:
    """Return the options, the players and the deals of a random game."""

    def own() -> Deal:
        rows: Deal = {}
        for row in random.sample(list(SOLO_NEEDS), random.randint(0, 7)):
            rows[row] = random.randint(1, 1000)
            if (
                row in ("prop_cop", "solo", "abundance", "abundance_trump")
                and random.random() < 0.7
            ):
                rows[row] = [rows[row], random.randint(0, 100), random.randint(0, 100)]
        return rows

    options = {
        "stakes": random.choice([*SOLO_STAKES, own(), own()]),
        "overtrick_value": random.randint(0, 10),
        "payment": random.choice(["credits", "paper"]),
        "abundance_leads": random.choice(["eldest", "declarer"]),
    }
    deals = []
    for _ in range(random.randint(1, 8)):
        contract = random.choice(list(SOLO_NEEDS))
        callers = random.sample(range(4), 2 if contract == "prop_cop" else 1)
        tricks = random.randint(0, 13)
        deals.append({"contract": contract, "declarers": callers, "tricks": tricks})
    return options, 4, deals
