"""The table as one player sees it, drawn or in words only; and a sheet.

Only public information is shown: of the others' choices in a round, just that they are made.
"""

from __future__ import annotations

from torpedo_dice.rules import Game, Seat, Sheet, Status, System
from torpedo_dice.text.draw import (
    damage,
    damage_in_words,
    draw_dashboard,
    draw_grid,
    draw_legend,
    grid_with_legend,
    reserve_line,
)
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, begun, field_names, listed, state_of, system_names


def table(game: Game, seat: Seat, names: Names, *, draws: bool) -> list[str]:
    """Show everything a seat sees: the enemy submarine, its own systems, and the other players."""
    return [
        *_submarine(game, seat, names, draws=draws),
        "",
        say.DASHBOARD_TITLE.format(name=names[seat]),
        *(draw_dashboard(game, seat) if draws else _dashboard_in_words(game, seat)),
        *_others(game, seat, names),
    ]


def glance(game: Game, seat: Seat, names: Names, *, draws: bool) -> list[str]:
    """Show what a player needs at the start of a turn, short enough for a small window."""
    damaged = _damaged(game, seat)
    return [
        *_submarine(game, seat, names, draws=draws),
        _systems_by_state(game, seat),
        *([say.GLANCE_DAMAGE.format(systems=", ".join(damaged))] if damaged else []),
        reserve_line(game, seat),
        *(_other(game, other, names, say.GLANCE_OTHER) for other in _other_seats(game, seat)),
    ]


def _submarine(game: Game, seat: Seat, names: Names, *, draws: bool) -> list[str]:
    title = grid_title(game, seat, names)
    if draws:
        return [title, *grid_with_legend(game, seat)]
    systems = [_enemy_system(game, seat, system) for system in game.sheet.systems]
    missed = sorted(set(game.players[seat].misses))
    misses = [say.MISSES_SO_FAR.format(fields=field_names(missed))] if missed else []
    return [title, *systems, *misses]


def _dashboard_in_words(game: Game, seat: Seat) -> list[str]:
    systems = [
        _own_system(game, seat, system, place)
        for place, screen in zip(say.SCREENS, game.sheet.screens, strict=True)
        for system in screen
    ]
    return [*systems, reserve_line(game, seat)]


def _systems_by_state(game: Game, seat: Seat) -> str:
    states: dict[str, list[str]] = {}
    order = list(Status)
    for system in sorted(game.sheet.systems, key=lambda s: order.index(game.status(seat, s))):
        states.setdefault(state_of(game, seat, system), []).append(say.SYSTEMS[system])
    return " ".join(
        say.GLANCE_STATE.format(state=begun(state), systems=", ".join(systems))
        for state, systems in states.items()
    )


def _damaged(game: Game, seat: Seat) -> list[str]:
    """Say which of a seat's standing systems are hit, and how often."""
    damages = {system: damage(game, seat, system) for system in game.sheet.systems}
    return [
        say.DAMAGE.format(system=say.SYSTEMS[system], hits=hits, all=most)
        for system, (hits, most) in damages.items()
        if 0 < hits < most
    ]


def grid_title(game: Game, seat: Seat, names: Names) -> str:
    """Say whose submarine it is and how badly it is hit."""
    title = say.GRID_TITLE_SOLO if game.is_solo else say.GRID_TITLE
    return title.format(
        target=names[game.left_of(seat)],
        name=names[seat],
        hits=game.players[seat].hits.bit_count(),
        targets=len(game.sheet.targets),
    )


def _enemy_system(game: Game, seat: Seat, system: System) -> str:
    fields = game.sheet.system_targets[system]
    left = fields & game.free_targets(seat)
    sentence = say.SYSTEM_TO_HIT if left else say.SYSTEM_GONE
    return sentence.format(
        number=system.value,
        system=say.SYSTEMS[system],
        left=left.bit_count(),
        all=fields.bit_count(),
        fields=field_names(game.sheet.fields_of(left)),
    )


def _own_system(game: Game, seat: Seat, system: System, screen: str) -> str:
    return say.SYSTEM_STATE.format(
        number=system.value,
        system=say.SYSTEMS[system],
        screen=screen,
        state=state_of(game, seat, system),
        damage=damage_in_words(game, seat, system),
    )


def _others(game: Game, seat: Seat, names: Names) -> list[str]:
    lines = []
    for other in _other_seats(game, seat):
        lines.append(_other(game, other, names, say.OTHER))
        if game.players[other].action is not None:
            lines.append(say.OTHER_CHOSE.format(name=names[other]))
    return lines


def _other(game: Game, seat: Seat, names: Names, sentence: str) -> str:
    player = game.players[seat]
    active = (say.SYSTEMS[s] for s in game.sheet.systems if game.status(seat, s).is_active)
    return sentence.format(
        name=names[seat],
        hits=say.HITS.of(player.hits.bit_count()),
        reserve=say.RESERVE.of(player.reserve),
        active=listed(active),
        destroyed=system_names(player.destroyed),
    )


def _other_seats(game: Game, seat: Seat) -> list[Seat]:
    count = len(game.players)
    return [(seat + step) % count for step in range(1, count)]


def sheet_drawn(sheet: Sheet) -> list[str]:
    """Draw a sheet as it is before the game."""
    lines = [
        say.SHEET_TITLE.format(sheet=sheet.name),
        *draw_grid(sheet),
        draw_legend(sheet),
        "",
    ]
    for place, screen in zip(say.SCREENS, sheet.screens, strict=True):
        systems = ", ".join(f"{system.value} {say.SYSTEMS[system]}" for system in screen)
        lines.append(say.SHEET_SCREEN.format(screen=place, systems=systems))
    lines.append(say.SHEET_RESERVE.format(count=sheet.reserve))
    lines += [say.SHEET_LIMIT.of(uses, system=say.SYSTEMS[system]) for system, uses in sheet.limits]
    if sheet.solo is not None:
        arrows = ", ".join(say.SYSTEMS[system] for system in sheet.solo.arrows)
        boxes, explosions = sheet.solo.boxes, sheet.solo.explosions
        lines.append(say.SHEET_BOXES.format(boxes=boxes, explosions=explosions))
        lines.append(say.SHEET_ARROWS.format(systems=arrows))
    return lines
