"""Bots in this process: any failure to return a legal move becomes a single error."""

from __future__ import annotations

from asyncio import CancelledError
from concurrent.futures import ThreadPoolExecutor

import pytest

from torpedo_dice.bots import Bot, BotFailedError, Ensign
from torpedo_dice.bots.asking import legal_choice, made_bot
from torpedo_dice.rules import Game, Move, Seat, Take


class Failing(Ensign):
    """A bot that raises or returns whatever the test configures."""

    def __init__(self, does: object) -> None:
        super().__init__(1)
        self.does = does

    def choose(self, view: Game, seat: Seat) -> Move:  # noqa: ARG002  # the view is irrelevant here
        """Raise the configured error, or return the configured object."""
        if isinstance(self.does, BaseException):
            raise self.does
        return self.does  # type: ignore[return-value]


class Mute(Exception):  # noqa: N818  # as a bot might name it
    """An error whose message can't be read."""

    def __str__(self) -> str:
        raise SystemExit


def test_a_legal_choice_is_handed_on(game: Game) -> None:
    """A well-behaved bot's move is returned unchanged."""
    assert game.is_legal(legal_choice(Ensign(1), game, 1))


@pytest.mark.parametrize(
    ("does", "message"),
    [
        (KeyError("a\nb"), r"raised KeyError: 'a\nb' (round 1, take)"),
        (SystemExit(3), "raised SystemExit: 3 (round 1, take)"),
        (CancelledError(), "raised CancelledError (round 1, take)"),
        (Mute(), "raised Mute (round 1, take)"),
        (None, "made an illegal move, “None”: that isn’t a move (round 1)"),
        (Take(1, 10**5000), "raised ValueError: Exceeds the limit"),
        (Take(0, 1), "moved for another player (round 1)"),
    ],
)
def test_anything_else_is_an_error(does: object, message: str, game: Game) -> None:
    """The error says what the bot did and when, and the game is unchanged."""
    before = game.copy()
    with pytest.raises(BotFailedError) as caught:
        legal_choice(Failing(does), game, 1)
    assert str(caught.value).startswith(message)
    assert ("in choose" in caught.value.details) == isinstance(does, BaseException)
    assert game == before


def test_an_interrupt_gets_through(game: Game) -> None:
    """Ctrl-C is never swallowed; in a thread, where it can't occur, it is the bot's own error."""
    bot = Failing(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        legal_choice(bot, game, 1)
    with ThreadPoolExecutor(1) as threads, pytest.raises(BotFailedError, match="KeyboardInterrupt"):
        threads.submit(legal_choice, bot, game, 1).result()


def test_a_bot_that_cannot_be_made() -> None:
    """An unknown name raises the same error."""
    bot: Bot = made_bot("ensign", 1)
    assert isinstance(bot, Ensign)
    with pytest.raises(BotFailedError, match="cannot be made: UnknownBotError: there is no bot"):
        made_bot("captian", 1)
