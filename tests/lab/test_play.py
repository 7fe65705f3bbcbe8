"""Whole games between bots: repeatable, and lost by a bot that fails, with a clear message."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.packages import install
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.lab.play import (
    Forfeit,
    ForfeitError,
    pack_sheet,
    play_game,
    play_or_forfeit,
    unpack_sheet,
    whims_of,
)
from torpedo_dice.record import UNFINISHED, FairDice, verify
from torpedo_dice.rules import Mode, Sheet, SoloEnd

# A lieutenant but for one thing, from the third round on.
MODULE = """
import asyncio, os, sys, time
from torpedo_dice.bots import Lieutenant
from torpedo_dice.rules import Activate, Fire, Roll, Stage, System, Take

class Silent(Exception):
    def __str__(self):
        raise RuntimeError

def fault(what):
    class Faulty(Lieutenant):
        def choose(self, view, seat):
            return super().choose(view, seat) if view.round < 3 else what(view, seat)
    return Faulty

def error(view, seat):
    raise KeyError("a page\\n of words " * 100)

def silent(view, seat):
    raise Silent

def leave(view, seat):
    sys.exit(0)

def interrupt(view, seat):
    raise KeyboardInterrupt

def cancel(view, seat):
    raise asyncio.CancelledError

def for_another(view, seat):
    if view.stage is Stage.TAKE:
        return Take(seat, view.options(seat).picks[0])
    return Fire(1 - seat, view.shots(1 - seat)[0])

Raising = fault(error)
Silently = fault(silent)
Leaving = fault(leave)
Interrupting = fault(interrupt)
Cancelling = fault(cancel)
Dying = fault(lambda view, seat: os._exit(3))
Hanging = fault(lambda view, seat: time.sleep(600))
Empty = fault(lambda view, seat: None)
Texting = fault(lambda view, seat: "0 take 1")
Greedy = fault(lambda view, seat: Take(seat, 99))
Rolling = fault(lambda view, seat: Roll((6, 6, 6)))
Meddling = fault(for_another)

def unmade(seed):
    raise ValueError("I do not like the number " + seed)

def chooseless(seed):
    return object()
"""

FAULTS = {
    "raising": "Raising",
    "silent": "Silently",
    "leaving": "Leaving",
    "interrupting": "Interrupting",
    "cancelling": "Cancelling",
    "dying": "Dying",
    "hanging": "Hanging",
    "empty": "Empty",
    "texting": "Texting",
    "greedy": "Greedy",
    "rolling": "Rolling",
    "meddling": "Meddling",
    "unmade": "unmade",
    "chooseless": "chooseless",
}


@pytest.fixture(autouse=True)
def faulty_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a package of bots that fail."""
    bots = {bot: f"faulty_bots:{factory}" for bot, factory in FAULTS.items()}
    install(tmp_path, "faulty-bots", MODULE, bots)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("torpedo_dice.lab.play.MOVE_SECONDS", 1.0)


@pytest.mark.parametrize(
    ("bot", "seat", "words"),
    [
        ("raising", 0, "raised KeyError: 'a page"),
        ("raising", 1, "raised KeyError: 'a page"),
        ("silent", 0, "raised Silent (round 3)"),
        ("leaving", 1, "raised SystemExit: 0 (round 3)"),
        ("interrupting", 0, "raised KeyboardInterrupt (round 3)"),
        ("cancelling", 1, "raised CancelledError (round 3)"),
        ("dying", 0, "ended its process (exit code 3)"),
        ("hanging", 1, "didn’t answer within 1 seconds"),
        ("empty", 0, "illegal move, “None”: that isn’t a move (round 3)"),
        ("texting", 1, "illegal move, “0 take 1”: that isn’t a move"),
        ("greedy", 0, "there’s no die 99: dice are numbered 0 to 2 (round 3)"),
        ("rolling", 1, "the dice are still being taken (round 3)"),
        ("meddling", 0, "moved for another player (round 3)"),
        ("meddling", 1, "moved for another player (round 3)"),
        ("unmade", 0, "can’t be created: ValueError: I do not like the number whim"),
        ("unmade", 1, "can’t be created: ValueError: I do not like the number whim"),
        ("chooseless", 0, "from package faulty-bots doesn’t create a bot: type object"),
    ],
)
def test_a_bot_that_fails_forfeits(bot: str, seat: int, words: str, mission: Sheet) -> None:
    """The game stops there and reports the bot and the error on one short line."""
    bots = ["lieutenant", "lieutenant"]
    bots[seat] = bot
    dice = FairDice.repeatable("a fault", 2)
    table, forfeit = play_or_forfeit(mission, Mode.MISSION, bots, dice, ["whim 0", "whim 1"])
    assert forfeit is not None
    assert (forfeit.seat, forfeit.bot) == (seat, bot)
    assert words in forfeit.message
    assert len(forfeit.message) <= 300
    assert "\n" not in forfeit.message
    assert table.record()["result"]["reason"] == UNFINISHED
    assert verify(table.record()) is None


def test_an_interrupt_is_nobodys_fault(training: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a bot thinks ends the run; it does not cost the bot its game."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("torpedo_dice.bots.ensign.Ensign.choose", interrupt)
    with pytest.raises(KeyboardInterrupt):
        play_game(training, Mode.TRAINING, ["ensign", "ensign"], "an interrupt")


def test_play_game_raises_what_was_forfeited(training: Sheet) -> None:
    """Asking for a whole game raises an error with the reason."""
    with pytest.raises(
        ForfeitError, match=r"greedy \(player 2\) forfeits the game: .*die 99"
    ) as caught:
        play_game(training, Mode.TRAINING, ["ensign", "greedy"], "a whole game")
    assert isinstance(caught.value.forfeit, Forfeit)


def test_play_game_knows_only_known_bots(training: Sheet) -> None:
    """An unknown name is invalid input, not a forfeit."""
    with pytest.raises(UnknownBotError, match="captian"):
        play_game(training, Mode.TRAINING, ["ensign", "captian"], "no such bot")


@pytest.mark.parametrize("first", [None, 0, 1])
def test_a_finished_game_has_no_forfeit(first: int | None, mission: Sheet) -> None:
    """The record is valid, and the same either way."""
    bots = ["lieutenant", "ensign"]
    dice = FairDice.repeatable("same", 2)
    whims = [whims_of("same", seat) for seat in range(2)]
    table, forfeit = play_or_forfeit(mission, Mode.MISSION, bots, dice, whims, first=first)
    assert forfeit is None
    record = play_game(mission, Mode.MISSION, bots, "same", first=first).record()
    assert record == table.record()
    assert verify(record) is None
    assert first is None or record["first"] == first


def test_a_bots_seed_does_not_name_the_dice() -> None:
    """A bot that knew the dice's name could predict the rolls."""
    seeds = {whims_of("the dice", seat) for seat in range(4)}
    assert len(seeds) == 4
    assert not any("dice" in seed for seed in seeds)


def test_solo_ends_as_it_is_told(mission: Sheet) -> None:
    """The option of the solo game reaches the game."""
    for end in SoloEnd:
        table = play_game(mission, Mode.SOLO, ["lieutenant"], "alone", solo_end=end)
        assert table.record()["options"]["solo_end"] == end


def test_a_packed_sheet_is_unpacked_once(mission: Sheet) -> None:
    """Equal to the original, and the same object the next time."""
    unpacked = unpack_sheet(pack_sheet(mission))
    assert unpacked == mission
    assert unpack_sheet(pack_sheet(mission)) is unpacked
