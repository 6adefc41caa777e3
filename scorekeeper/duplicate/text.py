"""A scored session and a movement as plain text, for the terminal."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.duplicate.movements.plans import Movement
from scorekeeper.sentences import Message, minus, tell
from scorekeeper.sheet.documents import Document


def session_text(session: Document, result: Document) -> str:
    """Return the rankings and the travellers of a session."""
    names = {one["id"]: " & ".join(one.get("names") or ()) for one in session["contestants"]}
    lines: list[str] = []
    title = session.get("event", {}).get("name")
    if title:
        lines += [title, ""]
    for field in result["fields"]:
        lines += [*_ranking(field, names), ""]
    for match in result.get("matches", ()):
        lines.append(_match(match))
    for board, told in zip(result["boards"], session["boards"], strict=True):
        lines += ["", *_traveller(board, told)]
    for one in result.get("missing", ()):
        lines.append(tell("Missing: round {round}, table {table}, board {board}", **one))
    lines += [f"{one['at']}: {one['message']}" for one in result["warnings"]]
    return "\n".join(lines)


def _ranking(field: Document, names: dict[str, str]) -> Iterator[str]:
    """Yield a ranking; who shares a place has it with a sign of equality."""
    ranks = [line["rank"] for line in field["ranking"]]
    if field["name"] != "all":
        yield tell("North-South") if field["name"] == "NS" else tell("East-West")
    for line in field["ranking"]:
        place = f"{line['rank']}{'=' if ranks.count(line['rank']) > 1 else ''}"
        percent = f"{line['percent']:6.2f} %" if "percent" in line else ""
        total = minus(f"{line['total']:.2f}")  # type: ignore[arg-type]
        yield f"{place:>4}  {line['id']:>6}  {total:>9} {percent:>9}  {names[line['id']]}".rstrip()


def _match(match: Document) -> str:
    first, second = match["teams"]
    imps = "–".join(map(str, match["imps"]))
    vps = "–".join(f"{one:.2f}" for one in match.get("vps", ()))
    place = tell("Round {n}: {one} against {other}", n=match["round"] or 1, one=first, other=second)
    return "  ".join(filter(None, (place, imps, vps)))


def _traveller(board: Document, told: Document) -> Iterator[str]:
    yield tell(
        "Board {n}, dealer {dealer}, vulnerable {who}",
        n=board["number"],
        dealer=board["dealer"],
        who=board["vulnerable"],
    )
    for line, given in zip(board["results"], told["results"], strict=True):
        ns, ew = (_unit(line[side]) for side in ("ns", "ew"))
        points = [_points(line[key]) for key in ("ns_points", "ew_points")]
        score = "" if line["score"] is None else minus(line["score"])
        played = f"{played_text(given):<10} {score:>6}"
        yield f"{ns:>6} {ew:>6}  {played} {points[0]:>8} {points[1]:>8}  {line['why']['text']}"


def _unit(unit: str | list[str]) -> str:
    return unit if isinstance(unit, str) else "+".join(unit)


def _points(value: float | None) -> str:
    return "–" if value is None else minus(f"{value:.2f}")  # type: ignore[arg-type]


def played_text(line: Document) -> str:
    """Return what was played, "4S N 10"; nothing where the line does not say."""
    told = (line.get("contract"), line.get("declarer"), line.get("tricks"))
    return " ".join(str(one) for one in told if one is not None)


# --- guide cards --------------------------------------------------------------------------------


def movement_text(movement: Movement) -> str:
    """Return the guide cards: of every table, then of every contestant."""
    head = tell(
        "{n} contestants, {t} tables, {r} rounds of {size} {size:board|boards}",
        n=movement.contestants,
        t=movement.tables,
        r=movement.rounds,
        size=movement.boards_per_round,
    )
    lines = [head]
    for table in range(1, movement.tables + 1):
        lines += ["", tell("Table {n}", n=table), *_table_card(movement, table)]
    for one in range(1, movement.contestants + 1):
        lines += ["", tell("Contestant {n}", n=one), *_own_card(movement, one)]
    return "\n".join(lines)


def _table_card(movement: Movement, number: int) -> Iterator[str]:
    for one in movement.plan:
        for table in one.tables:
            if table.table == number:
                ns, ew = ("+".join(map(str, side)) for side in (table.ns, table.ew))
                marks = [
                    *([tell(_ROOMS[table.room])] if table.room else ()),
                    *([tell("shared")] if table.shared else ()),
                    *([tell("directions exchanged")] if table.switched else ()),
                ]
                boards = f"{table.boards[0]}–{table.boards[-1]}"
                where = ", ".join((boards, *marks))
                yield f"{one.round:>3}  NS {ns:>5}  EW {ew:>5}  {where}"


_ROOMS: Final[dict[str, Message]] = {"open": "open room", "closed": "closed room"}


def _own_card(movement: Movement, number: int) -> Iterator[str]:
    for one in movement.plan:
        if number in one.sitting_out:
            yield f"{one.round:>3}  {tell('sits out')}"
        for table in one.tables:
            side = "NS" if number in table.ns else "EW" if number in table.ew else ""
            if side:
                ours, others = (table.ns, table.ew) if side == "NS" else (table.ew, table.ns)
                met = tell("against {others}", others="+".join(map(str, others)))
                partner = [tell("with {n}", n=other) for other in ours if other != number]
                boards = f"{table.boards[0]}–{table.boards[-1]}"
                place = tell("Table {n}", n=table.table)
                yield "  ".join((f"{one.round:>3}", place, side, boards, *partner, met))
