"""Views as they are sent: what one seat, or a spectator, may see of a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from torpedo_dice.server.messages.events import AutomatonShot, Over
from torpedo_dice.server.messages.record import ModifyData, RoundData, SheetData
from torpedo_dice.server.messages.values import (
    Field,
    KindId,
    ModeId,
    StageId,
    StatusId,
    SystemId,
)


class SystemView(Struct):
    """One of a player's own systems."""

    system: SystemId
    status: StatusId
    rule: Annotated[
        str | None,
        Meta(description="anchor of the rule that explains why it can't be used, or null"),
    ]
    uses_left: Annotated[int | None, Meta(description="null if unlimited")]
    boxes: Annotated[int, Meta(description="boxes that the automaton has marked")]
    can_switch_on: bool


class Action(Struct, omit_defaults=True):
    """Your action in phase 3."""

    fire: tuple[Field, ...] | None = None
    activate: SystemId | None = None


class Choice(Struct):
    """Your own choice of phases 2 and 3, as far as you have made it."""

    modify: ModifyData | None
    move: Annotated[str | None, Meta(description="the modification in the rules' text form")]
    rolled: int | None
    face: int | None
    action: Action | None


class SeatFacts(Struct):
    """Who sits at a seat."""

    seat: int
    kind: KindId
    name: Annotated[str, Meta(description="empty for a bot that goes by its rank")]
    bot: str | None
    stand_in: Annotated[str | None, Meta(description="the bot that plays for the player")]
    character: Annotated[str | None, Meta(description="of a bot; null if it has none")]
    resigned: Annotated[bool, Meta(description="whether the player has resigned; a bot plays on")]


class SeatView(SeatFacts):
    """A player's sheet; everything but `choice` is public."""

    target: Annotated[
        int | None, Meta(description="the seat that this player attacks; null in solo")
    ]
    attacker: Annotated[
        int | None, Meta(description="the seat that attacks this player; null in solo")
    ]
    hits: tuple[str, ...]
    misses_at: tuple[Field, ...]
    reserve: int
    skull: bool
    enemy_destroyed: tuple[SystemId, ...]
    systems: tuple[SystemView, ...]
    explosions: int
    pick: int | None = None
    die: int | None = None
    finished: bool = False
    clock_out: bool = False
    choice: Annotated[Choice | None, Meta(description="null for every seat but your own")] = None


class Use(Struct):
    """A modification that you can make."""

    move: str
    system: SystemId
    step: int | None
    other: int | None
    face: Annotated[int | None, Meta(description="null until the propeller has rolled")]


class Shape(Struct):
    """An orientation of a formation, and its possible positions within the frame."""

    fields: tuple[Field, ...]
    corners: tuple[Field, ...]


class ShotOption(Struct):
    """A formation that you can fire, with or without a modification."""

    modify: Annotated[str | None, Meta(description="the move of that modification")]
    face: int
    system: SystemId | None
    count: int
    frame: int
    shapes: tuple[Shape, ...]


class ThreatView(Struct):
    """Solo: what the automaton would do with a die if you left it."""

    pick: Annotated[int, Meta(description="the index of the die that would be left")]
    shot: AutomatonShot
    after_explosion: Annotated[
        AutomatonShot, Meta(description="its shot if you destroy a system in this round")
    ]


class Options(Struct):
    """What you can do now; empty where there is no choice."""

    picks: tuple[int, ...] = ()
    automaton: tuple[ThreatView, ...] = ()
    modifications: tuple[Use, ...] = ()
    activations: tuple[SystemId, ...] = ()
    shots: tuple[ShotOption, ...] = ()
    take_back: bool = False


class Pending(Struct):
    """What the game is waiting for before it can begin, besides open seats: the nonces."""

    committed: Annotated[tuple[int, ...], Meta(description="seats that committed to a nonce")]
    nonce_commitments: Annotated[
        list[str | None] | None,
        Meta(description="by seat, null for a bot; null until everyone has committed"),
    ]
    revealed: Annotated[tuple[int, ...], Meta(description="seats that revealed their nonce")]
    declined: Annotated[tuple[int, ...], Meta(description="seats that declined this rematch")]


class View(Struct):
    """What one seat sees; `stage` is `waiting` until the game begins."""

    seat: Annotated[int | None, Meta(description="null for a spectator")]
    number: Annotated[int, Meta(description="the number of the last public event")]
    mode: ModeId
    players: int
    stage: StageId
    round: int
    start: int | None
    dice: tuple[int, ...]
    die_left: int | None
    to_move: tuple[int, ...]
    over: Over | None
    seed: Annotated[str | None, Meta(description="null until the game is over")]
    sheet: SheetData
    commitment: str
    nonces: Annotated[list[str] | None, Meta(description="null before the game begins")]
    pending: Annotated[Pending | None, Meta(description="null once the game has begun")]
    seats: tuple[SeatView, ...]
    options: Options
    last_round: Annotated[
        RoundData | None, Meta(description="the last resolved round, as in a record")
    ]


class PreviewView(Struct):
    """What a choice would do."""

    face: int
    fields: tuple[Field, ...]
    struck: tuple[Field, ...]
    hits: int
    misses: int
    skull: bool
    destroyed: Annotated[tuple[SystemId, ...], Meta(description="systems of the enemy")]
    sinks: bool
    reserve: int
    automaton: AutomatonShot | None


class Facts(Struct):
    """What anyone with the link may know about a table."""

    table: str
    made: float
    mode: ModeId
    sheet: str
    solo_end: str
    first: int | None
    clock: float | None
    pace: str
    patience: float
    hotseat: bool
    commitment: str
    seats: list[SeatFacts]
    stage: StageId
    round: int
    over: bool
    resigning_ends: Annotated[bool, Meta(description="whether a resignation ends the game")]
    rematch: str | None
    rematch_by: Annotated[int | None, Meta(description="the seat that requested the rematch")]
    played_on: Annotated[
        int | None,
        Meta(description="the round of another game from which this one continues"),
    ] = None
    coach: Annotated[bool, Meta(description="whether the player may ask the coach")] = False
