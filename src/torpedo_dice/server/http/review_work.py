"""What the process of a judge does: review a record, and judge other moves at its decisions."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import islice

from torpedo_dice.locale import speaking
from torpedo_dice.record import Finding, RecordData, RecordError, Replay, parse_record, verify
from torpedo_dice.record.format import UNFINISHED
from torpedo_dice.review import Decision, Judge, Option, Review, StoppedError, review
from torpedo_dice.review.judge import option_key
from torpedo_dice.review.reviewer import review_move
from torpedo_dice.rules import MoveError, Reroll, Roll, Sentence, parse_player_move
from torpedo_dice.server.http.continued import Continued, position_in
from torpedo_dice.server.http.judges import new_judge
from torpedo_dice.server.http.review_process import (
    BadTryError,
    Choice,
    Reader,
    ReviewStoppedError,
    goes_on,
)
from torpedo_dice.server.http.reviewed import option_message, review_message, shown_names
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


def reviewed(data: bytes, judge: str, reader: Reader, seconds: float) -> bytes:
    """Return the review of a record, both as JSON; a Finding or RecordError if it is not valid."""
    found = _reviewed(data, judge, seconds)
    with speaking(reader.language):
        encoded = encode(review_message(found.review, found.record, reader.you))
    if len(encoded) > MAX_REVIEW:
        raise Finding("rounds", Sentence("are too many to review here"))
    return encoded


def tried(data: bytes, judge: str, reader: Reader, choice: Choice, text: str) -> bytes | None:
    """Return another move at a decision, as JSON; None without such a decision.

    BadTryError if the move is malformed or illegal.
    """
    record = _parsed(data)
    decision = _decision(data, record, judge, choice)
    if decision is None:
        return None
    option = _option(decision, text, _judge(judge))
    with speaking(reader.language):
        names = shown_names(Replay(record).players, reader.you)
        return encode(option_message(decision, option, names))


def continued(data: bytes, played: int) -> Continued | None:
    """Return the position before a move, to continue from; None if a player doesn't make it."""
    record = _parsed(data)
    finding = verify(record)
    if finding is not None:
        raise finding
    found = next(islice(Replay(record).moves(), played, None), None)
    if found is None or isinstance(found.move, Roll | Reroll):
        return None
    seat, game = found.move.seat, found.before
    return position_in(record, game.round, seat, game.view(seat))


def _decision(data: bytes, record: RecordData, judge: str, choice: Choice) -> Decision | None:
    """Return a decision, from the review of the game if this process has made it."""
    key = _key(data, judge)
    if key in _reviews:
        decisions = [decision for _, decision in _reviews[key].review.decisions()]
    else:
        decisions = review_move(record, _judge(judge), choice.played)
    for decision in decisions:
        if (decision.played, decision.part) == (choice.played, choice.part):
            return decision
    return None


def _reviewed(data: bytes, judge: str, seconds: float) -> _Reviewed:
    key = _key(data, judge)
    if key not in _reviews:
        _reviews[key] = _review(data, judge, seconds)
        if len(_reviews) > _REMEMBERED:
            _reviews.popitem(last=False)
    _reviews.move_to_end(key)
    return _reviews[key]


def _key(data: bytes, judge: str) -> tuple[bytes, str]:
    return sha256(data).digest(), judge


def _parsed(data: bytes) -> RecordData:
    """Return the record of a finished game."""
    try:
        record = parse_record(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(Sentence("it isn’t UTF-8 text")) from None
    result = record.get("result")
    if isinstance(result, dict) and result.get("reason") == UNFINISHED:
        # A game in progress is private to its players, and a review would help one of them.
        raise Finding("result", Sentence("the game isn’t over: it can be reviewed once it is"))
    return record


def _review(data: bytes, judge: str, seconds: float) -> _Reviewed:
    record = _parsed(data)
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
