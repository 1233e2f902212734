"""Rulesets (section C of `docs/rules.md`): the tables are read out of the page itself."""

import functools
import re
from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
DEFAULT_RULESET = "ffb-annonces"


def table_rows(first_heading):
    """Rows (lists of cell texts) of the tables in docs/rules.md whose first heading cell is `first_heading`."""
    rows, inside = [], False
    for line in RULES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == first_heading:
            inside = True
        if inside and not set(cells[0]) <= set("-: "):
            rows.append(cells)
    return rows


def plain_value(text):
    """The value that a table or a ruleset text names: a boolean, a number, or a word ("none" is a word)."""
    text = text.strip("()*` ")
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def value_text(value):
    """How a value is written in the text form."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@functools.cache
def option_table():
    """Option -> its allowed values (words and ranges, as text), article and "read by", in the order of the page."""
    table = {}
    for row in table_rows("option"):
        if len(row) == 5 and row[0] != "option":
            table[row[0].strip("`")] = {"values": row[1], "article": row[3], "read_by": row[4]}
    return table


@functools.cache
def preset_table():
    """Preset -> {option: value}."""
    heading, *rows = [row for row in table_rows("option") if len(row) > 5]
    table = {preset: {} for preset in heading[1:]}
    for row in rows:
        for preset, cell in zip(heading[1:], row[1:], strict=True):
            table[preset][row[0].strip("`")] = plain_value(cell)
    return table


@functools.cache
def article_table():
    """(kind, code) -> the article that an answer cites (section F)."""
    return {(kind, code.strip("`")): article for kind, code, article in table_rows("kind")[1:]}


def article_of(kind, code):
    """The article of a reason code."""
    return article_table()[(kind, code)]


def split_ruleset(ruleset):
    """Preset and changed options of a ruleset in any of its forms (None: left out)."""
    if ruleset is None:
        return DEFAULT_RULESET, {}
    if isinstance(ruleset, dict):
        return ruleset["preset"], dict(ruleset.get("options", {}))
    preset, inside = re.fullmatch(r"([^()]+)(?:\((.*)\))?", ruleset.strip()).groups()
    changes = {}
    for pair in (inside or "").split(","):
        if pair.strip():
            option, value = pair.strip().split("=")
            changes[option] = plain_value(value)
    return preset, changes


def options_of(ruleset):
    """Every option of a ruleset with its value."""
    preset, changes = split_ruleset(ruleset)
    options = dict(preset_table()[preset])
    for option, value in changes.items():
        if option not in options:
            raise ValueError(f"no option {option}")
        options[option] = value
    return options


def canonical_text(ruleset):
    """The preset and, in brackets, only what differs from it, in the order of the page."""
    preset, _ = split_ruleset(ruleset)
    options = options_of(ruleset)
    changed = [
        f"{option}={value_text(options[option])}"
        for option in option_table()
        if options[option] != preset_table()[preset][option]
    ]
    return f"{preset}({','.join(changed)})" if changed else preset
