"""Texts of templates are found where they stand, and a translation is put in their place."""

import io
import re

import pytest

from scorekeeper.web.shared.page_texts import extract, page_texts, put_into


def found(source: str) -> list[str]:
    return [text.message for text in sorted(page_texts(source), key=lambda text: text.start)]


def loud(message: str) -> str:
    """The message in capitals, its places as they are."""
    return re.sub(r"[{<].*?[}>]|[^{<]+", lambda part: _loud(part[0]), message)


def _loud(part: str) -> str:
    return part if part[0] in "{<" else part.upper()


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("<h2>Links</h2>", ["Links"]),
        ("<p>Two\n  lines</p>", ["Two lines"]),
        ("<p>{{ league.name }} is archived.</p>", ["{name} is archived."]),
        ('<p>See the <a href="/x?a={{ b }}">history</a>.</p>', ["See the <a>history</a>."]),
        ("<a>Rules</a> · <a>Settings</a>", ["Rules", "Settings"]),
        ("<b>{{ who }}</b> and <b>{{ other }}</b> tie", ["<b>{who}</b> and <b>{other}</b> tie"]),
        ('<a href="/1">One</a> or <a href="/2">two</a>', ["<a>One</a> or <a2>two</a>"]),
        ('<button aria-label="Less">−</button>', ["Less"]),
        ('<input title="Seat {{ loop.index }}"{% if x %} checked{% endif %}>', ["Seat {index}"]),
        ("{% if won %}Won{% else %}Lost{% endif %}", ["Won", "Lost"]),
        ("{{ icon('save') }}Save", ["Save"]),
        ("{{ minus(row.total) }} in all", ["{total} in all"]),
        ("{{ points }} · {{ rule }}: {{ 3 }}", []),
        ("<code>scorekeeper run</code> starts it", ["starts it"]),
        ('{% block more %} class="wide"{% endblock %}', []),
        ("&nbsp;&middot;<br>", []),
        ("{# A word to whoever reads the template #}", []),
    ],
)
def test_each_text_is_one_message(source: str, messages: list[str]) -> None:
    assert found(source) == messages


def test_a_translation_may_move_values_and_tags() -> None:
    source = '<p>  See <a href="/h">{{ league.name }}</a> on {{ day|e }}. </p>'
    translation = "Am {day}: <a>{name}</a> ansehen."

    put = put_into(source, {"See <a>{name}</a> on {day}.": translation}.__getitem__)

    assert put == '<p>  Am {{ day|e }}: <a href="/h">{{ league.name }}</a> ansehen. </p>'


def test_an_attribute_in_a_text_is_translated() -> None:
    source = '<p>Ask <a href="/a" title="{{ who }} knows">Ann</a> now</p>'

    put = put_into(source, loud)

    assert put == '<p>ASK <a href="/a" title="{{ who }} KNOWS">ANN</a> NOW</p>'


def test_babel_finds_texts_with_their_lines() -> None:
    source = '<p>One</p>\n{{ _("Two") }}\n{% set more = _("Three, {n}", n=3) %}'

    told = [*extract(io.BytesIO(source.encode()), [], [], {})]

    assert [(line, message) for line, _, message, _ in told] == [
        (1, "One"),
        (2, "Two"),
        (3, "Three, {n}"),
    ]
