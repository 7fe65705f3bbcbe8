"""A game's text form must describe a possible game, with consistent choices and marks."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, drill_sheet, end_of_game, new_game, new_solo, play
from torpedo_dice.rules import Game, PositionError, Sheet, System

SHEET = drill_sheet()
ACTING = acting(2, 3, 6).to_text()
TAKING = new_game()
play(TAKING, "roll 1 2 3", "0 take 1")
SOLO = acting(2, 3).to_text()


def check_refused(text: str, old: str, new: str, sheet: Sheet = SHEET) -> None:
    """Replace a part of a text; check that it is accepted before and refused after."""
    assert Game.from_text(text, sheet).to_text() == text
    assert old in text
    with pytest.raises(PositionError):
        Game.from_text(text.replace(old, new, 1), sheet)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        # A choice that no player could have made, and that would break the game later.
        (acting(6, 3, 2).to_text(), "modify:-", "modify:use_tower_+1"),
        (ACTING, "modify:-", "modify:use_tower"),
        (ACTING, "modify:-", "modify:use_fins"),
        (ACTING, "modify:-", "modify:use_fins_9"),
        (ACTING, "modify:-", "modify:use_fins_0"),
        (acting(2, 3, 6, switched=()).to_text(), "modify:-", "modify:use_engine"),
        (ACTING, "modify:-", "modify:use_engine_+1"),
        (ACTING, "action:-", "action:fire_A1"),
        (ACTING, "action:-", "action:activate_artillery"),
        (ACTING, "action:-", "action:activate_engine"),
        (ACTING, "modify:- rolled:- action:-", "modify:use_propeller rolled:- action:fire_A1_C3"),
        # In solo, a player can't have finished, nor can a choice be hidden: the round would be
        # over.
        (SOLO, "action:-", "action:fire_A1_C3"),
        (SOLO, "action:-", "action:?"),
        # A choice before the dice are taken.
        (TAKING.to_text(), "action:-", "action:?"),
        (TAKING.to_text(), "action:-", "action:fire_A1"),
        # A roll without a propeller.
        (ACTING, "rolled:-", "rolled:3"),
        (ACTING, "modify:- rolled:-", "modify:use_engine rolled:3"),
        (TAKING.to_text(), "rolled:-", "rolled:3"),
    ],
)
def test_a_choice_that_cannot_be_is_refused(text: str, old: str, new: str) -> None:
    """A choice in the text must be legal for its seat."""
    check_refused(text, old, new)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        # Over according to its marks, but not to its stage.
        (new_game().to_text(), "skull:0", "skull:1"),
        (new_game().to_text(), "hits:0", "hits:ff"),
        # A system lost that the right neighbour has not destroyed, or vice versa.
        (new_game().to_text(), "destroyed:-", "destroyed:1"),
        (new_game().to_text(), "hits:0", f"hits:{SHEET.system_targets[System.TOWER]:x}"),
        # A skull with torpedoes left.
        (end_of_game().to_text(), "reserve:0 skull:1", "reserve:3 skull:1"),
        # Seat 1 has a die before seat 0, which starts.
        (TAKING.to_text(), "start:0", "start:1"),
        # A solo game has no start player to draw.
        (new_solo().to_text(), "stage:roll", "stage:start"),
        # Solo panel marks in a two-player game.
        (new_game().to_text(), "explosions:0", "explosions:1"),
        # No dice can have been rolled before the first round.
        (ACTING, "round:1", "round:0"),
    ],
)
def test_marks_that_cannot_be_are_refused(text: str, old: str, new: str) -> None:
    """The marks in the text must be consistent with each other and with the stage."""
    check_refused(text, old, new)


@pytest.mark.parametrize("actions", ["? ?", "fire_A1_C3 ?", "fire_A1_C3 fire_A1_B2_C3"])
def test_all_cannot_have_finished(actions: str) -> None:
    """The round ends when the last seat finishes; such a game would be stuck."""
    one, two = actions.split()
    text = ACTING.replace("action:-", f"action:{one}", 1).replace("action:-", f"action:{two}", 1)
    with pytest.raises(PositionError):
        Game.from_text(text, SHEET)


@pytest.mark.parametrize("system", ["2", "6"])
def test_a_system_without_a_switch_cannot_be_on(system: str) -> None:
    """Artillery and portholes have no switch that could be on."""
    check_refused(new_game().to_text(), "on:-", f"on:{system}")


def test_in_training_nothing_can_be_on() -> None:
    """Training has no switches."""
    check_refused(new_game("training").to_text(), "on:-", "on:1", drill_sheet("training"))


def test_training_has_no_propeller_to_lose() -> None:
    """A system that the sheet doesn't have can be neither on nor destroyed."""
    text = new_game("training").to_text()
    for mark in ("on", "destroyed"):
        check_refused(text, f"{mark}:-", f"{mark}:7", drill_sheet("training"))


def test_each_limit_is_its_systems_own() -> None:
    """A system used beyond its own limit is refused, even below another's limit."""
    sheet = drill_sheet("training", limits={"artillery": 1, "portholes": 3})
    game = Game.new(sheet, "training", 2)
    play(game, "start 0", "roll 1 1 1", "0 take 0", "1 take 1", "0 use artillery")
    play(game, "0 fire A1 A2", "1 fire D1")
    assert "uses:1,0" in game.to_text()
    check_refused(game.to_text(), "uses:1,0", "uses:2,0", sheet)


def test_a_lost_system_has_all_its_boxes() -> None:
    """In solo, a system is destroyed exactly when all its boxes are marked."""
    text = new_solo().to_text()
    check_refused(text, "destroyed:-", "destroyed:4")
    check_refused(text, "boxes:0,0,0,0,0,0,0", "boxes:0,0,0,2,0,0,0")
    check_refused(text, "explosions:0", "explosions:1")
