"""Positions for the tests: a small submarine that is easy to hit, and moves as text.

The drill submarine has one field per system, except two for the periscope:

        1 2 3 4 5 6 7 8
    A   1 1 . 2 . 3 . 4
    B   . . . . . . . .
    C   5 . 6 . 7 . o o
    D   . . . . . . o o
"""

from __future__ import annotations

from typing import Any

import pytest

from torpedo_dice.rules import (
    Event,
    Field,
    Game,
    Move,
    MoveError,
    Seat,
    Sheet,
    SoloEnd,
    System,
    move_name,
    parse_field,
    parse_move,
    parse_sheet,
)

GRID = ["1 1 . 2 . 3 . 4", ". . . . . . . .", "5 . 6 . 7 . o o", ". . . . . . o o"]
RESERVE = 12
# The fields of each system of the drill submarine.
AT = {
    System.PERISCOPE: "A1 A2",
    System.ARTILLERY: "A4",
    System.TOWER: "A6",
    System.FINS: "A8",
    System.ENGINE: "C1",
    System.PORTHOLES: "C3",
    System.PROPELLER: "C5",
}
SWITCHED = (System.PERISCOPE, System.TOWER, System.FINS, System.ENGINE, System.PROPELLER)


def drill_data(mode: str = "mission") -> dict[str, Any]:
    """Return the drill submarine's sheet as data, for Training without the propeller."""
    data: dict[str, Any] = {
        "name": "drill",
        "grid": list(GRID),
        "reserve": RESERVE,
        "screens": [
            ["periscope", "artillery", "tower"],
            ["fins"],
            ["engine", "portholes", "propeller"],
        ],
    }
    if mode == "training":
        data["grid"][2] = data["grid"][2].replace("7", "o")
        data["screens"][2].remove("propeller")
        data["limits"] = {"artillery": 3, "portholes": 3}
    else:
        data["solo"] = {"boxes": 2, "explosions": 7, "arrows": [system.id for system in System]}
    return data


def drill_sheet(mode: str = "mission", **changes: Any) -> Sheet:
    """Return the drill submarine's sheet, with some of its data replaced."""
    return parse_sheet(drill_data(mode) | changes)


def new_game(
    mode: str = "mission", players: int = 2, *, solo_end: SoloEnd = SoloEnd.END_OF_ROUND
) -> Game:
    """Return a game on the drill sheet in which seat 0 rolls first."""
    game = Game.new(drill_sheet(mode), mode, players, solo_end=solo_end)
    if not game.is_solo:
        play(game, "start 0")
    return game


def new_solo(*, solo_end: SoloEnd = SoloEnd.END_OF_ROUND) -> Game:
    """Return a solo game on the drill sheet."""
    return new_game("solo", 1, solo_end=solo_end)


def play(game: Game, *moves: str) -> list[Event]:
    """Apply moves in text form and return all events."""
    return [event for move in moves for event in game.apply(parse_move(move))]


def begin_round(game: Game, *dice: int) -> Game:
    """Roll, then have the seats take the dice in the order rolled."""
    play(game, " ".join(["roll", *map(str, dice)]))
    for pick, seat in enumerate(game.draft_order):
        play(game, f"{seat} take {pick}")
    return game


def acting(*dice: int, mode: str = "mission", switched: tuple[System, ...] = SWITCHED) -> Game:
    """Return a game in phases 2 and 3: seat 0 has the first die, and all switches are on."""
    players = len(dice) - 1
    game = new_game("solo" if players == 1 and mode == "mission" else mode, players)
    if mode == "mission":
        for seat in game.seats:
            switch_on(game, seat, *switched)
    return begin_round(game, *dice)


def fields(names: str) -> tuple[Field, ...]:
    """Return the fields for names such as "A1 B2"."""
    found = tuple(parse_field(name) for name in names.split())
    assert None not in found, names
    return found  # type: ignore[return-value]


def switch_on(game: Game, seat: Seat, *systems: System) -> None:
    """Switch on a seat's systems."""
    for system in systems:
        game.players[seat].switched |= system.bit


def destroy(game: Game, seat: Seat, *systems: System) -> None:
    """Destroy a seat's own systems: by the right neighbour's hits, or by the automaton."""
    owner = game.players[seat]
    for system in systems:
        owner.destroyed |= system.bit
        if game.is_solo:
            boxes = list(owner.boxes)
            boxes[game.sheet.systems.index(system)] = 2
            owner.boxes = tuple(boxes)
        else:
            game.players[seat - 1].hits |= game.sheet.system_targets[system]


def hit(game: Game, seat: Seat, names: str) -> None:
    """Mark a seat's hits and the systems they destroy."""
    player = game.players[seat]
    player.hits |= game.sheet.mask_of(fields(names))
    fallen = game.sheet.destroyed_by(player.hits)
    if game.is_solo:
        player.explosions = fallen.bit_count()
    else:
        game.players[game.left_of(seat)].destroyed |= fallen


def hit_all_but(game: Game, seat: Seat, *systems: System) -> None:
    """Mark a seat's hits on every enemy system except these."""
    for system in game.sheet.systems:
        if system not in systems:
            hit(game, seat, AT[system])


def refusal(game: Game, move: Move) -> MoveError:
    """Apply a move that must be refused, check that nothing changed, and return the error."""
    before, text = game.copy(), game.to_text()
    with pytest.raises(MoveError) as caught:
        game.apply(move)
    error = caught.value
    assert game == before
    assert game.to_text() == text
    assert not game.is_legal(move)
    assert (type(game.why_not(move)), str(game.why_not(move))) == (type(error), str(error))
    assert error.move == move_name(move)
    assert error.position == game.view(getattr(move, "seat", None)).to_text()
    assert f'"{move_name(move)}"' in str(error)
    assert f"round {game.round}, {game.stage}" in str(error)
    assert error.why
    assert str(error).endswith(error.why)
    return error


def refused(game: Game, move: str) -> str:
    """Apply a move in text form that must be refused, and return the error's code."""
    return refusal(game, parse_move(move)).code


def end_of_game() -> Game:
    """Return a game that is over: seat 0 has marked the skull."""
    game = new_game()
    game.players[0].reserve = 0
    begin_round(game, 1, 1, 1)
    play(game, "0 fire D1", "1 fire A6")
    assert game.is_over
    return game
