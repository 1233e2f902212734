"""The Dask example on a cluster of two processes, one of which is killed in the middle of its work.

Needs requirements-dask.txt, which script/soak installs.
"""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch.lines import POSITION, batch, line

CHECKOUT = Path(__file__).parents[2]
FILES, LINES = 12, 4000

CLUSTER = """
import os, signal, sys, threading, time
from pathlib import Path

sys.path[:0] = ["examples", "."]

from distributed import Client, LocalCluster

from dask_adjudicate import adjudicate_folder

def kill_one(client, requests, rulings):
    while not any(rulings.glob("*.ndjson")):
        time.sleep(0.01)
    victim = next(worker for worker, tasks in client.processing().items() if tasks)
    pid = client.run(os.getpid, workers=[victim])[victim]
    left = len(list(requests.glob("*"))) - len(list(rulings.glob("*.ndjson")))
    os.kill(pid, signal.SIGKILL)
    print("killed with", left, "files left", flush=True)

if __name__ == "__main__":
    requests, rulings = map(Path, sys.argv[1:])
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            threading.Thread(target=kill_one, args=(client, requests, rulings), daemon=True).start()
            done = adjudicate_folder(client, requests, rulings)
    print("ruled on", sum(each.lines for each in done), flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="requirements-dask.txt is not installed")
def test_every_line_is_ruled_on_exactly_once_though_a_worker_is_killed(tmp_path):
    requests, rulings = tmp_path / "requests", tmp_path / "rulings"
    requests.mkdir()
    for file in range(FILES):
        lines = [line("legal-cards", POSITION, id=f"{file}-{number}") for number in range(LINES)]
        (requests / f"{file:02}.ndjson").write_bytes(batch(*lines))
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    done = subprocess.run(
        [sys.executable, str(script), str(requests), str(rulings)],
        cwd=CHECKOUT,
        env={"PYTHONPATH": f"{CHECKOUT}:{CHECKOUT / 'examples'}", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    killed = next(text for text in done.stdout.splitlines() if text.startswith("killed"))
    assert int(killed.split()[2]) > 0
    assert f"ruled on {FILES * LINES}" in done.stdout
    assert sorted(file.name for file in rulings.iterdir() if not file.name.startswith(".")) == [
        f"{file:02}.ndjson" for file in range(FILES)
    ]
    for file in range(FILES):
        answers = [json.loads(text) for text in (rulings / f"{file:02}.ndjson").read_bytes().splitlines()]
        assert [answer["id"] for answer in answers] == [f"{file}-{number}" for number in range(LINES)]
        assert {answer["status"] for answer in answers} == {200}
