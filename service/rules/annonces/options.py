"""Where the rulebooks differ on annonces (ANN-1, ANN-5 to ANN-7, ANN-11 to ANN-13)."""

from dataclasses import dataclass
from typing import Literal

from service.rules.options import choice, flag


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnonceRules:
    """Whether annonces are played, how they compare and what becomes of them."""

    annonces: bool = flag(False, "ANN-1", "Annonces are declared and scored")
    carre_vs_cent: Literal["carre", "cent"] = choice(
        "carre", "cent", article="ANN-5", description="Which goes first, a carré of 100 or a cent"
    )
    carre_order: Literal["plain", "natural"] = choice(
        "plain", "natural", article="ANN-6", description="Order of the carrés of 100: A T K Q, or A K Q T"
    )
    annonce_tie: Literal["none", "first-speaker"] = choice(
        "none",
        "first-speaker",
        article="ANN-7",
        description="Equal best annonces: nobody scores, or the side that comes first in playing order",
    )
    annonces_in_contract: bool = flag(True, "ANN-11", "Annonces count when the contract is tested")
    annonces_on_failure: Literal["validated", "all-declared"] = choice(
        "validated",
        "all-declared",
        article="ANN-12",
        description="When the takers fail, the defence scores the annonces that won, or all that were declared",
    )
    annonces_on_capot: Literal["transfer", "void"] = choice(
        "transfer",
        "void",
        article="ANN-13",
        description="When the takers make capot, the defence's annonces go to them, or to nobody",
    )
