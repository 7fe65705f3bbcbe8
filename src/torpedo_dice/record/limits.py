"""Limits on the size of a record, whatever it contains.

Records are untrusted input. The limits are checked before anything is replayed, so that rejecting a
malicious record is cheap, and nothing derived from one can become much larger than it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from torpedo_dice.record.finding import Finding, in_words
from torpedo_dice.rules import Sentence
from torpedo_dice.rules.setup import MAX_PLAYERS

# Characters of a whole record, as text. A game of 1,000 rounds has about half a million.
MAX_LENGTH = 4 * 1024 * 1024
MAX_ROUNDS = 1000
MAX_NAME = 24
MAX_BOT_NAME = 64
# The longest text is a nonce; a sheet has separate limits.
MAX_TEXT = 128
# The longest list inside a round is that of a shot's torpedoes: at most nine spots, and a reserve.
MAX_PARTS = 16
# Bytes of all unknown keys and their values as JSON, and how deeply these may be nested.
MAX_EXTRA = 4 * 1024
MAX_EXTRA_DEPTH = 8


@dataclass(frozen=True, slots=True)
class _Parts:
    """A list of at most so many parts."""

    part: _Shape
    most: int = MAX_PARTS


# An object with its known keys, a list, or anything else; what a value must be is checked later.
_Shape: TypeAlias = "dict[str, _Shape] | _Parts | None"


def _keys(*names: str, **shapes: _Shape) -> dict[str, _Shape]:
    return {**dict.fromkeys(names), **shapes}


# The sheet is not followed further, except for unknown keys: `sheet_limits.py` bounds it.
_SHEET = _keys("name", "grid", "reserve", "screens", "limits")
_TURN = _keys(
    *("seat", "pick", "die", "face", "hits", "misses", "activate"),
    modify=_keys("system", "step", "seat", "roll"),
    fire=_Parts(_Parts(None, most=2)),
)
_ROUND = _keys(
    "start",
    dice=_Parts(None),
    turns=_Parts(_TURN, most=MAX_PLAYERS),
    destroyed=_Parts(_keys("seat", "system"), most=32),
    automaton=_keys("die", "system", "effect"),
)
_RESULT = _keys(
    "reason",
    winners=_Parts(None),
    scores=_Parts(None),
    skulls=_Parts(None),
    resigned=_Parts(None),
    solo=_keys("won", "score", "rank"),
)
_RECORD = _keys(
    *("format", "version", "mode", "first", "digest"),
    options=_keys("solo_end", "first"),
    sheet={**_SHEET, "solo": _keys("boxes", "explosions", "arrows")},
    players=_Parts(_keys("name", "kind", "bot", "stand_in"), most=MAX_PLAYERS),
    dice=_keys(
        *("scheme", "commitment", "seed"), nonces=_Parts(None), nonce_commitments=_Parts(None)
    ),
    rounds=_Parts(_ROUND, most=MAX_ROUNDS),
    result=_RESULT,
)


def check_limits(record: dict[str, Any]) -> None:
    """Raise a Finding if a record is larger than any game needs."""
    _Check().value(record, _RECORD, "")
    players = record.get("players")
    for seat, player in enumerate(players if isinstance(players, list) else []):
        if isinstance(player, dict):
            _check_names(player, f"players[{seat}]")


def _check_names(player: dict[str, Any], where: str) -> None:
    most = MAX_BOT_NAME if player.get("kind") == "bot" else MAX_NAME
    for key, longest in (("name", most), ("bot", MAX_BOT_NAME), ("stand_in", MAX_BOT_NAME)):
        name = player.get(key)
        if isinstance(name, str) and not 1 <= len(name) <= longest:
            why = Sentence(
                "must have 1 to {most} characters, not {count}", most=longest, count=len(name)
            )
            raise Finding(f"{where}.{key}", why)


class _Check:
    """Visits every known part of a record, and adds up the unknown ones."""

    def __init__(self) -> None:
        self._extra = 0

    def value(self, value: object, shape: _Shape, where: str) -> None:
        if isinstance(value, dict) and isinstance(shape, dict):
            for key, part in value.items():
                if key in shape:
                    self.value(part, shape[key], f"{where}.{key}" if where else key)
                else:
                    self._add_extra(key, part, where)
        elif isinstance(value, list) and isinstance(shape, _Parts):
            if len(value) > shape.most:
                raise Finding(where, Sentence("has more than {count} entries", count=shape.most))
            for index, part in enumerate(value):
                self.value(part, shape.part, f"{where}[{index}]")
        elif isinstance(value, str) and len(value) > MAX_TEXT and not where.startswith("sheet"):
            raise Finding(where, Sentence("has more than {most} characters", most=MAX_TEXT))

    def _add_extra(self, key: str, value: object, where: str) -> None:
        place = f"{where}.{in_words(key)}" if where else in_words(key)
        if _is_deeper(value, MAX_EXTRA_DEPTH):
            why = Sentence("is nested more than {count} levels deep", count=MAX_EXTRA_DEPTH)
            raise Finding(place, why)
        text = json.dumps([key, value], separators=(",", ":"), ensure_ascii=False)
        self._extra += len(text.encode("utf-8", "surrogatepass"))
        if self._extra > MAX_EXTRA:
            why = Sentence(
                "unknown keys take up more than {size} KiB in total", size=MAX_EXTRA // 1024
            )
            raise Finding(place, why)


def _is_deeper(value: object, depth: int) -> bool:
    """Whether a value is nested more deeply than this."""
    if not isinstance(value, dict | list):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return depth == 0 or any(_is_deeper(part, depth - 1) for part in parts)
