"""A preview in words: what a choice will do, before it is confirmed."""

from __future__ import annotations

from torpedo_dice.rules import Activate, Fire, Fired, Game, Preview, preview
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, field_names, tell_event, the_systems


def preview_in_words(game: Game, choice: Fire | Activate, names: Names) -> str:
    """Say what a choice will do: "4 hits, 1 miss. This destroys the tower. …"."""
    seen = preview(game, choice)
    told = [] if seen.fired is None else _shot_in_words(seen, seen.fired)
    if seen.automaton is not None:
        told.append(say.PREVIEW_AUTOMATON.format(what=tell_event(seen.automaton, names)))
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
