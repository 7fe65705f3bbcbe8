"""The web application: REST API, WebSocket, pages and metrics."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.di import NamedDependency, Provide
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from torpedo_dice import __version__
from torpedo_dice.server.config import Config
from torpedo_dice.server.http.api import api_routers
from torpedo_dice.server.http.errors import EXCEPTION_HANDLERS
from torpedo_dice.server.http.guards import OriginGuard, host_guard
from torpedo_dice.server.http.openapi import openapi_config
from torpedo_dice.server.http.pages import page_routes
from torpedo_dice.server.http.replay_jobs import ReplayJobs
from torpedo_dice.server.http.request import StrictRequest
from torpedo_dice.server.http.response import ResponseMiddleware
from torpedo_dice.server.http.review_jobs import ReviewJobs
from torpedo_dice.server.http.rulebook import show_rule, show_rulebook
from torpedo_dice.server.http.socket import table_socket
from torpedo_dice.server.live.connection import Connections
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.logs import logger
from torpedo_dice.server.store.storage import Storage, open_storage

WEB = Path(__file__).parents[2] / "web"


def make_app(
    config: Config,
    storage: Storage | None = None,
    web: Path = WEB,
    stopping: Callable[[], None] = lambda: None,
) -> Litestar:
    """Make the application; StorageError if its data cannot be used.

    `stopping` is called when it begins to shut down.
    """
    lobby = Lobby(config, storage or open_storage(config.data))
    connections = Connections(lobby)
    replays = ReplayJobs()
    reviews = ReviewJobs(config.limits)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        lobby.start()
        connections.start()
        logger.info("started", extra={"version": __version__})
        yield
        stopping()
        connections.close()
        replays.close()
        reviews.close()
        lobby.close()
        logger.info("stopped")

    return Litestar(
        [
            *api_routers(config.limits),
            table_socket,
            show_rulebook,
            show_rule,
            show_metrics,
            *page_routes(web),
        ],
        dependencies={
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "connections": Provide(lambda: connections, sync_to_thread=False),
            "replays": Provide(lambda: replays, sync_to_thread=False),
            "reviews": Provide(lambda: reviews, sync_to_thread=False),
        },
        guards=[host_guard(config.hosts), OriginGuard(config.origins)],
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[ResponseMiddleware()],
        request_class=StrictRequest,
        openapi_config=openapi_config(),
        # The API's answers are short, except replays and reviews, and those must not hold up
        # the others.
        compression_config=CompressionConfig("gzip", gzip_compress_level=6, exclude=["^/api/"]),
        lifespan=[lifespan],
        # The server configures logging itself, for the whole process.
        logging_config=None,
    )


@get("/metrics", include_in_schema=False)
async def show_metrics(lobby: NamedDependency[Lobby]) -> Response[bytes]:
    """Return the counters as Prometheus reads them."""
    return Response(lobby.metrics.exposition(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
