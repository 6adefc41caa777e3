"""The rules pages: Markdown beside the games, its tables and examples made from their values."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from scorekeeper import anchored_markdown, languages
from scorekeeper.anchored_markdown import Passage
from scorekeeper.engine.game import Game, printed_tables
from scorekeeper.engine.grid import Printed
from scorekeeper.engine.guide import MOST_GAMES
from scorekeeper.engine.options import OptionValues
from scorekeeper.games import folder, games
from scorekeeper.interview.lists import Series
from scorekeeper.interview.steps import Choice, Number, Question, Value, YesNo
from scorekeeper.interview.tables import ChosenTable
from scorekeeper.own.page import rules_page
from scorekeeper.sentences import Sentence, Voice, minus, tell
from scorekeeper.sheet.documents import FORMAT, Document, game_in_sheet

_BLOCK: Final = re.compile(r"^\{\{ (options|table ([\w-]+)) \}\}$", re.MULTILINE)
_INLINE: Final = re.compile(r"\{\{ option (\w+) \}\}")
_PLAYED: Final = re.compile(r"\{\{ played (\w+)(?:=([\w|-]+))? \}\} ?")
_MARKS: Final = re.compile(rf"(?:{_PLAYED.pattern})+")
_OFF: Final = (False, None, 0, "none", "off")
"""Values of an option with which what it is about is not played."""
_FROM: Final = re.compile(r"^\{\{ from ([a-z-]+): ([a-z -]+) \}\}$", re.MULTILINE)
_PASSAGE: Final = re.compile(
    r"^(?:#.*\{#([a-z-]+)\}$|(\w[\w-]*):)(?s:.*?)(?=^(?:#|\w[\w-]*:|\{\{ [a-z-]+ \}\})|\Z)", re.M
)
_SHARED: Final = re.compile(r"^\{\{ (rulings|mishaps|wrong-score) \}\}$", re.MULTILINE)
_EXAMPLE: Final = re.compile(r"^```example\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_VOICE: Final = Voice()
_NO_NOTES: Final[Mapping[str, str]] = {}
DISPUTES: Final = "disputes"
"""The anchor of the chapter on mishaps, in every language."""
COMPASS: Final = ("North", "East", "South", "West")


@lru_cache(maxsize=MOST_GAMES)
def source(game: Game) -> str:
    """Return the page's Markdown with the passages shared by all pages filled in; translated
    where there is a translation."""
    written = (folder(game) / "rules.md").is_file()
    if written or not game.own:
        text = _text(game, "rules")
    else:
        text = rules_page(game.own.document, game.guide.trademark)
    return _SHARED.sub(lambda m: _text(None, m[1]).strip(), text)


def is_translated(game: Game) -> bool:
    """Return whether the page is there in the language spoken."""
    return languages.spoken == languages.ENGLISH or _translation(game, "rules").is_file()


def _translation(game: Game | None, name: str) -> Traversable:
    """The file in the language spoken: `rules.fr.md`."""
    return folder(game) / f"{name}.{languages.spoken}.md"


def _text(game: Game | None, name: str) -> str:
    """The text of a file, translated or in English, with what it takes from another game's."""
    translation = _translation(game, name)
    file = translation if translation.is_file() else folder(game) / f"{name}.md"
    return _FROM.sub(lambda m: _passages_of(m[1], name, m[2]), file.read_text(encoding="utf-8"))


def _passages_of(slug: str, name: str, anchors: str) -> str:
    """Passages of another game's file; not each of them has samples or answers."""
    others = _PASSAGE.finditer(_text(games()[slug], name))
    found = {m[1] or m[2]: m[0].strip() for m in others}
    return "\n\n".join(found[anchor] for anchor in anchors.split() if anchor in found)


@lru_cache(maxsize=MOST_GAMES)
def anchors(game: Game) -> Mapping[str, str]:
    """Return the headings that a line may cite, by anchor."""
    found = {}
    for line in source(game).splitlines():
        anchor = anchored_markdown.ANCHOR.search(line)
        if line.startswith("#") and anchor:
            found[anchor[1]] = anchored_markdown.title(line)
    return found


def examples(game: Game) -> list[Document]:
    """Return the page's worked examples as they stand in it."""
    return [json.loads(text) for text in _EXAMPLE.findall(source(game))]


def example_sheet(game: Game, example: Document) -> Document:
    """Return the score sheet of a worked example."""
    sheet: Document = {"format": FORMAT, **game_in_sheet(game), "players": list(COMPASS)}
    keys = ("variant", "options", "players", "dealer", "entries")
    return sheet | {key: example[key] for key in keys if key in example}


def value_words(option: Question, value: Value) -> str:
    """Return the value of an option as the table says it."""
    if value is None and option.none is not None:
        return _VOICE.text(option.none)
    if isinstance(option, YesNo):
        return _VOICE.text(option.yes if value else option.no)
    if isinstance(option, Choice):
        key = next((key for key in option.keys if key.value == value), None)
        return _VOICE.text(key.label) if key else str(value)
    if isinstance(option, Series):
        return ", ".join(value_words(option.item, one) for one in value)
    if isinstance(option, ChosenTable):
        named = (key.label for key in option.keys if key.value == value)
        return _VOICE.text(next(named, None) or option.words(value))
    return minus(value)


def allowed_values(option: Question) -> str:
    """Return the values that an option may have."""
    if isinstance(option, Number):
        span = tell("{low} to {high}", low=option.low, high=option.high)
        return _or_none(option, span)
    if isinstance(option, Series):
        return _or_none(option, tell("a list of {items}", items=allowed_values(option.item)))
    keys = "; ".join(_VOICE.text(key.label) for key in option.keys_shown())
    return tell("{names}; or a table", names=keys) if isinstance(option, ChosenTable) else keys


def _or_none(option: Question, span: str) -> str:
    return tell("{span}, or {none}", span=span, none=option.none) if option.none else span


class RuleDifference(NamedTuple):
    """An option that is not as elsewhere, as players tell it: "played to 250", "played to 500"."""

    here: str
    there: str


def differences(game: Game, here: OptionValues, there: OptionValues) -> list[RuleDifference]:
    """Return the options that have other values here than there."""
    return [
        RuleDifference(_option_clause(option, here[name]), _option_clause(option, there[name]))
        for option in game.options
        if here[name := option.name] != there[name]
    ]


def changed_options(game: Game, options: OptionValues, defaults: OptionValues) -> list[str]:
    """Return the options that are not as their defaults, as players tell them: "played to 250"."""
    return [one.here for one in differences(game, options, defaults)]


def _option_clause(option: Question, value: Value) -> str:
    keys = option.keys_shown() if isinstance(option, Choice | ChosenTable) else ()
    clause = next((key.said_as for key in keys if key.value == value), "")
    if clause:
        return tell(clause)
    words = value_words(option, value)
    if option.said_off and value in _OFF:
        return tell(option.said_off)
    if option.said_as:
        return tell(option.said_as, value=words, n=value if isinstance(value, int) else 0)
    return f"{_in_words(option.label)}: {words}"


def joined(clauses: Iterable[str]) -> str:
    """Return the clauses as one sentence without its full stop: "With nil, played to 250"."""
    sentence = ", ".join(clauses)
    return sentence[:1].upper() + sentence[1:]


def variant_name(game: Game, variant: str | None) -> str:
    """Return what players call a variant; empty for the only one of a game."""
    card = game.variant_cards.get(variant or "")
    return _VOICE.text(card.name) if card else variant or ""


def in_short(game: Game, variant: str | None, options: OptionValues) -> str:
    """Return the variant and the options that differ from it: "With bags, played to 250"."""
    clauses = [
        *filter(None, [variant_name(game, variant)]),
        *changed_options(game, options, game.defaults(variant)),
    ]
    return joined(clauses) or tell("Standard rules")


def page(
    game: Game,
    options: OptionValues,
    here: bool,
    example: Callable[[Document], str],
    notes: Mapping[str, str] = _NO_NOTES,
    ended: tuple[str, str] = ("", ""),
) -> tuple[str, list[tuple[str, str]]]:
    """Return the page as HTML, and its chapters (anchor, title).

    `options` are those to print; `here` says that they are a table's own; `example` draws a worked
    example; `notes` are a table's own words, HTML by the anchor of their heading; `ended` is the
    anchor under which a finished game's own end is shown, in place of the examples, and its HTML.
    """
    text = fill_in(source(game), game, options)
    blocks: list[str] = []

    def keep(html: str) -> str:
        blocks.append(html)
        return f"\n<div>block {len(blocks) - 1}</div>\n"

    at, own_end = ended
    if at:
        section = re.compile(rf"(?<={{#{at}}}\n)(?:(?!^#).*\n)*", re.MULTILINE)
        text = section.sub(lambda m: f"{_EXAMPLE.sub('', m[0])}{keep(own_end)}\n", text)
    text = _EXAMPLE.sub(lambda m: keep(example(json.loads(m[1]))), text)
    tables = printed_tables(game, game.house_rules(options))

    def block(name: str | None) -> str:
        if name is None:
            return _options_table(game, options, here)
        return _printed_table(tables[name]) if name in tables else ""

    text = _BLOCK.sub(lambda m: keep(block(m[2])), text)
    html = anchored_markdown.html(
        anchored_markdown.with_notes(anchored_markdown.parse_page(text), notes), blocks
    )
    return html, re.findall(r'<h2 id="([^"]+)">([^<]+)</h2>', html)


def text_beside(game: Game | None, name: str) -> str:
    """Return a file that stands beside a game's rules page, or beside those of every game (None);
    empty where there is none."""
    return _text(game, name) if (folder(game) / f"{name}.md").is_file() else ""


def holds(text: str, options: OptionValues) -> bool:
    """Return whether what is said is in force, by all of its marks."""
    return all(_is_played(mark, options) for mark in _PLAYED.finditer(text))


def tables_near(game: Game, passage: Passage, options: OptionValues) -> Sequence[Printed]:
    """Return the tables of a passage that is played, or in the chapter on scoring those of the
    passages that it refers to."""
    if passage.paragraphs and not is_in_force(passage, 0, options):
        return []
    tables = printed_tables(game, game.house_rules(options))
    near = [passage]
    if not passage.tables and passage.chapter == _scoring(game):
        near = [one for one in passages(game) if one.anchor in passage.links]
    return [tables[name] for one in near for name in one.tables if name in tables]


def fill_in(text: str, game: Game, options: OptionValues) -> str:
    """Return the text with the options' values filled in, and marked where it is not played."""

    def mark_text(marks: re.Match[str]) -> str:
        holds = all(_is_played(mark, options) for mark in _PLAYED.finditer(marks[0]))
        return "" if holds else _not_played()

    return _with_values(_MARKS.sub(mark_text, text), game, options)


def unmarked(text: str, game: Game, options: OptionValues) -> str:
    """Return the text with the options' values filled in, whether it is played or not."""
    return _with_values(_PLAYED.sub("", text), game, options)


def _with_values(text: str, game: Game, options: OptionValues) -> str:
    named = {option.name: option for option in game.options}
    return _INLINE.sub(lambda m: value_words(named[m[1]], options[m[1]]), text)


def _not_played() -> str:
    return tell("Not played here.") + " "


def _is_played(condition: re.Match[str], options: OptionValues) -> bool:
    """Return whether a mark's condition holds: the option is on, or has one of these values."""
    value = options[condition[1]]
    if not condition[2]:
        return value not in _OFF
    return str(value).lower() in condition[2].lower().split("|")


# --- what is quoted -----------------------------------------------------------------------------


def paragraph_to_quote(passage: Passage, options: OptionValues, worths: Sequence[float]) -> int:
    """Return the place of the paragraph that answers best, by what each is worth. For one that
    holds with another value of an option, such as how a miss is scored, it is the one that holds
    here; one about something that is not played, such as a joker, is quoted as not played."""
    conditions = [_conditions(passage, place) for place in range(len(passage.paragraphs))]
    in_force = [place for place in range(len(conditions)) if is_in_force(passage, place, options)]
    best = worths.index(max(worths))
    others = {name for name, mark in conditions[best].items() if mark[2]}
    if best in in_force or not in_force or not others:
        return best
    instead = [place for place in in_force if others & conditions[place].keys()]
    return max(instead or in_force, key=worths.__getitem__)


def excerpt(passage: Passage, paragraph: int, game: Game, options: OptionValues) -> str:
    """Return a paragraph of a passage, filled in, after the words that lead into its list, or
    before the only one of its list that holds here; it starts with "Not played here" if that is
    so."""
    anchor, text = passage.paragraphs[paragraph]
    lead = passage.leads.get(anchor, "")
    parts = [lead, text] if lead.endswith(":") else [text]
    if not is_in_force(passage, paragraph, options):
        return _not_played() + unmarked(" ".join(parts), game, options)
    choices = [
        item
        for place, (of, item) in enumerate(passage.paragraphs)
        if passage.leads.get(of) == text
        and any(mark[2] for mark in _PLAYED.finditer(item))
        and is_in_force(passage, place, options)
    ]
    return unmarked(" ".join(parts + (choices if len(choices) == 1 else [])), game, options)


def is_in_force(passage: Passage, paragraph: int, options: OptionValues) -> bool:
    """Return whether what a paragraph says is played."""
    return all(_is_played(mark, options) for mark in _conditions(passage, paragraph).values())


def _conditions(passage: Passage, paragraph: int) -> Mapping[str, re.Match[str]]:
    """Return when a paragraph is in force, by option, as the head of its passage says, then the
    words that lead into its list, then the paragraph itself; the last to name an option decides."""
    anchor, text = passage.paragraphs[paragraph]
    above = passage.paragraphs[0][1], passage.leads.get(anchor, "")
    return {mark[1]: mark for part in (*above, text) for mark in _PLAYED.finditer(part)}


def tables_of_passage(
    game: Game,
    passage: Passage,
    options: OptionValues,
    marked: Callable[[Printed], int | None] = lambda table: None,
) -> Sequence[str]:
    """Return the tables that answer with a passage, as HTML, each with a row `marked` (None: none
    of its rows)."""
    near = tables_near(game, passage, options)
    return [_printed_table(table, marked(table)) for table in near]


@lru_cache(maxsize=MOST_GAMES)
def _scoring(game: Game) -> str:
    """The title of the chapter on scoring, in the language spoken."""
    return next((one.chapter for one in passages(game) if one.anchor == "scoring"), "")


@lru_cache(maxsize=MOST_GAMES)
def passages(game: Game) -> tuple[Passage, ...]:
    """Return the passage under each heading of the page, and each house rule; options are not
    filled in."""
    text = _BLOCK.sub(lambda m: f"\n<div>{m[1]}</div>\n", _EXAMPLE.sub("", source(game)))
    return (
        *anchored_markdown.passages(anchored_markdown.parse_page(text)),
        *(_house_rule(option, _is_on_or_off(game, option)) for option in game.options),
    )


def _is_on_or_off(game: Game, option: Question) -> bool:
    """Return whether an option may be not played at all, as the page's marks say."""
    marked = {mark[1] for mark in _PLAYED.finditer(source(game)) if not mark[2]}
    return isinstance(option, YesNo) or option.name in marked


@lru_cache(maxsize=MOST_GAMES)
def disputes(game: Game) -> Mapping[str, str]:
    """Return the headings under which mishaps are settled, by anchor."""
    found = passages(game)
    chapter = next(one.title for one in found if one.anchor == DISPUTES)
    return {one.anchor: one.title for one in found if one.chapter == chapter != one.title}


def option_anchor(option: Question) -> str:
    """Return the anchor of the passage about a house rule."""
    return f"option-{option.name}"


def _house_rule(option: Question, on_or_off: bool) -> Passage:
    name, anchor = option.name, option_anchor(option)
    here = tell("Here: {value}.", value=f"{{{{ option {name} }}}}")
    mark = f"{{{{ played {name} }}}} " if on_or_off else ""
    text = f"{mark}{here} {_in_words(option.hint)}".strip()
    return Passage(anchor, _in_words(option.label), tell("House rules"), [(anchor, text)])


def _printed_table(table: Printed, marked: int | None = None) -> str:
    head = [_VOICE.text(cell) for cell in table.head]
    rows = [[_cell(_VOICE.text(cell)) for cell in row] for row in table.rows]
    html = anchored_markdown.table(head, ((None, row) for row in rows))
    if marked is None:
        return html
    *before, row = html.split("<tr>", marked + 2)
    return "<tr>".join(before) + f'<tr class="target">{row}'


def side_by_side(game: Game, options: OptionValues) -> str:
    """Return a table of all house rules, here and in each variant, as HTML; differences are
    marked."""
    names = [variant_name(game, name) or tell("Standard") for name in game.variants]
    rows = []
    for option in game.options:
        name = option.name
        here = options[name]
        others = [defaults[name] for defaults in game.variants.values()]
        cells = [_cell(value_words(option, value), value != here) for value in (here, *others)]
        rows.append((None, [f'<th scope="row">{escape(_in_words(option.label))}</th>', *cells]))
    return anchored_markdown.table([tell("House rule"), tell("Here"), *names], rows)


def _options_table(game: Game, options: OptionValues, here: bool) -> str:
    """Every house rule: what it changes, what it may be, its default in each variant; `here` says
    that `options` are a table's own. What a variant has otherwise, than here or else than the first
    variant, is marked."""
    names = [variant_name(game, name) for name in game.variants if name] or [tell("Standard")]
    head = [tell("House rule"), tell("May be"), *names, *([tell("Here")] if here else [])]
    compared = options if here else next(iter(game.variants.values()))
    rows = []
    for option in game.options:
        name = option.name
        cells = [
            _described(option, name),
            _cell(allowed_values(option)),
            *(
                _cell(value_words(option, defaults[name]), defaults[name] != compared[name])
                for defaults in game.variants.values()
            ),
            *([_cell(value_words(option, options[name]))] if here else []),
        ]
        rows.append((option_anchor(option), cells))
    return anchored_markdown.table(head, rows)


def _described(option: Question, name: str) -> str:
    label, hint = escape(_in_words(option.label)), escape(_in_words(option.hint))
    return f"<td><b>{label}</b> <br>{hint} <code>{name}</code></td>"


def _cell(text: str, differs: bool = False) -> str:
    return f'<td class="differs">{escape(text)}</td>' if differs else f"<td>{escape(text)}</td>"


def _in_words(sentence: Sentence | None) -> str:
    return _VOICE.text(sentence) if sentence else ""
