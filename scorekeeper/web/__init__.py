"""The pages: one blueprint a part. What holds for every answer stands here and in `safety.py`."""

from flask import Flask

from scorekeeper.web import (
    api,
    bonuses,
    choosing,
    decisions,
    deleting,
    erasing,
    figures,
    front,
    handicaps,
    house,
    importing,
    joining,
    league_evenings,
    league_games,
    league_papers,
    league_players,
    league_ratings,
    league_standings,
    league_tables,
    leagues,
    members,
    one_game,
    organise,
    pad,
    paper,
    pinned,
    record,
    referee,
    rules,
    rulings,
    safety,
    seasons,
    share,
    tabled,
)


def init_app(app: Flask) -> None:
    """Bind the pages to the app."""
    app.url_map.converters["int"] = safety.Stored
    safety.init_app(app)
    paper.init_app(app)
    deleting.init_app(app)
    app.after_request(tabled.known_by_its_form)
    parts = (
        *(front, choosing, house, erasing, deleting, figures),
        *(pad, record, rulings, share, joining, rules, referee, api),
        *(leagues, organise, members, seasons, pinned, handicaps, bonuses, decisions, one_game),
        *(league_standings, league_players, league_ratings, league_games, league_papers),
        *(league_evenings, league_tables, importing),
    )
    for part in parts:
        app.register_blueprint(part.bp)
    for endpoint, view in app.view_functions.items():
        app.view_functions[endpoint] = tabled.answering_anew(view)
