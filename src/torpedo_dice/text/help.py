"""The short help of the text game; the numbers in it come from the rules and the sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from torpedo_dice.rules import FACES, Game, SoloEnd, System
from torpedo_dice.rules.formations import ORIENTATIONS
from torpedo_dice.rules.outcome import POINTS_PER_SYSTEM, POINTS_PER_TORPEDO, RANKS
from torpedo_dice.rules.sheet import SoloPanel
from torpedo_dice.text.draw import draw_dice, name_width
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import listed

WIDTH = 80


def help_lines(game: Game) -> list[str]:
    """Return the help of this game: formations, systems, how it ends, and what can be typed."""
    panel = game.sheet.solo if game.is_solo else None
    sections = [
        _wrapped(say.HELP_AIM),
        _formations(),
        _wrapped(say.HELP_TYPING),
        _systems(game),
        *([] if panel is None else [_automaton(panel)]),
        _end(game),
        [*say.HELP_COMMANDS, say.HELP_RULES],
    ]
    return [line for section in sections for line in ("", *section)][1:]


def _wrapped(*paragraphs: str) -> list[str]:
    return [line for text in paragraphs for line in textwrap.wrap(text, WIDTH)]


def _formations() -> list[str]:
    turned = listed(str(face) for face in FACES if len(ORIENTATIONS[face]) > 1)
    return [say.HELP_FORMATIONS.format(faces=turned), *draw_dice(FACES)]


def _systems(game: Game) -> list[str]:
    return [
        say.HELP_SYSTEMS,
        *(line for system in game.sheet.systems for line in _system(game, system)),
        *(_wrapped(say.HELP_SWITCHES) if game.sheet.is_mission else ()),
    ]


def _system(game: Game, system: System) -> list[str]:
    is_solo_fins = system is System.FINS and game.is_solo
    label = f"  {system.value} {say.SYSTEMS[system]:<{name_width()}}"
    return textwrap.wrap(
        say.HELP_FINS_SOLO if is_solo_fins else say.HELP_SYSTEM[system],
        WIDTH,
        initial_indent=label,
        subsequent_indent=" " * len(label),
    )


def _automaton(panel: SoloPanel) -> list[str]:
    arrows = " ".join(str(system.value) for system in (*panel.arrows, panel.arrows[0]))
    return _wrapped(
        say.HELP_AUTOMATON.format(boxes=panel.boxes),
        say.HELP_ARROWS.format(arrows=arrows),
    )


def _end(game: Game) -> list[str]:
    if not game.is_solo:
        return _wrapped(say.HELP_END, say.HELP_TIES)
    after_fire = game.solo_end is SoloEnd.AFTER_FIRE
    points = say.HELP_POINTS.format(system=POINTS_PER_SYSTEM, torpedo=POINTS_PER_TORPEDO)
    checked = say.HELP_END_AFTER_FIRE if after_fire else say.HELP_END_OF_ROUND
    return _wrapped(
        f"{say.HELP_END_SOLO} {checked}",
        f"{points} {say.HELP_RANKS.format(ranks=listed(_ranks()))}",
    )


def _ranks() -> Iterable[str]:
    return (say.RANK_FROM.format(rank=say.RANKS[rank], least=least) for least, rank in RANKS[::-1])
