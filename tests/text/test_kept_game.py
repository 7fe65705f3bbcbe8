"""A saved game: each move is saved before it is applied, and any interruption can be resumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.text.players import make_setup, play_as
from torpedo_dice.record import verify
from torpedo_dice.rules import IllegalMoveError, Mode, Take
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.save import Save, SaveError


@pytest.fixture(
    params=[(Mode.SOLO, ["human"]), (Mode.MISSION, ["human", "lieutenant", "human"])],
    ids=["solo", "mission"],
)
def played(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, KeptGame]:
    """A save of a whole game."""
    mode, seats = request.param
    path = tmp_path / "game.save"
    kept = KeptGame.begin(make_setup(mode, seats, dice="kept"), path)
    play_as(kept, "ensign")
    assert kept.save is not None
    kept.save.close()
    return path, kept


def test_after_every_line_the_game_goes_on_the_same_way(
    played: tuple[Path, KeptGame], tmp_path: Path
) -> None:
    """Cut at every line it stands where it stood; played on without bots, it ends the same way.

    With bots it can end in another way, so it is played on only from every fifth line.
    """
    path, whole = played
    has_bots = len(whole.setup.humans) < len(whole.setup.seats)
    lines = path.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.save"
    for count in range(1, len(lines) + 1):
        cut.write_bytes(b"".join(lines[:count]))
        kept = KeptGame.resume(cut)
        assert kept.save is not None
        assert not kept.save.is_torn
        assert kept.moves == count - 1
        assert kept.log == whole.log[: len(kept.log)]
        if has_bots and count % 5:
            kept.save.close()
            continue
        play_as(kept, "ensign")
        kept.save.close()
        assert verify(kept.record) is None
        if not has_bots:
            assert kept.record == whole.record
            assert kept.log == whole.log
            assert cut.read_bytes() == path.read_bytes()


def test_a_save_of_an_earlier_version_still_opens(tmp_path: Path) -> None:
    """Written before the journal was a separate module; it has bots and an undone choice."""
    path = tmp_path / "game.save"
    old = (Path(__file__).parent / "data" / "version_1.save").read_bytes()
    path.write_bytes(old)
    kept = KeptGame.resume(path)
    assert kept.save is not None
    assert not kept.save.is_torn
    assert (kept.game.round, kept.setup.humans) == (4, (0, 2))
    play_as(kept, "ensign")
    assert kept.game.is_over
    assert verify(kept.record) is None
    assert path.read_bytes().startswith(old)


def test_a_move_that_was_not_written_whole_was_not_made(played: tuple[Path, KeptGame]) -> None:
    """The game stands where the last whole line left it."""
    path, _ = played
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    kept = KeptGame.resume(path)
    assert kept.save is not None
    assert kept.save.is_torn
    assert not kept.game.is_over
    kept.save.close()


def test_an_illegal_move_is_neither_saved_nor_made(tmp_path: Path) -> None:
    """The save holds legal moves alone."""
    path = tmp_path / "game.save"
    kept = KeptGame.begin(make_setup(Mode.SOLO), path)
    before = path.read_bytes()
    with pytest.raises(IllegalMoveError):
        kept.make(Take(0, 0)) and kept.make(Take(0, 1))
    assert path.read_bytes().startswith(before)
    with pytest.raises(IllegalMoveError, match="nothing to undo"):
        kept.take_back(0)
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    "entry",
    [
        {"move": "0 take 7"},
        {"move": "roll 1 2"},
        {"move": "0 fire A1"},
        {"move": "nonsense"},
        {"move": 7},
        {"take_back": 0},
        {"take_back": 9},
        {"something": "else"},
    ],
)
def test_a_line_that_cannot_be_is_named(tmp_path: Path, entry: dict[str, object]) -> None:
    """Even with a check that fits: it is played through the rules."""
    path = tmp_path / "game.save"
    save = Save.create(path, make_setup(Mode.SOLO).to_data())
    save.append(entry)
    save.close()
    before = path.read_bytes()
    with pytest.raises(SaveError, match="line 2 is damaged"):
        KeptGame.resume(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        {"mode": "chess"},
        {"mode": "training"},
        {"players": []},
        {"players": [{"name": "Ada"}]},
        {"players": [7]},
        {"players": [{"name": "Ada\x1b", "kind": "human"}]},
        {"players": [{"name": "Deep", "kind": "bot", "bot": "kraken"}]},
        {"seed": "12"},
        {"nonces": []},
        {"nonces": [7]},
        {"first": 4},
        {"first": "0"},
        {"sheet": {}},
        {"options": {}},
        {"whims": None},
    ],
)
def test_a_setup_that_cannot_be_is_named(tmp_path: Path, change: dict[str, object]) -> None:
    """One sentence names the first line; the lock is let go."""
    path = tmp_path / "game.save"
    Save.create(path, {**make_setup(Mode.SOLO).to_data(), **change}).close()
    for _ in range(2):
        with pytest.raises(SaveError, match="line 1 is damaged"):
            KeptGame.resume(path)


def test_the_log_tells_what_everybody_knows() -> None:
    """Neither who has chosen nor what is hidden; the last rounds can be told alone."""
    kept = KeptGame(make_setup(Mode.TRAINING, ["human"] * 3))
    play_as(kept, "ensign")
    rolls = [line for line in kept.log if line.startswith("Round ")]
    assert len(rolls) == kept.game.round
    assert not any("has chosen" in line or "is over" in line for line in kept.log)
    last = kept.last_rounds()
    assert last[0] == rolls[-2]
    assert last == kept.log[-len(last) :]
