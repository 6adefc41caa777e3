"""Who wins this trick? The page on which it is tapped card by card, at a table and without one."""

import html
import re
from urllib.parse import urlencode

import pytest

from scorekeeper import questions
from scorekeeper.cards import WITHOUT_SUIT
from scorekeeper.games import games
from tests.requirements import rounds
from tests.web.phones import NewPhone, Page, Phone, let_in

WITH_TRICKS = [game.slug for game in games().values() if game.play]
FOUR_SPADES = {"contract.0": "4", "contract.1": "S", "declarer": 0}


def tap(phone: Phone, page: Page, *taps: str) -> Page:
    """Tap one key after the other, as a browser without JavaScript does: a card is its suit and its
    rank, sent together."""
    for one in taps:
        form = next(form for form in page.forms if "data-taps" in form.attributes)
        fields = [(name, text) for name, texts in form.fields.items() for text in texts]
        what, _, card = one.partition(".")
        if what == "card" and f'value="{one}"' not in page.html:
            fields = [*(field for field in fields if field[0] != "pick"), ("pick", card[1])]
            one = f"rank.{card[0]}"
        assert f'name="tap" value="{one}"' in page.html, f"there is no key {one}"
        page = phone.get(f"{form.attributes['action']}?{urlencode([*fields, ('tap', one)])}")
    return page


def open_page(phone: Phone, address: str) -> Page:
    """The page at an address, which it knows."""
    page = phone.get(address)
    assert page.status == 200, page.text
    return page


def answer_text(page: Page) -> str:
    """Return what the referee says, in one line."""
    found = re.search(r'<section class="verdict.*?</section>', page.html, re.DOTALL)
    assert found
    return html.unescape(" ".join(re.sub(r'<a class="rule".*?</a>|<[^>]*>', " ", found[0]).split()))


def on_felt(page: Page) -> str:
    """Return what lies on the felt, in one line."""
    found = re.search(r'<div class="felt".*?<div class="answering">', page.html, re.DOTALL)
    assert found
    return html.unescape(" ".join(re.sub(r"<[^>]*>", "", found[0]).split()))


def ranks_left(phone: Phone, address: str, suit: str) -> list[str]:
    """Return the ranks whose keys are not struck in that suit."""
    apart = "&" if "?" in address else "?"
    keys = open_page(phone, f"{address}{apart}tap=suit.{suit}").html
    return re.findall(r'value="rank\.(\w)" aria-label="[^"]*" aria-keyshortcuts="[^"]*">', keys)


def open_questions(page: Page) -> list[str]:
    """Return what the page asks openly."""
    return re.findall(r"<legend[^>]*>([^<]*)</legend>", page.html)


def bridge(phone: Phone) -> str:
    """A table with four spades by Ann on the pad, not yet played."""
    table = phone.starts("bridge")
    phone.fill(table, FOUR_SPADES, "keep")
    return table


# --- a deal in progress -------------------------------------------------------------------------


def test_deal_tells_trumps_and_who_leads(phone: Phone) -> None:
    table = bridge(phone)
    (address,) = set(phone.get(table).links("/trick"))

    page = open_page(phone, address)

    assert answer_text(page) == "Which card does Ben lead? Tap the suit, then the rank."
    assert "Trumps ♠" in on_felt(page)


def test_winner_stands_with_sentence_and_rule(phone: Phone) -> None:
    table = bridge(phone)
    page = tap(phone, open_page(phone, f"{table}/trick"), "card.AH", "card.KH", "card.2S")
    assert answer_text(page).startswith(
        "Which card did Ann play? So far Dan's 2 of spades is winning. Dan is out of hearts."
    )

    page = tap(phone, page, "card.3S")

    assert answer_text(page).startswith(
        "Ann wins the trick The 3 of spades is the highest trump. Dan and Ann are out of hearts."
    )
    (rule,) = page.links("#trick-winner")
    assert rule.startswith(f"/rules/bridge?table={table[3:]}&from=")


@pytest.mark.parametrize(
    "asked",
    [
        "{table}/trick?trump=S&leader=1&plays=AH.KH.2S.TH",
        "/rules/bridge/trick?trump=S&leader=1&plays=AH.KH.2S.TH",
        "{table}/auction?calls=1H.pass.2H&tap=call.XX",
    ],
)
def test_the_rules_lead_back_to_what_was_asked(phone: Phone, asked: str) -> None:
    asked = asked.format(table=bridge(phone))
    page = open_page(phone, asked)

    rules = open_page(phone, page.links("from=")[0])

    assert asked in rules.links("?")


@pytest.mark.parametrize(
    "elsewhere", ["//example.org/trick", "https://example.org/t/x/trick", "/t/x/share", "", "trick"]
)
def test_the_rules_lead_back_nowhere_else(phone: Phone, elsewhere: str) -> None:
    page = open_page(phone, f"/rules/bridge?{urlencode({'from': elsewhere})}")

    assert re.search('class="back" href="([^"]*)"', page.html)[1] == "/rules/"  # type: ignore[index]


def test_writer_rules_on_it_in_one_tap(phone: Phone, new_phone: NewPhone) -> None:
    table = bridge(phone)
    watcher = let_in(phone, new_phone(), table, "watch")
    address = f"{table}/trick?plays=AH.KH.2S.3S"

    (link,) = open_page(phone, address).links("ruling")

    assert link == f"{table}/write/ruling?rule=trick-winner"
    assert phone.get(link).status == 200
    assert open_page(watcher, address).links("ruling") == []


def test_simultaneous_taps_are_made_in_turn(phone: Phone) -> None:
    table = bridge(phone)

    page = open_page(phone, f"{table}/trick?plays=AH&tap=card.KH&tap=card.2S&tap=card.3S")

    assert answer_text(page).startswith("Ann wins the trick")
    assert page.form()["plays"] == "AH.KH.2S.3S"


def test_card_taken_back_leaves_its_place(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH.2S.3S")

    page = tap(phone, page, "into.change", "take.1")
    assert page.form()["plays"] == "AH.-.2S.3S"
    assert answer_text(page).startswith("Which card did Cat play?")
    page = tap(phone, page, "card.4S")

    assert page.form()["plays"] == "AH.4S.2S.3S"
    assert answer_text(page).startswith("Cat wins the trick")


def test_the_last_card_undone_leaves_no_gap(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH.2S.3S")

    page = tap(phone, page, "take.2", "take.3")

    assert page.form()["plays"] == "AH.KH"


def test_equal_cards_are_told_apart(phone: Phone) -> None:
    page = open_page(phone, "/rules/wizard/trick?leader=0&trump=S&plays=WZ&hand=WZ.WZ.2S")

    assert answer_text(page).startswith("East may play wizard or 2♠")
    page = tap(phone, page, "lay.WZ")
    assert (page.form()["plays"], page.form()["hand"]) == ("WZ.WZ", "WZ.2S")
    page = tap(phone, page, "take.0")
    assert (page.form()["plays"], page.form()["hand"]) == ("-.WZ", "WZ.2S")
    page = tap(phone, page, "card.WZ", "card.WZ")

    assert page.form()["plays"] == "WZ.WZ.WZ"
    assert answer_text(page).endswith("So far North's wizard is winning.")


def test_every_equal_card_is_held_but_no_more(phone: Phone) -> None:
    page = open_page(phone, "/rules/wizard/trick?leader=0&plays=WZ.WZ&into=hand")

    page = tap(phone, page, "card.WZ", "card.WZ")
    assert page.form()["hand"] == "WZ.WZ"
    assert tap(phone, page, "back").form()["hand"] == "WZ"
    assert "hand" not in tap(phone, page, "card.WZ").form().fields


def test_the_winner_leads_to_the_next_trick(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH.2S.4H&hand=AS.5H")

    page = tap(phone, page, "next")

    assert page.form()["leader"] == "3"
    assert page.form()["hand"] == "AS.5H"
    assert "plays" not in page.form().fields
    assert answer_text(page).startswith("Dan may play")


def test_a_suit_shown_out_of_is_remembered(phone: Phone) -> None:
    # Cat trumps a heart, and three tricks later follows one
    page = open_page(phone, f"{bridge(phone)}/trick?trump=S&leader=0&plays=AH.KH.2S.4H")
    page = tap(phone, page, "next")
    assert page.form()["voids"] == "2H1"
    page = tap(phone, page, "card.3C", "card.4C", "card.5C", "card.6C", "next")
    assert "showed out" not in page.text

    page = tap(phone, page, "card.2H", "card.3H", "card.5H", "card.6H")

    assert "Cat showed out of hearts in trick 1." in page.text
    assert page.links("/wrong?mishap=revoke")


@pytest.mark.parametrize("voids", ["9H1", "2X1", "2H", "", "2H1.2H1.junk", "2H999"])
def test_junk_of_voids_is_left_out(phone: Phone, voids: str) -> None:
    page = phone.get(f"{bridge(phone)}/trick?trump=S&plays=AH&voids={voids}&number=nought")

    assert page.status == 200
    assert "showed out" not in page.text


def test_clear_leaves_what_is_said_of_the_deal(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH&hand=2C&trump=H")

    page = tap(phone, page, "clear")

    assert page.form().fields.keys() == {"trump"}


def chosen_suit(page: Page) -> str:
    """Return the suit of the rank that is tapped next."""
    return page.form().fields.get("pick", [""])[0]


@pytest.mark.parametrize(
    ("taps", "plays", "suit"),
    [
        (["suit.H", "rank.A", "rank.K"], "AH.KH", "H"),
        (["suit.H", "rank.A", "suit.S", "rank.2", "rank.3"], "AH.2S.3H", "H"),
        (["suit.H", "rank.A", "rank.A", "suit.S"], "AH", "S"),
        (["rank.A"], "", ""),
        (["suit.H", "rank.A", "rank.K", "back", "rank.Q"], "AH.QH", "H"),
        (["back", "suit.C", "rank.T", "back"], "", ""),
    ],
)
def test_suit_led_stays_chosen(phone: Phone, taps: list[str], plays: str, suit: str) -> None:
    query = urlencode([("tap", one) for one in taps])

    page = open_page(phone, f"{bridge(phone)}/trick?{query}")

    assert page.form().fields.get("plays", [""]) == [plays]
    assert chosen_suit(page) == suit


def test_suit_chosen_before_the_taps_is_theirs(phone: Phone) -> None:
    taps = "tap=rank.2&tap=suit.D&tap=rank.3"

    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH&suit=S&pick=D&{taps}")

    assert page.form()["plays"] == "AH.2S.3D"


def test_left_bower_has_a_key_among_trumps(phone: Phone) -> None:
    page = open_page(phone, "/rules/euchre/trick?trump=S&plays=AS")

    assert 'value="card.JC" aria-label="jack of clubs"' in page.html
    page = tap(phone, page, "card.JC", "card.AC")
    assert answer_text(page).startswith("Which card did West play? So far East's jack of clubs")
    assert chosen_suit(page) == "S"


def test_card_is_asked_about_after_the_trick(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH.2S.3S")

    page = tap(phone, page, "into.doubt")
    assert answer_text(page) == "Which card may not have been legal?"
    page = tap(phone, page, "doubt.2")
    assert answer_text(page).startswith("Dan may play 2♠")
    page = tap(phone, page, "card.9H")

    assert answer_text(page).startswith("Dan may play 9♥ Must follow suit: hearts.")
    assert 'value="lay.2S" aria-label="2 of spades" disabled' in page.html


@pytest.mark.parametrize(
    ("game", "query", "told"),
    [
        ("spades", "", "Trumps ♠"),
        ("bridge", "trump=NT", "No trumps"),
        ("bridge", "", "Trumps?"),
        ("twenty-eight", "trump=H", "Trumps ♥"),
        ("nap", "first_trick=yes&plays=AD", "Trumps ♦"),
    ],
)
def test_felt_tells_trumps(phone: Phone, game: str, query: str, told: str) -> None:
    assert told in on_felt(open_page(phone, f"/rules/{game}/trick?{query}"))


# --- a hand -------------------------------------------------------------------------------------


def test_page_says_what_a_hand_may_play(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH")

    page = tap(phone, page, "into.hand", "card.2H", "card.9H", "card.AS", "card.AC", "card.AC")

    assert page.form()["hand"] == "2H.9H.AS"
    assert answer_text(page).startswith("Dan may play 2♥ or 9♥ Must follow suit: hearts.")
    assert 'value="lay.AS" aria-label="ace of spades" disabled' in page.html
    page = tap(phone, page, "lay.9H")
    assert page.form()["plays"] == "AH.KH.9H"
    assert (page.form()["hand"], page.form()["holder"]) == ("2H.AS", "3")


def test_rest_of_a_hand_waits_for_its_holder(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH&hand=2H.AC.KC")

    page = tap(phone, page, "lay.2H")
    assert answer_text(page).startswith("Which card did Dan play?")
    page = tap(phone, page, "card.5H", "card.6H", "next", "card.2C")

    assert answer_text(page).startswith("Cat may play A♣ or K♣")
    page = tap(phone, page, "into.hand", "card.AC", "card.KC", "card.3D")
    assert "holder" not in page.form().fields


def test_the_winners_hand_is_what_may_be_led(phone: Phone) -> None:
    table = phone.starts("spades")
    page = open_page(phone, f"{table}/trick?plays=AH.KH.2H.3H&hand=AS.5H")

    assert "Ben may lead 5♥." in answer_text(page)
    assert open_questions(page) == ["Details"]
    page = tap(phone, page, "broken.yes")
    assert "Ben may lead A♠ and 5♥." in answer_text(page)


# --- what is asked ------------------------------------------------------------------------------


def test_trumps_are_asked_only_where_they_matter(phone: Phone) -> None:
    table = phone.starts("whist")
    same = open_page(phone, f"{table}/trick?plays=AH.KH.2H.3H")
    mixed = open_page(phone, f"{table}/trick?plays=AH.KH.2C.3S")

    assert open_questions(same) == []
    assert answer_text(same).startswith("Ben wins the trick The ace of hearts is the highest card")
    assert open_questions(mixed) == ["Trumps"]
    assert answer_text(mixed).startswith("Choose trumps.")
    assert answer_text(tap(phone, mixed, "trump.C")).startswith("Dan wins the trick")
    assert answer_text(tap(phone, mixed, "trump.C", "into.details", "trump.S")).startswith(
        "Ann wins the trick"
    )
    assert "trump" not in tap(phone, mixed, "trump.C", "into.details", "trump.C").form().fields


def test_leader_is_asked_where_deal_does_not_say(phone: Phone) -> None:
    page = open_page(phone, f"{phone.starts('bridge')}/trick")

    assert open_questions(page) == ["Who leads"]
    assert answer_text(page) == "Who leads?"
    assert answer_text(tap(phone, page, "leader.2")).startswith("Which card does Cat lead?")


def test_what_the_deal_says_can_be_overruled(phone: Phone) -> None:
    page = open_page(phone, f"{bridge(phone)}/trick?plays=AH.KH.2S.3S")

    no_trump = tap(phone, page, "into.details", "trump.NT")
    three = tap(phone, page, "into.details", "seats_out.0", "into.")
    taken_back = tap(phone, three, "into.details", "seats_out.0", "into.")

    assert answer_text(no_trump).startswith("Ben wins the trick")
    assert answer_text(three).startswith("Four cards were played to a trick of three.")
    assert answer_text(taken_back) == answer_text(page)


def test_card_of_the_deal_is_told_by_keyboard(phone: Phone) -> None:
    table = phone.starts("noms")
    phone.fill(table, {"declarer": 1, "bid": 8}, "keep")
    page = open_page(phone, f"{table}/trick?hand=AH.KH.2S")
    assert open_questions(page) == []
    assert answer_text(page).startswith("Say which card was named.")
    page = tap(phone, page, "into.nominated", "card.5H")

    assert answer_text(page).startswith(
        "Ben may play 2♠ The declarer may not lead the suit of the named card"
    )
    assert page.links("#first-lead")


def test_cards_built_on_the_table(phone: Phone) -> None:
    page = open_page(phone, "/rules/trex/trick?contract=trex&hand=8H.7H.JC&into=built")

    page = tap(phone, page, "card.9H")

    assert page.form()["built"] == "9H.TH.JH"
    assert answer_text(page).startswith("North may play JC".replace("JC", "8♥ or J♣"))
    assert answer_text(tap(phone, page, "card.9H")).startswith("North may play J♣")


def test_a_joker_led_asks_what_it_stands_for(phone: Phone) -> None:
    page = open_page(phone, "/rules/five-hundred/trick?trump=NT&plays=JK.2H.KH&hand=AH.AS")

    assert open_questions(page) == ["Suit of the joker"]
    page = tap(phone, page, "named_suit.S")
    assert answer_text(page).startswith("South may play A♠")


def test_facts_of_one_trick_end_with_it(phone: Phone) -> None:
    address = "/rules/nap/trick?first_trick=yes&plays=AH.KH.QH.JH&tap=next"

    page = open_page(phone, address)

    assert page.form()["first_trick"] == "no"
    assert page.form()["leader"] == "0"


def test_called_trump_stays_open_in_next_trick(phone: Phone) -> None:
    table = phone.starts("twenty-eight")
    page = open_page(phone, f"{table}/trick?leader=0&trump=S&called=2&plays=AH.KH.9S.QH")

    page = tap(phone, page, "next", "card.AC", "card.7S", "card.KC", "card.QC")

    assert page.form()["revealed"] == "yes"
    assert "called" not in page.form().fields
    assert "The 7 of spades is the highest trump." in answer_text(page)


def test_playing_a_required_trump_calls_for_it(phone: Phone) -> None:
    table = phone.starts("twenty-eight")
    page = open_page(phone, f"{table}/trick?leader=0&trump=S&plays=AH.8H&hand=7S.KD.9S")
    assert (
        "A player who cannot follow suit calls for the trump and must play spades."
        in answer_text(page)
    )

    page = tap(phone, page, "lay.9S", "card.KH")

    assert page.form()["called"] == "2"
    assert "The 9 of spades is the highest trump." in answer_text(page)


def test_a_trump_taken_back_was_not_called_for(phone: Phone) -> None:
    table = phone.starts("twenty-eight")
    page = open_page(phone, f"{table}/trick?leader=0&trump=S&plays=AH.8H&hand=7S.KD.9S")

    page = tap(phone, page, "lay.9S", "take.2")

    assert "called" not in page.form().fields


@pytest.mark.parametrize(
    ("options", "more", "card"),
    [
        ({}, "hand=7S.9H", "9H"),
        ({}, "hand=7S.KD&revealed=yes", "7S"),
        ({}, "", "7S"),
        ({}, "hand=7S.KD", "KC"),
        ({"must_call": False}, "hand=7S.KD", "7S"),
    ],
)
def test_following_suit_or_open_trump_is_no_call(
    phone: Phone, options: dict[str, bool], more: str, card: str
) -> None:
    table = phone.starts("twenty-eight", options=options)
    page = open_page(phone, f"{table}/trick?leader=0&trump=S&plays=AH.8H&{more}")

    lies = f"lay.{card}" if f"lay.{card}" in page.html else f"card.{card}"
    assert "called" not in tap(phone, page, lies).form().fields


def test_played_spades_are_broken_in_next_trick(phone: Phone) -> None:
    table = phone.starts("spades")
    page = open_page(phone, f"{table}/trick?leader=0&plays=AH.2S.3H.4H")

    page = tap(phone, page, "next", "into.hand", "card.5S", "card.6D")

    assert answer_text(page).startswith("Ben may play 5♠ or 6♦")
    quiet = tap(phone, open_page(phone, f"{table}/trick?plays=AH.2H.3H.4H"), "next")
    assert "broken" not in quiet.form().fields


@pytest.mark.parametrize(
    ("first", "trump"),
    [
        ("first_trick=yes&plays=AH.KH.QH.JH", "H"),
        ("first_trick=yes&mis=yes&plays=AH.KH.QH.JH", None),
        ("first_trick=no&plays=AH.KH.QH.JH", None),
    ],
)
def test_suit_of_first_trick_is_trumps_in_next(phone: Phone, first: str, trump: str | None) -> None:
    page = tap(phone, open_page(phone, f"/rules/nap/trick?{first}"), "next")

    assert page.form().fields.get("trump") == ([trump] if trump else None)


def test_card_is_taken_back_without_known_trumps(phone: Phone) -> None:
    table = phone.starts("nap", options={"joker": True})
    page = open_page(phone, f"{table}/trick?leader=0&first_trick=no&plays=AH.KH")

    assert tap(phone, page, "take.1").form()["plays"] == "AH"


@pytest.mark.parametrize(
    ("game", "offered"), [("euchre", False), ("twenty-eight", False), ("bridge", True)]
)
def test_no_trumps_are_offered_only_where_played(phone: Phone, game: str, offered: bool) -> None:
    page = open_page(phone, f"/rules/{game}/trick?into=details")

    assert ('value="trump.NT"' in page.html) is offered


@pytest.mark.parametrize(("is_on", "others"), [(True, ["trex"]), (False, ["king", "girls"])])
def test_complex_is_offered_only_where_played(phone: Phone, is_on: bool, others: list[str]) -> None:
    page = open_page(
        phone, f"{phone.starts('trex', options={'complex': is_on})}/trick?into=details"
    )

    assert ('value="contract.complex"' in page.html) is is_on
    assert ('value="contract.diamonds"' in page.html) is not is_on
    assert all(f'value="contract.{game}"' in page.html for game in others)


def test_six_play_with_the_sixes(phone: Phone) -> None:
    six = open_page(phone, "/rules/twenty-eight/trick?players=6&revealed=yes&trump=S&plays=6H")

    assert "Player 6" in six.text
    assert "rank.6" in six.html
    assert "rank.6" not in open_page(phone, "/rules/twenty-eight/trick").html


# --- who plays ----------------------------------------------------------------------------------


def test_an_empty_seat_does_not_play(phone: Phone) -> None:
    leaves = {"seat": {"number": 1, "name": None}}
    table = phone.starts("nap", leaves)
    phone.fill(table, {"declarer": 2, "bid": "three"}, "keep")

    page = open_page(phone, f"{table}/trick?trump=H&plays=9H.TH")

    assert 'value="rank.9"' in page.html
    assert 'value="rank.8"' not in page.html
    assert answer_text(tap(phone, page, "card.AH")).startswith("Ann wins the trick")


def test_a_partner_who_sits_out_does_not_play(phone: Phone) -> None:
    table = phone.starts("euchre")
    phone.fill(table, {"maker": 3, "alone": "yes", "trump": "S"}, "keep")

    page = open_page(phone, f"{table}/trick?plays=AS.JC.JS")

    assert answer_text(page).startswith("Ann wins the trick The jack of spades is the right bower.")


def test_sealed_numbers_are_not_revealed(phone: Phone) -> None:
    table = phone.starts("sharp-nullo")
    numbers = {f"bids.left.{name}": 7 for name in ("UR", "DR", "UL", "DL")}
    form = phone.get(table).form()
    phone.post(table, {**form.fields, "by.short": "numbers", **numbers, "do": "keep"})
    assert "✓ saved" in phone.get(table).text

    page = open_page(phone, f"{table}/trick")

    assert "Who leads:" not in answer_text(page)
    assert "7" not in answer_text(page)


def test_nothing_is_stored(phone: Phone, new_phone: NewPhone) -> None:
    table = bridge(phone)
    before = phone.get(table).form()

    watcher = let_in(phone, new_phone(), table, "watch")
    page = tap(watcher, open_page(watcher, f"{table}/trick"), "card.AH", "into.details", "trump.H")
    page = tap(watcher, page, "clear")

    after = phone.get(table).form()
    assert page.status == 200
    assert (after["version"], after.fields["seen.declarer"]) == (
        before["version"],
        before.fields["seen.declarer"],
    )


# --- every game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", WITH_TRICKS)
def test_every_game_is_asked_from_its_rules(phone: Phone, game: str) -> None:
    (link,) = phone.get(f"/rules/{game}").links("/trick")

    page = open_page(phone, link)
    cards = [f"{rank}{suit}" for suit in "SHDC" for rank in ranks_left(phone, link, suit)]

    play = games()[game].play
    assert play is not None
    pack = play.pack(questions.read_context(games()[game], None, {}))
    assert {*cards} == pack - WITHOUT_SUIT.keys()
    page = tap(phone, page, *(f"card.{card}" for card in cards[:3]))
    assert page.form()["plays"].count(".") == 2


@pytest.mark.hard
@pytest.mark.parametrize("game", WITH_TRICKS)
def test_every_key_of_every_game_can_be_tapped(phone: Phone, game: str) -> None:
    table = phone.starts(game)
    first = "JC" if game == "trex" else "AC"
    page = open_page(phone, f"{table}/trick?leader=0&plays={first}&hand=KH.QH")

    keys = re.findall(r'name="tap" value="([^"]*)"', page.html)
    assert {"rank.A", "rank.9", "back", "into.hand", "into.details", "clear"} <= {*keys}
    for value in keys[:: rounds(1, quick=4, hard=1)]:
        assert tap(phone, page, value).status == 200, value


def test_variants_and_sizes_need_no_table(phone: Phone) -> None:
    bags = open_page(phone, "/rules/spades/trick?variant=bags")
    seven = open_page(phone, "/rules/oh-hell/trick?players=7")

    assert "/rules/spades/trick?variant=nil&players=4" in bags.links("/trick")
    assert bags.form()["variant"] == "bags"
    assert "Player 7" in seven.text
    assert open_page(phone, "/rules/oh-hell/trick?players=9").form()["players"] == "4"


@pytest.mark.parametrize("variant", ["/rules/nothing/trick", "/rules/spades/trick?variant=tails"])
def test_a_score_pad_has_no_referee(phone: Phone, variant: str) -> None:
    table = phone.starts("tally")

    for address in (f"{table}/trick", "/rules/tally/trick", variant):
        assert phone.get(address).status == 404
    for address in (table, "/rules/tally"):
        assert phone.get(address).links("/trick") == []


@pytest.mark.parametrize("game", ["trex", "twenty-eight", "noms", "five-hundred"])
@pytest.mark.parametrize(
    "junk", ["", "x", "\0", "AS.AS", ".....", "-.-.-.-.-", "💥", "built.X", "card.", "trump.", "ZZ"]
)
def test_an_invalid_address_is_handled(phone: Phone, game: str, junk: str) -> None:
    names = ["plays", "hand", "into", "leader", "seats_out", "trump", "built", "nominated"]
    names += ["face_down", "called", "shown_void", "contract", "players", "variant_", "tap", "tap"]

    page = phone.get(f"/rules/{game}/trick?{urlencode([(name, junk) for name in names])}")

    assert page.status == 200
