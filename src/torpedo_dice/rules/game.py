"""The game: its state, whose move it is, and the effect of a move.

`legality.py` decides whether a move is allowed, and `round_end.py` resolves a round once everybody
has acted. Dice are arguments: the caller supplies every roll as a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from torpedo_dice.rules import legality, round_end
from torpedo_dice.rules.dashboard import Status, can_switch_on, status
from torpedo_dice.rules.errors import MoveError
from torpedo_dice.rules.events import (
    Event,
    Finished,
    Modified,
    Rerolled,
    Rolled,
    Started,
    Taken,
    TookBack,
)
from torpedo_dice.rules.formations import FACES, SHAPING, Face
from torpedo_dice.rules.moves import Activate, Fire, Modify, Move, Reroll, Roll, Seat, Start, Take
from torpedo_dice.rules.outcome import Outcome
from torpedo_dice.rules.placements import Placements
from torpedo_dice.rules.player import Player
from torpedo_dice.rules.resignation import resign
from torpedo_dice.rules.setup import Mode, SoloEnd, check_setup
from torpedo_dice.rules.sheet import Sheet
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import System

# Opposite faces of a die add up to this.
OPPOSITE_FACES = 7


@dataclass(frozen=True, slots=True)
class Chance:
    """A roll that the game is waiting for: the kind of move, and the seat it belongs to."""

    move: type[Start | Roll | Reroll]
    # The number of dice (Roll), or of seats to draw from (Start).
    count: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What a seat may do now.

    `shots` supports `fields in shots` without building the list of shots, which happens on
    iteration.
    """

    picks: tuple[int, ...] = ()
    modifications: tuple[Modify, ...] = ()
    shots: Placements | None = None
    activations: tuple[System, ...] = ()


@dataclass(slots=True)
class Game:
    """A game of Torpedo Dice. Start one with `Game.new`, and change it only with `apply`."""

    sheet: Sheet
    mode: Mode
    solo_end: SoloEnd
    players: list[Player]
    stage: Stage
    start: Seat = 0
    round: int = 0
    dice: tuple[Face, ...] = ()
    outcome: Outcome | None = None

    @classmethod
    def new(
        cls,
        sheet: Sheet,
        mode: Mode | str,
        players: int,
        *,
        solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
    ) -> Game:
        """Start a game; raise GameSetupError if the setup is invalid."""
        mode, solo_end = check_setup(sheet, mode, players, solo_end)
        is_solo = mode is Mode.SOLO
        return cls(
            sheet=sheet,
            mode=mode,
            solo_end=solo_end,
            players=[Player.at_start(sheet, solo=is_solo) for _ in range(players)],
            # In solo there is no start player to draw.
            stage=Stage.ROLL if is_solo else Stage.START,
        )

    # ------------------------------------------------------------------ questions

    @property
    def is_solo(self) -> bool:
        """Whether a single player plays against the automaton."""
        return self.mode is Mode.SOLO

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.stage is Stage.OVER

    @property
    def seats(self) -> range:
        """All seats, clockwise."""
        return range(len(self.players))

    @property
    def draft_order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they take dice in this round."""
        count = len(self.players)
        return tuple((self.start + step) % count for step in range(count))

    def left_of(self, seat: Seat) -> Seat:
        """Return the left neighbour, whose submarine the seat attacks."""
        return (seat + 1) % len(self.players)

    def target_of(self, seat: Seat) -> Seat | None:
        """Return the owner of the submarine that a seat attacks; None in a solo game."""
        return None if self.is_solo else self.left_of(seat)

    def attacker_of(self, seat: Seat) -> Seat:
        """Return the right neighbour, who attacks the seat's submarine."""
        return (seat - 1) % len(self.players)

    def seats_to_move(self) -> tuple[Seat, ...]:
        """Return the seats that may move now; empty while only a roll is due."""
        if self.stage is Stage.TAKE:
            return (next(seat for seat in self.draft_order if self.players[seat].pick is None),)
        if self.stage is Stage.ACT:
            return tuple(
                seat
                for seat, player in enumerate(self.players)
                if player.action is None and not player.awaits_roll()
            )
        return ()

    def chances(self) -> tuple[Chance, ...]:
        """Return the rolls that the game is waiting for."""
        if self.stage is Stage.START:
            return (Chance(Start, len(self.players)),)
        if self.stage is Stage.ROLL:
            return (Chance(Roll, self.dice_count),)
        return tuple(
            Chance(Reroll, 1, seat)
            for seat, player in enumerate(self.players)
            if player.awaits_roll()
        )

    @property
    def dice_count(self) -> int:
        """One more than the number of players."""
        return len(self.players) + 1

    @property
    def die_left(self) -> Face:
        """The die that nobody took; available once all players have taken theirs."""
        taken = {player.pick for player in self.players}
        return next(die for pick, die in enumerate(self.dice) if pick not in taken)

    def die_of(self, seat: Seat) -> Face:
        """Return a seat's die as it was taken."""
        pick = self.players[seat].pick
        if pick is None:
            raise ValueError(f"seat {seat} has not taken a die")
        return self.dice[pick]

    def face_of(self, seat: Seat) -> Face:
        """Return the face of a seat's die after its modification."""
        return self.face_with(seat, self.players[seat].modify)

    def face_with(self, seat: Seat, modify: Modify | None) -> Face:
        """Return the face that a seat's die would show after a modification."""
        die = self.die_of(seat)
        if modify is None or modify.system in SHAPING:
            return die
        match modify.system:
            case System.PERISCOPE:
                return OPPOSITE_FACES - die
            case System.TOWER:
                return die + (modify.step or 0)
            case System.FINS:
                return self.die_left if modify.other is None else self.die_of(modify.other)
            case _:
                rolled = self.players[seat].rolled
                if rolled is None:
                    raise ValueError(f"the propeller of seat {seat} has not been rolled")
                return rolled

    def shots(self, seat: Seat) -> Placements:
        """Return every shot that a seat's die, as modified, may fire; built lazily."""
        return self.shots_with(seat, self.players[seat].modify)

    def shots_with(self, seat: Seat, modify: Modify | None) -> Placements:
        """Return every shot that a seat's die could fire after a modification; built lazily."""
        shaping = modify.system if modify is not None and modify.system in SHAPING else None
        return self.sheet.placements(self.face_with(seat, modify), shaping)

    def status(self, seat: Seat, system: System) -> Status:
        """Return the state of one of a seat's own systems."""
        return status(self.sheet, self.players[seat], system)

    def free_targets(self, seat: Seat) -> int:
        """Return the mask of the enemy's target fields that a seat has not hit yet."""
        return self.sheet.all_targets & ~self.players[seat].hits

    def enemy_destroyed(self, seat: Seat) -> int:
        """Return the mask of the enemy's systems that a seat has destroyed."""
        return self.sheet.destroyed_by(self.players[seat].hits)

    # ------------------------------------------------------------------ legal moves

    def options(self, seat: Seat) -> Options:
        """Return what a seat may do now; empty if it is not its move."""
        if seat not in self.seats_to_move():
            return Options()
        if self.stage is Stage.TAKE:
            taken = {player.pick for player in self.players}
            return Options(picks=tuple(i for i in range(len(self.dice)) if i not in taken))
        player = self.players[seat]
        return Options(
            modifications=() if player.modify else tuple(self._modifications(seat)),
            shots=self.shots(seat),
            activations=tuple(
                system for system in self.sheet.systems if can_switch_on(self.sheet, player, system)
            ),
        )

    def _modifications(self, seat: Seat) -> Iterator[Modify]:
        die, players = self.die_of(seat), len(self.players)
        for system in self.sheet.systems:
            if self.status(seat, system).is_active:
                yield from _uses_of(system, seat, die, players)

    def legal_moves(self, seat: Seat) -> Iterator[Move]:
        """Yield every move a seat may make now, including each individual shot."""
        options = self.options(seat)
        yield from (Take(seat, pick) for pick in options.picks)
        yield from options.modifications
        yield from (Fire(seat, fields) for fields in options.shots or ())
        yield from (Activate(seat, system) for system in options.activations)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is allowed now."""
        return self.why_not(move) is None

    def why_not(self, move: Move) -> MoveError | None:
        """Return the error that `apply` would raise; None if the move is allowed.

        In a view, this also accepts the move that would end the round, although `apply` refuses it
        there.
        """
        try:
            legality.check(self, move)
        except MoveError as error:
            return error
        return None

    # ------------------------------------------------------------------ changes

    def apply(self, move: Move) -> list[Event]:
        """Make a move and return its events; a MoveError leaves the game unchanged."""
        return list(self.steps(move))

    def steps(self, move: Move) -> Iterator[Event]:
        """Make a move event by event, for callers that show each step.

        After each event, the game is in the corresponding state; the end of a round has several.
        The move is complete only when the iterator is exhausted. An illegal move raises MoveError
        before anything changes.
        """
        legality.check(self, move)
        match move:
            case Take():
                yield self._take(move)
            case Fire() | Activate():
                yield from self._act(move)
            case Modify():
                self.players[move.seat].modify = move
                awaits_roll = self.players[move.seat].awaits_roll()
                yield Modified(move.seat, move, None if awaits_roll else self.face_of(move.seat))
            case Reroll():
                self.players[move.seat].rolled = move.face
                yield Rerolled(move.seat, move.face)
            case Roll():
                self.round += 1
                self.dice = move.dice
                self.stage = Stage.TAKE
                yield Rolled(self.round, self.start, move.dice)
            case Start():
                self.start = move.seat
                self.stage = Stage.ROLL
                yield Started(move.seat)

    def _take(self, move: Take) -> Event:
        self.players[move.seat].pick = move.pick
        if all(player.pick is not None for player in self.players):
            self.stage = Stage.ACT
        return Taken(move.seat, move.pick, self.dice[move.pick])

    def _act(self, move: Fire | Activate) -> Iterator[Event]:
        legality.check_open_choices(self, move)
        self.players[move.seat].action = move
        yield Finished(move.seat)
        if all(player.action is not None for player in self.players):
            yield from round_end.resolve_round(self)

    def can_take_back(self, seat: Seat) -> bool:
        """Whether a seat has something that it may take back."""
        player = self.players[seat]
        if player.modify is None and player.action is None:
            # The usual case; an error would describe the whole position.
            return False
        try:
            legality.check_take_back(self, seat)
        except MoveError:
            return False
        return True

    def take_back(self, seat: Seat) -> list[Event]:
        """Take back a seat's choice of phases 2 and 3 while others are still choosing.

        A propeller roll that has been seen is kept; only what came after it is undone.
        """
        legality.check_take_back(self, seat)
        player = self.players[seat]
        had_finished = player.action is not None
        player.action = None
        if player.rolled is None:
            player.modify = None
        return [TookBack(seat, had_finished)]

    def resign(self, seat: Seat) -> list[Event]:
        """Resign a seat; with three or four players the game goes on unchanged."""
        return resign(self, seat)

    # ------------------------------------------------------------------ copies and text forms

    def copy(self) -> Game:
        """Return an independent copy."""
        return self._with_players([player.copy() for player in self.players])

    def view(self, seat: Seat | None) -> Game:
        """Return the game as seen by a seat, or by a spectator (None).

        Of the others' choices in phases 2 and 3, a view shows only who has finished. It knows which
        moves are legal, but a round can't be ended in it.
        """
        return self._with_players(
            [
                player.copy() if other == seat else player.covered()
                for other, player in enumerate(self.players)
            ]
        )

    def _with_players(self, players: list[Player]) -> Game:
        return Game(
            sheet=self.sheet,
            mode=self.mode,
            solo_end=self.solo_end,
            players=players,
            stage=self.stage,
            start=self.start,
            round=self.round,
            dice=self.dice,
            outcome=self.outcome,
        )

    def to_text(self) -> str:
        """Return the canonical text form, one line, the inverse of `Game.from_text`."""
        from torpedo_dice.rules.position import game_to_text

        return game_to_text(self)

    @staticmethod
    def from_text(text: str, sheet: Sheet) -> Game:
        """Parse the text form of a game on this sheet; raise PositionError if it is invalid."""
        from torpedo_dice.rules.position import parse_game

        return parse_game(text, sheet)


# There are a few hundred of them, and every view of a table lists some.
@cache
def _uses_of(system: System, seat: Seat, die: Face, players: int) -> tuple[Modify, ...]:
    """Return the ways in which a seat can use an active system on its die."""
    if system is System.TOWER:
        return tuple(Modify(seat, system, step=step) for step in (1, -1) if die + step in FACES)
    if system is System.FINS and players > 1:
        return tuple(Modify(seat, system, other=each) for each in range(players) if each != seat)
    return (Modify(seat, system),)
