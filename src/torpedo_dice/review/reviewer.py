"""Review a record: follow the game step by step, and ask a judge about every roll and choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from torpedo_dice.record import RecordData, Replay, ReplayMove, verify
from torpedo_dice.review.judge import (
    Judge,
    Option,
    Outlook,
    Outlooks,
    SamplingJudge,
    as_outlook,
    mean_after_rolls,
    option_key,
    result_outlook,
    roll_index,
    worth,
)
from torpedo_dice.review.values import (
    ChoiceKind,
    Decision,
    Luck,
    LuckKind,
    Phase,
    Resignation,
    Review,
    RoundReview,
    Step,
)
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Move,
    Outcome,
    Reroll,
    Roll,
    Seat,
    Stage,
    Start,
    System,
)

# Candidates kept of each decision, besides the one taken.
MOST_CANDIDATES = 8


class StoppedError(Exception):
    """Raised when a review is cancelled."""


def review(
    record: RecordData, judge: Judge, progress: Callable[[int, int], bool] | None = None
) -> Review:
    """Review a game as far as its record goes; a Finding if the record is invalid.

    `progress` is called once the record is verified and before each round, with the number of
    rounds reviewed and of all rounds. If it returns False, the review stops with a StoppedError.
    """
    finding = verify(record)
    if finding is not None:
        raise finding
    return _Reviewer(record, judge).review(progress or (lambda _done, _all: True))


def review_move(record: RecordData, judge: Judge, number: int) -> list[Decision]:
    """Review only one move, by its index in `Replay.moves`; a Finding if the record is invalid.

    The decisions are the same as in a review of the whole game: none for a roll, or if there is no
    such move.
    """
    finding = verify(record)
    if finding is not None:
        raise finding
    played = next(islice(Replay(record).moves(), number, None), None)
    if played is None or isinstance(played.move, Roll | Reroll):
        return []
    return _Reviewer(record, judge).decisions(played, number)


class _Reviewer:
    """The review of one game."""

    def __init__(self, record: RecordData, judge: Judge) -> None:
        self.record = record
        self.judge = judge
        self.calls = 0

    def review(self, progress: Callable[[int, int], bool]) -> Review:
        replay = Replay(self.record)
        game = replay.game.copy()
        progress(0, len(replay.rounds))
        rounds = [self._start(game)]
        first = 0
        for moves in _by_round(replay.moves()):
            if not progress(len(rounds) - 1, len(replay.rounds)):
                raise StoppedError
            rounds.append(self._round(moves, first))
            game = _after(moves[-1])
            first += len(moves)
        outcome = replay.game.outcome
        if outcome is not None and not game.is_over:
            rounds.append(self._resignation(game, outcome))
        end = self._opening(game)[0] if outcome is None else result_outlook(outcome)
        # The value after a round is that before the next one.
        afters = [*(each.before for each in rounds[1:]), end]
        return Review(
            mode=game.mode,
            players=tuple(replay.players),
            judge=self.judge.name,
            rounds=tuple(map(_closed, rounds, afters)),
            is_finished=replay.is_finished,
            calls=self.calls,
        )

    def _opening(self, game: Game) -> tuple[Outlook, Outlooks]:
        """Return the value before the dice of a round are rolled, and that after each roll."""
        self.calls += 1
        outlooks = self.judge.after_rolls(game)
        return mean_after_rolls(outlooks, game.dice_count), outlooks

    def _start(self, game: Game) -> RoundReview:
        """Review the draw of the start player, if it was drawn."""
        is_drawn = not game.is_solo and self.record["options"].get("first") == "drawn"
        if not is_drawn:
            before, _ = self._opening(game)
            return RoundReview(0, before, (), before)
        openings = []
        for seat in game.seats:
            drawn = game.copy()
            drawn.start = seat
            openings.append(self._opening(drawn)[0])
        mean, after = as_outlook(np.mean(openings, axis=0)), openings[game.start]
        luck = Luck(LuckKind.START, Start(game.start), mean, after)
        return RoundReview(0, mean, (luck,), after)

    def _resignation(self, game: Game, outcome: Outcome) -> RoundReview:
        before, _ = self._opening(game)
        after = result_outlook(outcome)
        steps = tuple(Resignation(seat, before, after) for seat in outcome.resigned)
        return RoundReview(game.round + 1, before, steps, after)

    def _round(self, moves: Sequence[ReplayMove], first: int) -> RoundReview:
        """Review a round, whose first move has this index in the game."""
        game = moves[0].before
        before, outlooks = self._opening(game)
        steps: list[Step] = []
        for number, played in enumerate(moves, first):
            if isinstance(played.move, Roll):
                index = roll_index(played.move.dice)
                after, error = as_outlook(outlooks[index]), self._roll_error(game, index)
                steps.append(Luck(LuckKind.ROLL, played.move, before, after, error))
            elif isinstance(played.move, Reroll):
                steps.append(self._propeller(played.before, played.move))
            else:
                steps += self.decisions(played, number)
        return RoundReview(game.round + 1, before, tuple(steps), before)

    def _roll_error(self, game: Game, index: int) -> float:
        if not isinstance(self.judge, SamplingJudge):
            return 0.0
        return float(self.judge.roll_errors(game)[index])

    def _propeller(self, game: Game, move: Reroll) -> Luck:
        self.calls += 1
        outlooks = self.judge.after_faces(game.view(move.seat), move.seat)
        mean, after = as_outlook(np.mean(outlooks, axis=0)), as_outlook(outlooks[move.face - 1])
        return Luck(LuckKind.PROPELLER, move, mean, after)

    def decisions(self, played: ReplayMove, number: int) -> list[Decision]:
        """Return the decisions that a move made, whose index in the game is `number`."""
        made = self._decisions(played.before, played.move)
        return [replace(one, played=number, part=part) for part, one in enumerate(made)]

    def _decisions(self, game: Game, move: Move) -> Iterator[Decision]:
        """Yield the decisions that a move made: none if there was nothing to decide.

        A shot without a modification decides twice: not to use a system, and where to aim.
        """
        seat = _seat_of(move)
        view = game.view(seat)
        self.calls += 1
        options = self.judge.options(view, seat, move)
        modify = view.players[seat].modify
        if view.stage is Stage.TAKE:
            yield from _decision(view, seat, move, options, ChoiceKind.DIE)
            return
        shots = [option for option in options if isinstance(option.move, Fire)]
        if modify is None:
            plans = [option for option in options if not isinstance(option.move, Fire)]
            best_shot = _best(view, seat, shots)
            chosen = best_shot.move if isinstance(move, Fire) else move
            yield from _decision(view, seat, chosen, [best_shot, *plans], ChoiceKind.SYSTEM)
            if isinstance(move, Fire):
                yield from _decision(view, seat, move, shots, ChoiceKind.AIM)
        elif modify.system is System.PROPELLER or isinstance(move, Activate):
            # After a bad roll, switching a system on may be best.
            yield from _decision(view, seat, move, options, ChoiceKind.AIM)
        else:
            yield from _decision(view, seat, move, shots, ChoiceKind.AIM)


def _closed(reviewed: RoundReview, after: Outlook) -> RoundReview:
    return replace(reviewed, after=after)


def _decision(
    view: Game, seat: Seat, move: Move, options: Sequence[Option], kind: ChoiceKind
) -> Iterator[Decision]:
    """Yield the decision for a move; it is about switches if the choice or the best is one."""
    if len(options) < 2:
        return
    key = option_key(view, move)
    taken = next(option for option in options if option_key(view, option.move) == key)
    taken = replace(taken, move=move)
    best = _best(view, seat, options)
    if _worth(view, best) - _worth(view, taken) <= taken.error:
        best = taken
    others = [option for option in options if option_key(view, option.move) != key]
    ranked = sorted([taken, *others], key=lambda option: -_worth(view, option))
    kept = ranked[:MOST_CANDIDATES]
    if isinstance(taken.move, Activate) or isinstance(best.move, Activate):
        kind = ChoiceKind.SWITCH
    yield Decision(
        kind=kind,
        phase=_phase_of(view, seat),
        seat=seat,
        view=view,
        taken=taken,
        best=best,
        candidates=tuple(kept if taken in kept else [*kept, taken]),
        options=len(options),
    )


def _worth(view: Game, option: Option) -> float:
    return worth(option.outlook, _seat_of(option.move), is_solo=view.is_solo)


def _best(view: Game, seat: Seat, options: Sequence[Option]) -> Option:
    return max(options, key=lambda option: worth(option.outlook, seat, is_solo=view.is_solo))


def _seat_of(move: Move) -> Seat:
    if isinstance(move, Roll):
        raise TypeError(f"{move} is nobody's move")
    return move.seat


def _phase_of(view: Game, seat: Seat) -> Phase:
    """Return how much of its target a seat has hit: each phase is a third."""
    hits, targets = view.players[seat].hits.bit_count(), view.sheet.all_targets.bit_count()
    return list(Phase)[min(hits * len(Phase) // targets, len(Phase) - 1)]


def _after(played: ReplayMove) -> Game:
    game = played.before.copy()
    game.apply(played.move)
    return game


def _by_round(moves: Iterator[ReplayMove]) -> Iterator[list[ReplayMove]]:
    """Group moves by round; every round begins with its roll."""
    current: list[ReplayMove] = []
    for played in moves:
        if isinstance(played.move, Roll) and current:
            yield current
            current = []
        current.append(played)
    if current:
        yield current
