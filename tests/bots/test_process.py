"""Worker processes of third-party bots: limited in number, reused, and gone at the end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bots.misbehaving import install_misbehaving
from torpedo_dice.bots import Lieutenant, SeatedBot, process
from torpedo_dice.bots.process import ProcessPool
from torpedo_dice.rules import Game


@pytest.fixture
def pool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProcessPool:
    """A pool of two processes."""
    install_misbehaving(tmp_path, monkeypatch)
    monkeypatch.setattr(process, "MOST_PROCESSES", 2)
    return ProcessPool()


def test_a_process_takes_on_the_next_game(pool: ProcessPool, game: Game) -> None:
    """A process whose game is over is used again, for a bot of the same name with its own seed."""
    first = pool.take("good")
    first.make(1)
    pool.rest(first)
    pool.give_back(first)
    again = pool.take("good")
    assert again is first
    again.make(2)
    assert again.choose(game.view(1), 1, 5) == str(Lieutenant(2).choose(game.view(1), 1))
    other = pool.take("late")
    assert other is not first
    pool.rest(first)
    pool.rest(other)
    pool.close()


def test_the_process_used_longest_ago_makes_room(pool: ProcessPool) -> None:
    """Their number is limited; a busy one is spared, and its bot can continue."""
    one, two = pool.take("good"), pool.take("good")
    pool.rest(one)
    pool.rest(two)
    assert pool.resume(one)
    pool.rest(one)
    three = pool.take("good")
    assert (one.is_dead, two.is_dead, three.is_dead) == (False, True, False)
    assert not pool.resume(two)
    pool.rest(three)
    pool.close()
    assert one.is_dead
    assert three.is_dead


def test_a_bot_that_made_room_comes_back(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new instance with the same seed takes over, in a new process."""
    install_misbehaving(tmp_path, monkeypatch)
    seated = SeatedBot("good", 1)
    move = seated.choose(game, 1)
    assert seated._process is not None
    seated._process.kill()
    assert seated.choose(game, 1) == move
    seated.close()


@pytest.mark.skipif(sys.platform == "win32", reason="looks for the process as Unix does")
def test_a_hanging_bot_ends_with_its_program(tmp_path: Path) -> None:
    """Even if the program is killed, no process is left behind."""
    with pytest.MonkeyPatch.context() as patch:
        install_misbehaving(tmp_path, patch)
    program = (
        "import threading; from torpedo_dice.bots.process import BotProcess; "
        "process = BotProcess('endless'); print(process._process.pid, flush=True); "
        "process.make(1)"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(1)
        os.kill(pid, 0)
        parent.kill()
    until = time.monotonic() + 10
    while _is_running(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _is_running(pid)


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    # A zombie waits for somebody to ask how it ended.
    return state != "Z"
