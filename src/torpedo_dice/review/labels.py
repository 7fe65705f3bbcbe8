"""Names of moves and changes of chances, in the user's language."""

from __future__ import annotations

from torpedo_dice.locale import decimal
from torpedo_dice.review.judge import SCORE, WIN, Outlook
from torpedo_dice.review.rank import RankEstimate
from torpedo_dice.review.sentences import words
from torpedo_dice.review.values import ChoiceKind, Decision
from torpedo_dice.rules import Activate, Fire, Modify, Move, Seat, Take
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, field_names

_MINUS = "−"


def signed(number: float, digits: int = 1) -> str:
    """Return a number with its sign; what is rounded to 0 has none."""
    text = decimal(abs(number), digits)
    if not any(digit in text for digit in "123456789"):
        return text
    return f"{_MINUS if number < 0 else '+'}{text}"


def percent(share: float, digits: int = 1) -> str:
    """Return a share in percent, without the sign for percent."""
    return decimal(100 * share, digits)


def change_label(change: Outlook, seat: Seat, *, is_solo: bool) -> str:
    """Return a change of a seat's outlook."""
    if is_solo:
        chance, score = signed(100 * change[WIN]), signed(change[SCORE])
        return words.CHANGE_SOLO.format(chance=chance, score=score)
    return words.CHANGE.format(chance=signed(100 * change[seat]))


def option_label(decision: Decision, move: Move, names: Names) -> str:
    """Return the name of one of a decision's options."""
    is_plan = decision.kind in (ChoiceKind.SYSTEM, ChoiceKind.SWITCH)
    # Where a shot is aimed is another decision, unless a system was already used.
    if isinstance(move, Fire) and is_plan and decision.view.players[move.seat].modify is None:
        return words.NO_SYSTEM
    return move_label(decision, move, names)


def move_label(decision: Decision, move: Move, names: Names) -> str:
    """Return the name of a move in the position of a decision."""
    view = decision.view
    match move:
        case Take():
            return words.TAKE_DIE.format(face=view.dice[move.pick])
        case Modify():
            return system_label(move, names)
        case Activate():
            return words.SWITCH_ON.format(system=say.SYSTEMS[move.system])
        case Fire():
            hits = view.sheet.mask_of(move.fields) & view.free_targets(move.seat)
            return words.SHOT.format(
                fields=field_names(move.fields), hits=say.HITS.of(hits.bit_count())
            )
        case _:
            return str(move)


def system_label(move: Modify, names: Names) -> str:
    """Return the name of a system as it is used."""
    name = say.SYSTEMS[move.system]
    if move.step is not None:
        return words.TOWER.format(system=name, step=signed(move.step, 0))
    if move.other is not None:
        return words.FINS.format(system=name, name=names[move.other])
    return name


def rank_label(estimate: RankEstimate | None) -> str:
    """Return an estimated rank with its range, or a dash if there is none."""
    if estimate is None:
        return "-"
    rank, low, high = (say.BOTS[name] for name in (estimate.rank, estimate.low, estimate.high))
    return rank if low == high else words.RANK_RANGE.format(rank=rank, low=low, high=high)
