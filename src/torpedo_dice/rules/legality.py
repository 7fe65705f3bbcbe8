"""Decide whether a move is legal, with an error message for every rule that forbids one.

There are three kinds of errors: malformed moves, moves that the rules forbid (illegal), and moves
that are not the seat's to make now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from torpedo_dice.rules.dashboard import Status
from torpedo_dice.rules.errors import (
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
    NotYourMoveError,
)
from torpedo_dice.rules.fields import field_name
from torpedo_dice.rules.formations import FACES
from torpedo_dice.rules.moves import Activate, Fire, Modify, Move, Reroll, Roll, Seat, Start, Take
from torpedo_dice.rules.player import COVERED
from torpedo_dice.rules.sentence import PlayerAt, Sentence
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import System

if TYPE_CHECKING:
    from torpedo_dice.rules.game import Game

_STAGE_SENTENCES = {
    Stage.START: Sentence("the start player hasn’t been chosen yet"),
    Stage.ROLL: Sentence("the dice for the next round haven’t been rolled yet"),
    Stage.TAKE: Sentence("the dice are still being taken"),
    Stage.ACT: Sentence("all dice have been taken: modify, fire or activate"),
    Stage.OVER: Sentence("the game is over"),
}

_STATUS_SENTENCES = {
    Status.OFF: Sentence("the switch is off"),
    Status.SCREEN_INCOMPLETE: Sentence("both other systems on that screen must be on or destroyed"),
    Status.USES_SPENT: Sentence("no uses left in this game"),
    Status.DESTROYED: Sentence("that system is destroyed"),
}


class _Judge:
    """Checks one move; holds the context that every message needs."""

    def __init__(self, game: Game, move: Move | str) -> None:
        self.game = game
        self.move = move

    def refuse(self, kind: type[MoveError], code: str, why: str) -> NoReturn:
        raise kind(
            code,
            why,
            move=_name_of(self.move),
            # The mover's view: an error must not reveal the others' choices.
            position=self.game.view(getattr(self.move, "seat", None)).to_text(),
            where=Sentence("round {round}, {stage}", round=self.game.round, stage=self.game.stage),
        )

    def need_seat(self, seat: object) -> None:
        if not _is_int(seat) or seat not in self.game.seats:
            count = len(self.game.players)
            self.refuse(
                MalformedMoveError,
                "no_such_seat",
                Sentence(
                    "there’s no seat {seat}: seats are numbered 0 to {last}",
                    seat=repr(seat),
                    last=count - 1,
                ),
            )

    def need_stage(self, stage: Stage) -> None:
        if self.game.stage is not stage:
            self.refuse(
                IllegalMoveError, f"stage_{self.game.stage}", _STAGE_SENTENCES[self.game.stage]
            )

    def need_unfinished(self, seat: Seat) -> None:
        player = self.game.players[seat]
        if player.action is not None:
            self.refuse(
                NotYourMoveError,
                "already_finished",
                Sentence("{player} has already finished this round", player=PlayerAt(seat)),
            )
        self.need_no_roll(seat)

    def need_no_roll(self, seat: Seat) -> None:
        if self.game.players[seat].awaits_roll():
            self.refuse(
                IllegalMoveError,
                "roll_pending",
                Sentence("{player}’s propeller is still rolling", player=PlayerAt(seat)),
            )

    def check_start(self, move: Start) -> None:
        self.need_seat(move.seat)
        if self.game.stage is not Stage.START:
            self.refuse(
                IllegalMoveError, "already_started", Sentence("the game has already started")
            )

    def check_roll(self, move: Roll) -> None:
        if not isinstance(move.dice, tuple) or not all(map(_is_face, move.dice)):
            self.refuse(MalformedMoveError, "face", Sentence("a die shows a face from 1 to 6"))
        self.need_stage(Stage.ROLL)
        if len(move.dice) != self.game.dice_count:
            self.refuse(
                MalformedMoveError,
                "dice_count",
                Sentence(
                    "this game uses {count} dice, not {given}",
                    count=self.game.dice_count,
                    given=len(move.dice),
                ),
            )

    def check_take(self, move: Take) -> None:
        self.need_seat(move.seat)
        self.need_stage(Stage.TAKE)
        (turn,) = self.game.seats_to_move()
        if move.seat != turn:
            self.refuse(
                NotYourMoveError,
                "not_your_turn",
                Sentence("it’s {player}’s turn to take a die", player=PlayerAt(turn)),
            )
        if not _is_int(move.pick) or not 0 <= move.pick < len(self.game.dice):
            last = len(self.game.dice) - 1
            self.refuse(
                MalformedMoveError,
                "no_such_die",
                Sentence(
                    "there’s no die {die}: dice are numbered 0 to {last}",
                    die=repr(move.pick),
                    last=last,
                ),
            )
        if any(player.pick == move.pick for player in self.game.players):
            self.refuse(
                IllegalMoveError,
                "die_taken",
                Sentence("that die has already been taken"),
            )

    def check_modify(self, move: Modify) -> None:
        self.need_seat(move.seat)
        self.need_stage(Stage.ACT)
        self.need_unfinished(move.seat)
        self.need_well_formed(move)
        if self.game.players[move.seat].modify is not None:
            self.refuse(
                IllegalMoveError,
                "already_modified",
                Sentence("only one system can be used each round"),
            )
        self.need_active(move.seat, move.system)
        if move.system is System.TOWER and move.step is not None:
            die = self.game.die_of(move.seat)
            if die + move.step not in FACES:
                self.refuse(
                    IllegalMoveError,
                    "tower_wrap",
                    Sentence(
                        "the tower can’t turn a {die} by {step:+d}: no wrapping from 6 to 1",
                        die=die,
                        step=move.step,
                    ),
                )
        if move.system is System.FINS and move.other == move.seat:
            self.refuse(
                IllegalMoveError,
                "fins_own_die",
                Sentence("the fins copy another player’s die, not your own"),
            )

    def need_well_formed(self, move: Modify) -> None:
        if not isinstance(move.system, System):
            self.refuse(
                MalformedMoveError,
                "system",
                Sentence("{name!r} isn’t a system", name=move.system),
            )
        if (move.step is not None) != (move.system is System.TOWER):
            self.refuse(
                MalformedMoveError,
                "step",
                Sentence("the tower, and no other system, takes a step of +1 or −1"),
            )
        if move.step is not None and (not _is_int(move.step) or move.step not in (1, -1)):
            self.refuse(
                MalformedMoveError,
                "step",
                Sentence("the tower’s step must be +1 or −1, not {step}", step=move.step),
            )
        copies_seat = move.system is System.FINS and not self.game.is_solo
        if (move.other is not None) != copies_seat:
            self.refuse(
                MalformedMoveError,
                "other",
                Sentence("the fins must name the seat whose die they copy, except in solo"),
            )
        if move.other is not None:
            self.need_seat(move.other)

    def need_active(self, seat: Seat, system: System) -> None:
        if system not in self.game.sheet.systems:
            self.refuse(
                IllegalMoveError,
                "no_such_system",
                Sentence("this submarine has no {system}", system=Sentence(system.id)),
            )
        status = self.game.status(seat, system)
        if not status.is_active:
            self.refuse(
                IllegalMoveError,
                f"system_{status}",
                Sentence(
                    "{player} can’t use {system}: {why}",
                    player=PlayerAt(seat),
                    system=Sentence(system.id),
                    why=_STATUS_SENTENCES[status],
                ),
            )

    def check_reroll(self, move: Reroll) -> None:
        self.need_seat(move.seat)
        if not _is_face(move.face):
            self.refuse(MalformedMoveError, "face", Sentence("a die shows a face from 1 to 6"))
        self.need_stage(Stage.ACT)
        if not self.game.players[move.seat].awaits_roll():
            self.refuse(
                IllegalMoveError,
                "no_roll",
                Sentence("{player}’s propeller isn’t rolling", player=PlayerAt(move.seat)),
            )

    def check_fire(self, move: Fire) -> None:
        self.need_seat(move.seat)
        if not isinstance(move.fields, tuple) or not all(map(_is_field, move.fields)):
            self.refuse(MalformedMoveError, "field", Sentence("a field must be a row and a column"))
        for one, next_one in zip(move.fields, move.fields[1:], strict=False):
            if one == next_one:
                self.refuse(
                    MalformedMoveError,
                    "field_twice",
                    Sentence("{field} is listed twice", field=field_name(one)),
                )
        self.need_stage(Stage.ACT)
        self.need_unfinished(move.seat)
        shots = self.game.shots(move.seat)
        objection = shots.objection(move.fields)
        if objection is not None:
            self.refuse(IllegalMoveError, objection, self.shot_sentence(move, objection))

    def shot_sentence(self, move: Fire, objection: str) -> str:
        formation = self.game.shots(move.seat).formation
        die = Sentence("a {face}", face=formation.face)
        if formation.system:
            name = Sentence(formation.system.id)
            die = Sentence("a {face} with {system}", face=formation.face, system=name)
        return {
            "torpedo_count": Sentence(
                "every pip fires: {die} has {count}, not {given}",
                die=die,
                count=formation.count,
                given=len(move.fields),
            ),
            "formation": Sentence("that isn’t a formation of {die}", die=die),
            "off_the_grid": Sentence("the pattern must cover at least one field of the grid"),
        }[objection]

    def check_activate(self, move: Activate) -> None:
        self.need_seat(move.seat)
        if not isinstance(move.system, System):
            self.refuse(
                MalformedMoveError,
                "system",
                Sentence("{name!r} isn’t a system", name=move.system),
            )
        self.need_stage(Stage.ACT)
        self.need_unfinished(move.seat)
        system, player = move.system, self.game.players[move.seat]
        if not self.game.sheet.is_mission:
            self.refuse(
                IllegalMoveError, "no_switches", Sentence("Training has no switches: fire instead")
            )
        if not system.has_switch:
            self.refuse(
                IllegalMoveError,
                "no_switch",
                Sentence("can’t activate {system}: no switch", system=Sentence(system.id)),
            )
        if player.destroyed & system.bit:
            self.refuse(
                IllegalMoveError,
                "system_destroyed",
                Sentence("can’t activate {system}: destroyed", system=Sentence(system.id)),
            )
        if player.switched & system.bit:
            self.refuse(
                IllegalMoveError,
                "already_on",
                Sentence("can’t activate {system}: already on", system=Sentence(system.id)),
            )

    def need_open_choices(self, seat: Seat) -> None:
        """Refuse to end a round in a view, where the others' choices are hidden."""
        others = [p.action for other, p in enumerate(self.game.players) if other != seat]
        if COVERED in others and None not in others:
            self.refuse(
                IllegalMoveError,
                "view",
                Sentence("a view doesn’t contain the other players’ choices"),
            )


def check(game: Game, move: Move) -> None:
    """Raise MoveError if the move is not allowed in this position."""
    judge = _Judge(game, move)
    match move:
        case Take():
            judge.check_take(move)
        case Modify():
            judge.check_modify(move)
        case Fire():
            judge.check_fire(move)
        case Activate():
            judge.check_activate(move)
        case Roll():
            judge.check_roll(move)
        case Reroll():
            judge.check_reroll(move)
        case Start():
            judge.check_start(move)
        case _:
            judge.refuse(MalformedMoveError, "no_move", Sentence("that isn’t a move"))


def check_open_choices(game: Game, move: Fire | Activate) -> None:
    """Raise MoveError if a move would end the round in a view, where choices are hidden."""
    _Judge(game, move).need_open_choices(move.seat)


def check_take_back(game: Game, seat: Seat) -> None:
    """Raise MoveError if a seat has nothing to take back."""
    judge = _Judge(game, f"{seat} takes back")
    judge.need_seat(seat)
    judge.need_stage(Stage.ACT)
    player = game.players[seat]
    if player.action is None and (player.modify is None or player.rolled is not None):
        judge.refuse(
            IllegalMoveError,
            "nothing_to_take_back",
            Sentence("{player} has nothing to undo", player=PlayerAt(seat)),
        )
    judge.need_no_roll(seat)


def check_resign(game: Game, seat: Seat) -> None:
    """Raise MoveError if a seat can't resign."""
    judge = _Judge(game, f"{seat} resigns")
    judge.need_seat(seat)
    if game.is_over:
        judge.need_stage(Stage.ACT)


def _name_of(move: Move | str) -> str:
    """Name a move even if it is too malformed to have a text form."""
    try:
        return str(move)
    except (AttributeError, TypeError, ValueError):
        return repr(move)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_face(value: object) -> bool:
    return _is_int(value) and value in FACES


def _is_field(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_is_int, value))
