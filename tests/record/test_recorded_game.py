"""A game that rolls its own dice: nobody has to ask for a roll, and the record is always there."""

from __future__ import annotations

import pytest

from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame, verify
from torpedo_dice.rules import (
    Mode,
    Modify,
    Rerolled,
    Rolled,
    Sheet,
    Stage,
    Started,
    System,
    parse_move,
)

NAMES = [PlayerInfo("Ada"), PlayerInfo("Noor")]


def begun(sheet: Sheet, mode: Mode = Mode.MISSION, first: int | None = None) -> RecordedGame:
    """Begin a game of two."""
    game = RecordedGame(sheet, mode, NAMES, FairDice.repeatable("recorded", 2), first=first)
    game.begin()
    return game


def act_by_switch(game: RecordedGame, system: str) -> None:
    """Play a round in which everybody switches the same system on."""
    for _ in NAMES:
        (seat,) = game.game.seats_to_move()
        game.apply(next(game.game.legal_moves(seat)))
    for seat in range(len(NAMES)):
        game.apply(parse_move(f"{seat} activate {system}"))


def test_a_game_begins_with_its_dice(mission: Sheet) -> None:
    """The start player is drawn, or named; the first dice are rolled."""
    dice = FairDice.repeatable("recorded", 2)
    drawn = RecordedGame(mission, Mode.MISSION, NAMES, dice).begin()
    assert [type(event) for event in drawn] == [Started, Rolled]
    assert drawn[0] == Started(dice.first(2))
    for first in (0, 1):
        game = begun(mission, first=first)
        assert game.game.start == first
        assert game.record()["options"]["first"] == "named"


def test_the_next_dice_follow_the_last_choice(mission: Sheet) -> None:
    """The end of a round and the roll of the next come with the same move."""
    game = begun(mission)
    act_by_switch(game, "propeller")
    assert (game.game.round, game.game.stage) == (2, Stage.TAKE)
    assert len(game.rounds) == 1


def test_a_propeller_is_rolled_at_once(mission: Sheet) -> None:
    """By the game's own dice, which the seed determines."""
    game = begun(mission)
    act_by_switch(game, "propeller")
    for _ in NAMES:
        (seat,) = game.game.seats_to_move()
        game.apply(next(game.game.legal_moves(seat)))
    events = game.apply(Modify(0, System.PROPELLER))
    assert events[-1] == Rerolled(0, game.dice.propeller(2, 0))
    # The roll has been seen: what came after it can be taken back, the roll cannot.
    game.apply(parse_move("0 activate tower"))
    game.take_back(0)
    assert game.game.players[0].rolled == game.dice.propeller(2, 0)


def test_the_record_of_an_open_game(mission: Sheet) -> None:
    """It has the complete rounds only, keeps the seed secret, and verifies."""
    game = begun(mission)
    act_by_switch(game, "tower")
    (seat,) = game.game.seats_to_move()
    game.apply(next(game.game.legal_moves(seat)))
    record = game.record()
    assert len(record["rounds"]) == 1
    assert record["dice"]["seed"] is None
    assert verify(record) is None


def test_everybody_needs_a_nonce(mission: Sheet) -> None:
    """Otherwise somebody's dice would be in the hands of the others."""
    with pytest.raises(ValueError, match="2 players need 2 nonces"):
        RecordedGame(mission, Mode.MISSION, NAMES, FairDice.repeatable("recorded", 3))
