// Runs the public conformance suite, both of its lines, against the server at
// CLIENTTEST_URL, and prints a line for each scenario: the suite, the revision,
// the scenario, how many checks passed, and the others by name.
// CLIENTTEST_SCENARIOS, separated by commas, are those to print, in the newest
// revision of each era; default: all, in all of them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const url = process.env.CLIENTTEST_URL;
assert.ok(url, "CLIENTTEST_URL is not set");
const wanted = process.env.CLIENTTEST_SCENARIOS?.split(",");

// The released line knows no revision on the wire; the alpha line speaks each.
const runs = [
  ["conformance", "-", []],
  ["conformance-alpha", "2025-03-26", ["--spec-version", "2025-03-26"]],
  ["conformance-alpha", "2025-06-18", ["--spec-version", "2025-06-18"]],
  ["conformance-alpha", "2025-11-25", ["--spec-version", "2025-11-25"]],
  ["conformance-alpha", "2026-07-28", ["--spec-version", "2026-07-28"]],
];

// The suite prints what it likes; what counts is in the files it writes. It
// fails when a scenario does, so its exit code says nothing new.
function run(suite, out, args) {
  const index = fileURLToPath(new URL(`node_modules/${suite}/dist/index.js`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [index, "server", "--url", url, "--suite", "all", "-o", out, ...args], { stdio: "ignore", timeout: 120_000 });
    child.on("error", reject);
    child.on("exit", (code, signal) => (signal ? reject(new Error(`${suite} ${args}: ${signal}`)) : resolve()));
  });
}

for (const [suite, revision, args] of runs) {
  if (wanted && ["2025-03-26", "2025-06-18"].includes(revision)) continue;
  const version = JSON.parse(readFileSync(new URL(`node_modules/${suite}/package.json`, import.meta.url), "utf8")).version;
  const out = mkdtempSync(join(tmpdir(), "conformance-"));
  try {
    await run(suite, out, args);
    for (const folder of readdirSync(out).sort()) {
      const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
      if (wanted && !wanted.includes(scenario)) continue;
      const checks = JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8"));
      const others = checks.filter((c) => !["SUCCESS", "INFO"].includes(c.status)).map((c) => `${c.status} ${c.id}`);
      const passed = checks.filter((c) => c.status === "SUCCESS").length;
      console.log([version, revision, scenario, passed, ...new Set(others)].join(" | "));
      if (process.env.CLIENTTEST_VERBOSE) {
        for (const c of checks.filter((c) => c.status !== "SUCCESS" && c.status !== "INFO")) console.error(scenario, c.id, c.errorMessage);
      }
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
