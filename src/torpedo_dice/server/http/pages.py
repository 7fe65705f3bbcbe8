"""The files of the page: revalidated on each visit, sent again only if they have changed."""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from litestar import HttpMethod, MediaType, Response, route
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_json
from torpedo_dice.server.http.errors import NOTHING_HERE, AnyRequest, refusal
from torpedo_dice.server.messages.rest import Refusal

# The addresses of the page itself: the start page, a table, a replay, a record, a review, the
# lesson.
_PAGE_FOLDERS = ("t", "r", "replay", "review", "lesson")
NO_CACHE = CacheControlHeader(no_cache=True)
_messages = cache(page_json)
READ = [HttpMethod.GET, HttpMethod.HEAD]

# Some systems do not know these.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


def page_routes(web: Path) -> list[ControllerRouterHandler]:
    """Return the routes of the page and of everything in its folder."""
    paths = ["/", *(f"/{name}{rest}" for name in _PAGE_FOLDERS for rest in ("", "/{rest:path}"))]

    @route(paths, http_method=READ, include_in_schema=False, cache_control=NO_CACHE)
    async def show_page() -> File:
        return File(
            web / "index.html",
            filename="index.html",
            content_disposition_type="inline",
            media_type=MediaType.HTML,
        )

    files = create_static_files_router(
        "/",
        [web],
        cache_control=NO_CACHE,
        # Also for a path that no file system takes.
        exception_handlers={HTTPException: _no_such_file, ValueError: _no_such_file},
    )
    return [show_page, show_messages, files]


def _no_such_file(request: AnyRequest, _error: Exception) -> Response[Refusal]:
    return refusal(request, 404, "not_found", NOTHING_HERE)


@route("/messages/{file:str}", http_method=READ, include_in_schema=False, cache_control=NO_CACHE)
async def show_messages(file: FromPath[str]) -> Response[bytes]:
    """Return the page's texts in a language, from its catalogue."""
    language = file.removesuffix(".json")
    if not file.endswith(".json") or language not in LANGUAGES:
        raise NotFoundException
    return tagged(_messages(language), MediaType.JSON)


def tagged(data: bytes, media_type: MediaType, **headers: str) -> Response[bytes]:
    """Return a response with its entity tag."""
    etag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    return Response(data, media_type=media_type, headers={"etag": etag, **headers})
