"""The exact judge matches a brute force that knows only the rules."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from tests.review.games import drill, solo_end
from torpedo_dice.review import CannotJudgeError
from torpedo_dice.review.exact import ExactJudge
from torpedo_dice.review.judge import as_outlook, result_outlook, roll_index
from torpedo_dice.rules import (
    Fire,
    Game,
    Modify,
    Move,
    Reroll,
    Roll,
    Sheet,
    SoloEnd,
    Stage,
    System,
    Take,
    parse_sheet,
)

NONE_LEFT = (2, 2, 2, 2, 2, 2)
# Small ends: the free targets, the reserve, the automaton's boxes, and the switches.
LAST_BOX = 1, 1, (*NONE_LEFT, 1), ""
ONLY_PROPELLER = 1, 1, (*NONE_LEFT, 0), "7"
TWO_SYSTEMS = 2, 1, (2, 2, 1, 1, 2, 2, 2), "34"
OTHER_ARROWS = [System(number).id for number in (3, 1, 7, 2, 5, 4, 6)]


def in_worth(value: tuple[float, float]) -> float:
    """Return what a value is worth: two points of score count as one of win chance."""
    return value[0] + 0.5 * value[1] / 100


class BruteForce:
    """Expectimax over the rules' own games and moves, which remembers positions by their text."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.value = cache(self._value)

    def _value(self, text: str) -> tuple[float, float]:
        """Return win chance and score of any position, in any stage."""
        game = Game.from_text(text, self.sheet)
        if game.outcome is not None:
            win, score = result_outlook(game.outcome)
            return win, score
        if game.stage is Stage.ROLL:
            rolls: list[Move] = [Roll(dice) for dice in product(range(1, 7), repeat=2)]
            return self._mean(game, rolls)
        if game.chances():
            return self._mean(game, [Reroll(0, face) for face in range(1, 7)])
        values = [self.after(game, move) for move in self.moves(game)]
        return max(values, key=in_worth)

    def after(self, game: Game, move: Move) -> tuple[float, float]:
        """Return the value after a move."""
        after = game.copy()
        after.apply(move)
        return self.value(after.to_text())

    def _mean(self, game: Game, moves: list[Move]) -> tuple[float, float]:
        values = [self.after(game, move) for move in moves]
        return sum(v[0] for v in values) / len(values), sum(v[1] for v in values) / len(values)

    def moves(self, game: Game) -> list[Move]:
        """Return all legal moves; of shots that hit the same, only one."""
        found: dict[object, Move] = {}
        for move in game.legal_moves(0):
            is_shot = isinstance(move, Fire)
            found[self.sheet.mask_of(move.fields) & game.free_targets(0) if is_shot else move] = (
                move
            )
        return list(found.values())


@cache
def brute_force(sheet: Sheet) -> BruteForce:
    """Return one that all tests of a sheet share, with the positions that it remembers."""
    return BruteForce(sheet)


@pytest.mark.parametrize(
    ("end", "panel", "rule"),
    [
        (LAST_BOX, {}, SoloEnd.END_OF_ROUND),
        (LAST_BOX, {}, SoloEnd.AFTER_FIRE),
        (ONLY_PROPELLER, {}, SoloEnd.END_OF_ROUND),
        (TWO_SYSTEMS, {}, SoloEnd.END_OF_ROUND),
        (TWO_SYSTEMS, {"explosions": 0, "arrows": OTHER_ARROWS}, SoloEnd.AFTER_FIRE),
    ],
    ids=str,
)
def test_small_ends_are_solved_as_by_brute_force(
    end: tuple[int, int, tuple[int, ...], str], panel: dict[str, object], rule: SoloEnd
) -> None:
    """Win chance and score agree, also with other panels and the other rule for the end."""
    sheet = drill(**panel)
    game = solo_end(sheet, *end, end=rule)
    expected = brute_force(sheet).value(game.to_text())
    assert expected[0] > 0
    assert ExactJudge(game).value(game) == pytest.approx(expected, abs=1e-12)


def test_every_option_of_a_round_agrees() -> None:
    """The outlooks of dice, systems, switches and shots are those of brute force."""
    sheet = drill()
    game = solo_end(sheet, 2, 1, (1, 2, 2, 2, 1, 2, 2), "1")
    judge, brute = ExactJudge(game), brute_force(sheet)
    outlooks = judge.after_rolls(game)
    rolled = game.copy()
    rolled.apply(Roll((5, 2)))
    assert as_outlook(outlooks[roll_index((5, 2))]) == pytest.approx(brute.value(rolled.to_text()))
    for option in judge.options(rolled, 0):
        assert option.outlook == pytest.approx(brute.after(rolled, option.move)), option
    rolled.apply(Take(0, 0))
    options = judge.options(rolled, 0)
    assert {type(option.move).__name__ for option in options} == {"Fire", "Activate", "Modify"}
    for option in options:
        if isinstance(option.move, Modify) and option.move.system is not System.PROPELLER:
            used = rolled.copy()
            used.apply(option.move)
            shots = [move for move in brute.moves(used) if isinstance(move, Fire)]
            expected = max((brute.after(used, shot) for shot in shots), key=in_worth)
        else:
            expected = brute.after(rolled, option.move)
        assert option.outlook == pytest.approx(expected), option


def test_what_it_cannot_solve(mission: Sheet, training: Sheet) -> None:
    """Other modes, limited systems and positions far from the end are refused in a sentence."""
    with pytest.raises(CannotJudgeError, match="only solo games"):
        ExactJudge(Game.new(training, "training", 2))
    with pytest.raises(CannotJudgeError, match="too far from the end"):
        ExactJudge(Game.new(mission, "solo", 1))
    limited = parse_sheet(mission.to_data() | {"limits": {"tower": 2}})
    with pytest.raises(CannotJudgeError, match="limited"):
        ExactJudge(Game.new(limited, "solo", 1))
    game = solo_end(mission, 6, 4, (0,) * 7)
    with pytest.raises(CannotJudgeError, match="too far from the end"):
        ExactJudge(game, size=1 << 8).value(game)
    fresh = solo_end(mission, 2, 4, (*NONE_LEFT, 1))
    with pytest.raises(CannotJudgeError, match="free targets"):
        ExactJudge(fresh).value(solo_end(mission, 3, 4, (*NONE_LEFT, 1)))


def test_the_propeller_agrees() -> None:
    """Its value is the mean over its faces, each with the best that can follow."""
    sheet = drill()
    game = solo_end(sheet, *ONLY_PROPELLER)
    judge, brute = ExactJudge(game), brute_force(sheet)
    game.apply(Roll((5, 2)))
    game.apply(Take(0, 0))
    use = Modify(0, System.PROPELLER)
    used = next(option for option in judge.options(game, 0) if option.move == use)
    assert used.outlook == pytest.approx(brute.after(game, use))
    game.apply(use)
    for face, outlook in enumerate(judge.after_faces(game, 0), start=1):
        assert as_outlook(outlook) == pytest.approx(brute.after(game, Reroll(0, face)))
