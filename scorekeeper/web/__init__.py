"""The pages, a blueprint for each part. Code for every response is here and in
`shared/security`."""

from flask import Flask

from scorekeeper.settings import NO_POCKET
from scorekeeper.web import api, records
from scorekeeper.web.home import deleting, joining, pocket_files, rules
from scorekeeper.web.home import views as home_views
from scorekeeper.web.league import (
    bonuses,
    downloads,
    feeds,
    games,
    imports,
    ladder,
    members,
    players,
    seasons,
    standings,
    tables,
    teams,
)
from scorekeeper.web.league import home as league_home
from scorekeeper.web.league.evening import direction
from scorekeeper.web.league.evening import views as evening_views
from scorekeeper.web.operator import health, metrics, request_log
from scorekeeper.web.operator import page as operator_page
from scorekeeper.web.phones import agreement, league_phones, mine, passkeys, table_phones
from scorekeeper.web.referee import views as referee_views
from scorekeeper.web.rulings import views as rulings_views
from scorekeeper.web.shared import security, templating
from scorekeeper.web.stats import views as stats_views
from scorekeeper.web.table import (
    erasing,
    game_chooser,
    house_rules,
    record_views,
    share,
    table_request,
)
from scorekeeper.web.table import views as table_views


def init_app(app: Flask) -> None:
    """Bind the pages to the app."""
    app.url_map.converters["int"] = security.Stored
    if app.config["LOG"] == "json":
        request_log.init_app(app)  # first, so that it sees each answer last
    if app.config["METRICS_TOKEN"]:
        metrics.init_app(app)
    security.init_app(app)
    templating.init_app(app)
    app.after_request(table_request.with_cookie_for_forms)
    app.after_request(table_request.noting_phone)
    parts = (
        *(home_views, game_chooser, house_rules, erasing, deleting, stats_views),
        *(
            table_views,
            record_views,
            rulings_views,
            share,
            joining,
            rules,
            referee_views,
            api,
            records,
        ),
        *(league_home, members, seasons, bonuses, games, standings, players, downloads),
        *(tables, imports, feeds, ladder, teams, evening_views, direction),
        *(health, metrics, operator_page),
        *(league_phones, table_phones, agreement, mine, passkeys),
    )
    for part in parts:
        app.register_blueprint(part.bp)
    app.register_blueprint(downloads.api)
    if app.config["POCKET"] not in ("", NO_POCKET):
        pocket_files.init_app(app, app.config["POCKET"])
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = table_request.retrying(view)
