"""Positions to continue from: every decision of a game, as its player saw it."""

from __future__ import annotations

import pytest
from msgspec import Raw

from torpedo_dice.record import FairDice, PlayerInfo, RecordData, RecordedGame
from torpedo_dice.review import review
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.rules import parse_move, parse_sheet
from torpedo_dice.server.http.continued import MAX_MOVES, Continued, position_in
from torpedo_dice.server.live.lobby import RequestRefused
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat
from torpedo_dice.server.messages.review import PlayOn


@pytest.mark.parametrize("name", ["training_record", "solo_record"])
def test_positions(name: str, request: pytest.FixtureRequest) -> None:
    """A game with these moves is where the player was, and goes on with dice of its own."""
    record: RecordData = request.getfixturevalue(name)
    for number, decision in list(review(record, QuickJudge()).decisions())[::5]:
        found = position_in(record, number, decision.seat, decision.view)
        players = [PlayerInfo(f"p{seat}") for seat in range(found.players)]
        game = RecordedGame(
            parse_sheet(found.sheet),
            found.mode,
            players,
            FairDice.repeatable("another game", found.players),
            solo_end=found.solo_end,
            first=found.first,
            opening=[parse_move(move) for move in found.moves],
        )
        game.begin()
        now, then = game.game, decision.view
        assert (now.round, now.stage, now.dice) == (number, then.stage, then.dice)
        assert decision.seat in now.seats_to_move()
        for seat in now.seats:
            own, was = now.players[seat], then.players[seat]
            assert (own.hits, own.reserve, own.pick) == (was.hits, was.reserve, was.pick)
        own, was = now.players[decision.seat], then.players[decision.seat]
        assert (own.modify, own.rolled) == (was.modify, was.rolled)
        assert not game.has_record
        with pytest.raises(ValueError, match="no record"):
            game.record()


def test_new_table() -> None:
    """One person at the seat that decides, bots at the others; a very long game is refused."""
    position = Continued("mission", "end_of_round", {}, 2, 3, 1, 5, ("0 take 1",))
    table = position.new_table(PlayOn(record=Raw(b"{}"), played=3, bot="captain", name="Ada"))
    assert [type(seat) for seat in table.seats] == [BotSeat, HumanSeat, BotSeat]
    assert position.played_on().round == 5
    long = Continued("mission", "end_of_round", {}, 2, 3, 1, 5, ("0 take 1",) * (MAX_MOVES + 1))
    with pytest.raises(RequestRefused, match="too long"):
        long.played_on()
