"""Events, ends and refusals as sentences."""

from __future__ import annotations

import pytest

from torpedo_dice.locale.texts import Plural
from torpedo_dice.rules import (
    Activate,
    Activated,
    AutomatonFired,
    Destroyed,
    Effect,
    Ended,
    Event,
    Finished,
    Fire,
    Fired,
    Game,
    Modified,
    Modify,
    Move,
    Rerolled,
    Roll,
    Rolled,
    RoundEnded,
    Sheet,
    Standing,
    Start,
    Started,
    System,
    Take,
    Taken,
    TookBack,
)
from torpedo_dice.rules.outcome import judge, judge_solo
from torpedo_dice.text.words import (
    listed,
    plain,
    refusal,
    tell,
    tell_end,
    tell_event,
    tell_scores,
)

NAMES = ["Ada", "Noor", "Lin"]


@pytest.fixture
def game(mission: Sheet) -> Game:
    """A game of three in which Noor has 6 reserve torpedoes left."""
    game = Game.new(mission, "mission", 3)
    game.players[1].reserve = 6
    return game


def fired(modify: Modify | None = None, face: int = 6, *, skull: bool = False) -> Fired:
    """Return Noor's shot with a 5 that was modified."""
    fields = ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3))
    return Fired(
        1,
        target=2,
        pick=0,
        die=5,
        modify=modify,
        face=face,
        fields=fields,
        struck=fields[:4],
        reserve=6,
        skull=skull,
    )


def fired_nothing() -> Fired:
    """Return Noor's 1 without its pip."""
    return Fired(
        1,
        target=2,
        pick=0,
        die=1,
        modify=Modify(1, System.ENGINE),
        face=1,
        fields=(),
        struck=(),
        reserve=6,
        skull=False,
    )


EVENTS: list[tuple[Event, str]] = [
    (Started(0), "Ada is the start player."),
    (Rolled(3, 1, (5, 3, 2, 2)), "Round 3: Noor rolls 5 3 2 2."),
    (Taken(0, 2, 5), "Ada takes the 5."),
    (Modified(0, Modify(0, System.TOWER, step=1), 6), ""),
    (Rerolled(0, 4), "Ada rolls the die again: a 4."),
    (Finished(1), ""),
    (TookBack(1), ""),
    (RoundEnded(3), ""),
    (Destroyed(0, System.TOWER, by=None), ""),
    (Destroyed(1, System.TOWER, by=0), "Noor’s tower is destroyed."),
    (Destroyed(2, System.FINS, by=1), "Lin’s fins are destroyed."),
    (Destroyed(None, System.ENGINE, by=0), "The enemy’s engine is destroyed."),
    (
        fired_nothing(),
        (
            "Noor uses the engine: the 1 fires one torpedo fewer. Noor fires no torpedoes. "
            "6 reserve torpedoes are left."
        ),
    ),
    (
        fired(Modify(1, System.TOWER, step=1)),
        (
            "Noor uses the tower: the 5 becomes a 6. Noor fires the 6 at B2 B3 B4 D2 D3 D4: "
            "4 hits, 2 misses. 6 reserve torpedoes are left."
        ),
    ),
    (
        fired(face=5, skull=True),
        (
            "Noor fires the 5 at B2 B3 B4 D2 D3 D4: 4 hits, 2 misses. "
            "Noor misses with no torpedoes in reserve and marks the skull."
        ),
    ),
    (
        Activated(0, 1, 3, Modify(0, System.FINS, other=2), 4, System.ENGINE),
        "Ada uses the fins: the 3 becomes a 4, like Lin’s die. Ada switches on the engine.",
    ),
    (
        Activated(0, 1, 3, Modify(0, System.FINS), 4, System.FINS),
        "Ada uses the fins: the 3 becomes a 4, like the die left over. Ada switches on the fins.",
    ),
    (
        AutomatonFired(3, System.TOWER, System.TOWER, Effect.HIT),
        "The automaton fires with the 3 and hits the tower on Ada’s submarine.",
    ),
    (
        AutomatonFired(3, System.TOWER, System.TOWER, Effect.DESTROYED),
        "The automaton fires with the 3 and destroys the tower on Ada’s submarine.",
    ),
    (
        AutomatonFired(6, System.PORTHOLES, System.PROPELLER, Effect.HIT),
        (
            "The automaton fires with the 6. Since the portholes had already been destroyed, "
            "it follows the arrows and hits the propeller on Ada’s submarine."
        ),
    ),
    (
        AutomatonFired(6, System.PORTHOLES, System.PROPELLER, Effect.DESTROYED),
        (
            "The automaton fires with the 6. Since the portholes had already been destroyed, "
            "it follows the arrows and destroys the propeller on Ada’s submarine."
        ),
    ),
    (
        AutomatonFired(2, System.ARTILLERY, System.ARTILLERY, Effect.MISSED),
        (
            "The automaton fires with the 2 and misses: the artillery had already been destroyed, "
            "and Ada marked an explosion box this round."
        ),
    ),
    (
        AutomatonFired(2, System.ARTILLERY, None, Effect.NONE),
        "The automaton doesn’t fire any more.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), EVENTS)
def test_every_event_is_a_sentence(game: Game, event: Event, sentence: str) -> None:
    """Each event that players need is told in plain words, with the names; others are not."""
    assert tell_event(event, NAMES) == sentence


@pytest.mark.parametrize("system", System)
def test_every_system_has_its_sentences(game: Game, system: System) -> None:
    """Using and losing each system is told, and no placeholder is left open."""
    modify = Modify(1, system, step=1 if system is System.TOWER else None)
    for event in (fired(modify), Destroyed(0, system, by=2), Activated(0, 0, 1, None, 1, system)):
        told = tell_event(event, NAMES)
        assert system.id in told
        assert "{" not in told


def test_a_system_lost_to_the_automaton_is_told_once(mission: Sheet) -> None:
    """The automaton's own sentence says which system it destroyed; the event adds nothing."""
    game = Game.new(mission, "solo", 1)
    told: list[str] = []
    for _ in range(mission.solo.boxes if mission.solo else 0):
        for move in (Roll((1, 3)), Take(0, 0), Fire(0, ((0, 0),))):
            told = tell(game.apply(move), NAMES)
    assert game.players[0].destroyed == System.TOWER.bit
    assert [line for line in told if "tower" in line] == [
        "The automaton fires with the 3 and destroys the tower on Ada’s submarine."
    ]


def standing(hits: int, reserve: int, happened: str = "") -> Standing:
    """Return what a player has at the end of the last round."""
    return Standing(hits, reserve, skull="skull" in happened, has_sunk="sunk" in happened)


ENDS = [
    ([standing(9, 0), standing(30, 10, "sunk")], "Noor sank the enemy submarine and wins."),
    (
        [standing(30, 10, "sunk"), standing(30, 8, "sunk")],
        "Ada and Noor sank their targets. Ada has more reserve torpedoes and wins.",
    ),
    (
        [standing(30, 10, "sunk"), standing(30, 10, "sunk"), standing(9, 0)],
        (
            "Ada and Noor sank their targets. Ada and Noor are tied on reserve torpedoes "
            "and share the win."
        ),
    ),
    (
        [standing(30, 0, "sunk skull"), standing(30, 10, "sunk")],
        "Noor sank the enemy submarine and wins.",
    ),
    (
        [standing(9, 0, "skull"), standing(14, 6)],
        "Ada marked the skull and is out. Noor is the only one without a skull and wins.",
    ),
    (
        [standing(30, 0, "sunk skull"), standing(14, 6)],
        (
            "Ada marked the skull and is out. Ada sank the enemy submarine this round, "
            "but the skull takes priority. Noor is the only one without a skull and wins."
        ),
    ),
    (
        [standing(9, 0, "skull"), standing(14, 6), standing(14, 7)],
        "Ada marked the skull and is out. Lin has the highest score and wins.",
    ),
    (
        [standing(9, 0, "skull"), standing(14, 6), standing(13, 7)],
        (
            "Ada marked the skull and is out. "
            "Noor and Lin are tied on points. Lin has more reserve torpedoes and wins."
        ),
    ),
    (
        [standing(9, 0, "skull"), standing(14, 6), standing(14, 6)],
        (
            "Ada marked the skull and is out. Noor and Lin are tied on points "
            "and on reserve torpedoes, and share the win."
        ),
    ),
    (
        [standing(9, 0, "skull"), standing(20, 0, "skull"), standing(4, 1)],
        "Ada and Noor marked the skull and are out. Lin is the only one without a skull and wins.",
    ),
    (
        [standing(9, 0, "skull"), standing(9, 0, "skull")],
        "Everybody marked the skull: nobody wins.",
    ),
]


@pytest.mark.parametrize(("standings", "sentence"), ENDS)
def test_the_end_and_why(standings: list[Standing], sentence: str) -> None:
    """Each way to end a game is told with its reason."""
    outcome = judge(standings)
    assert outcome is not None
    assert tell_event(Ended(outcome), NAMES) == sentence


SOLO_ENDS = [
    (standing(9, 0, "skull"), 3, "Ada marked the skull"),
    (standing(9, 4), 0, "The automaton destroyed"),
    (standing(30, 12, "sunk"), 7, "Ada sank the enemy submarine"),
]


@pytest.mark.parametrize(("last", "systems_left", "beginning"), SOLO_ENDS)
def test_the_end_of_a_solo_game(last: Standing, systems_left: int, beginning: str) -> None:
    """A win has a score and a rank, a loss has neither."""
    outcome = judge_solo(last, systems_left)
    assert outcome is not None
    assert tell_end(outcome, NAMES)[0].startswith(beginning)
    expected = ["7 systems and 12 reserve torpedoes left: 130 points. Your rank: Admiral."]
    assert tell_scores(outcome, NAMES) == (expected if outcome.winners else [])


def test_scores_say_what_they_are_made_of() -> None:
    """Hits and reserve torpedoes, one line a player."""
    outcome = judge([standing(1, 12, "sunk"), standing(0, 12)])
    assert outcome is not None
    assert tell_scores(outcome, NAMES) == [
        "Ada: 1 hit + 12 reserve torpedoes = 13 points.",
        "Noor: 0 hits + 12 reserve torpedoes = 12 points.",
    ]


def test_lists_and_counts() -> None:
    """One, two and more things; one and many."""
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "none",
        "a",
        "a and b",
        "a, b and c",
    ]
    ships = Plural("{count} ship of {name}", "{count} ships of {name}")
    assert [ships.of(count, name="Ada") for count in (0, 1, 2)] == [
        "0 ships of Ada",
        "1 ship of Ada",
        "2 ships of Ada",
    ]


def test_a_name_cannot_command_the_terminal() -> None:
    """Control characters of somebody else's text are not passed on."""
    assert plain("Ada\x1b[2J\n\u202e") == "Ada?[2J ?"


def test_refusals_are_told_in_a_players_words(mission: Sheet) -> None:
    """No seat numbers, no codes: what is wrong, and with what."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    game.apply(Roll((5, 3, 1)))
    game.apply(Take(0, 0))
    game.apply(Take(1, 1))
    moves: dict[Move, str] = {
        Modify(0, System.FINS, other=1): "You can’t use the fins: the switch is off.",
        Modify(0, System.PORTHOLES): "You can’t use the portholes: both other systems",
        Activate(
            0, System.ARTILLERY
        ): "You can’t switch on the artillery: that system has no switch.",
        Fire(0, ((0, 0),)): "Every pip fires: your die has 5, but you named 1.",
        Fire(0, tuple((0, column) for column in range(5))): "Those fields aren’t a formation",
    }
    for move, sentence in moves.items():
        error = game.why_not(move)
        assert error is not None
        assert refusal(game, move, error).startswith(sentence)
