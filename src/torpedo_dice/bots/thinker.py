"""The common base of captain and admiral: a value network with a search on top."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from operator import attrgetter
from pathlib import Path
from threading import Timer
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import NO_DIE, Rolls, next_rolls, outlook_after, rate
from torpedo_dice.bots.brain.evaluate import COLUMNS, SCORE, SCORE_UNIT, new_desk
from torpedo_dice.bots.brain.forecast import Forecast
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.search import AFTER
from torpedo_dice.bots.brain.style import Style
from torpedo_dice.bots.brain.weights import (
    check_networks,
    load_chances,
    load_network,
    own_chances,
    own_network,
)
from torpedo_dice.bots.opinion import Opinion, telling_shots
from torpedo_dice.fast.codes import (
    MODIFY_NONE,
    MOVE_FIRE,
    MOVE_MODIFY,
    SEATS,
)
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move, to_move
from torpedo_dice.fast.tables import FastSheet, fast_sheet
from torpedo_dice.rules import Fire, Game, Mode, Move, Seat, Sheet, Stage, Take

_SAY_AFTER = 1.0
_COMPILING = "Preparing the bots for this machine, once: a few seconds…"


class Thinker:
    """A bot that rates its options by the position after this round, or after the next."""

    # How it thinks, and over how many rolls it looks ahead.
    STYLE: Style
    ROLLS: int = 0
    # Its own rank, which it expects of everybody else too.
    RANK: int

    def __init__(self, seed: int | str, weights: Path | None = None) -> None:  # noqa: ARG002
        """`weights` is a folder with networks to use instead of the built-in ones.

        The seed makes no difference: the same position always leads to the same choice.
        """
        self._weights = weights
        if weights is not None:
            check_networks(weights)

    def network(self, mode: Mode) -> Network:
        """Return the network to play a mode by."""
        return load_network(mode) if self._weights is None else own_network(self._weights, mode)

    def chances_network(self, mode: Mode, sheet: Sheet) -> Network:
        """Return the network that the chances of opinions come from."""
        if self._weights is None:
            return load_chances(mode, sheet)
        return own_chances(self._weights, mode, sheet)

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return the move that leads to the best position; of dice that do, the lowest."""
        with _told_if_slow():
            rated = _Thought(self, view, seat).rated()
        return max(rated, key=lambda move: rated[move].worth)

    def opinions(self, view: Game, seat: Seat) -> Sequence[Opinion]:
        """Return the win chances after each of the seat's options.

        Their order is that of the ratings which decide the choice: the chosen move has the best.
        """
        if seat not in view.seats_to_move():
            return []
        with _told_if_slow():
            return _Thought(self, view, seat).opinions()


@contextmanager
def _told_if_slow() -> Iterator[None]:
    """Report on standard error that code is being compiled, if it takes noticeably long."""
    timer = Timer(_SAY_AFTER, _say_once)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@cache
def _say_once() -> None:
    print(_COMPILING, file=sys.stderr)


class _Rating(NamedTuple):
    """What an option is worth to the seat, and every player's chances after it."""

    worth: float
    outlook: NDArray[np.float32]


class _Thought:
    """A single decision, computed on the compiled engine."""

    def __init__(self, thinker: Thinker, view: Game, seat: Seat) -> None:
        self.style = thinker.STYLE
        self.view = view
        self.seat = seat
        self.thinker = thinker
        self.ranks = (thinker.RANK,) * SEATS
        network = thinker.network(view.mode)
        self.desk = new_desk(network, self.style, self.ranks)
        self.ahead = new_desk(network, self.style, self.ranks)
        rolls = next_rolls(view.dice_count, thinker.ROLLS)
        self.rolls: Rolls = rolls[view.round % len(rolls)]
        self.sheet: FastSheet = fast_sheet(view.sheet)
        self.row: Any = from_game(view)
        self.places = self._sort_dice()
        # What the chances of all options lack to be true. The search ranks the options, but its
        # network is made for playing; their level comes from a forecast.
        self.lack: NDArray[np.float64] = np.zeros(COLUMNS)
        self.forecast: Forecast | None = None

    def _sort_dice(self) -> dict[int, int]:
        """Sort the row's dice, because their order shouldn't matter; return where each one goes."""
        dice = self.view.dice
        order = sorted(range(len(dice)), key=dice.__getitem__)
        places = {pick: place for place, pick in enumerate(order)}
        for pick, place in places.items():
            self.row["dice"][place] = dice[pick]
        for seat, player in enumerate(self.view.players):
            if player.pick is not None:
                self.row["pick"][seat] = places[player.pick]
        return places

    def rated(self) -> dict[Move, _Rating]:
        """Rate everything that the bot might choose; a modification by the best shot after it."""
        return self._dice() if self.view.stage is Stage.TAKE else self._choices()

    def _dice(self) -> dict[Move, _Rating]:
        rated: dict[Move, _Rating] = {}
        picks = self.view.options(self.seat).picks
        for pick in sorted(picks, key=self.places.__getitem__):
            place, style = self.places[pick], self.style
            _, worth = self._rate(place, style.draft_width, style.draft_foreseen)
            rated[Take(self.seat, pick)] = _Rating(worth, self.desk["chances"].copy())
            self._add_lack(len(picks))
        return rated

    def _choices(self) -> dict[Move, _Rating]:
        count, _ = self._rate(NO_DIE, self.style.width, self.style.foreseen)
        self._add_lack()
        # Shots that hit the same free targets are one option, and so are all uses of a system.
        best: dict[object, int] = {}
        worths = self.desk["worth"][:count].tolist()
        for number in range(count):
            key = self._option(number)
            if key not in best or worths[number] > worths[best[key]]:
                best[key] = number
        return {
            self._move(number): _Rating(worths[number], self.desk["outlook"][number].copy())
            for number in sorted(best.values())
        }

    def _rate(self, pick: int, width: int, foreseen: int) -> tuple[int, float]:
        tables, desks = self.sheet.tables, (self.desk, self.ahead)
        return rate(tables, self.row, self.seat, *desks, self.rolls, pick, width, foreseen)

    def _add_lack(self, ratings: int = 1) -> None:
        """Add what the chances of the latest rating lack, judging by its best certain candidate."""
        if self.forecast is not None:
            chances = self.forecast.chances(self.desk["rows"][AFTER : AFTER + 1].copy())[0]
            self.lack += (chances - self.desk["certain"]) / ratings

    def _option(self, number: int) -> object:
        """Return what makes a candidate an option of its own."""
        modify = int(self.desk["modify"][number])
        kind, argument = int(self.desk["kind"][number]), int(self.desk["argument"][number])
        if modify != MODIFY_NONE:
            return MOVE_MODIFY, modify
        if kind == MOVE_FIRE:
            return kind, int(self.sheet.tables.shots[argument]) & self.view.free_targets(self.seat)
        return kind, argument

    def _move(self, number: int) -> Move:
        modify = int(self.desk["modify"][number])
        if modify != MODIFY_NONE:
            return to_move(self.view.sheet, self.seat, MOVE_MODIFY, modify)
        kind, argument = self.desk["kind"][number], self.desk["argument"][number]
        return to_move(self.view.sheet, self.seat, int(kind), int(argument))

    # ------------------------------------------------------------------ opinions

    def opinions(self) -> list[Opinion]:
        """Return an opinion on every option, also on those that the bot would never choose."""
        view, thinker = self.view, self.thinker
        self.forecast = Forecast(
            view.sheet,
            view.mode,
            self.ranks[: len(view.players)],
            network=thinker.network(view.mode),
            judge=thinker.chances_network(view.mode, view.sheet),
        )
        rated = self.rated()
        opinions = [self._opinion(move, rating) for move, rating in rated.items()]
        if view.stage is Stage.ACT:
            opinions += self._on_dominated_shots(rated)
        return opinions

    def _on_dominated_shots(self, rated: dict[Move, _Rating]) -> Iterator[Opinion]:
        """Rate the other shots of the die. As others hit more, none is rated above the best."""
        free = self.view.free_targets(self.seat)
        shots = {move: rating for move, rating in rated.items() if isinstance(move, Fire)}
        known = {self.view.sheet.mask_of(move.fields) & free for move in shots}
        most = max(shots.values(), key=attrgetter("worth"))
        for hits, fire in telling_shots(self.view, self.seat):
            if hits not in known:
                kind, argument = from_move(self.view, fire)
                row, desk = self.row, self.desk
                worth = outlook_after(self.sheet.tables, row, self.seat, desk, kind, argument)
                rating = _Rating(worth, desk["chances"].copy())
                yield self._opinion(fire, min(rating, most, key=attrgetter("worth")))

    def _opinion(self, move: Move, rating: _Rating) -> Opinion:
        level = np.clip(rating.outlook.astype(float) + self.lack, 0.0, 1.0)
        chances = level[: len(self.view.players)]
        score = SCORE_UNIT * float(level[SCORE]) if self.view.is_solo else None
        # Together they may exceed 1. Then the others' chances are scaled down, because those of the
        # seat must keep the order of the ratings.
        own = chances[self.seat]
        others = chances.sum() - own
        if own + others > 1.0:
            chances *= (1.0 - own) / others
            chances[self.seat] = own
        return Opinion(move, tuple(chances.tolist()), score)
