"""Check a bot before others play against it: every mode, number of players and seat, all systems.

The opponents are ensigns, which are quick and leave the bot in all kinds of positions.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from torpedo_dice.bots import BotFailedError, SeatedBot, check_bot
from torpedo_dice.bots.seated import MOVE_SECONDS
from torpedo_dice.lab.play import whims_of
from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Game, Mode, Seat, Sheet
from torpedo_dice.rules.dashboard import can_switch_on
from torpedo_dice.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

# A bot that hangs must not keep its author waiting for hundreds of time limits.
MOST_FAILURES = 5
_SEEDS = 2
_OPPONENT = "ensign"


@dataclass(frozen=True, slots=True)
class Situation:
    """One game of the check: `switched` has all systems on from the start."""

    mode: Mode
    players: int
    seat: Seat
    sheet: Sheet
    switched: bool
    seed: int

    @property
    def name(self) -> str:
        """The name that determines the dice."""
        where = f"{self.mode}, {self.players} players, seat {self.seat}, sheet {self.sheet.name}"
        return f"{where}, {'all systems on, ' if self.switched else ''}seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a bot failed: the situation, the view it was given, and the error."""

    situation: Situation
    view: str
    message: str
    details: str


@dataclass(slots=True)
class BotCheck:
    """The results. `seconds` has the times of all moves but the first of each game."""

    bot: str
    games: int = 0
    seconds: list[float] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Return the time within which this share of the moves was made; 0 without moves."""
        times = sorted(self.seconds)
        return times[min(int(share * len(times)), len(times) - 1)] if times else 0.0


def situations() -> Iterator[Situation]:
    """Yield the games of a check, all modes and seats with each seed."""
    for seed, mode, is_strange in itertools.product(range(_SEEDS), Mode, (False, True)):
        sheet = (
            random_sheet(f"check {seed}", mission=mode is not Mode.TRAINING)
            if is_strange
            else load_sheet(DEFAULT_SHEETS[mode])
        )
        counts = [1] if mode is Mode.SOLO else range(MIN_PLAYERS, MAX_PLAYERS + 1)
        for players in counts:
            for seat in range(players):
                for switched in (False, True) if sheet.is_mission else (False,):
                    yield Situation(mode, players, seat, sheet, switched, seed)


def check_in_games(bot: str, seconds: float = MOVE_SECONDS) -> BotCheck:
    """Play all games, or until there are too many failures.

    UnknownBotError if there is no such bot, or if it doesn't load.
    """
    check_bot(bot, commands=True)
    check = BotCheck(bot)
    for situation in situations():
        _play(check, situation, seconds)
        check.games += 1
        if len(check.failures) == MOST_FAILURES:
            break
    return check


def _play(check: BotCheck, situation: Situation, seconds: float) -> None:
    name = f"check {situation.name}"
    bots = [_OPPONENT] * situation.players
    bots[situation.seat] = check.bot
    seated = [
        SeatedBot(bot, whims_of(name, seat), seconds, commands=True)
        for seat, bot in enumerate(bots)
    ]
    table = _begun(situation, bots, FairDice.repeatable(name, situation.players))
    times: list[float] = []
    try:
        while not table.game.is_over:
            for seat in table.game.seats_to_move():
                begun = time.perf_counter()
                move = seated[seat].choose(table.game, seat)
                if seat == situation.seat:
                    times.append(time.perf_counter() - begun)
                table.apply(move)
    except BotFailedError as error:
        view = table.game.view(situation.seat).to_text()
        check.failures.append(Failure(situation, view, error.args[0], error.details))
    finally:
        for bot_at_seat in seated:
            bot_at_seat.close()
    # The first move includes starting the bot, which has a limit of its own.
    check.seconds += times[1:]


def _begun(situation: Situation, bots: list[str], dice: FairDice) -> RecordedGame:
    players = [PlayerInfo(bot, "bot", bot) for bot in bots]
    table = RecordedGame(situation.sheet, situation.mode, players, dice)
    table.begin()
    if situation.switched:
        _switch_all_on(table.game)
    return table


def _switch_all_on(game: Game) -> None:
    for player in game.players:
        for system in game.sheet.systems:
            if can_switch_on(game.sheet, player, system):
                player.switched |= system.bit
