"""The folder that the processes of a service share: its own, and gone with it, however it ends."""

import os
import subprocess
import sys
import tempfile
import time

import pytest

from service import scratch
from service.scratch import Scratch
from tests.conftest import CHECKOUT

PREFIX = "belote-scratch-"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def folders(place, prefix=PREFIX):
    return sorted(found for found in place.iterdir() if found.name.startswith(prefix))


def test_a_folder_in_use_is_left_alone_and_goes_with_its_owner(place):
    first, second = Scratch(PREFIX), Scratch(PREFIX)
    assert folders(place) == sorted([first.folder, second.folder])
    assert first.folder.stat().st_mode & 0o077 == 0
    (first.folder / "1.json").write_text("{}")
    first.remove()
    second.remove()
    assert folders(place) == []


def test_what_a_killed_owner_left_is_removed(place):
    program = f"import os, signal; from service.scratch import Scratch; Scratch({PREFIX!r}); os.kill(os.getpid(), 9)"
    environ = os.environ | {"TMPDIR": str(place)}
    for _ in range(3):
        killed = subprocess.run([sys.executable, "-c", program], cwd=CHECKOUT, env=environ, check=False)
        assert killed.returncode == -9
    assert len(folders(place)) == 1
    own = Scratch(PREFIX)
    assert folders(place) == [own.folder]
    own.remove()


def test_a_folder_without_a_lock_is_left_for_a_while(place, monkeypatch):
    fresh = place / f"{PREFIX}fresh"
    fresh.mkdir()
    Scratch(PREFIX).remove()
    assert folders(place) == [fresh]
    monkeypatch.setattr(scratch, "UNLOCKED_SECONDS", -1)
    Scratch(PREFIX).remove()
    assert folders(place) == []


def test_nothing_else_is_removed(place, monkeypatch):
    monkeypatch.setattr(scratch, "UNLOCKED_SECONDS", -1)
    kept = place / "kept"
    kept.mkdir()
    link, file = place / f"{PREFIX}link", place / f"{PREFIX}file"
    link.symlink_to(kept)
    file.write_text("not a folder")
    stranger = place / f"{PREFIX}stranger"
    stranger.mkdir()
    monkeypatch.setattr(os, "getuid", lambda: stranger.stat().st_uid + 1)
    Scratch(PREFIX).remove()
    assert (link.is_symlink(), file.exists(), stranger.exists(), kept.exists()) == (True,) * 4


def test_a_service_cleans_up_after_one_that_was_killed(short_directory, start_service):
    place = short_directory / "tmp"
    place.mkdir()
    environ = {
        "TMPDIR": str(place),
        "XDG_RUNTIME_DIR": str(short_directory),
        "BELOTE_DATA": str(short_directory / "scratch"),
    }
    killed = start_service(environ)
    [left] = folders(place, "belote-metrics-")
    killed.process.kill()
    killed.process.wait()
    deadline = time.monotonic() + 20
    while True:  # its workers hold the folder until they have noticed, a moment later
        service = start_service(environ)
        found = folders(place, "belote-metrics-")
        if left not in found:
            break
        assert time.monotonic() < deadline
        service.stop()
    assert len(found) == 1
    assert service.stop() == 0
    assert folders(place, "belote-metrics-") == []
