"""What watches the server: whether it runs, whether it can serve, whether its data is undamaged;
and `/metrics` for Prometheus: what is asked, how it is answered and how long that takes.

Whoever asks for those says the token of the setting `metrics_token`; without the setting there is
no such page, and nothing is counted.
"""

import os
from hmac import compare_digest
from time import perf_counter
from typing import Any, Final

from flask import Blueprint, Flask, Response, abort, current_app, g, request

from scorekeeper.store.sql.health import health, size, version
from scorekeeper.store.sql.trouble import Unavailable

bp = Blueprint("monitoring", __name__)


@bp.get("/health")
def healthy() -> tuple[dict[str, object], int]:
    """Report whether the database is there, undamaged and of this version; 503 if not."""
    report = health(check_file=True)
    return report, 200 if report["ok"] else 503


@bp.get("/health/live")
def live() -> dict[str, object]:
    """Report that this process answers; the database is not asked."""
    # the pocket edition asks every second and a half while it waits for its server
    return {"ok": True}


@bp.get("/health/ready")
def ready() -> tuple[dict[str, object], int]:
    """Report whether the database is there and of this version; 503 if not.

    Cheap enough to be asked every second: the data is not checked for damage.
    """
    report = health(check_file=False)
    return report, 200 if report["ok"] else 503


# --- metrics --------------------------------------------------------------------------------------

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
_MANY_PROCESSES: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The library's own setting: the folder in which several processes of one server count."""


class Figures:
    """The counters of one app."""

    def __init__(self) -> None:
        # imported here, because the library is optional
        import prometheus_client as prometheus

        self.registry = registry = prometheus.CollectorRegistry()
        self.requests = prometheus.Counter(
            "scorekeeper_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=registry,
        )
        self.seconds = prometheus.Histogram(
            "scorekeeper_request_seconds",
            "Seconds until the answer.",
            ["route"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.size = prometheus.Gauge(
            "scorekeeper_database_bytes",
            "Size of the database.",
            multiprocess_mode="mostrecent",
            registry=registry,
        )
        self.up = prometheus.Gauge(
            "scorekeeper_database_up",
            "Whether the database answers.",
            multiprocess_mode="mostrecent",
            registry=registry,
        )
        prometheus.ProcessCollector(registry=registry)

    def exposition(self) -> bytes:
        """All of it as Prometheus reads it; of all processes, if several count together."""
        from prometheus_client import (
            CollectorRegistry,
            ProcessCollector,
            generate_latest,
            multiprocess,
        )

        self._check_database()
        if not os.environ.get(_MANY_PROCESSES):
            return generate_latest(self.registry)
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        ProcessCollector(registry=together)  # of the one that answers
        return generate_latest(together)

    def _check_database(self) -> None:
        try:
            version()
            self.size.set(size())
        except Unavailable:
            self.up.set(0)
        else:
            self.up.set(1)


def init_app(app: Flask) -> None:
    """Count what the app answers. Raises ``ValueError`` where the library is missing."""
    try:
        app.extensions["metrics"] = Figures()
    except ImportError as error:
        raise ValueError(
            "SCOREKEEPER_METRICS_TOKEN needs another package: pip install prometheus-client"
        ) from error
    app.before_request(_began)
    app.after_request(_counted)


def _began() -> None:
    g.metrics_began = perf_counter()


def _counted(response: Response) -> Response:
    figures: Figures = current_app.extensions["metrics"]
    route = str(request.url_rule) if request.url_rule else "none"
    figures.requests.labels(request.method, route, str(response.status_code)).inc()
    figures.seconds.labels(route).observe(perf_counter() - g.metrics_began)
    return response


@bp.get("/metrics")
def metrics() -> Response:
    """Answer with the figures, for a request that has the token."""
    figures: Any = current_app.extensions.get("metrics")
    if figures is None:
        abort(404)
    wanted = f"Bearer {current_app.config['METRICS_TOKEN']}".encode()
    if not compare_digest(request.headers.get("Authorization", "").encode(), wanted):
        return Response("", 401, {"WWW-Authenticate": "Bearer"})
    return Response(figures.exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")
