"""WebSocket messages from a client; anything else is refused as malformed."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from torpedo_dice.server.messages.values import (
    MAX_SECRETS,
    BotName,
    CharacterId,
    Hash,
    Id,
    LanguageName,
    MoveText,
    Nonce,
    ReactionName,
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
    """Use another language for errors from now on; it has no answer."""

    language: LanguageName


class Ping(StrictStruct, tag_field="type", tag="ping"):
    """A sign of life, every 3 seconds; 7 seconds of silence mean a lost connection."""

    n: int = 0


class _Command(StrictStruct, tag_field="command", kw_only=True):
    """A command; its answer carries its id."""

    type: Literal["command"] = "command"


class _SeatCommand(_Command):
    """A command about a seat."""

    id: Id
    seat: Seat


class MoveCommand(_Command, tag="move"):
    """Make a move in the rules' text form: `0 take 1`, `0 use tower +1`, `0 fire B2 B4`."""

    id: Id
    move: MoveText


class TakeBackCommand(_SeatCommand, tag="take_back"):
    """Take back the choice of phases 2 and 3 while another player thinks; a roll seen stays."""


class ReplaceCommand(_SeatCommand, tag="replace"):
    """Let a captain play for a player who has been away longer than the table's patience."""


class ReturnCommand(_SeatCommand, tag="return"):
    """Take your own seat back from the captain."""


class ResignCommand(_SeatCommand, tag="resign"):
    """Give up: with one or two players the game is over, otherwise a captain plays on for you."""


class FillCommand(_SeatCommand, tag="fill"):
    """Before the game begins: let a bot take an open seat, or that of a player who stays away."""

    bot: BotName
    # Under whose name it plays; None: any that is free.
    character: CharacterId | None = None


class ReactCommand(_SeatCommand, tag="react"):
    """Say something short to everybody at the table; it is not kept."""

    reaction: ReactionName


class NameCommand(_SeatCommand, tag="name"):
    """Take another name: 1 to 24 printable characters."""

    name: SomeName


class CommitCommand(_SeatCommand, tag="commit"):
    """Commit to a nonce for the dice, at a seat that has not: the SHA-256 of its text, in hex."""

    nonce_commitment: Hash


class RevealCommand(_SeatCommand, tag="reveal"):
    """Reveal that nonce, once everyone has committed to theirs."""

    nonce: Nonce


class PreviewCommand(_SeatCommand, tag="preview"):
    """Ask what a choice would do: `fields` to fire at, or the system to `activate`."""

    modify: MoveText | None = None
    fields: SomeFields | None = None
    activate: SystemName | None = None


DiceCommand: TypeAlias = CommitCommand | RevealCommand
SeatCommand: TypeAlias = (
    TakeBackCommand
    | ReplaceCommand
    | ReturnCommand
    | ResignCommand
    | FillCommand
    | NameCommand
    | DiceCommand
)
Command: TypeAlias = MoveCommand | SeatCommand | PreviewCommand | ReactCommand
ClientMessage: TypeAlias = Hello | Speak | Ping | Command
