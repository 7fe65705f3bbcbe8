"""A record as a film."""

from __future__ import annotations

import pytest

from torpedo_dice.record import Finding, RecordData
from torpedo_dice.server.http.replay import MAX_ROUNDS, film


@pytest.mark.parametrize("name", ["mission_record", "training_record", "solo_record"])
def test_the_last_step_shows_the_end(name: str, request: pytest.FixtureRequest) -> None:
    """Every round has a roll and an end; the last view has the result."""
    record: RecordData = request.getfixturevalue(name)
    steps = film(record).steps
    rounds = [step.round for step in steps if step.step == "round_ended"]
    assert rounds == list(range(1, len(record["rounds"]) + 1))
    assert [step.round for step in steps if step.step == "rolled"] == rounds


def test_a_record_that_is_too_long(mission_record: RecordData) -> None:
    """It is refused before any of it is replayed."""
    long = {**mission_record, "rounds": mission_record["rounds"][:1] * (MAX_ROUNDS + 1)}
    with pytest.raises(Finding, match="more than 400"):
        film(long)
