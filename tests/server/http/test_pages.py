"""The files of the page: what is served, how, and that nothing else is."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.players import Server
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_messages


@pytest.mark.parametrize("path", ["/", "/t/abc", "/r/abc", "/replay", "/lesson", "/lesson/x/y"])
def test_the_page_has_many_addresses(client: TestClient[Litestar], path: str) -> None:
    """All of them are the same file, for GET and HEAD."""
    answer = client.get(path)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.content == client.get("/index.html").content
    assert client.head(path).status_code == 200


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/js/main.js", "text/javascript"),
        ("/icon.svg", "image/svg+xml"),
        ("/messages/en.json", "application/json"),
    ],
)
def test_files_have_the_right_type(client: TestClient[Litestar], path: str, kind: str) -> None:
    """On every system."""
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(kind)


@pytest.mark.parametrize("path", ["/", "/js/main.js", "/messages/de.json", "/rules"])
def test_files_are_compressed_and_revalidated(client: TestClient[Litestar], path: str) -> None:
    """Compressed if the browser accepts it, and not sent again if unchanged."""
    first = client.get(path)
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    assert "accept-encoding" in first.headers["vary"].lower()
    again = client.get(path, headers={"if-none-match": f'"other", {first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    assert plain.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_the_page(client: TestClient[Litestar], language: str) -> None:
    """In every language, from its catalogue."""
    assert client.get(f"/messages/{language}.json").json() == page_messages(language)


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.js",
        "/messages/xx.json",
        "/messages/de",
        "/index.html/x",
        "/js",
        f"/{'x' * 5000}",
        "/%00",
        "/..%2fserver/run.py",
        "/%2e%2e/cli.py",
        "/..%5c..",
        "/__init__.py",
        "/static/index.html",
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    """404 in the protocol's form, and no way out of the page's folder."""
    answer = server.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_pages_can_only_be_read(client: TestClient[Litestar]) -> None:
    """405 with the methods that there are."""
    for path in ("/", "/js/main.js"):
        answer = client.put(path)
        assert answer.status_code == 405
        assert "GET" in answer.headers["allow"]
