"""The draft is that of a plain recursion."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.fast.rolls import sorted_rolls
from torpedo_dice.review.draft import solve_draft
from torpedo_dice.review.judge import Outlooks, worth


def best_draft(
    acts: Outlooks, order: list[int], taken: list[int], left: list[int], *, is_solo: bool
) -> tuple[float, ...]:
    """Return the outlook if each seat in turn takes the die that is best for it."""
    if len(taken) == len(order):
        faces = dict(zip(order, taken, strict=True))
        place = [faces[seat] - 1 for seat in sorted(order)] + [left[0] - 1] * is_solo
        return tuple(acts[tuple(place)])
    seat = order[len(taken)]
    children = []
    for index, face in enumerate(left):
        rest = left[:index] + left[index + 1 :]
        children.append(best_draft(acts, order, [*taken, face], rest, is_solo=is_solo))
    return max(children, key=lambda child: worth(child, seat, is_solo=is_solo))


@pytest.mark.parametrize("order", [[0], [0, 1], [1, 0], [2, 0, 1], [1, 2, 3, 0]])
def test_every_roll_is_drafted_like_in_the_recursion(order: list[int]) -> None:
    """The tables agree with a recursion over all orders of taking, for any start player."""
    is_solo = len(order) == 1
    axes = len(order) + is_solo
    columns = 2 if is_solo else len(order)
    acts = np.random.default_rng(len(order)).random((*[6] * axes, columns))
    draft = solve_draft(acts, order, is_solo=is_solo)
    for index, roll in enumerate(sorted_rolls(len(order) + 1)):
        if len(order) == 4 and index % 20:
            continue
        expected = best_draft(acts, order, [], list(roll), is_solo=is_solo)
        assert tuple(draft.at([], roll)) == expected
        after = best_draft(acts, order, [roll[1]], [roll[0], *roll[2:]], is_solo=is_solo)
        assert tuple(draft.at([roll[1]], [roll[0], *roll[2:]])) == after
