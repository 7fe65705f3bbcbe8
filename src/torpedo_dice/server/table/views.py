"""Write the views of each seat from a scene, a game in progress with its players.

Views are sent with every change, so a writer caches the most expensive parts, already encoded,
until the data they depend on changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from torpedo_dice.record import RecordData
from torpedo_dice.rulebook import rule_of_status
from torpedo_dice.rules import (
    Activate,
    Face,
    Fire,
    Formation,
    Game,
    Modify,
    Options,
    Player,
    Seat,
    Stage,
    System,
    can_switch_on,
    field_name,
    move_name,
    threats,
    uses_left,
)
from torpedo_dice.server.messages import views
from torpedo_dice.server.messages.codec import preencoded
from torpedo_dice.server.messages.events import automaton_shot, modify_message, over
from torpedo_dice.server.messages.record import RoundData, SheetData
from torpedo_dice.server.messages.values import WAITING
from torpedo_dice.server.table.seat import SeatState

T = TypeVar("T")


@dataclass(slots=True)
class Scene:
    """The source of views: a table, or a step of a replay or of the lesson."""

    sheet: dict[str, Any]
    seats: Sequence[SeatState]
    game: Game
    # Whether the game has not begun.
    is_waiting: bool = False
    number: int = 0
    commitment: str = ""
    nonces: list[str] | None = None
    pending: views.Pending | None = None
    # Set only when the game is over.
    seed: str | None = None
    # The seats whose time was up in this turn.
    clock_out: Collection[Seat] = ()
    last_round: RecordData | None = None


class ViewWriter:
    """Writes the views of one table."""

    def __init__(self) -> None:
        # Cached parts by name and seat, each with its cache key; most are encoded.
        self._parts: dict[tuple[str, Seat], tuple[object, Any]] = {}

    def write(self, scene: Scene, seat: Seat | None) -> views.View:
        """Write the view of a seat (None: a spectator)."""
        return self.write_all(scene, [seat])[seat]

    def write_all(
        self, scene: Scene, watchers: Iterable[Seat | None]
    ) -> dict[Seat | None, views.View]:
        """Write the views of several clients at the same moment."""
        public = self._public(scene)
        return {seat: self._view_of(seat, scene.game, public) for seat in watchers}

    def _public(self, scene: Scene) -> views.View:
        """Write a spectator's view."""
        game = scene.game
        return views.View(
            seat=None,
            number=scene.number,
            mode=game.mode,
            players=len(game.players),
            stage=WAITING if scene.is_waiting else game.stage,
            round=game.round,
            start=None if scene.is_waiting else game.start,
            dice=game.dice,
            die_left=game.die_left if game.stage is Stage.ACT else None,
            to_move=game.seats_to_move(),
            over=None if game.outcome is None else over(game.outcome),
            seed=scene.seed,
            sheet=self._sheet(scene),
            commitment=scene.commitment,
            nonces=scene.nonces,
            pending=scene.pending,
            seats=tuple(self._seat(scene, game, seat) for seat in game.seats),
            options=_NO_OPTIONS,
            last_round=self._last_round(scene),
        )

    def _view_of(self, seat: Seat | None, game: Game, public: views.View) -> views.View:
        """Write a seat's view: the public one, plus what only the seat may see."""
        if seat is None:
            return public
        view = copy(public)
        view.seat = seat
        view.options = self._options(game, seat, public.to_move)
        if game.stage is Stage.ACT:
            own = copy(public.seats[seat])
            own.choice = _choice(game, seat)
            view.seats = (*public.seats[:seat], own, *public.seats[seat + 1 :])
        return view

    # ------------------------------------------------------------------ kept parts

    def _kept(self, name: str, seat: Seat, key: object, write: Callable[[], T]) -> T:
        """Return a cached part, or rewrite it if its key has changed."""
        last_key, part = self._parts.get((name, seat), _NOTHING)
        if last_key is not key and last_key != key:
            part = write()
            self._parts[name, seat] = (key, part)
        kept: T = part
        return kept

    def _sheet(self, scene: Scene) -> SheetData:
        sheet = cast("SheetData", scene.sheet)
        return self._kept("sheet", 0, scene.sheet, lambda: preencoded(sheet))

    def _last_round(self, scene: Scene) -> RoundData | None:
        last = cast("RoundData | None", scene.last_round)
        return self._kept("last_round", 0, scene.last_round, lambda: preencoded(last))

    def _options(self, game: Game, seat: Seat, to_move: tuple[Seat, ...]) -> views.Options:
        if seat not in to_move:
            return _TAKE_BACK if game.can_take_back(seat) else _NO_OPTIONS
        player = game.players[seat]
        key = (game.round, player.modify, player.rolled, *[other.pick for other in game.players])
        return self._kept("options", seat, key, lambda: _options(game, seat))

    def _systems(self, game: Game, seat: Seat, player: Player) -> tuple[views.SystemView, ...]:
        key = (player.switched, player.destroyed, player.uses, player.boxes)
        return self._kept("systems", seat, key, lambda: _systems(game, seat))

    def _seat(self, scene: Scene, game: Game, seat: Seat) -> views.SeatView:
        player, state = game.players[seat], scene.seats[seat]
        key = (
            *(state.name, state.kind, state.stand_in, state.resigned),
            *(player.hits, player.misses, player.reserve, player.skull, player.explosions),
            *(player.switched, player.destroyed, player.uses, player.boxes),
        )
        view = copy(self._kept("seat", seat, key, lambda: self._marks(game, seat, state)))
        view.pick = player.pick
        view.die = None if player.pick is None else game.die_of(seat)
        view.finished = player.action is not None
        view.clock_out = seat in scene.clock_out
        return view

    def _marks(self, game: Game, seat: Seat, state: SeatState) -> views.SeatView:
        """Write who sits at a seat and what its sheet shows, until a round is resolved."""
        player, sheet = game.players[seat], game.sheet
        fallen = game.enemy_destroyed(seat)
        return views.SeatView(
            seat=seat,
            name=state.own_name,
            kind=state.kind,
            bot=state.bot,
            stand_in=state.stand_in,
            character=state.character,
            resigned=state.resigned,
            target=game.target_of(seat),
            attacker=None if game.is_solo else game.attacker_of(seat),
            hits=preencoded(tuple(map(field_name, sheet.fields_of(player.hits)))),
            misses_at=preencoded(player.misses),
            reserve=player.reserve,
            skull=player.skull,
            enemy_destroyed=tuple(system.id for system in sheet.systems if system.bit & fallen),
            systems=self._systems(game, seat, player),
            explosions=player.explosions,
        )


_NO_OPTIONS = preencoded(views.Options())
_TAKE_BACK = preencoded(views.Options(take_back=True))
_NOTHING = (object(), None)


def _systems(game: Game, seat: Seat) -> tuple[views.SystemView, ...]:
    """Write a seat's own systems; they change far less often than its hits and misses."""
    numbered = enumerate(game.sheet.systems)
    return preencoded(tuple(_system(game, seat, number, system) for number, system in numbered))


def _system(game: Game, seat: Seat, number: int, system: System) -> views.SystemView:
    player = game.players[seat]
    status = game.status(seat, system)
    return views.SystemView(
        system=system.id,
        status=status,
        rule=rule_of_status(status),
        uses_left=uses_left(game.sheet, player, system),
        boxes=player.boxes[number] if player.boxes else 0,
        can_switch_on=can_switch_on(game.sheet, player, system),
    )


def _choice(game: Game, seat: Seat) -> views.Choice:
    player = game.players[seat]
    modify = player.modify
    return views.Choice(
        modify=None if modify is None else modify_message(modify, player.rolled),
        move=None if modify is None else move_name(modify),
        rolled=player.rolled,
        face=None if player.awaits_roll() else game.face_of(seat),
        action=_action(player),
    )


def _action(player: Player) -> views.Action | None:
    match player.action:
        case Fire(_, fields):
            return views.Action(fire=fields)
        case Activate(_, system):
            return views.Action(activate=system.id)
        case _:
            return None


# --------------------------------------------------------------------- options


def _options(game: Game, seat: Seat) -> views.Options:
    options: Options = game.options(seat)
    if options.shots is None and not game.is_solo:
        return _picks_only(options.picks)
    shots = [] if options.shots is None else [shot_option(options.shots.formation, None)]
    uses = []
    for modify in options.modifications:
        if modify.system is System.PROPELLER:
            # Nobody knows what it will roll.
            uses.append(_use(modify, None))
            continue
        formation = game.shots_with(seat, modify).formation
        uses.append(_use(modify, formation.face))
        shots.append(shot_option(formation, modify))
    return preencoded(
        views.Options(
            picks=options.picks,
            automaton=tuple(
                views.ThreatView(
                    threat.pick, automaton_shot(threat.shot), automaton_shot(threat.after_explosion)
                )
                for threat in threats(game)
            ),
            modifications=tuple(uses),
            activations=tuple([system.id for system in options.activations]),
            shots=tuple(shots),
            take_back=game.can_take_back(seat),
        )
    )


@lru_cache(maxsize=256)
def _picks_only(picks: tuple[int, ...]) -> views.Options:
    """Write the options of a player who is to take a die."""
    return preencoded(views.Options(picks=picks))


@lru_cache(maxsize=1024)
def _use(modify: Modify, face: Face | None) -> views.Use:
    name, system = move_name(modify), modify.system.id
    return preencoded(views.Use(name, system, modify.step, modify.other, face))


@lru_cache(maxsize=2048)
def shot_option(formation: Formation, modify: Modify | None) -> views.ShotOption:
    """Write a formation with all its shapes, as needed to draw and rotate it."""
    return preencoded(
        views.ShotOption(
            modify=None if modify is None else move_name(modify),
            face=formation.face,
            system=None if formation.system is None else formation.system.id,
            count=formation.count,
            frame=formation.frame,
            shapes=tuple(
                views.Shape(shape, tuple(sorted(corners)))
                for shape, corners in formation.shapes.items()
            ),
        )
    )
