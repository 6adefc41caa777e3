"""The pages: one blueprint a part. What holds for every answer stands here and in `safety.py`."""

from flask import Flask

from scorekeeper.web import (
    api,
    choosing,
    figures,
    front,
    house,
    pad,
    paper,
    record,
    referee,
    rules,
    safety,
    share,
    tabled,
)


def init_app(app: Flask) -> None:
    """Bind the pages to the app."""
    safety.init_app(app)
    paper.init_app(app)
    app.register_error_handler(tabled.Overtaken, tabled.answered_anew)
    for part in (front, choosing, house, figures, pad, record, share, rules, referee, api):
        app.register_blueprint(part.bp)
