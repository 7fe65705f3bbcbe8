"""One complete round of two players, played by the rules: the first round of a Training game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from torpedo_dice.rulebook.drawn import ARROW, DIE, arrow, die, panel, panels, pattern
from torpedo_dice.rulebook.pictures.dashboard import screen_drawing, state_of, told
from torpedo_dice.rulebook.pictures.shots import shot_note, shot_panel
from torpedo_dice.rulebook.pictures.table import draft_panel
from torpedo_dice.rulebook.svg import Markup, drawing
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import (
    FORMATIONS,
    Destroyed,
    Event,
    Fire,
    Fired,
    Game,
    Modify,
    Roll,
    Start,
    System,
    Take,
)
from torpedo_dice.rules.formations import shape_of
from torpedo_dice.sheets import load_sheet

# Seat 0 starts, makes a line of a 5 and lays it on a whole system. Seat 1 turns a 5 into a 6.
FIRST, SECOND = 0, 1
DICE = (2, 5, 5)
_TAKES = (Take(FIRST, 2), Take(SECOND, 1))
_ACTS = (
    Modify(FIRST, System.PORTHOLES),
    Fire(FIRST, ((3, 3), (3, 4), (3, 5), (3, 6), (3, 7))),
    Modify(SECOND, System.TOWER, step=1),
    Fire(SECOND, ((2, 6), (2, 7), (2, 8), (4, 6), (4, 7), (4, 8))),
)


@dataclass(frozen=True)
class WorkedRound:
    """A round: the game after phase 1, the game after the round, and what happened in it."""

    taken: Game
    after: Game
    events: tuple[Event, ...]

    def fired(self, seat: int) -> Fired:
        """Return a player's shot."""
        return next(e for e in self.events if isinstance(e, Fired) and e.seat == seat)

    @property
    def fallen(self) -> Destroyed:
        """The one system that is destroyed."""
        (destroyed,) = (event for event in self.events if isinstance(event, Destroyed))
        return destroyed


@cache
def played() -> WorkedRound:
    """Play the round."""
    game = Game.new(load_sheet("training"), "training", players=2)
    for move in (Start(FIRST), Roll(DICE), *_TAKES):
        game.apply(move)
    taken = game.copy()
    events = [event for move in _ACTS for event in game.apply(move)]
    return WorkedRound(taken, game, tuple(events))


def names(words: Words) -> tuple[str, str]:
    """Return the players' names, by seat."""
    return words.say("round_first"), words.say("round_second")


def dice(words: Words) -> Markup:
    """Draw phase 1: the dice, who took them, and the one that is left."""
    return panels(draft_panel(words, played().taken, names(words)))


def systems(words: Words) -> Markup:
    """Draw phase 2: what each system makes of its die."""
    return panels(*(_modified(words, seat) for seat in (FIRST, SECOND)))


def _modified(words: Words, seat: int) -> Markup:
    fired = played().fired(seat)
    if fired.modify is None:
        raise ValueError("both players use a system")
    used = fired.modify.system
    is_line = used is System.PORTHOLES
    note = words.say(
        "round_line" if is_line else "round_turned",
        who=names(words)[seat],
        system=words.system(used),
        die=fired.die,
        face=fired.face,
    )
    left = DIE + ARROW + 8
    if is_line:
        frame = FORMATIONS[fired.face, used].frame
        result, side = pattern(left, 2, _in_frame(fired), frame=frame, cell=14.0), frame * 14.0
    else:
        result, side = die(left, 8, fired.face), float(DIE)
    parts = (die(1, 8, fired.die), arrow(DIE + 9, 8 + DIE / 2), result)
    return panel(drawing(left + side + 2, 62, note, *parts), note)


def _in_frame(fired: Fired) -> list[tuple[int, int]]:
    """Return the line as it was fired, in the middle of its frame."""
    shape = shape_of(fired.fields)
    corners = FORMATIONS[fired.face, System.PORTHOLES].shapes[shape]
    down, right = sorted(corners)[len(corners) // 2]
    return [(row + down, column + right) for row, column in shape]


def shots(words: Words) -> Markup:
    """Draw phase 3: both shots with their hits and misses, and the reserves."""
    return panels(*(_shot(words, seat) for seat in (FIRST, SECOND)))


def _shot(words: Words, seat: int) -> Markup:
    worked = played()
    sheet, fired = worked.after.sheet, worked.fired(seat)
    who, whom = names(words)[seat], names(words)[worked.after.left_of(seat)]
    told_by = words.say("round_fires", who=who, whom=whom)
    note = f"{told_by} {shot_note(words, sheet, fired)}"
    part = (0, sheet.height - 1), (0, sheet.width - 1)
    return shot_panel(sheet, fired, part, note)


def fallen(words: Words) -> Markup:
    """Draw the end of phase 3: the dashboard of the player whose system fell."""
    worked = played()
    sheet, owner = worked.after.sheet, worked.fallen.seat
    if owner is None:
        raise ValueError("the system belongs to a player")
    player = worked.after.players[owner]
    return panels(
        *(
            panel(
                screen_drawing(
                    words,
                    sheet,
                    player,
                    screen,
                    ", ".join(
                        told(words, system, _spoken(state_of(sheet, player, system)))
                        for system in screen
                    ),
                )
            )
            for screen in sheet.screens
        )
    )


def _spoken(state: str) -> str:
    """Return the word for a tile's state: without switches a system is simply active."""
    return "active" if state == "on" else state
