"""Commands about who plays: resigning, bots for seats that wait, reactions."""

from __future__ import annotations

import pytest

from tests.server.players import choose, commitment_to
from tests.server.table.sitting import NOW, Sitting, code, same, two
from torpedo_dice.record import verify
from torpedo_dice.server.messages.commands import (
    CommitCommand,
    FillCommand,
    MoveCommand,
    ReactCommand,
    ResignCommand,
    ReturnCommand,
)
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, OpenSeat
from torpedo_dice.server.table.log import Declined, MoveEntry


def test_resigning_between_two_ends_the_game() -> None:
    """The other one wins; table and record show who resigned, even after a restart."""
    sitting = two()
    sitting.play_to_act()
    assert code(sitting.do(1, command=ResignCommand(id="r", seat=0))) == (
        "not_yours",
        "not_your_seat",
    )
    reply = sitting.do(0, command=ResignCommand(id="r", seat=0))
    assert reply.answer.ok
    assert reply.change is not None
    kinds = [type(event).__name__ for event in reply.change.events]
    assert kinds == ["ResignedEvent", "EndedEvent"]
    over = sitting.view(1)["over"]
    assert (over["reason"], over["winners"], over["explain"]["code"]) == (
        "resigned",
        [1],
        "resigned",
    )
    record = sitting.table.record()
    assert record is not None
    assert record["result"]["resigned"] == [0]
    assert record["dice"]["seed"] is not None
    assert verify(record) is None
    assert code(sitting.do(1, command=ResignCommand(id="s", seat=1))) == ("illegal", "stage_over")
    same(sitting.table, sitting.rebuilt())


def test_resigning_among_three_lets_a_captain_play_on() -> None:
    """To the end: the seat can't be reclaimed, and the record names the bot that moved."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"), BotSeat("ensign"))
    assert sitting.do(1, command=ResignCommand(id="r", seat=1)).answer.ok
    seat = sitting.view(1)["seats"][1]
    assert (seat["resigned"], seat["stand_in"]) == (True, "captain")
    assert sitting.view(0)["over"] is None
    again = sitting.do(1, command=ResignCommand(id="s", seat=1))
    back = sitting.do(1, command=ReturnCommand("b", 1))
    sitting.move("0 take 0")
    moved = sitting.do(1, command=MoveCommand("m", "1 take 1"))
    assert {code(reply) for reply in (again, back, moved)} == {("refused", "resigned")}
    record = sitting.table.record()
    assert record is not None
    assert "stand_in" not in record["players"][1]
    assert sitting.table.bots_to_move() == [(1, "captain")]
    sitting.apply(MoveEntry(NOW, 1, choose(sitting.view(1), 1), bot="captain"))
    record = sitting.table.record()
    assert record is not None
    assert record["players"][1]["stand_in"] == "captain"
    same(sitting.table, sitting.rebuilt())


def test_nobody_resigns_from_a_game_that_has_not_begun() -> None:
    """There is nothing to resign yet."""
    sitting = Sitting(HumanSeat("Ada"), OpenSeat())
    reply = sitting.do(0, command=ResignCommand(id="r", seat=0))
    assert code(reply) == ("refused", "waiting")


def test_a_bot_fills_an_open_seat_and_the_game_begins() -> None:
    """It contributes no nonce; the log keeps its name."""
    sitting = Sitting(HumanSeat("Ada"), OpenSeat())
    fill = FillCommand(id="f", seat=1, bot="lieutenant", character="mara_quist")
    assert code(sitting.do(command=fill)) == ("not_yours", "spectator")
    reply = sitting.do(0, command=fill)
    assert reply.answer.ok
    seat = sitting.view(0)["seats"][1]
    assert (seat["kind"], seat["name"], seat["character"]) == ("bot", "Mara Quist", "mara_quist")
    assert sitting.view(0)["stage"] == "waiting"
    sitting.reveal(0)
    assert sitting.view(0)["stage"] != "waiting"
    record = sitting.table.record()
    assert record is not None
    assert record["players"][1] == {"name": "Mara Quist", "kind": "bot", "bot": "lieutenant"}
    assert record["dice"]["nonces"][1] == ""
    assert record["dice"]["nonce_commitments"][1] is None
    same(sitting.table, sitting.rebuilt())


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (FillCommand(id="f", seat=1, bot="kraken"), ("malformed", "no_such_bot")),
        (
            FillCommand(id="f", seat=1, bot="captain", character="mara_quist"),
            ("malformed", "no_such_bot"),
        ),
        (
            FillCommand(id="f", seat=1, bot="lieutenant", character="mara_quist"),
            ("refused", "name"),
        ),
        (FillCommand(id="f", seat=0, bot="captain"), ("refused", "not_away")),
        (FillCommand(id="f", seat=2, bot="captain"), ("malformed", "no_such_seat")),
        (FillCommand(id="f", seat=3, bot="captain"), ("malformed", "no_such_seat")),
    ],
)
def test_a_seat_that_cannot_be_filled(command: FillCommand, refusal: tuple[str, str]) -> None:
    """No such bot, a name that is taken, a player who is here, a seat that waits for nobody."""
    sitting = Sitting(HumanSeat("mara quist"), OpenSeat(), BotSeat("ensign"))
    assert code(sitting.do(0, command=command)) == refusal
    assert sitting.log == []


def test_a_player_who_stays_away_is_filled_in_for() -> None:
    """After the table's patience, or at once after declining; the old secret is then invalid."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"), OpenSeat())
    sitting.away = 59.0
    fill = FillCommand(id="f", seat=1, bot="captain")
    assert code(sitting.do(0, command=fill)) == ("refused", "patience")
    sitting.apply(Declined(NOW, 1))
    assert sitting.view(0)["pending"]["declined"] == [1]
    assert sitting.do(0, command=FillCommand(id="g", seat=1, bot="captain")).answer.ok
    assert sitting.table.seats_of(["1" * 64]) == []
    assert sitting.table.devices.of(1) == []
    same(sitting.table, sitting.rebuilt())


def test_nobody_is_replaced_once_the_commitments_are_shown() -> None:
    """Dropping a nonce then would allow a choice between two games."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"), OpenSeat())
    sitting.away = 10_000.0
    sitting.do(0, command=FillCommand(id="f", seat=2, bot="ensign"))
    assert sitting.view(0)["pending"]["nonce_commitments"] is not None
    reply = sitting.do(0, command=FillCommand(id="g", seat=1, bot="captain"))
    assert code(reply) == ("refused", "begun")
    sitting.reveal(0, 1)
    reply = sitting.do(0, command=FillCommand(id="h", seat=1, bot="captain"))
    assert code(reply) == ("refused", "begun")


def test_who_comes_after_all_has_not_declined() -> None:
    """Committing to a nonce means yes."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"), OpenSeat())
    sitting.table.seats[1].nonce_commitment = None
    sitting.apply(Declined(NOW, 1))
    commit = CommitCommand(id="c", seat=1, nonce_commitment=commitment_to(1))
    assert sitting.do(1, command=commit).answer.ok
    assert sitting.view(0)["pending"]["declined"] == []


def test_a_reaction_changes_nothing() -> None:
    """Only players can react, and reactions are not logged."""
    sitting = two()
    entries = sitting.table.entries
    reply = sitting.do(0, command=ReactCommand(id="x", seat=0, reaction="nice_shot"))
    assert (reply.answer.ok, reply.entry, reply.change) == (True, None, None)
    assert sitting.table.entries == entries
    for own in ([], [1]):
        reply = sitting.do(*own, command=ReactCommand(id="y", seat=0, reaction="ouch"))
        assert code(reply) == ("not_yours", "not_your_seat")
