"""How suits, cards and players stand on keys: as signs and coins."""

from functools import cached_property

from scorekeeper.cards import JOKER, RANK_SIGNS, SUIT_SIGNS
from scorekeeper.sentences import Voice
from scorekeeper.web.interview.coins import Coin, coins_at


class SignVoice(Voice):
    """Reads suits and cards as their signs, for keys; knows the coin of each seat."""

    @cached_property
    def coins(self) -> tuple[Coin, ...]:
        """The coins of the seats."""
        return coins_at(self.names, self.sides)

    def suit(self, suit: str) -> str:
        return SUIT_SIGNS[suit]

    def card(self, card: str) -> str:
        return super().card(card) if card == JOKER else RANK_SIGNS[card[0]] + SUIT_SIGNS[card[1]]
