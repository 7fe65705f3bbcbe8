"""The language of an answer: named in the address, or as the browser prefers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar.connection import ASGIConnection

from torpedo_dice.locale import LANGUAGES


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the language in which a request or a connection is answered."""
    accepted = connection.headers.get("accept-language")
    return choose_language(connection.query_params.get("lang"), accepted, tuple(LANGUAGES))


def choose_language(asked: str | None, accepted: str | None, available: Sequence[str]) -> str:
    """Return the language to answer in.

    `asked` is what the address names, `accepted` the header `Accept-Language`. Languages that are
    not available are skipped; the first available one is the default.

    >>> choose_language(None, "fr-CH, de;q=0.8", ["en", "de", "fr"])
    'fr'
    """
    wishes = [asked or "", *_by_weight(accepted or "")]
    found = (wish.split("-")[0].strip().lower() for wish in wishes)
    return next((language for language in found if language in available), available[0])


def _by_weight(header: str) -> list[str]:
    """Return the languages of a header, the preferred first, without those that are refused."""
    parts = (part.partition(";") for part in header.split(","))
    weighed = [(_weight(rest), name.strip()) for name, _, rest in parts]
    return [name for weight, name in sorted(weighed, key=lambda pair: -pair[0]) if weight > 0]


def _weight(parameter: str) -> float:
    key, _, value = parameter.partition("=")
    if key.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        # A malformed weight: the language is ignored.
        return 0.0
