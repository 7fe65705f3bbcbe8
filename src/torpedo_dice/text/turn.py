"""A human's turn: the die, the modification, the aim, and the confirmation.

Each question calls the next; `back` at one of them repeats the one before it. No move is made
before it is confirmed, except for the propeller's roll, which cannot be unseen. The game decides
what is legal; `preview.py` describes what a choice does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from torpedo_dice.rules import Activate, Fire, Game, Modify, PlayerMove, Seat, Stage, Take
from torpedo_dice.text.aim_questions import AimQuestions, Choice
from torpedo_dice.text.ask import Asker, ask_then, ask_without_way_back, unreadable
from torpedo_dice.text.draw import draw_dice, grid_with_legend
from torpedo_dice.text.preview import preview_in_words
from torpedo_dice.text.sentences import say
from torpedo_dice.text.uses import read_activation, read_use, use_in_words
from torpedo_dice.text.words import Names, begun

# Makes moves in the real game, in order.
Commit: TypeAlias = Callable[[Sequence[PlayerMove]], None]
# Moves that are chosen but not made yet.
Pending: TypeAlias = tuple[PlayerMove, ...]


@dataclass(frozen=True)
class Turn:
    """What one human chooses. `draws` is False for words only."""

    asker: Asker
    game: Game
    seat: Seat
    names: Names
    commit: Commit
    draws: bool

    @property
    def name(self) -> str:
        """The player's name."""
        return self.names[self.seat]

    def take(self) -> None:
        """Phase 1 with several players: taking a die is final.

        GoBack if the player wants to go back further.
        """

        def confirm(take: Take) -> None:
            self.asker.enter_or_back(say.CONFIRM_DIE.format(die=self.game.dice[take.pick]))
            self.commit([take])

        ask_then(lambda: self._ask_die(self.game), confirm)

    def act(self, pending: Pending = ()) -> None:
        """Phases 2 and 3; in solo also phase 1.

        Continues from what the game already contains, such as a modification made before an
        interruption. GoBack if the player wants to go back further.
        """
        draft = self._draft(pending)
        if draft.stage is Stage.TAKE:
            ask_then(lambda: self._ask_die(draft), lambda take: self.act((*pending, take)))
        elif draft.players[self.seat].modify is None:
            self._modify(pending)
        else:
            self._aim(pending)

    def _draft(self, pending: Pending) -> Game:
        """Return a copy of the game in which the chosen moves are made."""
        draft = self.game.copy()
        for move in pending:
            draft.apply(move)
        return draft

    # ------------------------------------------------------------------ phase 1

    def _ask_die(self, game: Game) -> Take:
        picks = game.options(self.seat).picks
        faces = [game.dice[pick] for pick in picks]

        def understand(answer: str) -> Take:
            for pick, face in zip(picks, faces, strict=True):
                # A plain number is a face; `#2` is the second die.
                if answer in (str(face), f"#{pick + 1}"):
                    return Take(self.seat, pick)
            raise unreadable(say.NO_SUCH_DIE, answer)

        sentence = say.ASK_DIE_SOLO if game.is_solo else say.ASK_DIE
        question = sentence.format(name=self.name, dice=" ".join(map(str, faces)))
        return self.asker.ask(question, understand, draw_dice(faces) if self.draws else ())

    # ------------------------------------------------------------------ phase 2

    def _modify(self, pending: Pending) -> None:
        draft = self._draft(pending)
        if draft.options(self.seat).modifications:
            ask_then(lambda: self._ask_use(draft), lambda use: self._with_use(pending, use))
        else:
            self.asker.console.say(say.NOTHING_ACTIVE.format(die=draft.die_of(self.seat)))
            self._aim(pending)

    def _ask_use(self, draft: Game) -> Modify | Activate | None:
        def understand(answer: str) -> Modify | Activate | None:
            activation = read_activation(answer, draft, self.seat)
            return activation or read_use(answer, draft, self.seat, self.names)

        uses = draft.options(self.seat).modifications
        details = [
            say.USES_TITLE,
            *(f"  {use.system.value} {use_in_words(draft, use, self.names)}" for use in uses),
        ]
        question = say.ASK_MODIFY.format(name=self.name, die=draft.die_of(self.seat))
        return self.asker.ask(question, understand, details)

    def _with_use(self, pending: Pending, use: Modify | Activate | None) -> None:
        if use is None:
            self._aim(pending)
        elif isinstance(use, Activate):
            self._confirm(pending, use)
        elif self._draft((*pending, use)).players[self.seat].awaits_roll():
            self._roll((*pending, use))
        else:
            self._aim((*pending, use))

    def _roll(self, pending: Pending) -> None:
        """Make the moves up to the roll, which cannot be taken back."""
        self.asker.confirm(say.CONFIRM_ROLL)
        self.commit(pending)
        ask_without_way_back(self.asker.console, lambda: self._aim(()), say.ROLL_STAYS)

    # ------------------------------------------------------------------ phase 3

    def _aim(self, pending: Pending) -> None:
        draft = self._draft(pending)
        use = draft.players[self.seat].modify
        if use is not None:
            self.asker.console.say(say.USING.format(use=use_in_words(draft, use, self.names)))
        AimQuestions(
            self.asker, draft, self.seat, self.name, lambda choice: self._confirm(pending, choice)
        ).ask()

    def _confirm(self, pending: Pending, choice: Choice) -> None:
        question = say.CONFIRM_FIRE
        if isinstance(choice, Activate):
            system = say.THE_SYSTEMS[choice.system]
            question = begun(say.CONFIRM_ACTIVATE.format(the_system=system))
        self.asker.confirm(question, self._seen_before(self._draft(pending), choice))
        self.commit((*pending, choice))

    def _seen_before(self, draft: Game, choice: Choice) -> list[str]:
        told = preview_in_words(draft, choice, self.names)
        lines = [told] if told else []
        if self.draws and isinstance(choice, Fire) and choice.fields:
            return [*grid_with_legend(draft, self.seat, choice.fields), *lines]
        return lines
