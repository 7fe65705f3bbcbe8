"""Asks a question until the answer is valid. Commands work at every question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from torpedo_dice.text.console import Console
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import plain

T = TypeVar("T")
Command: TypeAlias = Callable[[], None]
# Longer answers are truncated; nobody types more than this on purpose.
MAX_ANSWER = 200


class Misread(ValueError):  # noqa: N818  # not an error of the program: the question comes again
    """An invalid answer; the message is one sentence for the player."""


def unreadable(sentence: str, answer: str, **values: object) -> Misread:
    """Return the error for an answer that isn't one; pressing just Enter gets its own sentence."""
    return Misread(sentence.format(answer=answer, **values) if answer else say.NO_ANSWER)


class GoBack(Exception):  # noqa: N818  # a wish, not an error
    """The player wants to go back to the previous question."""


class Quit(Exception):  # noqa: N818  # a wish, not an error
    """The player leaves the game, or the input has ended."""


class Asker:
    """Asks one player at a time.

    `commands` may be typed at every question. `ahead` holds words that were typed ahead: a line
    such as `C4 2` answers two questions.
    """

    def __init__(self, console: Console) -> None:
        self.console = console
        self.commands: Mapping[str, Command] = {}
        self.ahead: list[str] = []

    def ask(self, question: str, understand: Callable[[str], T], details: Sequence[str] = ()) -> T:
        """Ask until `understand` accepts the answer; it raises Misread to reject one.

        The details are printed above the question, but not repeated after an invalid answer.
        """
        lines = [*details, question]
        while True:
            if not self.ahead:
                self.console.say(*lines)
            answer = self._answer()
            try:
                if not self._obey(answer):
                    return understand(answer)
                lines = [*details, question]
            except Misread as misread:
                self.ahead.clear()
                lines = [str(misread), question]

    def _answer(self) -> str:
        if self.ahead:
            return self.ahead.pop(0)
        try:
            return " ".join(plain(self.console.read(say.PROMPT)[:MAX_ANSWER]).split())
        except EOFError:
            raise Quit from None

    def _obey(self, answer: str) -> bool:
        word = answer.lower()
        if word in say.BACK:
            self.ahead.clear()
            raise GoBack
        if word not in self.commands:
            return False
        self.commands[word]()
        return True

    def confirm(self, question: str, details: Sequence[str] = ()) -> None:
        """Ask for a yes; a no goes back."""
        self._ask_anew(question, _yes, details)

    def wait_for_enter(self, question: str) -> None:
        """Ask for nothing but Enter."""
        self._ask_anew(question, _enter)

    def enter_or_back(self, question: str) -> None:
        """Ask for Enter, or a yes; a no goes back."""
        self._ask_anew(question, lambda answer: _yes(answer) if answer else None)

    def _ask_anew(
        self, question: str, understand: Callable[[str], None], details: Sequence[str] = ()
    ) -> None:
        """Discard what was typed ahead, saying so, and ask."""
        if self.ahead:
            self.console.say(say.TOO_MANY_WORDS.format(answer=" ".join(self.ahead)))
            self.ahead.clear()
        self.ask(question, understand, details)


def _yes(answer: str) -> None:
    if answer.lower() in say.NO:
        raise GoBack
    if answer.lower() not in say.YES:
        raise Misread(say.YES_OR_BACK)


def _enter(answer: str) -> None:
    if answer:
        raise Misread(say.JUST_ENTER)


def ask_then(ask: Callable[[], T], go_on: Callable[[T], None]) -> None:
    """Ask, and continue with the answer; GoBack from there asks again."""
    while True:
        answer = ask()
        try:
            return go_on(answer)
        except GoBack:
            continue


def ask_without_way_back(console: Console, ask: Callable[[], None], why: str) -> None:
    """Ask; GoBack says why that is impossible and asks again."""
    while True:
        try:
            return ask()
        except GoBack:
            console.say(why)


def one_of(answer: str, meanings: Mapping[str, T]) -> T | None:
    """Return what an answer means, by the whole word or a prefix; None if nothing matches.

    Misread if it is ambiguous.
    """
    wanted = answer.casefold()
    folded = {word.casefold(): meaning for word, meaning in meanings.items()}
    if not wanted or wanted in folded:
        return folded.get(wanted)
    fitting = {w: meaning for w, meaning in meanings.items() if w.casefold().startswith(wanted)}
    first = next(iter(fitting.values()), None)
    if any(meaning != first for meaning in fitting.values()):
        raise Misread(say.AMBIGUOUS.format(answer=answer, meanings=", ".join(fitting)))
    return first
