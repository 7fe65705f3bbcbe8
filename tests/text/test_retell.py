"""Records retold."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.text.players import make_setup, play_as
from torpedo_dice.record import Finding, RecordData
from torpedo_dice.rules import Mode
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.retell import retell


def test_a_whole_game_is_retold(mission_record: RecordData) -> None:
    """Every round, the position at the end and the scores; bots of a kind are told apart."""
    lines = retell(mission_record)
    rounds = len(mission_record["rounds"])
    assert lines[0] == "Torpedo Dice, Mission: Ensign 1, Lieutenant and Ensign 2."
    assert sum(line.startswith("Round ") for line in lines) == rounds
    assert sum("’s submarine, attacked by " in line for line in lines) == 3
    assert lines[-1].startswith("Ensign 2: ")
    assert lines[-1].endswith("points.")


def test_one_round_is_retold_with_the_position_at_its_end(mission_record: RecordData) -> None:
    """Nothing of the rounds before or after it."""
    lines = retell(mission_record, 2)
    assert [line.split(":")[0] for line in lines if line.startswith("Round ")] == ["Round 2"]
    assert sum(line.startswith("A  ") for line in lines) == 3
    assert not lines[-1].endswith("points.")


def test_what_is_retold_is_what_was_told() -> None:
    """The log of a played game and its record say the same."""
    kept = KeptGame(make_setup(Mode.SOLO, dice="retold"))
    play_as(kept, "ensign")
    told = retell(kept.record)
    assert all(line in told for line in kept.log)
    assert retell(kept.record, kept.game.round)[-1] == told[-1]


def test_misses_are_drawn_where_they_were_fired() -> None:
    """As many signs for them as different fields of water or hull that were missed."""
    kept = KeptGame(make_setup(Mode.SOLO, dice="retold"))
    play_as(kept, "ensign")
    missed = {spot for spot in kept.game.players[0].misses if kept.game.sheet.is_on_grid(spot)}
    water = [spot for spot in missed if spot not in kept.game.sheet.target_bits]
    assert water
    grid = [line for line in retell(kept.record) if line[1:3] == "  " and line[0].isupper()]
    assert sum(line.count("*") for line in grid) == len(water)


def test_an_unfinished_record_says_so() -> None:
    """It is told as far as it goes, even with no round at all."""
    kept = KeptGame(make_setup(Mode.TRAINING, ["human", "human"]))
    assert retell(kept.record)[-1] == "The game is unfinished."


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_round_that_was_not_played_is_a_finding(mission_record: RecordData, number: int) -> None:
    """It says how many there are."""
    with pytest.raises(Finding, match=f"there’s no round {number}"):
        retell(mission_record, number)


def test_a_record_that_cannot_be_replayed_is_a_finding(mission_record: RecordData) -> None:
    """The place is named."""
    record: dict[str, Any] = copy.deepcopy(mission_record)
    record["rounds"][1]["turns"][0]["pick"] = 9
    with pytest.raises(Finding) as caught:
        retell(record)
    assert caught.value.where == "rounds[1].turns[0].pick"


def test_a_name_in_a_record_cannot_command_the_terminal(mission_record: RecordData) -> None:
    """Names in a record are untrusted text."""
    record: dict[str, Any] = copy.deepcopy(mission_record)
    record["players"][0]["name"] = "\x1b]0;boo\x07{hits}"
    text = "\n".join(retell(record))
    assert "\x1b" not in text
    assert "?]0;boo?{hits} takes the" in text
