"""The setup of a game: mode, player count and solo option, and which combinations are valid."""

from __future__ import annotations

from enum import StrEnum

from torpedo_dice.rules.sentence import Sentence
from torpedo_dice.rules.sheet import Sheet

MIN_PLAYERS = 2
MAX_PLAYERS = 4


class Mode(StrEnum):
    """Training or Mission with 2 to 4 players, or Mission solo against the automaton."""

    TRAINING = "training"
    MISSION = "mission"
    SOLO = "solo"


class SoloEnd(StrEnum):
    """When a solo win counts: after the automaton's shot, or before it (as in the French rules)."""

    END_OF_ROUND = "end_of_round"
    AFTER_FIRE = "after_fire"


class GameSetupError(ValueError):
    """Raised for an invalid setup: a wrong number of players, a sheet for another mode.

    `where` names the offending setting: `mode`, `solo_end`, `players` or `sheet`.
    """

    def __init__(self, why: str, *, where: str = "") -> None:
        super().__init__(why)
        self.where = where


def check_setup(
    sheet: Sheet, mode: Mode | str, players: int, solo_end: SoloEnd | str
) -> tuple[Mode, SoloEnd]:
    """Return the parsed mode and option; raise GameSetupError if the setup is invalid."""
    if mode not in list(Mode):
        raise GameSetupError(
            Sentence("unknown mode {mode!r}: use {known}", mode=mode, known=", ".join(Mode)),
            where="mode",
        )
    if solo_end not in list(SoloEnd):
        raise GameSetupError(
            Sentence(
                "unknown solo_end {solo_end!r}: use {known}",
                solo_end=solo_end,
                known=", ".join(SoloEnd),
            ),
            where="solo_end",
        )
    if not isinstance(players, int):
        raise GameSetupError(
            Sentence(
                "the number of players must be a whole number, not {players!r}", players=players
            ),
            where="players",
        )
    mode = Mode(mode)
    if mode is Mode.SOLO and players != 1:
        raise GameSetupError(
            Sentence("solo is for one player, not {players}", players=players), where="players"
        )
    if mode is not Mode.SOLO and not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise GameSetupError(
            Sentence(
                "{mode} is for {least} to {most} players, not {players}",
                mode=mode,
                least=MIN_PLAYERS,
                most=MAX_PLAYERS,
                players=players,
            ),
            where="players",
        )
    if mode is Mode.TRAINING and sheet.is_mission:
        raise GameSetupError(
            Sentence("sheet {sheet!r} has a propeller, so it isn’t for Training", sheet=sheet.name),
            where="sheet",
        )
    if mode is not Mode.TRAINING and not sheet.is_mission:
        raise GameSetupError(
            Sentence(
                "sheet {sheet!r} has no propeller, so it’s for Training only", sheet=sheet.name
            ),
            where="sheet",
        )
    if mode is Mode.SOLO and sheet.solo is None:
        raise GameSetupError(
            Sentence("sheet {sheet!r} has no solo panel", sheet=sheet.name), where="sheet"
        )
    return mode, SoloEnd(solo_end)
