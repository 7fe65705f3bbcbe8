"""The body and the answer of every REST call, typed.

The OpenAPI document is derived from these types. `docs/protocol.md` describes the calls.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from torpedo_dice.server.messages.events import GameEvent
from torpedo_dice.server.messages.record import DiceData, PlayerData, ResultData, SheetData
from torpedo_dice.server.messages.values import (
    MAX_SEATS,
    BotName,
    CharacterId,
    Field,
    Hash,
    ModeId,
    MoveText,
    Seat,
    Secret,
    SomeFields,
    SomeName,
    StrictStruct,
    SystemName,
)
from torpedo_dice.server.messages.views import Facts, PreviewView, View

MAX_MINE = 50
MAX_SHEET_TEXT = 64 * 1024
# A die, a system, an action: no step of the lesson is longer than a round.
MAX_LESSON_MOVES = 3
# Seconds. People choose half a minute or more; tests of the clock choose half a second.
MIN_CLOCK = 0.5
MAX_CLOCK = 7 * 86400
# Enough to reload a page, or to change from one network to another.
MIN_PATIENCE = 30
MAX_PATIENCE = 30 * 86400
MAX_LABEL = 40

ModeName: TypeAlias = Literal["training", "mission", "solo"]
PaceName: TypeAlias = Literal["calm", "quick", "instant"]

# ------------------------------------------------------------------ bodies


class HumanSeat(StrictStruct, tag_field="kind", tag="human"):
    """A seat for a person on the device that creates the table.

    If `nonce_commitment` is missing, the command `commit` adds it later.
    """

    name: SomeName
    nonce_commitment: Hash | None = None


class BotSeat(StrictStruct, tag_field="kind", tag="bot"):
    """A seat for a bot."""

    bot: BotName
    # Under whose name it plays; None: any that is free.
    character: CharacterId | None = None


class OpenSeat(StrictStruct, tag_field="kind", tag="open"):
    """A seat for anyone who has the link."""


SomeSeat: TypeAlias = HumanSeat | BotSeat | OpenSeat


class NewTable(StrictStruct):
    """The table to create."""

    mode: ModeName
    seats: Annotated[list[SomeSeat], Meta(min_length=1, max_length=MAX_SEATS)]
    # The name of a built-in sheet, its data as in a record, or {"toml": "…"}. None: the mode's.
    sheet: str | dict[str, Any] | None = None
    solo_end: Literal["end_of_round", "after_fire"] = "end_of_round"
    first: Seat | None = None
    clock: Annotated[float, Meta(ge=MIN_CLOCK, le=MAX_CLOCK)] | None = None
    hotseat: bool = False
    pace: PaceName = "calm"
    patience: Annotated[float, Meta(ge=MIN_PATIENCE, le=MAX_PATIENCE)] | None = None
    commitment: Hash | None = None
    # Whether the player may ask how good a choice is; only alone or against bots.
    coach: bool = False


class TakeSeat(StrictStruct):
    """The open seat to take; by default the first."""

    name: SomeName
    seat: Seat | None = None
    nonce_commitment: Hash | None = None


class WithSecret(StrictStruct):
    """The secret of a seat at the table."""

    secret: Secret


class AskCoach(StrictStruct):
    """A choice to judge: the moves that would make it, in order, by the seat of this secret."""

    secret: Secret
    moves: Annotated[list[MoveText], Meta(min_length=1, max_length=2)]
    # Whether to tell the best choice, too.
    best: bool = False


class Handover(StrictStruct):
    """The one-time token of a seat, and a label for the device that redeems it."""

    token: Secret
    label: Annotated[str, Meta(max_length=MAX_LABEL)] = ""


class RevokeDevice(StrictStruct):
    """The secret of a seat, and the number of another device signed in to it."""

    secret: Secret
    device: Annotated[int, Meta(ge=1)]


class SeatAt(StrictStruct):
    """A seat and its secret."""

    table: Annotated[str, Meta(min_length=1, max_length=32)]
    secret: Secret


class Mine(StrictStruct):
    """All seats for which a device holds the secret."""

    seats: Annotated[list[SeatAt], Meta(max_length=MAX_MINE)]


class SheetText(StrictStruct):
    """The text of a player's own sheet."""

    toml: Annotated[str, Meta(max_length=MAX_SHEET_TEXT)]


class LessonPreview(StrictStruct):
    """A choice to preview in the lesson."""

    modify: MoveText | None = None
    fields: SomeFields | None = None
    activate: SystemName | None = None


class LessonTry(StrictStruct):
    """All of the learner's moves in a step so far."""

    moves: Annotated[list[MoveText], Meta(max_length=MAX_LESSON_MOVES)]
    preview: LessonPreview | None = None


# ------------------------------------------------------------------ answers


class Commitment(Struct):
    """The commitment to the dice seed of a future table."""

    commitment: str


class SeatSecret(Struct):
    """A seat and its secret."""

    seat: int
    secret: str


class MadeTable(Struct):
    """A new table, with the secrets of its creator's seats."""

    table: str
    commitment: str
    seats: list[SeatSecret]


class HandoverToken(Struct):
    """A one-time token that opens a seat on another device."""

    token: str


class HandedOver(Struct):
    """The seat that a token opened, with a new secret for it."""

    table: str
    seat: int
    secret: str


class DeviceInfo(Struct):
    """A device signed in to a seat; `since` is a Unix timestamp."""

    device: int
    label: Annotated[str, Meta(description="empty for the device that first took the seat")]
    since: float
    connected: bool
    this: Annotated[bool, Meta(description="whether the request used this device's secret")]


class DeviceList(Struct):
    """The devices signed in to a seat, oldest first."""

    devices: list[DeviceInfo]


class RematchTable(Struct):
    """The table of the rematch, with the seats that the caller's secret opens there."""

    table: str
    seats: list[SeatSecret]


class Declined(Struct):
    """The rematch was declined."""


class BestChoice(Struct):
    """The best choice: its win chance, in solo its expected score, and its moves."""

    win: float
    score: float | None
    moves: list[str]
    fields: Annotated[list[Field] | None, Meta(description="the torpedoes, if it is a shot")]


class Advice(Struct):
    """What the coach says: a choice's win chance, in solo its expected score, and the best one."""

    win: float
    score: float | None
    best: BestChoice | None


class QrCode(Struct):
    """A link as a QR code."""

    size: Annotated[int, Meta(description="modules along each side, without a margin")]
    path: Annotated[str, Meta(description="the dark modules, as the data of an SVG path")]


class Invitation(Struct):
    """The link under which friends can reach a table."""

    link: str
    reach: Annotated[
        Literal["anyone", "network", "machine"],
        Meta(description="who can open it: anyone, this local network, or this machine alone"),
    ]
    qr: Annotated[
        QrCode | None,
        Meta(description="null if only this machine can open it, or the link is very long"),
    ]


class HeldGame(Struct):
    """The game at a seat, or an error code if it isn't available."""

    table: str
    seat: int | UnsetType = UNSET
    facts: Facts | UnsetType = UNSET
    my_move: bool | UnsetType = UNSET
    error: str | UnsetType = UNSET


class HeldGames(Struct):
    """The requested games, in the order of the request."""

    games: list[HeldGame]


class SheetAnswer(Struct):
    """A sheet as data."""

    sheet: SheetData


class SheetList(Struct):
    """The built-in sheets as data."""

    sheets: list[SheetData]


class FilmStep(Struct):
    """A step of a replay: its events, and the resulting changes to the public view."""

    round: int
    step: Literal["rolled", "taken", "revealed", "round_ended", "resigned"]
    seat: int | None
    events: list[GameEvent]
    view: Annotated[
        dict[str, Any],
        Meta(
            description="the parts of the public view that changed since the previous step; of "
            "`seats` only those that changed, each with its number and what changed"
        ),
    ]


class Film(Struct):
    """A replay: the public view after every step of a game."""

    mode: ModeId
    sheet: SheetData
    players: list[PlayerData]
    dice: DiceData
    first: int
    result: ResultData
    steps: list[FilmStep]


class LessonStep(Struct):
    """A step of the lesson, with the learner's initial view."""

    step: str
    view: View


class LessonPlan(Struct):
    """The steps of the lesson, in order."""

    steps: list[LessonStep]


class LessonResult(Struct):
    """The outcome of the learner's moves; `events` are those of the last move."""

    view: View
    events: list[GameEvent]
    reached: bool
    hint: str | None
    preview: PreviewView | None


class CharacterInfo(Struct):
    """A character whose name a bot can play under; clients provide the description."""

    id: str
    bot: str
    name: str


class BotList(Struct):
    """The bots and their characters, weakest first."""

    bots: list[str]
    characters: list[CharacterInfo]


class Health(Struct):
    """The server is alive."""

    status: Literal["ok"]


class Ready(Struct):
    """The server can store games; `tables` is the number it has stored."""

    status: Literal["ok"]
    tables: Annotated[int, Meta(ge=0)]


class Reason(Struct):
    """Why a request was refused: `code` for programs, `message` for people."""

    code: str
    message: str
    # The anchor of the rule that forbids a move.
    rule: str | UnsetType | None = UNSET
    # The place of the fault in a sheet or a record, and the fault alone.
    where: str | UnsetType = UNSET
    why: str | UnsetType = UNSET
    what: str | UnsetType = UNSET


class Refusal(Struct):
    """The response to a refused request."""

    error: Reason
