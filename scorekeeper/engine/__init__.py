"""The parts of a game: its questions, its pad, and the step from one deal to the next.

A game's modules import this, and what a referee needs from `scorekeeper.referee`; nothing deeper.
"""

from scorekeeper.cards import RANKS, SUITS
from scorekeeper.engine import ask, options, remedies, usual_remedies
from scorekeeper.engine.ask import declarer_among, tricks_by_side, tricks_each, where_filled
from scorekeeper.engine.cards_taken import Captures, DerivedSeat, FinishOrder
from scorekeeper.engine.contract import (
    MadeOrTaken,
    ask_result,
    far_from_bid,
    far_over,
    far_short,
    made_or_missed,
    too_many_bid,
    tricks_of,
)
from scorekeeper.engine.deals import (
    Deal,
    Line,
    Outcome,
    Standing,
    cached_lines,
    empty_seat_line,
    known,
    known_prefix,
    paid,
)
from scorekeeper.engine.game import (
    Capacity,
    Fact,
    Game,
    Pad,
    Passing,
    Table,
    dealt_by,
    each_player,
    next_dealer,
    next_seat,
    two_partnerships,
)
from scorekeeper.engine.grid import Cell, Grid, Printed, printed, signed
from scorekeeper.engine.guide import Guide, Preset, VariantCard
from scorekeeper.engine.options import Option, Options, seat_step
from scorekeeper.engine.pad import (
    fallen_to_limit,
    first_to_target,
    from_left,
    leaders,
    points_behind_leader,
    points_to_target,
    present,
    turns_from,
    won,
)
from scorekeeper.engine.remedies import Case, Inquiry, Remedies, Remedy
from scorekeeper.engine.second_revoke import two_revokes
from scorekeeper.engine.worth import Estimate, Reckoning, Worths
from scorekeeper.interview.lists import InTurn, Many, Ticked, entered
from scorekeeper.interview.steps import (
    NULL,
    SUIT_KEYS,
    Barred,
    Branch,
    Choice,
    Fault,
    Flag,
    Interview,
    Key,
    Number,
    OneOf,
    Pair,
    Question,
    SeatOf,
    SideOf,
    Step,
    Value,
    Warn,
    YesNo,
    in_any_case,
)
from scorekeeper.referee.auction import answer_of, call_names, declaring
from scorekeeper.sentences import (
    Bid,
    Card,
    InWords,
    Listing,
    Message,
    Phrase,
    Seat,
    Sentence,
    Side,
    Sides,
    Suit,
    all_of,
    phrase,
    say,
)
