"""Bots in any language: the protocol, and what becomes of commands that break it."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from torpedo_dice.bots import (
    BotFailedError,
    SeatedBot,
    UnknownBotError,
    check_bot,
    check_name,
    command_bot,
    process,
)
from torpedo_dice.bots.command_bot import options_data
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import (
    Fire,
    Game,
    Mode,
    Modify,
    Roll,
    Sheet,
    Start,
    System,
    Take,
    parse_player_move,
)

ROOT = Path(__file__).parents[2]
# Answers every request, and keeps what it was sent.
PYTHON = """
import json, sys
with open(sys.argv[1], "a") as log:
    for line in sys.stdin:
        log.write(line)
        log.flush()
        request = json.loads(line)
        kind = request["request"]
        if kind == "quit":
            break
        answer = {"protocol": 1} if kind == "hello" else {}
        if kind == "choose":
            answer = {"move": request["options"][0]["move"]}
        print(json.dumps(answer), flush=True)
"""
GREETING = """#!/bin/sh
read hello; echo '{"protocol": 1}'
read game; echo '{}'
read choose
"""
SHELL = """#!/bin/sh
read hello; echo '{"protocol": 1}'
read game; echo '{}'
while read -r choose; do
  case $choose in *'"quit"'*) exit;; esac
  first=${choose#*'"move": "'}
  echo "{\\"move\\": \\"${first%%\\"*}\\"}"
done
"""
needs_shell = pytest.mark.skipif(sys.platform == "win32", reason="no shell")


def script(folder: Path, text: str) -> str:
    """Write a shell script; return the name of its bot."""
    file = folder / "bot.sh"
    file.write_text(text, encoding="utf-8")
    return f"cmd:sh {file.name}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a bot in Python."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").write_text(PYTHON, encoding="utf-8")
    (tmp_path / "py").symlink_to(sys.executable)
    return tmp_path


@needs_shell
@pytest.mark.parametrize("mode", [Mode.TRAINING, Mode.MISSION, Mode.SOLO])
def test_a_python_script_plays_a_game(
    mode: Mode, folder: Path, mission: Sheet, training: Sheet
) -> None:
    """It is started once per seat, told the game, asked for each move, and told that it is over."""
    sheet = training if mode is Mode.TRAINING else mission
    bots = ["cmd:./py bot.py log", "ensign", "ensign"][: 1 if mode is Mode.SOLO else 3]
    table = play_game(sheet, mode, bots, "a game")
    assert table.game.is_over
    hello, game, *choices, last = map(json.loads, (folder / "log").read_text().splitlines())
    assert hello == {"request": "hello", "protocol": 1}
    assert game["request"] == "newgame"
    assert (game["mode"], game["players"], game["seat"]) == (mode, len(bots), 0)
    assert game["sheet"] == json.loads(json.dumps(sheet.to_data()))
    assert last == {"request": "quit"}
    assert {choice["request"] for choice in choices} == {"choose"}
    for choice in choices:
        view = Game.from_text(choice["view"], sheet)
        assert view.view(0) == view
        assert choice["options"] == options_data(view, 0)
    assert table.record()["players"][0]["bot"] == bots[0]


@needs_shell
def test_a_shell_script_plays_a_game(folder: Path, mission: Sheet) -> None:
    """The protocol needs no library."""
    bot = script(folder, SHELL)
    assert play_game(mission, Mode.MISSION, [bot, bot], "shells").game.is_over


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_the_example_plays_every_mode(
    mission: Sheet, training: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example in JavaScript never forfeits."""
    monkeypatch.chdir(ROOT)
    bot = "cmd:node examples/line_bot.mjs"
    for sheet, mode in ((training, Mode.TRAINING), (mission, Mode.MISSION)):
        assert play_game(sheet, mode, [bot, "ensign"], "example").game.is_over
    assert play_game(mission, Mode.SOLO, [bot], "example").game.is_over


@needs_shell
@pytest.mark.parametrize(
    ("ends_with", "message"),
    [
        ("sleep 600", "didn’t answer within 1 seconds"),
        ("exit 7", r"ended its process \(exit code 7\)"),
        ("echo thinking", "wrote a line that isn’t a JSON object"),
        ("echo '[1]'", "wrote a line that isn’t a JSON object"),
        ("echo '{}'", "answered without a move"),
        ("echo '{\"move\": 3}'", "answered without a move"),
        ('echo \'{"move": "pass"}\'', "a move must contain one of these words"),
        ('echo \'{"move": "1 take 9"}\'', "made an illegal move"),
        ('echo \'{"move": "0 take 0"}\'', "moved for another player"),
        ("yes", "wrote a line that isn’t a JSON object"),
        ("tr '\\\\0' x < /dev/zero", "wrote a line that isn’t a JSON object"),
        ("yes >&2", "didn’t answer within 1 seconds"),
    ],
)
def test_a_command_that_breaks_the_protocol_fails(
    ends_with: str, message: str, folder: Path, game: Game
) -> None:
    """One clear sentence within the time limit, and the position is unchanged."""
    bot = SeatedBot(script(folder, GREETING + ends_with), 1, seconds=1, commands=True)
    before, begun = game.copy(), time.monotonic()
    with pytest.raises(BotFailedError, match=message) as caught:
        bot.choose(game, 1)
    bot.close()
    assert game == before
    assert time.monotonic() - begun < 5
    assert len(caught.value.details) <= 8000


@needs_shell
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("read hello; echo '{\"protocol\": 2}'", "doesn’t speak version 1 of the protocol"),
        ("sleep 600", "didn’t answer within 1 seconds"),
        ("exit 1", "ended its process"),
    ],
)
def test_a_command_that_does_not_greet_fails(
    text: str, message: str, folder: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The handshake has the time limit of a start."""
    monkeypatch.setattr(process, "START_SECONDS", 1.0)
    with pytest.raises(BotFailedError, match=message):
        SeatedBot(script(folder, text), 1, commands=True).choose(game, 1)


@needs_shell
def test_its_error_output_is_kept(folder: Path, game: Game) -> None:
    """It is the traceback of a failure, whatever the language."""
    bot = SeatedBot(script(folder, GREETING + "echo no such die >&2; exit 3"), 1, commands=True)
    with pytest.raises(BotFailedError) as caught:
        bot.choose(game, 1)
    assert caught.value.details == "no such die\n"


@needs_shell
def test_a_command_that_ignores_quit_is_killed(
    folder: Path, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its children."""
    monkeypatch.setattr(command_bot, "QUIT_SECONDS", 0.2)
    text = GREETING + 'echo \'{"move": "1 take 0"}\'; echo $$ > pid; sleep 600'
    bot = SeatedBot(script(folder, text), 1, commands=True)
    bot.choose(game, 1)
    bot.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_options_have_hits_and_misses(mission: Sheet) -> None:
    """Every option is legal, and a die promises what its best shot does."""
    game = Game.new(mission, "mission", players=2)
    game.apply(Start(0))
    game.apply(Roll((6, 4, 1)))
    taken = options_data(game.view(0), 0)
    assert [option["move"] for option in taken] == ["0 take 0", "0 take 1", "0 take 2"]
    game.apply(Take(0, 0))
    game.apply(Take(1, 1))
    game.players[0].switched = System.PROPELLER.bit | System.ENGINE.bit
    options = options_data(game.view(0), 0)
    kinds = {type(parse_player_move(option["move"])).__name__ for option in options}
    assert kinds == {"Modify", "Fire", "Activate"}
    for option in options:
        assert game.why_not(parse_player_move(option["move"])) is None
    fires = [one for one in options if isinstance(parse_player_move(one["move"]), Fire)]
    assert max(one["hits"] for one in fires) == taken[0]["hits"]
    assert {one["hits"] + one["misses"] for one in fires} == {6}
    by_move = {option["move"]: option for option in options}
    engine = by_move[str(Modify(0, System.ENGINE))]
    assert engine["hits"] + engine["misses"] == 5
    assert by_move["0 use propeller"] == {"move": "0 use propeller"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "there’s no such program"),
        ("cmd:./nowhere --fast", "there’s no such program"),
        ("cmd:sh 'unclosed", "No closing quotation"),
        ("cmd:sh " + "x" * 64, "at most 64 characters"),
    ],
)
@needs_shell
def test_a_command_that_cannot_run_is_refused(name: str, message: str) -> None:
    """Before the first game."""
    with pytest.raises(UnknownBotError, match=message):
        check_bot(name, commands=True)


def test_only_a_caller_that_allows_commands_runs_them(folder: Path, game: Game) -> None:
    """A name from a client or a file is an unknown bot."""
    for check in (check_name, check_bot):
        with pytest.raises(UnknownBotError, match="there’s no bot 'cmd:touch"):
            check("cmd:touch ran")
    with pytest.raises(BotFailedError, match="can’t be created"):
        SeatedBot("cmd:touch ran", 1).choose(game, 1)
    assert not (folder / "ran").exists()
