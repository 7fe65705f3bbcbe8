"""Looking up bots by name: built-in, third-party, and errors for broken ones."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.bots.packages import install
from torpedo_dice.bots import (
    BOTS,
    BrokenBotError,
    Ensign,
    Lieutenant,
    UnknownBotError,
    bot_names,
    check_bot,
    make_bot,
)
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import Mode, Sheet

DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"

MODULE = """
from torpedo_dice.bots import Ensign

def sailor(seed):
    return Ensign(seed)

def thing(seed):
    return 7

number = 7
"""


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path with a package that provides working and broken bots."""
    bots = {
        "sailor": "good_bots:sailor",
        "thing": "good_bots:thing",
        "number": "good_bots:number",
        "gone": "good_bots:gone",
        "nowhere": "no_such_module:sailor",
        "ensign": "good_bots:thing",
    }
    install(tmp_path, "good-bots", MODULE, bots)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_the_ladder_is_there() -> None:
    """Each of our bots can be made by name, and the weakest comes first."""
    assert bot_names()[: len(BOTS)] == tuple(BOTS)
    assert isinstance(make_bot("ensign", 1), Ensign)
    assert isinstance(make_bot("lieutenant", 1), Lieutenant)
    for name in BOTS:
        check_bot(name)


def test_a_light_bot_imports_nothing_heavy() -> None:
    """Making an ensign imports neither NumPy nor `importlib.metadata`."""
    program = (
        "import sys; from torpedo_dice.bots import make_bot; make_bot('ensign', 1);"
        "print([m for m in ('numpy', 'numba', 'importlib.metadata') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[]\n"


def test_a_bot_of_another_package_is_found(foreign: Path, mission: Sheet) -> None:
    """It is listed after ours, can be made by name, and plays."""
    assert "sailor" in bot_names()[len(BOTS) :]
    assert isinstance(make_bot("sailor", 1), Ensign)
    table = play_game(mission, Mode.MISSION, ["sailor", "lieutenant"], "a guest")
    assert table.game.is_over
    assert table.record()["players"][0]["bot"] == "sailor"


def test_a_bot_of_another_package_is_given_a_string_as_its_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the caller has a string or, like Gymnasium, a number."""
    module = """
from torpedo_dice.bots import Ensign

class Seeded(Ensign):
    def __init__(self, seed):
        super().__init__(seed)
        self.seed = seed
"""
    install(tmp_path, "seeded-bots", module, {"seeded": "seeded_bots:Seeded"})
    monkeypatch.syspath_prepend(tmp_path)
    assert vars(make_bot("seeded", 7))["seed"] == "7"
    assert vars(make_bot("seeded", "a1"))["seed"] == "a1"


def test_an_unknown_name_lists_the_known_ones(foreign: Path) -> None:
    """The list includes other packages' bots; `check_bot` and `make_bot` raise the same error."""
    for ask in (check_bot, lambda name: make_bot(name, 1)):
        with pytest.raises(UnknownBotError, match=r"'sialor' \(known: ensign, .*sailor"):
            ask("sialor")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gone", "can’t be loaded: AttributeError: .*gone"),
        ("nowhere", "can’t be loaded: ModuleNotFoundError: .*no_such_module"),
        ("number", "good_bots:number is not a function"),
    ],
)
def test_a_bot_that_does_not_load_is_named_when_asked_for(
    name: str, words: str, foreign: Path
) -> None:
    """One sentence names the package and the error; the package's other bots still work."""
    assert name in bot_names()
    with pytest.raises(BrokenBotError, match=f"bot '{name}' from package good-bots .*{words}"):
        check_bot(name)
    check_bot("sailor")


def test_what_a_factory_makes_must_choose(foreign: Path) -> None:
    """An object without `choose` is rejected when it is made."""
    with pytest.raises(
        BrokenBotError,
        match=r"from package good-bots doesn’t create a bot: type int has no method “choose”",
    ):
        make_bot("thing", 1)


def test_nobody_takes_a_name_of_ours(foreign: Path) -> None:
    """The name "ensign" always means our ensign, and is listed once."""
    assert isinstance(make_bot("ensign", 1), Ensign)
    assert bot_names().count("ensign") == 1


def test_two_packages_with_one_name_are_both_named(foreign: Path) -> None:
    """A name conflict is an error, not a silent choice."""
    install(foreign, "more-bots", MODULE, {"sailor": "more_bots:sailor"})
    # A change of sys.path invalidates the cache; installing a package does not.
    sys.path.append(str(foreign / "empty"))
    with pytest.raises(BrokenBotError, match="good-bots and more-bots"):
        check_bot("sailor")


def test_the_bot_of_the_document_plays_a_match(tmp_path: Path) -> None:
    """The example in docs/bots.md is a complete bot, and it beats an ensign."""
    text = DOCUMENT.read_text(encoding="utf-8")
    program = re.findall(r"```python\n(.*?)```", text, flags=re.S)[0]
    (settings,) = re.findall(r"```toml\n(.*?)```", text, flags=re.S)
    project = tomllib.loads(settings)["project"]
    assert len([line for line in program.splitlines() if line]) <= 40
    (group,) = project["entry-points"]
    install(tmp_path, project["name"], program, project["entry-points"][group])
    command = ["match", *project["entry-points"][group], "ensign", "--games", "6", "--jobs", "2"]
    done = subprocess.run(
        [sys.executable, "-m", "torpedo_dice.cli", *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "100"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    (row,) = re.findall(r"gunner vs ensign .*", done.stdout)
    games, wins, *_ = re.findall(r"\d+", row)
    assert games == "6"
    assert int(wins) >= 4
    assert "forfeit" not in done.stdout
