"""The keys of a question as HTML.

Some sixty of them stand on a pad, which is drawn anew at every tap. So a question's keys are put
together once for the names at a table, and a page only marks those that are pressed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from scorekeeper.interview.lists import Ticked
from scorekeeper.interview.steps import Choice, Key, Pair, Question, SeatOf, SideOf, Value
from scorekeeper.sentences import Bid, Seat, Side, Suit, Voice
from scorekeeper.web.interview.coins import Coin, SignVoice
from scorekeeper.web.interview.steps import NONE, AnswerField, clear_label, encode, rows_of

_MOST_KEPT: Final = 4096
NO_COINS: Final[Mapping[Value, Coin]] = {}
_WIDEST: Final = 7
"""The most keys of a pair's half in a row: the levels of a bid."""
_WORDS: Final = 2
"""How many keys stand in a row whose labels are several words each."""
_WIDEST_WORD: Final = 7
"""The most letters of a word on a key that is as wide as a number's."""


class _Piece(NamedTuple):
    """HTML up to where a key's `checked` would stand, and the field and value it is for."""

    html: str
    name: str
    raw: str


class _Board(NamedTuple):
    """A question's keys; the question is held so that its id stays its own."""

    question: Question
    pieces: tuple[_Piece, ...]
    end: str


_boards: dict[tuple[object, ...], _Board] = {}


def keys_html(field: AnswerField, voice: Voice) -> Markup:
    """Return the keys of the field's question, the chosen ones marked."""
    question = field.question
    if isinstance(question, Pair):
        chosen = {f"{field.name}.{half}": [raw or None] for half, raw in enumerate(field.halves)}
    elif isinstance(question, Ticked):
        ticked = field.data or () if field.given else ()
        chosen = {field.name: [*map(encode, ticked)]}
    else:
        chosen = {field.name: [field.raw if field.given else ""]}
    return _marked(_board(question, str(field.name), voice), chosen)


def _marked(board: _Board, chosen: Mapping[str, Sequence[str | None]]) -> Markup:
    parts = []
    for html, name, raw in board.pieces:
        parts.append(html)
        if raw in chosen[name]:
            parts.append(" checked")
    parts.append(board.end)
    return Markup("".join(parts))


def _board(question: Question, name: str, voice: Voice) -> _Board:
    coins = voice.coins if isinstance(voice, SignVoice) else ()
    cache_key = (id(question), tuple(voice.names), coins)
    board = _boards.get(cache_key)
    if board is None:
        if len(_boards) >= _MOST_KEPT:
            _boards.clear()
        board = _boards[cache_key] = _draw_board(question, name, voice)
    return board


def _draw_board(question: Question, name: str, voice: Voice) -> _Board:
    pieces: list[_Piece] = []
    carry = ""
    for html, key_name, raw in _keys(question, name, voice):
        if raw is None:
            carry += html
        else:
            pieces.append(_Piece(carry + html, key_name, raw))
            carry = ""
    return _Board(question, tuple(pieces), carry)


Part = tuple[str, str, str | None]
"""HTML, and the field and value of the key it ends in; None where it is not a key."""


def _keys(question: Question, name: str, voice: Voice) -> Iterator[Part]:
    if isinstance(question, Pair):
        for half, keys in enumerate((question.first, question.second)):
            opening = f'<div class="keys" data-cols="{min(len(keys), _WIDEST)}">'
            yield from _group(opening, f"{name}.{half}", keys, voice, ())
        yield from _no_answer(question, f"{name}.1", voice)
    elif isinstance(question, Choice) and question.columns and columns(question, voice) != _WORDS:
        yield from _bid_table(rows_of(question.keys_shown()), question.columns, name, voice)
        yield from _no_answer(question, name, voice)
    else:
        yield from _plain(question, name, voice)


def _bid_table(
    rows: Sequence[Sequence[Key]], across: int, name: str, voice: Voice
) -> Iterator[Part]:
    """Yield bids as a table: a line a level, a column a suit, in each cell what the bid is worth.
    The others (nullo) follow in a line of their own."""
    levels = [row for row in rows if len(row) == across and all(map(_bid, row))]
    strains = [bid.strain for key in levels[0] if (bid := _bid(key))]
    heads = "".join(f'<b class="suit suit-{one}">{voice.suit(one)}</b>' for one in strains)
    yield f'<div class="bids" aria-hidden="true"><b></b>{heads}</div>', name, None
    for level in levels:
        bid = _bid(level[0])
        assert bid
        opening = f'<div class="bids"><b aria-hidden="true">{bid.level}</b>'
        yield from _group(opening, name, level, voice, (), " worth")
    others = [key for row in rows if row not in levels for key in row]
    if others:
        opening = f'<div class="keys" data-cols="{len(others)}">'
        yield from _group(opening, name, others, voice, ())


def _plain(question: Question, name: str, voice: Voice) -> Iterator[Part]:
    further = _further(question)
    # a wide key keeps all columns open, even empty ones
    count = columns(question, voice) or (len(question.keys_shown()) if further else 0)
    names = " names" if isinstance(question, SeatOf | SideOf) else ""
    cols = f' data-cols="{count}"' if count else ""
    opening = f'<div class="keys{names}"{cols}>'
    if isinstance(question, Ticked):
        # a blank beside the ticks, so that "none" is an answer too
        blank = f'<input type="hidden" name="{escape(name)}" value="">'
        yield from _group(opening + blank, name, question.keys_shown(), voice, (), box="checkbox")
        return
    *rows, last = rows_of(question.keys_shown())
    coins = _coins(question, voice)
    for row in rows:
        yield from _group(opening, name, row, voice, (), coins=coins)
    yield from _group(opening, name, last, voice, further, coins=coins)


def _coins(question: Question, voice: Voice) -> Mapping[Value, Coin]:
    """Return the coins of the players that the keys pick, by the keys' values."""
    if not isinstance(voice, SignVoice):
        return {}
    if isinstance(question, SeatOf):
        return dict(enumerate(voice.coins))
    alone = enumerate(voice.sides if isinstance(question, SideOf) else ())
    return {side: voice.coins[seats[0]] for side, seats in alone if len(seats) == 1}


def _no_answer(question: Question, name: str, voice: Voice) -> Iterator[Part]:
    """Yield a line of its own for the keys beside the question's, if there are any."""
    further = _further(question)
    if further:
        yield from _group('<div class="keys">', name, (), voice, further)


def _further(question: Question) -> Sequence[tuple[str, str]]:
    """Keys beside the question's own: the value null, or no answer; raw value and label."""
    if question.none is not None:
        return [(NONE, Voice().text(question.none))]
    if (question.optional or question.group) and question.suggest is None:
        return [("", clear_label(question))]
    return ()


def _group(
    opening: str,
    name: str,
    keys: Iterable[Key],
    voice: Voice,
    further: Iterable[tuple[str, str]],
    classes: str = "",
    box: str = "radio",
    coins: Mapping[Value, Coin] = NO_COINS,
) -> Iterator[Part]:
    yield opening, name, None
    for key in keys:
        raw = encode(key.value)
        label = escape(voice.text(key.label))
        if key.badge is not None:
            label += Markup(' <small class="badge">{}</small>').format(voice.text(key.badge))
        classed, coin = classes + key_class(key, voice), coins.get(key.value)
        yield from _key(name, raw, label, classed, box, off=key.used_up, coin=coin)
    for raw, words in further:
        yield from _key(name, raw, escape(words), " wide")
    yield "</div>", name, None


def _key(
    name: str,
    raw: str,
    label: Markup,
    classes: str,
    box: str = "radio",
    *,
    off: bool = False,
    coin: Coin | None = None,
) -> Iterator[Part]:
    if coin:
        classes += f" s{coin.colour}"
    key_id = escape(f"{name}-{raw or 'blank'}")
    html = f'<label class="key{classes}"><input type="{box}" id="{key_id}" name="{escape(name)}"'
    yield f'{html} value="{escape(raw)}"{" disabled" if off else ""}', name, raw
    drawn = f' data-coin="{escape(coin.letter)}"' if coin else ""
    yield f"><span{drawn}>{label}</span></label>", name, None


def columns(question: Question, voice: Voice) -> int:
    """Return the number of the question's keys in a row."""
    keys = question.keys_shown()
    longest = max(map(len, rows_of(keys)), default=0)
    labels = [voice.text(key.label) for key in keys]
    if isinstance(question, SeatOf | SideOf) and longest > 4 and " two" in map(room_class, labels):
        return 3  # five names in two even lines, where one of them is long
    return columns_of(labels, longest)


def columns_of(labels: Sequence[str], together: int | None = None) -> int:
    """Return the number of keys in a row: five or six numbers, fewer if the labels are words; at
    most so many belong `together` (None: all of them)."""
    lengths = sorted(map(len, labels))
    usual = lengths[len(lengths) // 2] if lengths else 0
    if usual <= 4:
        return _across(len(lengths) if together is None else together)
    if len(lengths) == 4 and lengths[-1] <= 6:
        return 4
    return _WORDS if usual > 7 or lengths[-1] > 9 else 3


def _across(count: int) -> int:
    """Return the number of numbers in a row, five or four, whichever leaves fewer gaps in the
    last; 0 if all fit in one."""
    return min((5, 4), key=lambda row: -count % row) if count > 6 else 0


def _bid(key: Key) -> Bid | None:
    """Return the bid of a key; None for a bid without a suit."""
    return next((value for value in key.label.values.values() if isinstance(value, Bid)), None)


def key_class(key: Key, voice: Voice) -> str:
    """Return the classes of a key: its suit's colour, room for a long label among short ones."""
    bid = _bid(key)
    suits = (
        [bid.strain]
        if bid
        else [value for value in key.label.values.values() if isinstance(value, Suit)]
    )
    label = voice.text(key.label)
    # a name is a word however short: Al beside Benjamin, B beside Bo
    named = any(isinstance(value, Seat | Side) for value in key.label.values.values())
    room = room_class(label) or (" word" if named else "")
    return (f" suit-{suits[0]}" if suits else "") + room


def room_class(label: str) -> str:
    """Return the class of a key whose label is a word, or needs room for two among numbers; "10 NT"
    may stand in two lines."""
    words = [word for word in label.split() if len(word) > 2 and not word.isdecimal()]
    if max(map(len, words), default=0) > _WIDEST_WORD:
        return " two"
    return " word" if words or len(label) > 5 else ""
