"""The vocabulary of one language: names of things, and the short sentences of the pictures."""

from __future__ import annotations

from dataclasses import dataclass

from torpedo_dice.rules import System


@dataclass(frozen=True)
class Words:
    """Texts by key, as defined at the head of a language's file."""

    language: str
    by_key: dict[str, str]

    def say(self, key: str, **values: object) -> str:
        """Return the text of a key with its `{names}` filled in."""
        return self.by_key[key].format(**values)

    def system(self, system: System) -> str:
        """Return a system's name."""
        return self.by_key[system.id]

    def either(self, things: list[str]) -> str:
        """Join alternatives: "3 or 5"."""
        return f" {self.by_key['or']} ".join(things)
