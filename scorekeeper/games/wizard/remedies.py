"""What is done at Wizard once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

from scorekeeper.engine import Case, Inquiry, Remedies, Seat, remedies, usual_remedies
from scorekeeper.games.oh_hell.remedies import Bids, about_bids, claim, dealt_again, exposed
from scorekeeper.games.wizard.scoring import House, hook_in_force


def revoke(case: Case[House]) -> Inquiry:
    """Ask about a revoke; rules.md#revoke."""
    seat = Seat((yield remedies.who(case, "Who did not follow suit?")))
    if (yield remedies.yes_no("late", "Has the trick been turned over?", no="Not yet")):
        return dealt_again(case, seat)
    return usual_remedies.taken_back(seat)


def bids_of(house: House) -> Bids:
    """Return how this table bids."""
    return Bids("bid", hook_in_force(house), house.simultaneous_bids)


REMEDIES: Final[Remedies] = {
    "revoke": revoke,
    "out-of-turn": usual_remedies.out_of_turn("next"),
    "exposed": exposed,
    "cards": usual_remedies.cards(),
    "bid": about_bids(bids_of),
    "claim": claim,
    "disputed": usual_remedies.disputed,
}
