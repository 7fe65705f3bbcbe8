"""Replay a record by the rules with the dice it claims, step by step or round by round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from torpedo_dice.record.claimed_dice import claimed_dice
from torpedo_dice.record.finding import (
    Finding,
    check_one_each,
    checked,
    in_words,
    read,
    required,
)
from torpedo_dice.record.format import FORMAT, UNFINISHED, VERSION, RecordData
from torpedo_dice.record.limits import check_limits
from torpedo_dice.record.recorder import PlayerInfo
from torpedo_dice.rules import (
    Activate,
    Activated,
    Event,
    Finished,
    Fire,
    Fired,
    Game,
    GameSetupError,
    Modify,
    Move,
    MoveError,
    PlayerAt,
    Reason,
    Reroll,
    Resigned,
    Roll,
    Rolled,
    Seat,
    Sentence,
    SheetError,
    SoloEnd,
    Start,
    System,
    Take,
    Taken,
    ends_by_resigning,
    named,
    parse_sheet,
)
from torpedo_dice.rules.systems import SYSTEMS_BY_ID

# Where in a record the settings are that may be inconsistent.
_PLACES = {"solo_end": "options.solo_end", "players": "players"}


class StepKind(StrEnum):
    """The kinds of steps of a replay."""

    ROLLED = "rolled"
    TAKEN = "taken"
    REVEALED = "revealed"
    ROUND_ENDED = "round_ended"
    RESIGNED = "resigned"


_KINDS: dict[type[Event], StepKind] = {
    Rolled: StepKind.ROLLED,
    Taken: StepKind.TAKEN,
    Fired: StepKind.REVEALED,
    Activated: StepKind.REVEALED,
}


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A step of a replay: its public events, and a spectator's view of the game after them."""

    kind: StepKind
    events: tuple[Event, ...]
    game: Game

    @property
    def seat(self) -> Seat | None:
        """The seat that the step belongs to; None if it concerns everybody."""
        only = self.events[0]
        return only.seat if isinstance(only, Taken | Fired | Activated | Resigned) else None


@dataclass(frozen=True, slots=True)
class ReplayMove:
    """A move of a replay with the position before it and all of its events, also private ones.

    `before.view(seat)` is what a seat saw when it decided.
    """

    before: Game
    move: Move
    events: tuple[Event, ...]


class Replay:
    """Replays a record by the rules. Anything invalid raises a Finding with its location."""

    def __init__(self, record: RecordData) -> None:
        self.record = record
        check_limits(record)
        _check_format(record)
        self.rounds: list[Any] = read(record, "rounds", list)
        self.players = _players(record)
        self.game = self._new_game()
        self.reason: str = read(read(record, "result", dict), "reason", str, "result")
        self.is_finished = self.reason != UNFINISHED
        self.dice = claimed_dice(record, self.players, is_finished=self.is_finished)
        # The moves of the current round, noted only for `moves`.
        self._noted: list[ReplayMove] | None = None
        self._begin()

    def _new_game(self) -> Game:
        options = read(self.record, "options", dict)
        solo_end = options.get("solo_end", SoloEnd.END_OF_ROUND)
        mode = read(self.record, "mode", str)
        try:
            sheet = parse_sheet(read(self.record, "sheet", dict))
        except SheetError as error:
            raise Finding("sheet", error.args[0]) from None
        try:
            return Game.new(sheet, mode, len(self.players), solo_end=solo_end)
        except GameSetupError as error:
            raise Finding(_PLACES.get(error.where, "mode"), error.args[0]) from None

    def _begin(self) -> None:
        first = read(self.record, "first", int)
        seats = self.game.seats
        if first not in seats:
            why = Sentence(
                "there’s no seat {seat}: seats are numbered 0 to {last}",
                seat=in_words(first),
                last=seats[-1],
            )
            raise Finding("first", why)
        is_drawn = self._is_first_drawn()
        if self.game.is_solo:
            return
        if self.dice is not None and is_drawn:
            drawn = self.dice.first(len(seats))
            if first != drawn:
                why = Sentence(
                    "is {player}, but the dice drew {drawn}",
                    player=PlayerAt(first),
                    drawn=PlayerAt(drawn),
                )
                raise self._finding("first", why)
        self.game.apply(Start(first))

    def _is_first_drawn(self) -> bool:
        """Whether the record claims that the start player was drawn; the default is no."""
        says = self.record["options"].get("first", "named")
        if says not in ("drawn", "named"):
            raise Finding(
                "options.first", Sentence("{says} is neither drawn nor named", says=in_words(says))
            )
        return bool(says == "drawn")

    def steps(self) -> Iterator[ReplayStep]:
        """Replay the rest of the record, yielding what everybody could see after each step.

        Private events are omitted; their content becomes visible with the reveal.
        """
        for index in range(self.game.round, len(self.rounds)):
            resolved: list[Event] = []
            for event in self.play_round(index):
                if event.private_to is not None or isinstance(event, Finished):
                    continue
                kind = _KINDS.get(type(event))
                if kind is None:
                    resolved.append(event)
                else:
                    yield ReplayStep(kind, (event,), self.game.view(None))
            yield ReplayStep(StepKind.ROUND_ENDED, tuple(resolved), self.game.view(None))
        if resigned := self.play_resignation():
            yield ReplayStep(StepKind.RESIGNED, tuple(resigned), self.game.view(None))

    def moves(self) -> Iterator[ReplayMove]:
        """Replay the rest of the record move by move, rolls included, one round at a time.

        A resignation is not a move; when this is exhausted, `game` is in the final position.
        """
        for index in range(self.game.round, len(self.rounds)):
            self._noted = []
            for _ in self.play_round(index):
                pass
            yield from self._noted
        self._noted = None
        self.play_resignation()

    def play_round(self, index: int) -> Iterator[Event]:
        """Replay the next round event by event; the game is in the state after each one."""
        where = f"rounds[{index}]"
        if self.game.is_over:
            raise Finding(where, Sentence("the game was over before this round"))
        data = checked(self.rounds[index], dict, where)
        yield from self._roll(data, where)
        turns = read(data, "turns", list, where)
        order = self.game.draft_order
        check_one_each(turns, len(order), f"{where}.turns")
        for phase in (self._take, self._act):
            for number, seat in enumerate(order):
                yield from phase(turns[number], seat, f"{where}.turns[{number}]")

    def play_resignation(self) -> list[Event]:
        """Replay the resignation that ended the game after its last complete round, if any."""
        if self.reason != Reason.RESIGNED:
            return []
        where = "result.resigned"
        seats = read(self.record["result"], "resigned", list, "result")
        if len(seats) != 1:
            raise Finding(where, Sentence("must contain the one seat that ended the game"))
        seat = checked(seats[0], int, f"{where}[0]")
        if self.game.is_over:
            raise Finding("result.reason", Sentence("is resigned, but the game was already over"))
        if not ends_by_resigning(len(self.players)):
            why = Sentence("is resigned, but with three or four players a bot plays on")
            raise Finding("result.reason", why)
        try:
            return self.game.resign(seat)
        except MoveError as error:
            raise self._finding(f"{where}[0]", error.why) from None

    def _roll(self, data: dict[str, Any], where: str) -> Iterator[Event]:
        dice = read(data, "dice", list, where)
        faces = [checked(face, int, f"{where}.dice[{i}]") for i, face in enumerate(dice)]
        yield from self._apply(Roll(tuple(faces)), f"{where}.dice")
        if self.dice is not None:
            rolled = self.dice.roll(self.game.round, self.game.dice_count)
            for i, pair in enumerate(zip(faces, rolled, strict=True)):
                _check_roll(*pair, f"{where}.dice[{i}]")

    def _take(self, turn: object, seat: int, where: str) -> Iterator[Event]:
        data = checked(turn, dict, where)
        says = read(data, "seat", int, where)
        if says != seat:
            why = Sentence(
                "is {says}, but it’s {player}’s turn to take a die (seat {seat})",
                says=in_words(says),
                player=PlayerAt(seat),
                seat=seat,
            )
            raise self._finding(f"{where}.seat", why)
        yield from self._apply(Take(seat, read(data, "pick", int, where)), f"{where}.pick")

    def _act(self, data: dict[str, Any], seat: int, where: str) -> Iterator[Event]:
        yield from self._modify(data, seat, where)
        if ("fire" in data) == ("activate" in data):
            raise Finding(where, Sentence("must contain either fire or activate"))
        if "activate" in data:
            system = _system(read(data, "activate", str, where), f"{where}.activate")
            yield from self._apply(Activate(seat, system), f"{where}.activate")
        else:
            fire = read(data, "fire", list, where)
            fields = tuple(_field(spot, f"{where}.fire[{i}]") for i, spot in enumerate(fire))
            yield from self._apply(Fire(seat, fields), f"{where}.fire")

    def _modify(self, data: dict[str, Any], seat: int, where: str) -> Iterator[Event]:
        if required(data, "modify", where) is None:
            return
        modify = read(data, "modify", dict, where)
        where = f"{where}.modify"
        system = _system(read(modify, "system", str, where), f"{where}.system")
        step = read(modify, "step", int, where) if "step" in modify else None
        other = read(modify, "seat", int, where) if "seat" in modify else None
        yield from self._apply(Modify(seat, system, step=step, other=other), where)
        if system is System.PROPELLER:
            roll = read(modify, "roll", int, where)
            yield from self._apply(Reroll(seat, roll), f"{where}.roll")
            if self.dice is not None:
                _check_roll(roll, self.dice.propeller(self.game.round, seat), f"{where}.roll")

    def _apply(self, move: Move, where: str) -> Iterator[Event]:
        before = None if self._noted is None else self.game.copy()
        events = []
        try:
            for event in self.game.steps(move):
                events.append(event)
                yield event
        except MoveError as error:
            raise self._finding(where, error.why) from None
        if self._noted is not None and before is not None:
            self._noted.append(ReplayMove(before, move, tuple(events)))

    def _finding(self, where: str, why: str) -> Finding:
        """Return a finding that calls the players by their names."""
        return Finding(where, named(why, [player.name for player in self.players]))


def _check_roll(says: int, rolled: int, where: str) -> None:
    if says != rolled:
        raise Finding(
            where, Sentence("is {face}, but the seed rolls {rolled}", face=says, rolled=rolled)
        )


def _check_format(record: RecordData) -> None:
    if read(record, "format", str) != FORMAT:
        raise Finding(
            "format",
            Sentence("must be {known!r}, not {given!r}", given=record["format"], known=FORMAT),
        )
    if read(record, "version", int) != VERSION:
        given = in_words(record["version"])
        why = Sentence("{value} is unknown (known: {known})", value=given, known=VERSION)
        raise Finding("version", why)


def _players(record: RecordData) -> list[PlayerInfo]:
    players = []
    for seat, entry in enumerate(read(record, "players", list)):
        where = f"players[{seat}]"
        data = checked(entry, dict, where)
        kind = read(data, "kind", str, where)
        if kind not in ("human", "bot"):
            raise Finding(f"{where}.kind", Sentence("{kind!r} is neither human nor bot", kind=kind))
        bot = read(data, "bot", str, where) if kind == "bot" else None
        stand_in = read(data, "stand_in", str, where) if "stand_in" in data else None
        players.append(PlayerInfo(read(data, "name", str, where), kind, bot, stand_in))
    return players


def _system(name: str, where: str) -> System:
    if name not in SYSTEMS_BY_ID:
        raise Finding(where, Sentence("{name!r} isn’t a system", name=name))
    return SYSTEMS_BY_ID[name]


def _field(spot: object, where: str) -> tuple[int, int]:
    pair = checked(spot, list, where)
    if len(pair) != 2:
        raise Finding(where, Sentence("must be a row and a column"))
    row, column = (checked(number, int, f"{where}[{i}]") for i, number in enumerate(pair))
    return row, column
