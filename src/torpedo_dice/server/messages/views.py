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
        str | None, Meta(description="the anchor of the rule why it cannot be used, or null")
    ]
    uses_left: Annotated[int | None, Meta(description="null: not limited")]
    boxes: Annotated[int, Meta(description="the automaton's marks")]
    can_switch_on: bool


class Action(Struct, omit_defaults=True):
    """What you do in phase 3."""

    fire: tuple[Field, ...] | None = None
    activate: SystemId | None = None


class Choice(Struct):
    """Your own choice of phases 2 and 3, as far as it is made."""

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
    resigned: Annotated[bool, Meta(description="gave up: a bot plays on")]


class SeatView(SeatFacts):
    """A player's sheet, open to all but for `choice`."""

    target: Annotated[int | None, Meta(description="whom it attacks; null in solo")]
    attacker: Annotated[int | None, Meta(description="who attacks it; null in solo")]
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
    """A modification that you may make."""

    move: str
    system: SystemId
    step: int | None
    other: int | None
    face: Annotated[int | None, Meta(description="null for a propeller before its roll")]


class Shape(Struct):
    """A form of a formation, and the places that it may have in its frame."""

    fields: tuple[Field, ...]
    corners: tuple[Field, ...]


class ShotOption(Struct):
    """A formation that you may fire: the die as it is, or as a modification would make it."""

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
        AutomatonShot, Meta(description="the same if you destroy a system in this round")
    ]


class Options(Struct):
    """What you may do now; empty where there is nothing to choose."""

    picks: tuple[int, ...] = ()
    automaton: tuple[ThreatView, ...] = ()
    modifications: tuple[Use, ...] = ()
    activations: tuple[SystemId, ...] = ()
    shots: tuple[ShotOption, ...] = ()
    take_back: bool = False


class Pending(Struct):
    """What a game waits for that has not begun, apart from open seats: everybody's nonce."""

    committed: Annotated[tuple[int, ...], Meta(description="seats that committed to a nonce")]
    nonce_commitments: Annotated[
        list[str | None] | None,
        Meta(description="by seat, null for a bot; null until everyone has committed"),
    ]
    revealed: Annotated[tuple[int, ...], Meta(description="seats that revealed their nonce")]
    declined: Annotated[tuple[int, ...], Meta(description="seats that do not want this rematch")]


class View(Struct):
    """What one seat sees; `stage` is `waiting` until the game begins."""

    seat: Annotated[int | None, Meta(description="null for a spectator")]
    number: Annotated[int, Meta(description="of the last public event")]
    mode: ModeId
    players: int
    stage: StageId
    round: int
    start: int | None
    dice: tuple[int, ...]
    die_left: int | None
    to_move: tuple[int, ...]
    over: Over | None
    seed: Annotated[str | None, Meta(description="null until the end")]
    sheet: SheetData
    commitment: str
    nonces: Annotated[list[str] | None, Meta(description="null before the game begins")]
    pending: Annotated[Pending | None, Meta(description="null once the game has begun")]
    seats: tuple[SeatView, ...]
    options: Options
    last_round: Annotated[
        RoundData | None, Meta(description="the last round resolved, as in a record")
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
    """What anyone with the link may know of a table."""

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
    resigning_ends: Annotated[
        bool, Meta(description="whether the game is over when a player resigns")
    ]
    rematch: str | None
    rematch_by: Annotated[int | None, Meta(description="the seat that asked for the rematch")]
