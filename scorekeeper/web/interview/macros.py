"""Macros of the templates, called from Python."""

from collections.abc import Callable
from typing import Any

from flask import current_app
from markupsafe import Markup


def macro(template: str, name: str) -> Callable[..., Markup]:
    """A macro that draws from its arguments alone, past what a whole page is given."""
    module: Any = current_app.jinja_env.get_template(template).module
    found: Callable[..., Markup] = getattr(module, name)
    return found
