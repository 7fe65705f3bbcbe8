"""One table, without input or output: who sits there, the game, and what happened.

A table changes only through entries of its log (`apply`), whether they are new or read from the
store. What a client may ask for is checked in `commands.py`; what each seat may see is in
`views.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from torpedo_dice.record import SCHEME_1, Journal, PlayerInfo, RecordData, journal
from torpedo_dice.rules import Event, Game, Seat
from torpedo_dice.server.messages.events import (
    AnyEvent,
    BotFailedEvent,
    ClockOutEvent,
    DeclinedEvent,
    FilledEvent,
    GameEvent,
    NamedEvent,
    NonceCommittedEvent,
    NonceRevealedEvent,
    NoncesCommittedEvent,
    RematchEvent,
    ReplacedEvent,
    ReturnedEvent,
    SeatedEvent,
    event_message,
)
from torpedo_dice.server.messages.views import Facts, Pending
from torpedo_dice.server.table import log
from torpedo_dice.server.table.devices import Devices
from torpedo_dice.server.table.facts import facts_of
from torpedo_dice.server.table.keys import is_among
from torpedo_dice.server.table.nonces import all_revealed, nonce_commitments, pending
from torpedo_dice.server.table.seat import SeatState
from torpedo_dice.server.table.setup import TableSetup, new_journal, unbegun_game
from torpedo_dice.server.table.views import Scene

# Plays for a player whose time is up. It has to move at once, for one turn, so it is a quick bot.
CLOCK_BOT = "lieutenant"


@dataclass(slots=True)
class Change:
    """The effects of an entry: public events, and private ones by seat."""

    events: list[AnyEvent] = field(default_factory=list)
    private: dict[Seat, list[GameEvent]] = field(default_factory=dict)


class Table:
    """A table."""

    def __init__(self, table_id: str, setup: TableSetup, made: float) -> None:
        self.id = table_id
        self.setup = setup
        self.made = made
        self.commitment = setup.commitment
        self.seats = [
            SeatState(s.kind, s.name, s.bot, s.nonce_commitment, s.nonce, list(s.hashes))
            for s in setup.seats
        ]
        # None until all seats are taken and all nonces known.
        self.journal: Journal | None = None
        # The public events; the first has number 1.
        self.events: list[AnyEvent] = []
        # The length of the log.
        self.entries = 0
        # By seat, how many of its commands did not advance the game.
        self.detours: Counter[Seat] = Counter()
        # The number in the answer to each executed command, by its seat and id.
        self.done: dict[tuple[Seat, str], int] = {}
        self.devices = Devices()
        for seat, made_seat in enumerate(setup.seats):
            for secret_hash in made_seat.hashes:
                self.devices.add(seat, secret_hash, made)
        self.rematch: str | None = None
        # The seat that asked for it.
        self.rematch_by: Seat | None = None
        # The seats for which a bot plays this turn because the time was up.
        self.clock_out: set[Seat] = set()
        # The current round and stage, and since when it has been the move of each seat that has to
        # move.
        self.turn_key: tuple[int, str] = (0, "")
        self.turn_since: dict[Seat, float] = {}
        self._has_told_commitments = False
        self._begin_if_ready(made, Change())

    @classmethod
    def rebuilt(
        cls, table_id: str, setup: TableSetup, made: float, entries: Iterable[log.Entry]
    ) -> Table:
        """Restore a stored table."""
        table = cls(table_id, setup, made)
        for entry in entries:
            table.apply(entry)
        # A damaged setup is detected here rather than when a view is written.
        table.scene()
        return table

    # ------------------------------------------------------------------ questions

    @property
    def game(self) -> Game | None:
        """The game, once it has begun."""
        return None if self.journal is None else self.journal.game

    @property
    def number(self) -> int:
        """The number of the last public event."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.journal is not None and self.journal.game.is_over

    @property
    def nonces(self) -> list[str] | None:
        """The nonces of all seats; None before the game begins."""
        return None if self.journal is None else list(self.journal.recorded.dice.nonces)

    @property
    def nonce_commitments(self) -> list[str | None] | None:
        """The commitments to the nonces; None until everyone has committed, and in scheme 1."""
        return None if self.setup.scheme == SCHEME_1 else nonce_commitments(self.seats)

    @property
    def pending(self) -> Pending | None:
        """What the game awaits besides open seats; None once it has begun, and in scheme 1."""
        has_to_wait = self.journal is None and self.setup.scheme != SCHEME_1
        return pending(self.seats) if has_to_wait else None

    def scene(self) -> Scene:
        """Return the data from which views are written."""
        rounds = [] if self.journal is None else self.journal.recorded.rounds
        return Scene(
            sheet=self.setup.sheet,
            seats=self.seats,
            game=self.game or unbegun_game(self.setup),
            is_waiting=self.journal is None,
            number=self.number,
            commitment=self.commitment,
            nonces=self.nonces,
            pending=self.pending,
            seed=self.setup.seed if self.is_over else None,
            clock_out=self.clock_out,
            last_round=rounds[-1] if rounds else None,
        )

    def names_beside(self, seat: Seat) -> list[str]:
        """Return the names of the other players; a bot without a character has none."""
        others = (state for other, state in enumerate(self.seats) if other != seat)
        return [state.own_name for state in others if state.own_name]

    def open_seats(self) -> list[Seat]:
        """Return the seats that are still open."""
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
        return state.stand_in or state.bot

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """Return the seats where a bot has to move, each with its bot."""
        game = self.game
        if game is None or not self._has_bots():
            return []
        moving = ((seat, self.player_of(seat)) for seat in game.seats_to_move())
        return [(seat, bot) for seat, bot in moving if bot is not None]

    def _has_bots(self) -> bool:
        """Whether any bot plays here now; called after every move, so it has to be fast."""
        if self.clock_out:
            return True
        return any(state.bot is not None or state.stand_in is not None for state in self.seats)

    def seats_on_clock(self) -> list[Seat]:
        """Return the humans whose move it is, if the table has a clock."""
        game = self.game
        if game is None or self.setup.clock is None:
            return []
        return [seat for seat in game.seats_to_move() if self.player_of(seat) is None]

    def facts(self) -> Facts:
        """Return the public facts."""
        return facts_of(self)

    def record(self) -> RecordData | None:
        """Return the record so far; None before the game has begun, and if it has none."""
        if self.journal is None or not self.journal.recorded.has_record:
            return None
        return self.journal.recorded.record()

    # ------------------------------------------------------------------ changes

    def apply(self, entry: log.Entry, played: journal.Entry | None = None) -> Change:
        """Apply the next entry of the log. A MoveError leaves the table as it was.

        `played` is the corresponding journal entry, if it has already been parsed.
        """
        change = Change()
        self._carry_out(entry, played, change)
        self.entries += 1
        if isinstance(entry, log.CommandEntry) and entry.id is not None:
            self.done[entry.giver, entry.id] = self.number
            if isinstance(entry, log.Detour):
                self.detours[entry.giver] += 1
        self._note_turns(entry.at)
        return change

    def _carry_out(self, entry: log.Entry, played: journal.Entry | None, change: Change) -> None:
        match entry:
            case log.MoveEntry() | log.TakeBackEntry():
                self._play(played or entry.played(), change)
                self._note_mover(entry)
            case log.Sat() | log.Committed() | log.Revealed() | log.Declined() | log.Filled():
                self._prepare(entry, change)
                self._begin_if_ready(entry.at, change)
            case log.Resigned():
                self._resign(entry, change)
            case log.Named():
                self._name(entry, change)
            case log.Replaced() | log.BotFailed() | log.Returned():
                self._set_stand_in(entry, change)
            case log.ClockRanOut():
                self.clock_out.add(entry.seat)
                self._publish(ClockOutEvent(seat=entry.seat), change)
            case log.TokenMade() | log.TokenUsed() | log.DeviceRevoked():
                self._change_devices(entry)
            case log.RematchMade():
                self.rematch, self.rematch_by = entry.table, entry.by
                self._publish(RematchEvent(table=entry.table, by=entry.by), change)

    def _change_devices(self, entry: log.TokenMade | log.TokenUsed | log.DeviceRevoked) -> None:
        hashes = self.seats[entry.seat].hashes
        match entry:
            case log.TokenMade():
                self.devices.issue(entry.seat, entry.hash, entry.at)
            case log.TokenUsed():
                self.devices.tokens.pop(entry.token, None)
                self.devices.add(entry.seat, entry.hash, entry.at, entry.label)
                hashes.append(entry.hash)
            case log.DeviceRevoked():
                self.devices.revoke(entry.seat, entry.hash)
                hashes.remove(entry.hash)

    def _play(self, entry: journal.Entry, change: Change) -> None:
        if self.journal is None:
            raise ValueError("the game has not begun")
        self._note(self.journal.apply(entry), change)

    def _prepare(self, entry: log.Preparation, change: Change) -> None:
        """Bring the game one step closer to its beginning."""
        state = self.seats[entry.seat]
        match entry:
            case log.Sat():
                state.kind, state.name = "human", entry.name
                state.nonce_commitment, state.nonce = entry.nonce_commitment, entry.nonce
                state.hashes.append(entry.hash)
                self.devices.add(entry.seat, entry.hash, entry.at)
                self._publish(SeatedEvent(seat=entry.seat, name=entry.name), change)
            case log.Committed():
                state.nonce_commitment, state.declined = entry.nonce_commitment, False
                self._publish(NonceCommittedEvent(seat=entry.seat), change)
            case log.Revealed():
                state.nonce = entry.nonce
                self._publish(NonceRevealedEvent(seat=entry.seat), change)
            case log.Declined():
                state.declined = True
                self._publish(DeclinedEvent(seat=entry.seat), change)
            case log.Filled():
                self._fill(entry, change)

    def _fill(self, entry: log.Filled, change: Change) -> None:
        """Give a seat to a bot; a player who held it loses it."""
        for secret_hash in self.seats[entry.seat].hashes:
            self.devices.revoke(entry.seat, secret_hash)
        state = SeatState("bot", entry.name, entry.bot, nonce=entry.nonce)
        self.seats[entry.seat] = state
        self._publish(FilledEvent(seat=entry.seat, bot=entry.bot, name=state.own_name), change)

    def _resign(self, entry: log.Resigned, change: Change) -> None:
        self._play(journal.GaveUp(entry.seat), change)
        state = self.seats[entry.seat]
        state.resigned, state.stand_in = True, entry.bot

    def _name(self, entry: log.Named, change: Change) -> None:
        self.seats[entry.seat].name = entry.name
        # The record of a finished game never changes.
        if self.journal is not None and not self.is_over:
            self.journal.recorded.players = tuple(self._players())
        self._publish(NamedEvent(seat=entry.seat, name=entry.name), change)

    def _players(self) -> list[PlayerInfo]:
        return [
            PlayerInfo(
                state.name, "human" if state.bot is None else "bot", state.bot, state.moved_by
            )
            for state in self.seats
        ]

    def _set_stand_in(
        self, entry: log.Replaced | log.BotFailed | log.Returned, change: Change
    ) -> None:
        """Have a bot play for a seat, or the player again."""
        seat = entry.seat
        self.seats[seat].stand_in = None if isinstance(entry, log.Returned) else entry.bot
        match entry:
            case log.Replaced(bot=bot):
                self._publish(ReplacedEvent(seat=seat, bot=bot), change)
            case log.BotFailed(bot=bot):
                self._publish(BotFailedEvent(seat=seat, bot=bot), change)
            case log.Returned():
                self._publish(ReturnedEvent(seat=seat), change)

    def _note_mover(self, entry: log.MoveEntry | log.TakeBackEntry) -> None:
        """Note for the record if a bot other than the seat's own made a move."""
        bot = entry.bot if isinstance(entry, log.MoveEntry) else None
        state = self.seats[entry.seat]
        if bot not in (None, state.bot, state.moved_by) and self.journal is not None:
            state.moved_by = bot
            self.journal.recorded.note_stand_in(entry.seat, str(bot))

    def _begin_if_ready(self, at: float, change: Change) -> None:
        """Show the commitments once everyone has committed; begin once everyone has revealed."""
        if self.journal is not None or self.open_seats():
            return
        commitments = self.nonce_commitments
        if commitments is not None and not self._has_told_commitments:
            self._has_told_commitments = True
            self._publish(NoncesCommittedEvent(nonce_commitments=commitments), change)
        if not all_revealed(self.seats):
            return
        nonces = [state.nonce or "" for state in self.seats]
        self.journal = new_journal(self.setup, self._players(), nonces)
        self._note(self.journal.beginning, change)
        self._note_turns(at)

    # ------------------------------------------------------------------ notes

    def _note(self, events: list[Event], change: Change) -> None:
        for event in events:
            message = event_message(event)
            if event.private_to is None:
                self._publish(message, change)
            else:
                change.private.setdefault(event.private_to, []).append(message)

    def _publish(self, message: AnyEvent, change: Change) -> None:
        message.number = self.number + 1
        self.events.append(message)
        change.events.append(message)

    def _note_turns(self, at: float) -> None:
        game = self.game
        if game is None or self.setup.clock is None:
            return
        key = (game.round, str(game.stage))
        if key != self.turn_key:
            self.turn_key = key
            self.turn_since.clear()
            self.clock_out.clear()
        for seat in game.seats_to_move():
            self.turn_since.setdefault(seat, at)
