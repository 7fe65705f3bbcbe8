"""A game's setup: everything that determines it except the moves; the header of its save file."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from torpedo_dice.bots import SeatedBot, check_bot
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.record.finding import read
from torpedo_dice.rules import Mode, Seat, Sentence, Sheet, SoloEnd, parse_sheet

HUMAN = "human"


@dataclass(frozen=True)
class GameSetup:
    """Everything that determines a game, except the moves."""

    mode: Mode
    solo_end: SoloEnd
    sheet: Sheet
    players: tuple[PlayerInfo, ...]
    # None: the dice draw the first start player.
    first: Seat | None
    dice: FairDice
    # Separate from the dice's seed, which no bot may know.
    bot_seed: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(player.name for player in self.players)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at each seat: `human`, or a bot's name."""
        return tuple(player.bot or HUMAN for player in self.players)

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats of humans."""
        return tuple(seat for seat, kind in enumerate(self.seats) if kind == HUMAN)

    def new_game(self) -> RecordedGame:
        """Set the game up; raise GameSetupError if the settings are inconsistent."""
        return RecordedGame(
            self.sheet, self.mode, self.players, self.dice, solo_end=self.solo_end, first=self.first
        )

    def seated_bots(self, moves: int) -> dict[Seat, SeatedBot]:
        """Return the bots by seat, one instance each, to play from here to the end.

        A resumed game has new bots: `moves` keeps them from repeating their first random choices.
        """
        return {
            # A command can only have been typed by the user: a save with one is not read.
            seat: SeatedBot(kind, f"{self.bot_seed}/{seat}/{moves}", commands=True)
            for seat, kind in enumerate(self.seats)
            if kind != HUMAN
        }

    def stand_in(self, seat: Seat, bot: str) -> SeatedBot:
        """Return the stand-in for the bot in a seat."""
        return SeatedBot(bot, f"{self.bot_seed}/{seat}/stand-in")

    def to_data(self) -> dict[str, Any]:
        """Return the setup as plain data; `parse_game_setup` reads it."""
        return {
            "mode": str(self.mode),
            "options": {"solo_end": str(self.solo_end)},
            "sheet": self.sheet.to_data(),
            "players": [player.to_data() for player in self.players],
            "first": self.first,
            "seed": self.dice.seed.hex(),
            "nonces": list(self.dice.nonces),
            "whims": self.bot_seed,
        }


def parse_game_setup(data: Mapping[str, Any]) -> GameSetup:
    """Read the data of a setup; ValueError says what is wrong with it."""
    data = dict(data)
    players = tuple(_player(entry) for entry in read(data, "players", list))
    first = data.get("first")
    if first is not None and (type(first) is not int or first not in range(len(players))):
        raise ValueError(Sentence("first: {seat!r} isn’t a seat", seat=first))
    setup = GameSetup(
        mode=Mode(read(data, "mode", str)),
        solo_end=SoloEnd(read(read(data, "options", dict), "solo_end", str, "options")),
        sheet=parse_sheet(read(data, "sheet", dict)),
        players=players,
        first=first,
        dice=FairDice(bytes.fromhex(read(data, "seed", str)), tuple(read(data, "nonces", list))),
        bot_seed=read(data, "whims", str),
    )
    setup.new_game()
    return setup


def _player(entry: object) -> PlayerInfo:
    if not isinstance(entry, dict):
        raise ValueError(Sentence("players: a player must be an object"))  # noqa: TRY004  # it is bad data
    name = read(entry, "name", str, "players")
    if not name.isprintable():
        raise ValueError(Sentence("players: a name must be printable"))
    if read(entry, "kind", str, "players") == HUMAN:
        return PlayerInfo(name)
    bot = read(entry, "bot", str, "players")
    check_bot(bot)
    return PlayerInfo(name, "bot", bot)
