"""What many tests share: the sheets, and sample records of every mode."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import settings

from torpedo_dice.bots import SeatedBot
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import SCHEME_2, FairDice, PlayerInfo, RecordData, RecordedGame
from torpedo_dice.rules import Mode, Sheet
from torpedo_dice.sheets import load_sheet

# In the background of a script a process ignores interrupts, and so would all commands that the
# tests start, also those that they interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# Whatever the machine speaks, here and in the commands that tests start it is English.
os.environ["LANGUAGE"] = "en"
# The same examples in each run, however long one takes.
settings.register_profile("torpedo", max_examples=30, deadline=None, derandomize=True)
settings.load_profile("torpedo")
# Importing all tests makes millions of objects that stay: to look for garbage among them takes a
# fifth of the time.
gc.disable()
# Files with tests of several seconds each: at the end of the run, they would run alone.
_FIRST = ("tests/test_wheel.py", "tests/lab/test_on_dask.py", "tests/fast/test_numba_internals.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests."""
    items.sort(key=lambda item: not item.nodeid.startswith(_FIRST))


def pytest_collection_finish() -> None:
    """Look for garbage again, but never among what has been imported, and less often.

    Tests make many objects and few cycles, and their processes have memory enough.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session")
def mission() -> Sheet:
    """Our first Mission sheet, whose fields many tests name."""
    return load_sheet("mission@1")


@pytest.fixture(scope="session")
def training() -> Sheet:
    """Our first Training sheet, whose fields many tests name."""
    return load_sheet("training@1")


def _sample(mode: Mode, bots: list[str]) -> RecordData:
    sheet = load_sheet("training@1" if mode is Mode.TRAINING else "mission@1")
    return play_game(sheet, mode, bots, f"a sample of {mode}").record()


@pytest.fixture(scope="session")
def mission_record() -> RecordData:
    """A game in Mission; ensigns use every system there is."""
    return _sample(Mode.MISSION, ["ensign", "lieutenant", "ensign"])


@pytest.fixture(scope="session")
def training_record() -> RecordData:
    """A game in Training."""
    return _sample(Mode.TRAINING, ["ensign", "lieutenant"])


@pytest.fixture(scope="session")
def solo_record() -> RecordData:
    """A solo game that was won."""
    return _sample(Mode.SOLO, ["lieutenant"])


@pytest.fixture(scope="session")
def scheme_2_record() -> RecordData:
    """A game of two people and a bot, whose dice follow from committed nonces."""
    players = [PlayerInfo("Ada"), PlayerInfo("Ensign", "bot", "ensign"), PlayerInfo("Noor")]
    dice = FairDice(bytes(range(32)), ("a1" * 16, "", "b2" * 16), SCHEME_2)
    played = RecordedGame(load_sheet("training"), Mode.TRAINING, players, dice)
    played.begin()
    bots = [SeatedBot("lieutenant", seat) for seat in range(len(players))]
    while not played.game.is_over:
        for seat in played.game.seats_to_move():
            played.apply(bots[seat].choose(played.game, seat))
    return played.record()
