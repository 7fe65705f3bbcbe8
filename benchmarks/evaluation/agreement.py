"""Choices of bots against the best of their opinions."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from benchmarks.goals import Figure, show
from torpedo_dice.bots import BOTS, make_bot, opinions_of
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Fire, Game, Mode, Move, Seat
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

DECISIONS = 10_000
_A_TASK = 100


def run(games: int | None = None) -> bool:
    """Count, in `games` decisions of each bot, choices other than the best by its opinions."""
    wanted = games or DECISIONS
    figures = [
        Figure(f"{bot}: choices unlike its opinions, of {wanted:,}", _disagreements(bot, wanted))
        for bot in BOTS
    ]
    goals = [Figure(figure.name, figure.value, None, 0) for figure in figures]
    return show("choices and opinions", goals)


def _disagreements(bot: str, wanted: int) -> int:
    counts = ordered_map(_Decided(bot), range(-(-wanted // _A_TASK)))
    return sum(counts)


@dataclass(frozen=True)
class _Decided:
    bot: str

    def __call__(self, number: int) -> int:
        """Return how many of a hundred decisions disagree; games of every mode take turns."""
        mode = list(Mode)[number % len(Mode)]
        players = 1 if mode is Mode.SOLO else 2 + number % 3
        unlike = 0
        for view, seat, mind in itertools.islice(self._decisions(mode, players, number), _A_TASK):
            opinions = opinions_of(mind, view, seat)
            best = max(opinion.worth(seat) for opinion in opinions)
            chosen = _option(view, seat, mind.choose(view, seat))
            worth = max(o.worth(seat) for o in opinions if _option(view, seat, o.move) == chosen)
            unlike += worth < best - 1e-5
        return unlike

    def _decisions(self, mode: Mode, players: int, number: int):  # type: ignore[no-untyped-def]
        for game in itertools.count():
            names = [PlayerInfo("x")] * players
            dice = FairDice.repeatable(f"agreement {number} {game}", players)
            table = RecordedGame(load_sheet(DEFAULT_SHEETS[mode]), mode, names, dice)
            table.begin()
            minds = [make_bot(self.bot, f"{number} {game} {seat}") for seat in range(players)]
            while not table.game.is_over:
                for seat in table.game.seats_to_move():
                    view = table.game.view(seat)
                    yield view, seat, minds[seat]
                    table.apply(minds[seat].choose(view, seat))


def _option(view: Game, seat: Seat, move: Move) -> object:
    """Return what makes a move an option of its own: a shot is what it hits."""
    if not isinstance(move, Fire):
        return move
    return view.sheet.mask_of(move.fields) & view.free_targets(seat)
