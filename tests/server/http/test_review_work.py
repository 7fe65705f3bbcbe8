"""What a judge's process answers: reviews, and other moves at their decisions."""

from __future__ import annotations

import json

import pytest

from torpedo_dice.record import Finding, RecordData, RecordError
from torpedo_dice.server.http.review_process import BadTryError, ReviewStoppedError
from torpedo_dice.server.http.review_work import reviewed, tried

HOUR = 3600.0


def test_other_moves(training_record: RecordData) -> None:
    """A move is judged like the candidates; bad ones get a sentence, no decision gets None."""
    data = json.dumps(training_record).encode()
    review = json.loads(reviewed(data, "quick", "en", HOUR))
    aims = [n for n, one in enumerate(review["decisions"]) if one["kind"] == "aim"]
    decision = review["decisions"][aims[0]]
    for option in decision["options"]:
        answer = tried(data, "quick", "en", HOUR, aims[0], option["move"])
        assert answer is not None
        assert json.loads(answer) == option
    seat, column = decision["seat"], decision["options"][0]["move"].split()[2]
    for move, why in (
        ("swim", "must contain one of"),
        (f"{seat} take 0", "dice have been taken"),
        (f"{1 - seat} fire {column}", "."),
        (f"{seat} fire A1 A2 A3 A4 A5 A6 A7", "."),
    ):
        with pytest.raises(BadTryError, match=why):
            tried(data, "quick", "en", HOUR, aims[0], move)
    assert tried(data, "quick", "en", HOUR, len(review["decisions"]), "0 take 0") is None


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
            reviewed(data, "quick", "en", HOUR)
    with pytest.raises(ReviewStoppedError):
        reviewed(json.dumps(training_record, indent=3).encode(), "quick", "en", 0.0)
