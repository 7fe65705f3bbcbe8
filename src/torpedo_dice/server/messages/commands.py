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
    """The first message: the secrets that this device holds, and the last event it has seen."""

    protocol: int
    secrets: Annotated[tuple[Secret, ...], Meta(max_length=MAX_SECRETS)] = ()
    seen: Annotated[int, Meta(ge=0)] = 0
    # The language of errors. None: as the request for the connection asks.
    language: LanguageName | None = None


class Speak(StrictStruct, tag_field="type", tag="speak"):
    """Change the language of errors from now on; not answered."""

    language: LanguageName


class Ping(StrictStruct, tag_field="type", tag="ping"):
    """A heartbeat, every 3 seconds; after 7 seconds of silence the connection counts as lost."""

    n: int = 0


class _Command(StrictStruct, tag_field="command", kw_only=True):
    """A command; its answer carries its id."""

    type: Literal["command"] = "command"


class _SeatCommand(_Command):
    """A command about a seat."""

    id: Id
    seat: Seat


class MoveCommand(_Command, tag="move"):
    """Make a move, in the text form of the rules: `0 take 1`, `0 use tower +1`, `0 fire B2 B4`."""

    id: Id
    move: MoveText


class TakeBackCommand(_SeatCommand, tag="take_back"):
    """Undo your choice of phases 2 and 3 while others still choose; a propeller roll stands."""


class ReplaceCommand(_SeatCommand, tag="replace"):
    """Let a bot play for a player who has been away longer than the table's `patience`."""


class ReturnCommand(_SeatCommand, tag="return"):
    """Take your seat back from the bot."""


class ResignCommand(_SeatCommand, tag="resign"):
    """Resign: with one or two players the game is over, otherwise a bot plays on for you."""


class FillCommand(_SeatCommand, tag="fill"):
    """Before the game begins: let a bot take an open seat, or the seat of an absent player."""

    bot: BotName
    # Under whose name it plays; None: any that is free.
    character: CharacterId | None = None


class ReactCommand(_SeatCommand, tag="react"):
    """Send a reaction to everyone at the table; not stored."""

    reaction: ReactionName


class NameCommand(_SeatCommand, tag="name"):
    """Change your name: 1 to 24 printable characters."""

    name: SomeName


class CommitCommand(_SeatCommand, tag="commit"):
    """Commit to a nonce for the dice, if the seat hasn't: the SHA-256 of its text, in hex."""

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
