"""The game record as a type, for the schema: `docs/record.md` defines the format.

The program itself writes and reads records as plain data, so that unknown keys are kept; a test
checks that real records have this type.
"""

from __future__ import annotations

from typing import Any, Literal, cast

from msgspec import UNSET, Struct, UnsetType

from torpedo_dice.rules import Sheet
from torpedo_dice.server.messages.values import EffectId, Field, ModeId, RankId, SystemId


class SoloPanelData(Struct):
    """The solo panel of a sheet."""

    boxes: int
    explosions: int
    arrows: list[SystemId]


class SheetData(Struct):
    """A sheet; the grid has one string per row, with fields separated by spaces."""

    name: str
    grid: list[str]
    reserve: int
    screens: list[list[SystemId]]
    limits: dict[SystemId, int]
    solo: SoloPanelData | None


class ModifyData(Struct, omit_defaults=True):
    """The use of a system: `step` is the tower's, `seat` the fins', `roll` the propeller's."""

    system: SystemId
    step: int | None = None
    seat: int | None = None
    roll: int | None = None


class TurnData(Struct, omit_defaults=True):
    """A player's turn: either `fire` with `hits` and `misses`, or `activate`."""

    seat: int
    pick: int
    die: int
    modify: ModifyData | None
    face: int
    fire: list[Field] | None = None
    hits: int | None = None
    misses: int | None = None
    activate: SystemId | None = None


class DestroyedData(Struct):
    """A system destroyed in a round; in solo, `seat` is null for the enemy submarine."""

    seat: int | None
    system: SystemId


class AutomatonData(Struct):
    """The automaton's shot of a round."""

    die: int
    system: SystemId | None
    effect: EffectId


class RoundData(Struct):
    """A round."""

    start: int
    dice: list[int]
    turns: list[TurnData]
    destroyed: list[DestroyedData]
    automaton: AutomatonData | None


class PlayerData(Struct, omit_defaults=True):
    """A player."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None = None
    # The bot that has moved for the player.
    stand_in: str | None = None


class DiceData(Struct, omit_defaults=True):
    """What the dice are derived from; `seed` is null while the game is in progress.

    In scheme 2, a bot's nonce is empty and its nonce commitment null.
    """

    scheme: str
    commitment: str
    seed: str | None
    nonces: list[str]
    nonce_commitments: list[str | None] | UnsetType = UNSET


class SoloData(Struct):
    """A solo result; `score` and `rank` are null after a loss."""

    won: bool
    score: int | None
    rank: RankId | None


class ResultData(Struct):
    """The result, even of a game in progress."""

    reason: str
    winners: list[int]
    scores: list[int]
    skulls: list[int]
    solo: SoloData | None
    # The seat that gave up, if that ended the game.
    resigned: list[int] | UnsetType = UNSET


class RecordMessage(Struct):
    """A game record, version 1."""

    format: str
    version: int
    mode: ModeId
    options: dict[str, Any]
    sheet: SheetData
    players: list[PlayerData]
    dice: DiceData
    first: int
    rounds: list[RoundData]
    result: ResultData
    digest: str


def sheet_message(sheet: Sheet) -> SheetData:
    """Return a sheet as it is sent."""
    return cast("SheetData", sheet.to_data())
