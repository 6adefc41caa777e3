"""Shared request handling for table pages: this phone, its rights, results of writes."""

import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from hashlib import blake2b
from ipaddress import IPv4Address, ip_address, ip_network
from time import time
from typing import Any, Final, NamedTuple, TypedDict, cast

from flask import Response, abort, g, request, session, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.engine.pad import voice_of
from scorekeeper.interview.steps import Fault
from scorekeeper.leagues.decisions import DecisionRefused
from scorekeeper.leagues.tables import rematch
from scorekeeper.leagues.visit import league_of_table
from scorekeeper.sentences import tell
from scorekeeper.sheet.documents import SheetRefused
from scorekeeper.store.sql.trouble import Unavailable
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.store.table.rows import Conflict, WriteRequest
from scorekeeper.tables import starting
from scorekeeper.tables.deleting import purge_if_due
from scorekeeper.tables.loading import LoadedTable, NotFound, Refusal, TableVisit, visit_table
from scorekeeper.tables.phones import note_phone
from scorekeeper.tables.starting import rematch_sheet
from scorekeeper.tables.write import (
    EntryInvalid,
    LaterEntryInvalid,
    RulesOutdated,
    WriteResult,
    has_write_of,
)
from scorekeeper.web.interview.coins import on_page
from scorekeeper.web.shared import links
from scorekeeper.web.shared.errors import ScorerOnly, TablePrivate
from scorekeeper.web.shared.security import PhoneSession, keep_cookie, kind_of, read_number

_OF_ONE_PHONE: Final = 64
"""Bits of an IPv6 address that say whose it is; the rest changes by itself."""
# none that begins with ~: such keys are the app's own, for an evening's tables
_KEY: Final = re.compile(r"[\w.:-]{1,64}\Z", re.ASCII)
_NOT_TYPED: Final = ("csrf_token", "key", "version", "seen.")

Message = tuple[str, str] | None
"""Its kind (good, warn, bad) and its words."""


def conflict() -> Message:
    """Return the message that somebody else was quicker."""
    return ("bad", tell("The game has changed. Your entry is kept: check it and save again."))


def entry_gone() -> Message:
    """Return the message that an entry has been undone."""
    return ("bad", tell("That entry no longer exists."))


def device() -> str:
    """Return this phone, as the store knows it; a new phone gets its cookie now."""
    if "device" not in session:
        cast(PhoneSession, session).give(secrets.token_urlsafe(18))
        keep_cookie()
    return known_device()


def with_cookie_for_forms(answer: Response) -> Response:
    """Return the answer; with the first form that a phone is shown it gets its cookie. So what it
    sends twice, or sends again after a lost answer, comes from one phone."""
    if "csrf_token" in g:  # the form has one, or came with one
        device()
    return answer


def known_device() -> str:
    """Return this phone, without making a cookie for one that only looks."""
    return cast(PhoneSession, session).device


_noted: Final[dict[str, float]] = {}
"""When each phone was last noted by this process, in seconds."""
_NOTED_SECONDS: Final = 60 * 60
_MOST_NOTED: Final = 4096


def touch_device(answer: Response) -> Response:
    """Store the kind of phone and that it was here, to the hour; return the answer. In passing,
    what was deleted a day ago is removed. Trouble with the database is reported elsewhere."""
    phone = known_device()
    new = phone and time() - _noted.get(phone, 0) >= _NOTED_SECONDS
    if answer.status_code < 400 and new:
        if len(_noted) >= _MOST_NOTED:
            _noted.clear()
        with suppress(Unavailable):
            if note_phone(phone, kind_of(request.headers.get("User-Agent", ""))):
                _noted[phone] = time()
            # with a page now and then, so that no scheduler is needed
            purge_if_due()
    return answer


def client_address() -> str:
    """Return where the request comes from: an address, or the network of one phone where each has
    many."""
    try:
        # behind a proxy that is not trusted all visitors have its address, and share one budget
        found = ip_address(request.remote_addr or "")
    except ValueError:  # a socket
        return ""
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, _OF_ONE_PHONE), strict=False))


class NewThingRequest(TypedDict):
    """Under which key, by which phone and from where something new is made."""

    key: str
    device: str
    address: str


def request_context() -> NewThingRequest:
    """Return who makes something new by this request."""
    return {"key": request_key(), "device": device(), "address": client_address()}


def visit_or_403(public_id: str, *, write: bool = False, answer: bool = False) -> TableVisit:
    """Return the table for a phone that may see it (`write`: may score there; `answer`: or for a
    seat).

    A stranger learns nothing, not even whether there is such a table.
    """
    try:
        visit = visit_table(public_id, known_device())
    except NotFound:
        raise TablePrivate from None
    role = visit.role
    if role is None:
        raise TablePrivate
    refused = not role.may_score and (write or (answer and not role.seats))
    if refused and not is_resent(visit.table):
        raise ScorerOnly
    return visit


def is_resent(table: LoadedTable) -> bool:
    """Return whether this phone has written just this before. It is answered as it was then, though
    the pencil may have gone on since."""
    if request.method != "POST" or not write_form().key:
        return False
    return has_write_of(table, write_key(), known_device())


def is_htmx() -> bool:
    """Return whether a part of the page is enough."""
    return "HX-Request" in request.headers


def new_key() -> str:
    """Return a key for the next write from this page."""
    return secrets.token_urlsafe(12)


class WriteForm(NamedTuple):
    """The fields of every form that writes: the button pressed, the request's key (empty: it
    cannot be told from a repeat), the version that was on the page, and `also`, the later
    entries that may be deleted with it."""

    do: str
    key: str
    version: int | None
    also: tuple[int, ...]


def write_form() -> WriteForm:
    """Return the request's write fields. They are read by hand and once: a pad needs them with
    every tap, and a form class takes twenty times as long."""
    if "write_form" not in g:
        sent = request.form
        key, also = sent.get("key", ""), map(read_number, sent.get("also", "").split(","))
        g.write_form = WriteForm(
            sent.get("do", ""),
            key if _KEY.fullmatch(key) else "",
            read_number(sent.get("version", "")),
            tuple(one for one in also if one is not None),
        )
    form: WriteForm = g.write_form
    return form


def write_request() -> WriteRequest:
    """Under which key, for which version and by which phone a write is sent."""
    version = write_form().version
    return abort(400) if version is None else WriteRequest(write_key(), version, device())


def write_key() -> str:
    """Return the key that identifies a write: the page's key, and a digest of what was typed and
    pressed. So a slip that is corrected on the same page after a lost answer is another write."""
    fields = [
        field for field in request.form.items(multi=True) if not field[0].startswith(_NOT_TYPED)
    ]
    return f"{request_key()}.{blake2b(repr(sorted(fields)).encode(), digest_size=6).hexdigest()}"


def request_key() -> str:
    """Return the request's key; 400 for what cannot be one."""
    return write_form().key or abort(400)


class WriteOutcome(NamedTuple):
    """The result of a write at a table or in a league: its status and the message; at a table the
    entry's own faults, the later entries that would become invalid, and the table as it is now if
    it was just written."""

    status: int
    message: Message
    faults: Sequence[Fault] = ()
    broken: Sequence[Refusal] = ()
    table: LoadedTable | None = None

    @property
    def done(self) -> bool:
        """Return whether it was written."""
        return self.status == 200


LOOKED: Final = WriteOutcome(200, None)
"""Nothing was to be written."""


def attempt(
    write: Callable[[], WriteResult],
    done: str | Callable[[WriteResult], str],
    overtaken: str = "",
) -> WriteOutcome:
    """Try to write; `done` is the message if it succeeds, `overtaken` if the game has changed: of
    what has no entry to keep. A repeated request counts as done, whatever came since."""
    try:
        saved = write()
    except Conflict:
        retry_with_fresh_state()
        return WriteOutcome(409, ("bad", overtaken) if overtaken else conflict())
    except NotFound:
        # an edit that met an undo failed in 46 of 100 tries
        return WriteOutcome(409, entry_gone())
    except LaterEntryInvalid as later:
        return WriteOutcome(422, ("bad", conflict_text(later.refused[0])), broken=later.refused)
    except EntryInvalid as error:
        faults = error.refusal.faults
        voice = on_page(voice_of(error.refusal.pad))
        words = " ".join(voice.text(fault.sentence) for fault in faults if not fault.path)
        return WriteOutcome(422, ("bad", words or voice.text(faults[0].sentence)), faults)
    except SheetRefused as error:
        return WriteOutcome(422, ("bad", " ".join(fault["message"] for fault in error.errors)))
    except RulesOutdated:
        message = tell("The rules have changed since this game began. See what changes first.")
        return WriteOutcome(409, ("bad", message))
    now = None if saved.repeated else saved.table  # others may have saved since
    message = done if isinstance(done, str) else done(saved)
    return WriteOutcome(200, ("good", message), table=now)


class StaleRead(Exception):
    """The table was changed while this request was answered, after it had been read."""


def retry_with_fresh_state() -> None:
    """Answer the request again, once, so that its answer shows the current state."""
    if "overtaken" not in g:
        g.overtaken = True
        raise StaleRead


def retrying(view: Callable[..., Any]) -> Callable[..., Any]:
    """Return the view, run a second time if somebody has written meanwhile. That is no error;
    errors of the second run are reported as usual."""

    @wraps(view)
    def answer(**place: Any) -> Any:
        try:
            return view(**place)
        except StaleRead:
            return view(**place)

    return answer


def deal_saved(saved: WriteResult) -> str:
    """Return the message that a deal was saved, with its number unless it has been undone since."""
    rows = zip(reversed(saved.table.seqs), reversed(saved.table.pad.rows), strict=True)
    number = next((row.number for seq, row in rows if seq == saved.seq), None)
    return tell("Deal {n} saved.", n=number) if number else tell("Deal saved.")


def conflict_text(refusal: Refusal) -> str:
    """Return which entry would become invalid, and why."""
    voice = on_page(voice_of(refusal.pad))
    what = tell("Deal {n}", n=refusal.number) if refusal.number else tell("A later entry")
    if refusal.number and refusal.pad.outcome and refusal.pad.deals >= refusal.number:
        # by the numbers of now: a deal inserted before it has moved the end up
        return tell("{what} no longer works: the game would end before it.", what=what)
    why = " ".join(voice.text(fault.sentence) for fault in refusal.faults)
    return tell("{what} no longer works: {why}", what=what, why=why)


def start_table(
    document: Any,
    previous: LoadedTable | None = None,
    coins: Coins = NONE_CHOSEN,
) -> str:
    """Start a table from a sheet, for this phone and with a link to watch; return its public id."""
    key = links.signing_key()
    return starting.start_table(
        document, **request_context(), previous=previous, link_key=key, coins=coins
    )


def rematch_url(table: LoadedTable) -> str:
    """Begin the next game of the players who sit there now, in the same league; return the address
    to go on at.

    Where the league's season has other rules by now, that is the setup page.
    """
    if table.row.league_id is None:
        new = start_table(rematch_sheet(table), previous=table)
        return url_for("pad.table", public_id=new)
    visit = league_of_table(table.row.league_id, device())
    try:
        new = rematch(visit, table, **request_context())
    except DecisionRefused as refused:
        flash(("warn", str(refused)))
        # a phone that was put out of the league is offered a game outside it
        here = visit.info.public_id if visit.is_member else None
        return url_for("front.setup", slug=table.row.game, league=here)
    return url_for("pad.table", public_id=new)


def flash(message: Message) -> None:
    """Show the message on the next page."""
    session["said"] = message


def take_flash() -> Message:
    """Return the message that the last page left for this one."""
    return session.pop("said", None) if "said" in session else None


def page_version(version: int, drafted: int) -> str:
    """Return the version of what a page shows."""
    return f"{version}.{drafted}"


def submitted_data() -> MultiDict[str, str] | None:
    """Return the sent form data for an interview; None if the page was only opened."""
    return request.form if request.method == "POST" else None
