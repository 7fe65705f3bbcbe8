"""The ends of solo games, solved exactly as soon as that takes little time.

With few targets left, a table of positions gives the exact value, so a judge that otherwise
estimates uses it there.
"""

from __future__ import annotations

from torpedo_dice.fast.convert import pack_game
from torpedo_dice.review.draft import round_start
from torpedo_dice.review.exact import ExactJudge
from torpedo_dice.review.judge import CannotJudgeError
from torpedo_dice.rules import Game


class SoloEnds:
    """Solves ends of solo games within a budget; what one position needed serves the next ones."""

    def __init__(self, free: int, budget: int) -> None:
        """`free` is the most free targets of an end, `budget` the positions solved per round."""
        self._free = free
        self._budget = budget
        # A table is full at three quarters; two rounds that exceed the budget must fit.
        self._size = 1 << (4 * budget - 1).bit_length()
        self._judge: ExactJudge | None = None
        self._known: dict[bytes, bool] = {}

    def judge_of(self, game: Game) -> ExactJudge | None:
        """Return a judge that knows the exact values of a game's round, or None."""
        if not game.is_solo or game.free_targets(0).bit_count() > self._free:
            return None
        if self._judge is None or not self._judge.covers(game):
            try:
                self._judge = ExactJudge(game, size=self._size, budget=self._budget)
            except CannotJudgeError:
                return None
            self._known = {}
        start = round_start(game)
        key = pack_game(start)
        if key not in self._known:
            self._known[key] = self._can_solve(self._judge, start)
        return self._judge if self._known[key] else None

    @staticmethod
    def _can_solve(judge: ExactJudge, start: Game) -> bool:
        try:
            judge.after_rolls(start)
        except CannotJudgeError:
            return False
        return True
