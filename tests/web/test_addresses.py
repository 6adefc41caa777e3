"""Addresses of pages, put together by rules that compile when one is first asked for."""

import pytest
from werkzeug.routing import Map

from scorekeeper.web.shared.links import LazyRule


@pytest.mark.parametrize("name", ["rule", "self", "values", "append_unknown"])
def test_query_parameters_may_have_any_name(name: str) -> None:
    rule = LazyRule("/t/<public_id>", endpoint="table")
    Map([rule])
    for value in ("first", "again"):
        built = rule.build({"public_id": "abc", name: value})
        assert built == ("", f"/t/abc?{name}={value}")
