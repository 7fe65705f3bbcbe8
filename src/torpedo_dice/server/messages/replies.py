"""WebSocket messages to a client."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from torpedo_dice.server.messages.events import AnyEvent, GameEvent
from torpedo_dice.server.messages.values import ReactionId
from torpedo_dice.server.messages.views import Facts, PreviewView, View


class Problem(Struct, omit_defaults=True):
    """An error: `code` for programs, `why` for people."""

    kind: Literal["malformed", "illegal", "not_yours", "refused"]
    code: str
    why: str
    move: str | None = None
    # The anchor of the rule in the rulebook.
    rule: str | None = None


class Answer(Struct, tag_field="type", tag="answer"):
    """The answer to a command; each command gets exactly one."""

    id: str
    ok: bool
    number: int | UnsetType = UNSET
    preview: PreviewView | UnsetType = UNSET
    error: Problem | UnsetType = UNSET


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The answer to hello: everything that this device may know."""

    you: list[int]
    table: Facts
    number: int
    events: list[AnyEvent]
    views: dict[str, View]
    commitment: str
    nonces: list[str] | None
    # By seat, null for a bot. None until everyone has committed, and at tables of scheme 1.
    nonce_commitments: list[str | None] | None


class Events(Struct, tag_field="type", tag="events"):
    """New events; `private` are those that only this device's own seats may see."""

    events: list[AnyEvent]
    private: list[GameEvent]
    views: dict[str, View]


class SeatPresence(Struct):
    """Whether a seat is connected; `away` is the number of seconds since it was."""

    seat: int
    connected: bool
    away: float


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is connected."""

    seats: list[SeatPresence]
    spectators: int


class ClockLeft(Struct):
    """The number of seconds that a seat has left."""

    seat: int
    left: float


class Clock(Struct, tag_field="type", tag="clock"):
    """The running clocks."""

    clocks: list[ClockLeft]


class Reaction(Struct, tag_field="type", tag="reaction"):
    """A player sent a reaction."""

    seat: int
    reaction: ReactionId


class Paused(Struct, tag_field="type", tag="paused"):
    """The table is paused, because nothing can be stored now; or it goes on."""

    paused: bool


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to ping."""

    n: int


class ErrorMessage(Struct, tag_field="type", tag="error"):
    """An error in a message that isn't a command."""

    error: Problem


ServerMessage: TypeAlias = (
    Welcome | Events | Answer | Presence | Clock | Reaction | Paused | Pong | ErrorMessage
)
