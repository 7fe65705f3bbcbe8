"""A position of a recorded game, from which a new table continues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from torpedo_dice.record import RecordData, Replay
from torpedo_dice.rules import Game, Modify, Move, Reroll, Roll, Seat, Sentence, Stage, Take
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable
from torpedo_dice.server.messages.review import PlayOn
from torpedo_dice.server.table.setup import PlayedOn

# Moves of the other game, rolls included: more than a hundred rounds of four players.
MAX_MOVES = 2000


@dataclass(frozen=True, slots=True)
class Continued:
    """A seat's position in a game: the settings, and all moves so far in their text form."""

    mode: Any
    solo_end: Any
    sheet: dict[str, Any]
    first: Seat | None
    players: int
    seat: Seat
    round: int
    moves: tuple[str, ...]

    def new_table(self, wish: PlayOn) -> NewTable:
        """Return the table to create: one person at the seat that decides, bots at the others."""
        person = HumanSeat(wish.name, wish.nonce_commitment)
        return NewTable(
            mode=self.mode,
            seats=[
                person if seat == self.seat else BotSeat(wish.bot) for seat in range(self.players)
            ],
            sheet=self.sheet,
            solo_end=self.solo_end,
            first=self.first,
            pace=wish.pace,
            commitment=wish.commitment,
        )

    def played_on(self) -> PlayedOn:
        """Return what the table's setup remembers."""
        if len(self.moves) > MAX_MOVES:
            why = Sentence("this game is too long to play on from here")
            raise RequestRefused(422, "too_long", why)
        return PlayedOn(self.round, self.moves)


def position_in(record: RecordData, round_number: int, seat: Seat, view: Game) -> Continued:
    """Return the position in which a seat saw this view, in a valid record."""
    replay = Replay(record)
    game = replay.game.copy()
    moves = _moves_before(replay, round_number, seat, view)
    return Continued(
        mode=str(game.mode),
        solo_end=str(game.solo_end),
        sheet=record["sheet"],
        first=None if game.is_solo else game.start,
        players=len(replay.players),
        seat=seat,
        round=round_number,
        moves=tuple(map(str, moves)),
    )


def _moves_before(replay: Replay, round_number: int, seat: Seat, view: Game) -> Iterator[Move]:
    """Yield all moves of earlier rounds and, of this one, those that the view shows.

    What others had chosen but not revealed is not among them: the bots choose anew.
    """
    taken = view.stage is not Stage.TAKE
    has_used, has_rolled = view.players[seat].modify, view.players[seat].rolled
    for played in replay.moves():
        move, number = played.move, played.before.round + isinstance(played.move, Roll)
        if number > round_number:
            return
        match move:
            case _ if number < round_number:
                yield move
            case Roll():
                yield move
            case Take() if taken or view.players[move.seat].pick is not None:
                yield move
            case Modify() if move.seat == seat and has_used is not None:
                yield move
            case Reroll() if move.seat == seat and has_rolled is not None:
                yield move
