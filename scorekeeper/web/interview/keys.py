"""The keys of a question as HTML: how they are grouped, what each says, how many stand in a row."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from scorekeeper.interview.lists import Ticked
from scorekeeper.interview.steps import Choice, Key, Pair, Question, SeatOf, SideOf, Value
from scorekeeper.sentences import Bid, Seat, Side, Suit, Voice
from scorekeeper.web.interview.coins import Coin, SignVoice
from scorekeeper.web.interview.steps import AnswerField, clear_label, rows_of
from scorekeeper.web.interview.values import NONE, encode

NO_COINS: Final[Mapping[Value, Coin]] = {}
_WIDEST: Final = 7
"""The most keys of a pair's half in a row: the levels of a bid."""
_MOST_NUMBERS: Final = 6
"""How many keys stand in a row whose labels are numbers; one less where they have small text."""
_WORDS: Final = 2
"""How many keys stand in a row whose labels are several words each."""
_WIDEST_WORD: Final = 7
"""The most letters of a word on a key that is as wide as a number's."""


_drawn: dict[tuple[object, ...], tuple[Question, str]] = {}
"""Keys as they were drawn, none of them pressed; with the question, so that its id stays its own.
Some sixty stand on a pad: to record a deal takes 2.4 ms instead of 3.4."""
_MOST_DRAWN: Final = 4096


def keys_html(field: AnswerField, voice: Voice) -> Markup:
    """Return the keys of the field's question, the chosen ones marked."""
    question, name = field.question, field.name
    coins = voice.coins if isinstance(voice, SignVoice) else ()
    cache_key = (id(question), tuple(voice.names), tuple(voice.sides), coins)
    kept = _drawn.get(cache_key)
    if kept is None:
        if len(_drawn) >= _MOST_DRAWN:
            _drawn.clear()
        kept = _drawn[cache_key] = question, _draw(question, name, voice)
    html = kept[1]
    if isinstance(question, Pair):
        chosen = [(f"{name}.{half}", raw) for half, raw in enumerate(field.halves) if raw]
    elif isinstance(question, Ticked):
        chosen = [(name, encode(one)) for one in field.data or ()]
    else:
        chosen = [(name, field.raw if field.given else "")]
    for of, raw in chosen:
        sent = f'name="{escape(of)}" value="{escape(raw)}"'
        html = html.replace(sent, f"{sent} checked")
    return Markup(html)


def _draw(question: Question, name: str, voice: Voice) -> str:
    if isinstance(question, Pair):
        halves = [_Keys(f"{name}.{half}", voice) for half in range(2)]
        drawn = [
            half.group(f'<div class="keys" data-cols="{min(len(keys), _WIDEST)}">', keys)
            for half, keys in zip(halves, (question.first, question.second), strict=True)
        ]
        return "".join([*drawn, halves[1].no_answer(question)])
    if isinstance(question, Ticked):
        # a blank beside the ticks, so that "none" is an answer too
        blank = f'<input type="hidden" name="{escape(name)}" value="">'
        ticks = _Keys(name, voice, "checkbox")
        return ticks.group(_opening(question, voice) + blank, question.keys_shown())
    keys = _Keys(name, voice)
    if isinstance(question, Choice) and question.columns and columns(question, voice) != _WORDS:
        # with “6 ♠” on each of 25 keys the suits were small and the declarer below the fold
        bids = _bid_table(rows_of(question.keys_shown()), question.columns, keys)
        return bids + keys.no_answer(question)
    return _plain(question, keys)


class _Keys(NamedTuple):
    """Draws the keys of a field: the name that it sends, and who reads the labels."""

    name: str
    voice: Voice
    box: str = "radio"

    def group(
        self,
        opening: str,
        keys: Iterable[Key],
        further: Iterable[tuple[str, str]] = (),
        classes: str = "",
        coins: Mapping[Value, Coin] = NO_COINS,
    ) -> str:
        """Return keys in an element, then `further` ones of a raw value and a label."""
        drawn = [self._key(key, classes, coins.get(key.value)) for key in keys]
        drawn += [self._drawn(raw, escape(words), " wide") for raw, words in further]
        return f"{opening}{''.join(drawn)}</div>"

    def no_answer(self, question: Question) -> str:
        """Return a line of its own for the keys beside the question's, if there are any."""
        further = _further(question)
        return self.group('<div class="keys">', (), further) if further else ""

    def _key(self, key: Key, classes: str, coin: Coin | None) -> str:
        label = escape(self.voice.text(key.label))
        if key.badge is not None:
            label += Markup(' <small class="badge">{}</small>').format(self.voice.text(key.badge))
        classes += key_class(key, self.voice) + (f" s{coin.colour}" if coin else "")
        letter = f' data-coin="{escape(coin.letter)}"' if coin else ""
        off = " disabled" if key.used_up else ""
        return self._drawn(encode(key.value), label, classes, off, letter)

    def _drawn(self, raw: str, label: Markup, classes: str, off: str = "", letter: str = "") -> str:
        name = escape(self.name)
        return (
            f'<label class="key{classes}"><input type="{self.box}"'
            f' id="{name}-{escape(raw) or "blank"}" name="{name}" value="{escape(raw)}"'
            f"{off}><span{letter}>{label}</span></label>"
        )


def _bid_table(rows: Sequence[Sequence[Key]], across: int, keys: _Keys) -> str:
    """Return bids as a table: a line a level, a column a suit, in each cell what the bid is worth.
    The others (nullo) follow in a line of their own."""
    levels = [row for row in rows if len(row) == across and all(map(_bid, row))]
    strains = [bid.strain for key in levels[0] if (bid := _bid(key))]
    heads = "".join(f'<b class="suit suit-{one}">{keys.voice.suit(one)}</b>' for one in strains)
    drawn = [f'<div class="bids" aria-hidden="true"><b></b>{heads}</div>']
    for level in levels:
        bid = _bid(level[0])
        assert bid
        opening = f'<div class="bids"><b aria-hidden="true">{bid.level}</b>'
        drawn.append(keys.group(opening, level, classes=" worth"))
    others = [key for row in rows if row not in levels for key in row]
    if others:
        drawn.append(keys.group(f'<div class="keys" data-cols="{len(others)}">', others))
    return "".join(drawn)


def _opening(question: Question, voice: Voice) -> str:
    # a wide key keeps all columns open, even empty ones
    count = columns(question, voice) or (len(question.keys_shown()) if _further(question) else 0)
    names = " names" if isinstance(question, SeatOf | SideOf) else ""
    cols = f' data-cols="{count}"' if count else ""
    return f'<div class="keys{names}"{cols}>'


def _plain(question: Question, keys: _Keys) -> str:
    further, coins = _further(question), _coins(question, keys.voice)
    opening = _opening(question, keys.voice)
    *rows, last = rows_of(question.keys_shown())
    drawn = [keys.group(opening, row, coins=coins) for row in rows]
    return "".join([*drawn, keys.group(opening, last, further, coins=coins)])


def _coins(question: Question, voice: Voice) -> Mapping[Value, Coin]:
    """Return the coins of the players that the keys pick, by the keys' values."""
    if not isinstance(voice, SignVoice):
        return NO_COINS
    if isinstance(question, SeatOf):
        return dict(enumerate(voice.coins))
    alone = enumerate(voice.sides if isinstance(question, SideOf) else ())
    return {side: voice.coins[seats[0]] for side, seats in alone if len(seats) == 1}


def _further(question: Question) -> Sequence[tuple[str, str]]:
    """Keys beside the question's own: the value null, or no answer; raw value and label."""
    if question.none is not None:
        return [(NONE, Voice().text(question.none))]
    if (question.optional or question.group) and question.suggest is None:
        # what was tapped by mistake can be taken back by a tap
        return [("", clear_label(question))]
    return ()


def columns(question: Question, voice: Voice) -> int:
    """Return the number of the question's keys in a row."""
    keys = question.keys_shown()
    longest = max(map(len, rows_of(keys)), default=0)
    labels = [voice.text(key.label) for key in keys]
    if isinstance(question, SeatOf | SideOf) and longest > 4 and " two" in map(room_class, labels):
        return 3  # five names in two even lines, where one of them is long
    most = _MOST_NUMBERS - any(key.badge for key in keys)
    return columns_of(labels, longest, most)


def columns_of(labels: Sequence[str], together: int | None = None, most: int = 5) -> int:
    """Return the number of keys in a row: at most so many (`most`) numbers, fewer if the labels are
    words; at most so many belong `together` (None: all of them)."""
    lengths = sorted(map(len, labels))
    usual = lengths[len(lengths) // 2] if lengths else 0
    if usual <= 4:  # in rows of equal length; 0: all fit in one
        count = len(lengths) if together is None else together
        return -(-count // -(-count // most)) if count > _MOST_NUMBERS else 0
    if len(lengths) == 4 and lengths[-1] <= 6:
        return 4
    return _WORDS if usual > 7 or lengths[-1] > 9 else 3


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
    # “diamonds”, “three” and “joker” broke in two in Android's Noto Serif
    words = [word for word in label.split() if _is_word(word)]
    if max(map(len, words), default=0) > _WIDEST_WORD:
        return " two"
    return " word" if words or len(label) > 5 else ""


def _is_word(text: str) -> bool:
    """Return whether a part of a label is a word: “no”, but not “NT”, nor a number."""
    if len(text) > 2:
        return not text.lstrip("+−").isdecimal()
    return len(text) == 2 and text.isalpha() and not text.isupper()
