"""Commands: who may send them, what they do, and the answer to each."""

from __future__ import annotations

import pytest

from tests.server.players import choose
from tests.server.table.sitting import code, same, two, view_bytes
from torpedo_dice.server.messages.commands import (
    MoveCommand,
    NameCommand,
    PreviewCommand,
    ReplaceCommand,
    ReturnCommand,
    TakeBackCommand,
)
from torpedo_dice.server.messages.views import PreviewView
from torpedo_dice.server.table.commands import MAX_DETOURS


def test_take_back_until_the_last_has_confirmed() -> None:
    """A confirmed choice is taken back while another thinks, and not after the round's end."""
    sitting = two()
    sitting.play_to_act()
    shot = choose(sitting.view(0), 0)
    assert sitting.move(shot).answer.ok
    assert sitting.view(0)["options"]["take_back"]
    assert sitting.do(0, command=TakeBackCommand("t1", 0)).answer.ok
    assert not sitting.view(0)["options"]["take_back"]
    assert code(sitting.do(0, command=TakeBackCommand("t2", 0)))[0] == "illegal"
    sitting.move(shot)
    assert code(sitting.do(1, command=TakeBackCommand("t3", 0))) == ("not_yours", "not_your_seat")
    sitting.move(choose(sitting.view(1), 1))
    assert code(sitting.do(0, command=TakeBackCommand("t4", 0))) == ("illegal", "stage_take")
    same(sitting.table, sitting.rebuilt())


def test_a_seen_roll_is_never_taken_back() -> None:
    """The propeller's roll stays when the shot after it is taken back."""
    sitting = two()
    sitting.play_to_act()
    sitting.table.game.players[0].switched = 0b11111110  # type: ignore[union-attr]
    sitting.move("0 use propeller")
    rolled = sitting.view(0)["seats"][0]["choice"]["rolled"]
    assert rolled
    assert not sitting.do(0, command=TakeBackCommand("t1", 0)).answer.ok
    sitting.move(choose(sitting.view(0), 0))
    assert sitting.do(0, command=TakeBackCommand("t2", 0)).answer.ok
    assert sitting.view(0)["seats"][0]["choice"]["rolled"] == rolled


def test_a_repeated_command_is_done_once_and_answered_alike() -> None:
    """Also when it was read back from the log."""
    sitting = two()
    first = sitting.move("0 take 0", id="x")
    sitting.move("1 take 1")
    again = sitting.move("0 take 0", id="x")
    assert again.answer == first.answer
    assert again.entry is None
    sitting.table = sitting.rebuilt()
    assert sitting.move("0 take 0", id="x").answer == first.answer


@pytest.mark.parametrize(
    ("own", "move", "refusal"),
    [
        ((0,), "1 take 0", ("not_yours", "not_your_seat")),
        ((), "0 take 0", ("not_yours", "not_your_seat")),
        ((1,), "1 take 0", ("not_yours", "not_your_turn")),
        ((0,), "0 take 9", ("malformed", "no_such_die")),
        ((0,), "0 fire A1", ("illegal", "stage_take")),
        ((0,), "roll 1 1 1", ("not_yours", "chance")),
        ((0,), "0 rerolls 6", ("not_yours", "chance")),
        ((0,), "start 1", ("not_yours", "chance")),
        ((0,), "nonsense", ("malformed", "verb")),
    ],
)
def test_refusals_tell_why_and_change_nothing(
    own: tuple[int, ...], move: str, refusal: tuple[str, str]
) -> None:
    """The three kinds of move errors are distinct, and nobody can choose the dice."""
    sitting = two()
    before = view_bytes(sitting.table, 0)
    assert code(sitting.do(*own, command=MoveCommand("c", move))) == refusal
    assert view_bytes(sitting.table, 0) == before


def test_refusals_call_players_by_their_names() -> None:
    """Both those of the rules and those of the table; nobody is a number."""
    sitting = two()
    turn = sitting.do(1, command=MoveCommand("c", "1 take 0")).answer.error
    assert turn is not None
    assert turn.why == "it’s Ada’s turn to take a die"
    other = sitting.do(0, command=MoveCommand("d", "1 take 0")).answer.error
    assert other is not None
    assert other.why == "you don’t play for Noor"


def test_somebody_away_is_replaced_and_comes_back() -> None:
    """Not before the table's patience is over; the captain's seat is the human's again."""
    sitting = two()
    sitting.play_to_act()
    replace = ReplaceCommand("r1", 1)
    assert code(sitting.do(0, command=replace)) == ("refused", "not_away")
    sitting.away = 59.0
    assert code(sitting.do(0, command=replace)) == ("refused", "patience")
    sitting.away = 61.0
    assert code(sitting.do(command=replace)) == ("not_yours", "spectator")
    assert sitting.do(0, command=replace).answer.ok
    assert sitting.table.bots_to_move() == [(1, "captain")]
    assert code(sitting.move(choose(sitting.view(1), 1))) == ("refused", "stand_in")
    assert sitting.do(1, command=ReturnCommand("b1", 1)).answer.ok
    assert sitting.table.bots_to_move() == []
    assert sitting.move(choose(sitting.view(1), 1)).answer.ok
    assert code(sitting.do(1, command=ReturnCommand("b2", 1))) == ("refused", "not_replaced")
    same(sitting.table, sitting.rebuilt())


def test_names_are_plain_text() -> None:
    """A name changes everywhere; what is not printable is refused."""
    sitting = two()
    assert sitting.do(0, command=NameCommand("n1", 0, "<b>Zoë</b>")).answer.ok
    assert sitting.view(1)["seats"][0]["name"] == "<b>Zoë</b>"
    assert sitting.table.record()["players"][0]["name"] == "<b>Zoë</b>"  # type: ignore[index]
    bell = sitting.do(0, command=NameCommand("n2", 0, "a\x07"))
    assert code(bell) == ("malformed", "name")


def test_a_preview_does_nothing() -> None:
    """It predicts the shot's hits and misses, and rejects what isn't legal."""
    sitting = two()
    sitting.play_to_act()
    fields = sitting.view(0)["options"]["shots"][0]["shapes"][0]["fields"]
    before = view_bytes(sitting.table, 0)
    reply = sitting.do(0, command=PreviewCommand("p", 0, fields=[(r, c) for r, c in fields]))
    assert reply.answer.ok
    preview = reply.answer.preview
    assert isinstance(preview, PreviewView)
    assert preview.hits + preview.misses == len(fields)
    assert preview.hits == len(preview.struck)
    assert view_bytes(sitting.table, 0) == before
    wrong = sitting.do(0, command=PreviewCommand("p", 0, fields=[(0, 0)] * 2))
    assert code(wrong)[0] in ("illegal", "malformed")
    assert not sitting.do(1, command=PreviewCommand("p", 0, activate="engine")).answer.ok
    activate = sitting.do(0, command=PreviewCommand("p", 0, activate="engine"))
    assert activate.answer.ok


def test_a_table_does_not_grow_without_end() -> None:
    """Thousands of renames made a welcome of 6 MB; moves are still possible."""
    sitting = two()
    renames = [NameCommand(f"n{n}", 0, f"Ada {n}") for n in range(MAX_DETOURS + 1)]
    replies = [sitting.do(0, command=command) for command in renames]
    assert all(reply.answer.ok for reply in replies[:-1])
    assert code(replies[-1]) == ("refused", "too_many_changes")
    assert len(sitting.table.events) < MAX_DETOURS + 30
    sitting.play()
    same(sitting.table, sitting.rebuilt())


def test_a_game_does_not_go_on_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players who never fire could exhaust memory; a record has a limit, and so does a game."""
    monkeypatch.setattr("torpedo_dice.server.table.commands.MAX_ROUNDS", 2)
    sitting = two()
    while sitting.view(0)["round"] <= 2:
        sitting.play()
    seat = sitting.view(0)["to_move"][0]
    assert code(sitting.move(choose(sitting.view(seat), seat))) == ("refused", "too_long")
