"""A package of bots, each of which misbehaves in its own way, always or at a certain move."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.packages import install

MODULE = """
import asyncio, os, time
from torpedo_dice.bots import Lieutenant
from torpedo_dice.rules import Take


class Silent(Exception):
    def __str__(self):
        raise SystemExit


def bot(misbehave, moves=0):
    class Bot(Lieutenant):
        def __init__(self, seed):
            super().__init__(seed)
            self.moves = 0

        def choose(self, view, seat):
            self.moves += 1
            return super().choose(view, seat) if self.moves <= moves else misbehave(view, seat)

    return Bot


def throw(error):
    def misbehave(view, seat):
        raise error

    return misbehave


def hang(view, seat):
    while True:
        pass


def fork(view, seat):
    if os.fork():
        os._exit(0)
    time.sleep(600)


def recurse(view, seat):
    return recurse(view, seat)


def shout(view, seat):
    os.write(1, b"x" * 10**6)
    print("x" * 10**6)


class BadMove(Take):
    def __str__(self):
        raise KeyboardInterrupt


exits = bot(throw(SystemExit("I give up")))
interrupts = bot(throw(KeyboardInterrupt()))
cancels = bot(throw(asyncio.CancelledError()))
silent = bot(throw(Silent()))
surrogate = bot(throw(ValueError("\\ud800")))
late = bot(throw(ValueError("tired")), moves=3)
hangs = bot(hang)
dies = bot(lambda view, seat: os._exit(7))
forks = bot(fork)
shouts = bot(shout)
deep = bot(recurse)
greedy = bot(lambda view, seat: bytearray(8 << 30))
illegal = bot(lambda view, seat: Take(seat, 99))
badmove = bot(lambda view, seat: BadMove(seat, view.options(seat).picks[0]))
good = bot(None, moves=10**9)


def unmade(seed):
    raise KeyboardInterrupt


def endless(seed):
    hang(None, None)
"""
NAMES = (
    *("exits", "interrupts", "cancels", "silent", "surrogate", "late", "hangs", "dies", "forks"),
    *("shouts", "deep", "greedy", "illegal", "badmove", "good", "unmade", "endless"),
)


def install_misbehaving(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the package in a folder, which is added to the path."""
    install(folder, "bad-bots", MODULE, {name: f"bad_bots:{name}" for name in NAMES})
    monkeypatch.syspath_prepend(folder)
