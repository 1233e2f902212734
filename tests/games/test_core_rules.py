"""What happens in a game, rule by rule and scenario by scenario."""

import pytest

from service.api.operations import adjudicate
from service.rules.annonces import Annonce
from service.rules.auction.calls import Call
from service.rules.game.actions import CallAction, EndAction, PlayAction, Refused, act, new_game
from service.rules.game.dealing import new_dealing, supplied_deck, supplied_hands
from service.rules.game.events import events_between
from service.rules.game.facts import HOST
from service.rules.game.record import record
from service.rules.game.sheet import match_of, score_sheet
from service.rules.game.spoken import words_said
from service.rules.game.storage import FORMAT, dump, load
from service.rules.game.view import view
from service.rules.reasons import ImpossiblePosition, RuleError
from service.rules.ruleset import parse_ruleset
from service.rules.stored import NewerFormat
from tests.games.players import ENTROPY, call, cards, deck_with, play, table

# Seat 0 holds all hearts, seat 1 all spades, and so on: each trick is won by its heart, or by its leader without one.
SUITS = (
    "7H 8H 9H TH JH QH KH AH",
    "7S 8S 9S TS JS QS KS AS",
    "7D 8D 9D TD JD QD KD AD",
    "7C 8C 9C TC JC QC KC AC",
)
TIERCE, CINQUANTE, CENT, CARRE = range(4)


def said(game, card, *, belote=True, annonces=()):
    """The game after one card of the seat to play, and the events of it."""
    after = act(game, game.deal.to_act, PlayAction(cards(card)[0], annonces, belote), ENTROPY)
    return after, events_between(game, after)


def kinds(events):
    return [event.kind for event in events]


def refusal(game, seat, action):
    with pytest.raises(Refused) as refused:
        act(game, seat, action, ENTROPY)
    return refused.value.reason.code


def hearts(ruleset="ffb-contree"):
    """Seat 0 plays 80 at hearts with all of them."""
    return call(table(ruleset, *SUITS), "80 H", "pass", "pass", "pass")


def test_b07_belote_is_said_once_and_rebelote_once():
    game, words = hearts(), []
    for lead in ("KH", "7H", "QH", "JH"):
        game, events = said(game, lead)
        words += [(event.facts["word"], event.facts["card"]) for event in events if event.kind == "belote-said"]
        for _ in range(3):
            game, events = said(
                game,
                {1: "7S 8S 9S TS", 2: "7D 8D 9D TD", 3: "7C 8C 9C TC"}[game.deal.to_act].split()[
                    len(game.deal.plays) // 4
                ],
            )
            assert "belote-said" not in kinds(events)
    king, queen = cards("KH QH")
    assert words == [("belote", king), ("rebelote", queen)]
    assert [word.word for word in words_said(game.deal)] == ["belote", "rebelote"]


def test_b09_a_lone_king_of_trump_is_no_belote():
    lone = ("7H 8H 9H TH JH 7S KH AH", "QH 8S 9S TS JS QS KS AS", *SUITS[2:])
    game, events = said(call(table("ffb-contree", *lone), "80 H", "pass", "pass", "pass"), "KH")
    assert kinds(events) == ["card-played"]
    assert game.deal.words == ()
    assert view(game, 1).legal.belote == ()


def test_f01_the_deal_goes_round_by_one():
    game = table("ffb-contree", *SUITS, dealer=3)
    assert (game.deal.to_act, game.deal.dealing.dealer) == (0, 3)
    game = call(game, "pass", "pass", "pass", "pass")
    assert (len(game.past), game.deal.dealing.dealer, game.deal.to_act) == (1, 0, 1)
    game = call(game, "80 H", "pass", "pass", "pass")
    assert game.deal.to_act == 1


def test_f07_the_winner_of_a_trick_is_the_seat_that_won_it():
    hands = ("AH 7H 8H 9H TS JS QS KS", "7S 8S 9S AS 7C 8C 9C TC", "KH QH JH 7D 8D 9D TD JD", "TH QD KD AD JC QC KC AC")
    game = call(table("ffb-contree", *hands), "pass", "80 S", "pass", "pass", "pass")
    game = play(game, "AH 7S KH")
    game, events = said(game, "TH")
    won = events[-1]
    assert kinds(events) == ["card-played", "trick-won"]
    assert (won.facts["winner"], won.facts["leader"], won.facts["cards"]) == (1, 0, cards("AH 7S KH TH"))
    assert game.deal.to_act == events[0].facts["to_act"] == 1


def whole_deal(game):
    """Seat 0 leads his hearts from the top, the others throw in order."""
    hands = [hand.split() for hand in SUITS]
    for lead, *thrown in zip(*hands, strict=True):
        yield from (lead, *thrown)


def test_f09_the_last_card_tells_trick_and_score_and_the_next_deal_in_order():
    game = hearts("ffb-contree(target=5000)")
    *most, last = whole_deal(game)
    game = play(game, " ".join(most), belote=True)
    game, events = said(game, last)
    assert kinds(events) == ["card-played", "trick-won", "deal-scored", "deal-started"]
    assert events[2].facts["outcome"] == "made"
    assert events[2].facts["totals"] == [80 + 252 - 2 + 20, 0]  # 252 is marked as 250 (SCO-10)
    assert events[3].facts["deal"] == 1
    assert view(game).last_deal.score.scores == (350, 0)


def test_the_end_of_the_match_is_told_last():
    game = hearts("ffb-contree(target=300)")
    *most, last = whole_deal(game)
    game, events = said(play(game, " ".join(most), belote=True), last)
    assert kinds(events)[-2:] == ["deal-scored", "match-over"]
    assert events[-1].facts == {"totals": [350, 0], "winner": 0, "decided_at": 0}
    assert (game.over, game.deal, view(game, 0).phase) == (True, None, "over")
    assert refusal(game, 0, CallAction(Call("pass"))) == "match-over"


@pytest.mark.parametrize(
    ("ruleset", "words", "belotes"),
    [
        ("ffb-contree", (True, True), 20),
        ("ffb-contree", (True, False), 0),
        ("ffb-contree", (False, True), 0),
        ("ffb-contree", (False, False), 0),
        ("ffb-contree(rebelote_tolerance=once-per-match)", (True, False), 20),
        ("ffb-contree(rebelote_tolerance=once-per-match)", (False, True), 0),
    ],
)
def test_bel_3_and_4_a_belote_counts_if_both_words_were_said_or_the_second_is_tolerated(ruleset, words, belotes):
    game = hearts(ruleset)
    spoken = dict(zip(["QH", "KH"], words, strict=True))
    for card in whole_deal(game):
        game, _ = said(game, card, belote=spoken.get(card, True))
    lines = score_sheet(game)[-1].score.lines
    assert sum(line.points for line in lines if line.reason.code == "belote") == belotes


def test_bel_4_a_second_rebelote_is_not_forgiven():
    rules = parse_ruleset("ffb-contree(rebelote_tolerance=once-per-match,target=5000)")
    game = new_game(rules, ENTROPY, first_dealer=3, supplied=[deck_with(SUITS)] * 2)
    marked = []
    for calls in (("80 H", "pass", "pass", "pass"), ("pass", "pass", "pass", "80 H", "pass", "pass", "pass")):
        game = call(game, *calls)
        while game.deal is not None and len(game.past) == len(marked):
            seat = game.deal.to_act
            legal = view(game, seat).legal.actions.legal
            card = (legal & -legal).bit_length() - 1
            game = act(game, seat, PlayAction(card, (), card != cards("KH")[0]), ENTROPY)
        lines = score_sheet(game)[-1].score.lines
        marked.append(sum(line.points for line in lines if line.reason.code == "belote"))
    assert marked == [20, 0]
    for deal in record(game)["deals"][:2]:
        assert adjudicate("deals/replay", deal["replay"])["score"]["scores"] == deal["scores"]


def test_ann_9_an_annonce_after_the_first_trick_is_too_late():
    game = play(hearts("ffb-coinchee"), "7H 7S 7D 7C")
    assert refusal(game, 0, PlayAction(cards("8H")[0], (Annonce(CENT, 7, 1),))) == "too-late"


def test_ann_1_nothing_is_declared_where_annonces_are_not_played():
    assert refusal(hearts(), 0, PlayAction(cards("8H")[0], (Annonce(CENT, 7, 1),))) == "not-played"


def test_ann_10_a_false_annonce_is_paid_once_its_side_has_to_show():
    game = hearts("ffb-coinchee")
    false = Annonce(CARRE, 4)  # four jacks, of which seat 1 has one
    game, _ = said(game, "7H", annonces=(Annonce(CENT, 7, 1),))
    game, events = said(game, "7S", annonces=(false,))
    assert events[1].facts == {"seat": 1, "kinds": [CARRE]}
    game, events = said(play(game, "7D"), "7C")
    compared = events[-1].facts
    assert (compared["winner"], compared["reason"], compared["heights"]) == (1, "carre-over-sequence", [])
    game, events = said(game, "8H")
    told = events[-1].facts
    assert (told["winner"], told["points"]) == (0, [300, 0])
    assert [(item["seat"], item["true"], len(item["cards"])) for item in told["shown"]] == [(0, True, 8), (1, False, 0)]


def test_ann_9_heights_are_told_as_far_as_the_comparison_asks():
    game, _ = said(hearts("ffb-coinchee"), "7H", annonces=(Annonce(CENT, 7, 1),))
    game, _ = said(game, "7S", annonces=(Annonce(CENT, 7, 0), Annonce(TIERCE, 4, 0)))
    game, events = said(play(game, "7D"), "7C")
    told = events[-1].facts
    assert (told["winner"], told["reason"]) == (0, "trump-suit")
    assert told["heights"] == [{"seat": 0, "kind": CENT, "top": 7}, {"seat": 1, "kind": CENT, "top": 7}]


def test_sco_5_and_auc_6_points_held_over_outlast_a_deal_passed_out():
    rules = parse_ruleset("ffb-classique")
    # The litige of the conformance cases: 81 all.
    hands = ("AS QS JS TS KH QD 7D JC", "QH JH AD JD TD 9D 9C 7C", "KS 9S AH TH 8H 7H QC TC", "8S 7S 9H KD 8D AC KC 8C")
    plays = "JC 7C QC AC 8S TS JH KS QH TH 9H KH KC AS 9C TC 8H 8D QS 9D AH 8C 7D AD 7H KD QD JD 9S 7S JS TD"
    five, stock = dealt_by_hand(hands, "KH", taker=0)
    supplied = supplied_hands(rules, five, cards("KH")[0], stock)
    game = new_game(rules, ENTROPY, first_dealer=3, supplied=[supplied])
    game = play(call(game, "take"), plays)
    assert (match_of(game).totals, match_of(game).carried) == ((0, 81), 81)
    game = call(game, *["pass"] * 8)
    assert match_of(game).carried == view(game).match.carried == 81
    assert game.deal.dealing.dealer == 1


def dealt_by_hand(hands, turn_up, taker):
    """Hands of eight taken apart into the five dealt first and the stock, for dealer 3."""
    turned = cards(turn_up)[0]
    rest = [[card for card in cards(hand) if card != turned] for hand in hands]
    stock = [card for seat in range(4) for card in rest[seat][5:]]
    assert len(stock) == 11
    assert len(rest[taker]) == 7
    return [hand[:5] for hand in rest], stock


@pytest.mark.parametrize(("policy", "dealer"), [("next-dealer", 0), ("same-dealer", 3)])
def test_auc_6_who_deals_after_a_deal_passed_out(policy, dealer):
    game = call(table(f"ffb-contree(all_pass={policy})", *SUITS), "pass", "pass", "pass")
    after = act(game, 3, CallAction(Call("pass")), ENTROPY)
    events = events_between(game, after)
    assert kinds(events) == ["call-made", "deal-passed-out", "deal-started"]
    assert events[1].facts["opening"]["deck"]
    assert after.deal.dealing.dealer == events[2].facts["dealer"] == dealer


def test_a_game_asks_for_the_right_thing_at_the_right_time():
    game = table("ffb-contree", *SUITS)
    assert refusal(game, 0, PlayAction(cards("7H")[0])) == "auction-open"
    assert refusal(game, 1, CallAction(Call("pass"))) == "not-your-turn"
    game = hearts()
    assert refusal(game, 0, CallAction(Call("pass"))) == "auction-over"
    assert refusal(game, 1, PlayAction(cards("7S")[0])) == "not-your-turn"
    assert refusal(game, 0, PlayAction(cards("7S")[0])) == "not-in-hand"


def test_whose_call_it_is_says_the_bearer_and_not_the_call():
    game = act(table("ffb-contree", *SUITS), 0, CallAction(Call("pass", seat=2)), ENTROPY)
    assert [spoken.seat for spoken in game.deal.auction.calls] == [0]


def test_the_host_ends_a_game_and_its_cards_are_laid_open():
    game = hearts()
    ended = act(game, HOST, EndAction(), ENTROPY)
    (event,) = events_between(game, ended)
    assert event.kind == "game-ended"
    assert [sorted(hand) for hand in event.facts["opening"]["hands"]] == [sorted(cards(hand)) for hand in SUITS]
    assert (ended.over, view(ended, 0).phase, view(ended, 0).legal) == (True, "over", None)
    assert refusal(ended, HOST, EndAction()) == refusal(ended, 0, PlayAction(0)) == "game-ended"


@pytest.mark.parametrize(
    ("bearer", "action"), [(HOST, PlayAction(0)), (HOST, CallAction(Call("pass"))), (2, EndAction())]
)
def test_the_host_does_not_play_and_a_seat_does_not_end_the_game(bearer, action):
    with pytest.raises(ValueError, match="host ends"):
        act(hearts(), bearer, action, ENTROPY)


def test_deal_2_the_first_dealer_is_drawn_from_the_first_seed():
    drawn = [new_game(parse_ruleset("ffb-contree"), bytes([number] * 32)) for number in range(12)]
    assert {game.deal.dealing.dealer for game in drawn} == {0, 1}
    assert all(game.drawn for game in drawn)
    assert not table("ffb-contree", *SUITS).drawn


def test_the_clients_cards_come_first_and_then_the_service_shuffles():
    game = call(table("ffb-contree", *SUITS), "pass", "pass", "pass", "pass")
    assert game.deal.dealing.given is None
    assert game.deal.dealing.seed == ENTROPY[:16].hex()


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("taker", range(4))
def test_hands_given_by_seat_are_dealt_to_those_seats(dealer, taker):
    rules = parse_ruleset("ffb-classique")
    order = [*range(31, -1, -1)]
    hands, turned, stock = [order[5 * seat : 5 * seat + 5] for seat in range(4)], order[20], order[21:]
    game = new_game(rules, ENTROPY, first_dealer=dealer, supplied=[supplied_hands(rules, hands, turned, stock)])
    assert [view(game, seat).hand for seat in range(4)] == [sum(1 << card for card in hand) for hand in hands]
    assert game.deal.auction.turn_up == turned
    while game.deal.to_act != taker:
        game = call(game, "pass")
    game = call(game, "take")
    assert [hand.bit_count() for hand in game.deal.dealt] == [8] * 4
    assert game.deal.dealt[taker] >> turned & 1


@pytest.mark.parametrize(
    ("ruleset", "hands", "turn_up", "stock", "pointer"),
    [
        ("ffb-contree", [range(8), range(8, 16), range(16, 24), range(24, 31)], None, (), ("hands", 3)),
        ("ffb-contree", [range(8), range(8, 16), range(16, 24), range(23, 31)], None, (), ("hands", 3, 0)),
        ("ffb-contree", [range(8), range(8, 16), range(16, 24), range(24, 32)], 3, (), ("turn_up",)),
        ("ffb-contree", [range(8), range(8, 16), range(16, 24), range(24, 32)], None, (3,), ("stock",)),
        ("ffb-classique", [range(5), range(5, 10), range(10, 15), range(15, 20)], None, range(21, 32), ("turn_up",)),
        ("ffb-classique", [range(8), range(8, 16), range(16, 24), range(24, 32)], 3, (), ("hands", 0)),
        ("ffb-classique", [range(5), range(5, 10), range(10, 15), range(15, 20)], 20, range(21, 31), ("stock",)),
        ("ffb-classique", [range(5), range(5, 10), range(10, 15), range(15, 20)], 20, range(20, 31), ("stock", 0)),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused_at_their_place(ruleset, hands, turn_up, stock, pointer):
    with pytest.raises(RuleError) as error:
        supplied_hands(parse_ruleset(ruleset), [tuple(hand) for hand in hands], turn_up, tuple(stock))
    assert error.value.pointer == pointer


def test_a_deck_has_the_32_cards():
    with pytest.raises(ImpossiblePosition):
        supplied_deck([*range(31), 30])


def test_a_deal_needs_enough_randomness():
    with pytest.raises(ValueError, match="32 random bytes"):
        new_dealing(0, b"few", bids=True)


def test_what_a_newer_service_wrote_is_not_misread():
    with pytest.raises(NewerFormat):
        load(dump(hearts()) | {"format": FORMAT + 1})


@pytest.mark.parametrize("deal", ["", "0s", "9x|||", "3s" + "A" * 43 + "|ppq|||", "3s" + "A" * 43 + "|t|||"])
def test_what_was_never_written_is_not_read(deal):
    with pytest.raises((ValueError, LookupError)):
        load({"format": 1, "ruleset": "ffb-contree", "past": [], "deal": deal})
