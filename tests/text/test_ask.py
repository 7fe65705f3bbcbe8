"""Asking until the answer makes sense."""

from __future__ import annotations

import pytest

from tests.text.players import typing
from torpedo_dice.text.ask import Asker, GoBack, Misread, Quit, ask_then, one_of, unreadable


def number(answer: str) -> int:
    """Read a number; the mistake is told in one sentence."""
    if not answer.isdigit():
        raise Misread(f"{answer} is not a number.")
    return int(answer)


def test_a_mistake_is_told_in_a_sentence_and_asked_again() -> None:
    """The details are not repeated after a mere mistake."""
    console, screen = typing(["x", "7"])
    assert Asker(console).ask("How many?", number, ["Once upon a time"]) == 7
    assert screen.getvalue() == (
        "Once upon a time\nHow many?\n> x\nx is not a number.\nHow many?\n> 7\n"
    )


def test_just_enter_is_not_quoted() -> None:
    """There is nothing to quote; any other answer is."""
    sentence = "“{answer}” isn’t one of {count}."
    assert str(unreadable(sentence, "x", count=2)) == "“x” isn’t one of 2."
    assert str(unreadable(sentence, "", count=2)) == "You didn’t type anything."


def test_commands_are_obeyed_at_every_question() -> None:
    """The question comes again after it, with its details; case does not matter."""
    console, screen = typing(["LOOK", "7"])
    asker = Asker(console)
    asker.commands = {"look": lambda: console.say("the sea")}
    assert asker.ask("How many?", number, ["Details"]) == 7
    assert screen.getvalue().count("Details") == 2
    assert "the sea" in screen.getvalue()


def test_back_and_the_end_of_input_are_wishes() -> None:
    """`back` goes back; when nobody types any more, the game is left."""
    asker = Asker(typing(["back"])[0])
    with pytest.raises(GoBack):
        asker.ask("How many?", number)
    with pytest.raises(Quit):
        asker.ask("How many?", number)


def test_words_typed_ahead_answer_the_next_questions() -> None:
    """Their questions are not asked; a mistake in one forgets the rest."""
    console, screen = typing(["5"])
    asker = Asker(console)
    asker.ahead = ["3", "x", "4"]
    assert asker.ask("First?", number) == 3
    assert screen.getvalue() == ""
    assert asker.ask("Second?", number) == 5
    assert asker.ahead == []
    assert screen.getvalue().startswith("x is not a number.\nSecond?")


def test_a_confirmation_is_never_typed_ahead() -> None:
    """What was too much is named and passed over; only yes or back do."""
    console, screen = typing(["", "maybe", "yes"])
    asker = Asker(console)
    asker.ahead = ["yes"]
    asker.confirm("Fire?")
    assert screen.getvalue().startswith("One answer too many: “yes” was ignored.\nFire?")
    assert screen.getvalue().count("Type yes or back.") == 2
    for answer in ("no", "n", "back"):
        with pytest.raises(GoBack):
            Asker(typing([answer])[0]).confirm("Fire?")


def test_enter_is_enough_where_it_is_asked_for() -> None:
    """Anything else is told apart, so that no answer is lost by a key too much."""
    console, screen = typing(["C4", "", "", "y", "no"])
    asker = Asker(console)
    asker.wait_for_enter("Ready?")
    assert "Just press Enter." in screen.getvalue()
    asker.enter_or_back("Take it?")
    asker.enter_or_back("Take it?")
    with pytest.raises(GoBack):
        asker.enter_or_back("Take it?")


def test_going_back_from_a_later_question_asks_again() -> None:
    """`ask_then` comes back to its own question as often as needed."""
    asker = Asker(typing(["1", "back", "2", "3"])[0])
    seen = []
    ask_then(
        lambda: asker.ask("First?", number),
        lambda first: seen.append((first, asker.ask("Second?", number))),
    )
    assert seen == [(2, 3)]


def test_words_may_be_shortened_as_long_as_they_are_clear() -> None:
    """The whole word goes first; several meanings are told."""
    meanings = {"portholes": 6, "propeller": 7, "pro": 0}
    assert one_of("PORT", meanings) == 6
    assert one_of("pro", meanings) == 0
    assert one_of("x", meanings) is None
    assert one_of("", meanings) is None
    with pytest.raises(Misread) as caught:
        one_of("p", meanings)
    assert str(caught.value) == "“p” is ambiguous. Did you mean: portholes, propeller, pro?"


def test_an_answer_cannot_command_the_terminal() -> None:
    """Control characters and endless lines do not come back in a sentence."""
    console, screen = typing(["\x1b[2J" + "z" * 5000, "1"])
    Asker(console).ask("How many?", number)
    told = screen.getvalue().split("> ")[1].split("\n", 1)[1]
    assert told.startswith("?[2Jzzz")
    assert len(told) < 300
