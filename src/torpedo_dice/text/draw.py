"""Draws the grid, the dice and the dashboard as plain text, without colour.

Every line also makes sense when read aloud; `look.py` combines them, and has a words-only version.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from torpedo_dice.rules import Face, Field, Game, Seat, Sheet, System, TargetMask, field_name
from torpedo_dice.rules.formations import ORIENTATIONS, PATTERN_SIZE
from torpedo_dice.rules.sheet import WATER
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import state_of

HIT = "X"
MISS = "*"
PIP = "o"
NO_PIP = "."


def draw_grid(
    sheet: Sheet,
    hits: TargetMask = 0,
    misses: Collection[Field] = (),
    shot: Collection[Field] = (),
) -> list[str]:
    """Draw a grid with the hits and misses on it, and a planned shot in brackets.

    Rows and columns beyond the edge are drawn only for the shot; a miss out there has no field.
    """
    rows = _reach(sheet.height, [row for row, _ in shot])
    columns = _reach(sheet.width, [column for _, column in shot])

    def cell(spot: Field) -> str:
        if not sheet.is_on_grid(spot):
            # Blank, so that the edge can be seen.
            return f"[{WATER}]" if spot in shot else "   "
        sign = _sign(sheet, hits, misses, spot)
        return f"[{sign}]" if spot in shot else f" {sign} "

    head = "   " + "".join(f"{column + 1:>2} " for column in columns)
    lines = (
        f"{field_name((row, 0))[0]}  " + "".join(cell((row, column)) for column in columns)
        for row in rows
    )
    return [line.rstrip() for line in (head, *lines)]


def _reach(size: int, lies_at: Sequence[int]) -> range:
    return range(min([0, *lies_at]), max([size - 1, *lies_at]) + 1)


def _sign(sheet: Sheet, hits: TargetMask, misses: Collection[Field], spot: Field) -> str:
    if sheet.target_bits.get(spot, 0) & hits:
        return HIT
    return MISS if spot in misses else sheet.rows[spot[0]][spot[1]]


def draw_legend(sheet: Sheet, *, with_shot: bool = False) -> str:
    """Explain the signs of the grid."""
    legend = say.LEGEND.format(last=sheet.systems[-1].value)
    return f"{legend}   {say.LEGEND_SHOT}" if with_shot else legend


def grid_with_legend(game: Game, seat: Seat, shot: Collection[Field] = ()) -> list[str]:
    """Draw the submarine that a seat attacks, optionally with a planned shot."""
    player = game.players[seat]
    grid = draw_grid(game.sheet, player.hits, player.misses, shot)
    return [*grid, draw_legend(game.sheet, with_shot=bool(shot))]


def draw_dice(dice: Sequence[Face]) -> list[str]:
    """Draw dice side by side, each with its number and its pips."""
    return [
        "   ".join(_die_row(face, row) for face in dice).rstrip() for row in range(PATTERN_SIZE)
    ]


def _die_row(face: Face, row: int) -> str:
    pips = ORIENTATIONS[face][0]
    label = str(face) if row == PATTERN_SIZE // 2 else " "
    spots = (PIP if (row, column) in pips else NO_PIP for column in range(PATTERN_SIZE))
    return f"  {label}  {' '.join(spots)}"


def draw_dashboard(game: Game, seat: Seat) -> list[str]:
    """Draw a player's own systems by screen: state and damage; then reserve torpedoes and skull."""
    lines = []
    screen_width = _widest(say.SCREENS)
    state_width = _widest(state_of(game, seat, system) for system in game.sheet.systems)
    for place, screen in zip(say.SCREENS, game.sheet.screens, strict=True):
        for system in screen:
            label = place if system is screen[0] else ""
            name = f"{system.value} {say.SYSTEMS[system]:<{name_width()}}"
            state = f"{state_of(game, seat, system):<{state_width}}"
            damage = damage_in_words(game, seat, system)
            lines.append(f"  {label:<{screen_width}}{name}{state}{damage}")
    return [*lines, reserve_line(game, seat)]


def name_width() -> int:
    """Return the width of a column of system names."""
    return _widest(say.SYSTEMS.values())


def _widest(texts: Iterable[str]) -> int:
    return max(map(len, texts)) + 2


def damage(game: Game, seat: Seat, system: System) -> tuple[int, int]:
    """Return how often one of a seat's own systems has been hit, and how many hits destroy it.

    In solo these are the automaton's marks, otherwise the hits of the player on the right.
    """
    if game.is_solo and game.sheet.solo is not None:
        marks = game.players[seat].boxes[game.sheet.systems.index(system)]
        return marks, game.sheet.solo.boxes
    attacker = game.players[game.attacker_of(seat)]
    fields = game.sheet.system_targets[system]
    return (fields & attacker.hits).bit_count(), fields.bit_count()


def damage_in_words(game: Game, seat: Seat, system: System) -> str:
    """Say how badly one of a seat's own systems is hit."""
    hits, most = damage(game, seat, system)
    return (say.BOXES_MARKED if game.is_solo else say.FIELDS_HIT).format(hits=hits, all=most)


def reserve_line(game: Game, seat: Seat) -> str:
    """Say what is left in reserve, whether the skull is marked, and in solo the explosions."""
    player = game.players[seat]
    skull = say.SKULL_MARKED if player.skull else say.SKULL_FREE
    line = say.RESERVE_LINE.format(reserve=player.reserve, all=game.sheet.reserve, skull=skull)
    if not game.is_solo or game.sheet.solo is None:
        return line
    explosions = say.EXPLOSIONS.format(marked=player.explosions, all=game.sheet.solo.explosions)
    return f"{line} {explosions}"
