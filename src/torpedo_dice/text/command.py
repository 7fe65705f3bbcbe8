"""`torpedo text`, as the command line calls it.

Exit codes of `play_text`: 0 played, left or end of input; 1 a file could not be written or a bot
failed; 2 bad input; 130 interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from torpedo_dice.bots import UnknownBotError, is_command
from torpedo_dice.locale import told
from torpedo_dice.record import FairDice, record_line
from torpedo_dice.rules import GameSetupError, Mode, Seat, Sheet, SheetError, SoloEnd
from torpedo_dice.text.ask import Asker, Quit
from torpedo_dice.text.begin import BadWishError, Wishes, check_wishes, settle
from torpedo_dice.text.console import Console
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.save import NotSavedError, SaveError
from torpedo_dice.text.sentences import say
from torpedo_dice.text.session import Session, StuckError, greeting

FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def play_text(
    *,
    mode: Mode | str | None = None,
    seats: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    sheet: Sheet | str | None = None,
    solo_end: SoloEnd | str | None = None,
    first: Seat | None = None,
    save: Path | None = None,
    record: Path | None = None,
    words: bool = False,
    dice: FairDice | None = None,
    console: Console | None = None,
) -> int:
    """Play the text game and return the exit code.

    Options that are None are asked for at a terminal, or have a default. `seats` are `human` or
    bots' names, `names` those of the humans in order, `first` a seat from 0, `words` omits the
    drawings. A `save` that exists is resumed.
    """
    wishes = Wishes(mode, seats, names, sheet, solo_end, first, dice)
    console = console or Console.standard()
    play = _Play(console, Asker(console), wishes, save, record, draws=not words)
    try:
        return play.run()
    except (BadWishError, GameSetupError, SaveError, SheetError, UnknownBotError) as error:
        console.complain(told(error))
        return BAD_INPUT
    except BrokenPipeError:
        console.give_up()
        return 0
    finally:
        play.close()


@dataclass
class _Play:
    """One call of `play_text`."""

    console: Console
    asker: Asker
    wishes: Wishes
    save: Path | None
    record: Path | None
    draws: bool
    kept: KeptGame | None = None

    def run(self) -> int:
        """Play; if the game is left, say how to resume it."""
        self._check_record_file()
        try:
            kept = self._begin()
            Session(kept, self.asker, draws=self.draws).run()
            return self._end(kept)
        except Quit:
            self.console.say(say.LEFT, *self._how_to_resume())
            return 0
        except KeyboardInterrupt:
            self.console.say("", say.STOPPED, *self._how_to_resume())
            return INTERRUPTED
        except (NotSavedError, StuckError) as error:
            self.console.complain(str(error))
            self.console.say(*self._how_to_resume())
            return FAILED

    def close(self) -> None:
        """Close the save file."""
        if self.kept is not None and self.kept.save is not None:
            self.kept.save.close()

    def _check_record_file(self) -> None:
        """Fail now rather than after the game if the record cannot be written."""
        if self.record is None:
            return
        if self.save is not None and self.save.resolve() == self.record.resolve():
            raise BadWishError(say.RECORD_IS_SAVE.format(file=self.record))
        if self.record.exists():
            raise BadWishError(say.RECORD_EXISTS.format(file=self.record))
        if not self.record.parent.is_dir() or not os.access(self.record.parent, os.W_OK):
            raise BadWishError(say.NO_FOLDER.format(file=self.record))

    def _begin(self) -> KeptGame:
        if self.save is not None and self.save.exists():
            return self._resume(self.save)
        asker = self.asker if self.console.is_terminal else None
        setup = settle(self.wishes, asker)
        if self.save is not None and any(map(is_command, setup.seats)):
            # Resuming would run whatever command the file names, and files come from anywhere.
            raise BadWishError(say.COMMAND_NOT_SAVED)
        self.kept = kept = KeptGame.begin(setup, self.save)
        saved = [] if self.save is None else [say.KEPT.format(file=self.save)]
        self.console.say("", *greeting(kept), *saved, *kept.log)
        return kept

    def _resume(self, path: Path) -> KeptGame:
        self.kept = kept = KeptGame.resume(path)
        check_wishes(self.wishes, kept.setup, path)
        torn = [say.TORN.format(file=path)] if kept.save and kept.save.is_torn else []
        resumed = say.RESUMED_OVER if kept.game.is_over else say.RESUMED
        resumed = resumed.format(file=path, round=kept.game.round)
        self.console.say("", *greeting(kept), *torn, resumed, *kept.last_rounds())
        return kept

    def _how_to_resume(self) -> list[str]:
        if self.kept is None:
            return []
        return [say.NOT_KEPT if self.save is None else say.HOW_TO_RESUME.format(file=self.save)]

    def _end(self, kept: KeptGame) -> int:
        self.console.say("", say.SEED, f"  {kept.setup.dice.seed.hex()}")
        if self.record is None:
            self.console.say(say.RECORD_HINT)
            return 0
        try:
            with self.record.open("x", encoding="utf-8") as file:
                file.write(record_line(kept.record))
        except OSError as error:
            self.console.complain(say.RECORD_FAILED.format(file=self.record, why=told(error)))
            return FAILED
        self.console.say(say.RECORD_WRITTEN.format(file=self.record))
        return 0
