"""Rendering of a game for the environments: as plain text or as an RGB array.

Choices in phases 2 and 3 that are still private are not shown.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.rules import Field, Game, Seat
from torpedo_dice.rules.formations import ORIENTATIONS, PATTERN_SIZE
from torpedo_dice.rules.sheet import PLAIN, WATER
from torpedo_dice.text.look import table

RENDER_MODES = ["human", "ansi", "rgb_array"]

# A field, and the space around each submarine, in pixels.
FIELD = 16
SPACE = 12
_DIE_SPOT = 6

_PAPER = (236, 240, 241)
_INK = (24, 32, 44)
_WATER = (198, 222, 235)
_HULL = (150, 160, 170)
_MARKED = (192, 57, 43)
_USED = (205, 210, 214)
# By system: periscope, artillery, tower, fins, engine, portholes, propeller.
_SYSTEMS = (
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (240, 228, 66),
    (0, 114, 178),
    (213, 94, 0),
    (204, 121, 167),
)

Picture = NDArray[np.uint8]


def drawn_text(game: Game, names: list[str]) -> str:
    """Return the table in plain text, as every seat sees it."""
    public = game.view(None)
    dice = " ".join(map(str, game.dice)) or "-"
    head = f"Round {game.round}, {game.stage}, dice {dice}"
    seats = ["\n".join(table(public, seat, names, draws=True)) for seat in game.seats]
    return "\n\n".join([head, *seats])


def drawn_picture(game: Game) -> Picture:
    """Return the table as an RGB array: for each seat its target, reserve and dice."""
    height = game.sheet.height * FIELD
    width = game.sheet.width * FIELD
    panel = height + FIELD + 3 * SPACE
    dice = PATTERN_SIZE * _DIE_SPOT + 2 * SPACE
    picture = np.full((dice + panel * len(game.players), width + 2 * SPACE, 3), _PAPER, np.uint8)
    for number, face in enumerate(game.dice):
        left = SPACE + number * (PATTERN_SIZE * _DIE_SPOT + SPACE)
        is_taken = any(player.pick == number for player in game.players)
        _draw_die(picture, SPACE, left, face, is_taken=is_taken)
    for seat in game.seats:
        top = dice + seat * panel
        _draw_submarine(picture, game, seat, top)
        _draw_reserve(picture, game, seat, top + height + SPACE)
    return picture


def _box(picture: Picture, top: int, left: int, size: int, colour: tuple[int, int, int]) -> None:
    picture[top : top + size, left : left + size] = colour


def _draw_die(picture: Picture, top: int, left: int, face: int, *, is_taken: bool) -> None:
    _box(picture, top, left, PATTERN_SIZE * _DIE_SPOT, _USED if is_taken else (255, 255, 255))
    for row, column in ORIENTATIONS[face][0]:
        _box(picture, top + row * _DIE_SPOT + 1, left + column * _DIE_SPOT + 1, _DIE_SPOT - 2, _INK)


def _draw_submarine(picture: Picture, game: Game, seat: Seat, top: int) -> None:
    hit = set(game.sheet.fields_of(game.players[seat].hits))
    for row, kinds in enumerate(game.sheet.rows):
        for column, kind in enumerate(kinds):
            at = top + row * FIELD, SPACE + column * FIELD
            _box(picture, *at, FIELD - 1, _colour(game, (row, column), kind))
            if (row, column) in hit:
                _box(picture, at[0] + FIELD // 4, at[1] + FIELD // 4, FIELD // 2, _INK)


def _colour(game: Game, spot: Field, kind: str) -> tuple[int, int, int]:
    if kind == WATER:
        return _WATER
    return _HULL if kind == PLAIN else _SYSTEMS[game.sheet.system_at(spot) - 1]


def _draw_reserve(picture: Picture, game: Game, seat: Seat, top: int) -> None:
    """Draw the reserve as a bar that runs out, and a mark for the skull."""
    player = game.players[seat]
    width = picture.shape[1] - 2 * SPACE
    left = width * player.reserve // game.sheet.reserve
    picture[top : top + FIELD // 2, SPACE : SPACE + width] = _MARKED if player.skull else _USED
    picture[top : top + FIELD // 2, SPACE : SPACE + left] = _INK
