"""The rulebook: the whole page, and single rules to be shown beside a table."""

from __future__ import annotations

from functools import cache

from litestar import MediaType, Response, route
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import UnknownRuleError, page_html, section_html
from torpedo_dice.rules import Sentence
from torpedo_dice.server.http.errors import AnyRequest
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.http.pages import READ, etag_of
from torpedo_dice.server.live.lobby import RequestRefused

_NO_CACHE = CacheControlHeader(no_cache=True)


@route("/rules", http_method=READ, include_in_schema=False, cache_control=_NO_CACHE)
async def show_rulebook(request: AnyRequest) -> Response[bytes]:
    """Return the rulebook in the reader's language."""
    return _answer(language_of(request), None)


@route(
    "/rules/{language:str}/{anchor:str}",
    http_method=READ,
    include_in_schema=False,
    cache_control=_NO_CACHE,
)
async def show_rule(language: FromPath[str], anchor: FromPath[str]) -> Response[bytes]:
    """Return one chapter or rule alone."""
    if language not in LANGUAGES:
        why = Sentence(
            "the rulebook is not written in {language!r}: {known}",
            language=language,
            known=", ".join(LANGUAGES),
        )
        raise RequestRefused(404, "not_found", why)
    try:
        return _answer(language, anchor)
    except UnknownRuleError:
        why = Sentence("the rulebook has no rule {anchor!r}", anchor=anchor)
        raise RequestRefused(404, "not_found", why) from None


def _answer(language: str, anchor: str | None) -> Response[bytes]:
    data, etag = _contents(language, anchor)
    headers = {"etag": etag, "content-language": language, "vary": "Accept-Language"}
    return Response(data, media_type=MediaType.HTML, headers=headers)


@cache
def _contents(language: str, anchor: str | None) -> tuple[bytes, str]:
    """Return a page and its tag; drawn once, since the rules do not change while we run."""
    html = page_html(language) if anchor is None else section_html(language, anchor)
    data = html.encode()
    return data, etag_of(data)
