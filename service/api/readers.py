"""Who may edit a score sheet or an evening, and who may watch it."""

from service.api.access import proven_bearer, thing, unauthorized
from service.problems import Problem, detail
from service.store.sheets import EDIT, WATCH, Kept, Reader

READERS: dict[str, Reader] = {EDIT: EDIT, WATCH: WATCH}


def prove(identity: str, kept: Kept, allowed: tuple[Reader, ...]) -> Reader:
    """Whose token the request bears, if it is one of those who may; raises Problem (401, 403)."""
    reader = proven_bearer(kept, identity, READERS)
    if reader is None:
        raise unauthorized("reader-token-missing")
    if reader not in allowed:
        raise Problem("forbidden", detail("editors-only", thing=thing()))
    return reader


def reader_or_not_found(name: str) -> Reader:
    """The reader of a path; raises Problem where there is no such."""
    reader = READERS.get(name)
    if reader is None:
        raise Problem("not-found", detail("reader-not-found", name=name[:20]))
    return reader
