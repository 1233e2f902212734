"""The pinned files install on their own, on any pip, on any day."""

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILES = sorted(Path(__file__).resolve().parent.parent.glob("requirements*.txt"))
PIN = re.compile(r"^([^ ;\\]+==[^ ;\\]+)", re.MULTILINE)


def pins(file):
    """What a file pins: extras by package."""
    pinned = [Requirement(line) for line in PIN.findall(file.read_text())]
    return {canonicalize_name(pin.name): pin.extras for pin in pinned}


def asked(package):
    """What an installed package asks for; nothing of one that is not installed."""
    try:
        found = requires(package) or ()
    except PackageNotFoundError:
        return []
    return [need for need in map(Requirement, found) if need.marker is None or need.marker.evaluate({"extra": ""})]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_package_that_is_asked_for_with_an_extra_is_pinned_with_it(file):
    pinned = pins(file)
    assert pinned
    lacking = {
        f"{package} asks for {need.name}{sorted(need.extras)}"
        for package in pinned
        for need in asked(package)
        if not need.extras <= pinned.get(canonicalize_name(need.name), need.extras)
    }
    assert not lacking


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_everything_is_pinned_with_hashes(file):
    text = file.read_text()
    entries = re.split(r"^(?=\S)", text, flags=re.MULTILINE)
    bare = [entry.split()[0] for entry in entries if "==" in entry and "--hash=sha256:" not in entry]
    assert not bare
