"""What holds of every game that was played here; a stored one of which it does not is damaged.

Whoever looks at a game relies on all of it, so that it is made sure of once, when the game is read.
"""

from functools import lru_cache

from service.rules.annonces.kinds import CARRE, KINDS, LOWEST_TOPS
from service.rules.cards import ACE
from service.rules.deal import check_deck
from service.rules.game.dealing import Dealing
from service.rules.game.facts import Deal, Game
from service.rules.game.sheet import FinishedDeal, match_of, score_sheet
from service.rules.game.spoken import has_word, seat_of_ply
from service.rules.seats import next_seat
from service.rules.stored import is_whole, require

SECRET_DIGITS = 32
"""Seed and salt are so many hexadecimal digits each."""


def check_game(game: Game) -> None:
    """Raise Damaged, or what the rules raise, unless a game can have come to be by its actions."""
    for finished in score_sheet(game):
        _check_finished(finished)
    for supplied in game.supplied:
        check_deck(supplied.cards)
    if game.deal is None:
        require(game.past, "a game without a deal")
    else:
        require(not match_of(game).over, "a deal after the match")
        check_played(game.deal)
        require(not _is_finished(game.deal), "a deal that should have been put away")


@lru_cache(maxsize=4096)
def _check_finished(finished: FinishedDeal) -> None:
    """As `check_played`, once for each deal on a score sheet."""
    require(not finished.before.over, "a deal after the match")
    check_played(finished.deal)
    require(_is_finished(finished.deal), "a deal put away before its end")


def check_played(deal: Deal) -> None:
    """Raise Damaged, or what the rules raise, unless a deal can have been dealt, called and played like this."""
    check_dealing(deal.dealing)
    if deal.contract is None:
        require(not (deal.plays or deal.declared or deal.words), "cards without a contract")
        return
    require(len(deal.plays) <= 32 and deal.play.violation is None, "a card against the rules")
    _check_declared(deal)
    require(list(deal.words) == sorted(set(deal.words)), "words out of order")
    for ply in deal.words:
        require(has_word(deal, seat_of_ply(deal, ply), deal.plays[ply]), "a word without its card")


def check_dealing(dealing: Dealing) -> None:
    """Raise Damaged, or what the rules raise, for cards that are not the 32, or a secret that is not whole."""
    require(is_whole(dealing.dealer, 0, 3) and len(dealing.salt) == SECRET_DIGITS, "no dealer, or no whole salt")
    if dealing.given is None:
        require(len(dealing.seed or "") == SECRET_DIGITS, "no whole seed")
    else:
        check_deck(dealing.given)


def _check_declared(deal: Deal) -> None:
    spoken = [next_seat(deal.dealing.dealer, steps) for steps in range(1, 5)][: len(deal.plays)]
    seats = [declaration.seat for declaration in deal.declared]
    require(seats == [seat for seat in spoken if seat in seats], "annonces out of turn")
    require(not seats or deal.auction.ruleset.annonces.annonces, "annonces that are not played")
    for declaration in deal.declared:
        require(declaration.annonces, "a declaration of nothing")
        for kind, top, suit in declaration.annonces:
            require(is_whole(kind, 0, len(KINDS) - 1), "no such annonce")
            require(LOWEST_TOPS[kind] <= top <= ACE, "no such annonce")
            require((suit is None) == (kind == CARRE) and (suit is None or suit in range(4)), "no such annonce")


def _is_finished(deal: Deal) -> bool:
    return deal.auction.outcome == "all-pass" or len(deal.plays) == 32
