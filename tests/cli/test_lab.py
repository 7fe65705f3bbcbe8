"""`simulate`, `match` and `train`: what they print, what they write, and their exit codes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bots.packages import install
from tests.cli.running import assert_refused, torpedo, torpedo_process


def test_simulate_prints_tables_and_writes_true_records(tmp_path: Path) -> None:
    """Wins by bot and by seat, reasons, rounds, hits, misses, systems; and records that verify."""
    file = tmp_path / "games.ndjson"
    result = torpedo("simulate", "--seats", "lieutenant,ensign", "--games", 20, "--seed", 5,
                     "--jobs", 1, "--records", file)  # fmt: skip
    assert result.returncode == 0
    for word in ("lieutenant", "ensign", "player 1", "player 2", "start player", "rounds", "skull",
                 "hits per turn", "misses per turn", "periscope", "propeller", "95%"):  # fmt: skip
        assert word in result.stdout
    assert len(file.read_text(encoding="utf-8").splitlines()) == 20
    checked = torpedo("verify", file)
    assert checked.returncode == 0
    assert checked.stdout.startswith("20 records checked: all valid.\n20 with scheme 1")


def test_simulate_solo_prints_scores_and_ranks() -> None:
    """Alone there are a win rate, quantiles and ranks."""
    result = torpedo("simulate", "--mode", "solo", "--games", 20, "--solo-end", "after_fire",
                     "--jobs", 1)  # fmt: skip
    assert result.returncode == 0
    for word in ("won", "lieutenant, of the wins", "captain", "admiral", "median"):
        assert word in result.stdout


@pytest.mark.parametrize("mode", ["training", "mission", "solo"])
def test_the_same_seed_gives_the_same_file(mode: str, tmp_path: Path) -> None:
    """Byte for byte, with one process or two; another seed gives another file."""
    files = [tmp_path / name for name in ("one", "two", "three")]
    # Starting processes takes most of the time, and whatever the mode, they do the same.
    several = 2 if mode == "mission" else 1
    for file, seed, jobs in zip(files, (7, 7, 8), (1, several, 1), strict=True):
        assert torpedo("simulate", "--mode", mode, "--games", 6, "--seed", seed,
                       "--jobs", jobs, "--records", file).returncode == 0  # fmt: skip
    one, two, three = (file.read_bytes() for file in files)
    assert one == two != three


def test_simulate_plays_on_a_sheet_of_ones_own(tmp_path: Path, mission_toml: str) -> None:
    """Any valid sheet can be named."""
    file = tmp_path / "mine.toml"
    file.write_text(mission_toml.replace('name = "mission"', 'name = "mine"'), encoding="utf-8")
    records = tmp_path / "games.ndjson"
    result = torpedo("simulate", "--sheet", file, "--games", 2, "--jobs", 1, "--records", records)
    assert result.returncode == 0
    first = json.loads(records.read_text(encoding="utf-8").splitlines()[0])
    assert first["sheet"]["name"] == "mine"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--mode", "practice"], ["practice", "training"]),
        (["--seats", "lieutenant,captian"], ["captian", "known: ensign, lieutenant, captain"]),
        (["--seats", "lieutenant"], ["mission is for 2 to 4 players, not 1"]),
        (["--mode", "solo", "--seats", "ensign,ensign"], ["solo is for one player"]),
        (["--mode", "training", "--sheet", "mission"], ["it isn’t for Training"]),
        (["--games", "0"], ["--games"]),
        (["--games", "many"], ["--games"]),
        (["--seed", "-1"], ["--seed"]),
        (["--sheet", "nowhere.toml"], ["nowhere.toml", "neither a file nor a sheet"]),
        (["--solo-end", "never"], ["--solo-end"]),
        (["--loud"], ["--loud"]),
        (["--jobs", "0"], ["--jobs"]),
        (["--on", "nowhere"], ["'nowhere' isn’t a cluster: use dask://HOST:PORT"]),
        (["--on", "ray", "--jobs", "2"], ["leave out --jobs"]),
    ],
)
def test_simulate_refuses_bad_input(args: list[str], words: list[str], tmp_path: Path) -> None:
    """One sentence, exit code 2, and the records are not begun."""
    file = tmp_path / "games.ndjson"
    assert_refused(torpedo("simulate", *args, "--records", file), *words)
    assert not file.exists()


def test_records_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    """A folder that is not there is named."""
    file = tmp_path / "nowhere" / "games.ndjson"
    assert_refused(
        torpedo("simulate", "--games", 1, "--records", file), str(file), "no such file or folder"
    )


def test_an_interrupt_prints_what_is_known(tmp_path: Path) -> None:
    """Ctrl-C: the games so far are counted, and their records are whole and true.

    So it is with one process; the interrupted match below has several.
    """
    file = tmp_path / "games.ndjson"
    command = [sys.executable, "-m", "torpedo_dice.cli", "simulate", "--games", "1000000",
               "--jobs", "1", "--records", str(file)]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 60
        while not (file.exists() and file.stat().st_size > 0) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted after" in err
    assert "Traceback" not in err
    assert "Wins" in out
    assert torpedo("verify", file).returncode == 0


def test_match_prints_tables_and_writes_the_same_files_with_any_number_of_jobs(
    tmp_path: Path,
) -> None:
    """Shares, intervals and ratings; records that verify and one row a game, byte for byte."""
    outputs = []
    for jobs in (1, 2):
        records, table = tmp_path / f"{jobs}.ndjson", tmp_path / f"{jobs}.csv"
        # One job needs no process of its own.
        run = torpedo if jobs == 1 else torpedo_process
        result = run("match", "lieutenant", "ensign", "--games", 19, "--seed", 5,
                     "--jobs", jobs, "--records", records, "--csv", table)  # fmt: skip
        assert (result.returncode, result.stderr) == (0, "")
        outputs.append((result.stdout, records.read_bytes(), table.read_bytes()))
    assert outputs[0] == outputs[1]
    for word in ("seed 5: 20 games on 10 sets of dice", "lieutenant vs ensign", "95%", "rating"):
        assert word in outputs[0][0]
    checked = torpedo("verify", records)
    assert checked.stdout.startswith("20 records checked: all valid.\n20 with scheme 1")
    assert len(table.read_text(encoding="utf-8").splitlines()) == 21


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], ["missing argument 'BOT'"]),
        (["ensign"], ["two bots"]),
        (["ensign", "ensign"], ["'ensign' is listed twice"]),
        (["ensign", "captian"], ["captian", "known: ensign, lieutenant, captain"]),
        (["ensign", "lieutenant", "--players", "5"], ["2 to 4 players, not 5"]),
        (["ensign", "lieutenant", "--mode", "solo", "--players", "2"], ["one player"]),
        (["ensign", "lieutenant", "--jobs", "0"], ["--jobs"]),
        (["ensign", "lieutenant", "--on", "dask://"], ["the host or the port is missing"]),
        (["ensign", "lieutenant", "--games", "0"], ["--games"]),
        (["ensign", "lieutenant", "--sheet", "nowhere"], ["neither a file nor a sheet"]),
        (
            ["ensign", "lieutenant", "--csv", "/no/where.csv"],
            ["/no/where.csv", "no such file or folder"],
        ),
    ],
)
def test_match_refuses_bad_input(args: list[str], words: list[str], tmp_path: Path) -> None:
    """One sentence, exit code 2, and no file is begun."""
    file = tmp_path / "games.ndjson"
    assert_refused(torpedo("match", *args, "--records", file), *words)
    assert not file.exists()


def test_an_interrupted_match_prints_what_is_known(tmp_path: Path) -> None:
    """Ctrl-C as a terminal sends it, to all processes: no noise, whole rows, true records."""
    records, table = tmp_path / "games.ndjson", tmp_path / "games.csv"
    command = [sys.executable, "-m", "torpedo_dice.cli", "match", "lieutenant", "ensign"]
    command += ["--games", "1000000", "--jobs", "2", "--records", str(records), "--csv", str(table)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while not (records.exists() and records.stat().st_size > 0) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.fullmatch(r"Interrupted after \d+ of 1000000 games\.\n", err)
    assert "lieutenant vs ensign" in out
    assert torpedo("verify", records).returncode == 0
    rows = len(table.read_text(encoding="utf-8").splitlines()) - 1
    # The interrupt may come between a game's record and its row.
    assert len(records.read_text(encoding="utf-8").splitlines()) - rows in (0, 1)


FOREIGN = """
import os
from torpedo_dice.bots import Lieutenant

class Leaver(Lieutenant):
    def choose(self, view, seat):
        if view.round == 2 and view.dice[0] == 6:
            os._exit(1)
        return super().choose(view, seat)

class Unlucky(Lieutenant):
    def choose(self, view, seat):
        if view.round == 2 and min(view.dice[:2]) > 4:
            raise ValueError("too many pips")
        return super().choose(view, seat)

class Failer(Lieutenant):
    def choose(self, view, seat):
        if view.round == 2:
            raise ValueError("no idea")
        return super().choose(view, seat)
"""


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a package whose bots end their process, raise, or do not load.

    A command in this process finds it too, which is enough unless it starts others.
    """
    bots = {
        "leaver": "bad_bots:Leaver",
        "unlucky": "bad_bots:Unlucky",
        "failer": "bad_bots:Failer",
        "broken": "bad_bots:Nobody",
    }
    install(tmp_path, "bad-bots", FOREIGN, bots)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_fails_costs_its_games_alone(foreign: Path, jobs: int) -> None:
    """The match is played to its end, names it, and prints its traceback once."""
    words = ("match", "failer", "ensign", "--games", 4, "--jobs", jobs)
    result = torpedo(*words) if jobs == 1 else torpedo_process(*words, path=foreign)
    assert result.returncode == 0
    assert result.stderr.startswith("failer (player ")
    assert result.stderr.count("Traceback (most recent call last)") == 1
    assert "bad_bots.py" in result.stderr
    told = " ".join(result.stdout.split())
    assert "failer forfeited 4 games" in told
    assert "raised ValueError: no idea (round 2)" in told
    assert "Traceback" not in told


def test_a_simulation_prints_the_traceback_of_the_bot_that_stops_it(foreign: Path) -> None:
    """First the traceback for its author, and last the sentence for everybody."""
    result = torpedo("simulate", "--seats", "failer,ensign", "--jobs", 1)
    assert (result.returncode, result.stdout) == (2, "")
    *traceback, sentence = result.stderr.splitlines()
    assert "bad_bots.py" in "".join(traceback)
    assert sentence.startswith(
        "torpedo: failer (player 1) forfeits the game: raised ValueError: no idea"
    )


def test_a_simulation_that_a_bot_stops_prints_what_is_known(foreign: Path, tmp_path: Path) -> None:
    """The games before it are counted and kept, and one sentence says why there are no more."""
    file = tmp_path / "games.ndjson"
    words = ("simulate", "--seats", "unlucky,ensign", "--games", 100, "--seed", 1)
    result = torpedo_process(*words, "--records", file, path=foreign)
    assert result.returncode == 2
    assert "too many pips" in result.stderr
    assert "UserWarning" not in result.stderr
    games = len(file.read_text(encoding="utf-8").splitlines())
    assert 0 < games < 100
    assert f"│ unlucky                        │ {games:>5} │" in result.stdout


def test_a_bot_that_ends_its_process_loses_its_games(foreign: Path) -> None:
    """The match goes on, and says how many games were lost that way."""
    result = torpedo_process(
        "match", "leaver", "ensign", "--games", 6, "--seed", 5, "--jobs", 2, path=foreign
    )
    assert result.returncode == 0
    assert re.search(r"leaver forfeited \d+ games", result.stdout)
    assert "ended its process" in result.stdout
    assert not result.stderr


def test_a_bot_that_does_not_load_is_refused(foreign: Path) -> None:
    """Its package and the error are named."""
    result = torpedo("match", "broken", "ensign")
    assert_refused(result, "'broken' from package bad-bots", "has no attribute 'Nobody'")


def test_train_refuses_a_checkpoint_that_is_none(tmp_path: Path) -> None:
    """A file of something else in the checkpoint's place is left alone."""
    file = tmp_path / "solo.checkpoint.npz"
    file.write_bytes(b"hello")
    result = torpedo("train", tmp_path, "--mode", "solo", "--epochs", 2)
    assert_refused(result, str(file), "isn’t a checkpoint")
    assert file.read_bytes() == b"hello"
