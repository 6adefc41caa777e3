"""Every answer of the API is as its own description says, whatever is asked."""

from typing import Any, Final

import pytest
import schemathesis
from flask import Flask
from hypothesis import given, settings
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scorekeeper.web import openapi
from tests.requirements import rounds

pytestmark = pytest.mark.long

CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
OPERATIONS: Final = [
    (method, path, mode)
    for path, held in openapi.described()["paths"].items()
    for method in held
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or method == "post"  # no path is against its schema
]


@pytest.fixture(scope="module")
def described(app: Flask) -> Any:
    """The API as its document describes it."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app)


@pytest.mark.hard
@pytest.mark.parametrize(("method", "path", "mode"), OPERATIONS)
def test_every_answer_matches_the_description(
    described: Any, method: str, path: str, mode: GenerationMode
) -> None:
    @given(described[path][method].as_strategy(mode))
    @settings(max_examples=rounds(25, quick=5, hard=300), derandomize=True)
    def ask(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS, headers={"Accept-Encoding": "identity"})

    ask()
