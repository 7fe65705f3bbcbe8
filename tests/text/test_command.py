"""`play_text` as the command line calls it: exit codes, files, interruptions."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bots.packages import install
from tests.text.players import Screen, Simpleton, Typist, answering, typing
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.record import FairDice, RecordData, parse_record, verify
from torpedo_dice.rules import Sheet
from torpedo_dice.text.command import play_text
from torpedo_dice.text.console import Console
from torpedo_dice.text.game_setup import parse_game_setup
from torpedo_dice.text.look import sheet_drawn
from torpedo_dice.text.retell import retell

DICE = FairDice.repeatable("a game", 1)


def played(lines: list[str] | None = None, **wishes: Any) -> tuple[int, str]:
    """Play with typed lines, or to the end; return the exit code and the screen."""
    console, screen = answering(Simpleton()) if lines is None else typing(lines)
    code = play_text(console=console, **{"dice": DICE, "names": ["Ada"], **wishes})
    return code, screen.getvalue()


def test_a_whole_game_leaves_a_true_record(tmp_path: Path) -> None:
    """The screen tells where it is, how it is checked, and the seed of the dice."""
    file = tmp_path / "game.json"
    code, screen = played(record=file)
    assert code == 0
    record = parse_record(file.read_text("utf-8"))
    assert verify(record) is None
    assert record["players"] == [{"name": "Ada", "kind": "human"}]
    assert f"torpedo verify {file}" in screen
    assert screen.index(record["dice"]["commitment"]) < screen.index("Round 1: Ada rolls")
    assert record["dice"]["seed"] in screen.split("The seed of the dice was:")[1]


def test_without_a_record_the_end_says_how_to_get_one() -> None:
    """So that the dice of the next game can be checked."""
    code, screen = played()
    assert code == 0
    assert "torpedo verify" in screen


COMMAND_BOT = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["request"] == "choose":
        print(json.dumps({"move": request["options"][0]["move"]}), flush=True)
    elif request["request"] != "quit":
        print(json.dumps({"protocol": 1}), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a link to Python needs rights")
def test_a_command_plays_but_is_never_run_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs if the user typed it; no game with one is saved, and no save with one is read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text(COMMAND_BOT, encoding="utf-8")
    (tmp_path / "py").symlink_to(sys.executable)
    dice = FairDice.repeatable("bots", 2)
    wishes: dict[str, Any] = {"seats": ["cmd:./py bot.py", "ensign"], "names": None, "dice": dice}
    file, save = tmp_path / "game.json", tmp_path / "game.save"
    code, screen = played([], **wishes, record=file)
    assert code == 0
    assert "takes over" not in screen
    assert json.loads(file.read_text("utf-8"))["players"][0]["bot"] == "cmd:./py bot.py"
    code, screen = played([], **wishes, save=save)
    assert (code, screen) == (2, "torpedo: a game against a command can’t be saved\n")
    assert not save.exists()
    played([], **{**wishes, "seats": ["ensign", "ensign"]}, save=save)
    header = json.loads(save.read_text("utf-8").splitlines()[0])
    header["players"][0]["bot"] = "cmd:touch ran"
    with pytest.raises(UnknownBotError, match="there’s no bot 'cmd:touch ran'"):
        parse_game_setup(header)


def test_bots_alone_play_it_out(tmp_path: Path) -> None:
    """With no human at the table nothing is asked."""
    dice = FairDice.repeatable("bots", 2)
    file = tmp_path / "game.json"
    seats = ["ensign", "lieutenant"]
    code, screen = played([], seats=seats, names=None, dice=dice, record=file)
    assert code == 0
    assert "> " not in screen
    assert verify(parse_record(file.read_text("utf-8"))) is None


def test_leaving_and_coming_back(tmp_path: Path) -> None:
    """A kept game is left with one word, and goes on where it was."""
    save = tmp_path / "game.save"
    code, screen = played(["look", "quit"], save=save)
    assert code == 0
    assert f"To resume it: torpedo text --save {save}" in screen
    kept, whole = tmp_path / "kept.json", tmp_path / "whole.json"
    code, screen = played(None, save=save, dice=None, names=None, record=kept)
    assert code == 0
    assert f"Resuming the game in {save} in round 1." in screen
    assert DICE.commitment in screen
    played(record=whole)
    assert kept.read_bytes() == whole.read_bytes()


def test_a_finished_game_can_be_opened_for_its_record(tmp_path: Path) -> None:
    """It tells the end again and writes what was not asked for then."""
    save, file = tmp_path / "game.save", tmp_path / "game.json"
    played(save=save)
    code, screen = played([], save=save, record=file)
    assert code == 0
    assert f"The game in {save} is over." in screen
    assert verify(parse_record(file.read_text("utf-8"))) is None


def test_a_torn_line_is_dropped_with_a_note(tmp_path: Path) -> None:
    """And the game isn’t over before it."""
    save = tmp_path / "game.save"
    played(save=save)
    save.write_bytes(save.read_bytes()[:-5])
    code, screen = played(None, save=save)
    assert code == 0
    assert "is incomplete and was ignored." in screen


def test_the_end_of_input_is_no_failure() -> None:
    """The game says that it was not kept."""
    code, screen = played([])
    assert code == 0
    assert screen.endswith(
        "You’ve left the game.\nThis game wasn’t saved. To save one, start it with --save FILE.\n"
    )


def test_an_interrupt_has_its_own_code(tmp_path: Path) -> None:
    """Ctrl-C at a question; what was confirmed is kept."""

    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    console, screen = answering(interrupted)
    save = tmp_path / "game.save"
    assert play_text(console=console, save=save) == 130
    assert f"Stopped.\nTo resume it: torpedo text --save {save}" in screen.getvalue()
    assert played(["quit"], save=save, names=None)[0] == 0


BAD: list[tuple[dict[str, Any], str]] = [
    ({"mode": "chess"}, "“chess” isn’t a mode"),
    ({"seats": ["kraken"], "names": None}, "there’s no bot 'kraken'"),
    ({"seats": ["human"] * 9}, "2 to 4 players"),
    ({"sheet": "none such"}, "neither a file nor a sheet"),
    ({"save": Path("/nowhere/game.save")}, "/nowhere/game.save: can’t be opened"),
    ({"record": Path("/nowhere/game.json")}, "there’s no such folder"),
    ({"record": Path(__file__)}, "already exists, and a record never overwrites another file"),
    ({"save": Path(__file__)}, "isn’t a saved game"),
]


@pytest.mark.parametrize(("wishes", "sentence"), BAD)
def test_bad_input_is_one_sentence_and_code_two(wishes: dict[str, Any], sentence: str) -> None:
    """It names what was wrong, and nothing is begun or changed."""
    before = Path(__file__).read_bytes()
    code, screen = played([], **wishes)
    assert code == 2
    assert screen.startswith("torpedo: ")
    assert sentence in screen
    assert screen.count("\n") == 1
    assert Path(__file__).read_bytes() == before


def test_a_saved_game_is_not_played_as_another(tmp_path: Path) -> None:
    """What contradicts the save is named, and the save is left."""
    save = tmp_path / "game.save"
    played(["quit"], save=save)
    before = save.read_bytes()
    code, screen = played([], save=save, mode="training")
    assert code == 2
    assert "the saved game has mode solo, not training" in screen
    assert save.read_bytes() == before


def test_a_record_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game has been played all the same; the exit code says that something is missing."""
    file = tmp_path / "game.json"

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    console, screen = answering(Simpleton())
    monkeypatch.setattr(Path, "open", refuse)
    assert play_text(console=console, names=["Ada"], record=file) == 1
    assert f"{file}: can’t be written: the disk is full" in screen.getvalue()


def test_a_move_that_cannot_be_saved_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game stops, and can be gone on with before that move."""
    save = tmp_path / "game.save"
    played(["quit"], save=save)
    before = save.read_bytes()

    def fsync(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fsync)
    code, screen = played(None, save=save)
    assert code == 1
    assert "your last choice couldn’t be saved, so it wasn’t made: Input/output" in screen
    assert save.read_bytes() == before


# ------------------------------------------------------------------------ real processes

PROGRAM = """
import json, sys
from pathlib import Path
from torpedo_dice.text.command import play_text
wishes = json.loads(sys.argv[1])
for key in wishes.keys() & {"save", "record"}:
    wishes[key] = Path(wishes[key])
sys.exit(play_text(**wishes))
"""


def command(**wishes: Any) -> list[str]:
    """Return the command that plays with these wishes."""
    return [sys.executable, "-c", PROGRAM, json.dumps(wishes, default=str)]


class Running:
    """The game in a process of its own, driven through pipes."""

    def __init__(self, **wishes: Any) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command(**wishes), stdin=pipe, stdout=pipe, stderr=pipe)
        self.seen = ""

    def read_question(self) -> str:
        """Read up to the next prompt."""
        assert self.process.stdout is not None
        text = b""
        while not text.endswith(b"\n> "):
            byte = self.process.stdout.read(1)
            if not byte:
                break
            text += byte
        self.seen += text.decode()
        return text.decode()

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A place for a save."""
    return tmp_path / "game.save"


def test_killed_again_and_again_the_game_is_played_to_its_end(save: Path, tmp_path: Path) -> None:
    """Killed after every few answers: what was acknowledged is there, and the record is true."""
    simpleton = Simpleton()
    record = tmp_path / "game.json"
    acknowledged: list[str] = []
    for patience in (3, 7, 12, 5, 10_000):
        # The game may end before the last time, and a record is never written over another.
        last = {"record": record} if patience == 10_000 else {}
        running = Running(seats=["human", "lieutenant"], names=["Ada"], save=save, **last)
        text = running.read_question()
        for _ in range(patience):
            if running.process.poll() is not None or not text.endswith("> "):
                break
            running.type(simpleton(text))
            text = running.read_question()
        acknowledged += [line for line in running.seen.splitlines() if line.startswith("Ada takes")]
        running.kill()
    assert running.process.returncode == 0
    told = retell(parse_record(record.read_text("utf-8")))
    assert verify(parse_record(record.read_text("utf-8"))) is None
    for sentence in set(acknowledged):
        assert sentence in told


def test_a_closed_pipe_is_no_failure(save: Path) -> None:
    """When nobody reads any more the game ends without a word, and is kept."""
    running = Running(names=["Ada"], save=save)
    running.read_question()
    assert running.process.stdout is not None
    running.process.stdout.close()
    running.type("look")
    assert running.process.wait(timeout=20) == 0
    assert running.process.stderr is not None
    assert running.process.stderr.read() == b""
    running.process.stderr.close()
    assert running.process.stdin is not None
    running.process.stdin.close()
    assert played(["quit"], save=save)[0] == 0


def test_ctrl_c_in_a_real_process(save: Path) -> None:
    """Code 130, a sentence, and no traceback."""
    running = Running(names=["Ada"], save=save)
    running.read_question()
    running.process.send_signal(signal.SIGINT)
    out, err = running.process.communicate(timeout=20)
    assert running.process.returncode == 130
    assert b"Stopped." in out
    assert err == b""


def test_at_a_terminal_it_asks_what_to_play(save: Path) -> None:
    """Started bare at a real terminal: Enter is a solo game, and lines can be edited."""
    master, slave = os.openpty()
    process = subprocess.Popen(command(save=save), stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    text = ""
    for question, answer in [
        ("solo, mission", ""),
        ("your name", "Adx\x7fa"),
        ("which die", "quit"),
    ]:
        while question not in text or not text.endswith("> "):
            text += os.read(master, 1000).decode()
        os.write(master, f"{answer}\r".encode())
    while True:
        try:
            text += os.read(master, 1000).decode()
        except OSError:
            break
    os.close(master)
    assert process.wait(timeout=20) == 0
    assert "Solo: Ada against the automaton." in text
    assert "To resume it" in text


# ------------------------------------------------------------------------ the other commands


def test_records_and_sheets_are_shown_in_lines(mission_record: RecordData, mission: Sheet) -> None:
    """Lists of lines without line breaks, to be printed by the caller."""
    for lines in (retell(mission_record), retell(mission_record, 1), sheet_drawn(mission)):
        assert len(lines) > 10
        assert not any("\n" in line for line in lines)


def test_the_save_is_let_go_at_the_end(save: Path) -> None:
    """The same process may open it again at once, also after bad input."""
    played(["quit"], save=save)
    assert played([], save=save, mode="mission")[0] == 2
    assert played(["quit"], save=save)[0] == 0
    assert json.loads(save.read_text("ascii").splitlines()[0])["format"] == "torpedo-dice-save"


def test_a_console_of_ones_own_can_be_handed_in() -> None:
    """Streams are arguments: a test, a bot or another program may sit there."""
    screen = Screen()
    console = Console(Typist(screen, lambda _: None), screen, screen)
    assert play_text(console=console) == 0
    assert screen.getvalue().startswith("\nTorpedo Dice, Solo: Player against the automaton.")


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("raise ValueError('boom')", "raised ValueError: boom (round 1)."),
        ("return None", "made an illegal move, “None”: that isn’t a move (round 1)."),
        ("raise SystemExit(0)", "raised SystemExit: 0 (round 1)."),
    ],
)
def test_a_captain_plays_for_a_bot_that_fails(
    does: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player is told, the names and the record say so, and a resumed game goes on like that."""
    module = (
        f"class Bot:\n  def __init__(self, seed): pass\n  def choose(self, view, seat): {does}\n"
    )
    install(tmp_path, "stopping-bots", module, {"stopper": "stopping_bots:Bot"})
    monkeypatch.syspath_prepend(tmp_path)
    save, record = tmp_path / "game", tmp_path / "record"
    wishes = {"mode": "mission", "seats": ["stopper", "human"], "first": 0}
    code, screen = played(["quit"], save=save, dice=None, **wishes)
    assert code == 0
    assert "stopper failed to move. Captain takes over. Reason: the bot " in screen
    assert told in " ".join(screen.split())
    assert "Captain for stopper takes" in screen
    code, screen = played(save=save, record=record, **wishes)
    assert code == 0
    assert "failed to move" not in screen
    assert "Captain for stopper: " in screen
    players = json.loads(record.read_text("utf-8"))["players"]
    assert [player.get("stand_in") for player in players] == ["captain", None]
    assert "Captain for stopper" in "\n".join(retell(json.loads(record.read_text("utf-8"))))


def test_a_game_without_any_bot_stops_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If even the captain fails, the game stays in its save."""

    def fail(*_: object) -> None:
        raise ValueError("boom")

    monkeypatch.setattr("torpedo_dice.bots.thinker.Thinker.choose", fail)
    save = tmp_path / "game"
    wishes = {"mode": "mission", "seats": ["captain", "human"], "first": 0}
    code, screen = played(save=save, dice=None, **wishes)
    assert code == 1
    told = r"torpedo: the game can’t go on: [\w ]+’s bot raised ValueError: boom"
    assert re.search(told, screen)
    assert f"To resume it: torpedo text --save {save}" in screen


def test_the_record_is_not_the_save(tmp_path: Path) -> None:
    """One file for both is refused before anything is written."""
    file = tmp_path / "game"
    code, screen = played(mode="solo", save=file, record=tmp_path / "." / "game")
    assert code == 2
    assert "can’t be both the saved game and the record" in screen
    assert not file.exists()
