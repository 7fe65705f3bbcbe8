"""Every WebSocket message, typed: anything else is refused as malformed.

`docs/protocol.md` documents them; a test keeps the two in step. Events and views are written by
`events.py` and `views.py`, the bodies and answers of REST calls by `rest.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from torpedo_dice.locale import LANGUAGES, told
from torpedo_dice.rules import Sentence

PROTOCOL = 1

MAX_NAME = 24
MAX_SEATS = 4
MAX_ID = 64
MAX_MOVE = 200
MAX_SECRETS = 8

Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
SomeName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Secret: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_ID)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_MOVE)]
Coordinate: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
SomeField: TypeAlias = tuple[Coordinate, Coordinate]
SomeFields: TypeAlias = Annotated[list[SomeField], Meta(max_length=16)]
SystemName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16)]
LanguageName: TypeAlias = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]


class StrictStruct(Struct, forbid_unknown_fields=True):
    """A body or message in which a misspelt field is an error, not silence."""


# ------------------------------------------------------------------ WebSocket, from the client


class Hello(StrictStruct, tag_field="type", tag="hello"):
    """The first message: who this device is, and what it has seen."""

    protocol: int
    secrets: Annotated[list[Secret], Meta(max_length=MAX_SECRETS)] = []
    seen: Annotated[int, Meta(ge=0)] = 0
    # In which errors are written. None: as the request for the connection asks.
    language: LanguageName | None = None


class Speak(StrictStruct, tag_field="type", tag="speak"):
    """Another language from now on."""

    language: LanguageName


class Ping(StrictStruct, tag_field="type", tag="ping"):
    """A sign of life."""

    n: int = 0


class _Command(StrictStruct, tag_field="command", kw_only=True):
    """Something to be done; its answer carries its id."""

    type: Literal["command"] = "command"


class MoveCommand(_Command, tag="move"):
    """Make a move, in the rules' own text form."""

    id: Id
    move: MoveText


class TakeBackCommand(_Command, tag="take_back"):
    """Take one's choice back while others still think."""

    id: Id
    seat: Seat


class ReplaceCommand(_Command, tag="replace"):
    """Put a captain in the seat of somebody who is away too long."""

    id: Id
    seat: Seat


class ReturnCommand(_Command, tag="return"):
    """Take one's own seat back from the captain."""

    id: Id
    seat: Seat


class NameCommand(_Command, tag="name"):
    """Take another name."""

    id: Id
    seat: Seat
    name: SomeName


class PreviewCommand(_Command, tag="preview"):
    """Ask what a choice would do; nothing is done."""

    id: Id
    seat: Seat
    modify: MoveText | None = None
    fields: SomeFields | None = None
    activate: SystemName | None = None


Command: TypeAlias = (
    MoveCommand | TakeBackCommand | ReplaceCommand | ReturnCommand | NameCommand | PreviewCommand
)


# ------------------------------------------------------------------ WebSocket, to the client


class Problem(Struct, omit_defaults=True):
    """What is wrong, for a program (`code`) and for a person (`why`)."""

    kind: Literal["malformed", "illegal", "not_yours", "refused"]
    code: str
    why: str
    move: str | None = None
    # The anchor of the rule in the rulebook.
    rule: str | None = None


class Answer(Struct, tag_field="type", tag="answer"):
    """The one answer to a command."""

    id: str
    ok: bool
    number: int | UnsetType = UNSET
    preview: dict[str, Any] | UnsetType = UNSET
    error: Problem | UnsetType = UNSET


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The answer to hello: all that this device may know."""

    you: list[int]
    table: dict[str, Any]
    number: int
    events: list[Raw]
    views: dict[str, Raw]
    commitment: str
    nonces: list[str] | None


class Events(Struct, tag_field="type", tag="events"):
    """What happened; `private` is for this device's own seats alone."""

    events: list[Raw]
    private: list[Raw]
    views: dict[str, Raw]


class SeatPresence(Struct):
    """Whether somebody sits at a seat, and for how many seconds nobody has."""

    seat: int
    connected: bool
    away: float


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is there."""

    seats: list[SeatPresence]
    spectators: int


class ClockLeft(Struct):
    """The seconds that a seat has left."""

    seat: int
    left: float


class Clock(Struct, tag_field="type", tag="clock"):
    """The clocks that run now."""

    clocks: list[ClockLeft]


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to ping."""

    n: int


class Error(Struct, tag_field="type", tag="error"):
    """What is wrong with a message that is no command."""

    error: Problem


# ------------------------------------------------------------------ reading and writing


def _said(what: object) -> str:
    """Say a sentence in the language of whoever it is written for."""
    if not isinstance(what, Sentence):
        raise TypeError(f"{type(what).__name__} is not written as JSON")
    return told(what)


encode = msgspec.json.Encoder(enc_hook=_said).encode

_first: msgspec.json.Decoder[Hello | Ping | Speak] = msgspec.json.Decoder(Hello | Ping | Speak)
_command: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class _Kind(Struct):
    """Just enough of a message to know what it means to be."""

    type: str
    id: str | None = None


_kind = msgspec.json.Decoder(_Kind)


class MalformedError(ValueError):
    """A message or body that is not one; `id` is the command's, if it has one."""

    code = "malformed"

    def __init__(self, why: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(why)
        self.id = id


class MalformedNameError(MalformedError):
    """A name that is none: its letters are looked at after the message was read."""

    code = "name"


def decode_message(text: str | bytes) -> Hello | Ping | Speak | Command:
    """Read a client's message; MalformedError says what is wrong and where."""
    try:
        kind = _kind.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise MalformedError(malformed_sentence(error)) from None
    try:
        if kind.type == "command":
            return _command.decode(text)
        return _first.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        is_id = kind.id is not None and 1 <= len(kind.id) <= MAX_ID
        known = kind.id if kind.type == "command" and is_id else None
        raise MalformedError(malformed_sentence(error), id=known) from None


def malformed_sentence(error: Exception) -> str:
    """Return what is wrong with a text that could not be decoded."""
    if isinstance(error, RecursionError):
        return Sentence("nested too deeply")
    # The details are English: whoever uses the page never sends such a thing.
    return Sentence("that cannot be read: {why}", why=str(error))


def checked_name(name: str) -> str:
    """Return a name as it is kept; MalformedNameError if it is not 1 to 24 plain characters."""
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise MalformedNameError(
            Sentence("a name is 1 to {most} printable characters", most=MAX_NAME)
        )
    return name
