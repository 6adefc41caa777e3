"""The messages of Python modules, for `make texts`: what `say`, `tell` and `phrase` are called
with, and what stands where a `Message` (or a `Cell` of a printed table) is wanted.

    def switch(label: Message, hint: Message): ...   ->   switch("Nil", "A player may ...")
    wrong: Message = "{label}: true or false."       ->   the default, and each `wrong="..."`
    NAMES: Mapping[str, Message] = {"S": "solo"}     ->   its values
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

_PACKAGE: Final = Path(__file__).parent.parent
_LOOK_UP: Final = frozenset({"_", "say", "tell", "phrase", "translated"})
_WANTED: Final = re.compile(r"\b(Message|Cell)\b")

_PARTS: Final[dict[type[ast.expr], tuple[str, ...]]] = {
    ast.IfExp: ("body", "orelse"),
    ast.BoolOp: ("values",),
    ast.Dict: ("values",),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
    ast.Starred: ("value",),
    ast.Subscript: ("value",),
}
"""Which parts of an expression may be what it comes to."""

Places = dict[str, int]
"""Which arguments are messages: their names, and where they stand; −1 for one by name alone."""


def extract(
    fileobj: Any, keywords: Iterable[str], comment_tags: Iterable[str], options: dict[str, str]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The messages of a module as Babel collects them: line, function, message, comments."""
    nodes = [*ast.walk(ast.parse(fileobj.read()))]
    for message in sorted({(one.lineno, str(one.value)) for one in collected_in(nodes)}):
        yield message[0], "", message[1], []


_SAID: Final = frozenset(
    ("about", "family", "hint", "label", "name", "no", "none", "say", "text", "title", "yes")
)
"""Under these keys a game's document says something."""


def extract_document(
    fileobj: Any, keywords: Iterable[str], comment_tags: Iterable[str], options: dict[str, str]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The messages of a game that is a document, and of its guide."""
    for message in sorted(set(_said(json.load(fileobj)))):
        yield 1, "", message, []


def _said(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key in _SAID and isinstance(value, str):
                yield value
            elif key == "values" and part.get("kind") == "choice":
                yield from (label for _, label in value)
            elif key != "examples":
                yield from _said(value)
    elif isinstance(part, list):
        for one in part:
            yield from _said(one)


def collected_in(nodes: Sequence[ast.AST]) -> Iterator[ast.Constant]:
    """The strings of a module that are messages; all its nodes are given."""
    looked_up = _looked_up(nodes)
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from _in_call(node)
        elif isinstance(node, ast.AnnAssign) and node.value and _is_message(node.annotation):
            yield from _strings(node.value)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            yield from _assigned(node, looked_up)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _in_function(node)


def _looked_up(nodes: Iterable[ast.AST]) -> set[str]:
    """The variables that `say` and the others are called with."""
    calls = (node for node in nodes if isinstance(node, ast.Call))
    first = (call.args[0] for call in calls if call.args and _name(call.func) in _LOOK_UP)
    return {name for one in first if (name := _name(one))}


def _assigned(node: ast.Assign | ast.AnnAssign, looked_up: set[str]) -> Iterator[ast.Constant]:
    """The strings that one of these variables may be."""
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    for variable, value in zip(names, values, strict=False):
        if value and _name(variable) in looked_up:
            yield from _strings(value)


def _in_call(call: ast.Call) -> Iterator[ast.Constant]:
    name = _name(call.func)
    if name in _LOOK_UP:
        for first in call.args[:1]:
            yield from _strings(first)
        return
    places = _callables().get(name, {})
    for at, given in enumerate(call.args):
        if at in places.values():
            yield from _strings(given)
    for keyword in call.keywords:
        if keyword.arg in places:
            yield from _strings(keyword.value)


def _in_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.Constant]:
    """Yield the strings that a function returns as messages, and its messages' default
    arguments."""
    if function.returns and _is_message(function.returns):
        for node in ast.walk(function):
            if isinstance(node, ast.Return | ast.Yield) and node.value:
                yield from _strings(node.value)
    arguments = [*function.args.posonlyargs, *function.args.args]
    usual = function.args.defaults
    for argument, value in zip(arguments[len(arguments) - len(usual) :], usual, strict=True):
        if argument.annotation and _is_message(argument.annotation):
            yield from _strings(value)


def _strings(value: ast.expr) -> Iterator[ast.Constant]:
    """The strings that an expression may be, or may hold as items or values."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
        yield value
    for part in _PARTS.get(type(value), ()):
        within = getattr(value, part)
        for one in within if isinstance(within, list) else [within]:
            yield from _strings(one)


@cache
def _callables() -> dict[str, Places]:
    """The functions and classes of the package that want messages."""
    found: dict[str, Places] = {}
    classes: dict[str, ast.ClassDef] = {}
    for file in sorted(_PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, {}).update(_arguments(node))
            elif isinstance(node, ast.ClassDef):
                classes[node.name] = node
    for name in classes:
        found.setdefault(name, {}).update(_fields(name, classes))
    return found


def _arguments(function: ast.FunctionDef) -> Places:
    arguments = [*function.args.posonlyargs, *function.args.args]
    if arguments and arguments[0].arg == "self":
        del arguments[0]
    places = {one.arg: at for at, one in enumerate(arguments) if _annotated(one)}
    return places | {one.arg: -1 for one in function.args.kwonlyargs if _annotated(one)}


def _fields(name: str, classes: dict[str, ast.ClassDef]) -> Places:
    """The fields of a class and of those it is derived from, or the arguments of its `__init__`."""
    if name not in classes:
        return {}
    own = [one for one in classes[name].body if isinstance(one, ast.AnnAssign)]
    places = {_name(one.target): at for at, one in enumerate(own) if _is_message(one.annotation)}
    for node in classes[name].body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            places |= _arguments(node)
    others = {other: node for other, node in classes.items() if other != name}
    for base in classes[name].bases:
        inherited = _fields(_name(base), others)
        places = {**dict.fromkeys(inherited, -1), **places}
    return places


def _annotated(argument: ast.arg) -> bool:
    return argument.annotation is not None and _is_message(argument.annotation)


def _is_message(annotation: ast.expr) -> bool:
    return _WANTED.search(ast.unparse(annotation)) is not None


def _name(of: ast.expr) -> str:
    """The last name: `label` of `ask.label`."""
    if isinstance(of, ast.Subscript):
        return _name(of.value)
    return of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
