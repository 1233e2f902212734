"""Audits: /v1/scoresheets/audit."""

from typing import Any

from service.api.schemas.audits import AuditRequest
from service.api.scoring import dump_score
from service.problems import problem_of
from service.rules.scoresheet.audit import Finding
from service.rules.scoresheet.audit import audit as audit_of


def audit(request: AuditRequest, language: str) -> dict[str, Any]:
    """What of a sheet cannot be, what would be right, and which rulesets explain it better."""
    found = audit_of(request.ruleset, request.deals)
    return {
        "ruleset": request.ruleset.text,
        "clean": all(finding.clean for finding in found.findings),
        "explained": found.explained,
        "deals": [dump_finding(finding, index, language) for index, finding in enumerate(found.findings)],
        "better": [{"ruleset": each.ruleset.text, "explained": each.explained} for each in found.better],
    }


def dump_finding(finding: Finding, index: int, language: str) -> dict[str, Any]:
    """What the audit says of one deal."""
    return {
        "verdict": verdict_of(finding),
        "scores": None if finding.fault else list(finding.right),
        "totals": finding.right_totals and list(finding.right_totals),
        "bill": finding.score and dump_score(finding.score),
        "problem": finding.fault and problem_of(finding.fault.within("deals", index)).document(language),
    }


def verdict_of(finding: Finding) -> str:
    """In a word: what is wrong with the deal first, then with what was marked, then with the running totals."""
    if finding.fault is not None:
        return "impossible"
    if not finding.marked_right:
        return "marked-wrong"
    return "right" if finding.right_totals is None else "totals-wrong"
