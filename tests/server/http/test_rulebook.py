"""The rulebook's addresses."""

from __future__ import annotations

from litestar import Litestar
from litestar.testing import TestClient

from torpedo_dice.rulebook import page_html, section_html


def test_the_page_comes_in_the_readers_language(client: TestClient[Litestar]) -> None:
    """By the header or by the address, with the policy and a tag that spares the second time."""
    answer = client.get("/rules", headers={"accept-language": "pt"})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-language"] == "pt"
    assert "accept-language" in answer.headers["vary"].lower()
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.text == page_html("pt")
    named = client.get("/rules?lang=en", headers={"accept-language": "pt"})
    assert named.text == page_html("en")
    again = client.get("/rules?lang=en", headers={"if-none-match": named.headers["etag"]})
    assert again.status_code == 304


def test_one_rule_has_an_address(client: TestClient[Litestar]) -> None:
    """A language and an anchor give that rule alone; anything else one clear sentence."""
    answer = client.get("/rules/en/end-sinking")
    assert answer.text == section_html("en", "end-sinking")
    for address, words in (
        ("/rules/en/kraken", "no rule 'kraken'"),
        ("/rules/xx/fins", "unknown language xx: use en, de, fr, nl, pt"),
    ):
        refusal = client.get(address)
        assert refusal.status_code == 404
        assert words in refusal.json()["error"]["message"]
    assert client.get("/rules/en").status_code == 404
    assert client.post("/rules").status_code == 405
