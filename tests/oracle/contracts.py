"""What a contract may be under a ruleset (AUC-5, AUC-15)."""

from . import Impossible
from .cards import refuse_trump


def on_the_ladder(level, options):
    """Whether a bid may have this level at all (AUC-7, AUC-8)."""
    if level == "capot":
        return True
    under_the_top = options["bid_max"] == "none" or level <= options["bid_max"]
    return level >= options["bid_min"] and level % options["bid_step"] == 0 and under_the_top


def refuse_contract(options, contract):
    """AUC-15: a contract given ready-made must be one that the ruleset's auction can end with."""
    refuse_trump(options, contract["trump"])
    level, contre = contract.get("level"), contract.get("contre", 1)
    if options["auction"] == "turn-up":
        if level is not None or contre != 1:
            raise Impossible("AUC-15: no level and no contre where a card is turned up")
        return
    if level is None or not on_the_ladder(level, options):
        raise Impossible(f"AUC-15: no auction ends at {level}")
    if level == "capot" and contre != 1 and not options["contre_capot"]:
        raise Impossible("AUC-10, AUC-15: a capot is not contred")
