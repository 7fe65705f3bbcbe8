"""A bot at a seat: ours in this process, all others in their own, where they do no harm."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tests.bots.misbehaving import install_misbehaving
from tests.bots.packages import install
from torpedo_dice.bots import BotFailedError, Ensign, Lieutenant, SeatedBot, process
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Game, PlayerMove, Sheet

REPORTING = """
import os
from torpedo_dice.bots import Lieutenant


class Reporting(Lieutenant):
    def __init__(self, seed):
        super().__init__(seed)
        self.moves = 0

    def choose(self, view, seat):
        self.moves += 1
        with open(os.environ["REPORT"], "a") as file:
            print(os.getpid(), self.moves, view.to_text(), view.players[0].misses, file=file)
        return super().choose(view, seat)
"""


@pytest.fixture
def bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Misbehaving bots, and little patience with them."""
    install_misbehaving(tmp_path, monkeypatch)
    monkeypatch.setattr(process, "START_SECONDS", 8.0)


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bot `reporting` writes its process, its moves and what it sees."""
    install(tmp_path, "report-bots", REPORTING, {"reporting": "report_bots:Reporting"})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("REPORT", str(tmp_path / "report"))
    return tmp_path / "report"


def test_a_seated_bot_remembers_its_game(game: Game) -> None:
    """It is created once, with its seed, and reused; an unknown name fails."""
    seated = SeatedBot("ensign", 1)
    once = Ensign(1)
    for _ in range(3):
        assert seated.choose(game, 1) == once.choose(game.view(1), 1)
    with pytest.raises(BotFailedError, match="can’t be created"):
        SeatedBot("captian", 1).choose(game, 1)


def test_a_guest_plays_a_game_in_its_own_process(mission: Sheet, report: Path) -> None:
    """It sees what a bot in this process sees, keeps its state, and chooses the same moves."""
    players = [PlayerInfo("Ada"), PlayerInfo("Noor")]
    table = RecordedGame(mission, "mission", players, FairDice.repeatable("guests", 2))
    table.begin()
    guests = [SeatedBot("reporting", seat) for seat in range(2)]
    twins = [Lieutenant(str(seat)) for seat in range(2)]
    seen = []
    while table.game.round <= 3:
        for seat in table.game.seats_to_move():
            view = table.game.view(seat)
            seen.append(f"{view.to_text()} {view.players[0].misses}")
            move = guests[seat].choose(table.game, seat)
            twin = twins[seat].choose(view, seat)
            assert move == twin
            assert isinstance(twin, PlayerMove)
            table.apply(twin)
    for guest in guests:
        guest.close()
    lines = [line.split(" ", 2) for line in report.read_text().splitlines()]
    assert [text for _, _, text in lines] == seen
    processes = {pid for pid, _, _ in lines}
    assert len(processes) == 2
    assert str(os.getpid()) not in processes
    for pid in processes:
        counts = [int(count) for its, count, _ in lines if its == pid]
        assert counts == list(range(1, len(counts) + 1))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("exits", r"raised SystemExit: I give up \(round 1\)"),
        ("interrupts", "raised KeyboardInterrupt"),
        ("cancels", "raised CancelledError"),
        ("silent", r"raised Silent \(round"),
        ("surrogate", r"raised ValueError: \\ud800"),
        ("hangs", "didn’t answer within 1 seconds"),
        ("dies", r"ended its process \(exit code 7\)"),
        ("shouts", "that isn’t a move"),
        ("deep", "raised RecursionError"),
        ("illegal", "made an illegal move"),
        ("badmove", "raised KeyboardInterrupt"),
        ("unmade", "can’t be created: KeyboardInterrupt"),
        pytest.param(
            *("greedy", "raised MemoryError"),
            marks=pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited"),
        ),
        pytest.param(
            *("forks", "didn’t answer within 1 seconds"),
            marks=pytest.mark.skipif(sys.platform == "win32", reason="cannot fork"),
        ),
    ],
)
@pytest.mark.usefixtures("bad")
def test_whatever_a_guest_does_is_one_error(name: str, message: str, game: Game) -> None:
    """It fails within its time, and nothing of it is left."""
    seated = SeatedBot(name, 1, seconds=1)
    before = game.copy()
    with pytest.raises(BotFailedError, match=message):
        seated.choose(game, 1)
    assert game == before


@pytest.mark.parametrize("name", ["exits", "hangs", "dies"])
@pytest.mark.usefixtures("bad")
def test_after_a_failure_another_guest_plays(name: str, game: Game) -> None:
    """Whether its process has answered, hangs or is gone."""
    with pytest.raises(BotFailedError):
        SeatedBot(name, 1, seconds=1).choose(game, 1)
    good = SeatedBot("good", 1)
    assert good.choose(game, 1) == Lieutenant(1).choose(game.view(1), 1)
    good.close()


@pytest.mark.usefixtures("bad")
def test_the_traceback_is_kept(game: Game) -> None:
    """The error knows where in the bot's code it was raised."""
    with pytest.raises(BotFailedError) as caught:
        SeatedBot("exits", 1).choose(game, 1)
    assert "in misbehave" in caught.value.details
    assert "bad_bots.py" in caught.value.details


@pytest.mark.usefixtures("bad")
def test_a_guest_that_is_never_made(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A factory that doesn't return has a time limit, too."""
    monkeypatch.setattr(process, "START_SECONDS", 1.0)
    begun = time.monotonic()
    with pytest.raises(BotFailedError, match="didn’t answer within 1 seconds"):
        SeatedBot("endless", 1).choose(game, 1)
    assert time.monotonic() - begun < 5


def test_guests_can_run_in_this_process(
    game: Game, report: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an environment variable a debugger can stop in a bot."""
    monkeypatch.setenv("TORPEDO_BOTS_IN_PROCESS", "1")
    SeatedBot("reporting", 1).choose(game, 1)
    assert report.read_text().startswith(f"{os.getpid()} 1 ")
