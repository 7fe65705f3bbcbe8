"""Verification: a record is valid if replaying its choices with its dice reproduces it."""

from __future__ import annotations

from torpedo_dice.record.finding import Finding, compare, read
from torpedo_dice.record.format import RecordData, digest_of
from torpedo_dice.record.recorder import Recorder, result_data
from torpedo_dice.record.replay import Replay
from torpedo_dice.rules import Sentence


def verify(record: RecordData) -> Finding | None:
    """Return the first fault in a record; None if it is valid.

    The record of a game in progress is checked as far as it goes; its rolls can be checked only
    once the seed is revealed.
    """
    try:
        _check(record)
    except Finding as finding:
        return finding
    return None


def _check(record: RecordData) -> None:
    replay = Replay(record)
    recorder = Recorder()
    for index, data in enumerate(replay.rounds):
        recorder.note(replay.play_round(index))
        compare(data, recorder.rounds[index], f"rounds[{index}]")
    replay.play_resignation()
    if replay.is_finished and not replay.game.is_over:
        raise Finding(
            "result.reason",
            Sentence("is {reason!r}, but the game isn’t over", reason=replay.reason),
        )
    compare(record["result"], result_data(replay.game), "result")
    # Last, so that an altered value is reported at its own location first.
    _check_digest(record)


def _check_digest(record: RecordData) -> None:
    says = read(record, "digest", str)
    try:
        is_so = digest_of(record)
    except UnicodeEncodeError:
        raise Finding(
            "digest", Sentence("can’t be computed: a string in the record isn’t valid Unicode")
        ) from None
    if says != is_so:
        raise Finding(
            "digest", Sentence("doesn’t match: the record was changed after it was written")
        )
