"""Events as they are sent: what happened at a table, for those who may know it.

The rules' own events carry everything; here they become JSON. A public event is numbered, a private
one is not. Pages word them in their own language.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from torpedo_dice import rules
from torpedo_dice.record.recorder import modify_data
from torpedo_dice.rules import AutomatonFired, Event, Modify, Outcome, System
from torpedo_dice.server.messages.record import ModifyData, SoloData
from torpedo_dice.server.messages.values import EffectId, Field, ReasonId, SystemId, VerdictId


class _EventMessage(Struct, tag_field="event", kw_only=True):
    """An event. `number` counts a table's public events from 1, without gaps."""

    number: int | UnsetType = UNSET


class _SeatEvent(_EventMessage):
    """An event of one seat."""

    seat: int


# ------------------------------------------------------------------ the game


class StartedEvent(_SeatEvent, tag="started"):
    """The first start player is known."""


class RolledEvent(_EventMessage, tag="rolled"):
    """A round began: the start player rolled."""

    round: int
    start: int
    dice: tuple[int, ...]


class TakenEvent(_SeatEvent, tag="taken"):
    """A player took a die."""

    pick: Annotated[int, Meta(description="the index of the die")]
    die: int


class FinishedEvent(_SeatEvent, tag="finished"):
    """A player confirmed a choice, which stays hidden."""


class TookBackEvent(_SeatEvent, tag="took_back"):
    """A player undid a choice; private if it had not been confirmed."""


class ModifiedEvent(_SeatEvent, tag="modified"):
    """Private: you used a system."""

    modify: ModifyData
    face: Annotated[int | None, Meta(description="null until the propeller has rolled")]


class RerolledEvent(_SeatEvent, tag="rerolled"):
    """Private: your propeller's roll."""

    face: int


class FiredEvent(_SeatEvent, tag="fired"):
    """Revealed: a player fired."""

    target: Annotated[int | None, Meta(description="null for the enemy in a solo game")]
    pick: int
    die: int
    modify: ModifyData | None
    face: int
    fields: tuple[Field, ...]
    struck: Annotated[tuple[Field, ...], Meta(description="the fields newly hit")]
    missed: tuple[Field, ...]
    hits: int
    misses: int
    reserve: Annotated[int, Meta(description="torpedoes left")]
    skull: bool


class ActivatedEvent(_SeatEvent, tag="activated"):
    """Revealed: a player switched a system on."""

    pick: int
    die: int
    modify: ModifyData | None
    face: int
    system: SystemId


class DestroyedEvent(_EventMessage, tag="destroyed"):
    """A system was destroyed."""

    seat: Annotated[int | None, Meta(description="its owner; null for the enemy in a solo game")]
    system: SystemId
    by: Annotated[int | None, Meta(description="null for the automaton")]


class AutomatonShot(Struct):
    """What the automaton does with a die."""

    die: int
    aimed: Annotated[SystemId, Meta(description="the system that the die names")]
    system: Annotated[
        SystemId | None, Meta(description="the system finally targeted; null if it doesn't fire")
    ]
    effect: EffectId


class AutomatonFiredEvent(_EventMessage, tag="automaton_fired"):
    """Solo: the automaton's shot."""

    die: int
    aimed: SystemId
    system: SystemId | None
    effect: EffectId


class RoundEndedEvent(_EventMessage, tag="round_ended"):
    """A round is resolved."""

    round: int


class ResignedEvent(_SeatEvent, tag="resigned"):
    """A player resigned; the game is over, or a bot plays on."""


class Explain(Struct):
    """What decided a game."""

    code: VerdictId
    seats: Annotated[
        tuple[int, ...], Meta(description="tied before the last tie-break, or resigned")
    ]
    sank_in_vain: Annotated[
        tuple[int, ...], Meta(description="sank their target, but marked the skull")
    ]


class Over(Struct):
    """How a game ended."""

    reason: ReasonId
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    skulls: tuple[int, ...]
    reserves: tuple[int, ...]
    solo: SoloData | None
    explain: Explain


class EndedEvent(_EventMessage, tag="ended"):
    """The game is over."""

    over: Over


# ------------------------------------------------------------------ the table


class SeatedEvent(_SeatEvent, tag="seated"):
    """A player took an open seat."""

    name: str


class NonceCommittedEvent(_SeatEvent, tag="nonce_committed"):
    """A player committed to a nonce."""


class NoncesCommittedEvent(_EventMessage, tag="nonces_committed"):
    """Everyone has committed to a nonce; the devices now reveal them."""

    nonce_commitments: Annotated[list[str | None], Meta(description="by seat; null for a bot")]


class NonceRevealedEvent(_SeatEvent, tag="nonce_revealed"):
    """A device revealed its nonce; the game begins once all have."""


class NamedEvent(_SeatEvent, tag="named"):
    """A player changed their name."""

    name: str


class ReplacedEvent(_SeatEvent, tag="replaced"):
    """A bot took over for a player who is away."""

    bot: str


class ReturnedEvent(_SeatEvent, tag="returned"):
    """The player took the seat back from the bot."""


class BotFailedEvent(_SeatEvent, tag="bot_failed"):
    """A bot failed to move; `bot` plays for it from now on."""

    bot: str


class ClockOutEvent(_SeatEvent, tag="clock_out"):
    """A player's time is up; a bot plays this turn."""


class RematchEvent(_EventMessage, tag="rematch"):
    """A player requested a rematch; `table` is the new table for the same players."""

    table: str
    by: Annotated[
        int | None, Meta(description="the seat that requested it; null at tables of older versions")
    ]


class FilledEvent(_SeatEvent, tag="filled"):
    """Before the game began, a bot took an open seat, or the seat of an absent player."""

    bot: str
    name: Annotated[str, Meta(description="empty for a bot that goes by its rank")]


class DeclinedEvent(_SeatEvent, tag="declined"):
    """A player declined the rematch."""


GameEvent: TypeAlias = (
    StartedEvent
    | RolledEvent
    | TakenEvent
    | FinishedEvent
    | TookBackEvent
    | ModifiedEvent
    | RerolledEvent
    | FiredEvent
    | ActivatedEvent
    | DestroyedEvent
    | AutomatonFiredEvent
    | RoundEndedEvent
    | ResignedEvent
    | EndedEvent
)
TableEvent: TypeAlias = (
    SeatedEvent
    | NonceCommittedEvent
    | NoncesCommittedEvent
    | NonceRevealedEvent
    | NamedEvent
    | ReplacedEvent
    | ReturnedEvent
    | BotFailedEvent
    | ClockOutEvent
    | RematchEvent
    | FilledEvent
    | DeclinedEvent
)
AnyEvent: TypeAlias = GameEvent | TableEvent


# ------------------------------------------------------------------ from the rules

# Every event of the rules has a message of its name with the same fields, except for the end's.
_MESSAGES: dict[type[Event], tuple[Any, tuple[str, ...]]] = {
    getattr(rules, message.__name__.removesuffix("Event")): (
        message,
        tuple(name for name in message.__struct_fields__ if name != "number"),
    )
    for message in get_args(GameEvent)
}


def event_message(event: Event) -> GameEvent:
    """Return an event of the rules as it is sent, without a number."""
    if isinstance(event, rules.Ended):
        return EndedEvent(over(event.outcome))
    message, names = _MESSAGES[type(event)]
    values = [getattr(event, name) for name in names]
    for index, value in enumerate(values):
        if isinstance(value, System):
            values[index] = value.id
        elif isinstance(value, Modify):
            values[index] = modify_message(value, event.face)  # type: ignore[union-attr]
    sent: GameEvent = message(*values)
    return sent


def modify_message(modify: Modify, face: int | None) -> ModifyData:
    """Return the use of a system as in a record; `face` is what a propeller rolled, if it has."""
    return ModifyData(**modify_data(modify, face))


def automaton_shot(event: AutomatonFired) -> AutomatonShot:
    """Return the automaton's shot as it is sent."""
    system = None if event.system is None else event.system.id
    return AutomatonShot(event.die, event.aimed.id, system, event.effect)


def over(outcome: Outcome) -> Over:
    """Return how a game ended, as it is sent."""
    why, solo = outcome.explanation, outcome.solo
    return Over(
        reason=outcome.reason,
        winners=outcome.winners,
        scores=outcome.scores,
        skulls=outcome.skulls,
        reserves=tuple(standing.reserve for standing in outcome.standings),
        solo=None if solo is None else SoloData(solo.won, solo.score, solo.rank),
        explain=Explain(why.code, why.contenders, why.sank_in_vain),
    )
