"""A finding: a fault in a record, with its location and a sentence that explains it."""

from __future__ import annotations

from typing import Any

from torpedo_dice.rules import Sentence


class Finding(ValueError):  # noqa: N818  # also returned as a value
    """A fault in a record; `where` is its location, such as `rounds[2].turns[0].hits`."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(Sentence("{where}: {why}", where=where, why=what))
        self.where = where
        self.what = what

    def __reduce__(self) -> tuple[type[Finding], tuple[str, str]]:
        # By default, an exception is pickled with the arguments of its base class.
        return Finding, (self.where, self.what)


# Names of the JSON types in messages. A bool does not count as an integer here.
_KINDS: dict[type, Sentence] = {
    bool: Sentence("true or false"),
    int: Sentence("a whole number"),
    str: Sentence("a string"),
    list: Sentence("a list"),
    dict: Sentence("an object"),
}


def read(data: dict[str, Any], key: str, kind: type, where: str = "") -> Any:
    """Return a required value of an object after checking its type."""
    return checked(required(data, key, where), kind, _inside(where, key))


def required(data: dict[str, Any], key: str, where: str) -> Any:
    """Return a required value of an object, of any type."""
    if key not in data:
        raise Finding(_inside(where, key), Sentence("is missing"))
    return data[key]


def _inside(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def checked(value: object, kind: type, where: str) -> Any:
    """Return a value after checking its type."""
    if type(value) is not kind:
        why = Sentence("must be {kind}, not {value}", kind=_KINDS[kind], value=in_words(value))
        raise Finding(where, why)
    return value


def in_words(value: object) -> str:
    """Format a value so that a message can quote it."""
    if value is None:
        return "null"
    if isinstance(value, dict | list):
        return Sentence("{kind} of {count}", kind=_KINDS[type(value)], count=len(value))
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def compare(says: object, is_so: object, where: str) -> None:
    """Raise a finding at the first place where a record differs from the expected one.

    Types matter (1 is neither 1.0 nor true); additional keys in the record are ignored.
    """
    match says, is_so:
        case dict(), dict():
            for key, value in is_so.items():
                compare(required(says, key, where), value, f"{where}.{key}")
        case list(), list():
            count, there = len(says), len(is_so)
            if count != there:
                why = Sentence("the number of entries should be {there}, not {count}", count=count, there=there)
                raise Finding(where, why)
            for index, (one, other) in enumerate(zip(says, is_so, strict=True)):
                compare(one, other, f"{where}[{index}]")
        case _ if type(says) is not type(is_so) or says != is_so:
            said, real = in_words(says), in_words(is_so)
            raise Finding(
                where, Sentence("is {says}, but should be {is_so}", says=said, is_so=real)
            )


def check_one_each(entries: list[Any], players: int, where: str) -> None:
    """Raise a finding unless a list has one entry per player."""
    if len(entries) != players:
        why = Sentence(
            "the number of entries should be {there}, not {count}", count=len(entries), there=players
        )
        raise Finding(where, why)
