"""The tables of the database that hold leagues; see ``table.py``.

What an organiser decides stands in ``league_record``; which games were played, and in which order
they ended, in ``league_game``. All that follows from the two (``result``, the sums, ratings) can be
made again from them.
"""

from typing import Final, NamedTuple

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
    exists,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.store.schema.table import IN_KEY_ORDER, Access, Base, GameTable, Json, Person


class LeagueRow(Base):
    """A league. All but its ids and key follows from its records, as far as there are any: there
    may be none yet about who may read, and about the passphrase."""

    __tablename__ = "league"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(16), unique=True)
    request_key: Mapped[str] = mapped_column(String(80), unique=True)
    version: Mapped[int]  # the seq of the newest record
    open_watch: Mapped[bool]  # anyone with the address may read
    passphrase: Mapped[str | None] = mapped_column(String(255))  # hashed; organisers say it too
    made: Mapped[int] = mapped_column(BigInteger)
    deleted: Mapped[int | None] = mapped_column(BigInteger)  # when; a day later it is removed


class LeagueRecordRow(Base):
    """A decision in a league; rows are in order. Never updated, except to overwrite a name.
    Kinds: see ``league/state.py``; edits, deletions and undos as at a table."""

    __tablename__ = "league_record"
    __table_args__ = (
        UniqueConstraint("league_id", "request_key"),
        ForeignKeyConstraint(
            ["league_id", "about"], ["league_record.league_id", "league_record.seq"]
        ),
        IN_KEY_ORDER,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(10))
    about: Mapped[int | None]
    payload: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    request_key: Mapped[str] = mapped_column(String(80))
    at: Mapped[int] = mapped_column(BigInteger)
    device: Mapped[str] = mapped_column(String(64))


OPENS = text("in_force")


class LeagueLink(Base):
    """A secret address: who opens it may play in a league or organise it.

    It opens while ``in_force``. One that was turned off stays, so that it can be restored, and with
    it the devices that came by it.
    """

    __tablename__ = "league_link"
    __table_args__ = (
        Index(
            *(None, "league_id", "role"),
            unique=True,
            sqlite_where=OPENS,
            postgresql_where=OPENS,
        ),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id))
    role: Mapped[str] = mapped_column(String(10))  # member, organiser
    salt: Mapped[str] = mapped_column(String(64))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made: Mapped[int] = mapped_column(BigInteger)
    in_force: Mapped[bool]


class LeagueAccess(Base):
    """The rights of a device in a league, while the link by which it came is in force and the
    device is not signed out (``thrown_out``)."""

    __tablename__ = "league_access"
    __table_args__ = (
        UniqueConstraint("device", "league_id", "link_id"),
        Index(None, "link_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id))
    device: Mapped[str] = mapped_column(String(64))
    role: Mapped[str] = mapped_column(String(10))
    link_id: Mapped[int | None] = mapped_column(ForeignKey(LeagueLink.id, ondelete="CASCADE"))
    made: Mapped[int] = mapped_column(BigInteger)
    thrown_out: Mapped[bool] = mapped_column(default=False)
    name: Mapped[str] = mapped_column(String(40), default="")  # as given on joining


PENDING: Final = "pending"
"""The role of an organiser's device that has yet to say the passphrase."""

IS_IN = LeagueAccess.thrown_out.is_(False) & (
    LeagueAccess.link_id.is_(None)
    | exists().where(LeagueLink.id == LeagueAccess.link_id, LeagueLink.in_force)
)
"""Of a ``LeagueAccess``: it holds."""

_OF_ITS_LEAGUE = exists().where(
    LeagueAccess.device == Access.device, LeagueAccess.league_id == GameTable.league_id
)
# A phone that is out because its link was replaced goes on at the table that it opened.
STILL_HOLDS = ~(
    _OF_ITS_LEAGUE.where(LeagueAccess.thrown_out).correlate(Access, GameTable)
    & ~_OF_ITS_LEAGUE.where(IS_IN).correlate(Access, GameTable)
)
"""Of an ``Access`` to a ``GameTable``: the device is not signed out of the table's league."""


class Guess(Base):
    """Wrong guesses at something in a window of time, counted."""

    __tablename__ = "guess"

    what: Mapped[str] = mapped_column(String(120), primary_key=True)
    wrong: Mapped[int]
    since: Mapped[int] = mapped_column(BigInteger)


class LeaguePerson(Base):
    """The player of a league that a person is; a player has a person for each name they ever had,
    and for each table that was added."""

    __tablename__ = "league_person"

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    player: Mapped[int]  # the seq of the record that added the player


RULED_ON = text("rulings > 0")


class LeagueGame(Base):
    """A game of a league: a table's, one of an import, or a bye of an evening's round, which has
    neither.

    ``first_ended`` is when it first ended, later than every game of the league that ended before;
    no change of the game moves it. ``ended`` is the moment at which it counts as ended: the same,
    or, where another day is set (``day`` was said when it was opened), one of that day; see
    ``tables/game_day.py``. ``played`` is what was played, whatever the league makes of it: see
    ``tables/finished.py``. ``counts`` is empty for a game that counts, else it says why not.
    ``rulings`` is how often anything was noted at the table, so that precedents are found.
    """

    __tablename__ = "league_game"
    __table_args__ = (
        UniqueConstraint("league_id", "ended"),
        Index(None, "league_id", "first_ended", unique=True),
        Index(None, "league_id", "season", "ended"),
        Index(None, "league_id", "season", "game", "ended"),
        Index(None, "league_id", "counts", "ended"),
        Index(None, "league_id", "game", "ended", "counts"),
        Index(None, "league_id", "evening"),
        Index(None, "league_id", "game", sqlite_where=RULED_ON, postgresql_where=RULED_ON),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id))
    table_id: Mapped[int | None] = mapped_column(ForeignKey(GameTable.id), unique=True)
    imported: Mapped[int | None]  # the seq of the record of the import
    season: Mapped[int]  # the seq of the season's record
    game: Mapped[str] = mapped_column(String(40))
    evening: Mapped[int | None]  # the seq of the evening's record
    round: Mapped[int | None]
    place: Mapped[int | None]  # the number of the table in its round
    day: Mapped[str | None] = mapped_column(String(10))  # as 2026-03-31
    first_ended: Mapped[int | None] = mapped_column(BigInteger)
    ended: Mapped[int | None] = mapped_column(BigInteger)
    played: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    counts: Mapped[str] = mapped_column(String(10))
    rulings: Mapped[int]


class DuplicateRecordRow(Base):
    """Something written down at a duplicate evening; rows are in order, numbered through all
    evenings of a league. Never updated, except to overwrite a name. Kinds: see
    ``leagues/duplicate/records.py``."""

    __tablename__ = "duplicate_record"
    __table_args__ = (
        UniqueConstraint("league_id", "request_key"),
        Index(None, "league_id", "evening", "seq"),
        IN_KEY_ORDER,
    )

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    evening: Mapped[int]  # the seq of the evening's record in the league
    kind: Mapped[str] = mapped_column(String(10))
    payload: Mapped[Json] = mapped_column(JSON)
    request_key: Mapped[str] = mapped_column(String(80))
    at: Mapped[int] = mapped_column(BigInteger)
    device: Mapped[str] = mapped_column(String(64))


class Contact(Base):
    """How organisers reach a player of their league, by number; deleted with the player's name."""

    __tablename__ = "contact"

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    phone: Mapped[str] = mapped_column(String(40))
    email: Mapped[str] = mapped_column(String(254))


class PushPhone(Base):
    """A phone that is told what happens, by its browser's push service, or whose owner is by
    e-mail (``mailto:``, without keys); deleted with the phone, and when the service
    no longer knows it.

    ``address`` and the two keys are the browser's, ``site`` is where the phone asked for it, and
    ``off`` are the kinds of news that it does not want: see ``leagues/push/news.py``.
    """

    __tablename__ = "push_phone"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    address: Mapped[str] = mapped_column(String(1000), unique=True)
    public_key: Mapped[str] = mapped_column(String(100))  # in base64url, as the secret
    secret: Mapped[str] = mapped_column(String(40))
    site: Mapped[str] = mapped_column(String(300))
    off: Mapped[list[str]] = mapped_column(JSON)
    made: Mapped[int] = mapped_column(BigInteger)


class WebhookPost(Base):
    """What has yet to be posted; what is sent is made when it is. Either a game whose result a
    league's webhook has yet to be told, or ``news`` for the phone ``device``.

    ``queued`` is when the game last changed, later than any time before. ``due`` is when it is to
    be sent (None: given up), ``claimed`` until when a server has it in hand, ``fault`` why it
    failed last: see ``leagues/webhook.py``.
    """

    __tablename__ = "webhook_post"
    __table_args__ = (UniqueConstraint("league_id", "game_id"), Index(None, "due"))

    id: Mapped[int] = mapped_column(primary_key=True)
    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id))
    game_id: Mapped[int | None] = mapped_column(ForeignKey(LeagueGame.id))
    device: Mapped[str | None] = mapped_column(
        ForeignKey(PushPhone.device, ondelete="CASCADE"), index=True
    )
    news: Mapped[Json | None] = mapped_column(JSON(none_as_null=True))
    queued: Mapped[int] = mapped_column(BigInteger)
    due: Mapped[int | None] = mapped_column(BigInteger)
    claimed: Mapped[int] = mapped_column(BigInteger)
    tries: Mapped[int]
    fault: Mapped[str] = mapped_column(String(20))


class ResultRow(Base):
    """The result of a finished game for one of its players; made anew from
    ``LeagueGame.played``."""

    __tablename__ = "result"
    __table_args__ = (
        Index(None, "league_id", "season", "player", "ended"),
        Index(None, "league_id", "season", "player", "worth"),
        # for a game that is rarely played: else all of a player's results are gone through
        Index(None, "league_id", "season", "player", "game", "ended"),
        Index(None, "league_id", "season", "player", "game", "worth"),
        Index(None, "league_id", "season", "top"),
        IN_KEY_ORDER,
    )

    game_id: Mapped[int] = mapped_column(ForeignKey(LeagueGame.id), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    league_id: Mapped[int]
    season: Mapped[int]
    game: Mapped[str] = mapped_column(String(40))
    ended: Mapped[int] = mapped_column(BigInteger)
    side: Mapped[int]
    place: Mapped[int]
    won: Mapped[int]  # 1, for a shared win too, or 0
    letter: Mapped[str] = mapped_column(String(1))  # W, D, L, B: won, shared or nobody's, lost, bye
    deals: Mapped[int]
    points: Mapped[int]
    worth: Mapped[int] = mapped_column(BigInteger)  # by the season's scheme, in units of numbers.py
    kept: Mapped[int]  # bids made
    lost: Mapped[int]
    tallied: Mapped[int]  # bags and the like
    top: Mapped[int | None]  # the player's best deal here, in points
    top_deal: Mapped[int | None]
    rated: Mapped[int]  # the place without handicaps, used by ratings; 0 where nobody played
    byes: Mapped[int] = mapped_column(server_default="0")  # 1 of a bye
    walkovers: Mapped[int] = mapped_column(server_default="0")  # 1 of a walkover
    given: Mapped[int] = mapped_column(BigInteger, server_default="0")  # what those are worth
    averaged: Mapped[int] = mapped_column(server_default="0")  # 1 where it is an average, not worth


class Result(NamedTuple):
    """A game's result for one player; a row of ``ResultRow``."""

    game_id: int
    player: int
    league_id: int
    season: int
    game: str
    ended: int
    side: int
    place: int
    won: int
    letter: str
    deals: int
    points: int
    worth: int
    kept: int
    lost: int
    tallied: int
    top: int | None
    top_deal: int | None
    rated: int
    byes: int = 0
    walkovers: int = 0
    given: int = 0
    averaged: int = 0


class PlayerSum(Base):
    """The results of a player in a season and game, added up."""

    __tablename__ = "player_sum"
    __table_args__ = (IN_KEY_ORDER,)

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    games: Mapped[int]
    won: Mapped[int]
    deals: Mapped[int]
    points: Mapped[int] = mapped_column(BigInteger)
    worth: Mapped[int] = mapped_column(BigInteger)
    kept: Mapped[int]
    lost: Mapped[int]
    tallied: Mapped[int]
    byes: Mapped[int] = mapped_column(server_default="0")
    walkovers: Mapped[int] = mapped_column(server_default="0")
    given: Mapped[int] = mapped_column(BigInteger, server_default="0")
    averaged: Mapped[int] = mapped_column(server_default="0")


class PairSum(Base):
    """The results of two players, as partners (``together``) or opponents, as one sees them."""

    __tablename__ = "pair_sum"
    __table_args__ = (IN_KEY_ORDER,)

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    other: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    together: Mapped[bool] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(40), primary_key=True)
    games: Mapped[int]
    won: Mapped[int]  # partners: games won; opponents: games in which player was ahead
    lost: Mapped[int]
    points: Mapped[int] = mapped_column(BigInteger)  # opponents: how many more than other


class RatingRow(Base):
    """A player's rating after a game; the last one is the rating of today."""

    __tablename__ = "rating"
    __table_args__ = (Index(None, "league_id", "scope", "player", "ended"), IN_KEY_ORDER)

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    scope: Mapped[str] = mapped_column(String(40), primary_key=True)  # a game; empty: over all
    ended: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game_id: Mapped[int] = mapped_column(ForeignKey(LeagueGame.id))
    mu: Mapped[float]
    sigma: Mapped[float]
    games: Mapped[int]


class RatingWatermark(Base):
    """The moment up to which the ratings of a scope are true: the end of the last rated game."""

    __tablename__ = "rated_to"

    league_id: Mapped[int] = mapped_column(ForeignKey(LeagueRow.id), primary_key=True)
    scope: Mapped[str] = mapped_column(String(40), primary_key=True)
    ended: Mapped[int] = mapped_column(BigInteger)
