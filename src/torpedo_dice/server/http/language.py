"""Which language somebody reads: named in the address, or as the browser asks for."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

from starlette.requests import HTTPConnection

from torpedo_dice.locale import LANGUAGES


def language_of(scope: MutableMapping[str, Any]) -> str:
    """Return the language in which a request or a connection is answered."""
    asking = HTTPConnection(scope)
    accepted = asking.headers.get("accept-language")
    return choose_language(asking.query_params.get("lang"), accepted, tuple(LANGUAGES))


def choose_language(asked: str | None, accepted: str | None, available: Sequence[str]) -> str:
    """Return the language to answer in.

    `asked` is what the address names, `accepted` the header `Accept-Language`. What is not
    available is passed over; the first of the available ones is for those who want none of them.

    >>> choose_language(None, "fr-CH, de;q=0.8", ["en", "de", "fr"])
    'fr'
    """
    wishes = [asked or "", *_by_weight(accepted or "")]
    found = (wish.split("-")[0].strip().lower() for wish in wishes)
    return next((language for language in found if language in available), available[0])


def _by_weight(header: str) -> list[str]:
    """Return the languages of a header, the dearest first; those that are refused are left out."""
    weighed = []
    for part in header.split(","):
        name, _, rest = part.partition(";")
        weight = _weight(rest)
        if weight > 0:
            weighed.append((weight, name.strip()))
    return [name for _, name in sorted(weighed, key=lambda pair: -pair[0])]


def _weight(parameter: str) -> float:
    key, _, value = parameter.partition("=")
    if key.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        # Whoever cannot write a weight gets no say.
        return 0.0
