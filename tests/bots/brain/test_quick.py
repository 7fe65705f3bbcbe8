"""The quick plan: always legal, and sensible at a glance."""

from __future__ import annotations

from tests.bots.games import at_act, decisions
from torpedo_dice.bots.brain.quick import quick_plan
from torpedo_dice.fast.codes import MODIFY_NONE, MOVE_MODIFY
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import to_move
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.lesson.played import Marks, Position
from torpedo_dice.rules import Activate, Fire, Game, Mode, Move, Seat, Sheet, Stage, Take, preview


def plan(game: Game, seat: Seat) -> list[Move]:
    """Return the moves of a seat's quick plan: an optional modification, then the choice."""
    tables = fast_sheet(game.sheet).tables
    _, modify, kind, argument = quick_plan(tables, from_game(game), seat)
    moves = [] if modify == MODIFY_NONE else [to_move(game.sheet, seat, MOVE_MODIFY, modify)]
    return [*moves, to_move(game.sheet, seat, kind, argument)]


def test_every_plan_is_legal(mission: Sheet) -> None:
    """The rules accept each of its moves, throughout several games."""
    kinds = set()
    for view, seat in decisions(mission, Mode.MISSION, 3, 2):
        if view.stage is not Stage.ACT:
            continue
        game = view.copy()
        for move in plan(view, seat):
            assert game.is_legal(move), move
            kinds.add(type(move))
            if not isinstance(move, Fire | Activate):
                game.apply(move)
    assert len(kinds) == 3


def test_a_weak_die_switches_a_system_on(mission: Sheet) -> None:
    """At the start of a game, one torpedo is worth less than a system; six are worth more."""
    one, six = (at_act(mission, Mode.MISSION, (face, 1, 1)) for face in (1, 6))
    assert isinstance(plan(one, 0)[-1], Activate)
    assert isinstance(plan(six, 0)[-1], Fire)


def test_it_avoids_the_skull() -> None:
    """With an empty reserve it finds a system with which the shot has no miss."""
    players = Marks("A6 B6 D7 E8 E9 D2", reserve=0), Marks("D2", reserve=2)
    position = Position(Mode.TRAINING, 8, (6, 1, 1), players, taken=(Take(0, 0), Take(1, 1)))
    game = position.game()
    *modify, fire = plan(game, 0)
    for move in modify:
        game.apply(move)
    assert isinstance(fire, Fire)
    fired = preview(game, fire).fired
    assert fired is not None
    assert not fired.skull
