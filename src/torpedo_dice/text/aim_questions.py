"""The questions of phase 3: where to aim, which orientation, which torpedo to add or remove.

`aim.py` interprets the answers; the game decides whether a shot is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from torpedo_dice.rules import Activate, Field, Fire, Game, Seat, System
from torpedo_dice.text.aim import (
    Shot,
    can_aim_at,
    finishes,
    read_finish,
    read_way,
    split_aim,
    ways_at,
)
from torpedo_dice.text.ask import Asker, Misread, ask_then, unreadable
from torpedo_dice.text.sentences import say
from torpedo_dice.text.uses import legal, read_activation
from torpedo_dice.text.words import field_names

Choice: TypeAlias = Fire | Activate
# Called with the choice; raising GoBack repeats the last question.
Then: TypeAlias = Callable[[Choice], None]


@dataclass
class AimQuestions:
    """Asks one player. `game` already includes the modification and is not changed."""

    asker: Asker
    game: Game
    seat: Seat
    name: str
    then: Then

    def __post_init__(self) -> None:
        self.shots = self.game.shots(self.seat)
        self.formation = self.shots.formation

    def ask(self) -> None:
        """Ask for the aim or a system to switch on, and continue with the answer."""

        def go_on(aim: Choice | dict[str, Shot]) -> None:
            if isinstance(aim, Fire | Activate):
                return self.then(aim)
            return self._ask_way(aim)

        question, details = self._where_to()
        ask_then(lambda: self.asker.ask(question, self._understand_aim, details), go_on)

    def _where_to(self) -> tuple[str, list[str]]:
        formation = self.formation
        sentence = say.ASK_CENTRE
        if formation.count == 0:
            sentence = say.ASK_NO_TORPEDO
        elif formation.count == 1:
            sentence = say.ASK_FIELD
        elif formation.system is System.PORTHOLES:
            sentence = say.ASK_LINE_START
        elif formation.face == 1:
            sentence = say.ASK_PIP
        question = sentence.format(name=self.name, face=formation.face, count=formation.count)
        systems = [say.SYSTEMS[system] for system in self.game.options(self.seat).activations]
        return question, [say.OR_ACTIVATE.format(systems=", ".join(systems))] if systems else []

    def _understand_aim(self, answer: str) -> Choice | dict[str, Shot]:
        """Return a complete choice, or the ways to place the pips at the field aimed at."""
        activation = read_activation(answer, self.game, self.seat)
        if activation is not None:
            return activation
        if not self.formation.count:
            if answer.lower() not in say.FIRE:
                raise unreadable(say.UNKNOWN_ANSWER, answer)
            return Fire(self.seat, ())
        fields, self.asker.ahead = split_aim(answer, self.shots)
        if not can_aim_at(self.shots, fields):
            return legal(self.game, Fire(self.seat, fields))
        ways = ways_at(self.shots, fields[0])
        if not ways:
            raise Misread(say.REFUSED["off_the_grid"])
        return ways

    def _ask_way(self, ways: dict[str, Shot]) -> None:
        if len(ways) == 1:
            return self._finish(*ways.values())
        question = say.ASK_WAY
        if self.formation.system is System.PORTHOLES:
            question = say.ASK_DIRECTION
        details = [
            f"  {self._way_in_words(number, word, shot)}"
            for number, (word, shot) in enumerate(ways.items(), start=1)
        ]
        return ask_then(
            lambda: self.asker.ask(question, lambda answer: read_way(answer, ways), details),
            self._finish,
        )

    def _way_in_words(self, number: int, word: str, shot: Shot) -> str:
        sentence = say.DIRECTION if self.formation.system is System.PORTHOLES else say.WAY
        hits = self._hits(shot)
        return (sentence if shot in self.shots else say.WAY_UNFINISHED).format(
            number=number,
            direction=word,
            fields=field_names(shot),
            hits=say.HITS.of(hits),
            misses=say.MISSES.of(len(shot) - hits),
        )

    def _hits(self, fields: Sequence[Field]) -> int:
        free = self.game.free_targets(self.seat)
        return (self.game.sheet.mask_of(fields) & free).bit_count()

    def _finish(self, base: Shot) -> None:
        """Ask which torpedo artillery adds or the engine removes, if one of them is used."""
        if base in self.shots:
            return self.then(Fire(self.seat, base))
        made = finishes(self.shots, base)
        sentence = say.ASK_EXTRA if self.formation.count > len(base) else say.ASK_REMOVED
        question = sentence.format(
            hitting=field_names(spot for spot in made if self._hits([spot])),
            missing=field_names(spot for spot in made if not self._hits([spot])),
        )
        return ask_then(
            lambda: self.asker.ask(question, lambda answer: read_finish(answer, made, base)),
            lambda shot: self.then(Fire(self.seat, shot)),
        )
