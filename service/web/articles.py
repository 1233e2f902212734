"""The articles of the rules as pages show them: English from docs/rules.md, French from texts/articles.fr.toml."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup, escape

RULES = Path(__file__).resolve().parents[2] / "docs" / "rules.md"
FRENCH = Path(__file__).resolve().parent / "texts" / "articles.fr.toml"

CODE = r"(?:CARD|DEAL|AUC|PLAY|TRICK|ANN|BEL|SCO|CON|MATCH|IRR)-[0-9]+"
HEAD = re.compile(rf"\*\*({CODE}) ([^*]+?)\.?\*\*(?: \(((?:`[a-z-]+`(?:, )?)+)\)\.)?\.?")
MARK = re.compile(rf"`([^`]+)`|\*\*([^*]+)\*\*|\b({CODE})\b")


class Article(NamedTuple):
    """One numbered article in a language; `text` has the code and bold marks of Markdown."""

    code: str
    title: str
    reasons: tuple[str, ...]
    text: str

    @property
    def section(self) -> str:
        """The part of the rules that it is in."""
        return self.code.partition("-")[0]

    @property
    def body(self) -> Markup:
        """The text as HTML, other articles linked."""
        return marked_up(self.text)


@cache
def articles(language: str) -> dict[str, Article]:
    """Every article by its code, in the order of the rules."""
    english = english_articles(RULES.read_text("utf-8"))
    if language == "en":
        return english
    french = tomllib.loads(FRENCH.read_text("utf-8"))
    return {
        code: article._replace(title=french[code]["title"], text=french[code]["text"])
        for code, article in english.items()
    }


def english_articles(rules: str) -> dict[str, Article]:
    r"""The articles that a text of rules has, each a paragraph that begins with its code.

    >>> english_articles("**PLAY-2 Lead** (`lead`). The leader plays\nany card. [all]")["PLAY-2"].text
    'The leader plays any card. [all]'
    """
    found = {}
    for paragraph in rules.split("\n\n"):
        text = " ".join(paragraph.split())
        head = HEAD.match(text)
        if head:
            code, title, reasons = head.groups()
            found[code] = Article(
                code, title, tuple(re.findall(r"`([^`]+)`", reasons or "")), text[head.end() :].strip()
            )
    return found


def marked_up(text: str) -> Markup:
    """A text with code, bold words and the codes of articles as HTML; all else is escaped.

    >>> marked_up("see PLAY-2, `lead` < **trump**")
    Markup('see <a href="/rules/PLAY-2">PLAY-2</a>, <code>lead</code> &lt; <strong>trump</strong>')
    """
    parts, done = [], 0
    for found in MARK.finditer(text):
        code, bold, article = found.groups()
        parts.append(escape(text[done : found.start()]))
        if code:
            parts.append(Markup("<code>{}</code>").format(code))
        elif bold:
            parts.append(Markup("<strong>{}</strong>").format(marked_up(bold)))
        else:
            parts.append(Markup('<a href="/rules/{0}">{0}</a>').format(article))
        done = found.end()
    parts.append(escape(text[done:]))
    return Markup("").join(parts)
