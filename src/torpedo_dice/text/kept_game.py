"""A game that is kept: played, told and, if wished, saved move by move before it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from torpedo_dice.locale import told
from torpedo_dice.record import RecordedGame
from torpedo_dice.rules import (
    Event,
    Finished,
    Game,
    Move,
    MoveError,
    Reroll,
    Roll,
    Rolled,
    RoundEnded,
    Seat,
    Start,
    TookBack,
    move_name,
    parse_move,
    visible_events,
)
from torpedo_dice.text.save import Data, Save, SaveError
from torpedo_dice.text.sentences import say
from torpedo_dice.text.setting import Setting, parse_setting
from torpedo_dice.text.words import tell


class KeptGame:
    """A game with its setting, its log in words and, perhaps, its save."""

    def __init__(self, setting: Setting, save: Save | None = None) -> None:
        self.setting = setting
        self.save = save
        # Moves made and taken back so far.
        self.moves = 0
        # What has happened, as far as everybody may know it.
        self.log: list[str] = []
        self._round_starts: list[int] = []
        self._recorded: RecordedGame = setting.new_game()
        self._note(self._recorded.begin())

    @classmethod
    def begin(cls, setting: Setting, path: Path | None) -> KeptGame:
        """Begin a game, and its save if it gets one."""
        return cls(setting, None if path is None else Save.create(path, setting.to_data()))

    @classmethod
    def resume(cls, path: Path) -> tuple[KeptGame, bool]:
        """Go on with a saved game; also says whether a line that was cut off is dropped."""
        save, contents = Save.open(path)
        try:
            return cls._replayed(save, contents.setting, contents.entries), contents.torn
        except SaveError:
            save.close()
            raise

    @classmethod
    def _replayed(cls, save: Save, header: Data, entries: tuple[Data, ...]) -> KeptGame:
        try:
            kept = cls(parse_setting(header), save)
        except ValueError as error:
            raise save.damaged(1, told(error)) from None
        for number, entry in enumerate(entries, start=2):
            try:
                kept._replay(entry)
            except MoveError as error:
                raise save.damaged(number, told(error.why)) from None
            except ValueError as error:
                raise save.damaged(number, told(error)) from None
        return kept

    def _replay(self, entry: Data) -> None:
        match entry:
            case {"move": str(text)}:
                self._make(_parse_players_move(text))
            case {"take_back": int(seat)}:
                self._take_back(seat)
            case _:
                raise ValueError(say.NO_ENTRY)

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._recorded.game

    @property
    def record(self) -> Data:
        """The game's record as far as it has come."""
        return self._recorded.record()

    def make(self, move: Move) -> list[Event]:
        """Make a player's move. It is saved first; NotSavedError if that fails."""
        error = self.game.why_not(move)
        if error is not None:
            raise error
        self._save({"move": move_name(move)})
        return self._make(move)

    def take_back(self, seat: Seat) -> list[Event]:
        """Take back what a seat may take back; MoveError if there is nothing."""
        self.game.copy().take_back(seat)
        self._save({"take_back": seat})
        return self._take_back(seat)

    def _save(self, entry: Data) -> None:
        if self.save is not None:
            self.save.append(entry)

    def _make(self, move: Move) -> list[Event]:
        events = self._recorded.apply(move)
        self.moves += 1
        self._note(events)
        return events

    def _take_back(self, seat: Seat) -> list[Event]:
        events = self._recorded.take_back(seat)
        self.moves += 1
        return events

    def last_rounds(self) -> list[str]:
        """Tell what everybody knows of the round that is being played, and the one before it."""
        return self.log[self._round_starts[-2:][0] :]

    def _note(self, events: list[Event]) -> None:
        known = visible_events(events, None)
        for number, event in enumerate(known):
            if isinstance(event, Rolled):
                self._round_starts.append(len(self.log) + len(self.tell(known[:number])))
        self.log += self.tell(known)

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Tell what happened, without what the log of a game can do without."""
        worth_telling = [e for e in events if not isinstance(e, Finished | TookBack | RoundEnded)]
        return tell(worth_telling, self.setting.names)


def _parse_players_move(text: str) -> Move:
    """Read a move; what chance brings follows from the seed and stands in no save."""
    match parse_move(text):
        case Start() | Roll() | Reroll():
            raise ValueError(say.NO_ENTRY)
        case move:
            return move
