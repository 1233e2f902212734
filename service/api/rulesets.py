"""Rulesets: /v1/rulesets, one preset, resolve and compare."""

from typing import Any

from service.api.schemas.rulesets import CompareRequest, ResolveRequest
from service.problems import Problem, detail
from service.rules.options import Option
from service.rules.ruleset import OPTIONS, Preset, make_ruleset, presets


def list_presets() -> dict[str, Any]:
    """Every preset with its title, edition, sources and digest."""
    return {"rulesets": [summary(preset) for preset in presets().values()]}


def show_preset(name: str) -> dict[str, Any]:
    """One preset with every option: its value, what is allowed, and the article that reads it.

    Raises Problem for a preset that does not exist.
    """
    preset = presets().get(name)
    if preset is None:
        raise Problem("not-found", detail("unknown-preset", preset=name[:40], allowed=", ".join(presets())))
    values = make_ruleset(name).options
    return summary(preset) | {
        "options": [described(option) | {"value": values[option.name]} for option in OPTIONS.values()]
    }


def resolve(request: ResolveRequest, _language: str) -> dict[str, Any]:
    """A ruleset with the value of every option."""
    ruleset = request.ruleset
    return {
        "ruleset": ruleset.text,
        "preset": ruleset.preset,
        "options": ruleset.options,
        "digest": ruleset.digest,
    }


def compare(request: CompareRequest, _language: str) -> dict[str, Any]:
    """The options in which two rulesets differ, in the order of the option table."""
    first, second = request.rulesets
    return {
        "rulesets": [first.text, second.text],
        "differences": [
            {"option": name, "article": option.article, "values": [first.options[name], second.options[name]]}
            for name, option in OPTIONS.items()
            if first.options[name] != second.options[name]
        ],
    }


def summary(preset: Preset) -> dict[str, Any]:
    """What the list says of a preset."""
    return {
        "ruleset": preset.id,
        "preset": preset.id,
        "title": preset.title,
        "edition": preset.edition,
        "sources": list(preset.sources),
        "digest": make_ruleset(preset.id).digest,
    }


def described(option: Option) -> dict[str, Any]:
    """What there is to say of an option under any preset."""
    row: dict[str, Any] = {
        "option": option.name,
        "article": option.article,
        "description": option.description,
        "default": option.default,
        "allowed": list(option.values),
        "read_by": list(option.read_by),
    }
    if option.kind == "whole":
        row |= {"minimum": option.minimum, "maximum": option.maximum}
    return row
