"""A review as JSON data; `docs/review.md` describes it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from torpedo_dice.review.judge import Option, Outlook
from torpedo_dice.review.rank import RankEstimate, estimate_rank
from torpedo_dice.review.turning import turning_points
from torpedo_dice.review.values import Decision, Luck, Review, RoundReview, Step
from torpedo_dice.rules import Seat


def review_data(review: Review) -> dict[str, Any]:
    """Return a review as JSON data, with all figures unrounded."""
    steps = [step for _, step in review.steps()]
    points = [point.step for point in turning_points(review)]
    return {
        "mode": str(review.mode),
        "judge": review.judge,
        "finished": review.is_finished,
        "players": [
            {"name": player.name, "kind": player.kind, **_totals(review, seat)}
            for seat, player in enumerate(review.players)
        ],
        "start": _outlook(review, review.start),
        "end": _outlook(review, review.end),
        "rounds": [_round(review, each) for each in review.rounds],
        # Indices of the steps of all rounds together.
        "turning_points": [
            index for index, step in enumerate(steps) if any(step is point for point in points)
        ],
    }


def _outlook(review: Review, outlook: Outlook) -> Any:
    """Return chances by seat; in solo win chance and score."""
    if review.is_solo:
        return {"win": outlook[0], "score": outlook[1]}
    return list(outlook)


def _totals(review: Review, seat: Seat) -> dict[str, Any]:
    totals = review.totals(seat)
    parts = {"luck": totals.luck, "own": totals.own, "others": totals.others, "error": totals.error}
    return {
        **{
            name: _outlook(review, part) if review.is_solo else part[0]
            for name, part in parts.items()
        },
        "luck_error": totals.luck_error,
        "loss": totals.loss,
        "loss_error": totals.loss_error,
        "decisions": totals.decisions,
        "rank": _rank(estimate_rank(review, seat)),
        "grades": {str(grade): count for grade, count in totals.grades.items()},
    }


def _rank(estimate: RankEstimate | None) -> dict[str, Any] | None:
    return None if estimate is None else asdict(estimate)


def _round(review: Review, each: RoundReview) -> dict[str, Any]:
    return {
        "round": each.number,
        "before": _outlook(review, each.before),
        "after": _outlook(review, each.after),
        "luck": _outlook(review, each.luck),
        "play": _outlook(review, each.play),
        "error": _outlook(review, each.error),
        "steps": [_step(review, step) for step in each.steps],
    }


def _step(review: Review, step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seat": step.seat,
        "before": _outlook(review, step.before),
        "after": _outlook(review, step.after),
    }
    if isinstance(step, Luck):
        luck = {"kind": str(step.kind), "move": str(step.move), "error": step.error}
        return {"type": "luck", **luck, **data}
    if not isinstance(step, Decision):
        return {"type": "resignation", **data}
    return {
        "type": "decision",
        "kind": str(step.kind),
        "phase": str(step.phase),
        "move": str(step.taken.move),
        "best": str(step.best.move),
        "loss": step.loss,
        "grade": str(step.grade),
        "options": step.options,
        "candidates": [_option(review, option) for option in step.candidates],
        **data,
    }


def _option(review: Review, option: Option) -> dict[str, Any]:
    return {
        "move": str(option.move),
        "outlook": _outlook(review, option.outlook),
        "error": option.error,
    }
