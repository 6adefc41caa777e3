"""What is done at Skull King once something went wrong, by usual practice; rules.md#disputes."""

from typing import Final

from scorekeeper.engine import Remedies
from scorekeeper.games.oh_hell.remedies import Bids, of_own_pack

REMEDIES: Final[Remedies] = of_own_pack(lambda house: Bids("bid", "none", True))
