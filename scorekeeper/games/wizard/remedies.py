"""What is done at Wizard once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

from scorekeeper.engine import Remedies
from scorekeeper.games.oh_hell.remedies import Bids, of_own_pack
from scorekeeper.games.wizard.scoring import hook_in_force

REMEDIES: Final[Remedies] = of_own_pack(
    lambda house: Bids("bid", hook_in_force(house), house.simultaneous_bids)
)
