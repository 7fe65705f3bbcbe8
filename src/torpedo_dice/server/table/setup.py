"""A table's setup: everything that determines its game, except the log."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import count
from typing import Any

from msgspec import Struct

from torpedo_dice.bots import UnknownBotError, characters_of, check_name, free_character
from torpedo_dice.record import (
    SCHEME_1,
    SCHEME_2,
    FairDice,
    Journal,
    PlayerInfo,
    RecordedGame,
    commitment_of,
)
from torpedo_dice.record.dice import NONCE_BYTES, SEED_BYTES
from torpedo_dice.rules import (
    Game,
    GameSetupError,
    Mode,
    Sentence,
    Sheet,
    SheetError,
    parse_move,
    parse_sheet,
)
from torpedo_dice.server.messages.names import MalformedNameError, checked_name, is_like_any
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable, SomeSeat
from torpedo_dice.server.table.seat import rank_name
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet, parse_sheet_toml, sheet_names


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """The player in a seat when the table is created; an open seat is taken later, in the log."""

    kind: str
    name: str = ""
    bot: str | None = None
    nonce_commitment: str | None = None
    # At tables of scheme 1.
    nonce: str | None = None
    # The hashes of the secrets that open the seat.
    hashes: tuple[str, ...] = ()


class PlayedOn(Struct, frozen=True):
    """The position of another game from which a table's game continues.

    `moves` are all moves up to there in their text form, rolls included; `round` is its round.
    """

    round: int
    moves: tuple[str, ...]


class TableSetup(Struct, frozen=True):
    """A table's setup, as it is stored. The seed stays on the server until the end."""

    mode: str
    solo_end: str
    sheet: dict[str, Any]
    seats: tuple[SeatSetup, ...]
    first: int | None
    clock: float | None
    pace: str
    patience: float
    hotseat: bool
    seed: str
    # The bots' seed, which is separate from that of the dice: no bot may know the latter.
    whims: str
    # The default applies to tables stored before there was a choice.
    scheme: str = SCHEME_1
    played_on: PlayedOn | None = None
    coach: bool = False

    @property
    def commitment(self) -> str:
        """The commitment to the seed, shown before the end."""
        return commitment_of(bytes.fromhex(self.seed))


def new_seed() -> str:
    """Draw the seed of a game's dice."""
    return secrets.token_hex(SEED_BYTES)


def new_nonce() -> str:
    """Draw a nonce for a seat at a table of scheme 1."""
    return secrets.token_hex(NONCE_BYTES)


def setup_of(
    body: NewTable,
    *,
    seed: str,
    patience: float,
    hashes: dict[int, str],
    played_on: PlayedOn | None = None,
) -> TableSetup:
    """Validate a new table; raise one of several kinds of ValueError if it is invalid.

    `hashes` are those of the secrets for the creator's own seats.
    """
    sheet = sheet_of(body)
    Game.new(sheet, body.mode, len(body.seats), solo_end=body.solo_end)
    if body.first is not None and body.first >= len(body.seats):
        facts = {"seat": body.first, "last": len(body.seats) - 1}
        raise GameSetupError(
            Sentence("there’s no seat {seat}: seats are numbered 0 to {last}", **facts)
        )
    people = sum(not isinstance(seat, BotSeat) for seat in body.seats)
    if body.coach and people > 1:
        raise GameSetupError(Sentence("a coach is only for games alone or against bots"))
    return TableSetup(
        mode=body.mode,
        solo_end=body.solo_end,
        sheet=sheet.to_data(),
        seats=_seat_setups(body.seats, hashes),
        first=body.first,
        clock=body.clock,
        pace=body.pace,
        patience=patience if body.patience is None else body.patience,
        hotseat=body.hotseat,
        seed=seed,
        whims=secrets.token_hex(8),
        scheme=SCHEME_2,
        played_on=played_on,
        coach=body.coach,
    )


def _seat_setups(seats: Sequence[SomeSeat], hashes: dict[int, str]) -> tuple[SeatSetup, ...]:
    """Fill the seats: first the people, then the bots, under names that are still available."""
    filled = [SeatSetup("open") for _ in seats]
    for number, seat in enumerate(seats):
        if isinstance(seat, HumanSeat):
            name = checked_name(seat.name, _names(filled))
            own = (hashes[number],) if number in hashes else ()
            commitment = seat.nonce_commitment
            filled[number] = SeatSetup("human", name, nonce_commitment=commitment, hashes=own)
    for number, seat in enumerate(seats):
        if isinstance(seat, BotSeat):
            name = named_bot(seat.bot, seat.character, _names(filled))
            filled[number] = SeatSetup("bot", name, bot=seat.bot)
    return tuple(filled)


def _names(seats: Iterable[SeatSetup]) -> list[str]:
    return [seat.name for seat in seats if seat.name]


def named_bot(bot: str, character: str | None, taken: Sequence[str]) -> str:
    """Return the name that a bot plays under: a character's, or its rank if none is available.

    UnknownBotError if there is no such bot or character, MalformedNameError if the character's name
    is taken.
    """
    check_name(bot)
    if character is not None:
        name = next((one.name for one in characters_of(bot) if one.id == character), None)
        if name is None:
            facts = {"character": character, "bot": bot}
            raise UnknownBotError(Sentence("{bot} has no character {character!r}", **facts))
        if is_like_any(name, taken):
            raise MalformedNameError(
                Sentence("another player is already called {name!r}", name=name)
            )
        return name
    first = int(secrets.token_hex(2), 16)
    found = free_character(bot, first, lambda name: not is_like_any(name, taken))
    if found is not None:
        return found.name
    numbered = (rank_name(bot, number) for number in count(1))
    return next(name for name in numbered if name not in taken)


def sheet_of(body: NewTable) -> Sheet:
    """Return the sheet that a table names or includes; raise SheetError if it is invalid."""
    wanted = body.sheet
    if wanted is None:
        return load_sheet(DEFAULT_SHEETS[Mode(body.mode)])
    if isinstance(wanted, str):
        return load_sheet(wanted)
    if set(wanted) == {"toml"}:
        text = wanted["toml"]
        if not isinstance(text, str):
            raise SheetError("toml", Sentence("must be a string"))
        return parse_sheet_toml(text)
    return parse_sheet(wanted)


def shared_sheet(data: dict[str, Any]) -> Sheet:
    """Return a sheet from its data; tables with the same sheet share it and its placements."""
    return _shared_sheet(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=256)
def _shared_sheet(text: str) -> Sheet:
    data = json.loads(text)
    for name in sheet_names():
        if load_sheet(name).to_data() == data:
            return load_sheet(name)
    return parse_sheet(data)


def unbegun_game(setup: TableSetup) -> Game:
    """Return what players see while they wait for others: unmarked sheets."""
    return Game.new(shared_sheet(setup.sheet), setup.mode, len(setup.seats))


def new_journal(setup: TableSetup, players: list[PlayerInfo], nonces: list[str]) -> Journal:
    """Begin the game once all seats are taken and all nonces are known."""
    played_on = () if setup.played_on is None else setup.played_on.moves
    return Journal(
        RecordedGame(
            shared_sheet(setup.sheet),
            setup.mode,
            players,
            FairDice(bytes.fromhex(setup.seed), tuple(nonces), setup.scheme),
            solo_end=setup.solo_end,
            first=setup.first,
            opening=[parse_move(text) for text in played_on],
        )
    )
