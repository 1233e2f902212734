"""The README's first example is true: its curl line gets the answer that stands below it."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parents[1] / "README.md").read_text("utf-8")
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
