"""The interactive game: asks the humans, has the bots choose, and reports what happens.

The questions of a turn are in `turn.py`, moves go through `kept_game.py`; this module decides who
is asked next, and keeps humans who share a screen from seeing each other's hidden choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from torpedo_dice.bots import STAND_IN, BotFailedError, character_named
from torpedo_dice.locale import pgettext, told
from torpedo_dice.rules import (
    PlayerMove,
    RoundEnded,
    Seat,
    Stage,
    ends_by_resigning,
    named,
    visible_events,
)
from torpedo_dice.text.ask import Asker, Command, GoBack, Quit, ask_without_way_back
from torpedo_dice.text.help import help_lines
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.look import glance, table
from torpedo_dice.text.sentences import say
from torpedo_dice.text.turn import Turn
from torpedo_dice.text.words import Names, plain, tell, tell_scores, title


class StuckError(Exception):
    """A game that can't continue because even the stand-in bot failed."""


class _GaveUp(Exception):  # noqa: N818  # a wish, not an error
    """The player who was asked has resigned, so the question is void."""


class Session:
    """One game at one screen, from its current state to the end; without `draws` in words only."""

    def __init__(self, kept: KeptGame, asker: Asker, *, draws: bool = True) -> None:
        self.kept = kept
        self.game = kept.game
        self.asker = asker
        self.console = asker.console
        self.draws = draws
        # The human who is looking at the screen, as far as we know.
        self._holder: Seat | None = None
        self._shown: tuple[Seat, int] | None = None
        self._asked: Seat = next(iter(kept.setup.humans), 0)
        self._bots = kept.setup.seated_bots(kept.moves) | {
            seat: kept.setup.stand_in(seat, bot) for seat, bot in kept.stand_ins.items()
        }
        asker.commands = self._commands()

    @property
    def names(self) -> Names:
        """The players' names."""
        return self.kept.names

    def run(self) -> None:
        """Play to the end. Quit is raised when somebody leaves, StuckError when no bot can move."""
        try:
            self._play()
        finally:
            for bot in self._bots.values():
                bot.close()
        if self.game.outcome is not None:
            self.console.say("", *tell_scores(self.game.outcome, self.names))

    def _play(self) -> None:
        while not self.game.is_over:
            seat = self._next_seat()
            if seat not in self._humans():
                self._bot_moves(seat)
                continue
            is_taking = self.game.stage is Stage.TAKE and not self.game.is_solo
            with suppress(_GaveUp):
                self._human_takes(seat) if is_taking else self._human_acts(seat)

    def _humans(self) -> list[Seat]:
        """Return the seats whose humans have not resigned."""
        return [seat for seat in self.kept.setup.humans if seat not in self.kept.stand_ins]

    def _next_seat(self) -> Seat:
        to_move = self.game.seats_to_move()
        return next(seat for seat in self.game.draft_order if seat in to_move)

    def _commands(self) -> dict[str, Command]:
        meanings: dict[tuple[str, ...], Command] = {
            say.HELP: lambda: self.console.say(*help_lines(self.game)),
            say.LOOK: lambda: self._look(draws=True),
            say.WORDS: lambda: self._look(draws=False),
            say.LOG: lambda: self.console.say(*self.kept.log),
            say.RESIGN: self._resign,
            say.QUIT: self._quit,
        }
        return {word: command for words, command in meanings.items() for word in words}

    # ------------------------------------------------------------------ moves

    def _bot_moves(self, seat: Seat) -> None:
        """Have a bot move; if it fails, another one takes over."""
        bot = self._bots[seat]
        try:
            move = bot.choose(self.game, seat)
        except BotFailedError as error:
            self._replace(seat, error)
        else:
            is_own = bot.name == self.kept.setup.seats[seat]
            self._make(seat, move, None if is_own else bot.name)

    def _replace(self, seat: Seat, error: BotFailedError) -> None:
        """Replace a bot that failed; raise StuckError if it was itself the stand-in."""
        name = self.names[seat]
        if self._bots[seat].name == STAND_IN:
            raise StuckError(say.BOT_FAILED.format(name=name, why=self._why(error))) from None
        self._bots[seat] = self.kept.setup.stand_in(seat, STAND_IN)
        replaced = say.BOT_REPLACED.format(name=name, bot=say.BOTS[STAND_IN])
        self.console.say(f"{replaced} {say.BOT_WHY.format(why=self._why(error))}")

    def _why(self, error: BotFailedError) -> str:
        return plain(told(named(error.args[0], self.names)))

    def _human_takes(self, seat: Seat) -> None:
        self._asked = self._holder = seat
        self._show_table(seat)
        ask_without_way_back(self.console, self._turn(seat).take, say.NOTHING_BACK)

    def _human_acts(self, seat: Seat) -> None:
        """Ask for the hidden choice until it is made and, if others are waiting, hidden."""
        self._hand_over_to(seat)
        self._show_table(seat)
        round_before = self.game.round
        while True:
            try:
                self._turn(seat).act()
            except GoBack:
                self._go_back(seat)
                continue
            if self.game.is_over or self.game.round != round_before:
                return
            try:
                self._hide_choice(seat)
            except GoBack:
                self.kept.take_back(seat)
            else:
                return

    def _turn(self, seat: Seat) -> Turn:
        def commit(moves: Sequence[PlayerMove]) -> None:
            for move in moves:
                self._make(seat, move)

        return Turn(self.asker, self.game, seat, self.names, commit, self.draws)

    def _make(self, seat: Seat, move: PlayerMove, stand_in: str | None = None) -> None:
        """Make a seat's move and report what the player at the screen may know."""
        events = self.kept.make(move, stand_in)
        watcher = seat if seat in self._humans() else None
        if any(isinstance(event, RoundEnded) for event in events):
            self.console.say("")
        self.console.say(*tell(visible_events(events, watcher), self.names))

    def _go_back(self, seat: Seat) -> None:
        """Take back what is already part of the game, or say why that is impossible."""
        if self.game.can_take_back(seat):
            self.kept.take_back(seat)
        else:
            has_rolled = self.game.players[seat].rolled is not None
            stays = say.NOTHING_BACK if self.game.is_solo else say.DIE_STAYS
            self.console.say(say.ROLL_STAYS if has_rolled else stays)

    # ------------------------------------------------------------------ a shared screen

    def _hand_over_to(self, seat: Seat) -> None:
        """Before a hidden choice, make sure that the right human is at the screen."""
        self._asked = seat
        if len(self._humans()) > 1 and self._holder != seat:
            question = say.HAND_OVER.format(name=self.names[seat])
            ask_without_way_back(
                self.console, lambda: self.asker.wait_for_enter(question), say.NOTHING_BACK
            )
            self._shown = None
        self._holder = seat

    def _hide_choice(self, seat: Seat) -> None:
        """After a hidden choice, clear the screen; GoBack to change the choice."""
        waiting = set(self.game.seats_to_move()) & set(self._humans())
        if not waiting:
            return
        self.asker.wait_for_enter(say.CHOICE_IN.format(name=self.names[seat]))
        self.console.push_away()
        self._holder = None

    # ------------------------------------------------------------------ commands

    def _show_table(self, seat: Seat) -> None:
        """Show the table when a player begins to choose, once a round."""
        if self._shown != (seat, self.game.round):
            self.console.say("", *glance(self.game, seat, self.names, draws=self.draws))
        self._shown = (seat, self.game.round)

    def _look(self, *, draws: bool) -> None:
        self.console.say("", *table(self.game, self._asked, self.names, draws=draws))

    def _resign(self) -> None:
        """Resign after a confirmation; if the game goes on, a bot takes over the seat."""
        seat, name = self._asked, self.names[self._asked]
        try:
            Asker(self.console).confirm(say.REALLY_RESIGN.format(name=name))
        except GoBack:
            return
        stand_in = None if ends_by_resigning(len(self.game.players)) else STAND_IN
        self.console.say("", *tell(self.kept.resign(seat, stand_in), self.names))
        if stand_in is not None:
            self._bots[seat] = self.kept.setup.stand_in(seat, stand_in)
            self.console.say(say.STAND_IN.format(bot=say.BOTS[stand_in], name=name))
        raise _GaveUp

    def _quit(self) -> None:
        """Leave the game; if it is not saved, ask for confirmation."""
        if self.kept.save is None:
            try:
                Asker(self.console).confirm(say.REALLY_QUIT)
            except GoBack:
                return
        raise Quit


def greeting(kept: KeptGame) -> list[str]:
    """Say what is played, by whom, and show the commitment of the dice."""
    game, names = kept.game, kept.names
    attacks = [
        say.ATTACKS.format(name=names[seat], target=names[target])
        for seat in game.seats
        if (target := game.target_of(seat)) is not None
    ]
    return [
        title(game, names),
        *_characters(kept),
        *attacks,
        say.COMMITMENT,
        f"  {kept.setup.dice.commitment}",
        say.TYPE_HELP,
        "",
    ]


def _characters(kept: KeptGame) -> Iterator[str]:
    """Say who the bots are."""
    for player in kept.setup.players:
        found = character_named(player.bot, player.name)
        if found is not None:
            yield say.OPPONENT.format(
                rank=say.BOTS[found.rank],
                name=found.name,
                about=pgettext(f"character.{found.id}", found.about),
                difficulty=say.DIFFICULTIES[found.rank],
            )
