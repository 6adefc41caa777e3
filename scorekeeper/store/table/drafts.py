"""The deal now being played, before it is recorded: one row a question.

Each answer has a version of its own, so that two phones that answer different questions don't get
in each other's way, and two that answer the same one notice. It is also stored who
withdrew an answer. An answer may be sealed: who may see it is decided elsewhere.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from scorekeeper.store.schema.table import Draft, GameTable
from scorekeeper.store.table.rows import lock, now

_IN_TRANSIT_MS: Final = 10_000
"""How long a phone may not yet know that its answer was saved."""
DECLARED: Final = "declared."
"""Prefix of the paths under which a draft stores when a bid was declared before the cards."""
UNANSWERED: Final = object()
"""Saved in place of an answer: takes back what was answered."""


class Answer(NamedTuple):
    """An answer to the question at ``path``, given by a device, perhaps from a seat's link.

    Versions of one table's answers grow and are never used twice.
    """

    path: str
    answer: Any
    version: int
    device: str
    seat: int | None
    at: int


def bid_declared(path: str) -> str | None:
    """Return the path of the bid of which a draft's path tells when it was declared; None for an
    answer: "declared.1" is the second number of a field that a game calls so."""
    bid = path.removeprefix(DECLARED)
    return None if bid == path or bid.isdecimal() else bid


_ANSWERS = (
    select(*(getattr(Draft, name) for name in Answer._fields))
    .where(
        Draft.table_id == bindparam("id"),
        Draft.deal == bindparam("deal"),
        Draft.taken_back.is_(False),
    )
    .order_by(Draft.path)
)
_UP_TO_DEAL = delete(Draft).where(
    Draft.table_id == bindparam("id"), Draft.deal <= bindparam("deal")
)


def read_answers(connection: Connection, table_id: int, deal: int) -> dict[str, Answer]:
    """Return what is answered so far about the deal of that number, by path, sealed or not."""
    rows = connection.execute(_ANSWERS, {"id": table_id, "deal": deal})
    return {one.path: one for one in (Answer(*row) for row in rows)}


def clear_answers(connection: Connection, table_id: int, deal: int) -> None:
    """Forget the drafts up to that deal, which was recorded in the same transaction."""
    connection.execute(_UP_TO_DEAL, {"id": table_id, "deal": deal})


class AnswerConflict(Exception):
    """Others have answered meanwhile; ``current`` is what is answered now, by path (None: what
    was answered there was taken back)."""

    def __init__(self, current: Mapping[str, Answer | None]) -> None:
        super().__init__("others have answered: " + ", ".join(current))
        self.current = current


_RECENT = select(Draft.path).where(
    Draft.table_id == bindparam("id"),
    Draft.deal == bindparam("deal"),
    Draft.device == bindparam("device"),
    Draft.at > bindparam("since"),
)


def save_answers(
    connection: Connection,
    table_id: int,
    deal: int,
    answers: Mapping[str, Any],
    *,
    expected: Mapping[str, int],
    device: str,
    seat: int | None = None,
    sealed: Collection[str] = (),
) -> dict[str, Answer]:
    """Store answers, all or none; return everything that is answered afterwards.

    ``expected`` has the version of each answer as it was seen by whoever typed (0, or absent: there
    was none). Raises ``AnswerConflict`` where there is another answer by now, or none any more;
    not for what the device itself has answered or withdrawn a moment ago: the next tap is quicker
    than a slow network. Giving the same answer again is no conflict, unless it is ``sealed`` and
    another device's: nobody may find out by guessing what that one has answered. Answers are JSON
    values or ``UNANSWERED``.
    """
    lock(connection, table_id)
    current = read_answers(connection, table_id, deal)
    closed = {path for path in sealed if path in current and current[path].device != device}
    changed = {
        path: new
        for path, new in answers.items()
        if path in closed or not _same(current.get(path), new)
    }
    if not changed:
        return current
    asked = {"id": table_id, "deal": deal, "device": device, "since": now() - _IN_TRANSIT_MS}
    own = {*connection.scalars(_RECENT, asked)}
    moved = [
        path
        for path in changed.keys() - own
        if (current[path].version if path in current else 0) != expected.get(path, 0)
    ]
    if moved:
        raise AnswerConflict({path: current.get(path) for path in moved})
    version, at = count_change(connection, table_id), now()
    old = (Draft.table_id == table_id, Draft.deal == deal, Draft.path.in_([*changed]))
    connection.execute(delete(Draft).where(*old))
    saved = {path: Answer(path, new, version, device, seat, at) for path, new in changed.items()}
    rows = [{"table_id": table_id, "deal": deal, **_columns(one)} for one in saved.values()]
    connection.execute(insert(Draft), rows)
    return {path: one for path, one in {**current, **saved}.items() if one.answer is not UNANSWERED}


def put_answers(
    connection: Connection, table_id: int, deal: int, answers: Mapping[str, Any], device: str
) -> None:
    """Replace the draft of that deal by these answers, whatever it held; in the transaction that
    undid the deal itself."""
    connection.execute(delete(Draft).where(Draft.table_id == table_id, Draft.deal == deal))
    version, at = count_change(connection, table_id), now()
    rows = [
        {"table_id": table_id, "deal": deal, **_columns(Answer(*one, version, device, None, at))}
        for one in answers.items()
    ]
    if rows:
        connection.execute(insert(Draft), rows)


def move_answers(connection: Connection, table_id: int, old: int, new: int) -> None:
    """Move the draft of deal ``old`` to deal ``new``, in place of one that is there."""
    if read_answers(connection, table_id, old):
        of_table = Draft.table_id == table_id
        connection.execute(delete(Draft).where(of_table, Draft.deal == new))
        connection.execute(update(Draft).where(of_table, Draft.deal == old).values(deal=new))


def _same(current: Answer | None, new: Any) -> bool:
    if current is None:
        return new is UNANSWERED
    return bool(current.answer == new)


def _columns(saved: Answer) -> dict[str, Any]:
    """Return what is stored of an answer; whose it was, even if it was taken back."""
    taken_back = saved.answer is UNANSWERED
    stored = saved._replace(answer=None) if taken_back else saved
    return {**stored._asdict(), "taken_back": taken_back}


def count_change(connection: Connection, table_id: int) -> int:
    """Count a change of the draft, or of anything else that pages show and no record holds; return
    the new count, which versions the answers."""
    counted = update(GameTable).where(GameTable.id == table_id)
    query = counted.values(drafted=GameTable.drafted + 1).returning(GameTable.drafted)
    return connection.execute(query).scalar_one()
