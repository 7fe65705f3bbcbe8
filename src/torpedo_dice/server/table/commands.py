"""Commands: who may give them, whether they can be carried out, and the one answer to each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from torpedo_dice.record import journal
from torpedo_dice.rulebook import rule_of
from torpedo_dice.rules import (
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
    NotYourMoveError,
    PlayerMove,
    Seat,
    Sentence,
    parse_player_move,
)
from torpedo_dice.server.messages.codec import MalformedError, checked_name
from torpedo_dice.server.messages.commands import (
    Command,
    MoveCommand,
    NameCommand,
    PreviewCommand,
    ReplaceCommand,
    ReturnCommand,
    TakeBackCommand,
)
from torpedo_dice.server.messages.replies import Answer, Problem
from torpedo_dice.server.table.log import Entry, MoveEntry, Named, Replaced, Returned, TakeBackEntry
from torpedo_dice.server.table.preview import preview_choice
from torpedo_dice.server.table.table import STAND_IN, Change, Table

NOT_BEGUN = Sentence("the game begins when all seats are taken")
_KINDS = {
    MalformedMoveError: "malformed",
    IllegalMoveError: "illegal",
    NotYourMoveError: "not_yours",
}


class RefusedError(Exception):
    """A command that cannot be carried out; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.why)
        self.problem = problem


@dataclass(slots=True)
class Reply:
    """The answer to a command and, if it changed anything, its entry and the change."""

    answer: Answer
    entry: Entry | None = None
    change: Change | None = None


def handle_command(
    table: Table,
    own: list[Seat],
    command: Command,
    now: float,
    away: Callable[[Seat], float | None],
) -> Reply:
    """Carry out a command of a client that holds the seats `own`; there is always an answer.

    `away` returns for how many seconds nobody has been at a seat; None if somebody is.
    """
    try:
        if isinstance(command, PreviewCommand):
            return _preview(table, own, command)
        move = parse_player_move(command.move) if isinstance(command, MoveCommand) else None
        seat, make = _plan(table, own, command, move, now, away)
        number = table.done.get((seat, command.id))
        if number is not None:
            return Reply(Answer(command.id, ok=True, number=number))
        entry = make()
        change = table.apply(entry, None if move is None else journal.Moved(move))
    except RefusedError as error:
        return Reply(Answer(command.id, ok=False, error=error.problem))
    except MoveError as error:
        return Reply(Answer(command.id, ok=False, error=move_problem(error)))
    return Reply(Answer(command.id, ok=True, number=table.number), entry, change)


def _plan(
    table: Table,
    own: list[Seat],
    command: Command,
    move: PlayerMove | None,
    now: float,
    away: Callable[[Seat], float | None],
) -> tuple[Seat, Callable[[], Entry]]:
    """Return whose command it is, and how to make its entry unless it was carried out before."""
    if move is not None:
        _need_own(own, move.seat, str(move))
        return move.seat, lambda: _moved(table, move, command.id, now)
    match command:
        case TakeBackCommand():
            _need_own(own, command.seat)
            return command.seat, lambda: _take_back(table, command, now)
        case NameCommand():
            _need_own(own, command.seat)
            return command.seat, lambda: _named(command, now)
        case ReturnCommand():
            _need_own(own, command.seat)
            return command.seat, lambda: _returned(table, command, now)
        case ReplaceCommand():
            if not own:
                why = Sentence("only who sits at the table can ask for that")
                refuse("not_yours", "spectator", why)
            return own[0], lambda: _replaced(table, own[0], command, now, away(command.seat))
        case _:
            raise TypeError(command)


def refuse(kind: str, code: str, why: str, move: str | None = None) -> NoReturn:
    """Refuse a command."""
    raise RefusedError(Problem(kind, code, why, move))  # type: ignore[arg-type]


def move_problem(error: MoveError) -> Problem:
    """Return an invalid move's error as it is sent."""
    kind: Any = _KINDS[type(error)]
    return Problem(kind, error.code, error.why, error.move, rule_of(error))


def _need_own(own: list[Seat], seat: Seat, move: str | None = None) -> None:
    if seat not in own:
        why = Sentence("seat {seat} is not yours", seat=seat)
        refuse("not_yours", "not_your_seat", why, move)


def _need_begun(table: Table) -> None:
    if table.game is None:
        refuse("refused", "waiting", NOT_BEGUN)


def _need_hand(table: Table, seat: Seat) -> None:
    if table.seats[seat].stand_in is not None:
        why = Sentence("a captain plays for seat {seat}: take the seat back first", seat=seat)
        refuse("refused", "stand_in", why)


def _moved(table: Table, move: PlayerMove, command_id: str, now: float) -> Entry:
    _need_begun(table)
    _need_hand(table, move.seat)
    return MoveEntry(now, move.seat, str(move), command_id)


def _take_back(table: Table, command: TakeBackCommand, now: float) -> Entry:
    _need_begun(table)
    _need_hand(table, command.seat)
    if command.seat in table.clock_out:
        why = Sentence("the time of seat {seat} was up", seat=command.seat)
        refuse("refused", "clock_out", why)
    return TakeBackEntry(now, command.seat, command.id)


def _named(command: NameCommand, now: float) -> Entry:
    try:
        name = checked_name(command.name)
    except MalformedError as error:
        refuse("malformed", "name", error.args[0])
    return Named(now, command.seat, name, command.id)


def _returned(table: Table, command: ReturnCommand, now: float) -> Entry:
    if table.seats[command.seat].stand_in is None:
        why = Sentence("nobody plays for seat {seat}", seat=command.seat)
        refuse("refused", "not_replaced", why)
    return Returned(now, command.seat, command.id)


def _replaced(
    table: Table, by: Seat, command: ReplaceCommand, now: float, away: float | None
) -> Entry:
    _need_begun(table)
    seat = command.seat
    if seat >= len(table.seats) or table.seats[seat].kind != "human":
        refuse("malformed", "no_such_seat", Sentence("no human sits at seat {seat}", seat=seat))
    if table.seats[seat].stand_in is not None:
        why = Sentence("a captain plays for seat {seat} already", seat=seat)
        refuse("refused", "already_replaced", why)
    if away is None:
        refuse("refused", "not_away", Sentence("seat {seat} is here", seat=seat))
    elif away < table.setup.patience:
        left = table.setup.patience - away
        why = Sentence("seat {seat} can be replaced in {left:.0f} s", seat=seat, left=left)
        refuse("refused", "patience", why)
    return Replaced(now, seat, STAND_IN, by, command.id)


def _preview(table: Table, own: list[Seat], command: PreviewCommand) -> Reply:
    _need_own(own, command.seat)
    _need_begun(table)
    if (command.fields is None) == (command.activate is None):
        refuse("malformed", "preview", Sentence("a preview needs either fields or activate"))
    game = table.game
    if game is None:
        raise ValueError("the game has not begun")
    data = preview_choice(game, command.seat, command.modify, command.fields, command.activate)
    return Reply(Answer(command.id, ok=True, number=table.number, preview=data))
