"""Health checks: whether the server runs, whether it can serve, and whether its data is
undamaged."""

from flask import Blueprint

from scorekeeper.store.sql.health import health, readiness

bp = Blueprint("health", __name__)


@bp.get("/health")
def healthy() -> tuple[dict[str, object], int]:
    """Report whether the database is there, undamaged and of this version; 503 if not."""
    report = health()
    return report, 200 if report["ok"] else 503


@bp.get("/health/live")
def live() -> dict[str, object]:
    """Report that this process answers; the database is not asked."""
    return {"ok": True}


@bp.get("/health/ready")
def ready() -> tuple[dict[str, object], int]:
    """Report whether the database is there and of this version; 503 if not.

    Cheap enough to be asked every second: the data is not checked for damage.
    """
    report = readiness()
    return report, 200 if report["ok"] else 503
