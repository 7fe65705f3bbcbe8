"""Reads which system a player wants to use or switch on.

The game's options list what may be used now; the rules explain why something may not.
"""

from __future__ import annotations

from typing import NoReturn, TypeVar

from torpedo_dice.rules import Activate, Fire, Game, Modify, Seat, System
from torpedo_dice.rules.systems import SYSTEMS_BY_ID
from torpedo_dice.text.ask import Misread, one_of, unreadable
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, refusal

M = TypeVar("M", Modify, Fire, Activate)


def use_name(modify: Modify, names: Names) -> str:
    """Return what a player types for a modification: `tower +1`, `fins Noor`."""
    words = [say.SYSTEMS[modify.system]]
    if modify.step is not None:
        words.append(f"{modify.step:+d}")
    if modify.other is not None:
        words.append(names[modify.other])
    return " ".join(words)


def use_in_words(game: Game, modify: Modify, names: Names) -> str:
    """Say what a modification does to the die."""
    name = use_name(modify, names)
    if modify.system in say.USE_EFFECTS:
        return say.USE_EFFECTS[modify.system].format(use=name)
    return say.BECOMES.format(use=name, face=game.face_with(modify.seat, modify))


def read_system(answer: str) -> System:
    """Read a system by its name, its beginning or its number; Misread if it is not one."""
    numbered = {str(system.value): system for system in System}
    named = {name: system for system, name in say.SYSTEMS.items()}
    system = numbered.get(answer) or one_of(answer, named) or SYSTEMS_BY_ID.get(answer.lower())
    if system is None:
        raise unreadable(say.NO_SUCH_USE, answer)
    return system


def read_use(answer: str, game: Game, seat: Seat, names: Names) -> Modify | None:
    """Read a modification; None for no use, Misread if it is invalid."""
    if not answer or answer.lower() in say.NONE:
        return None
    word, _, rest = answer.partition(" ")
    system = read_system(word)
    uses = {
        use_name(modify, names): modify
        for modify in game.options(seat).modifications
        if modify.system is system
    }
    if not uses:
        _refuse_use(game, seat, system)
    if not rest and len(uses) == 1:
        return next(iter(uses.values()))
    name = say.SYSTEMS[system]
    modify = one_of(f"{name} {rest}".rstrip(), uses)
    if modify is None:
        raise Misread(say.AMBIGUOUS.format(answer=answer, meanings=", ".join(uses)))
    return modify


def _refuse_use(game: Game, seat: Seat, system: System) -> NoReturn:
    """Raise Misread for a system that has no use now, with the reason of the rules."""
    step = 1 if system is System.TOWER else None
    other = game.target_of(seat) if system is System.FINS else None
    legal(game, Modify(seat, system, step=step, other=other))
    raise Misread(say.NO_SUCH_USE.format(answer=system.id))


def read_activation(answer: str, game: Game, seat: Seat) -> Activate | None:
    """Read `activate engine`; None if the answer is something else."""
    word, _, rest = answer.partition(" ")
    if word.lower() not in say.ACTIVATE:
        return None
    if not rest:
        raise Misread(activations_in_words(game, seat))
    return legal(game, Activate(seat, read_system(rest)))


def legal(game: Game, move: M) -> M:
    """Return a move if it is legal; otherwise Misread says why not."""
    error = game.why_not(move)
    if error is not None:
        raise Misread(refusal(game, move, error))
    return move


def activations_in_words(game: Game, seat: Seat) -> str:
    """Say which systems can be switched on."""
    systems = [say.SYSTEMS[system] for system in game.options(seat).activations]
    if not systems:
        return say.NO_SWITCH_LEFT
    return say.WHICH_SYSTEM.format(systems=", ".join(systems))
