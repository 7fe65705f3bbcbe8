"""Events as they are sent carry what the rules' events know."""

from __future__ import annotations

import json

from tests.server.table.sitting import Sitting, two
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.events import EndedEvent, FiredEvent
from torpedo_dice.server.messages.rest import HumanSeat


def play_to_the_end(sitting: Sitting) -> Sitting:
    """Play a whole game."""
    while not sitting.table.is_over:
        sitting.play()
    return sitting


def test_a_shot_says_what_it_struck_and_missed() -> None:
    """The two make up the shot, and are counted right."""
    events = play_to_the_end(two()).table.events
    shots = [event for event in events if isinstance(event, FiredEvent)]
    assert len(shots) > 4
    for shot in shots:
        assert sorted((*shot.struck, *shot.missed)) == sorted(shot.fields)
        assert (shot.hits, shot.misses) == (len(shot.struck), len(shot.missed))
        assert shot.target == 1 - shot.seat


def test_the_end_explains_itself() -> None:
    """As the record's result, with what decided."""
    for sitting in (two(), Sitting(HumanSeat("Ada"), mode="solo")):
        table = play_to_the_end(sitting).table
        (end,) = (event for event in table.events if isinstance(event, EndedEvent))
        record = table.record()
        assert record is not None
        sent = json.loads(encode(end.over))
        assert {key: sent[key] for key in record["result"]} == record["result"]
        assert set(end.over.winners) <= set(end.over.explain.seats)


def test_events_are_numbered_without_gaps() -> None:
    """From 1, in the order in which they happened."""
    events = play_to_the_end(two()).table.events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
