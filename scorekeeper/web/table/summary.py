"""The state of a game as plain values for the templates: sides, rules, voices."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper import rulebook
from scorekeeper.engine.game import Pad
from scorekeeper.engine.pad import entered_result, voice_of, voice_of_all
from scorekeeper.sentences import (
    Voice,
    all_of,
    full_stop,
    phrase,
    say,
    tell,
)
from scorekeeper.sheet.documents import Head
from scorekeeper.store.table.persons import NONE_CHOSEN, Coins
from scorekeeper.web.interview.coins import (
    Coin,
    SignVoice,
    coins_at,
    colours_of_sides,
    isolated,
    on_page,
)


class SideShown(NamedTuple):
    """A side in the totals; `coins` are those of its players, `colour` is its colour number,
    `reach` its progress towards the target in percent (None: there is none), `to_go` the points
    it needs."""

    name: str
    total: int
    carried: str
    deals: bool
    won: bool
    out: bool
    rank: int
    pips: tuple[str, str] = ("", "")
    coins: tuple[Coin, ...] = ()
    colour: int = 0
    reach: int | None = None
    to_go: int = 0


def sides_of(pads: Sequence[Pad], chosen: Coins = NONE_CHOSEN) -> list[SideShown]:
    """Return the totals, with bags and the like, the dealer, the winners and who has left."""
    pad = pads[-1]
    # by all pads, so that whoever has left keeps a name
    plain = voice_of_all(pads)
    voice = on_page(plain)
    coins = coins_at([plain.seat(seat) for seat in range(len(pad.seats))], pad.sides, chosen)
    colours = colours_of_sides(coins, pad.sides)
    away = {side for side, seats in enumerate(pad.sides) if not any(pad.seats[s] for s in seats)}
    carried: dict[int, list[str]] = {side: [tell("left")] for side in away}
    for side, text, *_ in pad.game.carried(pad) if pad.game.carried else ():
        carried.setdefault(side, []).append(voice.text(text))
    winners = pad.outcome.winners if pad.outcome else ()
    upcoming = {} if pad.outcome else pad.upcoming
    dealer = upcoming.get("dealer")
    sign = sign_of(pad)
    most = pad.game.pips(pad.options) if pad.game.pips else 0
    # where the fewest win, nobody wants to get there
    target = (pad.game.played_to(pad.options) if sign > 0 else None) or 0
    return [
        SideShown(
            voice.side(side),
            total,
            ", ".join(carried.get(side, ())),
            dealer in seats and len(seats) == 1,
            side in winners,
            side in away,
            1 + sum(sign * other > sign * total for other in pad.totals),
            _pips(total, most),
            tuple(coins[seat] for seat in seats),
            colours[side],
            min(max(100 * total // target, 0), 100) if target and not pad.game.pips else None,
            max(target - total, 0) if pad.outcome is None else 0,
        )
        for side, (seats, total) in enumerate(zip(pad.sides, pad.totals, strict=True))
    ]


def sign_of(pad: Pad) -> int:
    """1 where more points are better, −1 where fewer are."""
    return -1 if pad.game.low_wins(pad.options) else 1


def _pips(total: int, most: int) -> tuple[str, str]:
    """Return the score on playing cards: red pips above zero, black ones below, then those
    covered."""
    shown = min(abs(total), most)
    return ("♦" if total > 0 else "♠") * shown, "·" * (most - shown)


def status_line(pad: Pad) -> str:
    """Return the state of the game: "deal 5 · Dan deals", with what waits for whoever wins it."""
    if pad.outcome and entered_result(pad):
        return tell("finished · result only")
    if pad.outcome:
        return voice_of(pad).text(say("finished · {n} {n:deal|deals}", n=pad.deals))
    voice, n = on_page(voice_of(pad)), pad.deals + 1
    dealer = voice.seat(pad.upcoming["dealer"])
    if pad.game.hands is None:
        common = pad.game.in_common(pad) if pad.game.in_common else ()
        if told := " · ".join(map(voice.text, common)):
            # before the dealer, who has a chip: a pot's number was cut off at 360 px
            return tell("deal {n} · {told} · {dealer} deals", n=n, told=told, dealer=dealer)
        return tell("deal {n} · {dealer} deals", n=n, dealer=dealer)
    hands = pad.game.hands(pad)
    template = phrase("deal {n} of {all} · {size} {size:card|cards} · {dealer} deals")
    return voice.text(say(template, n=n, all=len(hands), size=hands[n - 1], dealer=dealer))


AGREEMENTS: Final = {
    "deal": phrase("the other side agrees to each deal"),
    "game": phrase("the other side agrees to the game"),
}
"""What is said of the house rule that the other side agrees on its own phone."""


def rules_in_words(head: Head) -> str:
    """The variant and the house rules that differ from it, in a sentence."""
    changed = rulebook.changed_options(head.game, head.options, head.game.defaults(head.variant))
    name = rulebook.variant_name(head.game, head.variant)
    variant = f"{head.game.name}, {name[:1].lower()}{name[1:]}" if name else head.game.name
    if head.agreement:
        changed = [*changed, tell(AGREEMENTS[head.agreement])]
    rules = full_stop(rulebook.joined(changed)) if changed else tell("Standard rules.")
    # no full stop behind a name that ends a sentence itself, as “Oh Hell!” does
    return f"{full_stop(variant)} {rules}"


# --- in words -----------------------------------------------------------------------------------


class Voices(NamedTuple):
    """The table's voice, and the one that reads suits as signs."""

    plain: Voice
    sign: SignVoice


def voices(pad: Pad, chosen: Coins = NONE_CHOSEN) -> Voices:
    """Return both voices of a table."""
    plain = on_page(voice_of(pad))
    coins = coins_at(pad.seats, pad.sides, chosen)
    return Voices(plain, SignVoice(plain.names, plain.sides, coins))


def players_in_words(pad: Pad) -> str:
    """Return who plays: "Ann & Cat against Ben & Dan"."""
    sides = [[isolated(name) for seat in seats if (name := pad.seats[seat])] for seats in pad.sides]
    names = [" & ".join(side) for side in sides if side]
    if len(names) == 2 and pad.game.partnerships:
        return tell("{side} against {other}", side=names[0], other=names[1])
    return voice_of(pad).text(say("{names}", names=all_of(*names)))


def scorers_in_words(names: Sequence[str]) -> str:
    """Return whose phones have the pencil: "Ann and Ben score."; empty where none has a name."""
    named = [isolated(name) for name in names if name]
    text = say("{names} {n:scores|score}.", names=all_of(*named), n=len(named))
    return Voice((), ()).text(text) if named else ""
