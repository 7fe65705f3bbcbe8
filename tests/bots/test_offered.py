"""Programs that a host offers as bots: known by name only, checked first, limited in number."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.test_command_bot import GREETING, SHELL, folder, script  # noqa: F401  # a fixture
from torpedo_dice.bots import (
    BotFailedError,
    SeatedBot,
    UnknownBotError,
    bot_names,
    check_bot,
    check_name,
    command_bot,
    is_ours,
    offer,
    process,
    registry,
)
from torpedo_dice.rules import Game, Take

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no shell")


@pytest.fixture(autouse=True)
def no_offers() -> Iterator[None]:
    """Nothing is offered before and after a test."""
    assert not registry._offered
    yield
    registry._offered.clear()


@pytest.fixture
def shell(folder: Path) -> str:  # noqa: F811
    """The command of a bot that makes the first move."""
    return script(folder, SHELL)


def test_an_offered_program_is_a_bot(shell: str, game: Game) -> None:
    """It is listed, checked and asked by its name, like a bot of another package."""
    with pytest.raises(UnknownBotError, match="there’s no bot 'shell'"):
        check_name("shell")
    offer(f"shell={shell}")
    assert "shell" in bot_names()
    assert not is_ours("shell")
    check_name("shell")
    check_bot("shell")
    bot = SeatedBot("shell", 1)
    assert bot.choose(game, 1) == Take(1, 0)
    bot.close()


def test_a_command_is_never_a_name(shell: str, game: Game) -> None:
    """Even if it is offered: only the host's name for it is known."""
    offer(f"shell={shell}")
    for check in (check_name, check_bot):
        with pytest.raises(UnknownBotError, match="there’s no bot 'cmd:"):
            check(shell)
    with pytest.raises(BotFailedError, match="can’t be created"):
        SeatedBot(shell, 1).choose(game, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("shell", "'shell' isn’t a bot to offer: use NAME=cmd:COMMAND"),
        ("shell=sh bot.sh", "use NAME=cmd:COMMAND"),
        ("=cmd:sh bot.sh", "'' can’t be a bot’s name"),
        ("Shell=cmd:sh bot.sh", "'Shell' can’t be a bot’s name"),
        ("<b>=cmd:sh bot.sh", "can’t be a bot’s name"),
        ("a" * 21 + "=cmd:sh bot.sh", "can’t be a bot’s name"),
        ("admiral=cmd:sh bot.sh", "there’s already a bot 'admiral'"),
        ("shell=cmd:./nowhere", "there’s no such program"),
        ("shell=cmd:sh 'bot.sh", "No closing quotation"),
        ("shell=cmd:sh bad.sh", "'shell' can’t be offered: ended its process"),
        ("shell=cmd:sh nowhere.sh", "'shell' can’t be offered: ended its process"),
    ],
)
def test_what_cannot_be_offered(text: str, message: str, shell: str) -> None:
    """One sentence when the server starts, and nothing is offered."""
    Path("bad.sh").write_text("read hello; exit 1", encoding="utf-8")
    with pytest.raises(UnknownBotError, match=message):
        offer(text)
    assert not registry._offered


def test_a_name_is_offered_once(shell: str) -> None:
    """The first program keeps it."""
    offer(f"shell={shell}")
    with pytest.raises(UnknownBotError, match="there’s already a bot 'shell'"):
        offer("shell=cmd:true")
    assert registry._offered == {"shell": shell}


def test_an_offered_command_can_be_long(folder: Path) -> None:  # noqa: F811
    """Records contain only its name."""
    (folder / f"{'long' * 20}.sh").write_text(SHELL, encoding="utf-8")
    offer(f"long=cmd:sh {'long' * 20}.sh")
    assert "long" in bot_names()


def test_few_programs_run_at_once(shell: str, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many seats, the one that waited longest is terminated, and started again when asked."""
    monkeypatch.setattr(process, "POOL", process.ProcessPool())
    monkeypatch.setattr(process, "MOST_PROCESSES", 2)
    offer(f"shell={shell}")
    bots = [SeatedBot("shell", seed) for seed in range(3)]
    for _ in range(2):
        for bot in bots:
            assert bot.choose(game, 1) == Take(1, 0)
            assert len(_running()) <= 2
    for bot in bots:
        bot.close()
    assert _running() == []


def test_closing_need_not_wait(
    folder: Path,  # noqa: F811
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server can't wait for a program that ignores the end of its game; it is killed anyway."""
    monkeypatch.setattr(command_bot, "QUIT_SECONDS", 0.5)
    text = GREETING + 'echo \'{"move": "1 take 0"}\'; sleep 600'
    offered = script(folder, text)
    registry.offer_command("stubborn", offered)
    bot = SeatedBot("stubborn", 1)
    bot.choose(game, 1)
    begun = time.monotonic()
    bot.close(wait=False)
    assert time.monotonic() - begun < 0.3
    until = begun + 10
    while _running():
        assert time.monotonic() < until
        time.sleep(0.05)


def _running() -> list[str]:
    """Return the scripts that run now, as children of this process."""
    found = subprocess.run(
        ["ps", "-o", "args=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in found.stdout.splitlines() if line.startswith("sh bot.sh")]
