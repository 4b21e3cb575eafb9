"""Has statements approved by the Python SDK's client, in both eras of the protocol
and on every transport that the environment names; see approve.mjs."""

import asyncio
import os
import re

from mcp import Client, types

from targets import ERAS, targets

APPROVE = types.ElicitResult(action="accept", content={"decision": "approve"})


class Person:
    """Answers what it is told to, and counts how often it was asked."""

    def __init__(self):
        self.says, self.asked = APPROVE, []

    async def __call__(self, context, params):
        self.asked.append(params.message)
        return self.says


async def exercise(client, person, table, name):
    async def run(answer, sql):
        person.says, person.asked = answer, []
        result = await client.call_tool("run_mutation_query", {"sql": sql})
        # A statement stands there a clause a line, with a bar before each.
        assert person.asked and all(sql in re.sub(r"\n *\| ", " ", message) for message in person.asked), person.asked
        return result

    result = await run(APPROVE, f"CREATE TABLE {table} AS SELECT * FROM generate_series(1, 5) AS s(i)")
    assert not result.is_error, result.content
    for i, (answer, why) in enumerate((  # a no holds for a while, so each asks for another statement
        (types.ElicitResult(action="decline"), "said no"),
        (types.ElicitResult(action="accept", content={"decision": "reject"}), "said no"),
        (types.ElicitResult(action="cancel"), "dismissed"),
        (types.ElicitResult(action="accept", content={}), "neither" if name.endswith("2026-07-28") else "cannot ask anybody"),
    )):
        result = await run(answer, f"DELETE FROM {table} WHERE i > {2 - i}")
        assert result.is_error and why in result.content[0].text, result.content
    result = await run(APPROVE, f"DELETE FROM {table} WHERE i > 3")
    assert result.structured_content["rows_affected"] == 2, result
    left = await client.call_tool("run_select_query", {"sql": f"SELECT count(*) FROM {table}"})
    assert left.structured_content["rows"] == [[3]], left


async def main():
    for i, (name, era, server) in enumerate(targets()):
        person = Person()
        async with asyncio.timeout(60), Client(server, mode=era, elicitation_callback=person, read_timeout_seconds=30) as client:
            assert client.protocol_version == ERAS[era], client.protocol_version
            await exercise(client, person, f"approved_{os.getpid()}_{i}", name)
            print(f"ok approve {name}", flush=True)


asyncio.run(main())
