"""A game in progress: its journal, its log in words and, optionally, a save file."""

from __future__ import annotations

from pathlib import Path

from torpedo_dice.locale import told
from torpedo_dice.record import GaveUp, Journal, Moved, TakenBack, entry_to_data, parse_entry
from torpedo_dice.record.journal import Entry
from torpedo_dice.rules import (
    Event,
    Game,
    MoveError,
    PlayerMove,
    Rolled,
    Seat,
    named,
    visible_events,
)
from torpedo_dice.text.game_setup import GameSetup, parse_game_setup
from torpedo_dice.text.save import Data, Save
from torpedo_dice.text.words import Names, player_name, tell


class KeptGame:
    """A game with its setup, its log in words and, optionally, its save."""

    def __init__(self, setup: GameSetup, save: Save | None = None) -> None:
        self.setup = setup
        self.save = save
        # The public events so far, in words.
        self.log: list[str] = []
        self._round_starts: list[int] = []
        self._journal = Journal(setup.new_game())
        self._note(self._journal.beginning)

    @classmethod
    def begin(cls, setup: GameSetup, path: Path | None) -> KeptGame:
        """Begin a game, and its save if there is a path for one."""
        return cls(setup, None if path is None else Save.create(path, setup.to_data()))

    @classmethod
    def resume(cls, path: Path) -> KeptGame:
        """Resume a saved game; SaveError if it cannot be replayed."""
        save = Save.open(path)
        line = 1
        names: Names = ()
        try:
            kept = cls(parse_game_setup(save.setup), save)
            names = kept.names
            for entry in save.entries:
                line += 1
                kept._apply(parse_entry(entry))
        except ValueError as error:
            save.close()
            why = named(error.why, names) if isinstance(error, MoveError) else error
            raise save.damaged(line, told(why)) from None
        return kept

    @property
    def game(self) -> Game:
        """The current game."""
        return self._journal.game

    @property
    def moves(self) -> int:
        """How many moves have been made or taken back so far."""
        return self._journal.length

    @property
    def record(self) -> Data:
        """The game's record so far."""
        return self._journal.recorded.record()

    @property
    def names(self) -> Names:
        """The players' names, which show where a bot stands in for another one."""
        return tuple(player_name(player) for player in self._journal.recorded.players)

    @property
    def stand_ins(self) -> dict[Seat, str]:
        """The stand-ins by seat: for bots that failed, and players who resigned."""
        players = self._journal.recorded.players
        return {seat: one.stand_in for seat, one in enumerate(players) if one.stand_in is not None}

    def make(self, move: PlayerMove, stand_in: str | None = None) -> list[Event]:
        """Make a player's move. It is saved first; NotSavedError if that fails.

        `stand_in` is the bot that makes it for the player's own.
        """
        return self._add(Moved(move, stand_in))

    def take_back(self, seat: Seat) -> list[Event]:
        """Take back what a seat may take back; MoveError if there is nothing."""
        return self._add(TakenBack(seat))

    def resign(self, seat: Seat, stand_in: str | None) -> list[Event]:
        """Resign a seat; `stand_in` takes over if the game goes on."""
        return self._add(GaveUp(seat, stand_in))

    def _add(self, entry: Entry) -> list[Event]:
        self._journal.check(entry)
        if self.save is not None:
            self.save.append(entry_to_data(entry))
        return self._apply(entry)

    def _apply(self, entry: Entry) -> list[Event]:
        events = self._journal.apply(entry)
        self._note(events)
        return events

    def last_rounds(self) -> list[str]:
        """Tell what is public about the current round and the one before it."""
        return self.log[self._round_starts[-2:][0] :]

    def _note(self, events: list[Event]) -> None:
        for event in visible_events(events, None):
            if isinstance(event, Rolled):
                self._round_starts.append(len(self.log))
            self.log += tell([event], self.names)
