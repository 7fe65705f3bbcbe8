"""A record as a film."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.record.long_game import long_record
from torpedo_dice.record import Finding, RecordData, Replay
from torpedo_dice.rules import Sheet
from torpedo_dice.server.http import replay
from torpedo_dice.server.http.replay import encoded_film, film
from torpedo_dice.server.messages.codec import encode

RECORDS = ["mission_record", "training_record", "solo_record"]


def unfolded(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the complete views of a film, as the page makes them."""
    views: list[dict[str, Any]] = []
    for step in steps:
        last = views[-1] if views else {"seats": [{}] * 4}
        seats = list(last["seats"])
        for changed in step["view"].get("seats", ()):
            seats[changed["seat"]] = {**seats[changed["seat"]], **changed}
        views.append({**last, **step["view"], "seats": seats})
    return views


@pytest.mark.parametrize("name", RECORDS)
def test_the_last_step_shows_the_end(name: str, request: pytest.FixtureRequest) -> None:
    """Every round has a roll and an end; the last view has the result."""
    record: RecordData = request.getfixturevalue(name)
    steps = json.loads(encode(film(record)))["steps"]
    rounds = [step["round"] for step in steps if step["step"] == "round_ended"]
    assert rounds == list(range(1, len(record["rounds"]) + 1))
    assert [step["round"] for step in steps if step["step"] == "rolled"] == rounds
    last = unfolded(steps)[-1]
    assert last["over"]["winners"] == record["result"]["winners"]
    assert last["seed"] == record["dice"]["seed"]


@pytest.mark.parametrize("name", RECORDS)
def test_a_step_has_what_changed(name: str, request: pytest.FixtureRequest) -> None:
    """Put together, the changes are the marks that the rules made; constant parts come once."""
    record: RecordData = request.getfixturevalue(name)
    steps = json.loads(encode(film(record)))["steps"]
    assert all("sheet" in step["view"] for step in steps[:1])
    assert not any({"sheet", "nonces", "mode"} & set(step["view"]) for step in steps[1:])
    games = [step.game for step in Replay(record).steps()]
    for game, view in zip(games, unfolded(steps), strict=True):
        assert [seat["reserve"] for seat in view["seats"][: view["players"]]] == [
            player.reserve for player in game.players
        ]
        assert [seat["pick"] for seat in view["seats"][: view["players"]]] == [
            player.pick for player in game.players
        ]


def test_the_film_of_the_longest_record(training: Sheet) -> None:
    """It is bounded: a few times as long as the record, where it was once 700 times as long."""
    data = json.dumps(long_record(training, rounds=100)).encode()
    assert len(encoded_film(data)) < 6 * len(data)
    assert 10 * len(encoded_film(data)) < replay.MAX_FILM


def test_a_film_that_is_too_long(training: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last resort, should the limits of records leave a gap."""
    monkeypatch.setattr(replay, "MAX_FILM", 1000)
    with pytest.raises(Finding, match="rounds: are too many to replay step by step"):
        encoded_film(json.dumps(long_record(training, rounds=2)).encode())
