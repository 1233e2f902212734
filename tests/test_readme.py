"""The README is true: its commands work as they stand, and its table of settings is that of their source."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
COMMAND = re.search(r"```sh\n(curl [^`]+legal-cards[^`]+)```", README).group(1)
ANSWER = json.loads(re.search(r"```json\n(\{.+\})\n```", README).group(1))


def body_of(command):
    words = shlex.split(command.replace("\\\n", " "))
    return json.loads(words[words.index("-d") + 1])


def test_the_example_is_answered_as_the_readme_says(client):
    assert client.post("/v1/legal-cards", json=body_of(COMMAND)).get_json() == ANSWER


def test_the_curl_line_works_as_it_stands(server_url):
    if shutil.which("curl") is None:
        pytest.skip("there is no curl here")
    command = COMMAND.replace("\\\n", " ").replace("http://127.0.0.1:8000", server_url)
    done = subprocess.run(shlex.split(command), capture_output=True, check=True, timeout=20)
    assert json.loads(done.stdout) == ANSWER


PROGRAMS = re.findall(r"^python3 (examples/.+)$", README, re.MULTILINE)
SCRIPT = re.search(r"```js\n(.+?)```", README, re.DOTALL).group(1)


@pytest.mark.parametrize("command", PROGRAMS)
def test_the_programs_run_as_the_readme_says(server_url, command):
    words = shlex.split(command.replace("http://127.0.0.1:8000", server_url))
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, check=False, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.skipif(shutil.which("node") is None, reason="the lines in JavaScript are run with Node")
def test_the_lines_in_javascript_get_a_ruling(server_url, client):
    lines = SCRIPT.replace("http://127.0.0.1:8000", server_url)
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", lines], capture_output=True, check=False, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("false ")
    page = client.get(done.stdout.split()[-1].removeprefix(server_url))
    assert (page.status_code, page.headers["Content-Language"]) == (200, "fr")


def test_the_files_that_the_readme_links_to_are_there():
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README)
    assert len(links) > 10
    assert not [link for link in links if not (ROOT / link).exists()]
