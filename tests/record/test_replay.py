"""A replay: the rules play the record again, step by step, as everybody could see it."""

from __future__ import annotations

import copy

import pytest

from torpedo_dice.record import RecordData, Replay, StepKind
from torpedo_dice.record.finding import Finding
from torpedo_dice.rules import Ended, Fired, Modified, RoundEnded, Stage


@pytest.fixture(params=["training_record", "mission_record", "solo_record"])
def record(request: pytest.FixtureRequest) -> RecordData:
    """Return a record of each mode."""
    data: RecordData = request.getfixturevalue(request.param)
    return data


def test_each_round_has_its_steps(record: RecordData) -> None:
    """The roll, a die for everybody, a reveal for everybody, and the end of the round."""
    players = len(record["players"])
    kinds = [step.kind for step in Replay(record).steps()]
    one_round = [
        StepKind.ROLLED,
        *[StepKind.TAKEN] * players,
        *[StepKind.REVEALED] * players,
        StepKind.ROUND_ENDED,
    ]
    assert kinds == one_round * len(record["rounds"])


def test_a_step_shows_what_the_record_says(record: RecordData) -> None:
    """Who took which die, and who fired where, in the order of the record."""
    turns = [turn for played in record["rounds"] for turn in played["turns"]]
    steps = list(Replay(record).steps())
    takers = [step.seat for step in steps if step.kind is StepKind.TAKEN]
    assert takers == [turn["seat"] for turn in turns]
    shots = [step.events[0] for step in steps if isinstance(step.events[0], Fired)]
    fired = [turn for turn in turns if "fire" in turn]
    assert [(s.seat, [*map(list, s.fields)], s.hits) for s in shots] == [
        (turn["seat"], turn["fire"], turn["hits"]) for turn in fired
    ]


def test_a_step_gives_nothing_away(record: RecordData) -> None:
    """No private event is shown, and before the reveal no view has a choice in it."""
    for step in Replay(record).steps():
        assert not any(isinstance(event, Modified) for event in step.events)
        assert all(event.private_to is None for event in step.events)
        if step.kind in (StepKind.ROLLED, StepKind.TAKEN):
            assert all(player.modify is None for player in step.game.players)


def test_a_step_keeps_its_game(record: RecordData) -> None:
    """The game of an earlier step doesn't change when the replay goes on."""
    steps = Replay(record).steps()
    first = next(steps)
    before = first.game.to_text()
    *_, last = steps
    assert first.game.to_text() == before
    assert last.game.stage is Stage.OVER
    assert isinstance(last.events[-1], Ended)
    assert last.events[-1].outcome.winners == tuple(record["result"]["winners"])


def test_rounds_and_steps_lead_to_the_same_end(record: RecordData) -> None:
    """Whether it is replayed round by round or step by step."""
    by_round, by_step = Replay(record), Replay(record)
    for index in range(len(record["rounds"])):
        assert any(isinstance(event, RoundEnded) for event in by_round.play_round(index))
    list(by_step.steps())
    assert by_round.game == by_step.game
    assert by_round.game.is_over


def test_what_cannot_have_happened_has_a_place(record: RecordData) -> None:
    """A die that was gone already, and a field that the formation doesn't reach."""
    wrong = copy.deepcopy(record)
    wrong["rounds"][1]["turns"][0]["pick"] = 9
    with pytest.raises(Finding) as found:
        list(Replay(wrong).steps())
    assert found.value.where == "rounds[1].turns[0].pick"
    wrong = copy.deepcopy(record)
    turn = next(t for t in wrong["rounds"][-1]["turns"] if "fire" in t)
    turn["fire"].append([0, 0])
    with pytest.raises(Finding) as found:
        list(Replay(wrong).steps())
    assert found.value.where.endswith(".fire")
