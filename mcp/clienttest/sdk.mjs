// Calls every tool with the TypeScript SDK's client, on every transport that
// the environment names. The client itself checks structured content against
// the output schema of the tool, and throws where it does not fit.
//
//   CLIENTTEST_URL      the endpoint of a running server
//   CLIENTTEST_COMMAND  the command of a server on stdio, in words
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const transports = {};
if (process.env.CLIENTTEST_URL) {
  transports.http = () => new StreamableHTTPClientTransport(new URL(process.env.CLIENTTEST_URL));
}
if (process.env.CLIENTTEST_COMMAND) {
  const [command, ...args] = process.env.CLIENTTEST_COMMAND.split(" ");
  transports.stdio = () => new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
}
assert.ok(Object.keys(transports).length > 0, "neither CLIENTTEST_URL nor CLIENTTEST_COMMAND is set");

for (const [name, transport] of Object.entries(transports)) {
  const client = new Client({ name: "clienttest-sdk", version: "1.0.0" });
  await client.connect(transport());
  try {
    await exercise(client);
    console.log(`ok sdk ${name}: ${client.getServerVersion().name} ${client.getServerVersion().version}`);
  } finally {
    if (name === "http") await client.transport.terminateSession();
    await client.close();
  }
}

async function exercise(client) {
  assert.match(client.getInstructions(), /list_providers/);
  await client.ping();
  const { tools } = await client.listTools();
  const called = new Set();
  const call = async (tool, args = {}, options) => {
    called.add(tool);
    const result = await client.callTool({ name: tool, arguments: args }, undefined, options);
    assert.equal(result.content[0].type, "text");
    return result;
  };
  const ok = async (tool, args) => {
    const result = await call(tool, args);
    assert.ok(!result.isError, `${tool} ${JSON.stringify(args)}: ${result.content[0].text}`);
    assert.ok(result.structuredContent, `${tool} gave no structured content`);
    return result;
  };
  const refused = async (tool, args, code) => {
    const result = await call(tool, args);
    assert.ok(result.isError, `${tool} ${JSON.stringify(args)} was not refused`);
    assert.match(result.content[0].text, new RegExp(`^Error ${code}`));
    assert.equal(result._meta["io.github.sallyportdb/error"].code, code);
  };

  for (const t of tools) {
    const finds = t.annotations.openWorldHint === false && t.annotations.destructiveHint === undefined; // only reads
    for (const hint of finds ? ["readOnlyHint"] : ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
      assert.equal(typeof t.annotations[hint], "boolean", `${t.name} has no ${hint}`);
    }
    assert.ok(t.annotations.title && t.description && t.outputSchema, `${t.name} is not described`);
    for (const [arg, schema] of Object.entries(t.inputSchema.properties)) {
      assert.ok(schema.description, `${t.name} does not describe ${arg}`);
    }
  }

  // The way a newcomer goes.
  const info = (await ok("server_info")).structuredContent;
  const providers = (await ok("list_providers")).structuredContent.rows;
  const home = providers.find((p) => p.name === info.default_provider);
  assert.ok(home, "the default provider is not in the list");
  const services = (await ok("list_services", { provider: home.name })).structuredContent.rows;
  assert.ok(services.some((s) => s.name === home.default_service));
  const resources = (await ok("list_resources", { provider: home.name, service: home.default_service })).structuredContent.rows;
  assert.ok(resources.length > 0, "there is nothing to read");
  const table = resources[0].name;
  const described = (await ok("describe_resource", { resource: table })).structuredContent;
  const methods = (await ok("list_methods", { resource: table })).structuredContent.rows;
  assert.ok(methods.some((m) => m.MethodName === "select" && m.verdict === "allow" && m.tool === "run_select_query"));
  const select = (await ok("describe_method", { resource: table, method: "select" })).structuredContent;
  assert.deepEqual(select.columns.map((c) => c.name), described.columns.map((c) => c.name));
  await ok("run_select_query", { sql: select.example });
  if (tools.some((t) => t.name === "discover_data")) { // where something was ingested
    const { refs } = (await ok("discover_data", { query: "places", kinds: ["table"] })).structuredContent;
    const { connectionId, tableRef } = refs.find((r) => r.tableRef.name === "places");
    const { entities } = (await ok("entity_details", { connectionId, entities: [{ table: tableRef }] })).structuredContent;
    assert.equal(entities[0].display, "public.places");
    const { results } = (await ok("dictionary_search", { values: ["spain"] })).structuredContent;
    assert.equal(results[0].matches[0].columnName, "country");
    const pages = (await ok("wiki_search", { query: "annual recurring revenue" })).structuredContent.results;
    assert.match((await ok("wiki_read", { key: pages[0].key })).structuredContent.content, /cents/);
    assert.equal((await ok("connection_list")).structuredContent.connections[0].connectionId, connectionId);
    assert.deepEqual((await ok("sql_execution", { connectionId, sql: "SELECT 1 AS a" })).structuredContent.rows, [[1]]);
    await refused("sql_execution", { connectionId, sql: `DELETE FROM "${table}"` }, "42501");
  }
  for (const name of ["list_registry", "pull_provider"]) {
    assert.ok(!tools.some((t) => t.name === name), `${name} is offered, and there is no registry`);
  }
  const { valid } = (await ok("validate_select_query", { sql: `SELECT * FROM "${table}"` })).structuredContent;
  assert.equal(valid, true);
  const rows = (await ok("run_select_query", { sql: `SELECT * FROM "${table}"`, row_limit: 2 })).structuredContent;
  assert.deepEqual(rows.columns.map((c) => c.name), described.columns.map((c) => c.name));
  assert.equal(rows.row_count, rows.rows.length);

  const values = (await ok("run_select_query", {
    sql: "SELECT 2 AS b, true AS a, 1.5 AS b, NULL AS n, 'x|y' AS t, 9007199254740993 AS big",
    format: "json",
  })).structuredContent;
  assert.deepEqual(values.columns.map((c) => c.name), ["b", "a", "b", "n", "t", "big"]);
  assert.deepEqual(values.rows, [[2, true, 1.5, null, "x|y", "9007199254740993"]]);

  // Page by page, the whole of it, in order.
  const seen = [];
  let page = (await ok("run_select_query", { query: "SELECT x FROM (VALUES (1), (2), (3), (4), (5)) AS t (x) ORDER BY x", limit: 2 })).structuredContent;
  for (;;) {
    seen.push(...page.rows.flat());
    if (!page.truncated) break;
    page = (await ok("run_select_query", { cursor: page.cursor })).structuredContent;
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  await refused("run_select_query", { cursor: "A".repeat(26) }, "34000");

  const { prompts } = await client.listPrompts();
  assert.deepEqual(prompts.map((p) => p.name), ["write_safe_select"]);
  const prompt = await client.getPrompt({ name: "write_safe_select", arguments: { question: "How many rows?" } });
  assert.match(prompt.messages[0].content.text, /How many rows\?/);
  const listed = await client.listResources();
  assert.deepEqual(listed.resources.map((r) => r.uri), ["sallyport://providers", "sallyport://server"]);
  const { resourceTemplates } = await client.listResourceTemplates();
  const uris = [...listed.resources.map((r) => r.uri),
    resourceTemplates.find((t) => t.name === "resource").uriTemplate.replace("{provider}", home.name).replace("{service}", home.default_service).replace("{resource}", encodeURIComponent(table))];
  for (const uri of uris) {
    const { contents } = await client.readResource({ uri });
    assert.ok(contents[0].text.length > 0 && contents[0].mimeType, `${uri} is empty`);
  }
  await assert.rejects(() => client.readResource({ uri: "sallyport://nothing" }));

  await refused("run_select_query", { sql: `DELETE FROM "${table}"` }, "42501");
  await refused("run_select_query", { sql: "SELEC 1" }, "42601");
  await refused("run_select_query", { sql: "SELECT 1; SELECT 2" }, "42601");
  await refused("run_select_query", { sql: "SELECT 1", confirm: "yes" }, "22023");
  await refused("describe_resource", { resource: "no_such_table_here" }, "42P01");
  await assert.rejects(() => client.callTool({ name: "no_such_tool" }), /no_such_tool/);

  if (info.mode === "full_access" || info.mode === "delete_safe") {
    const made = `clienttest_${process.pid}_${Date.now()}`;
    await ok("run_mutation_query", { sql: `CREATE TABLE ${made} (id int, name text)` });
    const inserted = (await ok("run_mutation_query", { sql: `INSERT INTO ${made} VALUES (1, 'a'), (2, 'b')` })).structuredContent;
    assert.equal(inserted.rows_affected, 2);
    if (info.mode === "full_access") {
      await ok("run_mutation_query", { sql: `DROP TABLE ${made}` });
      await ok("run_mutation_query", { sql: `CREATE SEQUENCE ${made}` });
      const next = (await ok("run_lifecycle_operation", { sql: `SELECT nextval('${made}') AS n` })).structuredContent;
      assert.deepEqual(next.rows, [[1]]);
      await ok("run_mutation_query", { sql: `DROP SEQUENCE ${made}` });
    }
  } else if (info.mode === "read_only") {
    await refused("run_mutation_query", { sql: `DELETE FROM "${table}"` }, "42501");
  }
  await refused("run_mutation_query", { sql: "SELECT 1" }, "42501"); // in other modes a person may be asked of a change
  await refused("run_lifecycle_operation", { sql: "SELECT 1" }, "42501");

  if (tools.some((t) => t.name === "review_status")) { // where people are asked
    assert.ok(Array.isArray((await ok("review_status")).structuredContent.approvals));
  }

  // A call that is given up is cancelled, and the session lives on.
  const far = Array.from({ length: 20 }, (_, i) => `"${table}" t${i}`).join(", ");
  const given = new AbortController();
  setTimeout(() => given.abort(), 300);
  await assert.rejects(() => client.callTool(
    { name: "run_select_query", arguments: { sql: `SELECT count(*) FROM ${far}` } },
    undefined, { signal: given.signal },
  ));
  await ok("server_info");

  assert.deepEqual([...called].sort(), tools.map((t) => t.name).sort(), "not every tool was called");
}
