"""What the service says to people, in English and French.

A message is a kind and a code, as the rules and the edge know them, and the facts that its sentence speaks of. The
sentences stand in one TOML catalogue a language. In a sentence `{winning:card}` puts a fact into words: the part after
the colon names a table of the catalogue's `words`.
"""

import string
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

LANGUAGES = ("en", "fr")
DEFAULT_LANGUAGE = "en"


class Message:
    """A sentence to be said in the language of whoever asks."""

    __slots__ = ("code", "facts", "kind")

    def __init__(self, kind: str, code: str, /, **facts: Any) -> None:
        self.kind = kind
        self.code = code
        self.facts = facts

    def say(self, language: str) -> str:
        """The sentence in one of `LANGUAGES`."""
        return say(language, self.kind, self.code, **self.facts)

    def __repr__(self) -> str:
        return f"Message({self.kind!r}, {self.code!r}, **{self.facts!r})"


@lru_cache(maxsize=8192)
def say(language: str, kind: str, code: str, /, **facts: Any) -> str:
    """The sentence of a catalogue for a kind and code, with its facts put in.

    >>> say("en", "fault", "not-a-card", value="'1H'")
    "'1H' is not a card: a rank of 7 8 9 T J Q K A, then a suit of S H D C."

    `facts` are hashable; raises KeyError for a code that the catalogue does not know.
    """
    catalogue = catalogue_of(language)
    table: Mapping[str, Any] = catalogue
    for name in kind.split("."):
        table = table[name]
    return _Sentence(catalogue["words"]).vformat(table[code], (), facts)


@cache
def catalogue_of(language: str) -> Mapping[str, Mapping[str, Any]]:
    """The catalogue of a language: a table of sentences a kind, and the table `words`."""
    return tomllib.loads((resources.files(__package__) / f"{language}.toml").read_text("utf-8"))


class _Sentence(string.Formatter):
    """Formats facts by the tables of words of a language."""

    def __init__(self, words: Mapping[str, Mapping[str, str]]) -> None:
        self.words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        """Put one fact into words; numbers and texts without a table stand as they are."""
        if format_spec in self.words:
            return self.words[format_spec][str(value)]
        if format_spec == "card":
            return self.words["cards"]["name"].format(
                rank=self.words["rank"][str(value & 7)], suit=self.words["suit"][str(value >> 3)]
            )
        return format(value, format_spec)
