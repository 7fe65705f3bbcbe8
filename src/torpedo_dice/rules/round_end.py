"""The end of a round: all shots land, systems fall, the automaton fires, the game may end."""

from __future__ import annotations

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
from torpedo_dice.rules.outcome import (
    Outcome,
    Reason,
    SoloResult,
    Standing,
    judge,
    rank_of,
    solo_score,
)
from torpedo_dice.rules.player import Covered, Player
from torpedo_dice.rules.setup import SoloEnd
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import SystemMask

if TYPE_CHECKING:
    from torpedo_dice.rules.game import Game


def finish_round(game: Game) -> list[Event]:
    """Reveal and carry out everybody's choice, and go on to the next round or the end."""
    before = [game.enemy_destroyed(seat) for seat in game.seats]
    events: list[Event] = [_reveal(game, seat) for seat in game.draft_order]
    fallen = [game.enemy_destroyed(seat) & ~before[seat] for seat in game.seats]
    if game.is_solo:
        events += _finish_solo(game, fallen[0])
    else:
        events += _cross_off(game, fallen)
    events.append(RoundEnded(game.round))
    for player in game.players:
        player.clear_round()
    game.dice = ()
    game.outcome = outcome_of(game)
    if game.outcome is None:
        game.start = game.left_of(game.start)
        game.stage = Stage.ROLL
    else:
        game.stage = Stage.OVER
        events.append(Ended(game.outcome))
    return events


def _reveal(game: Game, seat: Seat) -> Event:
    """Carry out one seat's choice; it touches nothing but that seat's own sheet."""
    player = game.players[seat]
    if player.pick is None or player.action is None or isinstance(player.action, Covered):
        raise ValueError(f"seat {seat} has made no open choice")
    die, face = game.die_of(seat), game.face_of(seat)
    _count_use(game, player)
    if isinstance(player.action, Fire):
        fields = player.action.fields
        struck = game.sheet.mask_of(fields) & ~player.hits
        hits = struck.bit_count()
        misses = len(fields) - hits
        player.hits |= struck
        player.skull = misses > player.reserve
        player.reserve = max(0, player.reserve - misses)
        return Fired(
            seat, player.pick, die, player.modify, face, fields, hits, misses, player.skull
        )
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


def _cross_off(game: Game, fallen: list[SystemMask]) -> list[Event]:
    """Cross off what each seat destroyed; the owner used it for the last time in this round."""
    events: list[Event] = []
    for owner in game.seats:
        attacker = (owner - 1) % len(game.players)
        game.players[owner].destroyed |= fallen[attacker]
        events += _destroyed(game, owner, fallen[attacker])
    return events


def _destroyed(game: Game, owner: Seat | None, fallen: SystemMask) -> list[Event]:
    return [Destroyed(owner, system) for system in game.sheet.systems if system.bit & fallen]


def _finish_solo(game: Game, fallen: SystemMask) -> list[Event]:
    """Mark the explosions, then let the automaton fire unless the game is over already."""
    (player,) = game.players
    panel = game.sheet.solo
    if panel is None:
        raise ValueError(f"sheet {game.sheet.name!r} has no solo panel")
    exploded = min(fallen.bit_count(), panel.explosions - player.explosions)
    player.explosions += exploded
    events = _destroyed(game, None, fallen)
    has_won = player.hits == game.sheet.all_targets
    if player.skull or (has_won and game.solo_end is SoloEnd.AFTER_FIRE):
        return [*events, AutomatonFired(game.die_left, None, Effect.NONE)]
    shot = automaton_fires(game.sheet, panel, player, game.die_left, exploded=exploded > 0)
    events.append(shot)
    if shot.effect is Effect.DESTROYED and shot.system is not None:
        events.append(Destroyed(0, shot.system))
    return events


def outcome_of(game: Game) -> Outcome | None:
    """Say whether the game is over after a round, and how."""
    standings = [
        Standing(
            hits=player.hits.bit_count(),
            reserve=player.reserve,
            skull=player.skull,
            has_sunk=player.hits == game.sheet.all_targets,
        )
        for player in game.players
    ]
    return _judge_solo(game, standings[0]) if game.is_solo else judge(standings)


def _judge_solo(game: Game, standing: Standing) -> Outcome | None:
    scores = (standing.score,)
    if standing.skull:
        # Even if the same shot sank the enemy.
        return Outcome(Reason.SKULL, (), scores, (0,), SoloResult(won=False))
    standing_systems = game.sheet.all_systems & ~game.players[0].destroyed
    if standing.has_sunk:
        # Sinking goes first, even if the automaton destroyed the last system in this round.
        score = solo_score(standing_systems.bit_count(), standing.reserve)
        return Outcome(
            Reason.SUNK, (0,), scores, (), SoloResult(won=True, score=score, rank=rank_of(score))
        )
    if not standing_systems:
        return Outcome(Reason.AUTOMATON, (), scores, (), SoloResult(won=False))
    return None
