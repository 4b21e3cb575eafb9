"""Where the clients written in Python go, and in which era of the protocol."""

import os

from mcp import StdioServerParameters

ERAS = {"legacy": "2025-11-25", "2026-07-28": "2026-07-28"}


def targets():
    if url := os.environ.get("CLIENTTEST_URL"):
        for era in ERAS:
            yield f"http {era}", era, url
    if line := os.environ.get("CLIENTTEST_COMMAND"):
        command, *args = line.split(" ")
        for era in ERAS:
            yield f"stdio {era}", era, StdioServerParameters(command=command, args=args, env=dict(os.environ))
