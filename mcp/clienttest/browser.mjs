#!/usr/bin/env node
// A person at a browser, without a browser: logs in at the authorization server of CLIENTTEST_OAUTH_URL as
// CLIENTTEST_OAUTH_USER, and agrees to what a program asks for.
//
// As a program (BROWSER of what opens a browser) it is given the address to open, and takes the answer to where
// the server sends it.
import { pathToFileURL } from "node:url";

const url = new URL(process.env.CLIENTTEST_OAUTH_URL);

// browse logs in and agrees, and returns where the answer goes.
export async function browse(address) {
  let cookie = "";
  const go = async (to, form) => {
    for (;;) {
      const response = await fetch(to, {
        method: form ? "POST" : "GET", redirect: "manual", body: form && new URLSearchParams(form),
        headers: { accept: "text/html", ...(cookie && { cookie }) },
      });
      for (const one of response.headers.getSetCookie()) cookie = one.split(";")[0];
      const location = response.headers.get("location");
      if (!location) return { text: await response.text() };
      const next = new URL(location, to);
      if (next.origin !== url.origin) return { location: next };
      to = next;
      form = undefined;
    }
  };
  const fields = (text) => Object.fromEntries([...text.matchAll(/name="(form|request)" value="([^"]*)"/g)].map((m) => [m[1], m[2]]));
  let page = await go(address);
  page = await go(new URL("/api/oauth/login", url), {
    ...fields(page.text), name: process.env.CLIENTTEST_OAUTH_USER, password: process.env.CLIENTTEST_OAUTH_PASSWORD,
  });
  return (await go(new URL("/api/oauth/consent", url), { ...fields(page.text), decision: "allow" })).location;
}

// visit goes where an answer goes: to a program that waits for it, or is about to.
export async function visit(address) {
  for (const begun = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    try {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(`the program that waits says ${answer.status}`);
      return;
    } catch (e) {
      if (e.cause?.code !== "ECONNREFUSED" || Date.now() - begun > 20_000) throw e;
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await visit(await browse(process.argv[2]));
