"""`python -m service adjudicate`: files of requests, ruled on with all cores."""

import errno
import json
import os
import pty
import resource
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service.__main__ import main
from tests.batch.lines import GOOD, POSITION, batch, cases, line

CHECKOUT = Path(__file__).parents[2]
REFUSED = line("moves/validate", POSITION | {"card": "QH"}, id="refused")


def command(*arguments, **more):
    return subprocess.Popen([sys.executable, "-m", "service", "adjudicate", *arguments], cwd=CHECKOUT, **more)


def adjudicate(*arguments, data=None):
    done = subprocess.run(
        [sys.executable, "-m", "service", "adjudicate", *map(str, arguments)],
        cwd=CHECKOUT,
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr.decode()


def every_case(times=1):
    """The lines of the pack, those that draw a seed of their own left out."""
    asked = [case for case in cases() if case["path"] != "/v1/deals/shuffle" or "seed" in case["body"]]
    return batch(*[line(case["path"].removeprefix("/v1/"), case["body"], id=case["id"]) for case in asked] * times)


@pytest.fixture
def file_of(tmp_path):
    def write(data):
        file = tmp_path / "deals.ndjson"
        file.write_bytes(data)
        return file

    return write


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_is_answered_like_a_batch_whatever_the_number_of_processes(file_of, client, jobs):
    data = every_case(2)
    expected = client.post("/v1/batch", data=data, headers={"Content-Type": "application/x-ndjson"}).data
    status, rulings, _ = adjudicate(file_of(data), "--jobs", jobs)
    assert rulings == expected
    assert status == 1


@pytest.mark.parametrize("count", [0, 1, 499, 500, 501, 1000, 1001, 1499, 1501])
def test_no_line_is_lost_between_the_blocks(file_of, count):
    status, rulings, _ = adjudicate(file_of(batch(*[GOOD] * count)), "-j", 2)
    assert [json.loads(text)["line"] for text in rulings.splitlines()] == list(range(1, count + 1))
    assert status == 0


@pytest.mark.parametrize("argument", [[], ["-"]])
def test_standard_input_is_read(argument):
    status, rulings, said = adjudicate(*argument, data=batch(GOOD))
    assert (status, json.loads(rulings)["id"], said) == (0, "good", "")


@pytest.mark.parametrize(
    ("lines", "status", "said"),
    [
        ([GOOD], 0, ""),
        ([], 0, ""),
        ([GOOD, REFUSED, "["], 1, "3 lines: 1 not answered with 200, 1 refused by the rules; the first is line 2.\n"),
    ],
)
def test_the_exit_status_says_whether_all_was_accepted(file_of, lines, status, said):
    assert adjudicate(file_of(batch(*lines)))[::2] == (status, said)


def test_quiet_says_nothing(file_of):
    assert adjudicate(file_of(batch(REFUSED)), "-q")[::2] == (1, "")


def test_messages_come_in_the_language_asked(file_of):
    assert "vous devez" in adjudicate(file_of(batch(GOOD)), "--language", "fr")[1].decode()


def test_the_output_file_is_there_once_it_is_whole(file_of, tmp_path):
    output = tmp_path / "rulings.ndjson"
    output.write_text("before")
    status, rulings, _ = adjudicate(file_of(batch(GOOD, GOOD)), "-o", output)
    assert (status, rulings) == (0, b"")
    assert len(output.read_bytes().splitlines()) == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["deals.ndjson", "rulings.ndjson"]


def test_the_rulings_may_replace_the_requests(file_of):
    file = file_of(batch(GOOD))
    assert adjudicate(file, "-o", file)[0] == 0
    assert json.loads(file.read_bytes())["status"] == 200


def test_the_output_may_be_a_device(file_of):
    assert adjudicate(file_of(batch(GOOD)), "-o", "/dev/stdout")[:2] == (0, adjudicate(data=batch(GOOD))[1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such-file"], "no-such-file: No such file or directory"),
        (["."], ".: Is a directory"),
        (["-o", "no-such-folder/rulings"], "No such file or directory"),
        (["--jobs", "0"], "invalid positive value: '0'"),
        (["--language", "de"], "invalid choice: 'de'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(arguments, said):
    status, rulings, told = adjudicate(*arguments, data=batch(GOOD))
    assert (status, rulings) == (2, b"")
    assert said in told
    assert "Traceback" not in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is Linux's")
def test_a_full_disk_is_said():
    status, _, told = adjudicate("-o", "/dev/full", data=batch(GOOD))
    assert (status, told) == (2, f"[Errno {errno.ENOSPC}] No space left on device\n")


def test_settings_that_cannot_be_used_are_said(monkeypatch):
    monkeypatch.setenv("BELOTE_MAX_BODY_BYTES", "few")
    status, _, told = adjudicate(data=batch(GOOD))
    assert status == 2
    assert told.startswith("BELOTE_MAX_BODY_BYTES is 'few'")


def test_a_reader_that_has_seen_enough_ends_it_quietly(file_of):
    process = command(file_of(batch(*[GOOD] * 30_000)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline().startswith(b'{"id":"good","line":1,')
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == 128 + signal.SIGPIPE


def children_of(pid):
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    return [int(child) for child in text.split()]


def gone(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][0] == "Z"
    except FileNotFoundError:
        return True


def until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


@pytest.fixture
def endless():
    """The command at work on a stream without end, once it has answered something."""
    process = command("-j", "2", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    feeder = subprocess.Popen(
        [sys.executable, "-c", f"import sys\nwhile True: sys.stdout.write({GOOD + chr(10)!r} * 1000)"],
        stdout=process.stdin,
        stderr=subprocess.DEVNULL,
    )
    process.stdin.close()
    read = [process.stdout.read1()]
    yield process, read
    for started in (feeder, process):
        started.kill()
        started.wait()
    process.stdout.close()
    process.stderr.close()


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_between_two_lines(endless, sign, status):
    process, read = endless
    pool = children_of(process.pid)
    assert len(pool) == 2
    process.send_signal(sign)
    read.append(process.stdout.read())
    assert process.wait(10) == status
    *whole, rest = b"".join(read).split(b"\n")
    assert rest == b""
    assert [json.loads(text)["line"] for text in whole] == list(range(1, len(whole) + 1))
    assert process.stderr.read().decode() == f"Stopped after {len(whole):,} lines.\n"
    assert until(lambda: all(map(gone, pool)))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
def test_the_processes_end_with_the_one_that_was_killed(endless):
    process, _ = endless
    pool = children_of(process.pid)
    process.kill()
    assert until(lambda: all(map(gone, pool)))


def test_a_process_that_was_killed_is_said(endless):
    process, _ = endless
    os.kill(children_of(process.pid)[0], signal.SIGKILL)
    process.stdout.read()
    assert process.wait(10) == 2
    assert "ended by itself" in process.stderr.read().decode()


def test_nothing_is_left_of_an_output_file_that_was_not_finished(tmp_path):
    output = tmp_path / "rulings.ndjson"
    process = command("-o", str(output), stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    part = output.with_name("rulings.ndjson.part")
    assert until(part.exists)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    process.stdin.close()
    assert list(tmp_path.iterdir()) == []


def test_a_terminal_sees_how_far_it_is(file_of):
    ours, theirs = pty.openpty()
    process = command(file_of(batch(*[GOOD] * 40_000)), stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = b""
    while select.select([ours], [], [], 30)[0]:
        try:
            seen += os.read(ours, 4096)
        except OSError:
            break
    os.close(ours)
    assert process.wait(10) == 0
    assert b" %  " in seen
    assert b" a second" in seen
    assert seen.endswith(b"40,000 lines, all accepted.\r\n")


def test_a_terminal_as_input_is_told_what_to_give():
    ours, theirs = pty.openpty()
    process = command(stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(theirs)
    assert process.communicate(timeout=30)[1].startswith(b"Name a file of requests")
    os.close(ours)
    assert process.returncode == 2


def test_help_names_the_exit_statuses(capsys):
    with pytest.raises(SystemExit):
        main(["adjudicate", "--help"])
    assert "Exit status" in capsys.readouterr().out


@pytest.mark.slow
def test_memory_is_flat_from_a_thousand_to_a_million_lines(tmp_path):
    def peak(count):
        file = tmp_path / f"{count}.ndjson"
        with file.open("wb") as stream:
            for _ in range(count // 1000):
                stream.write(batch(*[GOOD] * 1000))
        process = command(str(file), "-j", "2", stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        assert status == 0
        return usage.ru_maxrss

    small, large = peak(1000), peak(1_000_000)
    assert large < small + 8 * 1024, f"{small} KiB for a thousand lines, {large} KiB for a million"
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < small + 16 * 1024
