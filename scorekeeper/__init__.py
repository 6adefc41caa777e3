"""Scorekeeper: a score pad for card games that says why every point was scored."""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

COOKIE_LIFETIME = timedelta(days=400)  # browsers keep none longer
FILE_LIFETIME = timedelta(days=365)  # of a static file, whose address changes with it


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """The app; `config` overrides the settings and what the data folder says."""
    # imported here, because scoring sheets needs no web
    from flask import Flask
    from msgspec import structs
    from werkzeug.middleware.proxy_fix import ProxyFix

    from scorekeeper import languages, places, settings, web
    from scorekeeper.index_files import IndexFiles
    from scorekeeper.search.tables import open_by
    from scorekeeper.store.sql import database
    from scorekeeper.web.shared import links, security

    chosen = settings.read()
    settings.set_time_zone(chosen.time_zone)
    app = Flask(
        __name__,
        template_folder=str(places.templates_folder()),
        static_folder=str(places.static_folder()),
    )
    app.url_rule_class = links.LazyRule
    app.config.from_mapping(
        {name.upper(): value for name, value in structs.asdict(chosen).items()},
        MAX_CONTENT_LENGTH=1024 * 1024,
        MAX_FORM_MEMORY_SIZE=1024 * 1024,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=COOKIE_LIFETIME,
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=FILE_LIFETIME,
        WTF_CSRF_TIME_LIMIT=None,
        TEMPLATES_AUTO_RELOAD=False,
        POCKET=chosen.pocket or str(places.pocket_folder() or settings.NO_POCKET),
    )
    app.config.update(config or {})
    languages.activate(app.config["LANGUAGE"])
    if "SQLALCHEMY_DATABASE_URI" not in app.config:
        app.config["SQLALCHEMY_DATABASE_URI"] = places.database_url()
    if not app.config["SECRET_KEY"]:
        app.config["SECRET_KEY"] = places.signing_key()
    security.check_hosts(app, security.accepted_hosts(chosen.hosts))
    if proxies := app.config["PROXIES"]:
        # only as many as were set: from others a visitor's own headers would be believed
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
    database.init_app(app)
    open_by(IndexFiles(places.search_folder(), lambda: places.data_folder() / "search").open)
    web.init_app(app)
    return app
