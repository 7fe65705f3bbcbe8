"""Our bots with networks of one's own: `admiral:FOLDER`."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path

import pytest

from torpedo_dice.bots import SeatedBot, UnknownBotError, check_bot, check_name
from torpedo_dice.bots.brain.weights import VERSION
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import Mode, Sheet


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a network for Mission, in the current one."""
    monkeypatch.chdir(tmp_path)
    mine = Path("mine")
    mine.mkdir()
    shipped = resources.files("torpedo_dice.bots") / "weights" / str(VERSION) / "mission.npz"
    with resources.as_file(shipped) as file:
        shutil.copy(file, mine)
    return mine


def test_a_bot_plays_with_networks_of_ones_own(folder: Path, mission: Sheet) -> None:
    """With a copy of the built-in network, it plays exactly as without."""
    check_bot(f"captain:{folder}", commands=True)
    own = play_game(mission, Mode.MISSION, [f"captain:{folder}", "lieutenant"], "own").record()
    built_in = play_game(mission, Mode.MISSION, ["captain", "lieutenant"], "own").record()
    assert own["rounds"] == built_in["rounds"]
    assert own["players"][0]["bot"] == "captain:mine"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("captain:nowhere", "nowhere: has no networks"),
        ("admiral:" + 60 * "x", "it must have at most 64 characters"),
    ],
)
def test_a_folder_without_networks_is_refused(name: str, why: str, folder: Path) -> None:
    """One sentence names the folder, and a file that is no network is named, too."""
    with pytest.raises(UnknownBotError, match=why):
        check_bot(name, commands=True)
    (folder / "solo.npz").write_bytes(b"hello")
    with pytest.raises(UnknownBotError, match=r"solo\.npz: isn’t a network"):
        check_bot(f"admiral:{folder}", commands=True)


def test_only_the_user_may_name_a_folder(folder: Path) -> None:
    """Names from clients and files are never paths."""
    with pytest.raises(UnknownBotError, match="there’s no bot"):
        check_name(f"captain:{folder}")
    with pytest.raises(UnknownBotError, match="there’s no bot"):
        check_bot(f"captain:{folder}")
    assert SeatedBot(f"captain:{folder}", 1)._bot is None
