"""Sharing a table: a link to watch, one to write, one a seat; each with its code."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import leagues, tables
from scorekeeper.web import links, tabled
from scorekeeper.web.playing import Playing
from scorekeeper.web.refused import DeadLink

bp = Blueprint("share", __name__)


@bp.route("/t/<public_id>/share", methods=["GET", "POST"])
def page(public_id: str) -> ResponseReturnValue:
    """The links of a table: show, make, renew, throw out."""
    visit = tabled.visit_or_403(public_id, write=True)
    if request.method == "POST":
        _act(visit.table, request.form.get("do", ""))
        return redirect(url_for("share.page", public_id=public_id), 303)
    return render_template(
        "share/page.html",
        show=Playing(visit),
        links=_links(visit.table),
        open_watch=visit.table.row.open_watch,
    )


@bp.get("/s/<secret>")
def open_link(secret: str) -> ResponseReturnValue:
    """Take a link's secret for a place in this phone's cookie; the address it leads to is clean."""
    device = tabled.device()
    if public_id := tables.enter(secret, device):
        return redirect(url_for("pad.table", public_id=public_id), 303)
    if league_id := leagues.enter(secret, device):
        return redirect(url_for("league.enter", league_id=league_id), 303)
    raise DeadLink


def _act(table: tables.Opened, do: str) -> None:
    act, *rest = do.split(".")
    if act in ("open", "shut"):
        tables.let_anyone_watch(table, act == "open")
    elif act == "make" and rest and rest[0] in (tables.WATCH, tables.SCORER, tables.SEAT):
        seat = tabled.number(rest[1]) if len(rest) > 1 else None
        if (rest[0] == tables.SEAT) != (seat is not None and seat < len(table.pad.seats)):
            abort(400)
        tables.make_link(table, rest[0], seat, links.signing_key())
    elif act in ("renew", "remove") and rest and (link := tabled.number(rest[0])) is not None:
        if act == "renew":
            tables.renew_link(table, link, links.signing_key())
        else:
            tables.remove_link(table, link)
    else:
        abort(400)


def _links(table: tables.Opened) -> list[links.Card]:
    """One card for each link there is or could be."""
    there = {(link.role, link.seat): link for link in tables.links(table, links.signing_key())}
    wanted: list[tuple[str, int | None, str, str]] = [
        (tables.WATCH, None, "To watch", "Sees the pad, and writes nothing."),
        (tables.SCORER, None, "To write", "May do all that you may; give it to who takes over."),
    ]
    for seat in table.pad.filled:
        name = str(table.pad.seats[seat])
        wanted.append((tables.SEAT, seat, name, f"Watches, and answers for {name}."))
    return [
        _card(there.get((role, seat)), role if seat is None else f"{role}.{seat}", title, told)
        for role, seat, title, told in wanted
    ]


def _card(link: tables.Shared | None, make: str, title: str, told: str) -> links.Card:
    if link is None:
        return links.card(title, told, make)
    return links.card(title, told, make, str(link.id), link.secret)
