"""Each system, before and after, on a die of a real game in which it is used."""

from __future__ import annotations

from torpedo_dice.rulebook.drawn import (
    ARROW,
    CELL,
    DIE,
    arrow,
    die,
    joined,
    panel,
    panels,
    pattern,
)
from torpedo_dice.rulebook.svg import Markup, drawing, label
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import (
    FACES,
    FORMATIONS,
    Face,
    Field,
    Game,
    Modify,
    Roll,
    Start,
    System,
    Take,
)
from torpedo_dice.rules.formations import ORIENTATIONS, PATTERN_SIZE, PATTERN_SPOTS, shape_of
from torpedo_dice.sheets import load_sheet

_GAP = 12


def game_with_dice(*dice: Face) -> Game:
    """Return a game in phase 2: seat n took die n, every system is active, one die is left."""
    game = Game.new(load_sheet("mission"), "mission", players=len(dice) - 1)
    game.apply(Start(0))
    game.apply(Roll(dice))
    for seat in game.seats:
        game.players[seat].switched = game.sheet.all_systems
        game.apply(Take(seat, seat))
    return game


def faces_after(face: Face, system: System) -> list[Face]:
    """Return every face that a system can turn a die to, in a two-player game."""
    game = game_with_dice(face, face, face)
    uses = [use for use in game.options(0).modifications if use.system is system]
    return sorted(game.face_with(0, use) for use in uses)


def _turned(words: Words, face: Face, faces: list[Face]) -> Markup:
    """Draw a die and what it becomes."""
    dice = joined(
        die(DIE + ARROW + 8 + place * (DIE + _GAP), 2, after) for place, after in enumerate(faces)
    )
    spoken = words.say("becomes", die=face, face=words.either([str(after) for after in faces]))
    width = DIE + ARROW + 8 + len(faces) * (DIE + _GAP) - _GAP + 2
    return panel(
        drawing(width, DIE + 6, spoken, die(1, 2, face), arrow(DIE + 9, DIE / 2 + 2), dice)
    )


def periscope(words: Words) -> Markup:
    """Draw the three pairs of opposite faces."""
    pairs = {
        tuple(sorted((face, *faces_after(face, System.PERISCOPE)))): face
        for face in reversed(FACES)
    }
    return panels(
        *(_turned(words, low, faces_after(low, System.PERISCOPE)) for low in sorted(pairs.values()))
    )


def tower(words: Words) -> Markup:
    """Draw one step up or down; a 1 and a 6 have only one."""
    return panels(*(_turned(words, face, faces_after(face, System.TOWER)) for face in (4, 6, 1)))


def fins(words: Words) -> Markup:
    """Show that the copied die counts as it was taken, even if its owner modifies it."""
    game = game_with_dice(2, 5, 1, 6)
    game.apply(Modify(1, System.PERISCOPE))
    return panels(*(_copied(words, game, other) for other in game.seats if other != 0))


def _copied(words: Words, game: Game, other: int) -> Markup:
    taken, turned = game.die_of(other), game.face_of(other)
    mine, copy = game.die_of(0), game.face_with(0, Modify(0, System.FINS, other=other))
    spoken = words.say("fins_spoken", other=taken, turned=turned, die=mine, face=copy)
    beside = DIE + ARROW + 8
    names = 104
    above = die(names, 2, taken)
    if turned != taken:
        above = joined(
            (
                above,
                arrow(names + DIE + 8, DIE / 2),
                die(names + beside, 2, turned, css="draw-faint"),
            )
        )
    return panel(
        drawing(
            names + beside + DIE + 2,
            2 * DIE + 22,
            spoken,
            label("draw-who", 2, DIE / 2 + 6, words.say("other")),
            above,
            label("draw-who", 2, DIE + 18 + DIE / 2 + 4, words.say("you")),
            die(names, DIE + 16, mine),
            arrow(names + DIE + 8, DIE + 16 + DIE / 2),
            die(names + beside, DIE + 16, copy),
        )
    )


def _shaped(
    words: Words,
    face: Face,
    system: System,
    patterns: list[Markup],
    side: float = PATTERN_SIZE * CELL,
    count: int | None = None,
) -> Markup:
    """Draw a die and the formations that a system makes of it."""
    height = max(side, DIE) + 4
    drawn = joined(patterns)
    width = DIE + ARROW + 8 + len(patterns) * (side + _GAP) - _GAP + 2
    spoken = words.say(
        "shaped_spoken",
        die=face,
        system=words.system(system),
        count=FORMATIONS[face, system].count,
        shown=len(patterns) if count is None else count,
    )
    return panel(
        drawing(
            width,
            height,
            spoken,
            die(1, (height - DIE) / 2, face),
            arrow(DIE + 9, height / 2),
            drawn,
        )
    )


def _place(index: int, side: float = PATTERN_SIZE * CELL) -> float:
    return DIE + ARROW + 8 + index * (side + _GAP)


def free_spots(face: Face) -> list[Field]:
    """Return the spots of the unturned pattern where artillery may add a pip."""
    pips = ORIENTATIONS[face][0]
    shapes = FORMATIONS[face, System.ARTILLERY].shapes
    return [s for s in PATTERN_SPOTS if s not in pips and shape_of((*pips, s)) in shapes]


def artillery(words: Words) -> Markup:
    """Draw where the pip may go, and two of the resulting formations."""
    face = 3
    pips, free = ORIENTATIONS[face][0], free_spots(face)
    patterns = [pattern(_place(0), 2, pips, free=free)]
    patterns += [
        pattern(_place(place), 2, pips, added=[spot])
        for place, spot in enumerate((free[0], free[-2]), start=1)
    ]
    return panels(_shaped(words, face, System.ARTILLERY, patterns, count=len(free)))


def remainders(face: Face) -> list[tuple[tuple[Field, ...], Field]]:
    """Return what the engine leaves of the unturned pattern, each with the removed pip."""
    pips = ORIENTATIONS[face][0]
    left = [(tuple(pip for pip in pips if pip != gone), gone) for gone in pips]
    shapes = FORMATIONS[face, System.ENGINE].shapes
    return [(rest, gone) for rest, gone in left if shape_of(rest) in shapes]


def engine(words: Words) -> Markup:
    """Draw each pip removed once, and a 1 with nothing left."""
    return panels(*(_with_engine(words, face) for face in (3, 1)))


def _with_engine(words: Words, face: Face) -> Markup:
    patterns = [
        pattern(_place(place), 2, rest, removed=[gone])
        for place, (rest, gone) in enumerate(remainders(face))
    ]
    return _shaped(words, face, System.ENGINE, patterns)


def portholes(words: Words) -> Markup:
    """Draw the lines that the rules allow."""
    face = 4
    formation = FORMATIONS[face, System.PORTHOLES]
    cell = 14.0
    side = formation.frame * cell
    patterns = []
    for place, (shape, corners) in enumerate(formation.shapes.items()):
        down, right = sorted(corners)[len(corners) // 2]
        pips = [(row + down, column + right) for row, column in shape]
        patterns.append(pattern(_place(place, side), 2, pips, frame=formation.frame, cell=cell))
    return panels(_shaped(words, face, System.PORTHOLES, patterns, side))


def propeller(words: Words) -> Markup:
    """Draw a die that is rerolled: any face may come up."""
    small = 26.0
    rolled = joined(
        die(
            _place(0) + (face - 1) % 3 * (small + 6),
            (face - 1) // 3 * (small + 6),
            face,
            size=small,
        )
        for face in FACES
    )
    spoken = words.say("becomes", die=1, face=words.either([str(face) for face in FACES]))
    width = _place(0) + 3 * (small + 6)
    return panels(
        panel(drawing(width, 2 * small + 10, spoken, die(1, 6, 1), arrow(DIE + 9, 30), rolled))
    )
