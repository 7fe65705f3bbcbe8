"""A table without a server: what it does, what it hides, and that its log says everything."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.players import choose
from torpedo_dice.record import verify
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.commands import (
    Command,
    MoveCommand,
    NameCommand,
    PreviewCommand,
    ReplaceCommand,
    ReturnCommand,
    TakeBackCommand,
)
from torpedo_dice.server.messages.events import RolledEvent, SeatedEvent, StartedEvent
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable, OpenSeat, SomeSeat
from torpedo_dice.server.messages.views import PreviewView
from torpedo_dice.server.table.commands import Reply, handle_command
from torpedo_dice.server.table.log import (
    ClockRanOut,
    Entry,
    Sat,
    TokenMade,
    TokenUsed,
    entry_text,
    parse_entry,
)
from torpedo_dice.server.table.setup import new_seed, setup_of
from torpedo_dice.server.table.table import Table
from torpedo_dice.server.table.views import ViewWriter

NOW = 1000.0


def view_bytes(table: Table, seat: int | None) -> bytes:
    """Write what a seat sees, with nothing kept from before."""
    return encode(ViewWriter().write(table.scene(), seat))


class Sitting:
    """A table whose entries are kept, as a storage would."""

    def __init__(self, *seats: SomeSeat, mode: Any = "mission", clock: float | None = None) -> None:
        body = NewTable(mode, list(seats), first=0 if mode != "solo" else None, clock=clock)
        hashes = {n: f"{n}" * 64 for n, s in enumerate(seats) if isinstance(s, HumanSeat)}
        setup = setup_of(body, seed=new_seed(), patience=60.0, hashes=hashes)
        self.table = Table("t", setup, NOW)
        self.log: list[Entry] = []
        self.away: float | None = None

    def do(self, *own: int, command: Command) -> Reply:
        """Give a command as the holder of some seats."""
        reply = handle_command(self.table, list(own), command, NOW, lambda _: self.away)
        if reply.entry is not None:
            self.log.append(reply.entry)
        return reply

    def move(self, text: str, id: str | None = None) -> Reply:  # noqa: A002
        """Make a move as its own seat."""
        name = id or f"m{len(self.log)}"
        return self.do(int(text[0]), command=MoveCommand(name, text))

    def apply(self, entry: Entry) -> None:
        """Apply an entry that no command brings."""
        self.table.apply(entry)
        self.log.append(entry)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees."""
        data: dict[str, Any] = json.loads(view_bytes(self.table, seat))
        return data

    def play(self) -> None:
        """Play the next move of whoever is first to move."""
        seat = self.view(0)["to_move"][0]
        assert self.move(choose(self.view(seat), seat)).answer.ok

    def play_to_act(self) -> None:
        """Play until phases 2 and 3."""
        while self.view(0)["stage"] != "act":
            self.play()

    def rebuilt(self) -> Table:
        """The table read back from its log."""
        log = [parse_entry(entry_text(entry)) for entry in self.log]
        return Table.rebuilt("t", self.table.setup, NOW, log)


def two() -> Sitting:
    """A table of two humans."""
    return Sitting(HumanSeat("Ada"), HumanSeat("Noor"))


def code(reply: Reply) -> tuple[str, str]:
    """The kind and the code of a refusal."""
    problem = reply.answer.error
    assert not reply.answer.ok
    assert problem, reply.answer
    return problem.kind, problem.code


def same(one: Table, other: Table) -> None:
    """Two tables are alike in all that anybody can see or ask."""
    assert one.events == other.events
    assert one.facts() == other.facts()
    assert one.done == other.done
    assert one.tokens == other.tokens
    assert one.deadlines() == other.deadlines()
    for seat in (None, *range(len(one.seats))):
        assert view_bytes(one, seat) == view_bytes(other, seat)


@pytest.mark.parametrize("mode", ["mission", "training", "solo"])
def test_a_whole_game_is_its_log(mode: str) -> None:
    """After every entry the table rebuilt from its log is the same; the record is true."""
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
    """Another seat's view does not change by a modification, and tells only who has finished."""
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
    """The three kinds of move error are told apart, and dice are nobody's to choose."""
    sitting = two()
    before = view_bytes(sitting.table, 0)
    assert code(sitting.do(*own, command=MoveCommand("c", move))) == refusal
    assert view_bytes(sitting.table, 0) == before


def test_an_open_seat_begins_the_game_when_it_is_taken() -> None:
    """Until then nobody can move; the commitment does not change."""
    sitting = Sitting(HumanSeat("Ada", nonce="ab"), OpenSeat(), BotSeat("ensign"))
    commitment = sitting.view(0)["commitment"]
    assert sitting.view(None)["stage"] == "waiting"
    assert code(sitting.move("0 take 0")) == ("refused", "waiting")
    sitting.apply(Sat(NOW, 1, "Noor", "cd", "1" * 64))
    assert sitting.view(0)["stage"] == "take"
    assert sitting.view(0)["commitment"] == commitment
    assert sitting.view(0)["nonces"][:2] == ["ab", "cd"]
    events = [SeatedEvent, StartedEvent, RolledEvent]
    assert [type(event) for event in sitting.table.events] == events
    assert [event.number for event in sitting.table.events] == [1, 2, 3]
    same(sitting.table, sitting.rebuilt())


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


def test_a_clock_that_ran_out_plays_for_this_turn_only() -> None:
    """A bot is to move for the seat until its turn is over; its choice cannot be taken back."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"), clock=30.0)
    assert sitting.table.deadlines() == {0: NOW + 30}
    sitting.apply(ClockRanOut(NOW + 30, 0))
    assert sitting.table.bots_to_move() == [(0, "lieutenant")]
    assert sitting.table.deadlines() == {}
    sitting.move("0 take 1")
    assert sitting.table.bots_to_move() == []
    assert list(sitting.table.deadlines()) == [1]
    sitting.move("1 take 0")
    assert sitting.table.clock_out == set()
    sitting.apply(ClockRanOut(NOW + 60, 0))
    sitting.move(choose(sitting.view(0), 0))
    assert code(sitting.do(0, command=TakeBackCommand("t", 0))) == ("refused", "clock_out")
    same(sitting.table, sitting.rebuilt())


def test_names_are_plain_text() -> None:
    """A name changes everywhere; what is not printable is refused."""
    sitting = two()
    assert sitting.do(0, command=NameCommand("n1", 0, "<b>Zoë</b>")).answer.ok
    assert sitting.view(1)["seats"][0]["name"] == "<b>Zoë</b>"
    assert sitting.table.record()["players"][0]["name"] == "<b>Zoë</b>"  # type: ignore[index]
    bell = sitting.do(0, command=NameCommand("n2", 0, "a\x07"))
    assert code(bell) == ("malformed", "name")


def test_bots_of_the_same_rank_are_told_apart() -> None:
    """By a number in the record; pages name them by rank, so they are sent no name."""
    bots = [BotSeat("ensign"), BotSeat("lieutenant"), BotSeat("ensign")]
    sitting = Sitting(HumanSeat("Ensign"), *bots)
    seats = sitting.view(None)["seats"]
    assert [seat["name"] for seat in seats] == ["Ensign", "", "", ""]
    assert [seat["bot"] for seat in seats] == [None, "ensign", "lieutenant", "ensign"]
    record = sitting.table.record()
    assert record is not None
    names = [player["name"] for player in record["players"]]
    assert names == ["Ensign", "Ensign", "Lieutenant", "Ensign 2"]


def test_a_preview_does_nothing() -> None:
    """It tells hits and misses as the shot then has them, and refuses what is not legal."""
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


def test_a_token_opens_a_seat_once_more() -> None:
    """A handover adds a secret; the old one stays valid."""
    sitting = two()
    sitting.apply(TokenMade(NOW, 1, "aa"))
    assert sitting.table.tokens == {"aa": 1}
    sitting.apply(TokenUsed(NOW, 1, "aa", "f" * 64))
    assert sitting.table.tokens == {}
    assert sitting.table.seats_of(["f" * 64]) == [1]
    assert sitting.table.seats_of(["1" * 64]) == [1]
    assert sitting.table.seats_of(["2" * 64]) == []
    same(sitting.table, sitting.rebuilt())
