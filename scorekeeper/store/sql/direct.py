"""Statements that are written in Core and run by the driver.

SQLAlchemy spends more time around a short statement than the database spends on it. What runs
with every visit, every poll and every recorded deal is compiled once and handed to the driver;
values and results still go through the types' own conversions.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

Convert = Callable[[Any], Any]
Values = Mapping[str, Any]


class Direct:
    """A statement with named parameters, to be run many times."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, *values: Values) -> None:
        """Run it once for each of these sets of values."""
        compiled = self._for(connection.dialect)
        with closing(connection.connection.cursor()) as cursor:
            if len(values) == 1:
                cursor.execute(compiled.text, compiled.bound(values[0]))
            elif values:
                cursor.executemany(compiled.text, [compiled.bound(one) for one in values])

    def rows(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """Return what it selects."""
        compiled = self._for(connection.dialect)
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(compiled.text, compiled.bound(values))
            return [compiled.read(row) for row in cursor.fetchall()]

    def _for(self, dialect: Dialect) -> "_Compiled":
        found = self._compiled.get(dialect.name)
        if found is None:
            found = self._compiled[dialect.name] = _Compiled(self._statement, dialect)
        return found


class _Compiled:
    """The statement in one dialect: its text, and how values and results are converted."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
        assert isinstance(compiled, SQLCompiler)
        self.text = str(compiled)
        self._places = compiled.positiontup
        binds = {name: bind for bind, name in compiled.bind_names.items()}
        kinds = {name: bind.type.dialect_impl(dialect) for name, bind in binds.items()}
        self._convert = {name: _to_driver(kind, dialect) for name, kind in kinds.items()}
        # added by the dialect: SQLite has no limit without an offset
        self._own = {name: bind.value for name, bind in binds.items() if not bind.required}
        columns: Sequence[Any] = getattr(statement, "selected_columns", ())
        results = [column.type.dialect_impl(dialect) for column in columns]
        self._results = [kind.result_processor(dialect, None) for kind in results]

    def bound(self, values: Values) -> Any:
        """Return the values as the driver takes them, in order or by name."""
        given = {**self._own, **values} if self._own else values
        ready = {name: convert(given[name]) for name, convert in self._convert.items()}
        return ready if self._places is None else [ready[name] for name in self._places]

    def read(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return a row as Python values."""
        pairs = zip(row, self._results, strict=True)
        return tuple(value if convert is None else convert(value) for value, convert in pairs)


def _to_driver(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.bind_processor(dialect) or _unchanged


def _unchanged(value: Any) -> Any:
    return value
