"""The coach: only where the table has one, only for the own turn, and only so often."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from torpedo_dice.rules import Game, MoveError, Roll, parse_player_move
from torpedo_dice.server.config import Config, Limits
from torpedo_dice.server.http.app import make_app
from torpedo_dice.server.live.coach import advice, check_moves
from torpedo_dice.sheets import load_sheet

ADA = {"kind": "human", "name": "Ada"}
NONCE = "ab" * 16


def _solo() -> Game:
    game = Game.new(load_sheet("mission"), "solo", 1)
    game.apply(Roll((5, 2)))
    return game


def test_advice() -> None:
    """A die, then a shot with and without a system; the best one is told only when asked for."""
    game = _solo()
    take = parse_player_move("0 take 0")
    told = advice(game, 0, [take], with_best=False)
    assert told.best is None
    assert 0 < told.win <= 1
    assert told.score is not None
    game.apply(take)
    shot = [parse_player_move("0 fire A1 A3 B2 C1 C3")]
    told = advice(game, 0, shot, with_best=True)
    assert told.best is not None
    assert told.best.score is not None
    assert told.score is not None
    assert told.win + told.score / 200 <= told.best.win + told.best.score / 200
    for moves in (["1 take 0"], ["0 take 0"], ["0 fire A1"], ["0 use tower +1", "0 fire A1"]):
        with pytest.raises(MoveError):
            check_moves(game, 0, [parse_player_move(move) for move in moves])


def _make(client: TestClient[Litestar], **settings: Any) -> tuple[str, str]:
    body = {"mode": "solo", "seats": [ADA], **settings}
    made = client.post("/api/tables", json=body)
    assert made.status_code == 201, made.text
    return made.json()["table"], made.json()["seats"][0]["secret"]


def test_who_may_ask(tmp_path: Path) -> None:
    """No coach among people, none at other tables, none before the game begins, none too often."""
    limits = Limits(advice=0.001, advice_at_once=3)
    with TestClient(make_app(Config(str(tmp_path / "x.sqlite"), limits=limits))) as client:
        together = {"mode": "mission", "seats": [ADA, {"kind": "open"}], "coach": True}
        refused = client.post("/api/tables", json=together)
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "setup")
        coached = _make(client, coach=True)
        assert client.get(f"/api/tables/{coached[0]}").json()["coach"]
        for (table, secret), status, code in (
            (_make(client), 409, "no_coach"),
            (coached, 409, "not_your_turn"),
            ((coached[0], "x"), 403, "not_yours"),
            (coached, 429, "coach_busy"),
        ):
            ask = {"secret": secret, "moves": ["0 take 0"]}
            answer = client.post(f"/api/tables/{table}/coach", json=ask)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
