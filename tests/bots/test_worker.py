"""The other side of a bot's process: requests in, answers out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.misbehaving import install_misbehaving
from torpedo_dice.bots.worker import Worker
from torpedo_dice.rules import Game, Roll, Sheet, Start


@pytest.mark.parametrize("sheet_again", [False, True])
def test_a_bot_is_made_and_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mission: Sheet, *, sheet_again: bool
) -> None:
    """The sheet comes with the first view, and again only when it changes."""
    install_misbehaving(tmp_path, monkeypatch)
    game = Game.new(mission, "mission", 2)
    game.apply(Start(1))
    game.apply(Roll((5, 3, 1)))
    worker = Worker()
    assert worker.answer({"load": "good"}) == {}
    assert worker.answer({"make": "good", "seed": 1}) == {}
    view = {"view": game.view(1).to_text(), "misses": [[], []], "seat": 1}
    sheet = {"sheet": mission.to_data()}
    move = worker.answer({**view, **sheet})
    assert str(move["move"]).startswith("1 take ")
    assert worker.answer({**view, **(sheet if sheet_again else {})}) == move


def test_a_failure_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the error in a line, and the traceback."""
    install_misbehaving(tmp_path, monkeypatch)
    worker = Worker()
    failed = worker.answer({"load": "no_such_bot"})["failed"]
    assert failed.startswith("UnknownBotError: there’s no bot")
    # A request before there is a bot fails as well.
    assert "AttributeError" in worker.answer({"view": "", "misses": [], "seat": 0})["failed"]
