"""A game's text form: one line that contains everything, and corrupted lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.positions import acting, drill_sheet, end_of_game, new_game, new_solo, play
from torpedo_dice.rules import Game, PositionError, Sheet

SHEET = drill_sheet()
ACTING = acting(2, 3, 6).to_text()
START = Game.new(SHEET, "mission", 2).to_text()
TAKING = new_game()
play(TAKING, "roll 1 2 3", "0 take 1")


def games() -> dict[str, Game]:
    """Return games of every kind and in every stage."""
    full = acting(2, 3, 6, 1)
    play(full, "0 use tower +1", "1 use propeller", "2 use fins 0", "2 fire A1 C3")
    rolled = full.copy()
    play(rolled, "1 rerolls 1", "1 fire Z1")
    solo = new_solo()
    play(solo, "roll 4 1", "0 take 0", "0 fire A6 A8 C6 C8")
    training = acting(2, 2, 2, mode="training")
    play(training, "0 use artillery", "0 fire A1 A2 C3", "1 fire A1 C3")
    return {
        "start": Game.new(SHEET, "mission", 4),
        "roll": new_game(players=3),
        "take": TAKING,
        "act": acting(2, 3, 6),
        "choices": full,
        "rolled": rolled,
        "view": rolled.view(0),
        "solo": solo,
        "training": training,
        "over": end_of_game(),
    }


@pytest.mark.parametrize("name", list(games()))
def test_text_form_round_trips(name: str) -> None:
    """The text is a single line that parses to an equal game, which writes the same line."""
    game = games()[name]
    text = game.to_text()
    assert "\n" not in text
    again = Game.from_text(text, game.sheet)
    assert again == game
    assert again is not game
    assert again.to_text() == text
    assert again.outcome == game.outcome


def test_text_form_tells_what_the_head_of_the_module_says() -> None:
    """The line has the mode, the `solo_end`, the sheet, the round and a part for each seat."""
    head, *seats = games()["choices"].to_text().split(" / ")
    assert head.startswith("mission end_of_round sheet:")
    assert head.endswith(" round:1 start:0 stage:act dice:2,3,6,1")
    assert len(seats) == 3
    assert seats[0].startswith("hits:0 reserve:12 skull:0 on:13457 destroyed:- uses:- boxes:-")
    assert seats[0].endswith("pick:0 modify:use_tower_+1 rolled:- action:-")
    assert seats[1].endswith("pick:1 modify:use_propeller rolled:- action:-")
    assert seats[2].endswith("pick:2 modify:use_fins_0 rolled:- action:fire_A1_C3")


def test_games_that_differ_have_different_texts() -> None:
    """No two of the games above have the same text."""
    assert len({game.to_text() for game in games().values()}) == len(games())


def damaged(text: str, old: str, new: str) -> str:
    """Replace the first occurrence of a part, which must exist."""
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("mission ", "", "is not the beginning of a game's text form"),
        ("mission ", "war ", "unknown mode 'war'"),
        ("mission ", "training ", "it isn’t for Training"),
        ("mission ", "solo ", "solo is for one player, not 2"),
        ("end_of_round", "never", "unknown solo_end 'never'"),
        ("sheet:", "sheet:0", "is not the sheet 'drill'"),
        ("sheet:", "paper:", "must have sheet, round, start, stage, dice, in this order"),
        ("round:1", "round:-1", "round:-1 is out of range"),
        ("round:1", "round:x", "round:x cannot be read"),
        ("round:1", "round:01", "not in the canonical form"),
        ("round:1", "round:1_0", "not in the canonical form"),
        ("start:0", "start:2", "start:2 is out of range"),
        ("stage:act", "stage:war", "stage:war cannot be read"),
        ("stage:act", "stage:take", "do not fit the stage take"),
        ("stage:act", "stage:roll", "dice do not fit the stage roll"),
        ("dice:2,3,6", "dice:2,3", "2 dice do not fit the stage act"),
        ("dice:2,3,6", "dice:2,3,7", "dice:7 is out of range"),
        ("dice:2,3,6", "dice:2,,6", "dice: cannot be read"),
        ("dice:2,3,6", "dice:-", "pick:0 is out of range"),
        ("hits:0", "hits:x", "hits:x cannot be read"),
        ("hits:0", "hits:100", "hits:100 is out of range"),
        ("hits:0", "hits:-1", "hits:-1 is out of range"),
        ("hits:0", "hits:0x0", "not in the canonical form"),
        ("hits:0", "hits:0 hits:0", "must have hits, reserve"),
        ("reserve:12", "reserve:13", "reserve:13 is out of range"),
        ("reserve:12", "reserve:-1", "reserve:-1 is out of range"),
        ("skull:0", "skull:2", "skull:2 is out of range"),
        ("on:13457", "on:8", "on:8 is out of range"),
        ("on:13457", "on:31457", "not in the canonical form"),
        ("on:13457", "on:x", "on:x cannot be read"),
        ("destroyed:-", "destroyed:0", "destroyed:0 is out of range"),
        ("uses:-", "uses:1", "uses:1 is out of range"),
        ("uses:-", "uses:0", "uses or boxes do not fit the sheet"),
        ("boxes:-", "boxes:0", "uses or boxes do not fit the sheet"),
        ("explosions:0", "explosions:8", "explosions:8 is out of range"),
        ("pick:0", "pick:3", "pick:3 is out of range"),
        ("pick:0", "pick:1", "two players have taken the same die"),
        ("pick:0", "pick:-", "the dice taken do not fit the stage act"),
        ("modify:-", "modify:use_sonar", "cannot be read"),
        ("modify:-", "modify:fire_A1", "is not a modification"),
        ("rolled:-", "rolled:7", "rolled:7 is out of range"),
        ("action:-", "action:jump", "cannot be read"),
        ("action:-", "action:use_tower_+1", "neither fires nor activates"),
        (" / ", " | ", "is not the beginning"),
        ("action:-", "action:- ", "must have"),
    ],
)
def test_damaged_texts(old: str, new: str, told: str) -> None:
    """Any corruption is refused, and the message names it."""
    with pytest.raises(PositionError, match=told):
        Game.from_text(damaged(ACTING, old, new), SHEET)


@pytest.mark.parametrize("text", ["", " ", "/", " / ", "mission", START + " / ", START + "\n"])
def test_texts_that_are_nothing(text: str) -> None:
    """A text without the parts of a game is refused."""
    with pytest.raises(PositionError):
        Game.from_text(text, SHEET)


@settings(max_examples=100)
@given(place=st.integers(0, len(ACTING) - 1), letter=st.sampled_from("0179-?_:/, xAé"))
def test_a_damaged_letter_is_refused_or_another_position(place: int, letter: str) -> None:
    """With any letter changed, the text is refused or is the text of another game."""
    text = ACTING[:place] + letter + ACTING[place + 1 :]
    try:
        game = Game.from_text(text, SHEET)
    except PositionError:
        return
    assert game.to_text() == text


def test_the_text_belongs_to_its_sheet(mission: Sheet) -> None:
    """The text of a game is tied to its sheet, down to small differences."""
    for other in (mission, drill_sheet(reserve=11), drill_sheet(name="other")):
        with pytest.raises(PositionError, match="is not the sheet"):
            Game.from_text(START, other)
