"""The pages, a blueprint for each part. Code for every response is here and in
`shared/security`."""

from flask import Flask

from scorekeeper.settings import NO_POCKET
from scorekeeper.web import api, monitoring, operator, rulings, stats
from scorekeeper.web.editor import views as editor_views
from scorekeeper.web.home import deleting, joining, own_games, pocket_files, rules
from scorekeeper.web.home import views as home_views
from scorekeeper.web.league import (
    club,
    downloads,
    feeds,
    games,
    imports,
    ladder,
    players,
    public,
    review,
    seasons,
    standings,
    tables,
    teams,
)
from scorekeeper.web.league.duplicate import dealt as duplicate_dealt
from scorekeeper.web.league.duplicate import director as duplicate_director
from scorekeeper.web.league.duplicate import kitchen as duplicate_kitchen
from scorekeeper.web.league.duplicate import paper as duplicate_paper
from scorekeeper.web.league.duplicate import results as duplicate_results
from scorekeeper.web.league.duplicate import setup as duplicate_setup
from scorekeeper.web.league.duplicate import table as duplicate_table
from scorekeeper.web.league.evening import announcing, direction, fixtures, tonight, wall
from scorekeeper.web.league.evening import views as evening_views
from scorekeeper.web.phones import league_phones, mine, notifications, table_phones
from scorekeeper.web.referee import auction, remedy, trick, what_if
from scorekeeper.web.shared import errors, logs, security, templating
from scorekeeper.web.table import (
    erasing,
    game_chooser,
    house_rules,
    picture,
    record_views,
    share,
    table_request,
)
from scorekeeper.web.table import views as table_views


def init_app(app: Flask) -> None:
    """Bind the pages to the app."""
    app.url_map.converters["int"] = security.DatabaseId
    if app.config["LOG"] == "json":
        logs.init_app(app)  # first, so that it sees each answer last
    if app.config["METRICS_TOKEN"]:
        monitoring.init_app(app)
    security.init_app(app)
    errors.init_app(app)
    templating.init_app(app)
    app.after_request(table_request.with_cookie_for_forms)
    app.after_request(table_request.touch_device)
    parts = (
        *(home_views, game_chooser, house_rules, erasing, deleting, stats),
        *(
            table_views,
            record_views,
            rulings,
            picture,
            share,
            joining,
            rules,
            own_games,
            editor_views,
            trick,
            auction,
            what_if,
            remedy,
            api,
        ),
        *(tonight, seasons, games, standings, review, players, club, downloads),
        *(duplicate_setup, duplicate_table, duplicate_results, duplicate_director),
        *(duplicate_paper, duplicate_dealt, duplicate_kitchen),
        *(tables, imports, feeds, public, ladder, teams, evening_views),
        *(announcing, direction, fixtures, wall),
        *(monitoring, operator),
        *(league_phones, table_phones, mine, notifications),
    )
    for part in parts:
        app.register_blueprint(part.bp)
    app.register_blueprint(api.records)
    app.register_blueprint(downloads.api)
    if app.config["POCKET"] not in ("", NO_POCKET):
        pocket_files.init_app(app, app.config["POCKET"])
    # not an error handler: a database that went away in the second run was not reported there
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = table_request.retrying(view)
