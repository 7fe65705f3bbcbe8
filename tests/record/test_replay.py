"""Replaying a record: step by step, what everybody could see."""

from __future__ import annotations

import copy

import pytest

from tests.record.test_golden import GOLDEN
from torpedo_dice.record import (
    FairDice,
    Finding,
    PlayerInfo,
    RecordData,
    RecordedGame,
    Replay,
    StepKind,
    read_records,
)
from torpedo_dice.rules import Ended, Fired, Resigned, Sheet, Stage

RECORDS = [record for _, record in read_records(GOLDEN) if isinstance(record, dict)]


@pytest.mark.parametrize("record", RECORDS)
def test_the_steps_are_the_game(record: RecordData) -> None:
    """All public events in their order, to the same end as a replay by rounds."""
    by_rounds = Replay(record)
    events = [e for index in range(len(by_rounds.rounds)) for e in by_rounds.play_round(index)]
    public = [e for e in events if e.private_to is None and type(e).__name__ != "Finished"]
    steps = list(Replay(record).steps())
    assert [event for step in steps for event in step.events] == public
    assert steps[-1].game == by_rounds.game


@pytest.mark.parametrize("record", RECORDS)
def test_a_step_shows_the_game_right_after_its_events(record: RecordData) -> None:
    """A revealed shot is marked; what it destroyed, and the next round, come with the last step."""
    for step in Replay(record).steps():
        if step.kind is StepKind.ROLLED:
            assert step.game.stage is Stage.TAKE
        if step.kind is StepKind.REVEALED and isinstance(step.events[0], Fired):
            (shot,) = step.events
            assert isinstance(shot, Fired)
            assert step.seat == shot.seat
            player = step.game.players[shot.seat]
            assert step.game.sheet.mask_of(shot.struck) & ~player.hits == 0
            assert (player.reserve, player.skull) == (shot.reserve, shot.skull)
            assert set(shot.missed) <= set(player.misses)
        if step.kind is StepKind.ROUND_ENDED:
            assert step.seat is None
            assert step.game.stage in (Stage.ROLL, Stage.OVER)


@pytest.mark.parametrize("record", RECORDS)
def test_no_step_shows_a_choice_before_the_reveal(record: RecordData) -> None:
    """A spectator sees who has taken which die, and nothing of phases 2 and 3."""
    for step in Replay(record).steps():
        assert all(player.modify is None for player in step.game.players)


@pytest.mark.parametrize("name", ["mission_record", "training_record", "solo_record"])
def test_the_moves_are_the_game(name: str, request: pytest.FixtureRequest) -> None:
    """Each position with its move and events leads to the next one, the last to the result."""
    replay = Replay(request.getfixturevalue(name))
    moves = list(replay.moves())
    positions = [made.before for made in moves[1:]] + [replay.game]
    for made, after in zip(moves, positions, strict=True):
        game = made.before.copy()
        assert tuple(game.apply(made.move)) == made.events
        assert game == after
    assert replay.game.is_over


@pytest.mark.parametrize("record", RECORDS)
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


@pytest.mark.parametrize("record", RECORDS)
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


@pytest.mark.parametrize("record", RECORDS)
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


@pytest.mark.parametrize("record", RECORDS)
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


def test_the_last_step_of_a_resigned_game(mission: Sheet) -> None:
    """After the complete rounds: the resignation, and the end."""
    players = [PlayerInfo("Ada"), PlayerInfo("Noor")]
    played = RecordedGame(mission, "mission", players, FairDice.repeatable("given up", 2))
    played.begin()
    played.resign(1)
    (step,) = Replay(played.record()).steps()
    assert (step.kind, step.seat) == (StepKind.RESIGNED, 1)
    assert [type(event) for event in step.events] == [Resigned, Ended]
    assert step.game.is_over
