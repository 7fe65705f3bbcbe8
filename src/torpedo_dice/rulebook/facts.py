"""The numbers quoted in the rulebook, taken from the rules and our sheets."""

from __future__ import annotations

from torpedo_dice.rulebook.pictures.endings import example_score
from torpedo_dice.rulebook.pictures.worked_round import FIRST, SECOND, played
from torpedo_dice.rules import Game, Mode, Sheet, System, uses_left
from torpedo_dice.rules.formations import PATTERN_SIZE
from torpedo_dice.rules.game import OPPOSITE_FACES
from torpedo_dice.rules.outcome import POINTS_PER_SYSTEM, POINTS_PER_TORPEDO
from torpedo_dice.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet


def facts() -> dict[str, int]:
    """Return each number by its placeholder in the texts, such as `{boxes}`."""
    training = load_sheet(DEFAULT_SHEETS[Mode.TRAINING])
    mission = load_sheet(DEFAULT_SHEETS[Mode.MISSION])
    systems_left, torpedoes_left, score, _ = example_score()
    if mission.solo is None:
        raise ValueError("the Mission sheet has no solo panel")
    return {
        "min_players": MIN_PLAYERS,
        "max_players": MAX_PLAYERS,
        "solo_dice": Game.new(mission, Mode.SOLO, 1).dice_count,
        "training_reserve": training.reserve,
        "mission_reserve": mission.reserve,
        "pattern": PATTERN_SIZE,
        "opposite": OPPOSITE_FACES,
        "training_systems": len(training.systems),
        "mission_systems": len(mission.systems),
        "screens": len(mission.screens),
        "limit": _limit(training),
        "boxes": mission.solo.boxes,
        "explosions": mission.solo.explosions,
        "system_points": POINTS_PER_SYSTEM,
        "torpedo_points": POINTS_PER_TORPEDO,
        "example_systems": systems_left,
        "example_torpedoes": torpedoes_left,
        "example_score": score,
        **_of_worked_round(),
    }


def _of_worked_round() -> dict[str, int]:
    """Return what happened in the round that the text follows step by step."""
    worked = played()
    first, second = worked.fired(FIRST), worked.fired(SECOND)
    uses = uses_left(worked.after.sheet, worked.after.players[FIRST], System.PORTHOLES)
    if uses is None:
        raise ValueError("the portholes are limited in Training")
    return {
        "first_die": first.die,
        "first_hits": first.hits,
        "first_reserve": first.reserve,
        "first_uses": uses,
        "second_die": second.die,
        "second_face": second.face,
        "second_hits": second.hits,
        "second_misses": second.misses,
        "second_reserve": second.reserve,
        "die_left": worked.taken.die_left,
    }


def _same(*numbers: int) -> int:
    """Return the one number that the text states for several sheets."""
    (number,) = set(numbers)
    return number


def _limit(sheet: Sheet) -> int:
    return _same(sheet.limit[System.ARTILLERY], sheet.limit[System.PORTHOLES])
