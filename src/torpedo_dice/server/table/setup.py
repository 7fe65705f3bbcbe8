"""What a table is set up with: everything that its game follows from, but the log."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from torpedo_dice.bots import check_bot
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame, commitment_of
from torpedo_dice.record.dice import NONCE_BYTES, SEED_BYTES
from torpedo_dice.rules import (
    Game,
    GameSetupError,
    Mode,
    Sentence,
    Sheet,
    SheetError,
    parse_sheet,
)
from torpedo_dice.server.messages.protocol import checked_name
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable, OpenSeat, SomeSeat
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet, parse_sheet_toml, sheet_names


class SeatSetting(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat when the table is made; an open seat is taken later, by the log."""

    kind: str
    name: str = ""
    bot: str | None = None
    nonce: str | None = None
    # The hashes of the secrets that open the seat.
    hashes: tuple[str, ...] = ()


class Setting(Struct, frozen=True):
    """A table's setting, as it is stored. The seed never leaves the server before the end."""

    mode: str
    solo_end: str
    sheet: dict[str, Any]
    seats: tuple[SeatSetting, ...]
    first: int | None
    clock: float | None
    pace: str
    patience: float
    hotseat: bool
    seed: str
    # What the bots' whims are made of. Not the dice's seed: no bot may know that.
    whims: str

    @property
    def commitment(self) -> str:
        """What is shown of the seed before the end."""
        return commitment_of(bytes.fromhex(self.seed))


def new_seed() -> str:
    """Draw the seed of a game's dice."""
    return secrets.token_hex(SEED_BYTES)


def new_nonce() -> str:
    """Draw a nonce for a seat that brought none."""
    return secrets.token_hex(NONCE_BYTES)


def setting_of(body: NewTable, *, seed: str, patience: float, hashes: dict[int, str]) -> Setting:
    """Check what somebody wants to play; ValueError of several kinds says what does not fit.

    `hashes` are those of the secrets for the maker's own seats.
    """
    sheet = sheet_of(body)
    Game.new(sheet, body.mode, len(body.seats), solo_end=body.solo_end)
    if body.first is not None and body.first >= len(body.seats):
        raise GameSetupError(
            Sentence(
                "seat {first} cannot start: the seats are 0 to {last}",
                first=body.first,
                last=len(body.seats) - 1,
            )
        )
    return Setting(
        mode=body.mode,
        solo_end=body.solo_end,
        sheet=sheet.to_data(),
        seats=_seat_settings(body.seats, hashes),
        first=body.first,
        clock=body.clock,
        pace=body.pace,
        patience=patience if body.patience is None else body.patience,
        hotseat=body.hotseat,
        seed=seed,
        whims=secrets.token_hex(8),
    )


def _seat_settings(seats: Sequence[SomeSeat], hashes: dict[int, str]) -> tuple[SeatSetting, ...]:
    """Fill the seats; bots of the same rank are told apart by a number."""
    filled: list[SeatSetting] = []
    for number, seat in enumerate(seats):
        same = sum(isinstance(seat, BotSeat) and other.bot == seat.bot for other in filled)
        filled.append(_seat_setting(seat, hashes.get(number), same))
    return tuple(filled)


def _seat_setting(seat: SomeSeat, secret_hash: str | None, same: int) -> SeatSetting:
    match seat:
        case HumanSeat():
            hashes = () if secret_hash is None else (secret_hash,)
            name = checked_name(seat.name)
            return SeatSetting("human", name, nonce=seat.nonce or new_nonce(), hashes=hashes)
        case BotSeat():
            check_bot(seat.bot)
            name = seat.bot.capitalize() + (f" {same + 1}" if same else "")
            return SeatSetting("bot", name, bot=seat.bot, nonce=new_nonce())
        case OpenSeat():
            return SeatSetting("open")


def sheet_of(body: NewTable) -> Sheet:
    """Return the sheet that a table names or brings; SheetError says what is wrong with it."""
    wanted = body.sheet
    if wanted is None:
        return load_sheet(DEFAULT_SHEETS[Mode(body.mode)])
    if isinstance(wanted, str):
        return load_sheet(wanted)
    if set(wanted) == {"toml"}:
        text = wanted["toml"]
        if not isinstance(text, str):
            raise SheetError("toml", Sentence("must be a text"))
        return parse_sheet_toml(text)
    return parse_sheet(wanted)


def shared_sheet(data: dict[str, Any]) -> Sheet:
    """Return a sheet from its data; tables with the same one share it, with its placements."""
    return _shared_sheet(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=256)
def _shared_sheet(text: str) -> Sheet:
    data = json.loads(text)
    for name in sheet_names():
        if load_sheet(name).to_data() == data:
            return load_sheet(name)
    return parse_sheet(data)


def new_game(setting: Setting, players: list[PlayerInfo], nonces: list[str]) -> RecordedGame:
    """Set the game up when all seats are taken."""
    return RecordedGame(
        shared_sheet(setting.sheet),
        setting.mode,
        players,
        FairDice(bytes.fromhex(setting.seed), tuple(nonces)),
        solo_end=setting.solo_end,
        first=setting.first,
    )
