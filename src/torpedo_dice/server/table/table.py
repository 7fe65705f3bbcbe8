"""One table, without input or output: who sits there, the game, and what each seat may see.

A table changes by entries of its log alone (`apply`), the same when they are made and when a
stored log is read back. What a client may ask for is checked in `commands.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from torpedo_dice.record import PlayerInfo, RecordData, RecordedGame
from torpedo_dice.rules import Event, Game, Move, RoundEnded, Seat, parse_move
from torpedo_dice.server.messages.events import event_data
from torpedo_dice.server.messages.protocol import encode
from torpedo_dice.server.table import views
from torpedo_dice.server.table.keys import is_among
from torpedo_dice.server.table.log import (
    ClockRanOut,
    Entry,
    Moved,
    Named,
    RematchMade,
    Replaced,
    Returned,
    Sat,
    TokenMade,
    TokenUsed,
    TookBack,
)
from torpedo_dice.server.table.seat import SeatState
from torpedo_dice.server.table.setup import Setting, new_game
from torpedo_dice.server.table.shown import SharedPart

# Who plays for somebody who is away, and who for somebody whose time is up. The second is the
# quicker one: it is needed at once, for one turn.
STAND_IN = "captain"
CLOCK_BOT = "lieutenant"


@dataclass(slots=True)
class Change:
    """What an entry brought: the public events from `first` on, and what single seats may know."""

    first: int
    private: dict[Seat, list[bytes]] = field(default_factory=dict)


class Table:
    """A table."""

    def __init__(self, table_id: str, setting: Setting, made: float) -> None:
        self.id = table_id
        self.setting = setting
        self.made = made
        self.commitment = setting.commitment
        self.seats = [
            SeatState(s.kind, s.name, s.bot, s.nonce, list(s.hashes)) for s in setting.seats
        ]
        self.recorded: RecordedGame | None = None
        # The public events, as JSON; the first has number 1.
        self.events: list[bytes] = []
        # How many entries the log has.
        self.entries = 0
        # For each command that was done, by its seat and id, the number that it was answered with.
        self.done: dict[tuple[Seat, str], int] = {}
        # Hashes of the tokens that are out, and the seats they open.
        self.tokens: dict[str, Seat] = {}
        self.rematch: str | None = None
        # The seats for which a bot plays this turn because the time was up.
        self.clock_out: set[Seat] = set()
        # Since when each seat that is to move has been so in this stage.
        self.turn_since: dict[Seat, float] = {}
        self._turn_key: tuple[int, str] = (0, "")
        # Parts of views that are kept until they change; see views.py.
        self.shared: SharedPart | None = None
        self.options: dict[Seat, tuple[object, bytes]] = {}
        self.systems: dict[Seat, tuple[object, bytes]] = {}
        self.static_part = b""
        self.seat_parts: list[bytes] = []
        self.last_round = b"null"
        self._begin_if_full(made)

    @classmethod
    def rebuilt(cls, table_id: str, setting: Setting, made: float, log: Iterable[Entry]) -> Table:
        """Bring a stored table back."""
        table = cls(table_id, setting, made)
        for entry in log:
            table.apply(entry)
        return table

    # ------------------------------------------------------------------ questions

    @property
    def game(self) -> Game | None:
        """The game, once all seats are taken."""
        return None if self.recorded is None else self.recorded.game

    @property
    def mode(self) -> str:
        """What is played."""
        return self.setting.mode

    @property
    def sheet_data(self) -> dict[str, Any]:
        """The sheet, as in a record."""
        return self.setting.sheet

    @property
    def seed(self) -> str | None:
        """The dice's seed, when the game is over; never before."""
        return self.setting.seed if self.is_over else None

    @property
    def number(self) -> int:
        """The number of the last public event."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.recorded is not None and self.recorded.game.is_over

    @property
    def nonces(self) -> list[str]:
        """The nonces of all seats, once the game has begun."""
        return [] if self.recorded is None else list(self.recorded.dice.nonces)

    def open_seats(self) -> list[Seat]:
        """Return the seats that wait for somebody."""
        return [seat for seat, state in enumerate(self.seats) if state.kind == "open"]

    def seats_of(self, secret_hashes: Iterable[str]) -> list[Seat]:
        """Return the seats that secrets with these hashes open."""
        given = list(secret_hashes)
        return [
            seat
            for seat, state in enumerate(self.seats)
            if any([is_among(one, state.hashes) for one in given])  # noqa: C419  # takes its time
        ]

    def player_of(self, seat: Seat) -> str | None:
        """Return the bot that moves for a seat now; None if a human does."""
        state = self.seats[seat]
        if seat in self.clock_out and state.bot is None and state.stand_in is None:
            return CLOCK_BOT
        return state.bot or state.stand_in

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """Return the seats that wait for a bot's move, each with its bot."""
        game = self.game
        if game is None or not self._has_bots():
            return []
        moving = ((seat, self.player_of(seat)) for seat in game.seats_to_move())
        return [(seat, bot) for seat, bot in moving if bot is not None]

    def _has_bots(self) -> bool:
        """Whether any bot plays here now; asked after every move, so it must be quick."""
        if self.clock_out:
            return True
        return any(state.bot is not None or state.stand_in is not None for state in self.seats)

    def deadlines(self) -> dict[Seat, float]:
        """Return when the time of each human who is to move will be up."""
        game, clock = self.game, self.setting.clock
        if game is None or clock is None:
            return {}
        return {
            seat: self.turn_since[seat] + clock
            for seat in game.seats_to_move()
            if self.player_of(seat) is None
        }

    def facts(self) -> dict[str, Any]:
        """Return what anybody may know who has the link."""
        setting, game = self.setting, self.game
        return {
            "table": self.id,
            "made": self.made,
            "mode": setting.mode,
            "sheet": setting.sheet["name"],
            "solo_end": setting.solo_end,
            "first": setting.first,
            "clock": setting.clock,
            "pace": setting.pace,
            "patience": setting.patience,
            "hotseat": setting.hotseat,
            "commitment": self.commitment,
            "seats": [
                {
                    "seat": seat,
                    "kind": state.kind,
                    "name": state.name,
                    "bot": state.bot,
                    "stand_in": state.stand_in,
                }
                for seat, state in enumerate(self.seats)
            ],
            "stage": views.WAITING if game is None else game.stage,
            "round": 0 if game is None else game.round,
            "over": self.is_over,
            "rematch": self.rematch,
        }

    def record(self) -> RecordData | None:
        """Return the record as far as the game has come; None before it has begun."""
        return None if self.recorded is None else self.recorded.record()

    # ------------------------------------------------------------------ changes

    def apply(self, entry: Entry, move: Move | None = None) -> Change:
        """Do what an entry says. A MoveError leaves the table as it was.

        `move` is the entry's move, where somebody has read it already.
        """
        change = Change(self.number)
        match entry:
            case Moved():
                self._move(move or parse_move(entry.move), change)
            case TookBack():
                self._note(self._playing().take_back(entry.seat), change)
            case ClockRanOut():
                self.clock_out.add(entry.seat)
                self._tell(event="clock_out", seat=entry.seat)
            case RematchMade():
                self.rematch = entry.table
                self._tell(event="rematch", table=entry.table)
            case _:
                self._apply_to_seat(entry, change)
        self.shared = None
        self.entries += 1
        self._note_done(entry)
        self._note_turns(entry.at)
        return change

    def _apply_to_seat(
        self, entry: Sat | Named | Replaced | Returned | TokenMade | TokenUsed, change: Change
    ) -> None:
        match entry:
            case Sat():
                self._sit(entry, change)
            case Named():
                self._name(entry)
            case Replaced():
                self._stand_in(entry.seat, entry.bot)
                self._tell(event="replaced", seat=entry.seat, bot=entry.bot)
            case Returned():
                self._stand_in(entry.seat, None)
                self._tell(event="returned", seat=entry.seat)
            case TokenMade():
                self.tokens[entry.hash] = entry.seat
            case TokenUsed():
                self.tokens.pop(entry.token, None)
                self.seats[entry.seat].hashes.append(entry.hash)

    def _playing(self) -> RecordedGame:
        if self.recorded is None:
            raise ValueError("the game has not begun")
        return self.recorded

    def _move(self, move: Move, change: Change) -> None:
        self._note(self._playing().apply(move), change)

    def _sit(self, entry: Sat, change: Change) -> None:
        state = self.seats[entry.seat]
        state.kind, state.name, state.nonce = "human", entry.name, entry.nonce
        state.hashes.append(entry.hash)
        self._tell(event="seated", seat=entry.seat, name=entry.name)
        self._begin_if_full(entry.at, change)

    def _name(self, entry: Named) -> None:
        self.seats[entry.seat].name = entry.name
        if self.recorded is not None:
            self.recorded.players = tuple(self._players())
            self._write_seats()
        self._tell(event="named", seat=entry.seat, name=entry.name)

    def _stand_in(self, seat: Seat, bot: str | None) -> None:
        self.seats[seat].stand_in = bot
        if self.recorded is not None:
            self._write_seats()

    def _players(self) -> list[PlayerInfo]:
        return [
            PlayerInfo(state.name)
            if state.bot is None
            else PlayerInfo(state.name, "bot", state.bot)
            for state in self.seats
        ]

    def _begin_if_full(self, at: float, change: Change | None = None) -> None:
        if self.recorded is not None or self.open_seats():
            return
        nonces = [state.nonce or "" for state in self.seats]
        self.recorded = new_game(self.setting, self._players(), nonces)
        begun = self.recorded.begin()
        self.static_part = views.static_part(self)
        self._write_seats()
        self._note(begun, change or Change(0))
        self._note_turns(at)

    # ------------------------------------------------------------------ notes

    def _note(self, events: list[Event], change: Change) -> None:
        recorded = self._playing()
        for event in events:
            data = event_data(event)
            if event.private_to is not None:
                change.private.setdefault(event.private_to, []).append(encode(data))
            else:
                self._tell(**data)
        if any(isinstance(event, RoundEnded) for event in events):
            self.last_round = encode(recorded.rounds[-1])
            self._write_seats()

    def _tell(self, **data: Any) -> None:
        self.events.append(encode({"number": self.number + 1, **data}))

    def _write_seats(self) -> None:
        game = self._playing().game
        self.seat_parts = [views.seat_part(self, game, seat) for seat in game.seats]

    def _note_done(self, entry: Entry) -> None:
        command_id = getattr(entry, "id", None)
        if command_id is not None:
            seat: Seat = entry.by if isinstance(entry, Replaced) else entry.seat  # type: ignore[union-attr]
            self.done[seat, command_id] = self.number

    def _note_turns(self, at: float) -> None:
        game = self.game
        if game is None or self.setting.clock is None:
            return
        key = (game.round, str(game.stage))
        if key != self._turn_key:
            self._turn_key = key
            self.turn_since.clear()
            self.clock_out.clear()
        for seat in game.seats_to_move():
            self.turn_since.setdefault(seat, at)
