"""The application: REST, WebSocket, the page and the counters under one roof."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import HTTPException
from starlette.exceptions import HTTPException as StarletteHTTPException

from torpedo_dice import __version__
from torpedo_dice.locale import speaking
from torpedo_dice.rules import Sentence
from torpedo_dice.server import logs
from torpedo_dice.server.config import Config
from torpedo_dice.server.http import rulebook
from torpedo_dice.server.http.api import Rest, problem
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.http.openapi import components
from torpedo_dice.server.http.pages import NOTHING_HERE, Pages
from torpedo_dice.server.http.security import HEADERS, is_host_allowed, is_origin_allowed
from torpedo_dice.server.live.connection import Sockets
from torpedo_dice.server.live.lobby import House
from torpedo_dice.server.live.wire import Wire
from torpedo_dice.server.rate_limit import asker
from torpedo_dice.server.store.storage import Storage

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

_SOCKET = re.compile(r"/api/tables/([^/]{1,64})/socket")
WEB = Path(__file__).parents[2] / "web"


class App:
    """The whole server as one ASGI application.

    WebSockets come over `wire.py` alone and go straight to `sockets.py`: they carry the play, and
    every layer between costs.
    """

    def __init__(self, config: Config, storage: Storage | None = None, web: Path = WEB) -> None:
        self.config = config
        self.house = House(config, storage or Storage(config.data))
        self.sockets = Sockets(self.house)
        self._http = self._make_http()
        self._pages = Pages(web)

    def _make_http(self) -> FastAPI:
        api = FastAPI(
            title="Torpedo Dice",
            version=__version__,
            # The usual pages of documentation load scripts from another host.
            docs_url=None,
            redoc_url=None,
            openapi_url="/api/openapi.json",
            lifespan=self._lifespan,
            redirect_slashes=False,
        )
        api.include_router(Rest(self.house).router())
        api.include_router(rulebook.router())
        api.add_api_route("/metrics", self._metrics, include_in_schema=False)
        api.add_exception_handler(StarletteHTTPException, _http_error)
        _add_components(api)
        return api

    @asynccontextmanager
    async def _lifespan(self, _api: FastAPI) -> AsyncIterator[None]:
        self.house.start()
        self.sockets.start()
        logs.note("started", version=__version__)
        try:
            yield
        finally:
            self.sockets.close()
            await self.house.close()
            logs.note("stopped")

    async def _metrics(self) -> Response:
        return Response(self.house.metrics.text(), media_type="text/plain; version=0.0.4")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve a request or a connection."""
        if scope["type"] == "websocket":
            self._socket(scope)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    def _socket(self, scope: Message) -> None:
        match = _SOCKET.fullmatch(scope["path"])
        headers = scope["headers"]
        wire: Wire = scope["wire"]
        if (
            match is None
            or not is_host_allowed(self.config, headers)
            or not is_origin_allowed(self.config, headers)
        ):
            wire.refuse()
            return
        client = scope.get("client")
        address = asker(client[0] if client else "")
        self.sockets.serve(address, match[1], language_of(scope), wire)

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        with speaking(language_of(scope)):
            answer: Any = self._refusal(scope)
            if answer is None:
                path = scope["path"]
                is_call = path.startswith(("/api/", "/rules/")) or path in ("/metrics", "/rules")
                answer = self._http if is_call else self._pages
            await answer(scope, receive, send_with_headers)

    def _refusal(self, scope: Message) -> Response | None:
        """Return why a request is not served at all; None if it is."""
        headers = scope["headers"]
        if not is_host_allowed(self.config, headers):
            return problem(400, "host", Sentence("this server does not go by that name"))
        # A foreign page cannot read our answers, but it could make tables.
        if scope["method"] == "POST" and not is_origin_allowed(self.config, headers):
            return problem(403, "origin", Sentence("a page of another origin may not do that"))
        return None


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, StarletteHTTPException) else 500
    if status == 404:
        answer = problem(status, "not_found", NOTHING_HERE)
    elif status == 405:
        why = Sentence("this address does not know {method}", method=request.method)
        answer = problem(status, "method", why)
    else:
        detail = str(error.detail) if isinstance(error, StarletteHTTPException) else ""
        answer = problem(status, "http", detail)
    if isinstance(error, HTTPException | StarletteHTTPException) and error.headers:
        answer.headers.update(error.headers)
    return answer


def _add_components(api: FastAPI) -> None:
    """Let the OpenAPI description hold the schemas that the calls refer to."""
    plain = api.openapi

    def openapi() -> dict[str, Any]:
        described = plain()
        described.setdefault("components", {}).setdefault("schemas", {}).update(components())
        return described

    api.openapi = openapi  # type: ignore[method-assign]
