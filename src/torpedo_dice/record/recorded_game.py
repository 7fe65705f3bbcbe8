"""A game with its dice and its record, for any program that runs a game for players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from torpedo_dice.record.dice import FairDice
from torpedo_dice.record.format import FORMAT, VERSION, RecordData, digest_of
from torpedo_dice.record.recorder import PlayerInfo, Recorder, result_data
from torpedo_dice.rules import Event, Game, Mode, Move, Seat, Sentence, Sheet, SoloEnd, Start


class RecordedGame:
    """A game that rolls its own dice and can return its record at any time.

    >>> from torpedo_dice.sheets import load_sheet
    >>> dice = FairDice.repeatable("an example", players=2)
    >>> names = [PlayerInfo("Ada"), PlayerInfo("Noor")]
    >>> table = RecordedGame(load_sheet("training"), "training", names, dice)
    >>> table.begin()
    [Started(seat=1), Rolled(round=1, start=1, dice=(1, 1, 4))]
    >>> table.record()["result"]["reason"]
    'unfinished'
    """

    def __init__(
        self,
        sheet: Sheet,
        mode: Mode | str,
        players: Sequence[PlayerInfo],
        dice: FairDice,
        *,
        solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
        first: Seat | None = None,
        opening: Sequence[Move] = (),
    ) -> None:
        """Set up a game; `first` names the start player, None means drawing one.

        `opening` are moves of another game, rolls included, with which this one begins. Its dice
        do not explain them, so such a game has no record.
        """
        self.game = Game.new(sheet, mode, len(players), solo_end=solo_end)
        if len(dice.nonces) != len(players):
            raise ValueError(Sentence("{count} players need {count} nonces", count=len(players)))
        self.players = tuple(players)
        self.dice = dice
        self._named_first = first
        self._opening = tuple(opening)
        self._first: Seat = 0
        self._recorder = Recorder()

    def begin(self) -> list[Event]:
        """Determine the start player, make the moves of the opening, and roll the next dice."""
        events: list[Event] = []
        if self._named_first is not None and not self.game.is_solo:
            events += self.game.apply(Start(self._named_first))
        for move in self._opening:
            made = self.game.apply(move)
            self._recorder.note(made)
            events += made
        events += self._roll()
        self._first = self.game.start
        return events

    def apply(self, move: Move) -> list[Event]:
        """Make a player's move and all rolls that it triggers."""
        events = self.game.apply(move)
        self._recorder.note(events)
        return events + self._roll()

    def take_back(self, seat: Seat) -> list[Event]:
        """Take back a seat's choice."""
        return self.game.take_back(seat)

    def resign(self, seat: Seat) -> list[Event]:
        """Resign a seat; if the game goes on, a bot has to play for it."""
        return self.game.resign(seat)

    def note_stand_in(self, seat: Seat, bot: str) -> None:
        """Note for the record that a bot has moved for the player at a seat."""
        info = replace(self.players[seat], stand_in=bot)
        self.players = (*self.players[:seat], info, *self.players[seat + 1 :])

    def _roll(self) -> list[Event]:
        events: list[Event] = []
        while chances := self.game.chances():
            events += self.game.apply(self.dice.answer(self.game, chances[0]))
        self._recorder.note(events)
        return events

    @property
    def rounds(self) -> list[dict[str, Any]]:
        """The complete rounds so far, as in the record."""
        return self._recorder.rounds

    @property
    def has_record(self) -> bool:
        """Whether there can be a record: not of a game that continues another."""
        return not self._opening

    def record(self) -> RecordData:
        """Return the record so far: complete rounds, and the seed once the game is over."""
        if not self.has_record:
            raise ValueError("a game that continues another has no record of its own")
        game = self.game
        # In solo there is nothing to draw.
        is_drawn = self._named_first is None and not game.is_solo
        record: RecordData = {
            "format": FORMAT,
            "version": VERSION,
            "mode": str(game.mode),
            # `first` states whether the start player was drawn, so that it can be verified.
            "options": {"solo_end": str(game.solo_end), "first": "drawn" if is_drawn else "named"},
            "sheet": game.sheet.to_data(),
            "players": [player.to_data() for player in self.players],
            "dice": self.dice.to_data(is_over=game.is_over),
            "first": self._first,
            "rounds": self.rounds,
            "result": result_data(game),
        }
        return {**record, "digest": digest_of(record)}
