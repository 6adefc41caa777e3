"""How suits, cards and players stand on keys: as signs and coins."""

from collections.abc import Sequence

from scorekeeper.cards import JOKER, RANK_SIGNS, SUIT_SIGNS
from scorekeeper.sentences import Sides, Voice
from scorekeeper.web.interview.coins import Coin, coins_at


class SignVoice(Voice):
    """Reads suits and cards as their signs, for keys; knows the coin of each seat."""

    def __init__(
        self, names: Sequence[str | None] = (), sides: Sides = (), coins: Sequence[Coin] = ()
    ) -> None:
        super().__init__(names, sides)
        self.coins = tuple(coins) or coins_at(names, sides)

    def suit(self, suit: str) -> str:
        return SUIT_SIGNS[suit]

    def card(self, card: str) -> str:
        return super().card(card) if card == JOKER else RANK_SIGNS[card[0]] + SUIT_SIGNS[card[1]]
