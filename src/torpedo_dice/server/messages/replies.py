"""WebSocket messages to a client."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from torpedo_dice.server.messages.events import AnyEvent, GameEvent
from torpedo_dice.server.messages.values import ReactionId
from torpedo_dice.server.messages.views import Facts, PreviewView, View


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
    preview: PreviewView | UnsetType = UNSET
    error: Problem | UnsetType = UNSET


class Welcome(Struct, tag_field="type", tag="welcome"):
    """The answer to hello: all that this device may know."""

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
    """What happened; `private` is for this device's own seats alone."""

    events: list[AnyEvent]
    private: list[GameEvent]
    views: dict[str, View]


class SeatPresence(Struct):
    """Whether a seat is connected, or for how many seconds it has not been."""

    seat: int
    connected: bool
    away: float


class Presence(Struct, tag_field="type", tag="presence"):
    """Who is connected."""

    seats: list[SeatPresence]
    spectators: int


class ClockLeft(Struct):
    """The seconds that a seat has left."""

    seat: int
    left: float


class Clock(Struct, tag_field="type", tag="clock"):
    """The clocks that run now."""

    clocks: list[ClockLeft]


class Reaction(Struct, tag_field="type", tag="reaction"):
    """Somebody at the table said something short."""

    seat: int
    reaction: ReactionId


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to ping."""

    n: int


class ErrorMessage(Struct, tag_field="type", tag="error"):
    """What is wrong with a message that is not a command."""

    error: Problem


ServerMessage: TypeAlias = (
    Welcome | Events | Answer | Presence | Clock | Reaction | Pong | ErrorMessage
)
