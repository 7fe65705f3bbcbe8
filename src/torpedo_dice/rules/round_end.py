"""The end of a round: shots land, systems are destroyed, the automaton fires, the game may end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torpedo_dice.rules.automaton import automaton_fires
from torpedo_dice.rules.events import (
    Activated,
    AutomatonFired,
    Destroyed,
    Effect,
    Ended,
    Event,
    Fired,
    RoundEnded,
)
from torpedo_dice.rules.moves import Fire, Seat
from torpedo_dice.rules.outcome import Outcome, Standing, judge, judge_solo
from torpedo_dice.rules.player import Covered, Player
from torpedo_dice.rules.setup import SoloEnd
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import System, SystemMask

if TYPE_CHECKING:
    from torpedo_dice.rules.game import Game


def resolve_round(game: Game) -> Iterator[Event]:
    """Reveal and resolve every choice, then go on to the next round or end the game.

    The game changes event by event: after each one, it matches what everybody can see by then.
    """
    before = [game.enemy_destroyed(seat) for seat in game.seats]
    for seat in game.draft_order:
        yield _reveal(game, seat)
    # Only now, after every choice has been carried out: a system stays active in the round in which
    # it is destroyed.
    fallen = [game.enemy_destroyed(seat) & ~before[seat] for seat in game.seats]
    yield from _resolve_solo(game, fallen[0]) if game.is_solo else _destroy(game, fallen)
    for player in game.players:
        player.clear_round()
    game.dice = ()
    game.outcome = outcome_of(game)
    if game.outcome is None:
        game.start = game.left_of(game.start)
        game.stage = Stage.ROLL
    else:
        game.stage = Stage.OVER
    yield RoundEnded(game.round)
    if game.outcome is not None:
        yield Ended(game.outcome)


def _reveal(game: Game, seat: Seat) -> Event:
    """Resolve one seat's choice, which affects only that seat's own sheet."""
    player = game.players[seat]
    if player.pick is None or player.action is None or isinstance(player.action, Covered):
        raise ValueError(f"seat {seat} has made no open choice")
    die, face = game.die_of(seat), game.face_of(seat)
    _count_use(game, player)
    if isinstance(player.action, Fire):
        fields = player.action.fields
        bits = game.sheet.target_bits
        struck = tuple(spot for spot in fields if bits.get(spot, 0) & ~player.hits)
        fired = Fired(
            seat,
            target=game.target_of(seat),
            pick=player.pick,
            die=die,
            modify=player.modify,
            face=face,
            fields=fields,
            struck=struck,
            reserve=max(0, player.reserve - (len(fields) - len(struck))),
            skull=len(fields) - len(struck) > player.reserve,
        )
        player.mark(fired, game.sheet.mask_of(struck))
        return fired
    system = player.action.system
    player.switched |= system.bit
    return Activated(seat, player.pick, die, player.modify, face, system)


def _count_use(game: Game, player: Player) -> None:
    if player.modify is not None and game.sheet.limits:
        used = player.modify.system
        player.uses = tuple(
            uses + (limited is used)
            for (limited, _), uses in zip(game.sheet.limits, player.uses, strict=True)
        )


def _destroy(game: Game, fallen: list[SystemMask]) -> Iterator[Event]:
    """Mark the systems that each seat destroyed; their owners can no longer use them."""
    for owner in game.seats:
        attacker = game.attacker_of(owner)
        for system in _systems(game, fallen[attacker]):
            game.players[owner].destroyed |= system.bit
            yield Destroyed(owner, system, by=attacker)


def _systems(game: Game, mask: SystemMask) -> Iterator[System]:
    return (system for system in game.sheet.systems if system.bit & mask)


def _resolve_solo(game: Game, fallen: SystemMask) -> Iterator[Event]:
    """Mark the explosions, then have the automaton fire unless the game is already over."""
    (player,) = game.players
    panel = game.sheet.solo
    if panel is None:
        raise ValueError(f"sheet {game.sheet.name!r} has no solo panel")
    exploded = min(fallen.bit_count(), panel.explosions - player.explosions)
    player.explosions += exploded
    for system in _systems(game, fallen):
        yield Destroyed(None, system, by=0)
    has_won = player.hits == game.sheet.all_targets
    if player.skull or (has_won and game.solo_end is SoloEnd.AFTER_FIRE):
        yield AutomatonFired(game.die_left, System(game.die_left), None, Effect.NONE)
        return
    shot = automaton_fires(game.sheet, panel, player, game.die_left, exploded=exploded > 0)
    yield shot
    if shot.effect is Effect.DESTROYED and shot.system is not None:
        yield Destroyed(0, shot.system, by=None)


def outcome_of(game: Game) -> Outcome | None:
    """Return the outcome after a round; None if the game goes on."""
    standings = standings_of(game)
    if not game.is_solo:
        return judge(standings)
    systems_left = game.sheet.all_systems & ~game.players[0].destroyed
    return judge_solo(standings[0], systems_left.bit_count())


def standings_of(game: Game) -> tuple[Standing, ...]:
    """Return every player's standing."""
    return tuple(
        Standing(
            hits=player.hits.bit_count(),
            reserve=player.reserve,
            skull=player.skull,
            has_sunk=player.hits == game.sheet.all_targets,
        )
        for player in game.players
    )
