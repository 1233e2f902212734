"""The score of a deal (SCO-2 to SCO-10 in the turn-up game, CON-2 to CON-8 in the bidding game, ANN-11 to ANN-13).

The order of the game: count, test the contract, write the bill. Whoever marks alone, after a contract that failed or
was contred, marks flat points; otherwise each team marks what it won.
"""

from typing import Literal, NamedTuple

from service.rules import reasons
from service.rules.belote import BELOTE_POINTS, Belote, Credit, credit
from service.rules.contract import CAPOT, Contract
from service.rules.ruleset import Ruleset
from service.rules.scoring.bill import Bill, Line, Pair, all_to, sums_of
from service.rules.scoring.count import Count, convert
from service.rules.seats import TEAMS, team_of
from service.rules.trumps import DEAL_POINTS, total_points

Outcome = Literal["made", "failed", "litige"]

NOUGHT: Pair = (0, 0)

FLAT_TURN_UP = 162
"""What the defence marks for its cards when a taken contract fails (SCO-3)."""

FLAT_BID = 160
"""What the winners mark for their cards when a bid contract fails or was contred (CON-4, CON-6)."""

FLAT_BID_CAPOT = 250
"""The same after all eight tricks, where the ruleset gives more for them (SCO-9, CON-6, CON-7)."""

CAPOT_BID_FLAT = 500
"""A bid of capot under `capot_bid_value=flat-500`: in place of card points and bid (CON-5)."""

CAPOT_BID = 250
"""A bid of capot under `capot_bid_value=bid-250` (CON-5)."""

CONTRED_CAPOT_POINTS = 100
"""What all the tricks add to a contred deal under `contred_capot=plus-100` (CON-7)."""


class DealFacts(NamedTuple):
    """What the table knows at the end of a deal."""

    contract: Contract
    won: Count
    annonces: Pair = NOUGHT
    """The points that the comparison gave each team (ANN-8)."""
    declared_annonces: Pair | None = None
    """The points of all that each team declared, scored or not; None where nobody kept them."""
    belotes: tuple[Belote, ...] = ()
    carried: int = 0
    """Points held over from the deals before (SCO-6)."""
    tolerated: tuple[bool, bool] = (False, False)
    """The teams whose one forgotten rebelote of the match was tolerated before (BEL-4)."""


class DealScore(NamedTuple):
    """A deal adjudicated."""

    outcome: Outcome
    totals: Pair
    """What the test of the contract compared (SCO-2)."""
    lines: tuple[Line, ...]
    scores: Pair
    """What each team marks: the sums of its lines."""
    carried: int
    """Points held over to the next deal."""
    put_aside: int
    """What the takers of this deal put aside in a litige: part of `carried`."""
    tolerated: tuple[bool, bool]
    """As in the facts, this deal included."""


class _Deal(NamedTuple):
    """The facts of a deal, sorted by team."""

    ruleset: Ruleset
    contract: Contract
    won: Count
    cards: Pair
    """Card points as every total counts them: converted, and those of a capot in their place."""
    annonces: Pair
    """As the comparison gave them, nought where annonces are not played or nobody scores them."""
    declared: Pair
    """All that was declared."""
    belotes: Pair
    """The points of the belotes that count."""
    held_back: int
    """The takers' belote points whose rebelote was held back (BEL-7)."""
    takers: int
    defence: int
    takers_capot: bool
    defence_capot: bool

    @property
    def bids_flat_capot(self) -> bool:
        """Whether the bid is a capot at 500, in place of all card points (CON-5)."""
        return self.contract.level == CAPOT and self.ruleset.contract.capot_bid_value == "flat-500"


def score_deal(ruleset: Ruleset, facts: DealFacts) -> DealScore:
    """The bill of a deal whose contract, count and belotes were found possible.

    Points of annonces are ignored where the ruleset has none (ANN-1), points held over where nothing is (CON-1).
    """
    deal, tolerated = _sorted(ruleset, facts)
    carried = 0 if ruleset.bids else facts.carried
    totals = totals_of(deal)
    outcome = outcome_of(deal, totals)
    bill = Bill()
    put_aside = 0
    if outcome == "litige":
        put_aside = _mark_litige(bill, deal)
        carried += put_aside
    else:
        winners = deal.takers if outcome == "made" else deal.defence
        if outcome == "failed" or deal.contract.contre > 1:
            _mark_alone(bill, deal, winners, outcome)
        else:
            _mark_both(bill, deal)
        if winners == deal.takers or ruleset.scoring.litige_award == "deal-winner":
            bill.add(winners, reasons.LITIGE_CARRIED, carried)
            carried = 0
    lines = bill.close(ruleset.scoring.rounding)
    return DealScore(outcome, totals, lines, sums_of(lines), carried, put_aside, tolerated)


def _sorted(ruleset: Ruleset, facts: DealFacts) -> tuple[_Deal, tuple[bool, bool]]:
    """The facts by team, and which teams have used up their tolerance (BEL-4)."""
    takers = team_of(facts.contract.taker)
    belotes, held_back, tolerated = NOUGHT, 0, facts.tolerated
    if facts.belotes:
        belotes, held_back, tolerated = _credited(ruleset, facts, takers)
    annonces = declared = NOUGHT
    if ruleset.annonces.annonces:
        annonces = facts.annonces
        if facts.won.capot == takers and ruleset.annonces.annonces_on_capot == "void":
            annonces = all_to(takers, annonces[takers])
        declared = annonces if facts.declared_annonces is None else facts.declared_annonces
    deal = _Deal(
        ruleset,
        facts.contract,
        facts.won,
        _card_points(ruleset, facts.contract, facts.won),
        annonces,
        declared,
        belotes,
        held_back,
        takers,
        1 - takers,
        facts.won.capot == takers,
        facts.won.capot == 1 - takers,
    )
    return deal, tolerated


def _credited(ruleset: Ruleset, facts: DealFacts, takers: int) -> tuple[Pair, int, tuple[bool, bool]]:
    """The points of the belotes that count, those of the takers held back, the tolerance used up (BEL-3, -4, -7)."""
    belotes, held_back, tolerated = [0, 0], 0, list(facts.tolerated)
    for belote in facts.belotes:
        credited = credit(ruleset.belote, belote, tolerated[belote.team])
        if credited is Credit.HELD_BACK:
            held_back += BELOTE_POINTS * (belote.team == takers)
        elif credited is not Credit.LOST:
            belotes[belote.team] += BELOTE_POINTS
            tolerated[belote.team] |= credited is Credit.TOLERATED
    return (belotes[0], belotes[1]), held_back, (tolerated[0], tolerated[1])


def _card_points(ruleset: Ruleset, contract: Contract, count: Count) -> Pair:
    """Card points as totals count them (CARD-7, SCO-8); a capot of the defence counts as one where SCO-9 gives it."""
    if count.capot == team_of(contract.taker) or (count.capot is not None and ruleset.scoring.defence_capot == "bonus"):
        return all_to(count.capot, ruleset.scoring.capot_points)
    total = total_points(contract.trump, ruleset.cards.ta_values)
    return count.points if total == DEAL_POINTS else convert(count.points, total, DEAL_POINTS)


def totals_of(deal: _Deal) -> Pair:
    """What the test of the contract compares (SCO-2, ANN-11, ANN-13, BEL-5)."""
    first, second = deal.cards
    if deal.ruleset.belote.belote_in_contract:
        first, second = first + deal.belotes[0], second + deal.belotes[1]
    if deal.ruleset.annonces.annonces_in_contract:
        annonces = all_to(deal.takers, sum(deal.annonces)) if deal.takers_capot else deal.annonces
        first, second = first + annonces[0], second + annonces[1]
    return first, second


def outcome_of(deal: _Deal, totals: Pair) -> Outcome:
    """Whether the contract is made (SCO-3, SCO-4, CON-2, CON-5)."""
    takers, defence = totals[deal.takers], totals[deal.defence]
    if deal.defence_capot:
        return "failed"
    if deal.ruleset.bids:
        return "made" if _reaches_bid(deal, takers, defence) else "failed"
    if deal.takers_capot or takers > defence:
        return "made"
    return deal.ruleset.scoring.tie_policy if takers == defence else "failed"


def _reaches_bid(deal: _Deal, takers: int, defence: int) -> bool:
    level, rules = deal.contract.level, deal.ruleset.contract
    if not isinstance(level, int):
        return deal.takers_capot
    asked = 82 if level == 80 and rules.bid_80_needs_82 else level
    return takers >= asked and (takers > defence or not rules.must_beat_defence)


def _mark_both(bill: Bill, deal: _Deal) -> None:
    """A contract made and not contred: each team marks what it won, the takers their bid besides (SCO-3, CON-4)."""
    _mark_cards(bill, deal, deal.defence)
    if not deal.bids_flat_capot:
        _mark_cards(bill, deal, deal.takers)
    bill.add(deal.takers, reasons.CONTRACT, _bid_points(deal))
    for team in TEAMS:
        _mark_annonces(bill, team, deal.takers if deal.takers_capot else team, deal.annonces)
        bill.add(team, reasons.BELOTE, deal.belotes[team])


def _mark_litige(bill: Bill, deal: _Deal) -> int:
    """Equal totals: the defence marks its own, the takers' is put aside, to be returned (SCO-5, SCO-7)."""
    takers, defence = deal.takers, deal.defence
    _mark_cards(bill, deal, defence)
    bill.add(defence, reasons.ANNONCES, deal.annonces[defence])
    bill.add(defence, reasons.BELOTE, deal.belotes[defence])
    put_aside = deal.cards[takers] + deal.annonces[takers]
    if deal.ruleset.scoring.litige_belote == "kept":
        bill.add(takers, reasons.BELOTE, deal.belotes[takers])
        return put_aside
    return put_aside + deal.belotes[takers]


def _mark_alone(bill: Bill, deal: _Deal, winners: int, outcome: Outcome) -> None:
    """A contract that failed or was contred: the winners alone mark for the deal (SCO-3, CON-4 to CON-8)."""
    failed = outcome == "failed"
    base, bid = _flat_points(deal, failed=failed), _bid_points(deal)
    bill.add(winners, reasons.DEDANS_BID if deal.ruleset.bids else reasons.DEDANS, base)
    bill.add(winners, reasons.CONTRACT, bid)
    all_declared = failed and deal.ruleset.annonces.annonces_on_failure == "all-declared"
    annonces = deal.declared if all_declared else deal.annonces
    for team in TEAMS:
        _mark_annonces(bill, team, winners, annonces)
    belotes = _mark_belotes_of_lone_winners(bill, deal, winners, failed=failed)
    if deal.contract.contre > 1:
        _mark_contre(bill, deal, winners, base, bid, sum(annonces), belotes)
        if deal.takers_capot and not failed and deal.contract.level != CAPOT and _adds_for_contred_capot(deal):
            bill.add(winners, reasons.CAPOT, CONTRED_CAPOT_POINTS)


def _mark_cards(bill: Bill, deal: _Deal, team: int) -> None:
    """A team's own card points, or the capot in their place (SCO-8, SCO-11)."""
    if deal.won.capot is not None:
        bill.add(team, reasons.CAPOT, deal.cards[team])
        return
    raw = deal.won.points[team]
    ten = 10 if deal.won.last_trick == team else 0
    bill.add(team, reasons.CARD_POINTS, raw - ten)
    bill.add(team, reasons.LAST_TRICK, ten)
    bill.add(team, reasons.CONVERSION, deal.cards[team] - raw)


def _mark_annonces(bill: Bill, declared_by: int, marked_by: int, annonces: Pair) -> None:
    if points := annonces[declared_by]:
        bill.add(marked_by, reasons.ANNONCES if declared_by == marked_by else reasons.ANNONCES_TRANSFERRED, points)


def _mark_belotes_of_lone_winners(bill: Bill, deal: _Deal, winners: int, *, failed: bool) -> int:
    """The belotes of a deal that one team marks alone (BEL-6, BEL-7); what the winners mark of them."""
    losers = 1 - winners
    own, lost = deal.belotes[winners], deal.belotes[losers]
    bill.add(winners, reasons.BELOTE, own)
    if deal.ruleset.belote.belote_of_losers == "keep":
        bill.add(losers, reasons.BELOTE, lost)
        return own
    lost += deal.held_back if failed else 0
    bill.add(winners, reasons.BELOTE_TRANSFERRED, lost)
    return own + lost


def _mark_contre(bill: Bill, deal: _Deal, winners: int, base: int, bid: int, annonces: int, belotes: int) -> None:
    """What the multiplication adds (CON-6, CON-8)."""
    rules = deal.ruleset.contract
    multiplied = bid if rules.contre_multiplies == "bid" else base + bid + annonces
    if rules.belote_multiplied:
        multiplied += belotes
    if deal.contract.contre == 2:
        bill.add(winners, reasons.CONTRE, multiplied)
    else:
        bill.add(winners, reasons.SURCONTRE, (rules.surcontre_factor - 1) * multiplied)


def _flat_points(deal: _Deal, *, failed: bool) -> int:
    """What stands in place of the card points of a team that marks alone (SCO-3, SCO-9, CON-4 to CON-7)."""
    bonus = deal.defence_capot and deal.ruleset.scoring.defence_capot == "bonus"
    if not deal.ruleset.bids:
        return deal.ruleset.scoring.capot_points if bonus else FLAT_TURN_UP
    if deal.bids_flat_capot:
        return 0
    if failed:
        return FLAT_BID_CAPOT if bonus else FLAT_BID
    all_tricks = deal.takers_capot and (deal.contract.level == CAPOT or not _adds_for_contred_capot(deal))
    return FLAT_BID_CAPOT if all_tricks else FLAT_BID


def _adds_for_contred_capot(deal: _Deal) -> bool:
    """Whether all the tricks of a contred deal add a hundred, rather than raise the flat points (CON-7)."""
    return deal.ruleset.contract.contred_capot == "plus-100"


def _bid_points(deal: _Deal) -> int:
    """What the bid is worth to who marks it: nought where there is none, or only for the test (CON-3, CON-5)."""
    level = deal.contract.level
    if level == CAPOT:
        return CAPOT_BID_FLAT if deal.bids_flat_capot else CAPOT_BID
    counts = deal.ruleset.contract.counting == "points-and-bid"
    return level if isinstance(level, int) and counts else 0
