"""The rulebook: the whole page, and single rules to be shown beside a table."""

from __future__ import annotations

from litestar import MediaType, Response, route
from litestar.params import FromPath

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import UnknownRuleError, page_html, section_html
from torpedo_dice.rules import Sentence
from torpedo_dice.server.http.errors import AnyRequest
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.http.pages import NO_CACHE, READ, tagged
from torpedo_dice.server.live.refusal import RequestRefused


@route("/rules", http_method=READ, include_in_schema=False, cache_control=NO_CACHE)
async def show_rulebook(request: AnyRequest) -> Response[bytes]:
    """Return the rulebook in the reader's language."""
    language = language_of(request)
    return _answer(language, page_html(language))


@route(
    "/rules/{language:str}/{anchor:str}",
    http_method=READ,
    include_in_schema=False,
    cache_control=NO_CACHE,
)
async def show_rule(language: FromPath[str], anchor: FromPath[str]) -> Response[bytes]:
    """Return one chapter or rule alone."""
    if language not in LANGUAGES:
        why = Sentence(
            "unknown language {language}: use {known}",
            language=language,
            known=", ".join(LANGUAGES),
        )
        raise RequestRefused(404, "not_found", why)
    try:
        return _answer(language, section_html(language, anchor))
    except UnknownRuleError:
        why = Sentence("there’s no rule {anchor!r} in the rulebook", anchor=anchor)
        raise RequestRefused(404, "not_found", why) from None


def _answer(language: str, html: str) -> Response[bytes]:
    headers = {"content-language": language, "vary": "Accept-Language"}
    return tagged(html.encode(), MediaType.HTML, **headers)
