"""Statistics: of a table, and of all tables of this phone; each figure leads to its deals."""

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import statistics
from scorekeeper.sentences import phrase, tell, with_sign
from scorekeeper.spelling import folded
from scorekeeper.statistics import (
    AGAINST,
    GAMES,
    MADE,
    MISSED,
    POINTS,
    SIDE_MADE,
    SIDE_MISSED,
    WITH,
    WON,
    PlayedDeal,
    StatisticKey,
    StatisticSum,
    Sums,
)
from scorekeeper.tables import statistics as played_tables
from scorekeeper.tables.own_games import find_game, game_named
from scorekeeper.tables.statistics import PlayedTable, played_at, played_by
from scorekeeper.tables.table_settings import coins_seen
from scorekeeper.web.interview.coins import coins_at
from scorekeeper.web.shared.forms import PageForm, TextField
from scorekeeper.web.table import table_request

bp = Blueprint("figures", __name__)

MOST_SHOWN: Final = 200
"""How many deals behind a figure a page lists, the newest."""

NONE: Final = "–"
_BIDS: Final = (
    (MADE, MISSED, phrase("Bids made"), phrase("Bids missed")),
    (SIDE_MADE, SIDE_MISSED, phrase("Bids made (side)"), phrase("Bids missed (side)")),
)
_AMOUNTS: Final = {
    "bid": phrase("Average bid"),
    "over": phrase("Average over bid"),
    "short": phrase("Average short of bid"),
}


class StatsScope(NamedTuple):
    """The scope of the statistics: the tables of one game at `base`, and the players there
    (names as written, by the folded name)."""

    base: str
    game: str
    deals: Sequence[PlayedDeal]
    sums: Sums
    names: Mapping[str, str]

    def address(self, **query: str) -> str:
        """Return the address of one of its pages."""
        return f"{self.base}?{urlencode({'game': self.game, **query})}"

    def behind(self, of: StatisticKey) -> str:
        """Return the address of the deals behind a figure."""
        return self.address(**{name: value for name, value in of._asdict().items() if value})


class ShownStatistic(NamedTuple):
    """A figure: what it is called, its value in words, where its deals are."""

    label: str
    value: str
    href: str


class MergeNamesForm(PageForm):
    """A name that counts for another in this phone's figures."""

    name = TextField(phrase("Name"))
    other = TextField(phrase("Same as"))


# --- pages --------------------------------------------------------------------------------------


@bp.get("/figures")
def mine() -> str:
    """Show the statistics of all tables of this phone, game by game; merged names count as one."""
    here = table_request.known_device()
    found = played_tables.played_under_merged_names(here, played_tables.merged_names(here))
    played = [one for one in found if one.deals]
    return _page(url_for("figures.mine"), played, url_for("front.mine"))


@bp.route("/figures/names", methods=["GET", "POST"])
def names() -> ResponseReturnValue:
    """Merge two names of one player for this phone's statistics, or part them again."""
    form, message = MergeNamesForm(), table_request.take_flash()
    if form.validate_on_submit():
        try:
            table_request.flash(_done(form))
            return redirect(url_for("figures.names"), 303)
        except played_tables.CannotMerge as two:
            message = ("bad", str(two))
    here = table_request.known_device()
    known = {folded(name): name for one in played_by(here) for name in one.persons}
    page = render_template(
        "stats/names.html",
        names=sorted(known.values(), key=folded),
        same=played_tables.merged_names(here),
        form=form,
        message=message,
    )
    return page, 422 if form.is_submitted() else 200


def _done(form: MergeNamesForm) -> table_request.Message:
    if form.do.data.act == "back":
        played_tables.unmerge_names(table_request.device(), form.do.data.number or 0)
        return ("good", tell("Names separated again."))
    name, other = form.name.data, form.other.data
    played_tables.merge_names(table_request.device(), name, other)
    return ("good", tell("{name} and {other} now count as one player.", name=name, other=other))


@bp.get("/t/<public_id>/figures")
def of_table(public_id: str) -> str:
    """Show the statistics of one table."""
    played = played_at(table_request.visit_or_403(public_id).table)
    base = url_for("figures.of_table", public_id=public_id)
    return _page(base, [played], url_for("pad.table", public_id=public_id))


def _page(base: str, played: Sequence[PlayedTable], back: str) -> str:
    """Show everybody, one player, or the deals behind one of that player's figures."""
    slugs = list(dict.fromkeys(one.game for one in played))
    scope = _scope(base, played, slugs)
    player = folded(request.args.get("player", ""))
    if not player:
        links = [
            (game_named(slug).name, f"{base}?game={slug}", slug == scope.game) for slug in slugs
        ]
        return _everybody(scope, links, back)
    if player not in scope.names:
        abort(404)
    return _behind(scope, player) if "what" in request.args else _player(scope, player)


def _scope(base: str, played: Sequence[PlayedTable], slugs: Sequence[str]) -> StatsScope:
    """Return the tables of the game that is asked for, else of the first; the newest last."""
    game = request.args.get("game", next(iter(slugs), ""))
    if slugs and game not in slugs:
        abort(404)
    here = [one for one in played if one.game == game][::-1]
    deals = [deal for one in here for deal in one.deals]
    sums = statistics.merge_sums(one.sums for one in here)
    return StatsScope(base, game, deals, sums, statistics.players_in(deals))


def _everybody(scope: StatsScope, links: Sequence[tuple[str, str, bool]], back: str) -> str:
    names = tuple(scope.names.values())
    alone = tuple((seat,) for seat in range(len(names)))
    coins = coins_at(names, alone, coins_seen(table_request.known_device()))
    won = {player: statistics.bids_or_deals(scope.sums, player) for player in scope.names}
    few = {player for player, one in won.items() if one.sum.few}
    dots = statistics.hits_of(scope.deals, few)
    points = {one: scope.sums.get(StatisticKey(one, POINTS)) for one in scope.names}
    rows = [
        {
            "name": name,
            "coin": coin,
            "href": scope.address(player=player),
            "share": _share_in_words(won[player]),
            "dots": dots.get(player, ()),
            "points": _decimal(one.average) if (one := points[player]) else "",
            "worth": one.average if one else 0,
        }
        for (player, name), coin in zip(scope.names.items(), coins, strict=True)
    ]
    game = find_game(scope.game)
    best_last = game is not None and game.low_wins(game.defaults(None))
    rows.sort(key=itemgetter("worth"), reverse=not best_last)
    return render_template(
        "stats/everybody.html",
        rows=rows,
        story=[*_story(scope)],
        links=links,
        back=back,
        game=_game(scope),
        fewest=statistics.FEWEST,
        few=few,
        all_tables=request.endpoint == "figures.mine",
    )


def _share_in_words(won: statistics.BidsOrDeals) -> str:
    """Return how many bids were made, or deals won: "3 of 4 bids made", from ten on "75 % of"."""
    one = won.sum
    if not one.deals:
        return ""
    one_by_one, percent = _BIDS_MADE if won.bids else _DEALS_WON
    if one.few:
        return tell(one_by_one, n=one.total, all=one.deals)
    return tell(percent, percent=_percent(one), all=one.deals)


_BIDS_MADE: Final = (
    phrase("{n} of {all} {all:bid|bids} made"),
    phrase("{percent} of {all} {all:bid|bids} made"),
)
_DEALS_WON: Final = (
    phrase("{n} of {all} {all:deal|deals} won"),
    phrase("{percent} of {all} {all:deal|deals} won"),
)


def _story(scope: StatsScope) -> Iterator[dict[str, str]]:
    """Yield sentences about what happened so far: who won most, the best deal and the worst."""
    wins = {
        player: one
        for player in scope.names
        if (one := scope.sums.get(StatisticKey(player, GAMES)))
    }
    most = max((one.total for one in wins.values()), default=0)
    if most:
        first = [player for player, one in wins.items() if one.total == most]
        names = " & ".join(scope.names[player] for player in first)
        yield {
            "text": tell("{names} {n:has|have} won the most games.", names=names, n=len(first)),
            "about": "",
            "value": _wins(scope, StatisticKey(first[0], GAMES)).value,
            "href": scope.behind(StatisticKey(first[0], GAMES)),
        }
    if found := statistics.best_and_worst_of_all(scope.deals):
        best, worst = found
        yield _extreme(*best, phrase("{names} had the best deal."))
        yield _extreme(*worst, phrase("{names} had the worst deal."))


def _extreme(deal: PlayedDeal, side: int, words: str) -> dict[str, str]:
    seated = [name for seat in deal.sides[side] if (name := deal.seats[seat])]
    return {
        "text": tell(words, names=" & ".join(seated)),
        "about": deal.head,
        "value": with_sign(deal.points[side]),
        "href": _why(deal, folded(seated[0])),
    }


def _player(scope: StatsScope, player: str) -> str:
    return render_template(
        "stats/player.html",
        name=scope.names[player],
        alone=list(_alone(scope, player)),
        groups=[
            (title, rows)
            for by, title in ((WITH, tell("With partners")), (AGAINST, tell("Against opponents")))
            if (rows := list(_others(scope, player, by)))
        ],
        fewest=statistics.FEWEST,
        back=scope.address(),
        game=_game(scope),
    )


def _behind(scope: StatsScope, player: str) -> str:
    of = StatisticKey(player, *(request.args.get(name, "") for name in ("what", "by", "other")))
    if of not in scope.sums:
        abort(404)
    found = statistics.deals_behind(scope.deals, of)
    return render_template(
        "stats/deals.html",
        name=scope.names[player],
        heading=_deals_heading(scope, of, len(found)),
        count=len(found),
        deals=[_deal(deal, amount, of) for deal, amount in found[-MOST_SHOWN:][::-1]],
        back=scope.address(player=player),
        game=_game(scope),
    )


def _game(scope: StatsScope) -> str:
    return game_named(scope.game).name if scope.game else ""


# --- figures ------------------------------------------------------------------------------------


def _alone(scope: StatsScope, player: str) -> Iterator[ShownStatistic]:
    """Yield a player's own figures, as far as their game has them."""
    points = StatisticKey(player, POINTS)
    yield _count(scope, points, tell("Deals"))
    yield _average(scope, points, tell("Points per deal"))
    yield from _extremes(scope, player)
    if StatisticKey(player, WON) in scope.sums:
        yield _share(scope, StatisticKey(player, WON), tell("Deals won"))
    if StatisticKey(player, GAMES) in scope.sums:
        yield _wins(scope, StatisticKey(player, GAMES))
    yield from _bids(scope, player)


def _extremes(scope: StatsScope, player: str) -> Iterator[ShownStatistic]:
    found = statistics.best_and_worst(scope.deals, player)
    for label, deal in zip((tell("Best deal"), tell("Worst deal")), found or (), strict=False):
        side = statistics.side_of(deal, player) or 0
        yield ShownStatistic(label, with_sign(deal.points[side]), _why(deal, player))


def _bids(scope: StatsScope, player: str) -> Iterator[ShownStatistic]:
    for kept, lost, made, missed in _BIDS:
        if StatisticKey(player, kept) in scope.sums or StatisticKey(player, lost) in scope.sums:
            yield _count(scope, StatisticKey(player, kept), tell(made))
            yield _count(scope, StatisticKey(player, lost), tell(missed))
    for fact, label in _AMOUNTS.items():
        if StatisticKey(player, fact) in scope.sums:
            yield _average(scope, StatisticKey(player, fact), tell(label), counted=True)


def _others(scope: StatsScope, player: str, by: str) -> Iterator[dict[str, Any]]:
    """Yield a player's figures with each partner, or against each opponent."""
    for other, name in scope.names.items():
        points = StatisticKey(player, POINTS, by, other)
        if points in scope.sums:
            games_won = points._replace(what=GAMES)
            yield {
                "name": name,
                "figures": [
                    _count(scope, points, tell("Deals")),
                    _average(scope, points, tell("Points per deal")),
                    _share(scope, points._replace(what=WON), tell("Deals won")),
                    _wins(scope, games_won),
                ],
            }


def _count(scope: StatsScope, of: StatisticKey, label: str) -> ShownStatistic:
    one = scope.sums.get(of)
    return ShownStatistic(label, str(one.deals if one else 0), scope.behind(of) if one else "")


def _average(
    scope: StatsScope, of: StatisticKey, label: str, counted: bool = False
) -> ShownStatistic:
    """Return the average; `counted` says in how many deals."""
    one = scope.sums.get(of)
    if one is None:
        return ShownStatistic(label, NONE, "")
    value = _decimal(one.average)
    if counted:
        value = tell("{average} in {n} {n:deal|deals}", average=value, n=one.deals)
    return ShownStatistic(label, value, scope.behind(of))


def _share(scope: StatsScope, of: StatisticKey, label: str) -> ShownStatistic:
    one = scope.sums.get(of)
    if one is None:
        return ShownStatistic(label, NONE, "")
    value = tell("{n} of {all}", n=one.total, all=one.deals) if one.few else _percent(one)
    return ShownStatistic(label, value, scope.behind(of))


def _wins(scope: StatsScope, of: StatisticKey) -> ShownStatistic:
    """Games are few: how many of how many."""
    one = scope.sums.get(of)
    value = tell("{n} of {all}", n=one.total, all=one.deals) if one else NONE
    return ShownStatistic(tell("Games won"), value, scope.behind(of) if one else "")


def _decimal(number: float) -> str:
    text = f"{number:.1f}"
    return "0.0" if text == "-0.0" else text.replace("-", "−")


def _percent(one: StatisticSum) -> str:
    return f"{(200 * one.total + one.deals) // (2 * one.deals)} %"


# --- the deals behind ---------------------------------------------------------------------------

_WORDS: Final = {
    POINTS: phrase("{n} {n:deal|deals}"),
    WON: phrase("{n} {n:deal|deals}, won or not"),
    GAMES: phrase("{n} {n:game|games}, won or not"),
    MADE: phrase("{n} {n:bid|bids} made"),
    MISSED: phrase("{n} {n:bid|bids} missed"),
    SIDE_MADE: phrase("{n} {n:bid|bids} made by the side"),
    SIDE_MISSED: phrase("{n} {n:bid|bids} missed by the side"),
    "bid": phrase("{n} {n:bid|bids}"),
    "over": phrase("{n} {n:deal|deals} over the bid"),
    "short": phrase("{n} {n:deal|deals} short of the bid"),
}


def _deals_heading(scope: StatsScope, of: StatisticKey, count: int) -> str:
    """Return the heading of a list of deals: "10 deals with Cat"."""
    deals, name = tell(_WORDS[of.what], n=count), scope.names.get(of.other, "")
    if not of.by:
        return deals
    if of.by == WITH:
        return tell("{deals} with {name}", deals=deals, name=name)
    return tell("{deals} against {name}", deals=deals, name=name)


def _deal(deal: PlayedDeal, amount: int, of: StatisticKey) -> dict[str, Any]:
    side = statistics.side_of(deal, of.player) or 0
    sides = (
        " & ".join(name for seat in seats if (name := deal.seats[seat])) for seats in deal.sides
    )
    return {
        "head": deal.head or tell("Deal {number}", number=deal.number),
        "number": deal.number,
        "who": " – ".join(filter(None, sides)),
        "points": deal.points[side],
        "amount": _amount(of, amount),
        "href": _why(deal, of.player),
    }


_AMOUNT: Final = {
    "bid": phrase("bid {n}"),
    "over": phrase("{n} over"),
    "short": phrase("{n} short"),
}


def _amount(of: StatisticKey, amount: int) -> str:
    """Return what the deal adds to the statistic, if that is not its points: "2 over", "won"."""
    if of.what in (WON, GAMES):
        return tell("won") if amount else ""
    return tell(_AMOUNT[of.what], n=amount) if of.what in _AMOUNTS else ""


def _why(deal: PlayedDeal, player: str) -> str:
    """Return where a deal's points are explained."""
    if deal.number is None:
        return url_for("pad.table", public_id=deal.table)
    side = statistics.side_of(deal, player) or 0
    address = url_for("record.why", public_id=deal.table, side=side)
    return f"{address}#d{deal.number}"
