"""Bytecode compiled for the pocket edition does the same as its source."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from scorekeeper.pocket.build_cache import BuildCache
from scorekeeper.pocket.bytecode import compile_folder

SOURCE = '''
from __future__ import annotations
import typing as t
from dataclasses import dataclass
from functools import singledispatch

if t.TYPE_CHECKING:
    from nowhere import Nobody

if not t.TYPE_CHECKING:
    RUNS = True

@dataclass
class Deal:
    """A deal."""

    points: int
    by: str = "Ann"

    @t.overload
    def times(self, by: Nobody) -> Nobody: ...
    @t.overload
    def times(self, by: int) -> int: ...
    def times(self, by: Nobody | int) -> int:
        total: int = self.points * by
        return total

@singledispatch
def kind(of: object) -> str:
    return "thing"

@kind.register
def _(of: int) -> str:
    return "number"

async def later(*each: Nobody, **named: Nobody) -> Nobody:
    return each
'''


@pytest.fixture
def deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module as it was compiled; its source is gone."""
    source = tmp_path / "of_deals.py"
    source.write_text(SOURCE, encoding="utf-8")
    (tmp_path / "older.py").write_text("print 'of Python 2'", encoding="utf-8")
    cache = BuildCache(tmp_path / "cache.pickle", b"one")
    compile_folder(tmp_path, cache)
    assert not (tmp_path / "older.pyc").exists()
    source.unlink()
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("of_deals")
    del sys.modules["of_deals"]


def test_it_does_what_the_source_does(deals: ModuleType) -> None:
    deal = deals.Deal(3)

    assert (deal.times(4), deal.by, deals.RUNS) == (12, "Ann", True)
    assert [deals.kind(1), deals.kind("a")] == ["number", "thing"]


def test_types_of_attributes_are_kept_and_those_of_parameters_are_not(deals: ModuleType) -> None:
    assert [*deals.Deal.__annotations__] == ["points", "by"]
    assert deals.Deal.times.__annotations__ == deals.later.__annotations__ == {}
