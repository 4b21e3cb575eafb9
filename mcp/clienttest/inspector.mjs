// Runs the MCP Inspector's command line against the servers that the
// environment names; see sdk.mjs. Needs the Node that `run` picks.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The command line does nothing where its path is not its own: a node_modules may be a link.
const cli = realpathSync(fileURLToPath(new URL("node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js", import.meta.url)));

const targets = [];
if (process.env.CLIENTTEST_URL) {
  for (const era of ["legacy", "modern"]) {
    const token = process.env.CLIENTTEST_TOKEN ? ["--header", `Authorization: Bearer ${process.env.CLIENTTEST_TOKEN}`] : [];
    targets.push([`http ${era}`, [process.env.CLIENTTEST_URL, "--transport", "http", "--protocol-era", era, ...token]]);
  }
}
if (process.env.CLIENTTEST_COMMAND) {
  // It starts a server with an environment of its own; ours is named to it.
  const env = Object.entries(process.env).filter(([k]) => /^(CLIENTTEST|SALLYPORT)_/.test(k)).flatMap(([k, v]) => ["-e", `${k}=${v}`]);
  targets.push(["stdio", [...process.env.CLIENTTEST_COMMAND.split(" "), "--transport", "stdio", ...env]]);
}
assert.ok(targets.length > 0, "neither CLIENTTEST_URL nor CLIENTTEST_COMMAND is set");

for (const [name, target] of targets) {
  const run = (...args) => {
    const [first, ...rest] = target;
    const p = spawnSync(process.execPath, [cli, first, ...rest, ...args], { encoding: "utf8", timeout: 60_000 });
    return { status: p.status, stdout: p.stdout, stderr: p.stderr };
  };
  const list = run("--method", "tools/list", "--strict", "--format", "json");
  assert.equal(list.status, 0, `${name}: tools/list --strict: ${list.stderr}${list.stdout}`);
  assert.match(list.stdout, /run_select_query/);

  const one = run("--method", "tools/call", "--tool-name", "run_select_query", "--tool-arg", "sql=SELECT 40 + 2 AS answer", "--format", "json");
  assert.equal(one.status, 0, `${name}: ${one.stderr}${one.stdout}`);
  assert.match(one.stdout, /42/);

  const wrong = run("--method", "tools/call", "--tool-name", "run_select_query", "--tool-arg", "sql=SELEC 1", "--format", "json");
  assert.match(wrong.stdout + wrong.stderr, /42601/, `${name}: a syntax error says nothing`);
  assert.notEqual(wrong.status, 0, `${name}: a syntax error is no success`);
  console.log(`ok inspector ${name}`);
}
