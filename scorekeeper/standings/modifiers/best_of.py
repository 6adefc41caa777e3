"""Only a player's best games count."""

from scorekeeper.sentences import Sentence, say
from scorekeeper.standings.example import Example
from scorekeeper.standings.fields import Field
from scorekeeper.standings.finished import Finished
from scorekeeper.standings.modifiers._modifier import Modifier
from scorekeeper.standings.schemes._scheme import Scheme


def sentence(best: int | None, scheme: Scheme) -> Sentence | None:
    """Which games are the best."""
    if best is None:
        return None
    if scheme.per == "deal":
        return say(
            "Of a player's games only the best {n} {n:counts|count}, by points a deal. The total is"
            " the average of these games, each of which weighs the same however many deals it had."
            " Whoever has played fewer counts all.",
            n=best,
        )
    return say(
        "Of a player's games only the best {n} {n:counts|count}, by what they are worth. Whoever"
        " has played fewer counts all.",
        n=best,
    )


_DUEL = ((0,), (1,))

MODIFIER = Modifier(
    name="Best games only",
    step=2,
    field=Field(
        name="best",
        label="Best games that count",
        hint="Of all games of a player only so many count, the best ones.",
        kind="number",
        default=None,
        low=1,
        high=999,
        none="all games count",
    ),
    sentence=sentence,
    example=Example(
        document={"scheme": "total", "best": 2},
        names=("Ann", "Ben"),
        games=(
            Finished(_DUEL, (50, 20), frozenset({0}), 4),
            Finished(_DUEL, (10, 70), frozenset({1}), 4),
            Finished(_DUEL, (30, 25), frozenset({0}), 4),
        ),
        worth=((50, 20), (10, 70), (30, 25)),
        totals=(80, 95),
        working=say(
            "The best 2 games count. Ann's 50, 10 and 30 come to 50 + 30 = 80, Ben's 20, 70 and 25"
            " to 70 + 25 = 95."
        ),
    ),
)
