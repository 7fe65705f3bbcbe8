"""The rulebook's addresses: the whole page, and one rule to be shown beside a table."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request, Response

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import UnknownRuleError, page_html, section_html
from torpedo_dice.rules import Sentence
from torpedo_dice.server.http.api import problem
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.http.pages import tagged, tagged_answer, wants_gzip


def router() -> APIRouter:
    """Return the routes; they give pages, so they are not among the calls that are described."""
    routes = APIRouter(include_in_schema=False)
    routes.add_api_route("/rules", show_page, methods=["GET", "HEAD"])
    routes.add_api_route("/rules/{language}/{anchor}", show_rule, methods=["GET", "HEAD"])
    return routes


async def show_page(request: Request) -> Response:
    """Answer with the rulebook in the reader's language."""
    return _answer(request, language_of(request.scope), None)


async def show_rule(request: Request, language: str, anchor: str) -> Response:
    """Answer with one chapter or rule alone."""
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        return problem(
            404,
            "not_found",
            Sentence(
                "the rulebook is not written in {language!r}: {known}",
                language=language,
                known=known,
            ),
        )
    try:
        return _answer(request, language, anchor)
    except UnknownRuleError:
        return problem(
            404, "not_found", Sentence("the rulebook has no rule {anchor!r}", anchor=anchor)
        )


def _answer(request: Request, language: str, anchor: str | None) -> Response:
    data, tag = _contents(language, anchor, is_packed=wants_gzip(request))
    answer = tagged_answer(request, data, tag, "text/html")
    answer.headers["content-language"] = language
    answer.headers["vary"] = "accept-encoding, accept-language"
    return answer


@cache
def _contents(language: str, anchor: str | None, *, is_packed: bool) -> tuple[bytes, str]:
    """Return the bytes and their tag; drawn once, as the rules do not change while we run."""
    html = page_html(language) if anchor is None else section_html(language, anchor)
    return tagged(html.encode(), is_packed=is_packed)
