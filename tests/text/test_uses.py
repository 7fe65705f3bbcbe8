"""Reading which system is used or switched on."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import Activate, Game, Modify, Roll, Seat, Sheet, Start, System, Take
from torpedo_dice.text.ask import Misread
from torpedo_dice.text.uses import (
    activations_in_words,
    read_activation,
    read_system,
    read_use,
    use_in_words,
    use_name,
)

NAMES = ["Ada", "Noor Ali", "Lin"]


def in_phase_two(sheet: Sheet, mode: str, dice: tuple[int, ...], on: int = 0) -> Game:
    """Return a game in which seat n has taken die n."""
    game = Game.new(sheet, mode, len(dice) - 1)
    if not game.is_solo:
        game.apply(Start(0))
    for player in game.players:
        player.switched = on
    game.apply(Roll(dice))
    for seat in game.seats:
        game.apply(Take(seat, seat))
    return game


@pytest.fixture
def game(training: Sheet) -> Game:
    """Three players in Training with a 5, a 3 and a 6."""
    return in_phase_two(training, "training", (5, 3, 6, 2))


USES = [
    ("periscope", Modify(0, System.PERISCOPE)),
    ("PERI", Modify(0, System.PERISCOPE)),
    ("1", Modify(0, System.PERISCOPE)),
    ("tower +1", Modify(0, System.TOWER, step=1)),
    ("3 -1", Modify(0, System.TOWER, step=-1)),
    ("fins noor", Modify(0, System.FINS, other=1)),
    ("fins Noor Ali", Modify(0, System.FINS, other=1)),
    ("f l", Modify(0, System.FINS, other=2)),
    ("portholes", Modify(0, System.PORTHOLES)),
    ("", None),
    ("none", None),
    ("0", None),
]


@pytest.mark.parametrize(("answer", "use"), USES)
def test_a_use_is_read_by_name_number_or_beginning(
    game: Game, answer: str, use: Modify | None
) -> None:
    """With the tower goes a step, with the fins a name."""
    assert read_use(answer, game, 0, NAMES) == use


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("tower", "“tower” is ambiguous. Did you mean: tower \\+1, tower -1"),
        ("tower 2", "“tower 2” is ambiguous"),
        ("fins", "“fins” is ambiguous. Did you mean: fins Noor Ali, fins Lin"),
        ("fins Ada", "“fins Ada” is ambiguous"),
        ("p", "“p” is ambiguous. Did you mean: periscope, portholes"),
        ("rudder", "“rudder” isn’t one of your systems"),
        ("propeller", "This submarine has no propeller"),
        ("8", "“8” isn’t one of your systems"),
    ],
)
def test_a_use_that_cannot_be_is_told_why(game: Game, answer: str, sentence: str) -> None:
    """Unclear, unknown or not there: one sentence each."""
    with pytest.raises(Misread, match=sentence):
        read_use(answer, game, 0, NAMES)


def test_a_system_that_is_not_ready_is_told_why(mission: Sheet) -> None:
    """Off, waiting for its screen, or destroyed."""
    game = in_phase_two(mission, "mission", (6, 3, 2), on=System.TOWER.bit)
    game.players[0].destroyed = System.ENGINE.bit
    reasons = {
        "fins": "You can’t use the fins: the switch is off.",
        "artillery": "both other systems on that screen must be on or destroyed",
        "engine": "You can’t use the engine: that system is destroyed.",
    }
    for answer, sentence in reasons.items():
        with pytest.raises(Misread, match=sentence):
            read_use(answer, game, 0, NAMES)
    # Of the two steps only one is left at the end of the scale.
    assert read_use("tower", game, 0, NAMES) == Modify(0, System.TOWER, step=-1)


def test_every_use_says_what_it_does(game: Game) -> None:
    """The face that the die turns to, or what happens to its pips."""
    told = [use_in_words(game, use, NAMES) for use in game.options(0).modifications]
    assert told == [
        "periscope: becomes a 2",
        "artillery: one extra torpedo",
        "tower +1: becomes a 6",
        "tower -1: becomes a 4",
        "fins Noor Ali: becomes a 3",
        "fins Lin: becomes a 6",
        "engine: one torpedo fewer",
        "portholes: all torpedoes in one line",
    ]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_is_offered_can_be_typed(game: Game, seat: Seat) -> None:
    """The name of every use that the game offers is read as this use."""
    for use in game.options(seat).modifications:
        assert read_use(use_name(use, NAMES), game, seat, NAMES) == use


def test_in_solo_the_fins_need_no_name(mission: Sheet) -> None:
    """They copy the die that was not taken; the propeller says that it rolls."""
    game = in_phase_two(mission, "solo", (5, 3), on=System.FINS.bit | System.PROPELLER.bit)
    fins, propeller = game.options(0).modifications
    assert use_in_words(game, fins, ["Ada"]) == "fins: becomes a 3"
    assert use_in_words(game, propeller, ["Ada"]) == "propeller: roll it again"
    assert read_use("fins", game, 0, ["Ada"]) == fins


def test_a_system_is_switched_on_by_its_name(mission: Sheet) -> None:
    """Anything that does not begin with the word is something else."""
    game = in_phase_two(mission, "mission", (6, 3, 2), on=System.TOWER.bit)
    assert read_activation("activate engine", game, 0) == Activate(0, System.ENGINE)
    assert read_activation("Activate eng", game, 0) == Activate(0, System.ENGINE)
    assert read_activation("engine", game, 0) is None
    reasons = {
        "activate": (
            r"Which system\? Type one of these after activate: periscope, fins, engine, propeller\."
        ),
        "activate tower": "You’ve already switched on the tower.",
        "activate artillery": "You can’t switch on the artillery",
        "activate sonar": "“sonar” isn’t one of your systems",
    }
    for answer, sentence in reasons.items():
        with pytest.raises(Misread, match=sentence):
            read_activation(answer, game, 0)


def test_training_has_nothing_to_switch_on(game: Game) -> None:
    """The sentence says so instead of offering an empty list."""
    assert activations_in_words(game, 0) == "You have no system left to switch on."
    with pytest.raises(Misread, match="Training has no switches: fire instead"):
        read_activation("activate tower", game, 0)


def test_a_system_has_a_number_and_a_name() -> None:
    """Both are read for all seven."""
    for system in System:
        assert read_system(str(system.value)) is read_system(system.id) is system
