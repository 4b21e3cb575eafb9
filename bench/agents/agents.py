"""Plays agents with the Python SDK: python agents.py URL ERA AGENTS CALLS, where ERA is
2025 or 2026. It prints one object in JSON: seconds of the calls that were answered, and
how many were refused and failed."""

import asyncio
import json
import sys
import time

from mcp import Client

URL, ERA, AGENTS, CALLS = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
MODE = {"2025": "legacy", "2026": "2026-07-28"}[ERA]
SQL = "SELECT state, count(*) AS n FROM airports WHERE latitude > {} GROUP BY state ORDER BY n DESC LIMIT 5"
answered, failed, refused = [], [], 0


def count(error):
    global refused
    text = str(error)
    if isinstance(error, BaseExceptionGroup):
        text = " ".join(str(e) for e in error.exceptions)
    if "try again" in text.lower() or "429" in text or "503" in text:
        refused += 1
    else:
        failed.append(f"{type(error).__name__}: {text[:300]}")


async def agent(n):
    try:
        async with Client(URL, mode=MODE, read_timeout_seconds=60) as client:
            for call in range(CALLS):
                began = time.monotonic()
                try:
                    result = await client.call_tool("run_select_query", {"sql": SQL.format(20 + (n + call) % 20)})
                    assert not result.is_error, result.content
                    answered.append(time.monotonic() - began)
                except Exception as error:
                    count(error)
    except BaseException as error:
        count(error)


async def main():
    await asyncio.gather(*(agent(n) for n in range(AGENTS)))
    print(json.dumps({"seconds": answered, "refused": refused, "failed": failed}))


asyncio.run(main())
