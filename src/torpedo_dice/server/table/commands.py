"""Commands: who may send them, whether they can be executed, and the answer to each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from msgspec.structs import replace

from torpedo_dice.bots import STAND_IN, UnknownBotError
from torpedo_dice.record import SCHEME_1, journal, nonce_commitment_of
from torpedo_dice.record.dice import is_nonce
from torpedo_dice.record.limits import MAX_ROUNDS
from torpedo_dice.rulebook import rule_of
from torpedo_dice.rules import (
    Game,
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
    NotYourMoveError,
    PlayerAt,
    Seat,
    Sentence,
    ends_by_resigning,
    named,
    parse_player_move,
)
from torpedo_dice.server.messages.codec import MalformedError
from torpedo_dice.server.messages.commands import (
    Command,
    CommitCommand,
    FillCommand,
    MoveCommand,
    NameCommand,
    PreviewCommand,
    ReactCommand,
    ReplaceCommand,
    ResignCommand,
    ReturnCommand,
    RevealCommand,
    SeatCommand,
    TakeBackCommand,
)
from torpedo_dice.server.messages.names import checked_name
from torpedo_dice.server.messages.replies import Answer, Problem
from torpedo_dice.server.table import log
from torpedo_dice.server.table.preview import preview_choice
from torpedo_dice.server.table.setup import named_bot, new_nonce
from torpedo_dice.server.table.table import Change, Table

# Maximum number of commands other than moves per seat and table: renames, undos, seats given to
# bots. A game needs only a few; without a limit, one client could make a table arbitrarily large.
MAX_DETOURS = 300
NOT_BEGUN = Sentence("the game hasn’t started yet")
_RESIGNED = Sentence("you resigned: a bot plays on for you")
_KINDS = {
    MalformedMoveError: "malformed",
    IllegalMoveError: "illegal",
    NotYourMoveError: "not_yours",
}


class RefusedError(Exception):
    """A command that can't be executed; `problem` is the reason."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.why)
        self.problem = problem


@dataclass(slots=True)
class Reply:
    """The answer to a command and, if it changed anything, its entry and the change."""

    answer: Answer
    entry: log.Entry | None = None
    change: Change | None = None


def handle_command(
    table: Table,
    own: list[Seat],
    command: Command,
    now: float,
    away: Callable[[Seat], float | None],
) -> Reply:
    """Execute a command of a client that holds the seats `own`; there is always an answer.

    `away` returns how many seconds a seat has had no connection; None if it has one.
    """
    played = None
    try:
        if isinstance(command, PreviewCommand):
            return _preview(table, own, command)
        if isinstance(command, ReactCommand):
            _need_own(own, command.seat)
            return Reply(Answer(command.id, ok=True, number=table.number))
        if isinstance(command, MoveCommand):
            entry, played = _move(own, command, now)
        else:
            entry = _seat_entry(table, own, command, now)
        number = table.done.get((entry.giver, command.id))
        if number is not None:
            return Reply(Answer(command.id, ok=True, number=number))
        _check(table, entry, away)
        change = table.apply(entry, played)
    except RefusedError as error:
        return Reply(Answer(command.id, ok=False, error=_named(error.problem, table)))
    except MoveError as error:
        return Reply(Answer(command.id, ok=False, error=_named(_move_problem(error), table)))
    return Reply(Answer(command.id, ok=True, number=table.number), entry, change)


def _move(
    own: list[Seat], command: MoveCommand, now: float
) -> tuple[log.CommandEntry, journal.Moved]:
    """Return a move's entry, and what it means for the game."""
    move = parse_player_move(command.move)
    entry = log.MoveEntry(now, move.seat, str(move), command.id)
    _need_own(own, move.seat, entry.move)
    return entry, journal.Moved(move)


def _seat_entry(
    table: Table, own: list[Seat], command: SeatCommand, now: float
) -> log.CommandEntry:
    """Return the entry of a command for a seat, if the client may send it."""
    seat = command.seat
    if isinstance(command, ReplaceCommand | FillCommand):
        return _entry_for_another(table, own, command, now)
    _need_own(own, seat)
    match command:
        case TakeBackCommand():
            return log.TakeBackEntry(now, seat, command.id)
        case ReturnCommand():
            return log.Returned(now, seat, command.id)
        case ResignCommand():
            bot = None if ends_by_resigning(len(table.seats)) else STAND_IN
            return log.Resigned(now, seat, bot, command.id)
        case NameCommand():
            try:
                name = checked_name(command.name, table.names_beside(seat))
                return log.Named(now, seat, name, command.id)
            except MalformedError as error:
                refuse("malformed", "name", error.args[0])
        case CommitCommand():
            return log.Committed(now, seat, command.nonce_commitment, command.id)
        case RevealCommand():
            return log.Revealed(now, seat, command.nonce, command.id)


def _entry_for_another(
    table: Table, own: list[Seat], command: ReplaceCommand | FillCommand, now: float
) -> log.Replaced | log.Filled:
    """Return the entry of a command about somebody else's seat."""
    if not own:
        why = Sentence("only players at this table can do that")
        refuse("not_yours", "spectator", why)
    if isinstance(command, ReplaceCommand):
        return log.Replaced(now, command.seat, STAND_IN, own[0], command.id)
    try:
        name = named_bot(command.bot, command.character, table.names_beside(command.seat))
    except UnknownBotError as error:
        refuse("malformed", "no_such_bot", error.args[0])
    except MalformedError as error:
        refuse("refused", "name", error.args[0])
    nonce = new_nonce() if table.setup.scheme == SCHEME_1 else None
    return log.Filled(now, command.seat, command.bot, name, own[0], command.id, nonce)


def refuse(kind: str, code: str, why: str, move: str | None = None) -> NoReturn:
    """Refuse a command."""
    raise RefusedError(Problem(kind, code, why, move))  # type: ignore[arg-type]


def _move_problem(error: MoveError) -> Problem:
    """Return the error message for an invalid move."""
    kind: Any = _KINDS[type(error)]
    return Problem(kind, error.code, error.why, error.move, rule_of(error))


def _named(problem: Problem, table: Table) -> Problem:
    """Call the players of a table by their names; an open seat has none."""
    why = named(problem.why, [state.name or None for state in table.seats])
    return replace(problem, why=why)


def _need_own(own: list[Seat], seat: Seat, move: str | None = None) -> None:
    if seat not in own:
        why = Sentence("you don’t play for {player}", player=PlayerAt(seat))
        refuse("not_yours", "not_your_seat", why, move)


def _need_begun(table: Table) -> Game:
    if table.game is None:
        refuse("refused", "waiting", NOT_BEGUN)
    return table.game


def _check(table: Table, entry: log.CommandEntry, away: Callable[[Seat], float | None]) -> None:
    """Refuse what isn't possible at the table now; the rules of the game are checked later."""
    if isinstance(entry, log.Detour) and table.detours[entry.giver] >= MAX_DETOURS:
        why = Sentence("you’ve done that too often at this table: you can only make moves now")
        refuse("refused", "too_many_changes", why)
    match entry:
        case log.MoveEntry() | log.TakeBackEntry():
            if _need_begun(table).round > MAX_ROUNDS:
                why = Sentence("a game has at most {most} rounds", most=MAX_ROUNDS)
                refuse("refused", "too_long", why)
            _check_hand(table, entry)
        case log.Replaced():
            _need_begun(table)
            _check_replaceable(table, entry.seat, away)
        case log.Filled():
            _check_fillable(table, entry.seat, away)
        case log.Resigned() | log.Returned():
            _check_leaving(table, entry)
        case log.Named() if table.is_over:
            refuse("refused", "over", Sentence("the game is over: names can’t be changed any more"))
        case log.Committed() | log.Revealed():
            _check_nonce(table, entry)


def _check_leaving(table: Table, entry: log.Resigned | log.Returned) -> None:
    """Refuse to resign before the game, to return to one's own seat, and both after resigning."""
    state = table.seats[entry.seat]
    if isinstance(entry, log.Resigned):
        _need_begun(table)
    if state.resigned and not table.is_over:
        refuse("refused", "resigned", _RESIGNED)
    if isinstance(entry, log.Returned) and state.stand_in is None:
        why = Sentence("no bot is playing for {player}", player=PlayerAt(entry.seat))
        refuse("refused", "not_replaced", why)


def _check_nonce(table: Table, entry: log.Committed | log.Revealed) -> None:
    """Refuse to commit or reveal too early, too late or twice, and a nonce that doesn't match."""
    state = table.seats[entry.seat]
    if table.pending is None:
        refuse("refused", "begun", Sentence("the dice of this game have already been decided"))
    if isinstance(entry, log.Committed):
        if state.nonce_commitment is not None:
            why = Sentence("{player} has already committed to a nonce", player=PlayerAt(entry.seat))
            refuse("refused", "already_committed", why)
        return
    if table.nonce_commitments is None:
        why = Sentence("nonces can be revealed once everyone has committed to one")
        refuse("refused", "not_all_committed", why)
    if state.nonce is not None:
        why = Sentence("{player}’s nonce has already been revealed", player=PlayerAt(entry.seat))
        refuse("refused", "already_revealed", why)
    fits = is_nonce(entry.nonce, table.setup.scheme)
    if not fits or nonce_commitment_of(entry.nonce) != state.nonce_commitment:
        why = Sentence(
            "that nonce doesn’t match {player}’s commitment", player=PlayerAt(entry.seat)
        )
        refuse("refused", "wrong_nonce", why)


def _check_hand(table: Table, entry: log.MoveEntry | log.TakeBackEntry) -> None:
    seat = entry.seat
    if table.seats[seat].resigned and not table.is_over:
        refuse("refused", "resigned", _RESIGNED)
    if table.seats[seat].stand_in is not None:
        why = Sentence(
            "a bot is playing for {player}: take the seat back first", player=PlayerAt(seat)
        )
        refuse("refused", "stand_in", why)
    if isinstance(entry, log.TakeBackEntry) and seat in table.clock_out:
        refuse("refused", "clock_out", Sentence("{player}’s time was up", player=PlayerAt(seat)))


def _check_replaceable(table: Table, seat: Seat, away: Callable[[Seat], float | None]) -> None:
    if seat >= len(table.seats) or table.seats[seat].kind != "human":
        refuse(
            "malformed",
            "no_such_seat",
            Sentence("{player} isn’t a human player", player=PlayerAt(seat)),
        )
    if table.seats[seat].stand_in is not None:
        why = Sentence("a bot is already playing for {player}", player=PlayerAt(seat))
        refuse("refused", "already_replaced", why)
    _check_absent(seat, table.setup.patience, away)


def _check_absent(seat: Seat, patience: float, away: Callable[[Seat], float | None]) -> None:
    """Refuse to give away a seat whose player is connected, or was until a moment ago."""
    absent = away(seat)
    if absent is None:
        refuse("refused", "not_away", Sentence("{player} is here", player=PlayerAt(seat)))
    elif absent < patience:
        left = patience - absent
        why = Sentence(
            "{player} can be replaced in {left:.0f} seconds", player=PlayerAt(seat), left=left
        )
        refuse("refused", "patience", why)


def _check_fillable(table: Table, seat: Seat, away: Callable[[Seat], float | None]) -> None:
    """Refuse a bot for a seat that is taken, or at a time when it would change the dice."""
    if seat >= len(table.seats) or table.seats[seat].kind == "bot":
        why = Sentence("{player}’s seat isn’t open", player=PlayerAt(seat))
        refuse("malformed", "no_such_seat", why)
    # Once the commitments are shown, dropping a nonce would allow a choice between two games.
    if table.journal is not None or (not table.open_seats() and table.nonce_commitments):
        refuse("refused", "begun", Sentence("the dice of this game have already been decided"))
    if table.seats[seat].kind == "human":
        _check_absent(seat, 0 if table.seats[seat].declined else table.setup.patience, away)


def _preview(table: Table, own: list[Seat], command: PreviewCommand) -> Reply:
    _need_own(own, command.seat)
    game = _need_begun(table)
    if (command.fields is None) == (command.activate is None):
        refuse("malformed", "preview", Sentence("a preview needs either fields or activate"))
    data = preview_choice(game, command.seat, command.modify, command.fields, command.activate)
    return Reply(Answer(command.id, ok=True, number=table.number, preview=data))
