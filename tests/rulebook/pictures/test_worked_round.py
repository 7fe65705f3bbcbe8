"""The worked round: its pictures and its text show what happened in the game that was played."""

from __future__ import annotations

import re

import pytest

from tests.rulebook.pictures.drawings import dice, drawn, having, panels
from torpedo_dice.rulebook import load_text
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures.shots import landings
from torpedo_dice.rulebook.pictures.worked_round import FIRST, SECOND, played
from torpedo_dice.rules import FORMATIONS, Destroyed, Stage, System, uses_left

TEXT = {section.anchor: section.body for section in load_text("en").sections}
SEATS = (FIRST, SECOND)


def told(anchor: str) -> str:
    """Return a step of the text with its numbers filled in."""
    return re.sub(r"\{([a-z_]+)\}", lambda m: str(facts()[m[1]]), TEXT[anchor])


def test_phase_1() -> None:
    """The start player takes first; the dice are those of the game, and one is left."""
    game = played().taken
    picture = drawn("round-dice")
    labels = ["".join(part.itertext()) for part in having(picture, "draw-below")]
    assert (game.round, game.start) == (1, FIRST)
    assert dice(picture) == list(game.dice)
    first, second = game.players[FIRST].pick, game.players[SECOND].pick
    assert first is not None
    assert second is not None
    assert labels[first] == "1. Ada"
    assert labels[second] == "2. Ben"
    assert labels.count("left over") == 1
    assert game.die_of(FIRST) == game.die_of(SECOND)
    assert (
        f"She takes one {game.die_of(FIRST)}, and Ben takes the other. "
        f"The {game.die_left} is left over."
    ) in told("example-choose")


def test_phase_2() -> None:
    """The first player makes a line, the second one turns the die; a limited use is spent."""
    worked = played()
    line, turned = panels(drawn("round-systems"))
    first, second = worked.fired(FIRST), worked.fired(SECOND)
    assert (first.modify and first.modify.system) is System.PORTHOLES
    assert (second.modify and second.modify.system) is System.TOWER
    assert dice(line) == [first.die]
    assert len(having(line, "draw-shot")) == FORMATIONS[first.face, System.PORTHOLES].count
    assert dice(turned) == [second.die, second.face]
    left = uses_left(worked.after.sheet, worked.after.players[FIRST], System.PORTHOLES)
    text = told("example-modify")
    assert f"Ada uses her portholes: her {first.die} pips are now in one line." in text
    assert f"only {left} more times" in text
    assert f"Ben uses his tower and turns his {second.die} into a {second.face}." in text


@pytest.mark.parametrize("seat", SEATS)
def test_phase_3(seat: int) -> None:
    """Ticks, crosses and crossed-off torpedoes match the shot."""
    worked = played()
    fired, picture = worked.fired(seat), panels(drawn("round-shots"))[seat]
    landed = having(picture, "draw-landed")
    assert sum("draw-good" in part.get("class", "") for part in landed) == fired.hits
    assert sum("draw-bad" in part.get("class", "") for part in landed) == fired.misses
    assert len(having(picture, "draw-crossed")) == fired.misses
    left = facts()["training_reserve"] - fired.misses
    assert worked.after.players[seat].reserve == fired.reserve == left


def test_the_text_of_phase_3() -> None:
    """It tells the hits, why the others missed, and what is left in reserve."""
    worked = played()
    first, second = worked.fired(FIRST), worked.fired(SECOND)
    text = told("example-fire")
    assert first.misses == 0
    assert f"{first.hits} hits and no miss" in text
    assert f"all her {first.reserve} reserve torpedoes" in text
    assert {worked.after.sheet.system_at(spot) for spot in first.struck} == {System.PORTHOLES}
    # The two full rows of a 6 run across.
    assert len({row for row, _ in second.fields}) == 2
    assert f"He gets {second.hits} hits." in text
    where = list(landings(worked.after.sheet, second).values())
    assert (where.count("plain"), where.count("water"), second.misses) == (1, 1, 2)
    assert "one torpedo lands on plain hull and one in the water" in text
    assert (
        f"these {second.misses} misses he crosses off {second.misses} reserve torpedoes, "
        f"and {second.reserve} are left."
    ) in text


def test_the_system_that_is_destroyed() -> None:
    """Only the portholes of the second player are crossed out, everything else is active."""
    worked, picture = played(), drawn("round-fallen")
    assert worked.fallen == Destroyed(seat=SECOND, system=System.PORTHOLES, by=FIRST)
    (crossed,) = having(picture, "draw-destroyed")
    assert "portholes" in crossed.get("class", "").split()
    systems = len(worked.after.sheet.systems)
    assert len(having(picture, "draw-lit")) == systems - 1
    # Training has no switches.
    assert having(picture, "draw-switch") == []
    assert "Ada has hit all the targets of Ben" in told("example-destroyed")


def test_phase_4() -> None:
    """The game goes on, and the other player starts."""
    game = played().after
    assert (game.stage, game.start) == (Stage.ROLL, SECOND)
    assert game.left_of(FIRST) == SECOND
    assert not any(player.skull for player in game.players)
    assert "Ben sits to Ada" in told("example-next")
