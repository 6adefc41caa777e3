"""Sentences of several lines: a bid made or missed, a contract of one against the rest, and
something every so many."""

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from scorekeeper.own.editor.draft import Document, fields, fresh, is_each, words_of
from scorekeeper.own.editor.sums import parts_of, signed, summed, times
from scorekeeper.own.editor.worths import read_number
from scorekeeper.own.wording import rest_of
from scorekeeper.sentences import Message, phrase, tell

Answers = Mapping[str, str]
Line = dict[str, Any]


class Written(NamedTuple):
    """The lines of a sentence, and what else a document then has, by its section."""

    lines: Sequence[Line]
    parts: Sequence[tuple[str, Mapping[str, Any]]] = ()


class Composed(NamedTuple):
    """A recipe: its title, how its answers are read from the lines from there on, what they are at
    first, the lines and further parts they make, and the things that make one by themselves."""

    title: Message
    read: Callable[[Document, int], dict[str, str] | None]
    start: Callable[[Document], dict[str, str] | None]
    write: Callable[[Document, Answers], Written]
    at_first: Callable[[Document], Sequence[str]]


def _part(
    document: Document, section: str, name: str, say: Callable[[str], Mapping[str, Any]]
) -> Mapping[str, Any]:
    """Return the part of a document that says this under its own name, whatever it is called since;
    else a new one by this name, or one like it where something else is called so."""
    there: Sequence[Mapping[str, Any]] = document.get(section, ())
    for one in there:
        if {**say(one["name"]), "label": one["label"]} == one:
            return one
    return say(fresh(document, name))


# --- a bid ----------------------------------------------------------------------------------------

BID: Final = ("made_plus", "made_each", "extra_each", "missed_plus", "missed_each", "missed_off")


MADE: Final[Mapping[str, Message]] = {
    "": phrase("The bid is made with as many as bid, or more."),
    "yes": phrase("The bid is made with exactly as many as bid."),
}


def numbers(document: Document) -> list[str]:
    """Return the numbers that everybody has, what is asked before the play first."""
    listed = [one for one in document["fields"] if one["kind"] == "number" and one["of"] != "deal"]
    return [one["name"] for one in sorted(listed, key=lambda one: one.get("when") != "before")]


def _level(document: Document, bid: str, tricks: str) -> tuple[str, str, str]:
    """Return for whom a bid is counted, and what stands for bid and tricks there: where partners
    bid each and take together, their bids are added up."""
    of = {name: one["of"] for name, one in fields(document).items()}
    if is_each(document) or of[bid] == of[tricks] == "side":
        return "side", bid, tricks
    if of[bid] == of[tricks]:
        return "player", bid, tricks
    if of[bid] == "player":
        return "side", _together(document, bid)["name"], tricks
    return "side", bid, _together(document, tricks)["name"]


def _together(document: Document, name: str) -> Mapping[str, Any]:
    """Return the result on the way that adds up what the players of a side have."""
    label = fields(document)[name]["label"]
    return _part(
        *(document, "values", f"{name[:12]}_of_side"),
        lambda called: {
            **{"name": called, "label": tell("{what} together", what=label)},
            **{"of": "side", "is": f"sum(ours({name}))"},
        },
    )


def _write_bid(document: Document, answers: Answers) -> Written:
    whom, bid, tricks = _level(document, answers["bid"], answers["tricks"])
    worth = {name: signed(answers[name]) for name in BID}
    exact = answers["exact"] == "yes"
    made = summed([(worth["made_plus"], ""), (worth["made_each"], bid)])
    missed = summed([
        (worth["missed_plus"], ""),
        (worth["missed_each"], bid),
        (worth["missed_off"], f"abs({bid} - {tricks})"),
    ])  # fmt: skip
    places = {"bid": f"{{{bid}}}", "tricks": f"{{{tricks}}}"}
    lines: list[Line] = [
        {
            "text": tell("bid {bid} made with {tricks}", **places),
            "points": made,
            "if": f"{tricks} = {bid}" if exact else f"{tricks} >= {bid}",
        },
        {
            "text": tell("bid {bid} missed with {tricks}", **places),
            "points": missed,
            "otherwise": True,
        },
    ]
    if not exact and worth["extra_each"] != "0":
        extra = times(worth["extra_each"], f"({tricks} - {bid})")
        lines.append({"text": tell("more than bid"), "points": extra, "if": f"{tricks} > {bid}"})
    if whom == "player":
        lines = [{**line, "for": "player"} for line in lines]
    terms = ((answers["bid"], bid), (answers["tricks"], tricks))
    sums = [("values", _together(document, one)) for one, term in terms if term != one]
    return Written(lines, sums)


def _read_bid(document: Document, at: int) -> dict[str, str] | None:
    lines = document["lines"][at : at + 3]
    condition = str(lines[0].get("if", "")).split(" ")
    if len(lines) < 2 or len(condition) != 3 or condition[1] not in ("=", ">="):
        return None
    found = _pair_of(document, condition[0], condition[2])
    if found is None:
        return None
    bid, tricks = found
    _, b, t = _level(document, bid, tricks)
    made = parts_of(lines[0]["points"], ["", b])
    missed = parts_of(lines[1]["points"], ["", b, f"abs({b} - {t})"])
    extra = None
    if len(lines) > 2 and lines[2].get("if") == f"{t} > {b}":
        extra = parts_of(lines[2]["points"], [f"({t} - {b})"])
    if made is None or missed is None:
        return None
    exact = "yes" if condition[1] == "=" else ""
    worths = dict(zip(BID, [*made, *(extra or ["0"]), *missed], strict=True))
    return {"bid": bid, "tricks": tricks, "exact": exact, **worths}


def _pair_of(document: Document, tricks: str, bid: str) -> tuple[str, str] | None:
    """Return what is bid and what is taken where these stand for them."""
    for one, other in permutations(numbers(document), 2):
        if _level(document, one, other)[1:] == (bid, tricks):
            return one, other
    return None


def _start_bid(document: Document) -> dict[str, str] | None:
    listed = numbers(document)
    bid, tricks, *_ = *listed, "", ""
    if {"bid", "tricks"} <= {*listed}:
        bid, tricks = "bid", "tricks"
    if not tricks:
        return None
    usual = ("0", "10", "1", "0", "-10", "0")
    return {"bid": bid, "tricks": tricks, "exact": "", **dict(zip(BID, usual, strict=True))}


def _bid_at_first(document: Document) -> Sequence[str]:
    if not {"bid", "tricks"} <= {*numbers(document)}:
        return ()
    _, bid, tricks = _level(document, "bid", "tricks")
    together = any({bid, tricks} <= words_of(line) for line in document["lines"])
    return () if together else ("bid", "tricks")


# --- a contract -----------------------------------------------------------------------------------

ALONE, AGAINST, SHARE = "alone", "against", "share"
PAYS: Final[Mapping[str, Message]] = {
    ALONE: phrase("only the one who declared scores"),
    AGAINST: phrase("missed: the others score"),
    SHARE: phrase("each of the others pays, or is paid"),
}


PAID: Final[Mapping[str, Message]] = {
    ALONE: phrase("Only the one who declared scores."),
    AGAINST: phrase("If it is missed, the others score."),
    SHARE: phrase(
        "Whoever declared gets this from each of the others, or pays it to each if it is below 0."
    ),
}
"""What a sentence says of each: one choice's words alone did not tell whose points it shows."""


def _one_and_who(document: Document) -> list[tuple[str, str]]:
    """Return who can have declared: the formula of that player or side, and the name."""
    one = {"seat": "me", "side": "us"}
    return [(one[f["kind"]], f["name"]) for f in document["fields"] if f["kind"] in one]


def _truths(document: Document) -> list[str]:
    return [f["name"] for f in document["fields"] if f["kind"] == "yesno" and f["of"] == "deal"]


def _share(document: Document, declarer: str) -> Mapping[str, Any]:
    """Return the result on the way that pays between whoever declared and the others."""
    nobody = "none" in fields(document)[declarer]
    passed = f"if {declarer} = nobody then 0 else " if nobody else ""
    return _part(
        *(document, "values", "share"),
        lambda called: {
            **{"name": called, "label": tell("Shares"), "of": "player"},
            "is": f"{passed}if me = {declarer} then players - 1 else -1",
        },
    )


def _worths(field: Mapping[str, Any]) -> bool:
    return field["kind"] == "choice" and all(type(one) is int for one, _ in field["values"])


def stakes(document: Document) -> dict[str, str]:
    """Return the labels of the numbers of a deal that a contract can be multiplied by, by name."""
    return {
        one["name"]: str(one["label"])
        for one in document["fields"]
        if one["of"] == "deal" and (one["kind"] == "number" or _worths(one))
    }


def ways(document: Document) -> Mapping[str, Message]:
    """Return how a contract can be paid; each pays only where everybody plays alone."""
    seats = any(one["kind"] == "seat" for one in document["fields"])
    return {how: PAYS[how] for how in PAYS if how != SHARE or (seats and is_each(document))}


def _write_contract(document: Document, answers: Answers) -> Written:
    declarer, made, how = answers["declarer"], answers["made"], answers["pays"]
    one = dict((name, one) for one, name in _one_and_who(document)).get(declarer, "me")
    if how == SHARE and (one == "us" or not is_each(document)):
        how = AGAINST
    won, lost = signed(answers["won"]), signed(answers["lost"])
    texts = (tell("contract made"), tell("contract missed"))
    times_ = answers["times"]
    if times_:
        texts = (f"{texts[0]} · {{{times_}}}", f"{texts[1]} · {{{times_}}}")
    if how == SHARE:
        share = _share(document, declarer)
        paid = f"{times_} * {share['name']}" if times_ else share["name"]
        lines: list[Line] = [
            {"text": texts[0], "points": times(won, paid), "if": made},
            {"text": texts[1], "points": times(lost, paid), "otherwise": True},
        ]
        return Written(lines, [("values", share)])
    whom = f"{one} = {declarer}" if how == ALONE else rest_of(fields(document)[declarer])
    lines = [
        {
            "text": texts[0],
            "points": summed([(won, times_)]),
            "if": f"{made} and {one} = {declarer}",
        },
        {
            "text": texts[1],
            "points": summed([(lost, times_)]),
            "if": f"not {made} and {whom}",
        },
    ]
    if one == "me" and not is_each(document):
        lines = [{**line, "for": "player"} for line in lines]
    return Written(lines)


def _read_contract(document: Document, at: int) -> dict[str, str] | None:
    lines = document["lines"][at : at + 2]
    if len(lines) < 2:
        return None
    named = words_of(lines[0])
    for _, declarer in _one_and_who(document):
        for made in _truths(document):
            if made not in named:
                continue
            answers = {"declarer": declarer, "made": made}
            share = _share(document, declarer)["name"]
            rest = rest_of(fields(document)[declarer])
            against = lines[1].get("if") == f"not {made} and {rest}"
            pays = SHARE if share in named else AGAINST if against else ALONE
            for times_ in (*(one for one in stakes(document) if one in words_of(lines)), ""):
                what = " * ".join(filter(None, (times_, share if pays == SHARE else "")))
                won, lost = (parts_of(line["points"], [what]) for line in lines)
                if won is not None and lost is not None:
                    worths = {"won": won[0], "lost": lost[0], "times": times_}
                    return {**answers, "pays": pays, **worths}
    return None


def _start_contract(document: Document) -> dict[str, str] | None:
    who, truths = _one_and_who(document), _truths(document)
    if not who or not truths:
        return None
    declarer = next((name for _, name in who if name == "declarer"), who[0][1])
    made = "made" if "made" in truths else truths[0]
    usual = {"won": "10", "lost": "-10", "times": ""}
    return {"declarer": declarer, "made": made, **usual, "pays": ALONE}


def _contract_at_first(document: Document) -> Sequence[str]:
    used = words_of([document["lines"], document.get("values", ())])
    there = {"declarer", "made"} <= {*fields(document)}
    return ("declarer", "made") if there and not {"declarer", "made"} & used else ()


# --- every so many --------------------------------------------------------------------------------


EXTRAS: Final = "tricks - bid"
"""Stands for tricks above a bid; no name, as a field can have any."""


def counted(document: Document) -> dict[str, str]:
    """Return what can be counted up from deal to deal: its formula by what it is called."""
    names = numbers(document)
    found = dict(zip(names, names, strict=True))
    pair = ("bid", "tricks")
    if not {*pair} <= found.keys():
        read = (_read_bid(document, at) for at in range(len(document["lines"])))
        pair = next(((one["bid"], one["tricks"]) for one in read if one), ("", ""))
    if pair[0]:
        _, bid, tricks = _level(document, *pair)
        found[EXTRAS] = f"max({tricks} - {bid}, 0)"
    return found


def _write_bags(document: Document, answers: Answers) -> Written:
    what = counted(document).get(answers["what"], answers["what"])
    every, cost = signed(answers["every"]), signed(answers["cost"])
    player = not is_each(document) and words_of([what]) & {
        one["name"] for one in document["fields"] if one["of"] == "player"
    }
    of = "player" if player else "side"
    carry = _part(
        *(document, "carries", "bags"),
        lambda called: {
            **{"name": called, "label": tell("Bags"), "of": of, "start": 0},
            "next": f"rest({called} + {what}, {every})",
        },
    )
    so_far = f"{carry['name']} + {what}"
    said = every if read_number(every) is not None else f"{{{every}}}"
    line = {
        "text": tell("{n} bags", n=said),
        "points": times(cost, f"down(({so_far}) / {every})"),
        "if": f"{so_far} >= {every}",
    }
    sums = [_together(document, name) for name in numbers(document)]
    named = words_of([what]) - fields(document).keys()
    added = [("values", one) for one in sums if one["name"] in named]
    if player:
        line["for"] = "player"
    return Written([line], [*added, ("carries", carry)])


def _read_bags(document: Document, at: int) -> dict[str, str] | None:
    line = document["lines"][at]
    bags, _, condition = str(line.get("if", "")).partition(" + ")
    for what, formula in counted(document).items():
        if condition.startswith(f"{formula} >= "):
            every = condition.removeprefix(f"{formula} >= ")
            worths = parts_of(line["points"], [f"down(({bags} + {formula}) / {every})"])
            if worths:
                return {"what": what, "every": every, "cost": worths[0]}
    return None


def _start_bags(document: Document) -> dict[str, str] | None:
    offered = [*counted(document)]
    taken = any(one["name"] == "bags" for one in document.get("carries", ()))
    if not offered or taken:
        return None
    return {"what": offered[-1], "every": "10", "cost": "-100"}


COMPOSED: Final[Mapping[str, Composed]] = {
    "bid": Composed(
        phrase("bid made … otherwise …"), _read_bid, _start_bid, _write_bid, _bid_at_first
    ),
    "contract": Composed(
        phrase("contract by one"),
        *(_read_contract, _start_contract, _write_contract, _contract_at_first),
    ),
    "bags": Composed(
        phrase("every so many"), _read_bags, _start_bags, _write_bags, lambda document: ()
    ),
}
"""By their names."""
