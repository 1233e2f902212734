"""What is said in playing: annonces declared, compared and shown (ANN-9, ANN-10), and the words of a belote (BEL-2)."""

from typing import Literal, NamedTuple

from service.rules import reasons
from service.rules.annonces import AnnonceRules, Declaration, Resolution, Spoken, resolve
from service.rules.annonces.resolution import Verdict, cards_of, compare
from service.rules.belote import PAIRS, Belote
from service.rules.cards import set_of
from service.rules.game.facts import Deal
from service.rules.seats import next_seat, team_of
from service.rules.trumps import is_trump_order

BeloteWord = Literal["belote", "rebelote"]

HEIGHT_ASKED = (reasons.HIGHER_VALUE, reasons.HIGHER_TOP, reasons.TRUMP_SUIT, reasons.FIRST_SPEAKER)
"""The reasons for which the two best annonces had to be told by their height, and not by their kind alone."""


class Word(NamedTuple):
    """A word of a belote that was said."""

    ply: int
    seat: int
    card: int
    word: BeloteWord


class Comparison(NamedTuple):
    """What the table heard of the comparison at the end of the first trick, before anybody showed."""

    winner: int | None
    """The team whose best annonce goes before, or None."""
    reason: reasons.Reason
    heights: tuple[Spoken, ...]
    """The best annonces of the two sides, where they had to be told by their height; their suits stay unsaid."""


class Shown(NamedTuple):
    """An annonce that its side had to show."""

    spoken: Spoken
    cards: int
    """The set of its cards; none where it is false."""


def seat_of_ply(deal: Deal, ply: int) -> int:
    """The seat that played a card, counted from 0."""
    return next_seat(deal.play.leaders[ply >> 2], ply & 3)


def has_word(deal: Deal, seat: int, card: int) -> bool:
    """Whether "belote" or "rebelote" may be said with a card: it is of a pair in the hand as dealt (BEL-1, BEL-2)."""
    contract, pair = deal.contract, PAIRS[card >> 3]
    if contract is None or not pair >> card & 1 or not is_trump_order(card >> 3, contract.trump):
        return False
    return deal.dealt[seat] & pair == pair


def words_said(deal: Deal) -> tuple[Word, ...]:
    """The words of belotes said so far, in order."""
    said = []
    for ply in deal.words:
        card = deal.plays[ply]
        second = PAIRS[card >> 3] & set_of(deal.plays[:ply])  # the other card of the pair was played before
        word: BeloteWord = "rebelote" if second else "belote"
        said.append(Word(ply, seat_of_ply(deal, ply), card, word))
    return tuple(said)


def belotes_heard(deal: Deal) -> tuple[Belote, ...]:
    """The belotes of which a word was said, as the score wants them (BEL-3, BEL-4).

    A "rebelote" that is missing is noticed while the points are counted, since it is the service that counts.
    """
    heard: dict[tuple[int, int], set[str]] = {}
    for word in words_said(deal):
        heard.setdefault((team_of(word.seat), word.card >> 3), set()).add(word.word)
    return tuple(
        [
            Belote(team, suit, "belote" in words, "rebelote" in words, None if "rebelote" in words else "at-count")
            for (team, suit), words in heard.items()
        ]
    )


def comparison(deal: Deal) -> Comparison | None:
    """The comparison of what was declared, every annonce believed; None before the end of the first trick."""
    if not deal.declared or len(deal.plays) < 4:
        return None
    spoken = [Spoken(seat, annonce) for seat, annonces, _ in deal.declared for annonce in annonces]
    verdict: Verdict = compare(_rules(deal), _trump(deal), _leader(deal), spoken)
    asked = verdict.reason in HEIGHT_ASKED
    heights = tuple([best for best in (verdict.best, verdict.beaten) if best is not None]) if asked else ()
    return Comparison(verdict.winner, verdict.reason, heights)


def resolution(deal: Deal) -> Resolution | None:
    """What becomes of the annonces, looked up in the hands; None before the first card of the second trick (ANN-9)."""
    if not deal.declared or len(deal.plays) < 5:
        return None
    return resolve(_rules(deal), _trump(deal), _leader(deal), declarations(deal))


def declarations(deal: Deal) -> tuple[Declaration, ...]:
    """What was declared, with the hands to look it up in."""
    return tuple([Declaration(seat, annonces, deal.dealt[seat]) for seat, annonces, _ in deal.declared])


def shown(deal: Deal, resolved: Resolution) -> tuple[Shown, ...]:
    """The annonces that were shown: those that score with their cards, the false ones without (ANN-10)."""
    scored = [Shown(item, cards_of(item.annonce, deal.dealt[item.seat])) for item in resolved.scored]
    return (*scored, *[Shown(item, 0) for item in resolved.false])


def _rules(deal: Deal) -> AnnonceRules:
    return deal.auction.ruleset.annonces


def _trump(deal: Deal) -> int:
    return deal.agreed.trump


def _leader(deal: Deal) -> int:
    return next_seat(deal.dealing.dealer)
