"""What happened, how things stand and why a move is refused, in sentences with players' names.

The sentences themselves stand in `sentences.py`; here the fitting one is chosen and filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from torpedo_dice.locale import listed as in_a_list
from torpedo_dice.locale import told
from torpedo_dice.rules import (
    Activate,
    Activated,
    AutomatonFired,
    Destroyed,
    Effect,
    Ended,
    Event,
    Field,
    Finished,
    Fire,
    Fired,
    Game,
    Modified,
    Modify,
    Move,
    MoveError,
    Outcome,
    Rerolled,
    Rolled,
    RoundEnded,
    Seat,
    Started,
    Status,
    System,
    SystemMask,
    Taken,
    TookBack,
    field_name,
    uses_left,
)
from torpedo_dice.text.sentences import say

# The players' names, by seat.
Names: TypeAlias = Sequence[str]


def listed(things: Iterable[str]) -> str:
    """Return "a, b and c"; the word for nothing if there is nothing."""
    return in_a_list(list(things) or [say.NOTHING])


def begun(text: str) -> str:
    """Return a text as it stands at the beginning of a line."""
    return text[:1].upper() + text[1:]


def field_names(fields: Iterable[Field]) -> str:
    """Return fields by their names, or the word for nothing."""
    return " ".join(map(field_name, fields)) or say.NOTHING


def system_names(mask: SystemMask) -> str:
    """Return the systems of a mask by their names."""
    return listed(name for system, name in say.SYSTEMS.items() if system.bit & mask)


def the_systems(mask: SystemMask) -> str:
    """Return the systems of a mask as the object of a sentence."""
    return listed(name for system, name in say.THE_SYSTEMS.items() if system.bit & mask)


def plain(text: str) -> str:
    """Return somebody's text without anything that a terminal would obey."""
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text
    )


# --------------------------------------------------------------------- events


def tell(events: Sequence[Event], game: Game, names: Names) -> list[str]:
    """Tell what happened, one paragraph for each event that is worth one.

    `game` is the game right after these events: it knows what is left.
    """
    return [
        tell_event(event, game, names)
        for event, after in zip_longest(events, events[1:])
        if not _is_told_by(after, event)
    ]


def _is_told_by(after: Event | None, event: Event) -> bool:
    """Whether the automaton's own sentence says which system it destroyed."""
    return (
        isinstance(event, Destroyed)
        and isinstance(after, AutomatonFired)
        and after.effect is Effect.DESTROYED
        and event.seat is not None
    )


def tell_event(event: Event, game: Game, names: Names) -> str:
    """Tell one event."""
    match event:
        case Rolled():
            dice = " ".join(map(str, event.dice))
            return say.ROLLED.format(round=event.round, name=names[event.start], dice=dice)
        case Taken():
            return say.TAKEN.format(name=names[event.seat], die=event.die)
        case Fired():
            return " ".join([*_used(event, names), *_fired(event, game, names)])
        case Activated():
            system = say.THE_SYSTEMS[event.system]
            switched = say.ACTIVATED.format(name=names[event.seat], the_system=system)
            return " ".join([*_used(event, names), switched])
        case Destroyed():
            owner = say.ENEMY if event.seat is None else names[event.seat]
            return say.DESTROYED[event.system].format(name=owner)
        case AutomatonFired():
            return _automaton(event, names)
        case Ended():
            return " ".join(tell_end(game, names))
        case _:
            return _tell_small(event, names)


def _tell_small(
    event: Started | Modified | Rerolled | Finished | TookBack | RoundEnded, names: Names
) -> str:
    match event:
        case Started():
            return say.STARTED.format(name=names[event.seat])
        case Modified():
            system = say.THE_SYSTEMS[event.modify.system]
            return say.USES.format(name=names[event.seat], the_system=system)
        case Rerolled():
            return say.REROLLED.format(name=names[event.seat], face=event.face)
        case Finished():
            return say.FINISHED.format(name=names[event.seat])
        case TookBack():
            return say.TOOK_BACK.format(name=names[event.seat])
        case RoundEnded():
            return say.ROUND_ENDED.format(round=event.round)


def _used(event: Fired | Activated, names: Names) -> Iterator[str]:
    if event.modify is None:
        return
    other = event.modify.other
    sentence = say.USED[event.modify.system]
    if event.modify.system is System.FINS and other is None:
        sentence = say.USED_FINS_SOLO
    yield sentence.format(
        name=names[event.seat],
        die=event.die,
        face=event.face,
        other="" if other is None else names[other],
    )


def _fired(event: Fired, game: Game, names: Names) -> Iterator[str]:
    name = names[event.seat]
    if not event.fields:
        yield say.FIRED_NOTHING.format(name=name)
    else:
        yield say.FIRED.format(
            name=name,
            face=event.face,
            fields=field_names(event.fields),
            hits=say.HITS.of(event.hits),
            misses=say.MISSES.of(event.misses),
        )
    if event.skull:
        yield say.MARKED_SKULL.format(name=name)
    else:
        yield say.RESERVE_LEFT.of(game.players[event.seat].reserve)


def _automaton(event: AutomatonFired, names: Names) -> str:
    if event.system is None:
        return say.AUTOMATON_SILENT
    straight, along_arrows = {
        Effect.HIT: (say.AUTOMATON_HIT, say.AUTOMATON_HIT_NEXT),
        Effect.DESTROYED: (say.AUTOMATON_DESTROYED, say.AUTOMATON_DESTROYED_NEXT),
        Effect.MISSED: (say.AUTOMATON_MISSED, say.AUTOMATON_MISSED),
        Effect.NONE: (say.AUTOMATON_SILENT, say.AUTOMATON_SILENT),
    }[event.effect]
    aimed = System(event.die)
    sentence = straight if event.system is aimed else along_arrows
    return sentence.format(
        name=names[0],
        die=event.die,
        the_system=say.THE_SYSTEMS[event.system],
        the_aimed=say.THE_SYSTEMS[aimed],
    )


# --------------------------------------------------------------------- the end


def tell_end(game: Game, names: Names) -> list[str]:
    """Say who has won and why; nothing while the game goes on."""
    outcome = game.outcome
    if outcome is None:
        return []
    if game.is_solo:
        return [_solo_end(outcome, names[0])]
    winners, skulls = outcome.winners, outcome.skulls
    sinkers = [seat for seat in game.seats if _has_sunk(game, seat)]
    if not winners:
        return [say.ALL_SKULLS]
    if winners[0] in sinkers:
        return [_sunk(winners, [seat for seat in sinkers if seat not in skulls], names)]
    out = listed(names[seat] for seat in skulls)
    return [
        say.SKULL.of(len(skulls), names=out),
        *(say.SANK_BUT_SKULL.format(name=names[seat]) for seat in sinkers),
        _best_score(outcome, names),
    ]


def _has_sunk(game: Game, seat: Seat) -> bool:
    return game.enemy_destroyed(seat) == game.sheet.all_systems


def _sunk(winners: Sequence[Seat], sinkers: Sequence[Seat], names: Names) -> str:
    winning = listed(names[seat] for seat in winners)
    if len(sinkers) == 1:
        return say.SANK.format(winner=winning)
    sentence = say.SANK_SHARED if len(winners) > 1 else say.SANK_MORE_RESERVE
    sinking = listed(names[seat] for seat in sinkers)
    return sentence.format(sinkers=sinking, winners=winning, winner=winning)


def _best_score(outcome: Outcome, names: Names) -> str:
    winners, scores = outcome.winners, outcome.scores
    alive = [seat for seat in range(len(scores)) if seat not in outcome.skulls]
    tied = [seat for seat in alive if scores[seat] == scores[winners[0]]]
    winning = listed(names[seat] for seat in winners)
    if len(winners) > 1:
        return say.BEST_SCORE_SHARED.format(winners=winning)
    if len(alive) == 1:
        return say.ALONE_LEFT.format(winner=winning)
    if len(tied) == 1:
        return say.BEST_SCORE.format(winner=winning)
    tied_names = listed(names[seat] for seat in tied)
    return say.BEST_SCORE_MORE_RESERVE.format(tied=tied_names, winner=winning)


def _solo_end(outcome: Outcome, name: str) -> str:
    if outcome.winners:
        return say.SOLO_WON.format(name=name)
    return (say.SOLO_SKULL if outcome.skulls else say.SOLO_AUTOMATON).format(name=name)


def tell_scores(game: Game, names: Names) -> list[str]:
    """Say what each player has scored; in solo the score and rank of a win."""
    if game.outcome is None:
        return []
    if game.is_solo:
        return _solo_score(game)
    return [
        say.SCORE.format(
            name=names[seat],
            hits=say.HITS.of(game.players[seat].hits.bit_count()),
            reserve=say.RESERVE.of(game.players[seat].reserve),
            score=game.outcome.scores[seat],
        )
        for seat in game.seats
    ]


def _solo_score(game: Game) -> list[str]:
    solo = game.outcome and game.outcome.solo
    if not solo or solo.rank is None:
        return []
    (player,) = game.players
    left = (game.sheet.all_systems & ~player.destroyed).bit_count()
    return [
        say.SOLO_SCORE.format(
            systems=say.SYSTEMS_COUNT.of(left),
            reserve=say.RESERVE.of(player.reserve),
            score=solo.score,
            rank=say.RANKS[solo.rank],
        )
    ]


# --------------------------------------------------------------------- states and refusals


def state_of(game: Game, seat: Seat, system: System) -> str:
    """Say how one of a seat's own systems stands."""
    status = game.status(seat, system)
    left = uses_left(game.sheet, game.players[seat], system)
    if status is Status.READY and left is not None:
        return say.STATE_WITH_USES.of(left)
    return say.STATES[status]


def refusal(game: Game, move: Move, error: MoveError) -> str:
    """Say why a move cannot be made, in the words of a player rather than of a program."""
    if error.code not in say.REFUSED:
        return told(error.why)
    values: dict[str, object] = {}
    if isinstance(move, Modify | Activate):
        values["system"] = say.SYSTEMS[move.system]
        values["the_system"] = say.THE_SYSTEMS[move.system]
        values["die"] = game.die_of(move.seat)
    if isinstance(move, Fire):
        values["count"] = game.shots(move.seat).formation.count
        values["given"] = len(move.fields)
    return begun(say.REFUSED[error.code].format(**values))
