"""A table without a server: what it hides, and that its log is complete."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.server.players import choose, commitment_to, nonce_of
from tests.server.table.sitting import NOW, Sitting, code, same, two, view_bytes
from torpedo_dice.bots import characters_of
from torpedo_dice.record import SCHEME_1, verify
from torpedo_dice.server.messages.commands import NameCommand, TakeBackCommand
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, OpenSeat
from torpedo_dice.server.table.devices import Token
from torpedo_dice.server.table.log import (
    BotFailed,
    ClockRanOut,
    MoveEntry,
    Named,
    Sat,
    TokenMade,
    TokenUsed,
    parse_entry,
)
from torpedo_dice.server.table.setup import TableSetup
from torpedo_dice.server.table.table import Table


@pytest.mark.parametrize("mode", ["mission", "training", "solo"])
def test_a_whole_game_is_its_log(mode: str) -> None:
    """After every entry, the table rebuilt from its log is the same; the record is valid."""
    people = [HumanSeat("Ada")] if mode == "solo" else [HumanSeat("Ada"), HumanSeat("Noor")]
    sitting = Sitting(*people, mode=mode)
    while not sitting.table.is_over:
        sitting.play()
        if len(sitting.log) % 7 == 0:
            same(sitting.table, sitting.rebuilt())
    same(sitting.table, sitting.rebuilt())
    record = sitting.table.record()
    assert record is not None
    assert verify(record) is None
    view = sitting.view(None)
    assert view["over"]["explain"]["code"]
    assert view["seed"] == record["dice"]["seed"]


def test_a_choice_is_hidden_until_all_are_in() -> None:
    """A modification doesn't change other seats' views, which show only who has finished."""
    sitting = two()
    sitting.play_to_act()
    sitting.table.game.players[0].switched = 0b11111110  # type: ignore[union-attr]
    before = view_bytes(sitting.table, 1), view_bytes(sitting.table, None)
    number = sitting.table.number
    reply = sitting.move("0 use periscope")
    assert reply.change is not None
    assert set(reply.change.private) == {0}
    assert sitting.table.number == number
    assert (view_bytes(sitting.table, 1), view_bytes(sitting.table, None)) == before
    assert sitting.view(0)["seats"][0]["choice"]["modify"] == {"system": "periscope"}
    sitting.move(choose(sitting.view(0), 0))
    seen = sitting.view(1)["seats"][0]
    assert seen["finished"]
    assert seen["choice"] is None
    assert sitting.view(None)["seed"] is None


def test_a_game_begins_when_all_seats_are_taken_and_all_nonces_revealed() -> None:
    """Until then nobody can move; the commitment does not change."""
    sitting = Sitting(HumanSeat("Ada"), OpenSeat(), BotSeat("ensign"))
    commitment = sitting.view(0)["commitment"]
    assert sitting.view(None)["stage"] == "waiting"
    assert code(sitting.move("0 take 0")) == ("refused", "waiting")
    sitting.apply(Sat(NOW, 1, "Noor", "1" * 64, commitment_to(1)))
    assert sitting.view(None)["stage"] == "waiting"
    commitments = [commitment_to(0), commitment_to(1), None]
    assert sitting.view(None)["pending"] == {
        "committed": [0, 1], "nonce_commitments": commitments, "revealed": [], "declined": [],
    }  # fmt: skip
    sitting.reveal(1)
    same(sitting.table, sitting.rebuilt())
    assert sitting.view(0)["pending"]["revealed"] == [1]
    assert sitting.view(0)["nonces"] is None
    sitting.reveal(0)
    assert sitting.view(0)["stage"] == "take"
    assert sitting.view(0)["pending"] is None
    assert sitting.view(0)["commitment"] == commitment
    assert sitting.view(0)["nonces"] == [nonce_of(0), nonce_of(1), ""]
    names = [type(event).__name__.removesuffix("Event") for event in sitting.table.events]
    nonces = ["NoncesCommitted", "NonceRevealed", "NonceRevealed"]
    assert names == ["Seated", *nonces, "Started", "Rolled"]
    assert [event.number for event in sitting.table.events] == [1, 2, 3, 4, 5, 6]
    same(sitting.table, sitting.rebuilt())


def test_bots_play_without_nonces() -> None:
    """A table without people waits for nobody."""
    sitting = Sitting(BotSeat("ensign"), BotSeat("ensign"))
    assert sitting.view(None)["nonces"] == ["", ""]


def test_a_table_of_scheme_1_plays_on() -> None:
    """One stored before scheme 2 has nonces in its setup and its log, and keeps its scheme."""
    sitting = Sitting(HumanSeat("Ada"), OpenSeat(), BotSeat("ensign"))
    data = msgspec.to_builtins(sitting.table.setup)
    del data["scheme"]
    for seat in data["seats"]:
        seat.pop("nonce_commitment", None)
        if seat["kind"] != "open":
            seat["nonce"] = "ab"
    setup = msgspec.convert(data, TableSetup)
    sat = {"do": "sit", "at": NOW, "seat": 1, "name": "Noor", "nonce": "cd", "hash": "1" * 64}
    table = Table("t", setup, NOW)
    assert (table.pending, table.nonce_commitments) == (None, None)
    table.apply(parse_entry(json.dumps(sat)))
    record = table.record()
    assert record is not None
    assert (record["dice"]["scheme"], record["dice"]["nonces"]) == (SCHEME_1, ["ab", "cd", "ab"])
    assert verify(record) is None


def test_a_finished_record_does_not_change() -> None:
    """A rename during the game is in the record; a later one is refused, and ignored if stored."""
    sitting = Sitting(HumanSeat("Ada"), mode="solo")
    assert sitting.do(0, command=NameCommand(id="n1", seat=0, name="Lovelace")).answer.ok
    while not sitting.table.is_over:
        sitting.play()
    record = sitting.table.record()
    assert record is not None
    assert record["players"][0]["name"] == "Lovelace"
    assert code(sitting.do(0, command=NameCommand(id="n2", seat=0, name="Eve"))) == (
        "refused", "over",
    )  # fmt: skip
    sitting.apply(Named(NOW, 0, "Eve"))
    assert sitting.table.record() == sitting.rebuilt().record() == record


def test_a_clock_that_ran_out_plays_for_this_turn_only() -> None:
    """A bot is to move for the seat until its turn is over; its choice cannot be taken back."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"), clock=30.0)
    assert sitting.table.seats_on_clock() == [0]
    assert sitting.table.turn_since == {0: NOW}
    sitting.apply(ClockRanOut(NOW + 30, 0))
    assert sitting.table.bots_to_move() == [(0, "lieutenant")]
    assert sitting.table.seats_on_clock() == []
    sitting.move("0 take 1")
    assert sitting.table.bots_to_move() == []
    assert sitting.table.seats_on_clock() == [1]
    sitting.move("1 take 0")
    assert sitting.table.clock_out == set()
    sitting.apply(ClockRanOut(NOW + 60, 0))
    sitting.move(choose(sitting.view(0), 0))
    assert code(sitting.do(0, command=TakeBackCommand("t", 0))) == ("refused", "clock_out")
    same(sitting.table, sitting.rebuilt())


def test_the_record_says_for_whom_a_bot_has_moved() -> None:
    """Only if it was not the seat's own, and also after a new name and after a restart."""
    sitting = Sitting(HumanSeat("Ada"), BotSeat("ensign"), HumanSeat("Noor"), clock=30.0)

    def stand_ins(table: Table) -> list[str | None]:
        record = table.record()
        assert record is not None
        return [player.get("stand_in") for player in record["players"]]

    sitting.apply(ClockRanOut(NOW + 30, 0))
    assert stand_ins(sitting.table) == [None, None, None]
    sitting.apply(MoveEntry(NOW + 30, 0, "0 take 0", bot="lieutenant"))
    sitting.apply(MoveEntry(NOW + 31, 1, "1 take 1", bot="ensign"))
    assert stand_ins(sitting.table) == ["lieutenant", None, None]
    sitting.do(0, command=NameCommand("n", 0, "Grace"))
    assert stand_ins(sitting.table) == ["lieutenant", None, None]
    sitting.move("2 take 2")
    sitting.apply(BotFailed(NOW + 40, 1, "captain"))
    assert (1, "captain") in sitting.table.bots_to_move()
    sitting.apply(MoveEntry(NOW + 41, 1, choose(sitting.view(1), 1), bot="captain"))
    assert stand_ins(sitting.table) == ["lieutenant", "captain", None]
    assert stand_ins(sitting.rebuilt()) == ["lieutenant", "captain", None]
    same(sitting.table, sitting.rebuilt())


def test_bots_of_the_same_rank_are_told_apart() -> None:
    """Each has its own name; a fourth of a rank is named after the rank."""
    sitting = Sitting(*[BotSeat("ensign")] * 4)
    seats = sitting.view(None)["seats"]
    record = sitting.table.record()
    assert record is not None
    names = [player["name"] for player in record["players"]]
    assert set(names[:3]) == {one.name for one in characters_of("ensign")}
    assert names[3] == "Ensign"
    # Clients translate that name.
    assert [seat["name"] for seat in seats] == [*names[:3], ""]


def test_a_token_opens_a_seat_once_more() -> None:
    """A handover adds a secret; the old one stays valid."""
    sitting = two()
    sitting.apply(TokenMade(NOW, 1, "aa"))
    assert sitting.table.devices.tokens == {"aa": Token(1, NOW)}
    sitting.apply(TokenUsed(NOW, 1, "aa", "f" * 64))
    assert sitting.table.devices.tokens == {}
    assert sitting.table.seats_of(["f" * 64]) == [1]
    assert sitting.table.seats_of(["1" * 64]) == [1]
    assert sitting.table.seats_of(["2" * 64]) == []
    same(sitting.table, sitting.rebuilt())
