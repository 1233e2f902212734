"""Rulesets: a dated preset with some options changed.

A preset is a TOML file of what differs from the defaults, with its title, edition and sources. A ruleset has a
canonical text, the preset and in brackets what differs from it, and a digest of all its options.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any

from service.rules.annonces import AnnonceRules
from service.rules.auction.options import AuctionRules
from service.rules.belote import BeloteRules
from service.rules.match.options import MatchRules
from service.rules.options import Option, Value, format_value, options_of
from service.rules.play import PlayRules
from service.rules.reasons import RuleError
from service.rules.scoring.options import ContractRules, ScoringRules
from service.rules.trumps import CardRules

GROUPS: dict[str, type] = {
    "cards": CardRules,
    "auction": AuctionRules,
    "play": PlayRules,
    "annonces": AnnonceRules,
    "belote": BeloteRules,
    "scoring": ScoringRules,
    "contract": ContractRules,
    "match": MatchRules,
}
"""The option groups by the field of `Ruleset` that holds them, in the order of the option table."""

OPTIONS: dict[str, Option] = {option.name: option for group in GROUPS.values() for option in options_of(group)}
"""Every option by name, in the order of the option table."""

GROUP_OF = {option.name: name for name, group in GROUPS.items() for option in options_of(group)}

DEFAULT_PRESET = "ffb-annonces"

RULESET_TEXT = re.compile(r"(?P<preset>[^()]*?)\s*(?:\((?P<options>[^()]*)\))?")


class RulesetError(Exception):
    """A ruleset that does not exist; `faults` lists all that is wrong, each with its place in the object form."""

    def __init__(self, *faults: RuleError) -> None:
        super().__init__(*faults)
        self.faults = faults


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A dated rulebook."""

    id: str
    title: str
    edition: str
    sources: tuple[str, ...]
    options: Mapping[str, Value]
    """What differs from the defaults."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A preset and all its options, as the modules that read them want them."""

    preset: str
    cards: CardRules
    auction: AuctionRules
    play: PlayRules
    annonces: AnnonceRules
    belote: BeloteRules
    scoring: ScoringRules
    contract: ContractRules
    match: MatchRules
    text: str = field(compare=False)
    """The canonical text: the preset, and in brackets what differs from it."""

    def __hash__(self) -> int:
        """That of the text, which says all that makes two rulesets equal."""
        return hash(self.text)

    @cached_property
    def options(self) -> dict[str, Value]:
        """The value of every option, in the order of the option table."""
        return {name: getattr(getattr(self, GROUP_OF[name]), name) for name in OPTIONS}

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all options; equal options have equal digests under any preset."""
        canonical = json.dumps(self.options, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    @cached_property
    def bids(self) -> bool:
        """Whether levels are bid, as against a card turned up."""
        return self.auction.auction == "bid"

    def plays_trump(self, trump: int) -> bool:
        """Whether a trump may be named under this ruleset (AUC-5)."""
        return trump < 4 or (self.auction.sans_atout if trump == 4 else self.auction.tout_atout)


@cache
def presets() -> dict[str, Preset]:
    """Every preset by its id, the federation's first."""
    folder = resources.files(__package__) / "presets"
    documents = [tomllib.loads(file.read_text("utf-8")) for file in folder.iterdir() if file.name.endswith(".toml")]
    documents.sort(key=lambda document: document["position"])
    return {
        document["id"]: Preset(
            id=document["id"],
            title=document["title"],
            edition=document["edition"],
            sources=tuple(document["sources"]),
            options=document["options"],
        )
        for document in documents
    }


def make_ruleset(preset: str = DEFAULT_PRESET, options: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset of a preset with some options changed.

    >>> make_ruleset("ffb-contree", {"undertrump_opponent": "must"}).text
    'ffb-contree(undertrump_opponent=must)'

    Raises RulesetError with every unknown option and every value that is not allowed.
    """
    changed = options or {}
    faults = [] if preset in presets() else [_unknown_preset(preset)]
    faults += [fault for name, value in changed.items() if (fault := _fault_of(name, value))]
    if faults:
        raise RulesetError(*faults)
    return _resolved(preset, tuple(sorted(changed.items())))


@lru_cache(maxsize=1024)
def parse_ruleset(text: str) -> Ruleset:
    """The ruleset that a text names: a preset's id and, in brackets, `option=value` pairs separated by commas.

    >>> parse_ruleset("ffb-contree(rounding=none, undertrump_opponent=must)").text
    'ffb-contree(undertrump_opponent=must,rounding=none)'

    Raises RulesetError with everything that is wrong.
    """
    match = RULESET_TEXT.fullmatch(text)
    if match is None:
        raise RulesetError(RuleError("ruleset-form"))
    options: dict[str, object] = {}
    faults = []
    for pair in (match["options"] or "").split(",") if match["options"] is not None else ():
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals:
            faults.append(RuleError("ruleset-form"))
        elif name in options:
            faults.append(RuleError("option-twice", option=name))
        elif name not in OPTIONS:
            faults.append(_unknown_option(name))
        else:
            try:
                options[name] = OPTIONS[name].parse(value)
            except ValueError:
                faults.append(_bad_value(name, value))
    if match["preset"] not in presets():
        faults.insert(0, _unknown_preset(match["preset"]))
    if faults:
        raise RulesetError(*faults)
    return make_ruleset(match["preset"], options)


@lru_cache(maxsize=1024)
def _resolved(preset: str, changed: tuple[tuple[str, Value], ...]) -> Ruleset:
    base = {name: option.default for name, option in OPTIONS.items()} | dict(presets()[preset].options)
    values = base | dict(changed)
    _check_bids(values)
    groups: dict[str, Any] = {
        name: group(**{option.name: values[option.name] for option in options_of(group)})
        for name, group in GROUPS.items()
    }
    different = [f"{name}={format_value(values[name])}" for name in OPTIONS if values[name] != base[name]]
    return Ruleset(preset=preset, text=preset + (f"({','.join(different)})" if different else ""), **groups)


def _check_bids(values: Mapping[str, Value]) -> None:
    """Refuse levels that no bid can have: limits off the step, the highest below the lowest."""
    limits = {name: value for name in ("bid_min", "bid_max") if isinstance(value := values[name], int)}
    step = int(values["bid_step"])
    faults = [
        RuleError("bid-limit-off-step", "options", name, option=name, value=value, step=step)
        for name, value in limits.items()
        if value % step
    ]
    if limits.get("bid_max", limits["bid_min"]) < limits["bid_min"]:
        faults.append(
            RuleError("bid-max-below-min", "options", "bid_max", maximum=limits["bid_max"], minimum=limits["bid_min"])
        )
    if faults:
        raise RulesetError(*faults)


def _fault_of(name: str, value: object) -> RuleError | None:
    if name not in OPTIONS:
        return _unknown_option(name)
    if not OPTIONS[name].accepts(value):
        return _bad_value(name, value)
    return None


def _unknown_preset(preset: str) -> RuleError:
    return RuleError("unknown-preset", "preset", preset=preset, allowed=", ".join(presets()))


def _unknown_option(name: str) -> RuleError:
    return RuleError("unknown-option", "options", name, option=name, allowed=", ".join(OPTIONS))


def _bad_value(name: str, value: object) -> RuleError:
    return RuleError("bad-option-value", "options", name, option=name, value=value, allowed=OPTIONS[name].allowed)
