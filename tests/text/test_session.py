"""Whole games at one screen: questions, mistakes, changed minds, hidden choices."""

from __future__ import annotations

import re
from random import Random
from typing import ClassVar

import pytest

from tests.text.players import (
    Puppet,
    Simpleton,
    answering,
    last_line,
    make_setup,
    play,
    play_as,
    run_session,
    typing,
)
from torpedo_dice.bots import make_bot
from torpedo_dice.record import verify
from torpedo_dice.rules import COVERED, Fire, Game, Mode, Modify, Move, System, Take
from torpedo_dice.text.ask import Asker, Quit
from torpedo_dice.text.begin import Wishes, settle
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.sentences import say
from torpedo_dice.text.session import Session, greeting

HUMANS = ["human"] * 3


@pytest.mark.parametrize(
    ("mode", "seats"),
    [
        (Mode.SOLO, ["human"]),
        (Mode.MISSION, ["human", "lieutenant"]),
        (Mode.MISSION, ["ensign", "human", "human", "lieutenant"]),
        (Mode.TRAINING, HUMANS),
        (Mode.TRAINING, ["lieutenant", "ensign"]),
    ],
)
@pytest.mark.parametrize("bot", ["ensign", "lieutenant"])
def test_a_whole_game_of_every_kind(mode: Mode, seats: list[str], bot: str) -> None:
    """Played by typing alone to its end; the record is true and the end is told."""
    kept = KeptGame(make_setup(mode, seats, dice=f"{mode} {bot}"))
    screen = play_as(kept, bot)
    assert kept.game.is_over
    assert verify(kept.record) is None
    assert kept.log[-1] in screen
    assert not re.search("isn’t|aren’t|didn’t", screen), "something that was offered was refused"


@pytest.mark.parametrize("number", range(6))
def test_ensigns_try_everything(number: int) -> None:
    """Random play reaches every system, the edge and the propeller's roll; all can be typed."""
    kept = KeptGame(make_setup(Mode.SOLO, dice=f"try {number}"))
    play_as(kept, "ensign")
    assert verify(kept.record) is None


def test_aiming_by_the_centre_plays_a_whole_game() -> None:
    """One field, one way, one yes: that is enough to play."""
    kept = KeptGame(make_setup(Mode.MISSION, ["human", "lieutenant"]))
    console, _ = answering(Simpleton())
    run_session(kept, console)
    assert kept.game.is_over


def test_words_alone_have_no_drawing() -> None:
    """For a screen reader: neither grid nor dice, but all fields by their names."""
    kept = KeptGame(make_setup(Mode.SOLO))
    console, screen = answering(Simpleton())
    run_session(kept, console, draws=False)
    assert kept.game.is_over
    assert "o . o" not in screen.getvalue()
    assert "A   ." not in screen.getvalue()
    assert "1 periscope: 2 of 2 fields to hit: D11 E11." in screen.getvalue()


# ------------------------------------------------------------------------ one's mind

# The dice of round 1 in the solo game "a game" are asked of the game itself.
SOLO = make_setup(Mode.SOLO)
DIE, OTHER_DIE = KeptGame(SOLO).game.dice


def test_everything_may_be_changed_before_the_yes() -> None:
    """Back from the confirmation to the aim, to the die, and forward again to another choice."""
    lines = [str(DIE), "activate tower", "back", "back", f"#{2}", "activate engine", "yes"]
    kept, screen = play(SOLO, lines)
    assert kept.game.players[0].switched == System.ENGINE.bit
    assert kept.game.round == 2
    assert kept.record["rounds"][0]["turns"][0]["pick"] == 1
    assert screen.count("which die do you take?") >= 3


def test_no_means_back() -> None:
    """Who does not confirm is asked for the aim again."""
    kept, screen = play(SOLO, [str(DIE), "activate tower", "no", "activate fins", "yes"])
    assert kept.game.players[0].switched == System.FINS.bit
    assert screen.count("Switch on the tower instead of firing?") == 1


def test_back_at_the_first_question_says_so() -> None:
    """There is nothing before it, and nothing is lost."""
    _, screen = play(SOLO, ["back", str(DIE)])
    assert "There’s nothing to go back to." in screen


def test_with_others_at_the_table_a_taken_die_stays() -> None:
    """It is asked once more before it is taken; then phase 2 cannot be gone back from."""
    setup = make_setup(Mode.MISSION, ["human", "ensign"], first=1)
    kept = KeptGame(setup)
    confirmations = iter(["back"])

    def answer(screen: str) -> str | None:
        if "which die" in last_line(screen):
            return Simpleton()(screen)
        if "Take the" in last_line(screen):
            return next(confirmations, "")
        return "back" if say.DIE_STAYS not in screen else None

    console, screen = answering(answer)
    run_session(kept, console)
    assert screen.getvalue().count("which die do you take?") == 2
    assert "You can’t swap your die once you’ve taken it." in screen.getvalue()
    assert kept.game.players[0].pick is not None


def test_a_roll_of_the_propeller_stays() -> None:
    """It needs a yes of its own; afterwards back leads no further than to the aim."""
    kept = KeptGame(SOLO)
    kept.game.players[0].switched = System.PROPELLER.bit
    lines = [str(DIE), "propeller", "no", "propeller", "yes", "back", "back"]
    console, screen = typing(lines)
    run_session(kept, console)
    rolled = kept.game.players[0].rolled
    assert rolled == SOLO.dice.propeller(1, 0)
    text = screen.getvalue()
    assert f"Ada rolls the die again: a {rolled}." in text
    assert text.count("You can’t undo a propeller roll. Roll? Type yes or back.") == 2
    assert text.count("You can’t undo a propeller roll. Choose what to do with it.") == 2


def test_a_modification_that_was_made_already_can_be_taken_back() -> None:
    """As after an interruption between the modification and the shot."""
    kept = KeptGame(SOLO)
    kept.game.players[0].switched = System.PERISCOPE.bit | System.FINS.bit
    kept.make(Take(0, 0))
    kept.make(Modify(0, System.PERISCOPE))
    console, screen = typing(["back", "fins", "back", "none"])
    run_session(kept, console)
    after = kept.game.players[0]
    assert (after.pick, after.modify) == (0, None)
    assert kept.moves == 3
    assert screen.getvalue().count("Which system will you use?") == 2


# ------------------------------------------------------------------------ mistakes


def test_mistakes_get_one_sentence_and_the_question_again() -> None:
    """Nothing that is typed ends the game or changes it."""
    rubbish = ["", "9", "yes", "C4", "#3", "take", "\x00\x1b[A", "🎲", "-1", "no", "{name}", "%s"]
    kept, screen = play(SOLO, [*rubbish, str(DIE), *rubbish[1:3], "Q99", "C4 C4", "activate 9"])
    assert kept.moves == 0
    assert "Traceback" not in screen
    assert screen.count("which die do you take?") == len(rubbish) + 1
    assert "activate" in screen


@pytest.mark.parametrize("seats", [["human"], ["human", "human", "ensign"]])
def test_whatever_is_typed_the_game_goes_on(seats: list[str]) -> None:
    """Thousands of random words: moves are made, and nothing fails."""
    random = Random(len(seats))  # noqa: S311  # not cryptography
    words = "1 2 3 4 5 6 #1 none tower +1 -1 fins Noor engine artillery port prop activate fire "
    words += "B2 C4 D6 D7 E9 Z0 F15 h v yes no back help look words log 0 peri , x"
    pool = [*words.split(), "", "", "yes", "yes"]
    for _ in range(6):
        kept = KeptGame(make_setup(Mode.MISSION if seats[1:] else Mode.SOLO, seats))
        for player in kept.game.players:
            player.switched = kept.game.sheet.all_systems & random.getrandbits(8)
        lines = [
            " ".join(random.choices(pool, k=random.choice([1, 1, 1, 2, 3]))) for _ in range(400)
        ]
        console, screen = typing(lines)
        run_session(kept, console)
        assert kept.moves > 0
        assert "Traceback" not in screen.getvalue()


def test_shots_that_are_not_legal_are_told_why() -> None:
    """Too few torpedoes, no formation, twice the same field, too far out."""
    setup = make_setup(Mode.TRAINING, ["human", "human"], first=0)
    kept = KeptGame(setup)
    kept.game.dice = (4, 2, 1)
    shots = ["A1 A2", "A1 A2 A3 A4", "A1 A1 A3 A3", "Z40", "T2", "B2 x", "back", "C4 7 8"]
    lines = ["4", "", "2", "", "", "none", *shots, "yes"]
    console, screen = typing(lines)
    run_session(kept, console)
    for sentence in (
        "your die has 4, but you named 2",
        "aren’t a formation",
        "named a field twice",
        "too far out",
        "One answer too many: “x” was ignored.",
        "One answer too many: “7 8” was ignored.",
    ):
        assert sentence in screen.getvalue()


def test_commands_work_at_every_question() -> None:
    """help, look, words and log answer and ask again."""
    commands = ["help", "look", "words", "log"]
    lines = [*commands, str(DIE), *commands, "activate tower", *commands, "yes", "log"]
    kept, screen = play(SOLO, lines)
    assert kept.game.round == 2
    assert screen.count("Ada’s systems") == 6
    assert screen.count("can be rotated by a quarter") == 3
    assert screen.rstrip("> \n").count("Ada switches on the tower.") == 2


def test_leaving_an_unkept_game_is_asked_twice() -> None:
    """A game that would be lost is not lost by one word."""
    kept = KeptGame(SOLO)
    console, screen = typing(["quit", "no", "quit", "back", "quit", "yes"])
    with pytest.raises(Quit):
        Session(kept, Asker(console)).run()
    assert screen.getvalue().count("will be lost") == 3


# ------------------------------------------------------------------------ a shared screen


def test_hidden_choices_stay_hidden() -> None:
    """Between hand-over and reveal nothing on the screen depends on what others chose."""
    texts = []
    for choice in ("B2", "D5"):
        setup = make_setup(Mode.TRAINING, HUMANS, first=0)
        kept = KeptGame(setup)
        kept.game.dice = (1, 1, 1, 1)
        first = ["none", choice, "yes", ""]
        others = ["", "log", "look", "none", "A1", "yes"]
        console, screen = typing([*["1", ""] * 3, "", *first, *others, "", *others])
        run_session(kept, console)
        assert kept.game.round == 2
        hidden, revealed = (
            screen.getvalue().split("Pass the device to Noor.")[1].split("Ada fires the 1")
        )
        texts.append(hidden)
        assert revealed.startswith(f" at {choice}")
    assert texts[0] == texts[1]
    assert "Ada has already chosen." in texts[0]


def test_a_choice_is_pushed_away_before_the_next_one_looks() -> None:
    """Empty lines stand between the choice and the hand-over."""
    kept = KeptGame(make_setup(Mode.TRAINING, HUMANS))
    console, screen = answering(Puppet(kept, "lieutenant"))
    run_session(kept, console)
    rounds = kept.game.round
    assert len(re.findall(r"hide it.*\n> \n{50,}Pass the device", screen.getvalue())) == 2 * rounds


def test_a_choice_can_be_taken_back_until_it_is_hidden() -> None:
    """The game forgets it; the new one counts."""
    setup = make_setup(Mode.TRAINING, ["human", "human"], first=0)
    kept = KeptGame(setup)
    kept.game.dice = (1, 1, 1)
    second = ["", "none", "A1", "yes"]
    lines = [*["1", ""] * 2, "", "none", "B2", "yes", "back", "none", "C3", "yes", "", *second]
    console, screen = typing(lines)
    run_session(kept, console)
    assert kept.record["rounds"][0]["turns"][0]["fire"] == [[2, 2]]
    assert screen.getvalue().count("Your choice is in, Ada.") == 2


def test_one_human_is_never_asked_to_pass_the_device() -> None:
    """With bots alone there is nobody to hide from."""
    kept = KeptGame(make_setup(Mode.TRAINING, ["human", "ensign", "ensign"]))
    screen = play_as(kept, "lieutenant")
    assert "device" not in screen
    assert "choice is in" not in screen


class Spy:
    """A lieutenant that records the views it gets; `made` has every instance."""

    made: ClassVar[list[Spy]] = []

    def __init__(self, _name: str, seed: int | str) -> None:
        self.bot = make_bot("lieutenant", seed)
        self.seen: list[object] = []
        Spy.made.append(self)

    def choose(self, view: Game, seat: int) -> Move:
        """Choose as a lieutenant does."""
        self.seen.append(view.players[0].action)
        return self.bot.choose(view, seat)


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> list[Spy]:
    """The bots that are made, each a spy."""
    monkeypatch.setattr("torpedo_dice.bots.asking.make_bot", Spy)
    Spy.made.clear()
    return Spy.made


def test_a_bot_plays_its_whole_game(spies: list[Spy]) -> None:
    """One instance for each seat and game, so that it can remember."""
    kept = KeptGame(make_setup(Mode.TRAINING, ["human", "ensign", "ensign"]))
    play_as(kept, "lieutenant")
    assert kept.game.round > 2
    assert len(spies) == 2
    assert all(len(spy.seen) > 2 for spy in spies)


def test_bots_choose_from_what_their_seat_sees(spies: list[Spy]) -> None:
    """They are given a view: a human's hidden shot is covered in it."""
    play_as(KeptGame(make_setup(Mode.TRAINING, ["human", "ensign"], first=0)), "lieutenant")
    (spy,) = spies
    assert any(action is COVERED for action in spy.seen)
    assert not any(isinstance(action, Fire) for action in spy.seen)


def test_a_system_lost_to_the_automaton_is_told_once() -> None:
    """By the automaton's own sentence."""
    kept = KeptGame(make_setup(Mode.SOLO))
    play_as(kept, "ensign")
    assert kept.game.players[0].destroyed
    for system in System:
        told = [line for line in kept.log if _tells_of_loss(line, system)]
        assert len(told) == bool(kept.game.players[0].destroyed & system.bit)


def _tells_of_loss(line: str, system: System) -> bool:
    return f"destroys the {system.id} on Ada’s submarine" in line


def test_the_greeting_shows_the_commitment() -> None:
    """Before the first roll, with who attacks whom."""
    kept = KeptGame(make_setup(Mode.TRAINING, HUMANS))
    lines = greeting(kept)
    assert lines[0] == "Torpedo Dice, Training: Ada, Noor and Lin."
    assert "Lin attacks Ada’s submarine." in lines
    assert f"  {kept.setup.dice.commitment}" in lines
    assert kept.setup.dice.seed.hex() not in "".join(lines)


def test_resigning_alone_is_confirmed_and_ends_the_game() -> None:
    """A no goes back to the question; a yes is the end, and the record says so."""
    kept, screen = play(make_setup(Mode.SOLO), ["resign", "no", "resign", "yes"])
    assert kept.game.is_over
    assert screen.count("do you really want to resign?") == 2
    assert "Ada resigns." in screen
    assert "The game is lost." in screen
    assert kept.record["result"]["resigned"] == [0]
    assert verify(kept.record) is None


def test_a_captain_plays_on_for_who_resigns_among_three() -> None:
    """The others are asked as before, and the game reaches its end."""
    kept = KeptGame(make_setup(Mode.TRAINING, ["human", "human", "lieutenant"], first=0))
    others = Simpleton()
    asked = iter(["resign", "yes"])
    console, screen = answering(lambda shown: next(asked, None) or others(shown))
    run_session(kept, console)
    told = screen.getvalue()
    assert "Ada resigns." in told
    assert "Captain plays on for Ada." in told
    assert "Ada, which die" not in told.partition("plays on for Ada.")[2]
    assert kept.game.is_over
    assert kept.record["players"][0]["stand_in"] == "captain"
    assert verify(kept.record) is None


def test_the_bots_are_introduced() -> None:
    """By rank, name, temperament and strength."""
    setup = settle(Wishes(mode="mission", seats=["human", "admiral"], names=["Ada"]), None)
    told = "\n".join(greeting(KeptGame(setup)))
    name = setup.names[1]
    assert re.search(rf"^Admiral {name}: .+\. Very hard\.$", told, re.MULTILINE)
