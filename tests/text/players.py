"""Players for the tests: they read what the game writes, and type answers."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

from torpedo_dice.bots import make_bot
from torpedo_dice.record import FairDice, PlayerInfo
from torpedo_dice.rules import (
    Activate,
    Field,
    Fire,
    Game,
    Mode,
    Modify,
    Move,
    Sheet,
    SoloEnd,
    Take,
    field_name,
)
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet
from torpedo_dice.text.ask import Asker, Quit
from torpedo_dice.text.console import Console
from torpedo_dice.text.game_setup import GameSetup
from torpedo_dice.text.kept_game import KeptGame
from torpedo_dice.text.sentences import say
from torpedo_dice.text.session import Session
from torpedo_dice.text.uses import use_name


class Screen(io.StringIO):
    """What the game wrote, and what of it nobody has read yet."""

    def __init__(self) -> None:
        super().__init__()
        self.read_up_to = 0

    def news(self) -> str:
        """Return what was written since the last time."""
        text = self.getvalue()[self.read_up_to :]
        self.read_up_to = len(self.getvalue())
        return text


class Typist(io.StringIO):
    """A keyboard: each line is made by a function from what stands on the screen."""

    def __init__(self, screen: Screen, answer: Callable[[str], str | None]) -> None:
        super().__init__()
        self.screen = screen
        self.answer = answer

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        """Type the next line; nothing when there is none."""
        answer = self.answer(self.screen.news())
        return "" if answer is None else f"{answer}\n"


def typing(lines: Iterable[str]) -> tuple[Console, Screen]:
    """Return a console at which these lines are typed, and its screen."""
    queue = list(lines)
    return answering(lambda _: queue.pop(0) if queue else None)


def answering(answer: Callable[[str], str | None]) -> tuple[Console, Screen]:
    """Return a console at which somebody answers, and its screen."""
    screen = Screen()
    return Console(Typist(screen, answer), screen, screen), screen


def last_line(screen: str) -> str:
    """Return the question above the prompt."""
    return screen.rstrip("> ").rstrip().splitlines()[-1]


class Simpleton:
    """Answers every question somehow: the first die, no system, one field after the other."""

    def __init__(self) -> None:
        self.shots = 0

    def __call__(self, screen: str) -> str:
        """Answer the question that stands last on the screen."""
        question = last_line(screen)
        # Or it would be asked the same question forever.
        assert say.NO_ANSWER not in screen, question
        if "which die" in question:
            return question.split("take? ")[1].split()[0]
        if "where do" in question:
            self.shots += 1
            return f"{'CDE'[self.shots % 3]}{2 + 3 * self.shots % 10}"
        if question == say.ASK_WAY:
            return "1"
        if "Fire?" in question:
            return "yes"
        return ""


def make_setup(
    mode: Mode,
    seats: Iterable[str] = ("human",),
    *,
    dice: str = "a game",
    sheet: Sheet | None = None,
    first: int | None = None,
) -> GameSetup:
    """Return a setup that is always the same; the players are Ada, Noor, Lin and Max."""
    players = [
        PlayerInfo(name) if seat == "human" else PlayerInfo(name, "bot", seat)
        for name, seat in zip(["Ada", "Noor", "Lin", "Max"], seats, strict=False)
    ]
    return GameSetup(
        mode=mode,
        solo_end=SoloEnd.END_OF_ROUND,
        sheet=sheet or load_sheet(DEFAULT_SHEETS[mode]),
        players=tuple(players),
        first=first,
        dice=FairDice.repeatable(dice, len(players)),
        bot_seed="bots",
    )


def play(setup: GameSetup, lines: Iterable[str]) -> tuple[KeptGame, str]:
    """Play with typed lines until the game or the lines end; return the game and the screen."""
    kept = KeptGame(setup)
    console, screen = typing(lines)
    run_session(kept, console)
    return kept, screen.getvalue()


def run_session(kept: KeptGame, console: Console, *, draws: bool = True) -> None:
    """Run a session until it ends or somebody leaves."""
    try:
        Session(kept, Asker(console), draws=draws).run()
    except Quit:
        return


def play_as(kept: KeptGame, bot: str) -> str:
    """Play to the end as a bot would, at all human seats; return the screen."""
    console, screen = answering(Puppet(kept, bot))
    run_session(kept, console)
    return screen.getvalue()


class Puppet:
    """Types what a bot would do at each human seat, whatever system that needs."""

    def __init__(self, kept: KeptGame, bot: str) -> None:
        self.kept = kept
        self.bot = bot
        self.typed: list[str] = []

    def __call__(self, screen: str) -> str:
        """Answer the question that stands last on the screen."""
        if not self.typed:
            self.typed = [""] if self._only_enter(last_line(screen)) else self._act()
        return self.typed.pop(0)

    def _only_enter(self, question: str) -> bool:
        names = self.kept.setup.names
        return any(
            question == sentence.format(name=name)
            for sentence in (say.CHOICE_IN, say.HAND_OVER)
            for name in names
        )

    def _act(self) -> list[str]:
        game = self.kept.game.copy()
        seat = next(s for s in game.draft_order if s in game.seats_to_move())
        lines = []
        move = self._choose(game, seat)
        if isinstance(move, Take):
            # A face is typed, so of two equal dice it is the first.
            face = game.dice[move.pick]
            picks = sorted(game.options(seat).picks)
            game.apply(Take(seat, next(pick for pick in picks if game.dice[pick] == face)))
            lines.append(str(game.die_of(seat)))
            if not game.is_solo:
                return [*lines, ""]
            move = self._choose(game, seat)
        if isinstance(move, Modify):
            lines.append(use_name(move, self.kept.setup.names))
            game.apply(move)
            if game.chances():
                return [*lines, "yes"]
            move = self._choose(game, seat)
        elif game.options(seat).modifications:
            lines.append("none")
        return [*lines, _typed(move), "yes"]

    def _choose(self, game: Game, seat: int) -> Move:
        """Choose by the position alone, so that an interruption changes nothing."""
        return make_bot(self.bot, game.to_text()).choose(game.view(seat), seat)


def _typed(move: object) -> str:
    if isinstance(move, Activate):
        return f"activate {move.system.id}"
    assert isinstance(move, Fire)
    return fields_typed(move.fields) or "fire"


def fields_typed(fields: Iterable[Field]) -> str:
    """Return fields as somebody types them."""
    return " ".join(map(field_name, fields))
