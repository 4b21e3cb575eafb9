// mcp-remote, which is between a client of standard input and a sallyport with its built-in authorization
// server: as what registers itself, as a client of the configuration, and with a token in a header.
//
// MCP_REMOTE is its program. CLIENTTEST_OAUTH_URL, _USER and _PASSWORD are as for oauth.mjs; CLIENTTEST_TOKEN is
// an access token.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const folder = mkdtempSync(join(tmpdir(), "mcp-remote-"));
const opened = join(folder, "opened"); // the addresses that a browser was opened with
const browser = join(folder, "browser");
writeFileSync(opened, "");
writeFileSync(browser, `#!/bin/sh\necho "$1" >> ${opened}\nexec ${process.execPath} ${fileURLToPath(new URL("browser.mjs", import.meta.url))} "$1"\n`);
chmodSync(browser, 0o755);
const openings = () => readFileSync(opened, "utf8").split("\n").filter(Boolean);

// ask has mcp-remote connect, and calls a tool through it.
async function ask(config, ...args) {
  const client = new Client({ name: "clienttest", version: "1" });
  const said = [];
  const transport = new StdioClientTransport({
    command: process.execPath, args: [process.env.MCP_REMOTE, process.env.CLIENTTEST_OAUTH_URL, ...args], stderr: "pipe",
    env: { ...process.env, BROWSER: browser, MCP_REMOTE_CONFIG_DIR: join(folder, config) },
  });
  transport.stderr.on("data", (text) => said.push(text));
  try {
    await client.connect(transport, { timeout: 60_000 });
    const tools = (await client.listTools()).tools.map((tool) => tool.name);
    assert(tools.includes("run_select_query") && !tools.includes("run_mutation_query"), tools.join());
    const result = await client.callTool({ name: "run_select_query", arguments: { sql: "SELECT count(*) AS n FROM airports" } });
    assert.match(JSON.stringify(result.content), /3376/);
  } catch (e) {
    throw new Error(`${config}: ${e.message}\n${said.join("")}`);
  } finally {
    await client.close();
  }
}

// kept is the file of tokens that mcp-remote keeps.
function kept(config) {
  const names = readdirSync(join(folder, config), { recursive: true }).filter((name) => name.endsWith("tokens.json"));
  assert.equal(names.length, 1, names.join());
  return join(folder, config, names[0]);
}

try {
  // It registers itself, and its person agrees once.
  await ask("registered");
  assert.equal(openings().length, 1, openings().join());
  const asked = new URL(openings()[0]).searchParams;
  assert.equal(asked.get("resource"), process.env.CLIENTTEST_OAUTH_URL);
  assert.equal(asked.get("code_challenge_method"), "S256");

  // What it keeps is enough the next time.
  await ask("registered");
  assert.equal(openings().length, 1, "it asks its person again");

  // A token that is good for nothing any more is renewed by the refresh token, without a person.
  const before = JSON.parse(readFileSync(kept("registered"), "utf8"));
  writeFileSync(kept("registered"), JSON.stringify({ ...before, access_token: "expired.by.now" }));
  await ask("registered");
  const after = JSON.parse(readFileSync(kept("registered"), "utf8"));
  assert.notEqual(after.refresh_token, before.refresh_token);
  assert.equal(openings().length, 1, "it asks its person again");

  // A refresh token that was used already is no good, and ends all of its consent: the person is asked again.
  writeFileSync(kept("registered"), JSON.stringify({ ...before, access_token: "expired.by.now" }));
  await ask("registered");
  assert.equal(openings().length, 2);

  // A client of the configuration, at a port of its own.
  await ask("configured", "--host", "127.0.0.1", "--static-oauth-client-info", JSON.stringify({ client_id: "remote" }));
  assert.equal(openings().length, 3);
  assert.equal(new URL(openings()[2]).searchParams.get("client_id"), "remote");

  // A token in a header needs no person.
  await ask("token", "--header", `Authorization:Bearer ${process.env.CLIENTTEST_TOKEN}`);
  assert.equal(openings().length, 3);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log("ok mcp-remote.mjs");
