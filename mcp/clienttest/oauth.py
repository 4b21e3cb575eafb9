"""The Python SDK's OAuth client against a sallyport with its built-in authorization server.

CLIENTTEST_OAUTH_URL is the MCP endpoint; CLIENTTEST_OAUTH_USER and _PASSWORD are a person's, who
logs in and agrees here without a browser.
"""
import asyncio
import os
import re
from urllib.parse import parse_qs, urljoin, urlparse

import httpx2
from mcp import ClientSession
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

URL = os.environ["CLIENTTEST_OAUTH_URL"]
CALLBACK = "http://127.0.0.1:33418/callback"


class Storage:
    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


def fields(page):
    return dict(re.findall(r'name="(form|request)" value="([^"]*)"', page))


class Person:
    """A person at a browser, up to the redirect that the program waits for."""

    async def go(self, address):
        async with httpx2.AsyncClient(headers={"Accept": "text/html"}, follow_redirects=True) as browser:
            page = await browser.get(address)
            form = fields(page.text) | {"name": os.environ["CLIENTTEST_OAUTH_USER"], "password": os.environ["CLIENTTEST_OAUTH_PASSWORD"]}
            page = await browser.post(urljoin(address, "/api/oauth/login"), data=form)
            assert "data:read" in page.text, page.text
            form = fields(page.text) | {"decision": "allow"}
            answer = await browser.post(urljoin(address, "/api/oauth/consent"), data=form, follow_redirects=False)
            self.answer = parse_qs(urlparse(answer.headers["location"]).query)

    async def come_back(self):
        return AuthorizationCodeResult(**{name: values[0] for name, values in self.answer.items()})


async def main():
    person, storage = Person(), Storage()
    provider = OAuthClientProvider(
        server_url=URL, storage=storage, redirect_handler=person.go, callback_handler=person.come_back,
        client_metadata=OAuthClientMetadata(client_name="clienttest", redirect_uris=[CALLBACK], token_endpoint_auth_method="none"),
    )
    async with (
        httpx2.AsyncClient(auth=provider, timeout=30) as http,
        streamable_http_client(URL, http_client=http) as (read, write, *_),
        ClientSession(read, write) as session,
    ):
        await session.initialize()
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert "run_select_query" in tools and "run_mutation_query" not in tools, tools
        result = await session.call_tool("run_select_query", {"sql": "SELECT count(*) AS n FROM airports"})
        assert not result.is_error, result
        # The next request renews its token.
        first = storage.tokens.access_token
        provider.context.token_expiry_time = 1
        await session.list_tools()
        assert storage.tokens.access_token != first
    print("ok oauth.py")


asyncio.run(main())
