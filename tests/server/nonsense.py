"""Invalid messages of every imaginable kind, which a table must reject.

Each is drawn from a `random.Random`, so that the same seed gives the same messages.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torpedo_dice.record.limits import MAX_NAME
from torpedo_dice.server.messages.values import MAX_ID, MAX_MOVE

Data = dict[str, Any]
# Values that JSON can't represent, or only just: written literally.
TOKENS = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "0x10", "01", "+1", ".5", "1.", "nul")
TOKENS += ("undefined", "'x'", '"\\ud800"', '"\\x00"', '"\\u12"', '"\n"', "", "{}{}", "[1,]", "//")
# Values that no field of any command accepts.
NEVER: tuple[Any, ...] = ({}, {"a": 1}, [[[]]], -1, 1.5, 10**30, -(10**400), True, "", "x" * 300)
# Valid commands.
COMMANDS: tuple[Data, ...] = (
    {"command": "move", "move": "0 take 0"},
    {"command": "take_back", "seat": 0},
    {"command": "replace", "seat": 1},
    {"command": "return", "seat": 0},
    {"command": "resign", "seat": 0},
    # A bot that doesn't exist: a real one could take an open seat.
    {"command": "fill", "seat": 1, "bot": "kraken"},
    {"command": "react", "seat": 0, "reaction": "ouch"},
    {"command": "name", "seat": 0, "name": "Ada"},
    {"command": "preview", "seat": 0, "fields": [[0, 0]]},
    {"command": "preview", "seat": 0, "activate": "engine", "modify": "0 use tower +1"},
)


@dataclass(frozen=True)
class Message:
    """A message; `id` is the one that its answer must have, if that is certain."""

    # Text, bytes for a binary frame, or a text in fragments.
    data: str | bytes | list[str]
    id: str | None = None


@dataclass
class Draw:
    """The source of messages: its random generator, and what is currently invalid at its table."""

    whim: random.Random
    # Moves of its own seat at the wrong time.
    wrong_moves: tuple[str, ...] = ("0 take 0",)
    # Another player's seat.
    foreign: int = 1
    _ids: int = 0

    def id(self) -> str:
        """Return an id that hasn't been used yet."""
        self._ids += 1
        return f"{self.whim.randrange(16**8):08x}-{self._ids}"


def _text(message: object) -> str:
    return json.dumps(message)


def _command(draw: Draw) -> Data:
    return {"type": "command", "id": draw.id(), **draw.whim.choice(COMMANDS)}


def _refused(draw: Draw, **command: Any) -> Message:
    """Return a well-formed command that can't be executed."""
    name = draw.id()
    return Message(_text({"type": "command", "id": name, **command}), name)


# ------------------------------------------------------------------ what cannot be read


def not_json(draw: Draw) -> Message:
    """Random characters, or an empty text."""
    letters = (draw.whim.randrange(1, 0xD800) for _ in range(draw.whim.randrange(60)))
    return Message("".join(map(chr, letters)).lstrip("{"))


def truncated(draw: Draw) -> Message:
    """A truncated message."""
    text = _text(_command(draw))
    return Message(text[: draw.whim.randrange(len(text))])


def not_an_object(draw: Draw) -> Message:
    """Valid JSON that isn't a message."""
    values = (None, True, 3, -1.5, "hello", [], [{"type": "ping"}], {}, {"id": "x"}, [[]] * 9)
    return Message(_text(draw.whim.choice(values)))


def unknown_type(draw: Draw) -> Message:
    """A message of an unknown type."""
    kinds = ("Hello", "welcome", "events", "answer", "", "\0", "comand", 7, None, [], {}, "x" * 500)
    return Message(_text({"type": draw.whim.choice(kinds), "id": draw.id()}))


def unknown_command(draw: Draw) -> Message:
    """An unknown command."""
    name = draw.id()
    command = draw.whim.choice(("steal", "Move", "", "move ", "\u202emove", 3, None, [], {}))
    return Message(_text({"type": "command", "id": name, "command": command, "seat": 0}), name)


def missing_field(draw: Draw) -> Message:
    """A command without a required field."""
    command = _command(draw)
    needed = [key for key in command if key not in ("fields", "activate", "modify", "type", "id")]
    del command[draw.whim.choice(needed)]
    return Message(_text(command), command["id"])


def unknown_field(draw: Draw) -> Message:
    """A command with an unknown field."""
    command = _command(draw) | {draw.whim.choice(("x", "Seat", "secret", "")): 1}
    return Message(_text(command), command["id"])


def wrong_value(draw: Draw) -> Message:
    """A field with an invalid value."""
    command = _command(draw)
    field = draw.whim.choice([key for key in command if key not in ("type", "command", "id")])
    command[field] = draw.whim.choice(NEVER)
    return Message(_text(command), command["id"])


def too_long(draw: Draw) -> Message:
    """A text or a list slightly too long for its field."""
    name, seat = draw.id(), {"seat": 0}
    command = draw.whim.choice(
        (
            {"command": "move", "move": "0" * (MAX_MOVE + 1)},
            {"command": "name", **seat, "name": "n" * (MAX_NAME + 1)},
            {"command": "preview", **seat, "fields": [[0, 0]] * 17},
            {"command": "preview", **seat, "fields": [[0, 100]]},
            {"command": "preview", **seat, "fields": [[0]]},
            {"command": "preview", **seat, "activate": "e" * 17},
        )
    )
    return Message(_text({"type": "command", "id": name, **command}), name)


def wrong_id(draw: Draw) -> Message:
    """A command with an invalid id."""
    ids = ("", "i" * (MAX_ID + 1), 5, None, [], {}, True, 1e9)
    return Message(_text(_command(draw) | {"id": draw.whim.choice(ids)}))


def wrong_token(draw: Draw) -> Message:
    """A value that JSON doesn't support, in place of a valid one."""
    command = _command(draw)
    field = draw.whim.choice([key for key in command if key != "type"])
    text = _text(command | {field: "@@"})
    return Message(text.replace('"@@"', draw.whim.choice(TOKENS)))


def deeply_nested(draw: Draw) -> Message:
    """Deeply nested brackets, alone or in a field."""
    depth = draw.whim.choice((10, 100, 999, 1001, 4000))
    opening, closing = draw.whim.choice((("[", "]"), ('{"a":', "}")))
    nest = opening * depth + "1" + closing * draw.whim.choice((0, depth))
    inside = '{"type":"command","id":"n","command":"move","move":' + nest + "}"
    return Message(draw.whim.choice((nest, inside))[:16_000])


def wrong_ping(draw: Draw) -> Message:
    """An invalid ping."""
    number = draw.whim.choice((1.5, "1", None, [], {}, True, 1e300))
    return Message(_text({"type": "ping", "n": number}))


def wrong_hello(draw: Draw) -> Message:
    """A malformed hello: invalid versions, secrets and event numbers."""
    fault = draw.whim.choice(
        (
            {"protocol": "1"},
            {"protocol": None},
            {"protocol": 1.5},
            {"seen": -1},
            {"seen": -(2**63)},
            {"seen": 0.5},
            {"seen": "0"},
            {"secrets": "s"},
            {"secrets": [""]},
            {"secrets": ["s" * 129]},
            {"secrets": ["s"] * 9},
            {"secrets": [7]},
            {"secrets": None},
            {"seat": 0},
        )
    )
    return Message(_text({"type": "hello", "protocol": 1, "secrets": [], "seen": 0, **fault}))


def binary(draw: Draw) -> Message:
    """A binary frame: noise, invalid UTF-8, or a message that would be valid as text."""
    noise = draw.whim.randbytes(draw.whim.randrange(200))
    return Message(draw.whim.choice((noise, b"\xff\xfe", _text(_command(draw)).encode())))


def fragments(draw: Draw) -> Message:
    """A fragmented text, with empty fragments, that isn't a message when joined."""
    text = truncated(draw).data
    cut = draw.whim.randrange(len(text) + 1)
    return Message([str(text[:cut]), "", str(text[cut:])])


# ------------------------------------------------------------------ what cannot be done


def foreign_seat(draw: Draw) -> Message:
    """A valid command for another player's seat, or a nonexistent one."""
    seat = draw.whim.choice((draw.foreign, 3))
    command = draw.whim.choice(
        (
            {"command": "move", "move": f"{seat} take 0"},
            {"command": "move", "move": f"{seat} fire A1"},
            {"command": "take_back", "seat": seat},
            {"command": "return", "seat": seat},
            {"command": "name", "seat": seat, "name": "Eve"},
            {"command": "preview", "seat": seat, "activate": "engine"},
        )
    )
    return _refused(draw, **command)


def wrong_time(draw: Draw) -> Message:
    """A command that isn't possible now."""
    moves = [{"command": "move", "move": move} for move in draw.wrong_moves]
    others = [
        {"command": "take_back", "seat": 0},
        {"command": "return", "seat": 0},
        {"command": "replace", "seat": 0},
    ]
    return _refused(draw, **draw.whim.choice(moves + others))


def no_move(draw: Draw) -> Message:
    """A text that isn't a move."""
    moves = (
        "fly",
        "0",
        "0 take",
        "0 take -1",
        "0 take 99999999999999999999",
        "-1 take 0",
        "\u0660 take \u0661",
    )
    moves += ("0 fire", "0 fire Z99", "0 fire A1 A1", "0 fire A-9", "0 activate", "0 activate \0")
    moves += ("0 use tower +9", "0 use tower", "0 activate reactor", "roll 1 2 3", "0 roll 6")
    moves += ("0  take 0 ; 1 take 1", "0 fire " + "A1 " * 60, "0 take 0\n1 take 0", "1e9 take 0")
    return _refused(draw, command="move", move=draw.whim.choice(moves)[:MAX_MOVE])


def no_name(draw: Draw) -> Message:
    """An invisible name."""
    name = draw.whim.choice((" ", "\t", "\0", "a\nb", "\u202eevil", "\u200b", "\ufeff", "\x7f"))
    return _refused(draw, command="name", seat=0, name=name)


def no_preview(draw: Draw) -> Message:
    """A preview of an impossible choice."""
    questions: tuple[Data, ...] = (
        {},
        {"fields": [[0, 0]], "activate": "engine"},
        {"activate": "reactor"},
        {"fields": [[0, 0]], "modify": "0 use reactor"},
        {"fields": [[0, 0]], "modify": "1 take 0"},
    )
    return _refused(draw, command="preview", seat=0, **draw.whim.choice(questions))


def hello_again(draw: Draw) -> Message:
    """A second hello, with valid and invalid versions and numbers."""
    hello = {"type": "hello", "protocol": draw.whim.choice((1, 2, 10**20)), "secrets": ["guess"]}
    return Message(_text(hello | {"seen": draw.whim.choice((0, 1, 10**18))}))


def altered(draw: Draw) -> Message:
    """A valid message with some characters changed; only for clients without a seat."""
    text = list(_text(_command(draw)))
    for _ in range(draw.whim.randrange(1, 4)):
        text[draw.whim.randrange(len(text))] = chr(draw.whim.randrange(32, 127))
    return Message("".join(text))


Kind = Callable[[Draw], Message]
# These don't close the connection, before or after hello.
UNREADABLE: tuple[Kind, ...] = (
    *(not_json, truncated, not_an_object, unknown_type, unknown_command, missing_field),
    *(unknown_field, wrong_value, too_long, wrong_id, wrong_token, deeply_nested, wrong_ping),
    *(wrong_hello, binary, fragments),
)
# These need a seat, or at least a hello.
IMPOSSIBLE: tuple[Kind, ...] = (foreign_seat, wrong_time, no_move, no_name, no_preview, hello_again)
FOR_SPECTATORS: tuple[Kind, ...] = (*IMPOSSIBLE, altered)
