"""A finding: the place in a record that is not so, and a sentence that says why."""

from __future__ import annotations

from typing import Any, NoReturn

from torpedo_dice.rules import Sentence


class Finding(ValueError):  # noqa: N818  # a finding is also a value that is handed on
    """Something in a record that cannot be; `where` is its place, as `rounds[2].turns[0].hits`."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(Sentence("{where}: {why}", where=where, why=what))
        self.where = where
        self.what = what


def find(where: str, what: str) -> NoReturn:
    """Report a finding."""
    raise Finding(where, what)


# What a JSON value of each kind is called in a sentence. A bool is not a whole number here.
_KINDS: dict[type, Sentence] = {
    bool: Sentence("true or false"),
    int: Sentence("a whole number"),
    str: Sentence("a text"),
    list: Sentence("a list"),
    dict: Sentence("an object"),
}


def read(data: dict[str, Any], key: str, kind: type, where: str) -> Any:
    """Return a value of an object, which must be there and of this kind."""
    place = f"{where}.{key}" if where else key
    if key not in data:
        find(place, Sentence("is missing"))
    return checked(data[key], kind, place)


def checked(value: object, kind: type, where: str) -> Any:
    """Return a value that must be of this kind."""
    if type(value) is not kind:
        find(
            where,
            Sentence("must be {kind}, not {value}", kind=_KINDS[kind], value=in_words(value)),
        )
    return value


def in_words(value: object) -> str:
    """Return a value as a sentence can quote it."""
    if value is None:
        return "null"
    if isinstance(value, dict | list):
        return Sentence("{kind} of {count}", kind=_KINDS[type(value)], count=len(value))
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def compare(says: object, is_so: object, where: str) -> None:
    """Report the first place where a record differs from what is so.

    Types count (1 is neither 1.0 nor true); keys that only the record has are its own business.
    """
    if type(says) is not type(is_so):
        find(
            where,
            Sentence("says {says}, but it is {is_so}", says=in_words(says), is_so=in_words(is_so)),
        )
    if isinstance(says, dict) and isinstance(is_so, dict):
        for key, value in is_so.items():
            if key not in says:
                find(f"{where}.{key}", Sentence("is missing"))
            compare(says[key], value, f"{where}.{key}")
    elif isinstance(says, list) and isinstance(is_so, list):
        if len(says) != len(is_so):
            find(
                where,
                Sentence(
                    "has {count} entries, but there are {there}",
                    count=len(says),
                    there=len(is_so),
                ),
            )
        for index, (one, other) in enumerate(zip(says, is_so, strict=True)):
            compare(one, other, f"{where}[{index}]")
    elif says != is_so:
        find(
            where,
            Sentence("says {says}, but it is {is_so}", says=in_words(says), is_so=in_words(is_so)),
        )
