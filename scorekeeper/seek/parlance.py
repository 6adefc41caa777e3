"""What players say, and what the rules pages say for it; as tables.

Written as one says it. Short words that are in every sentence are not heard, nor are endings:
``forget bid`` is also what "he forgot to bid" says.
"""

from collections.abc import Mapping
from typing import Final

SAME: Final[Mapping[str, str]] = {
    # mishaps
    "revoke": """renege, renig, reneg, renounce, irregular discard, not follow,
        fail follow suit, forget follow suit, could follow, should follow, had suit,
        wrong suit""",
    "misdeal": """wrong deal, bad deal, deal again, redeal, new deal, mistake deal, faulty pack,
        card show deal, card turn over deal""",
    "exposed card": """show card, see card, drop card, flash card, card fell, card face up,
        penalty card, show ace, show king, show queen""",
    "lead out turn": """play out turn, out turn, go out turn, wrong hand lead, wrong player lead,
        wrong lead, lead early, not turn, before turn, not lead""",
    "call out turn": """bid out turn, pass out turn, speak out turn, out turn, bid before turn,
        wrong player bid, bid early""",
    "wrong number card": """too many card, too few card, card short, card miss, card extra,
        one card more, not enough card, card left over, six card, twelve card,
        fourteen card, wrong count, discard short""",
    "forgotten bid": """forget bid, forget call, bid not written, nobody remember bid,
        not remember bid, nobody know bid, pass over""",
    "bid too low": "insufficient bid, bid not high enough, underbid, not sufficient",
    # cards
    "widow": "kitty, cat, middle, talon, nest, blind cards, middle cards",
    "bower": "right jack, left jack, jick, jack same colour",
    "jack": "knave, boy",
    "joker": "best bower, bird",
    "trump": "ruff, master suit",
    "honour": "honor",
    "colour": "color",
    "rank": "higher card, highest card, which card beats, order of cards, strength",
    "hidden trump": "secret trump, closed trump",
    "lay away": "lay one away, discard, bury, ditch, put back",
    "throw": "slough, sluff",
    # bids
    "bid higher": "overbid, outbid, overcall, beat bid, beats, bid over, go over",
    "bid": "call, declare, auction, bidding",
    "nil": "nullo, misere, mis, zero, nought, null, no trick",
    "double nil": "blind nil",
    "dealer bid": "hook, bid add up, sum of bids",
    "alone": "lone hand, loner, without partner, myself, single handed",
    "passed out": "all pass, everybody pass, everyone pass, nobody bid, no bid, throw hand in",
    "stick dealer": "screw dealer, dealer must, dealer not pass",
    "call trump": "show trump, reveal trump, ask for trump, expose trump",
    "order up": "pick up, take up, turn down, assist",
    "named card": "called card, call card, nominate, secret partner",
    "give away": "reveal, betray, show partner",
    # results
    "overtrick": "sandbag, bag, extra trick, trick above, trick beyond, trick over",
    "undertrick": "down, go down, short, trick missing",
    "bid lost": """set, hang, euchred, bump, fail bid, broken contract, go down, miss bid,
        not make, lose bid, contract broken""",
    "bid made": "make bid, make contract, contract made, keep bid, fulfil",
    "slam": "march, all trick, every trick, sweep, clean sweep, capot",
    "vulnerable": "vul, vulnerability",
    "penalty": "fine, cost, punish",
    "worth": "value, count, pay",
    "points agreed": "adjust, adjustment, take off points, correct score, give points",
    # the end, and who sits there
    "win game": "target, reach points, points to win, game end, game over, go out, play up to",
    "tie": "level, equal, same score, same points, draw, even, deadlock",
    "draw": "remis",
    "stop": "finish, quit, stop early",
    "player change": """substitute, player leave, leave, newcomer, join, new player, replace,
        swap, player go, player come""",
    "lead": "start, play first, go first, first card, opening, begin",
    "house rule": "variant, option, custom",
    # words of every day
    "trick": "book, trick taken",
    "pack": "deck, cards in play",
    "side": "team, partnership, pair, couple",
    "defender": "opponent, opposition, other side, other team, opposing, adversary, enemy",
    "declarer": "bidder, caller, maker, contractor, soloist",
    "exchange": "swap, switch, trade",
    "allowed": "permitted, legal, permissible, forbidden, illegal, banned, prohibited, able",
    "not": "never",
    "wrong": "mistake, error, incorrect, mistaken, wrongly, slip, typo, oops",
    "edit": "correct, fix, change, amend, put right, undo, repair",
    "look": "see, peek, inspect, view, check, examine",
    "say": "tell, speak, talk, announce, mention, comment, whisper",
    "remaining": "rest, left",
    "turn up": "flip, turn over, turn face up, face",
    "lay down": "put down, table hand, spread, lay open, face up",
    "fall short": "short, fail, miss, not reach, less, fewer, under",
    "more": "extra, over, above, additional, exceed, beyond",
    "force": "must, compulsory, required, mandatory, oblige",
    "direction": "clockwise, anticlockwise, counterclockwise, left or right",
    "double": "twice, doubled",
    "choose": "pick, select, name, decide",
    "money": "cash, stake, euro, pound, dollar",
    "ask": "request, demand, enquire",
    "signal": """frown, smile, grin, wink, nod, sigh, groan, cough, gesture, eye contact, face,
        hint, clue, tell, kick, tap""",
    "advice": "advise, suggest, help",
}
"""The pages' word (or words) for a thing, and what else it is called."""

FORMS: Final[Mapping[str, str]] = {
    "bid": "bade bidded",
    "break": "broke broken",
    "deal": "dealt",
    "draw": "drew drawn",
    "fall": "fell fallen",
    "forget": "forgot forgotten",
    "get": "got gotten",
    "give": "gave given",
    "go": "went gone goes",
    "hang": "hung",
    "have": "has had",
    "hold": "held",
    "keep": "kept",
    "know": "knew known",
    "lay": "laid lain",
    "lead": "led",
    "lose": "lost loss",
    "make": "made maker",
    "say": "said",
    "see": "saw seen",
    "show": "shown",
    "speak": "spoke spoken",
    "throw": "threw thrown",
    "tie": "tied tiebreak tiebreaker",
    "take": "took taken",
    "win": "won winner",
    "write": "wrote written",
    "all": "everyone everybody",
    "nobody": "noone none",
    "1": "one",
    "2": "two both",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "11": "eleven",
    "12": "twelve",
    "13": "thirteen",
    "14": "fourteen",
}
"""Words whose forms are not made by an ending."""

UNHEARD: Final = """
    a about actually also am an and any anybody anyone are as at be been but by ca can cannot
    did do does ever for from happen happened happening happens he her him his how i if in into
    is it its just like many may me might much my now of off ok okay on onto or our please
    really she so some somebody someone still than that the their them then there these they
    thing things this those though to us want wanted wants was way we were what when where which
    while who whom whose why will with wo would you your
"""
"""Words that are in every sentence."""

ASKING: Final[Mapping[str, str]] = {
    "who": "whose",
    "when": "",
    "must": "",
    "can": "may could allowed",
    "many": "much",
}
"""Words that say what is asked, heard only together with the word that follows."""
