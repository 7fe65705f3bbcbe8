"""The positions of the lesson: our own submarines, partly marked, with the dice already rolled."""

from __future__ import annotations

from torpedo_dice.lesson.step import LEARNER
from torpedo_dice.rules import (
    Face,
    Game,
    Mode,
    Roll,
    Seat,
    Sheet,
    Stage,
    System,
    Take,
    TargetMask,
    field_name,
)
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

OTHER: Seat = 1


def look() -> Game:
    """Training, second round: the learner holds a 1."""
    game = _training(2, (1, 5, 3), start=OTHER)
    _hit(game, LEARNER, "D2 D3")
    _hit(game, OTHER, "A6 E10")
    return _taken(game, 1, 0)


def take() -> Game:
    """Training, first round: three dice, and the learner takes first."""
    return _training(1, (2, 5, 3))


def formations() -> Game:
    """Training: a 3 that hits three times only if it is turned."""
    game = _training(4, (3, 2, 6), start=OTHER)
    _hit(game, LEARNER, "A6 D3 E4 E8 D9 C6")
    _hit(game, OTHER, "B7 C8 D4 E1")
    return _taken(game, 2, 0)


def hits() -> Game:
    """Training: a 4, with some of the best fields already hit."""
    game = _training(5, (2, 4, 1), start=OTHER)
    _hit(game, LEARNER, "A6 B6 D7 E8 E9 D2")
    _hit(game, OTHER, "D4 D5 E4 C7")
    game.players[LEARNER].reserve = 10
    game.players[OTHER].reserve = 9
    return _taken(game, 0, 1)


def system() -> Game:
    """Training: one field of the tower is left, and the die is a 6."""
    game = _training(6, (6, 3, 5), start=OTHER)
    _hit(game, LEARNER, "B7 B8 C7 D2 E2 D5 D7 E9 E4")
    _hit(game, OTHER, "B7 D5 E9 E4 D2")
    game.players[LEARNER].reserve = 8
    game.players[OTHER].reserve = 9
    return _taken(game, 2, 0)


def switches() -> Game:
    """Mission: the periscope is on, the tower is not, and the die is a 1."""
    game = _game(Mode.MISSION, 2, 3, (1, 4, 6), start=OTHER)
    game.players[LEARNER].switched = System.PERISCOPE.bit
    game.players[OTHER].switched = System.ENGINE.bit
    _hit(game, LEARNER, "D5 D7")
    _hit(game, OTHER, "C8 D3")
    return _taken(game, 2, 0)


def draft() -> Game:
    """Training, near the end: a 4 would sink the learner, whose own best die is the 6."""
    game = _training(9, (6, 4, 2))
    _hit_all_but(game, LEARNER, "D2 D3 E1 E2 F2 D4 D5 D6 D7")
    _hit_all_but(game, OTHER, "D2 D4 F2 F4")
    game.players[LEARNER].reserve = 3
    game.players[OTHER].reserve = 0
    return game


def finish() -> Game:
    """Training, end of the game: two fields are left, the die is a 3, and the reserve is empty."""
    game = _training(10, (2, 3, 6), start=OTHER)
    _hit_all_but(game, LEARNER, "B8 D6")
    _hit(game, OTHER, "D2 D4 F2 A6 B6 C6 D9")
    game.players[LEARNER].reserve = 0
    game.players[OTHER].reserve = 4
    return _taken(game, 0, 1)


def solo() -> Game:
    """Solo: the automaton has marked the periscope once, and a 1 is on the table again."""
    game = _game(Mode.SOLO, 1, 4, (4, 1))
    player = game.players[LEARNER]
    player.switched = System.PERISCOPE.bit
    player.boxes = (1, 0, 1, 0, 0, 0, 0)
    player.reserve = 10
    _hit(game, LEARNER, "D5 D7 C8 E4")
    return game


# ------------------------------------------------------------------ construction


def _training(round_: int, dice: tuple[Face, ...], start: Seat = LEARNER) -> Game:
    return _game(Mode.TRAINING, 2, round_, dice, start)


def _game(
    mode: Mode, players: int, round_: int, dice: tuple[Face, ...], start: Seat = LEARNER
) -> Game:
    """Return a game in which the dice of a round have just been rolled."""
    game = Game.new(load_sheet(DEFAULT_SHEETS[mode]), mode, players)
    game.round, game.start, game.stage = round_ - 1, start, Stage.ROLL
    game.apply(Roll(dice))
    return game


def _taken(game: Game, other: int, learner: int) -> Game:
    """Have both players take a die, the other player first."""
    game.apply(Take(OTHER, other))
    game.apply(Take(LEARNER, learner))
    return game


def _hit(game: Game, seat: Seat, names: str) -> None:
    """Mark a seat's hits and the systems they destroy."""
    _mark(game, seat, _targets(game.sheet, names))


def _hit_all_but(game: Game, seat: Seat, names: str) -> None:
    _mark(game, seat, game.sheet.all_targets & ~_targets(game.sheet, names))


def _mark(game: Game, seat: Seat, mask: TargetMask) -> None:
    game.players[seat].hits = mask
    if not game.is_solo:
        game.players[game.left_of(seat)].destroyed = game.sheet.destroyed_by(mask)


def _targets(sheet: Sheet, names: str) -> TargetMask:
    """Return the target mask for a list of field names."""
    bits = {field_name(spot): bit for spot, bit in sheet.target_bits.items()}
    return sum(bits[name] for name in names.split())
