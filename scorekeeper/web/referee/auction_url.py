"""An auction as it is called out: what stands in the page's address, and what each tap changes.

No server keeps it. While calls are sealed they stand there in an envelope.
"""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.referee.auction import Auction
from scorekeeper.referee.calls_made import (
    AuctionSoFar,
    Called,
    SeatedCall,
    after_calls,
    judge,
    ruling_before,
)
from scorekeeper.referee.context import Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.web.referee.facts import APART, Facts, after_key_tap, from_text, to_text
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.shared.security import read_number


@dataclass(frozen=True)
class AuctionState:
    """The `calls` so far, the `facts` entered about the deal, and the call that was `tried` last
    but is not legal (empty: none). `speaker` is the seat that spoke out of turn and whose call is
    tapped next. `deal` is the deal being bid, `before` the one in the address if that is another:
    its calls do not count now."""

    known: Facts
    deal: int
    calls: tuple[Called, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    tried: str = ""
    speaker: int | None = None
    before: int | None = None

    @cached_property
    def auction(self) -> Auction:
        """The game's auction."""
        assert self.known.game.auction is not None
        return self.known.game.auction

    @cached_property
    def keys(self) -> dict[str, ContextKey]:
        """Return the keys of the deal that bear on its bidding, without those known before it."""
        return {key.name: key for key in self.auction.keys if key.name not in self.known.of_auction}

    @cached_property
    def context(self) -> Context:
        """The facts of the deal that the auction depends on."""
        return self.known.context({**self.known.of_auction, **self.facts})

    @cached_property
    def state(self) -> AuctionSoFar:
        """The state of the auction after the calls so far."""
        return self.after(self.calls)

    def after(self, calls: Sequence[Called]) -> AuctionSoFar:
        """Return the auction after these calls; raises `QuestionRefused`."""
        return after_calls(self.auction, self.context, self.known.dealer, calls)

    @property
    def sealed(self) -> bool:
        """Return whether calls are kept closed for now."""
        return self.state.turn is not None and self.state.turn.sealed

    @cached_property
    def why(self) -> Ruling | None:
        """The reason why the call tried is not allowed, or what was wrong with the last one and
        follows from that; None if nothing was."""
        state = self.state
        if self.tried:
            return self._why_not
        if state.turn and (state.irregular or state.restricted or state.void):
            return ruling_before(self.auction, state, state.turn)
        return None

    @property
    def can_stand(self) -> bool:
        """Return whether the call tried could stand, should the next player accept it."""
        stands = self.auction.acceptable
        barred = self.state.restricted is not None
        return bool(self.tried and stands and self.tried in stands.bids and not barred)

    @property
    def _why_not(self) -> Ruling:
        verdict = judge(self.auction, self.context, self.known.dealer, self.calls, self.tried)
        return self._lacking() if verdict.legal else verdict.why

    def _lacking(self) -> Ruling:
        """Return the facts about the deal that are needed before any call is legal."""
        try:
            self.after((*self.calls, self.tried))
        except QuestionRefused as lacking:
            return Ruling(lacking.faults[0][1], self.auction.rule)
        raise AssertionError("the call can be made")


# --- the address --------------------------------------------------------------------------------


def from_address(known: Facts, deal: int, given: MultiDict[str, str]) -> AuctionState:
    """Return what stands in the address, its taps made; nothing where it speaks of another deal."""
    of = read_number(given.get("deal", ""))
    if of is not None and of != deal:
        return AuctionState(known, deal, before=of)
    players = len(known.names)
    facts = {
        name: value
        for name, key in AuctionState(known, deal).keys.items()
        if (value := from_text(key, given.get(name, ""), players))
    }
    text = given.get("calls", "")
    text = unseal(text) if text.startswith(MARK) else text
    calls = tuple(map(_from_word, filter(None, text.split(APART))))
    called = _legal_calls(AuctionState(known, deal, calls, facts))
    called = _with_speaker(called, given.get("who", ""))
    for tap in given.getlist("tap"):
        called = _after_tap(called, tap)
    return called


def to_address(called: AuctionState) -> dict[str, str]:
    """Return what stands in the address, by name."""
    query = {name: to_text(called.keys[name], value) for name, value in called.facts.items()}
    calls = APART.join(map(_to_word, called.calls))
    if calls:
        query["calls"] = seal(calls) if called.sealed else calls
    if called.speaker is not None:
        query["who"] = str(called.speaker)
    return {"deal": str(called.deal), **query}


_SEATED: Final = re.compile(r"(\d)-([^-]+)(-?)")
"""A call with its seat, and a dash behind it if it was cancelled."""


def _from_word(word: str) -> Called:
    found = _SEATED.fullmatch(word)
    return SeatedCall(int(found[1]), found[2], bool(found[3])) if found else word


def _to_word(call: Called) -> str:
    if isinstance(call, str):
        return call
    return f"{call.seat}-{call.call}{'-' if call.cancelled else ''}"


def _legal_calls(called: AuctionState) -> AuctionState:
    """Return the calls up to the first that could not be made."""
    calls = called.calls
    while calls:
        try:
            called.after(calls)
            break
        except QuestionRefused as refused:
            (path, _), *_ = refused.faults
            calls = calls[: int(path[1])] if path[0] == "calls" else calls[:-1]
    return replace(called, calls=calls)


# --- taps ---------------------------------------------------------------------------------------


def _after_tap(called: AuctionState, tap: str) -> AuctionState:
    """Return what stands there after a tap: a call (`call.1H`), one that was said though it is too
    low (`said.1C`), who spoke out of turn (`who.2`), the last call not accepted (`cancel`), what is
    so (`turned.S`), the last call or all of them taken back."""
    what, _, text = tap.partition(APART)
    called = replace(called, tried="")
    turn = called.state.turn
    if what in ("call", "said"):
        return called if turn is None else _with_call(called, text, turn.seat, what == "said")
    if what == "who":
        return _with_speaker(called, "" if text == str(called.speaker) else text)
    if what == "cancel":
        return _cancelled(called)
    called = replace(called, speaker=None)
    if what in ("back", "clear"):
        return replace(called, calls=called.calls[:-1] if what == "back" else ())
    return _set_fact(called, called.keys[what], text) if what in called.keys else called


def _with_call(called: AuctionState, call: str, due: int, said: bool) -> AuctionState:
    seat = due if called.speaker is None else called.speaker
    # what nobody can accept is void at once
    seated = (SeatedCall(seat, call), SeatedCall(seat, call, cancelled=True))
    for made in seated if said or seat != due else (call,):
        try:
            called.after((*called.calls, made))
        except QuestionRefused:
            continue
        return replace(called, calls=(*called.calls, made), speaker=None)
    return replace(called, tried=call)


def _cancelled(called: AuctionState) -> AuctionState:
    """Return the auction once the next player has not accepted the last call."""
    *before, last = called.calls or ("",)
    if isinstance(last, str) or not called.state.irregular or called.auction.cancelling is None:
        return called
    return replace(called, calls=(*before, SeatedCall(last.seat, last.call, cancelled=True)))


def _with_speaker(called: AuctionState, text: str) -> AuctionState:
    seat = read_number(text)
    return replace(called, speaker=seat if seat in may_interrupt(called) else None)


def may_interrupt(called: AuctionState) -> list[int]:
    """Return the places that may have spoken out of turn, where the rules say what follows."""
    turn, auction = called.state.turn, called.auction
    if turn is None or auction.cancelling is None or called.state.irregular:
        return []
    return [place for place in range(len(called.known.names)) if place != turn.seat]


def _set_fact(called: AuctionState, key: ContextKey, text: str) -> AuctionState:
    new = after_key_tap(key, called.facts.get(key.name), text, len(called.known.names))
    # calls that needed what is no longer said go with it
    others = {name: value for name, value in called.facts.items() if name != key.name}
    return _legal_calls(replace(called, facts={**others, key.name: new} if new else others))


# --- an envelope ---------------------------------------------------------------------------------
# what is sealed at the table must not be read off the phone that keeps it, and no server keeps it
# either, so that any server can answer

MARK: Final = "~"
"""What an envelope begins with, to be told from plain text."""

_NONCE: Final = 16
_STAMP: Final = 16
_ROUND: Final = 64  # the text's length must not be visible either


def seal(text: str) -> str:
    """Return the text in an envelope, another one every time."""
    nonce = secrets.token_bytes(_NONCE)
    plain = text.encode()
    hidden = _stream_cipher(plain.ljust(-(-len(plain) // _ROUND) * _ROUND), nonce)
    sent = base64.urlsafe_b64encode(nonce + _stamp(nonce + hidden) + hidden)
    return MARK + sent.decode().rstrip("=")


def unseal(envelope: str) -> str:
    """Return the text of an envelope; empty for one that this app has not closed."""
    sent = envelope.removeprefix(MARK)
    try:
        raw = base64.urlsafe_b64decode(sent + "=" * (-len(sent) % 4))
    except ValueError:
        return ""
    nonce, stamp, hidden = raw[:_NONCE], raw[_NONCE:][:_STAMP], raw[_NONCE + _STAMP :]
    if not hmac.compare_digest(stamp, _stamp(nonce + hidden)):
        return ""
    return _stream_cipher(hidden, nonce).decode().rstrip()


def _stamp(sent: bytes) -> bytes:
    return hmac.digest(signing_key(), b"envelope" + sent, "sha256")[:_STAMP]


def _stream_cipher(text: bytes, nonce: bytes) -> bytes:
    """Return the text under a stream that the app's key and the nonce give; the same again opens
    it."""
    seed = hmac.digest(signing_key(), b"stream" + nonce, "sha256")
    stream = hashlib.shake_256(seed).digest(len(text))
    return bytes(one ^ other for one, other in zip(text, stream, strict=True))
