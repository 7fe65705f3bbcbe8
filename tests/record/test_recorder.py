"""The recorder: each round becomes an entry when it ends, with what was rolled, chosen and hit."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, begin_round, end_of_game, new_game, new_solo, play
from torpedo_dice.record.recorder import PlayerInfo, Recorder, modify_data, result_data
from torpedo_dice.rules import Modify, Rolled, System


def test_a_round_becomes_an_entry() -> None:
    """Turns stand in the order of the draft, with hits and misses and what was destroyed."""
    game, recorder = new_game(), Recorder()
    moves = ["roll 3 1 1", "0 take 0", "1 take 1", "1 fire A4", "0 fire A1 B2 C3"]
    for move in moves:
        assert recorder.rounds == []
        recorder.note(play(game, move))
    (entry,) = recorder.rounds
    assert (entry["start"], entry["dice"], entry["automaton"]) == (0, [3, 1, 1], None)
    assert entry["turns"] == [
        {
            "seat": 0,
            "pick": 0,
            "die": 3,
            "modify": None,
            "face": 3,
            "fire": [[0, 0], [1, 1], [2, 2]],
            "hits": 2,
            "misses": 1,
        },
        {
            "seat": 1,
            "pick": 1,
            "die": 1,
            "modify": None,
            "face": 1,
            "fire": [[0, 3]],
            "hits": 1,
            "misses": 0,
        },
    ]
    assert entry["destroyed"] == [
        {"seat": 0, "system": "artillery"},
        {"seat": 1, "system": "portholes"},
    ]


def test_the_automatons_shot() -> None:
    """In solo it has an entry of its own."""
    game, recorder = new_solo(), Recorder()
    recorder.note(play(game, "roll 1 3", "0 take 0", "0 activate fins"))
    (entry,) = recorder.rounds
    assert entry["automaton"] == {"die": 3, "system": "tower", "effect": "hit"}
    assert entry["turns"][0]["activate"] == "fins"


def test_a_propellers_roll_is_kept() -> None:
    """The modification has the new face, which is also what was fired."""
    game, recorder = acting(2, 2, 2), Recorder()
    # The recorder needs the beginning of the round.
    recorder.note([Rolled(game.round, game.start, game.dice)])
    recorder.note(play(game, "0 use propeller", "0 rerolls 1", "0 fire A1", "1 fire A1 C3"))
    turn = recorder.rounds[0]["turns"][0]
    assert turn["modify"] == {"system": "propeller", "roll": 1}
    assert (turn["die"], turn["face"]) == (2, 1)


@pytest.mark.parametrize(
    ("modify", "data"),
    [
        (Modify(0, System.TOWER, step=-1), {"system": "tower", "step": -1}),
        (Modify(0, System.FINS, other=1), {"system": "fins", "seat": 1}),
        (Modify(0, System.ENGINE), {"system": "engine"}),
    ],
)
def test_a_modification_has_only_what_it_needs(modify: Modify, data: dict[str, object]) -> None:
    """A step for the tower, a seat for the fins."""
    assert modify_data(modify, 3) == data


def test_the_result_of_open_and_finished_games() -> None:
    """An open game has its scores so far; a finished one its reason and winners."""
    game = begin_round(new_game(), 1, 1, 1)
    play(game, "0 fire A1", "1 fire D1")
    assert result_data(game) == {
        "reason": "unfinished",
        "winners": [],
        "scores": [13, 11],
        "skulls": [],
        "solo": None,
    }
    over = result_data(end_of_game())
    assert (over["reason"], over["winners"], over["skulls"]) == ("skull", [1], [0])


def test_a_bot_is_named() -> None:
    """A person's entry has no key for a bot."""
    assert PlayerInfo("Ada").to_data() == {"name": "Ada", "kind": "human"}
    nemo = PlayerInfo("Nemo", "bot", "ensign")
    assert nemo.to_data() == {"name": "Nemo", "kind": "bot", "bot": "ensign"}
