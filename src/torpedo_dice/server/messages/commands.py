"""WebSocket messages from a client; anything else is refused as malformed."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from torpedo_dice.server.messages.values import (
    MAX_SECRETS,
    Id,
    LanguageName,
    MoveText,
    Seat,
    Secret,
    SomeFields,
    SomeName,
    StrictStruct,
    SystemName,
)

PROTOCOL = 1


class Hello(StrictStruct, tag_field="type", tag="hello"):
    """The first message: who this device is, and what it has seen."""

    protocol: int
    secrets: Annotated[tuple[Secret, ...], Meta(max_length=MAX_SECRETS)] = ()
    seen: Annotated[int, Meta(ge=0)] = 0
    # The language of errors. None: as the request for the connection asks.
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

ClientMessage: TypeAlias = Hello | Speak | Ping | Command
