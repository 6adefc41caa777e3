"""Judging boards one by one: auction, play, result and score, and whether they agree.

What a file tells of contract, declarer and tricks stands; the auction and the cards are judged
beside it, and fill in what it does not tell. Errors and revokes are all calls and cards that the
rules do not allow; `marked` are those that the file itself calls irregular, rightly or not. `score`
is the declarer's side's.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.engine.game import board_points
from scorekeeper.pbn.lin import is_lin, lin_boards
from scorekeeper.pbn.sections import (
    Item,
    JudgedAuction,
    JudgedPlay,
    judge_auction,
    judge_play,
    known_seat,
    rules,
    wrong,
)
from scorekeeper.pbn.tags import (
    HAND,
    PASSED_OUT,
    SEATS,
    UNKNOWN,
    VULNERABLE,
    BoardTags,
    PbnContract,
    of_side,
    read_tags,
)
from scorekeeper.pbn.text import Board, EscapedLine, PbnFault, read
from scorekeeper.sentences import Seat, say
from scorekeeper.sheet.documents import Document


def judge_boards(text: str) -> Iterator[Document]:
    """Yield a document for each board of the file: what it comes to, or where it cannot be read.
    Text that stands between two boards is a remark on the second, behind all on the last."""
    last: Board | None = None
    outside: list[PbnFault] = []
    for board in pieces(text):
        if not isinstance(board, Board):
            continue
        if board.is_text:
            outside += board.remarks
            continue
        if last is not None:
            yield document(last)
        last, outside = board._replace(remarks=(*outside, *board.remarks)), []
    if last is not None:
        yield document(last._replace(remarks=(*last.remarks, *outside)))
    elif outside:
        yield {"board": None, "errors": errors(outside)}


def pieces(text: str) -> Iterator[Board | EscapedLine]:
    """Yield the boards of a file, in this notation or LIN, and the remarks between them."""
    return lin_boards(text) if is_lin(text) else read(text)


def document(board: Board) -> Document:
    """Return what a board comes to, None for what nobody can say; `{"board", "errors"}` if it
    cannot be read. `remarks`, if there are any, tell what is wrong but does not matter."""
    tags, faults = read_tags(board)
    found = {"board": tags.number, "errors": errors(faults)} if faults else _judged(board, tags)
    return {**found, "remarks": errors(board.remarks)} if board.remarks else found


def _judged(board: Board, tags: BoardTags) -> Document:
    called = board.tags.get("auction")
    auction = judge_auction(called, tags.dealer) if called and called.section else JudgedAuction([])
    settled = _known_contract(tags, auction)
    play = _judge_play(board, tags, settled)
    tricks = _tricks(tags, settled, play)
    score = _score(tags, settled, tricks)
    return {
        "board": tags.number,
        "dealer": _letter(tags.dealer),
        "vulnerable": tags.vulnerable,
        "declarer": _letter(settled.declarer),
        "contract": settled.contract and settled.contract.bid,
        "doubled": settled.contract and settled.contract.doubled,
        "tricks": tricks,
        "score": score,
        "auction_errors": [*auction.errors, *_auction_contradictions(auction, board, tags)],
        "play_errors": play.errors,
        "revokes": play.revokes,
        "claimed": play.claimed,
        "result_agrees": _result_agrees(tags, settled, play),
        "score_agrees": _score_agrees(tags, settled, score),
    }


def errors(faults: Sequence[PbnFault]) -> list[Document]:
    """Faults as documents have them."""
    return [fault._asdict() for fault in faults]


def _letter(seat: int | None) -> str | None:
    return None if seat is None else SEATS[seat]


# --- the contract -------------------------------------------------------------------------------


class _KnownContract(NamedTuple):
    """The contract and its declarer; None where unknown."""

    contract: PbnContract | None
    declarer: int | None

    @property
    def side(self) -> int:
        """The side of the declarer."""
        return (self.declarer or 0) % 2

    @property
    def leader(self) -> int | None:
        """The seat at the declarer's left."""
        return None if self.declarer is None else (self.declarer + 1) % len(SEATS)


def _known_contract(tags: BoardTags, auction: JudgedAuction) -> _KnownContract:
    """Return what the tags say, else what the auction comes to."""
    declarer = auction.declarer if tags.declarer is None else tags.declarer
    found = tags.contract or auction.contract
    return _KnownContract(found, None if found == PASSED_OUT else declarer)


def _auction_contradictions(
    auction: JudgedAuction, board: Board, tags: BoardTags
) -> Iterator[Document]:
    """Yield where the tags say otherwise than the auction."""
    found, declarer = auction.contract, auction.declarer
    same, irregular = declarer == tags.declarer, tags.irregular_declarer
    if found is not None and tags.contract not in (None, found):
        text = say("By the auction the contract is {contract}.", contract=found.tag_value)
        yield wrong(Item("", board.tags["contract"].line), None, text, call=None)
    elif None not in (declarer, tags.declarer) and same == irregular:
        text = say("By the auction {seat} is the declarer.", seat=Seat(declarer or 0))
        item = Item("", board.tags["declarer"].line, ("^",) if irregular else ())
        yield wrong(item, None, text, call=None)


# --- the play -----------------------------------------------------------------------------------

_UNPLAYED: Final = JudgedPlay([], [], [], HAND, False)


def _judge_play(board: Board, tags: BoardTags, settled: _KnownContract) -> JudgedPlay:
    tag = board.tags.get("play")
    if tag is None or not tag.section:
        return _UNPLAYED
    is_empty = settled.declarer is None and tag.value.strip() in UNKNOWN
    if settled.contract in (None, PASSED_OUT) or is_empty:
        text = say("The lead is unknown without a contract and declarer.")
        found = wrong(Item("", tag.line), None, text, trick=None, card=None)
        return _UNPLAYED._replace(errors=[found])
    leader = known_seat(tag, 0) if settled.leader is None else settled.leader
    return judge_play(tag, settled.contract.strain, leader, tags.hands)


def _tricks(tags: BoardTags, settled: _KnownContract, play: JudgedPlay) -> int | None:
    """Return the tricks of the declarer's side, as told or else counted."""
    if settled.declarer is None:
        return None
    if tags.result is not None:
        return of_side(tags.result, settled.side, HAND)
    return _tricks_taken(settled, play) if play.complete else None


def _tricks_taken(settled: _KnownContract, followed: JudgedPlay) -> int:
    return sum(winner % 2 == settled.side for winner in followed.winners)


def _result_agrees(tags: BoardTags, settled: _KnownContract, play: JudgedPlay) -> bool | None:
    """Return whether the tricks told are those of the play, or can be where the rest was claimed;
    None where the play does not say (of an end position neither), or where they are marked as
    settled otherwise."""
    if tags.result is None or settled.declarer is None or not play.winners:
        return None
    if play.tricks < HAND:
        return None
    result, taken = of_side(tags.result, settled.side, HAND), _tricks_taken(settled, play)
    lost = len(play.winners) - taken
    if not taken <= result <= HAND - lost:
        return None if tags.irregular_result else False
    return True if play.complete or play.claimed else None


# --- the score ----------------------------------------------------------------------------------


def _score(tags: BoardTags, settled: _KnownContract, tricks: int | None) -> int | None:
    if settled.contract == PASSED_OUT:
        return 0
    if settled.contract is None or not settled.contract.level:
        return None
    if None in (settled.declarer, tricks, tags.vulnerable):
        return None
    entry = {
        "contract": settled.contract.bid,
        "declarer": settled.declarer,
        "doubled": settled.contract.doubled,
        "tricks": tricks,
    }
    game, vulnerable = rules().game, VULNERABLE[tags.vulnerable or ""][settled.side]
    return board_points(game, game.deal_of(entry), vulnerable, tags.rubber)


def _score_agrees(tags: BoardTags, settled: _KnownContract, score: int | None) -> bool | None:
    if tags.score is None or score is None:
        return None
    return of_side(tags.score, settled.side, 0) == score
