// Has statements approved by the TypeScript SDK's client, whose person accepts,
// rejects, declines, cancels and fails, on every transport that the environment
// names; see sdk.mjs. The server is in mode safe, without a desk.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const transports = {};
if (process.env.CLIENTTEST_URL) {
  transports.http = () => new StreamableHTTPClientTransport(new URL(process.env.CLIENTTEST_URL));
}
if (process.env.CLIENTTEST_COMMAND) {
  const [command, ...args] = process.env.CLIENTTEST_COMMAND.split(" ");
  transports.stdio = () => new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" });
}

const approve = { action: "accept", content: { decision: "approve" } };

for (const [name, transport] of Object.entries(transports)) {
  const client = new Client({ name: "approving", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  let asked = [];
  let says;
  client.setRequestHandler(ElicitRequestSchema, (request) => {
    asked.push(request.params);
    if (says instanceof Error) throw says;
    return says;
  });
  await client.connect(transport());
  await client.listTools(); // the client checks answers against their schemas from here on
  const run = async (answer, sql) => {
    [asked, says] = [[], answer];
    const result = await client.callTool({ name: "run_mutation_query", arguments: { sql } });
    assert.equal(asked.length, 1, "asked once");
    // A statement stands there a clause a line, with a bar before each.
    const shown = asked[0].message.replace(/\n *\| /g, " ");
    assert.ok(shown.includes(sql) && asked[0].message.includes("approving 1.0.0"), asked[0].message);
    assert.deepEqual(asked[0].requestedSchema.required, ["decision"]);
    return result;
  };
  const refused = async (answer, sql, why) => {
    const result = await run(answer, sql);
    assert.ok(result.isError, "it ran");
    assert.match(result.content[0].text, why);
  };
  const table = `approved_${process.pid}_${name}`;
  const made = await run(approve, `CREATE TABLE ${table} AS SELECT * FROM generate_series(1, 5) AS s(i)`);
  assert.ok(!made.isError, made.content[0].text);
  // A no holds for a while, so each asks for another statement.
  const from = (i) => `DELETE FROM ${table} WHERE i > ${i}`;
  await refused({ action: "decline" }, from(1), /said no/);
  await refused({ action: "accept", content: { decision: "reject" } }, from(2), /said no/);
  await refused({ action: "cancel" }, from(0), /dismissed/);
  await refused({ action: "accept", content: {} }, from(-1), /cannot ask anybody/);
  await refused(new Error("no window"), from(-2), /cannot ask anybody/);
  const deleted = await run(approve, from(3));
  assert.equal(deleted.structuredContent.rows_affected, 2);
  const left = await client.callTool({ name: "run_select_query", arguments: { sql: `SELECT count(*) FROM ${table}` } });
  assert.deepEqual(left.structuredContent.rows, [[3]]);
  await client.close();
  console.log(`ok approve ${name}`);
}
