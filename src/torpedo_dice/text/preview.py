"""What a choice will do, before it is confirmed: the rules play it on a copy of the game."""

from __future__ import annotations

from dataclasses import dataclass

from torpedo_dice.rules import (
    Activate,
    AutomatonFired,
    Destroyed,
    Fire,
    Fired,
    Game,
    SystemMask,
)
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, field_names, tell_event, the_systems


@dataclass(frozen=True, slots=True)
class Preview:
    """What a seat's choice brings about; nothing that hangs on the others is in it."""

    fired: Fired | None
    # Systems of the enemy.
    destroyed: SystemMask
    sinks: bool
    reserve: int
    automaton: AutomatonFired | None


def preview(game: Game, choice: Fire | Activate) -> Preview:
    """Play a choice to the end of the round on a copy; the others fire anything there."""
    seat = choice.seat
    after = game.copy()
    for other in game.seats:
        if other != seat and after.players[other].action is None:
            after.apply(Fire(other, after.shots(other)[0]))
    events = after.apply(choice)
    enemy = None if game.is_solo else game.left_of(seat)
    fallen = [e.system.bit for e in events if isinstance(e, Destroyed) and e.seat == enemy]
    return Preview(
        fired=next((e for e in events if isinstance(e, Fired) and e.seat == seat), None),
        destroyed=sum(fallen),
        sinks=after.enemy_destroyed(seat) == after.sheet.all_systems,
        reserve=after.players[seat].reserve,
        automaton=next((e for e in events if isinstance(e, AutomatonFired)), None),
    )


def preview_in_words(game: Game, choice: Fire | Activate, names: Names) -> str:
    """Say what a choice will do: "4 hits, 1 miss. This destroys the tower. …"."""
    seen = preview(game, choice)
    told = [] if seen.fired is None else _shot_in_words(seen, seen.fired)
    if seen.automaton is not None:
        told.append(say.PREVIEW_AUTOMATON.format(what=tell_event(seen.automaton, game, names)))
    return " ".join(told)


def _shot_in_words(seen: Preview, fired: Fired) -> list[str]:
    told = [say.PREVIEW_NOTHING]
    if fired.fields:
        told = [
            say.PREVIEW.format(
                fields=field_names(fired.fields),
                hits=say.HITS.of(fired.hits),
                misses=say.MISSES.of(fired.misses),
            )
        ]
    if seen.destroyed:
        told.append(say.PREVIEW_DESTROYS.format(the_systems=the_systems(seen.destroyed)))
    if seen.sinks:
        told.append(say.PREVIEW_SINKS)
    if fired.skull:
        return [*told, say.PREVIEW_SKULL]
    return [*told, say.RESERVE_STAYS.of(seen.reserve)]
