"""The page and its single rules: URLs, ids, languages, and the content security policy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import UnknownRuleError, load_text, page_html, section_html
from torpedo_dice.server.config import Config
from torpedo_dice.server.http.app import make_app
from torpedo_dice.server.http.language import choose_language

ANCHORS = [section.anchor for section in load_text("en").sections]


class Outline(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append((tag, dict(attrs)))

    def values(self, attribute: str) -> list[str]:
        """Return every value of an attribute, in order."""
        return [found for _, attrs in self.tags if (found := attrs.get(attribute))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_place_on_the_page(language: str) -> None:
    """Each anchor is an id, ids are unique, and each link on the page leads to one."""
    outline = Outline(page_html(language))
    ids = outline.values("id")
    assert len(ids) == len(set(ids))
    assert set(ANCHORS) <= set(ids)
    inside = {link[1:] for link in outline.values("href") if link.startswith("#")}
    assert inside == set(ANCHORS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_knows_its_language_and_the_others(language: str) -> None:
    """The document declares its language, links to the others and marks the current one."""
    outline = Outline(page_html(language))
    assert outline.tags[0] == ("html", {"lang": language})
    alternates = [a["hreflang"] for tag, a in outline.tags if tag == "link" and "hreflang" in a]
    assert alternates == list(LANGUAGES)
    (current,) = [a for tag, a in outline.tags if tag == "a" and a.get("aria-current")]
    assert current["href"] == f"/rules?lang={language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_needs_more_than_the_policy_allows(language: str) -> None:
    """No inline scripts, styles or event handlers, and no unfilled placeholders."""
    html = page_html(language)
    for tag, attributes in Outline(html).tags:
        assert tag != "style"
        assert tag != "script" or attributes.get("src", "").startswith("/js/")  # type: ignore[union-attr]
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
    assert "{picture" not in html
    # The only placeholder is the search's, which the script fills in.
    assert html.count("{") == html.count("{n}") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_go_down_step_by_step(language: str) -> None:
    """A single first-level heading, and no skipped level."""
    levels = [int(t[1]) for t, _ in Outline(page_html(language)).tags if t in ("h1", "h2", "h3")]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_can_be_shown_alone(language: str) -> None:
    """It has its text, no id that could clash with another page's, and links to the whole book."""
    for section in load_text(language).sections[1:]:
        html = section_html(language, section.anchor)
        outline = Outline(html)
        assert section.title in html
        assert outline.values("data-rule")[0] == section.anchor
        assert outline.values("id") == []
        for link in outline.values("href"):
            assert link.startswith(f"/rules?lang={language}#")


def test_an_unknown_rule_is_refused() -> None:
    """An unknown rule is an error, not an empty section."""
    with pytest.raises(UnknownRuleError):
        section_html("en", "kraken")


@pytest.mark.parametrize(
    ("asked", "accepted", "chosen"),
    [
        (None, None, "en"),
        ("de", "fr", "de"),
        ("DE-at", None, "de"),
        ("xx", "fr", "fr"),
        (None, "pt-PT,pt;q=0.9,en;q=0.8", "pt"),
        (None, "en;q=0.4, nl;q=0.9", "nl"),
        (None, "sv, da;q=0.8, fr;q=0.1", "fr"),
        (None, "de;q=0, *", "en"),
        (None, "de;q=much, fr;q=0.1", "fr"),
        (None, ",;;=,", "en"),
    ],
)
def test_the_language_is_chosen(asked: str | None, accepted: str | None, chosen: str) -> None:
    """The URL takes precedence over the browser's preference; unknown languages are skipped."""
    assert choose_language(asked, accepted, ["en", "de", "fr", "nl", "pt"]) == chosen


@pytest_asyncio.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of the server."""
    app = make_app(Config(data=str(tmp_path / "games.sqlite")))
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.asyncio
async def test_the_page_comes_in_the_readers_language(client: httpx.AsyncClient) -> None:
    """Chosen by header or URL, with the security policy and an ETag for caching."""
    answer = await client.get("/rules", headers={"accept-language": "pt"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-language"] == "pt"
    assert "accept-language" in answer.headers["vary"].lower()
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.text == page_html("pt")
    named = await client.get("/rules?lang=en", headers={"accept-language": "pt"})
    assert named.text == page_html("en")
    again = await client.get("/rules?lang=en", headers={"if-none-match": named.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.asyncio
async def test_one_rule_has_an_address(client: httpx.AsyncClient) -> None:
    """A language and an anchor return that rule alone; anything else a one-sentence error."""
    answer = await client.get("/rules/en/end-sinking")
    assert answer.text == section_html("en", "end-sinking")
    for address, words in (
        ("/rules/en/kraken", "no rule 'kraken'"),
        ("/rules/xx/fins", "not written in 'xx'"),
    ):
        refusal = await client.get(address)
        assert refusal.status_code == 404
        assert words in refusal.json()["error"]["message"]
    assert (await client.get("/rules/en")).status_code == 404
    assert (await client.post("/rules")).status_code == 405
