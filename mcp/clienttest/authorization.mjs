// The public conformance suite's scenarios for authorization servers, against a sallyport's.
//
// CLIENTTEST_OAUTH_URL, _USER and _PASSWORD are as for oauth.mjs; CLIENTTEST_OAUTH_CLIENT is a client of the
// configuration whose answers may go to http://127.0.0.1/callback.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { browse, visit } from "./browser.mjs";

const suite = fileURLToPath(new URL("node_modules/conformance-alpha/dist/index.js", import.meta.url));
const out = mkdtempSync(join(tmpdir(), "authorization-"));
const probe = createServer().listen(0, "127.0.0.1");
await new Promise((resolve) => probe.once("listening", resolve));
const port = probe.address().port;
await new Promise((resolve) => probe.close(resolve));

const run = spawn(process.execPath, [suite, "authorization", "--url", new URL(process.env.CLIENTTEST_OAUTH_URL).origin,
  "--client-id", process.env.CLIENTTEST_OAUTH_CLIENT, "--resource", process.env.CLIENTTEST_OAUTH_URL, "--port", `${port}`, "-o", out],
{ stdio: ["ignore", "pipe", "inherit"], timeout: 60_000 });
let said = "", visited = false;
run.stdout.on("data", async (text) => {
  said += text;
  const address = /^http\S+\?response_type=code\S*$/m.exec(said);
  if (!address || visited) return;
  visited = true;
  await visit(await browse(address[0]));
});
await new Promise((resolve) => run.once("exit", resolve));
try {
  let scenarios = 0;
  for (const folder of readdirSync(out)) {
    const checks = JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8"));
    const others = checks.filter((c) => !["SUCCESS", "INFO"].includes(c.status));
    assert.equal(others.length, 0, `${folder}: ${JSON.stringify(others)}`);
    scenarios++;
    console.log(`${folder.replace(/-\d{4}-\d{2}-\d{2}T.*$/, "")}: ${checks.length} of ${checks.length} checks`);
  }
  assert.equal(scenarios, 2, said);
} finally {
  rmSync(out, { recursive: true, force: true });
}
console.log("ok authorization.mjs");
