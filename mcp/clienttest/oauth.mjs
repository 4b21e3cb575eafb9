// The TypeScript SDK's OAuth client against a sallyport with its built-in authorization server.
//
// CLIENTTEST_OAUTH_URL is the MCP endpoint; CLIENTTEST_OAUTH_USER and _PASSWORD are a person's, who
// logs in and agrees here without a browser.
import assert from "node:assert/strict";
import { browse } from "./browser.mjs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";

const url = new URL(process.env.CLIENTTEST_OAUTH_URL);

class Provider {
  redirectUrl = "http://127.0.0.1:33419/callback";
  clientMetadata = { client_name: "clienttest", redirect_uris: [this.redirectUrl], token_endpoint_auth_method: "none" };
  state() { return "a-state-of-the-test"; }
  clientInformation() { return this.info; }
  saveClientInformation(info) { this.info = info; }
  tokens() { return this.saved; }
  saveTokens(tokens) { this.saved = tokens; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
  async redirectToAuthorization(address) { this.answer = await browse(address); }
}

const provider = new Provider();
const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
await assert.rejects(new Client({ name: "clienttest", version: "1" }).connect(first), UnauthorizedError);
assert.equal(provider.answer.searchParams.get("iss"), url.origin);
assert.equal(provider.answer.searchParams.get("state"), "a-state-of-the-test");
await first.finishAuth(provider.answer.searchParams.get("code"));

const client = new Client({ name: "clienttest", version: "1" });
await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
const tools = (await client.listTools()).tools.map((tool) => tool.name);
assert(tools.includes("run_select_query") && !tools.includes("run_mutation_query"), tools.join());
const result = await client.callTool({ name: "run_select_query", arguments: { sql: "SELECT count(*) AS n FROM airports" } });
assert(!result.isError, JSON.stringify(result));

// A token that is good for nothing any more is renewed by the refresh token.
const old = provider.saved.refresh_token;
provider.saved = { ...provider.saved, access_token: "expired.by.now" };
await client.listTools();
assert.notEqual(provider.saved.refresh_token, old);
await client.close();
console.log("ok oauth.mjs");
