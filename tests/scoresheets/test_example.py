"""The club's evening of the examples runs, and its ranking is right."""

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "club_evening.py"


def test_the_evening_of_three_tables_is_ranked(server_url):
    done = subprocess.run([sys.executable, EXAMPLE, server_url], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines() == [
        "1. Les Renards: 384, 3 deals won",
        "2. Les Ours: 262, 2 deals won",
        "3. Les Aigles: 252, 1 deals won",
        "4. Les Loups: 122, 0 deals won",
        "5. Les Lynx: 62, 0 deals won",
        "6. Les Cerfs: 0, 0 deals won",
    ]
