"""An auction as it is called out: what stands in the page's address, and what each tap changes.

No server keeps it. While calls are sealed they stand there in an envelope.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from scorekeeper.referee.auction import Auction
from scorekeeper.referee.calls_made import AuctionSoFar, after_calls, judge
from scorekeeper.referee.context import Context, ContextKey, QuestionRefused, Ruling
from scorekeeper.web.referee.facts import APART, Facts, after_key_tap, from_text, to_text
from scorekeeper.web.shared.links import signing_key
from scorekeeper.web.shared.security import read_number


@dataclass(frozen=True)
class AuctionState:
    """The `calls` so far, the `facts` entered about the deal, and the call that was `tried` last
    but is not legal (empty: none). `deal` is the deal being bid, `before` the one in the address
    if that is another: its calls do not count now."""

    known: Facts
    deal: int
    calls: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    tried: str = ""
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

    def after(self, calls: Sequence[str]) -> AuctionSoFar:
        """Return the auction after these calls; raises `QuestionRefused`."""
        return after_calls(self.auction, self.context, self.known.dealer, calls)

    @property
    def sealed(self) -> bool:
        """Return whether calls are kept closed for now."""
        return self.state.turn is not None and self.state.turn.sealed

    @cached_property
    def why_not(self) -> Ruling | None:
        """The reason why the call tried is not allowed; None if none was tried."""
        if not self.tried:
            return None
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
    called = _legal_calls(AuctionState(known, deal, tuple(filter(None, text.split(APART))), facts))
    for tap in given.getlist("tap"):
        called = _after_tap(called, tap)
    return called


def to_address(called: AuctionState) -> dict[str, str]:
    """Return what stands in the address, by name."""
    query = {name: to_text(called.keys[name], value) for name, value in called.facts.items()}
    calls = APART.join(called.calls)
    if calls:
        query["calls"] = seal(calls) if called.sealed else calls
    return {"deal": str(called.deal), **query}


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
    """Return what stands there after a tap: a call (`call.1H`), what is so (`turned.S`), the last
    call or all of them taken back."""
    what, _, text = tap.partition(APART)
    called = replace(called, tried="")
    if what == "call":
        return called if called.state.turn is None else _with_call(called, text)
    if what in ("back", "clear"):
        return replace(called, calls=called.calls[:-1] if what == "back" else ())
    return _set_fact(called, called.keys[what], text) if what in called.keys else called


def _with_call(called: AuctionState, call: str) -> AuctionState:
    try:
        called.after((*called.calls, call))
    except QuestionRefused:
        return replace(called, tried=call)
    return replace(called, calls=(*called.calls, call))


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
