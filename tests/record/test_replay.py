"""Replaying a record: step by step, what everybody could see."""

from __future__ import annotations

import pytest

from tests.record.test_golden import GOLDEN
from torpedo_dice.record import RecordData, Replay, StepKind, read_records
from torpedo_dice.rules import Fired, Stage

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
