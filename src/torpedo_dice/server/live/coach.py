"""The coach: judges a choice before it is made, at tables that allow it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from torpedo_dice.rules import (
    Fire,
    Game,
    NotYourMoveError,
    PlayerAt,
    PlayerMove,
    Seat,
    Sentence,
    parse_player_move,
)
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.messages.rest import Advice, AskCoach, BestChoice

if TYPE_CHECKING:
    from torpedo_dice.review import Judge


async def ask_coach(lobby: Lobby, room: Room, ask: AskCoach, client: str) -> Advice:
    """Judge a choice before it is made, if the table has a coach."""
    seat, game = lobby.seat_of(room, ask.secret), room.table.game
    if not room.table.setup.coach:
        raise RequestRefused(409, "no_coach", Sentence("this table has no coach"))
    if game is None or seat not in game.seats_to_move():
        raise RequestRefused(409, "not_your_turn", Sentence("it isn’t your turn"))
    moves = [parse_player_move(text) for text in ask.moves]
    check_moves(game, seat, moves)
    work = partial(advice, game.copy(), seat, moves, with_best=ask.best)
    return await lobby.thinking.searching.run(room.table.id, client, work)


# One judge per thread: they are not made for several at once.
_own = threading.local()


def advice(game: Game, seat: Seat, moves: Sequence[PlayerMove], *, with_best: bool) -> Advice:
    """Judge a choice, in a thread of the bots; `game` may be any copy, only its view is used."""
    from torpedo_dice.review.advice import advise

    found = advise(game.view(seat), seat, moves, _judge())
    shot = next((move for move in found.moves if isinstance(move, Fire)), None)
    best = BestChoice(
        *_figures(game, seat, found.best),
        moves=list(map(str, found.moves)),
        fields=None if shot is None else list(shot.fields),
    )
    return Advice(*_figures(game, seat, found.outlook), best=best if with_best else None)


def check_moves(game: Game, seat: Seat, moves: Sequence[PlayerMove]) -> None:
    """Raise MoveError if these moves can't be made now, one after the other, by a seat."""
    view = game.view(seat)
    for number, move in enumerate(moves):
        if move.seat != seat:
            why = Sentence("you don’t play for {player}", player=PlayerAt(move.seat))
            raise NotYourMoveError(
                "not_your_seat", why, move=str(move), position="", where=Sentence("text form")
            )
        error = view.why_not(move)
        if error is not None:
            raise error
        if number < len(moves) - 1:
            view.apply(move)


def _figures(game: Game, seat: Seat, outlook: tuple[float, ...]) -> tuple[float, float | None]:
    """Return the win chance and, in solo, the expected score."""
    return (outlook[0], outlook[1]) if game.is_solo else (outlook[seat], None)


def _judge() -> Judge:
    if not hasattr(_own, "judge"):
        from torpedo_dice.review.quick import QuickJudge

        _own.judge = QuickJudge()
    judge: Judge = _own.judge
    return judge
