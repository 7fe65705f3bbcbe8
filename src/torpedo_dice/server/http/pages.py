"""The page's files: only what lies in its folder, with the right kinds, and nothing cached long."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fastapi import Request, Response

from torpedo_dice.locale import ENGLISH, LANGUAGES
from torpedo_dice.locale.page import page_json
from torpedo_dice.rules import Sentence
from torpedo_dice.server.http.api import problem

# Addresses of the page itself: the start page, a table, a replay, the lesson.
_PAGE_FOLDERS = ("t", "r", "replay", "lesson")
_INDEX = "index.html"
NOTHING_HERE = Sentence("there is nothing at this address")
# Not every system knows these.
_KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".html": "text/html",
}
# The page's texts in the languages that are made of the catalogues; the English ones are a file.
_OTHER_MESSAGES = {f"messages/{name}.json": name for name in LANGUAGES if name != ENGLISH}


class Pages:
    """The files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request for a file."""
        answer = self._answer(Request(scope))
        await answer(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        """Return a file of the page, or the page itself for its own addresses."""
        if request.method not in ("GET", "HEAD"):
            refusal = problem(405, "method", Sentence("a page can only be read"))
            refusal.headers["allow"] = "GET, HEAD"
            return refusal
        path = request.scope["path"].lstrip("/").removeprefix("static/")
        language = _OTHER_MESSAGES.get(path)
        if language is not None:
            data, tag = _messages(language, is_packed=wants_gzip(request))
            return tagged_answer(request, data, tag, _KINDS[".json"])
        file = self._file_of(path)
        if file is None:
            return problem(404, "not_found", NOTHING_HERE)
        return _file_answer(request, file)

    def _file_of(self, path: str) -> Path | None:
        if not path or path.split("/")[0] in _PAGE_FOLDERS:
            path = _INDEX
        if "\0" in path:
            return None
        try:
            file = (self._folder / path).resolve()
            is_there = file.is_file()
        except (OSError, ValueError):
            return None
        hidden = any(part.startswith((".", "_")) for part in Path(path).parts)
        is_inside = file.is_relative_to(self._folder)
        return file if is_there and is_inside and not hidden and file.suffix in _KINDS else None


def wants_gzip(request: Request) -> bool:
    """Whether the reader can unpack what is sent."""
    return "gzip" in request.headers.get("accept-encoding", "")


def _file_answer(request: Request, file: Path) -> Response:
    facts = file.stat()
    is_packed = wants_gzip(request)
    data, tag = _contents(file, facts.st_mtime_ns, facts.st_size, is_packed=is_packed)
    return tagged_answer(request, data, tag, _KINDS[file.suffix])


def tagged_answer(request: Request, data: bytes, tag: str, kind: str) -> Response:
    """Answer with bytes, or only with their tag if the reader has them already."""
    # Asked for anew each time, but sent again only if it has changed.
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if wants_gzip(request):
        headers["content-encoding"] = "gzip"
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=kind)


@lru_cache(maxsize=512)
def _contents(file: Path, _changed: int, _size: int, *, is_packed: bool) -> tuple[bytes, str]:
    """Return a file's bytes and their tag; read again when the file has changed."""
    return tagged(file.read_bytes(), is_packed=is_packed)


@cache
def _messages(language: str, *, is_packed: bool) -> tuple[bytes, str]:
    """Return the page's texts in a language, and their tag."""
    return tagged(page_json(language), is_packed=is_packed)


def tagged(data: bytes, *, is_packed: bool) -> tuple[bytes, str]:
    """Return bytes as they are sent, packed or not, and their tag."""
    tag = hashlib.sha256(data).hexdigest()[:20]
    if is_packed:
        return gzip.compress(data, mtime=0), f'"{tag}-gzip"'
    return data, f'"{tag}"'
