// Prints an access token of the client CLIENTTEST_OAUTH_CLIENT for the person of oauth.mjs.
import { createHash, randomBytes } from "node:crypto";
import { browse } from "./browser.mjs";

const url = new URL(process.env.CLIENTTEST_OAUTH_URL);
const metadata = await (await fetch(new URL("/.well-known/oauth-authorization-server", url))).json();
const client = { client_id: process.env.CLIENTTEST_OAUTH_CLIENT, redirect_uri: "http://127.0.0.1/callback", resource: url.href };
const verifier = randomBytes(32).toString("base64url");
const answer = await browse(`${metadata.authorization_endpoint}?${new URLSearchParams({
  ...client, response_type: "code", code_challenge_method: "S256", code_challenge: createHash("sha256").update(verifier).digest("base64url"), state: "s",
})}`);
const said = await (await fetch(metadata.token_endpoint, {
  method: "POST", body: new URLSearchParams({ ...client, grant_type: "authorization_code", code: answer.searchParams.get("code"), code_verifier: verifier }),
})).json();
console.log(`token ${said.access_token}`);
console.log("ok token.mjs");
