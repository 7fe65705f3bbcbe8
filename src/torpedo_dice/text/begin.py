"""Turns options and answers into the setup of a game.

The player is asked only for options that were left out, and only at a terminal; each has a default.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TypeVar

from torpedo_dice.bots import bot_names, check_bot, free_character
from torpedo_dice.record import FairDice, PlayerInfo
from torpedo_dice.record.limits import MAX_NAME
from torpedo_dice.rules import Mode, Seat, Sheet, SoloEnd
from torpedo_dice.rules.setup import MAX_PLAYERS
from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet
from torpedo_dice.text.ask import Asker, GoBack, Misread, Quit, one_of
from torpedo_dice.text.game_setup import HUMAN, GameSetup
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import begun

T = TypeVar("T")
DEFAULT_OPPONENT = "lieutenant"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was given when the game was started; None if it was left out."""

    mode: Mode | str | None = None
    # `human` or a bot's name, for each seat.
    seats: Sequence[str] | None = None
    # The names of the humans, in the order of their seats.
    names: Sequence[str] | None = None
    # A sheet, or the name or file of one.
    sheet: Sheet | str | None = None
    solo_end: SoloEnd | str | None = None
    first: Seat | None = None
    dice: FairDice | None = None


class BadWishError(ValueError):
    """An invalid option; one sentence."""


def settle(wishes: Wishes, asker: Asker | None) -> GameSetup:
    """Return a game's setup; `asker` is None if nobody can be asked.

    Bad input raises BadWishError, GameSetupError, SheetError or UnknownBotError.
    """
    while True:
        try:
            return _settle(wishes, _Questions(asker))
        except GoBack:
            # There are so few questions that they are simply asked again.
            continue


def check_wishes(wishes: Wishes, setup: GameSetup, path: Path) -> None:
    """Check the options against the saved game; BadWishError if they contradict it."""
    sheet = find_sheet(wishes.sheet) if isinstance(wishes.sheet, str) else wishes.sheet
    names = [setup.names[seat] for seat in setup.humans]
    first = say.DRAWN if setup.first is None else setup.first
    pairs: dict[str, tuple[object, object]] = {
        say.KEYS["mode"]: (wishes.mode, setup.mode),
        say.KEYS["seats"]: (wishes.seats and ",".join(wishes.seats), ",".join(setup.seats)),
        say.KEYS["names"]: (wishes.names and ",".join(wishes.names), ",".join(names)),
        say.KEYS["solo end"]: (wishes.solo_end, setup.solo_end),
        say.KEYS["first seat"]: (wishes.first, first),
        say.KEYS["sheet"]: (sheet and sheet.name, setup.sheet.name),
    }
    for key, (given, saved) in pairs.items():
        if given is not None and str(given) != str(saved):
            raise BadWishError(
                say.CONTRADICTION.format(file=path, key=key, saved=saved, given=given)
            )
    if sheet is not None and sheet != setup.sheet:
        raise BadWishError(say.OTHER_SHEET.format(file=path, sheet=sheet.name))


def _settle(wishes: Wishes, questions: _Questions) -> GameSetup:
    sheet = find_sheet(wishes.sheet) if isinstance(wishes.sheet, str) else wishes.sheet
    mode = _mode(wishes, sheet, questions)
    seats = _seats(wishes, mode, questions)
    dice = wishes.dice or FairDice.secret(len(seats))
    # Any known number will do: it selects the bots' characters.
    first_character = int(dice.commitment, 16)
    players = _players(seats, _names(wishes, seats, questions), first_character)
    if wishes.first is not None and wishes.first not in range(len(seats)):
        raise BadWishError(say.NO_SUCH_FIRST.format(seat=wishes.first, last=len(seats) - 1))
    setup = GameSetup(
        mode=mode,
        solo_end=_solo_end(wishes),
        sheet=sheet or find_sheet(DEFAULT_SHEETS[mode]),
        players=players,
        first=wishes.first,
        dice=dice,
    )
    # Raises GameSetupError before anything is written or shown.
    setup.new_game()
    return setup


def _solo_end(wishes: Wishes) -> SoloEnd:
    wish = wishes.solo_end or SoloEnd.END_OF_ROUND
    if wish not in list(SoloEnd):
        raise BadWishError(say.NO_SUCH_SOLO_END.format(solo_end=wish, known=", ".join(SoloEnd)))
    return SoloEnd(wish)


def _mode(wishes: Wishes, sheet: Sheet | None, questions: _Questions) -> Mode:
    if wishes.mode is not None:
        if wishes.mode not in list(Mode):
            raise BadWishError(say.NO_SUCH_MODE.format(answer=wishes.mode))
        return Mode(wishes.mode)
    if sheet is not None and not sheet.is_mission:
        return Mode.TRAINING
    if wishes.seats is not None:
        return Mode.MISSION if len(wishes.seats) > 1 else Mode.SOLO
    return questions.mode()


def _seats(wishes: Wishes, mode: Mode, questions: _Questions) -> list[str]:
    if wishes.seats is not None:
        for seat in wishes.seats:
            if seat != HUMAN:
                check_bot(seat, commands=True)
        return list(wishes.seats)
    if mode is Mode.SOLO:
        return [HUMAN]
    return [HUMAN, *questions.opponents()]


def _names(wishes: Wishes, seats: Sequence[str], questions: _Questions) -> list[str]:
    """Return the names of the humans."""
    humans = list(seats).count(HUMAN)
    names = [" ".join(name.split()) for name in wishes.names or ()]
    if len(names) > humans:
        raise BadWishError(say.TOO_MANY_NAMES.format(given=len(names), humans=humans))
    for number, name in enumerate(names):
        problem = _name_problem(name, names[:number])
        if problem:
            raise BadWishError(problem)
    for number in range(len(names), humans):
        default = _unused(say.PLAYER, names, first=number + 1 if humans > 1 else None)
        names.append(questions.name(default, names) if wishes.names is None else default)
    return names


def _name_problem(name: str, taken: Sequence[str]) -> str | None:
    if not name or len(name) > MAX_NAME or not name.isprintable():
        return say.BAD_NAME.format(name=repr(name), most=MAX_NAME)
    return say.NAME_TWICE.format(name=name) if _is_taken(name, taken) else None


def _is_taken(name: str, taken: Sequence[str]) -> bool:
    return name.casefold() in (other.casefold() for other in taken)


def _players(
    seats: Sequence[str], names: Sequence[str], first_character: int
) -> tuple[PlayerInfo, ...]:
    """Seat the humans under their names, and the bots under names that are still available."""
    humans = iter(names)
    players: list[PlayerInfo] = []
    for seat in seats:
        if seat == HUMAN:
            players.append(PlayerInfo(next(humans)))
        else:
            taken = [*names, *(player.name for player in players)]
            found = free_character(seat, first_character, partial(_is_free, taken))
            name = _unused(say.BOTS.get(seat, seat), taken) if found is None else found.name
            players.append(PlayerInfo(name, "bot", seat))
    return tuple(players)


def _is_free(taken: Sequence[str], name: str) -> bool:
    return not _is_taken(name, taken)


def _unused(name: str, taken: Sequence[str], first: int | None = None) -> str:
    """Return the name, numbered from `first`, or only if it is taken."""
    numbered = (say.NUMBERED.format(name=name, number=number) for number in count(first or 2))
    tried = chain([name] if first is None else [], numbered)
    return next(new for new in tried if not _is_taken(new, taken))


class _Questions:
    """The questions before a game. Enter selects the default, as does non-interactive input."""

    def __init__(self, asker: Asker | None) -> None:
        self._asker = asker
        if asker is not None:
            game_commands = (*say.HELP, *say.LOOK, *say.WORDS, *say.LOG, *say.RESIGN)
            asker.commands = {
                **dict.fromkeys(say.QUIT, _quit),
                **dict.fromkeys(game_commands, lambda: asker.console.say(say.NO_GAME_YET)),
            }

    def _ask(self, question: str, understand: Callable[[str], T]) -> T:
        return understand("") if self._asker is None else self._asker.ask(question, understand)

    def mode(self) -> Mode:
        """Ask what to play."""
        modes = {word: mode for mode in Mode for word in (say.MODES[mode], str(mode))}

        def understand(answer: str) -> Mode:
            mode = one_of(answer, modes) if answer else Mode.SOLO
            if mode is None:
                raise Misread(say.NO_SUCH_MODE.format(answer=answer))
            return mode

        return self._ask(say.ASK_MODE, understand)

    def opponents(self) -> list[str]:
        """Ask who else plays."""
        typed = {name: say.TYPED_BOTS.get(name, name) for name in bot_names()}
        known = {word: name for name, typed_name in typed.items() for word in (name, typed_name)}
        known |= dict.fromkeys(say.HUMAN, HUMAN)
        bots = ", ".join(typed.values())

        def opponent(word: str) -> str:
            other = one_of(word, known)
            if other is None:
                raise Misread(say.NO_SUCH_OPPONENT.format(answer=word, bots=bots))
            return other

        def understand(answer: str) -> list[str]:
            words = answer.replace(",", " ").split() or [DEFAULT_OPPONENT]
            if len(words) >= MAX_PLAYERS:
                raise Misread(say.OPPONENT_COUNT)
            return [opponent(word) for word in words]

        question = say.ASK_OPPONENTS.format(bots=bots, default=typed[DEFAULT_OPPONENT])
        return self._ask(question, understand)

    def name(self, default: str, taken: Sequence[str]) -> str:
        """Ask for a name that is not taken yet."""

        def understand(answer: str) -> str:
            problem = _name_problem(answer or default, taken)
            if problem:
                raise Misread(begun(say.SENTENCE.format(problem=problem)))
            return answer or default

        question = say.ASK_NEXT_NAME if taken else say.ASK_NAME
        return self._ask(question.format(default=default), understand)


def _quit() -> None:
    raise Quit
