"""Calls every tool with the Python SDK's client, in both eras of the protocol and
on every transport that the environment names; see sdk.mjs. The client itself
checks structured content against the output schema of the tool, and raises
where it does not fit."""

import asyncio
import json
import os
import sys

from mcp import Client, MCPError

from targets import ERAS, targets


class Calls:
    def __init__(self, client):
        self.client = client
        self.called = set()

    async def ok(self, tool, **arguments):
        self.called.add(tool)
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        assert not result.is_error, f"{tool} {arguments}: {text}"
        assert result.structured_content is not None, f"{tool} gave no structured content"
        return result.structured_content

    async def refused(self, code, tool, **arguments):
        self.called.add(tool)
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, f"{tool} {arguments} was not refused"
        assert result.content[0].text.startswith(f"Error {code}"), result.content[0].text
        assert result.meta["io.github.sallyportdb/error"]["code"] == code


async def exercise(client):
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    c = Calls(client)

    info = await c.ok("server_info")
    home = next(p for p in (await c.ok("list_providers"))["rows"] if p["name"] == info["default_provider"])
    await c.ok("list_services", provider=home["name"])
    table = (await c.ok("list_resources", database=home["name"], schema=home["default_service"]))["rows"][0]["name"]
    columns = [column["name"] for column in (await c.ok("describe_resource", resource=table))["columns"]]
    methods = {m["MethodName"]: m for m in (await c.ok("list_methods", resource=table))["rows"]}
    assert methods["select"]["verdict"] == "allow"
    method = await c.ok("describe_method", resource=table, method="select")
    assert [column["name"] for column in method["columns"]] == columns
    assert (await c.ok("validate_select_query", sql=method["example"]))["valid"] is True
    rows = await c.ok(method["tool"], sql=method["example"])
    assert rows["row_count"] == len(rows["rows"])

    values = await c.ok("run_select_query", sql="SELECT 2 AS b, true AS a, 1.5 AS b, NULL AS n, 'x|y' AS t, 9007199254740993 AS big", format="json")
    assert [column["name"] for column in values["columns"]] == ["b", "a", "b", "n", "t", "big"]
    assert values["rows"] == [[2, True, 1.5, None, "x|y", "9007199254740993"]]

    seen, page = [], await c.ok("run_select_query", query="SELECT x FROM (VALUES (1), (2), (3), (4), (5)) AS t (x) ORDER BY x", limit=2)
    while True:
        seen += [row[0] for row in page["rows"]]
        if not page["truncated"]:
            break
        page = await c.ok("run_select_query", cursor=page["cursor"])
    assert seen == [1, 2, 3, 4, 5], seen

    await c.refused("42501", "run_select_query", sql=f'DELETE FROM "{table}"')
    await c.refused("42601", "run_select_query", sql="SELEC 1")
    await c.refused("22023", "run_select_query", sql="SELECT 1", confirm=True)
    await c.refused("42501", "run_lifecycle_operation", sql="SELECT 1")
    if info["mode"] == "full_access":
        made = f"clienttest_py_{os.getpid()}"
        await c.ok("run_mutation_query", sql=f"CREATE SEQUENCE {made}")
        assert (await c.ok("run_lifecycle_operation", sql=f"SELECT nextval('{made}') AS n"))["rows"] == [[1]]
        await c.ok("run_mutation_query", sql=f"DROP SEQUENCE {made}")
    elif info["mode"] == "read_only":
        await c.refused("42501", "run_mutation_query", sql=f'DELETE FROM "{table}"')
    await c.refused("42501", "run_mutation_query", sql="SELECT 1")  # in other modes a person may be asked of a change
    if "discover_data" in tools:  # where something was ingested
        refs = (await c.ok("discover_data", query="places", kinds=["table"]))["refs"]
        found = next(r for r in refs if r["tableRef"]["name"] == "places")
        entity = (await c.ok("entity_details", connectionId=found["connectionId"], entities=[{"table": found["tableRef"]}]))["entities"][0]
        assert entity["display"] == "public.places" and entity["snapshot"]["syncId"]
        looked = (await c.ok("dictionary_search", values=["spain"], connectionId=found["connectionId"]))["results"][0]
        assert looked["matches"][0]["columnName"] == "country"
        page = (await c.ok("wiki_search", query="annual recurring revenue"))["results"][0]
        assert "cents" in (await c.ok("wiki_read", key=page["key"]))["content"]
        assert (await c.ok("connection_list"))["connections"][0]["connectionId"] == found["connectionId"]
        counted = await c.ok("sql_execution", connectionId=found["connectionId"], sql="SELECT 1 AS a")
        assert (counted["headers"], counted["rows"], counted["rowCount"]) == (["a"], [[1]], 1)
        await c.refused("42501", "sql_execution", connectionId=found["connectionId"], sql=f'DELETE FROM "{table}"')
        await c.refused("42704", "wiki_read", key="../secret")
    if "review_status" in tools:  # where people are asked
        assert isinstance((await c.ok("review_status"))["approvals"], list)
    assert c.called == set(tools), f"not called: {set(tools) - c.called}"

    prompt = await client.get_prompt("write_safe_select", {"question": "How many rows?"})
    assert "How many rows?" in prompt.messages[0].content.text
    listed = [str(r.uri) for r in (await client.list_resources()).resources]
    template = next(t for t in (await client.list_resource_templates()).resource_templates if t.name == "resource").uri_template
    listed.append(template.format(provider=home["name"], service=home["default_service"], resource=table))
    for uri in listed:
        contents = (await client.read_resource(uri)).contents[0]
        assert contents.text and contents.mime_type, f"{uri} is empty"
    assert json.loads((await client.read_resource("sallyport://server")).contents[0].text)["mode"] == info["mode"]
    try:
        await client.read_resource("sallyport://nothing")
    except MCPError:
        pass
    else:
        raise AssertionError("a resource that is not there was read")


async def main():
    some = False
    for name, era, server in targets():
        some = True
        async with asyncio.timeout(60), Client(server, mode=era, read_timeout_seconds=30) as client:
            assert client.protocol_version == ERAS[era], client.protocol_version
            await exercise(client)
            print(f"ok python {name}: {client.server_info and client.server_info.version}", flush=True)
    if not some:
        sys.exit("neither CLIENTTEST_URL nor CLIENTTEST_COMMAND is set")


asyncio.run(main())
