"""A naive twin of the service: the rules of `docs/rules.md` once more, slow and obvious, in strings, lists and dicts.

It shares no line with the service and was written from `docs/rules.md` alone, so that an agreement of the two over
random requests means something. A function takes a valid request body and returns the answer without its human texts.
"""


class Impossible(ValueError):
    """A position that cannot be: the service answers 422, `impossible-position`."""


class DoNotAddUp(ValueError):
    """Two figures that do not make the total of the deal: the service answers 422, `points-do-not-add-up`."""
