"""Moves as text: each form round-trips, and malformed text is refused with a message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from torpedo_dice.rules import (
    Activate,
    Fire,
    MalformedMoveError,
    Modify,
    Move,
    Reroll,
    Roll,
    Start,
    System,
    Take,
    move_name,
    parse_move,
)

TEXTS = {
    "start 1": Start(1),
    "roll 5 3 2": Roll((5, 3, 2)),
    "0 take 2": Take(0, 2),
    "0 use periscope": Modify(0, System.PERISCOPE),
    "0 use tower -1": Modify(0, System.TOWER, step=-1),
    "3 use tower +1": Modify(3, System.TOWER, step=1),
    "0 use fins 1": Modify(0, System.FINS, other=1),
    "0 use fins 0": Modify(0, System.FINS, other=0),
    "0 use fins": Modify(0, System.FINS),
    "0 rerolls 4": Reroll(0, 4),
    "0 fire B2 B4 C3": Fire(0, ((1, 1), (1, 3), (2, 2))),
    "0 fire": Fire(0, ()),
    "0 activate engine": Activate(0, System.ENGINE),
}


@pytest.mark.parametrize(("text", "move"), TEXTS.items())
def test_text_forms(text: str, move: Move) -> None:
    """Each kind of move is formatted and parsed as in this table."""
    assert parse_move(text) == move
    assert move_name(move) == str(move) == text


SEATS = st.integers(0, 9999)
FACES = st.integers(1, 6)
SYSTEMS = st.sampled_from(System)
SPOTS = st.tuples(st.integers(-5, 20), st.integers(-10, 40))
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Start, SEATS),
    st.builds(Roll, st.lists(FACES, min_size=1, max_size=5).map(tuple)),
    st.builds(Take, SEATS, SEATS),
    st.builds(Modify, SEATS, SYSTEMS),
    st.builds(Modify, SEATS, SYSTEMS, step=st.sampled_from([1, -1])),
    st.builds(Modify, SEATS, SYSTEMS, other=SEATS),
    st.builds(Reroll, SEATS, FACES),
    st.builds(Fire, SEATS, st.lists(SPOTS, max_size=7, unique=True).map(tuple)),
    st.builds(Activate, SEATS, SYSTEMS),
)


@given(MOVES)
def test_text_forms_round_trip(move: Move) -> None:
    """Every move that can be formatted is parsed as the same move."""
    assert parse_move(move_name(move)) == move


@given(st.text(max_size=20) | st.lists(st.sampled_from(list("0 1A-+") + list(TEXTS))).map("".join))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    """Any text is either parsed or refused as malformed; parsed moves round-trip."""
    try:
        move = parse_move(text)
    except MalformedMoveError:
        return
    assert parse_move(move_name(move)) == move


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "verb"),
        ("hello", "verb"),
        ("0 hit A1", "verb"),
        ("0 0 take 1", "verb"),
        ("start", "form"),
        ("start -1", "form"),
        ("start 01", "form"),
        ("start 1 2", "form"),
        ("start one", "form"),
        ("roll", "form"),
        ("roll 7", "form"),
        ("roll 0 1 2", "form"),
        ("roll 1,2,3", "form"),
        ("0 roll 1 2 3", "form"),
        ("take 1", "form"),
        ("0 take", "form"),
        ("0 take -1", "form"),
        ("0 take 99999", "form"),
        ("x take 1", "form"),
        ("0 use", "form"),
        ("0 use tower +2", "form"),
        ("0 use tower +1 1", "form"),
        ("0 use Tower +1", "form"),
        ("0 use sonar", "system"),
        ("0 rerolls 7", "form"),
        ("0 rerolls", "form"),
        ("fire A1", "form"),
        ("0 fire 11", "field"),
        ("0 fire A1 B", "field"),
        ("0 fire A1,B2", "field"),
        ("0 activate", "form"),
        ("0 activate sonar", "system"),
        ("0 activate engine now", "form"),
    ],
)
def test_malformed_texts(text: str, code: str) -> None:
    """The error quotes a malformed text and states the problem."""
    with pytest.raises(MalformedMoveError) as caught:
        parse_move(text)
    error = caught.value
    assert (error.code, error.move, error.where, error.position) == (code, text, "text form", "")
    assert f'"{text}" (text form): ' in str(error)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0 jump", "one of these words: start, roll, take, use, rerolls, fire, activate"),
        ("0 take", "'take' is followed by the wrong words"),
        ("0 use sonar", "'sonar' isn’t a system"),
        ("0 fire B", "'B' isn’t a field"),
    ],
)
def test_malformed_texts_tell_what_is_wrong(text: str, told: str) -> None:
    """The message quotes the part that couldn't be parsed."""
    with pytest.raises(MalformedMoveError, match=told):
        parse_move(text)


@pytest.mark.parametrize("text", ["0 take 1\u0663", "1\uff12 take 0", "0 fire A1\u0663"])
def test_digits_of_other_scripts_are_malformed(text: str) -> None:
    """Only the digits 0 to 9 form a number."""
    with pytest.raises(MalformedMoveError):
        parse_move(text)


def test_spaces_do_not_matter() -> None:
    """Spaces before, after and between the words are ignored."""
    assert parse_move("  0   fire  a1\tc3 \n") == Fire(0, ((0, 0), (2, 2)))


def test_a_shots_fields_have_no_order() -> None:
    """The same torpedoes in another order are the same move, with the same text."""
    one, two = Fire(0, ((2, 2), (0, 0))), Fire(0, ((0, 0), (2, 2)))
    assert one == two
    assert move_name(one) == "0 fire A1 C3"


def test_moves_are_values() -> None:
    """Moves are hashable and comparable, and their repr is a constructor call."""
    assert {Take(0, 1), Take(0, 1)} == {Take(0, 1)}
    assert repr(Take(0, 1)) == "Take(seat=0, pick=1)"
