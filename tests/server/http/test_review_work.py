"""What a judge's process answers: reviews, and other moves at their decisions."""

from __future__ import annotations

import json

import pytest

from torpedo_dice.record import Finding, RecordData, RecordError
from torpedo_dice.server.http.review_process import (
    BadTryError,
    Choice,
    Reader,
    ReviewStoppedError,
)
from torpedo_dice.server.http.review_work import continued, reviewed, tried

HOUR = 3600.0
READER = Reader("en")


def test_other_moves(training_record: RecordData) -> None:
    """A move is judged like the candidates; bad ones get a sentence, no decision gets None."""
    data = json.dumps(training_record).encode()
    review = json.loads(reviewed(data, "quick", READER, HOUR))
    aim = next(one for one in review["decisions"] if one["kind"] == "aim")
    choice = Choice(aim["played"], aim["part"])
    for option in aim["options"]:
        # The same from the review, and without it.
        for same in (data, data + b" "):
            answer = tried(same, "quick", READER, choice, option["move"])
            assert answer is not None
            assert json.loads(answer) == option
    seat, column = aim["seat"], aim["options"][0]["move"].split()[2]
    for move, why in (
        ("swim", "must contain one of"),
        (f"{seat} take 0", "dice have been taken"),
        (f"{1 - seat} fire {column}", "."),
        (f"{seat} fire A1 A2 A3 A4 A5 A6 A7", "."),
    ):
        with pytest.raises(BadTryError, match=why):
            tried(data, "quick", READER, choice, move)
    for nowhere in (Choice(0, 0), Choice(9999, 0), Choice(choice.played, 2)):
        assert tried(data, "quick", READER, nowhere, "0 take 0") is None


def test_positions(training_record: RecordData) -> None:
    """A game continues before a player's move, not before a roll or after its end."""
    data = json.dumps(training_record).encode()
    review = json.loads(reviewed(data, "quick", READER, HOUR))
    for decision in review["decisions"]:
        position = continued(data, decision["played"])
        assert position is not None
        assert (position.seat, position.round) == (decision["seat"], decision["round"])
    assert continued(data, 0) is None
    assert continued(data, 9999) is None


def test_what_is_not_reviewed(training_record: RecordData) -> None:
    """Something else, a forged die, a game in progress, and what takes too long."""
    forged = json.loads(json.dumps(training_record))
    forged["rounds"][0]["dice"][0] = forged["rounds"][0]["dice"][0] % 6 + 1
    running = {**training_record, "result": {**training_record["result"], "reason": "unfinished"}}
    for data, kind, why in (
        (b"\xff", RecordError, "UTF-8"),
        (b"torpedoes away", RecordError, "JSON"),
        (json.dumps(forged).encode(), Finding, "is "),
        (json.dumps(running).encode(), Finding, "isn’t over"),
    ):
        with pytest.raises(kind, match=why):
            reviewed(data, "quick", READER, HOUR)
        with pytest.raises(kind, match=why):
            tried(data, "quick", READER, Choice(1, 0), "0 take 0")
        with pytest.raises(kind, match=why):
            continued(data, 1)
    with pytest.raises(ReviewStoppedError):
        reviewed(json.dumps(training_record, indent=3).encode(), "quick", READER, 0.0)
