"""Compiles modules without what only an editor or a type checker reads: it is a fifth of all that
a phone would fetch, and takes time at every import."""

import ast
import marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Final

from scorekeeper.pocket.build_cache import BuildCache

_UNCHECKED: Final = (1).to_bytes(4, "little") + bytes(8)
"""The header that tells Python not to check the source, then its hash, which is not read."""
_LEAST_DETAIL: Final = 2
"""Compiled without assertions and docstrings."""


def compile_folder(folder: Path, cache: BuildCache) -> None:
    """Compile each module of a folder into a `.pyc` beside it, skipping those that this version of
    Python cannot parse."""
    for source in folder.rglob("*.py"):
        compiled = cache.get(_compiled, source.read_bytes(), str(source))
        if compiled:
            source.with_suffix(".pyc").write_bytes(compiled)


def _compiled(source: bytes, name: str) -> bytes:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return b""
    code = compile(_WithoutHints().visit(tree), name, "exec", 0, True, optimize=_LEAST_DETAIL)
    return MAGIC_NUMBER + _UNCHECKED + marshal.dumps(code)


class _WithoutHints(ast.NodeTransformer):
    """Removes the types of parameters and results, overloads, and imports made for them. The types
    of attributes stay, as dataclasses and the like are built from them."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST | None:
        return self._function(node)

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        if _is_for_type_checkers(node):
            return [*node.orelse] or ast.copy_location(ast.Pass(), node)
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST | None:
        decorators = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
        if "overload" in decorators:
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        if "register" not in decorators:  # functools.singledispatch goes by the type
            node.returns = None
            for one in ast.walk(node.args):
                if isinstance(one, ast.arg):
                    one.annotation = None
        return node


def _is_for_type_checkers(node: ast.If) -> bool:
    """Return whether it is `if TYPE_CHECKING`, whose body never runs."""
    match node.test:
        case ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
    return False
