"""What the process of a judge does: review a record, and judge other moves at its decisions."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256

from torpedo_dice.locale import speaking
from torpedo_dice.record import Finding, RecordData, RecordError, parse_record
from torpedo_dice.record.format import UNFINISHED
from torpedo_dice.review import Decision, Judge, Option, Review, StoppedError, review
from torpedo_dice.review.judge import option_key
from torpedo_dice.review.narrative import names_of
from torpedo_dice.rules import MoveError, Sentence, parse_player_move
from torpedo_dice.server.http.continued import Continued, position_in
from torpedo_dice.server.http.judges import new_judge
from torpedo_dice.server.http.review_process import BadTryError, ReviewStoppedError, goes_on
from torpedo_dice.server.http.reviewed import option_message, review_message
from torpedo_dice.server.messages.codec import encode

# Bytes of an answer.
MAX_REVIEW = 6 * 1024 * 1024
# How many reviews a process remembers, for other languages and other moves.
_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class _Reviewed:
    record: RecordData
    review: Review


_reviews: OrderedDict[tuple[bytes, str], _Reviewed] = OrderedDict()
_judge = cache(new_judge)


def reviewed(data: bytes, judge: str, language: str, seconds: float) -> bytes:
    """Return the review of a record, both as JSON; a Finding or RecordError if it is not valid."""
    found = _reviewed(data, judge, seconds)
    with speaking(language):
        encoded = encode(review_message(found.review, found.record))
    if len(encoded) > MAX_REVIEW:
        raise Finding("rounds", Sentence("are too many to review here"))
    return encoded


def tried(
    data: bytes, judge: str, language: str, seconds: float, number: int, text: str
) -> bytes | None:
    """Return another move at a decision, as JSON; None without such a decision.

    BadTryError if the move is malformed or illegal.
    """
    found = _reviewed(data, judge, seconds)
    decisions = [decision for _, decision in found.review.decisions()]
    if number >= len(decisions):
        return None
    option = _option(decisions[number], text, _judge(judge))
    with speaking(language):
        return encode(option_message(decisions[number], option, names_of(found.review)))


def continued(data: bytes, judge: str, seconds: float, number: int) -> Continued | None:
    """Return the position of a decision, to continue from; None without such a decision."""
    found = _reviewed(data, judge, seconds)
    decisions = list(found.review.decisions())
    if number >= len(decisions):
        return None
    round_number, decision = decisions[number]
    return position_in(found.record, round_number, decision.seat, decision.view)


def _reviewed(data: bytes, judge: str, seconds: float) -> _Reviewed:
    key = sha256(data).digest(), judge
    if key not in _reviews:
        _reviews[key] = _review(data, judge, seconds)
        if len(_reviews) > _REMEMBERED:
            _reviews.popitem(last=False)
    _reviews.move_to_end(key)
    return _reviews[key]


def _review(data: bytes, judge: str, seconds: float) -> _Reviewed:
    try:
        record = parse_record(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(Sentence("it isn’t UTF-8 text")) from None
    result = record.get("result")
    if isinstance(result, dict) and result.get("reason") == UNFINISHED:
        # A game in progress is private to its players, and a review would help one of them.
        raise Finding("result", Sentence("the game isn’t over: it can be reviewed once it is"))
    until = time.monotonic() + seconds

    def progress(done: int, rounds: int) -> bool:
        return goes_on(done, rounds) and time.monotonic() < until

    try:
        return _Reviewed(record, review(record, _judge(judge), progress))
    except StoppedError:
        raise ReviewStoppedError from None


def _option(decision: Decision, text: str, judge: Judge) -> Option:
    """Return the option that a move is."""
    view = decision.view
    try:
        move = parse_player_move(text)
    except MoveError as error:
        raise BadTryError(error.why) from None
    error_here = view.why_not(move)
    if error_here is not None:
        raise BadTryError(error_here.why)
    if move.seat != decision.seat:
        raise BadTryError(Sentence("another player decides here"))
    key = option_key(view, move)
    known = [*decision.candidates, *judge.options(view, decision.seat, move)]
    return replace(next(one for one in known if option_key(view, one.move) == key), move=move)
