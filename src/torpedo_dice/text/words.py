"""Events, the state of the game and refused moves, in sentences with the players' names.

The sentences themselves are in `sentences/`; here the right one is chosen and filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from torpedo_dice.locale import listed as in_a_list
from torpedo_dice.locale import told
from torpedo_dice.record import PlayerInfo
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
    Reason,
    Rerolled,
    Resigned,
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
    """Return "a, b and c", or the word for nothing."""
    return in_a_list(list(things) or [say.NOTHING])


def title(game: Game, names: Names) -> str:
    """Say what is played, and by whom."""
    sentence = say.TITLE_SOLO if game.is_solo else say.TITLE
    return sentence.format(mode=say.MODES[game.mode], names=listed(names))


def begun(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def field_names(fields: Iterable[Field]) -> str:
    """Return fields by their names, or the word for nothing."""
    return " ".join(map(field_name, fields)) or say.NOTHING


def system_names(mask: SystemMask) -> str:
    """Return the systems of a mask by their names."""
    return listed(name for system, name in say.SYSTEMS.items() if system.bit & mask)


def the_systems(systems: Iterable[System]) -> str:
    """Return systems as the object of a sentence."""
    return listed(say.THE_SYSTEMS[system] for system in systems)


def player_name(player: PlayerInfo) -> str:
    """Return a player's name; for a bot that failed, it begins with the name of its stand-in."""
    name = plain(player.name)
    if player.kind != "bot" or player.stand_in is None:
        return name
    return say.PLAYS_FOR.format(
        bot=say.BOTS.get(player.stand_in, plain(player.stand_in)), name=name
    )


def plain(text: str) -> str:
    """Return untrusted text without control characters."""
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text
    )


# --------------------------------------------------------------------- events


def tell(events: Iterable[Event], names: Names) -> list[str]:
    """Describe what happened, with a paragraph for each event worth mentioning."""
    return [told for event in events if (told := tell_event(event, names))]


def tell_event(event: Event, names: Names) -> str:
    """Describe one event; empty if other sentences cover it, or if only programs need it."""
    match event:
        case Started() | Resigned():
            sentence = say.STARTED if isinstance(event, Started) else say.RESIGNED
            return sentence.format(name=names[event.seat])
        case Rolled():
            dice = " ".join(map(str, event.dice))
            return say.ROLLED.format(round=event.round, name=names[event.start], dice=dice)
        case Taken():
            return say.TAKEN.format(name=names[event.seat], die=event.die)
        case Rerolled():
            return say.REROLLED.format(name=names[event.seat], face=event.face)
        case Fired() | Activated():
            return " ".join([*_used(event, names), *_acted(event, names)])
        case Destroyed() if event.by is not None:
            owner = say.ENEMY if event.seat is None else names[event.seat]
            return say.DESTROYED[event.system].format(name=owner)
        case AutomatonFired():
            return _automaton(event, names)
        case Ended():
            return " ".join(tell_end(event.outcome, names))
        case Modified() | Finished() | TookBack() | RoundEnded() | Destroyed():
            return ""


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


def _acted(event: Fired | Activated, names: Names) -> Iterator[str]:
    name = names[event.seat]
    if isinstance(event, Activated):
        yield say.ACTIVATED.format(name=name, the_system=say.THE_SYSTEMS[event.system])
        return
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
        yield say.RESERVE_LEFT.of(event.reserve)


def _automaton(event: AutomatonFired, names: Names) -> str:
    if event.system is None:
        return say.AUTOMATON_SILENT
    straight, along_arrows = {
        Effect.HIT: (say.AUTOMATON_HIT, say.AUTOMATON_HIT_NEXT),
        Effect.DESTROYED: (say.AUTOMATON_DESTROYED, say.AUTOMATON_DESTROYED_NEXT),
        Effect.MISSED: (say.AUTOMATON_MISSED, say.AUTOMATON_MISSED),
        Effect.NONE: (say.AUTOMATON_SILENT, say.AUTOMATON_SILENT),
    }[event.effect]
    sentence = straight if event.system is event.aimed else along_arrows
    return sentence.format(
        name=names[0],
        die=event.die,
        the_system=say.THE_SYSTEMS[event.system],
        the_aimed=say.THE_SYSTEMS[event.aimed],
    )


# --------------------------------------------------------------------- the end


def tell_end(outcome: Outcome, names: Names) -> list[str]:
    """Say who has won and why."""
    why = outcome.explanation
    sentence = say.ENDS[why.code].format(
        winner=_named(outcome.winners, names) if outcome.winners else names[0],
        contenders=_named(why.contenders, names),
    )
    if outcome.reason is not Reason.SKULL or outcome.solo is not None:
        return [sentence]
    return [
        say.SKULL.of(len(outcome.skulls), names=_named(outcome.skulls, names)),
        *(say.SANK_BUT_SKULL.format(name=names[seat]) for seat in why.sank_in_vain),
        sentence,
    ]


def _named(seats: Iterable[Seat], names: Names) -> str:
    return listed(names[seat] for seat in seats)


def tell_scores(outcome: Outcome, names: Names) -> list[str]:
    """Say what each player has scored; in solo the score and rank of a win."""
    solo, standings = outcome.solo, outcome.standings
    if solo is None:
        return [
            say.SCORE.format(
                name=name,
                hits=say.HITS.of(standing.hits),
                reserve=say.RESERVE.of(standing.reserve),
                score=standing.score,
            )
            for name, standing in zip(names, standings, strict=False)
        ]
    if solo.rank is None or solo.systems_left is None:
        return []
    return [
        say.SOLO_SCORE.format(
            systems=say.SYSTEMS_COUNT.of(solo.systems_left),
            reserve=say.RESERVE.of(standings[0].reserve),
            score=solo.score,
            rank=say.RANKS[solo.rank],
        )
    ]


# --------------------------------------------------------------------- states and refusals


def state_of(game: Game, seat: Seat, system: System) -> str:
    """Say what state one of a seat's own systems is in."""
    status = game.status(seat, system)
    left = uses_left(game.sheet, game.players[seat], system)
    if status is Status.READY and left is not None:
        return say.STATE_WITH_USES.of(left)
    return say.STATES[status]


def refusal(game: Game, move: Move, error: MoveError) -> str:
    """Say why a move is illegal, in terms that a player understands."""
    if error.code not in say.REFUSED:
        return begun(told(error.why))
    values: dict[str, object] = {}
    if isinstance(move, Modify | Activate):
        values["system"] = say.SYSTEMS[move.system]
        values["the_system"] = say.THE_SYSTEMS[move.system]
        values["die"] = game.die_of(move.seat)
    if isinstance(move, Fire):
        values["count"] = game.shots(move.seat).formation.count
        values["given"] = len(move.fields)
    return begun(say.REFUSED[error.code].format(**values))
