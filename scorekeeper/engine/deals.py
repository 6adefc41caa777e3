"""Deals as games see them: an entry, converted once, or a draft of a half-filled one."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Union, get_args

import msgspec
from typing_extensions import TypeVar

T = TypeVar("T")


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A deal as it is entered.

    A game subclasses it with a field for each question of its form, of the same name and JSON type;
    lists are tuples, and optional fields have a default. A game with deals of several kinds has a
    class for each, distinguished by `tag_field`. Derived values are properties.
    """


class Missing(Exception):
    """A draft was asked for a field that is not entered yet."""


def known(answer: T | None) -> T:
    """Return an optional answer where it is needed; raises `Missing` where a draft lacks it."""
    if answer is None:
        raise Missing
    return answer


class _NothingKnown:
    """A draft of which not even the kind is known."""

    def __getattr__(self, name: str) -> Any:
        raise Missing(name)


NOTHING_KNOWN: Final = _NothingKnown()


def kinds_of(deal: Any) -> tuple[type[Deal], ...]:
    """Return a game's deal classes: those of a union, or the only one."""
    return get_args(deal) or (deal,)


def reader_of(deal: Any) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that reads an entry as a deal of this class or union; it raises
    `msgspec.ValidationError`."""
    if not get_args(deal):
        return lambda entry: msgspec.convert(entry, deal)  # keyword arguments take twice as long
    # msgspec analyses a bare union for every deal, one in a struct only once
    holder: Any = msgspec.defstruct("Holder", [("deal", deal)], array_like=True)
    return lambda entry: msgspec.convert((entry,), holder).deal


class Drafts:
    """Half-filled deals of a game: what was entered so far, read as the deal that it may become."""

    def __init__(self, deal: Any) -> None:
        kinds = kinds_of(deal)
        drafts: Any = Union[tuple(map(_draft_of, kinds))]  # noqa: UP007 (made at run time)
        self.convert = reader_of(drafts)
        self.tag = kinds[0].__struct_config__.tag_field

    def read(self, entry: Mapping[str, Any]) -> Any:
        """Return the deal as far as it is entered; a half-filled answer, such as a list with
        gaps, counts as missing. `NOTHING_KNOWN` if not even its kind is known."""
        found = self._converted(entry)
        if found is not None:
            return found
        whole: dict[str, Any] = {}
        for name in sorted(entry, key=lambda name: name != self.tag):
            draft = self._converted({**whole, name: entry[name]})
            if draft is not None:
                found, whole[name] = draft, entry[name]
        return NOTHING_KNOWN if found is None and self.tag else found or self._converted({})

    def _converted(self, known: Mapping[str, Any]) -> Any:
        try:
            return self.convert(known)
        except msgspec.ValidationError:
            return None


def _draft_of(kind: type[Deal]) -> type[Deal]:
    """Return a subclass whose required fields may be missing; reading one that is raises
    `Missing`."""

    def read(self: Any, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if value is msgspec.UNSET:
            raise Missing(name)
        return value

    config = kind.__struct_config__
    return msgspec.defstruct(  # type: ignore[return-value]
        kind.__name__,
        [
            (field.name, field.type | msgspec.UnsetType, msgspec.UNSET)
            for field in msgspec.structs.fields(kind)
            if field.required
        ],
        bases=(kind,),
        namespace={"__getattribute__": read},
        frozen=True,
        kw_only=True,
        tag_field=config.tag_field,
        tag=config.tag,
    )


def known_prefix(items: Iterable[T]) -> list[T]:
    """Return the items that a game yields about a draft before it needs a missing field."""
    found: list[T] = []
    try:
        for one in items:
            found.append(one)
    except Missing:
        pass
    return found
