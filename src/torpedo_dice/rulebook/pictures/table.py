"""Around the table: who attacks whom, who takes which die, and the number of dice."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from torpedo_dice.rulebook.drawn import DIE, die, joined, panel, panels
from torpedo_dice.rulebook.icons import icon
from torpedo_dice.rulebook.svg import Markup, circle, drawing, element, group, label, path
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import Game, Mode, Roll, Start, Take
from torpedo_dice.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

_NAMES = "ABCD"
_SIZE = 240


def new_game(players: int) -> Game:
    """Return a new Mission game."""
    mode = Mode.SOLO if players == 1 else Mode.MISSION
    return Game.new(load_sheet(DEFAULT_SHEETS[mode]), mode, players)


def seats(words: Words) -> Markup:
    """Draw four seats from above, each with an arrow to the submarine it attacks."""
    game = new_game(MAX_PLAYERS)
    spoken = " ".join(
        words.say("attacks", who=_NAMES[seat], whom=_NAMES[game.left_of(seat)])
        for seat in game.seats
    )
    arrows = (_attack(seat, game.left_of(seat)) for seat in game.seats)
    boats = (_boat(seat) for seat in game.seats)
    middle = _SIZE / 2
    table = circle("draw-table", middle, middle, 52)
    return panels(panel(drawing(_SIZE, _SIZE, spoken, table, *arrows, *boats)))


def _place(seat: int) -> tuple[float, float]:
    """Return a seat's position: 0 at the bottom, the others clockwise as seen from above."""
    angle = pi / 2 + seat * 2 * pi / MAX_PLAYERS
    return _SIZE / 2 + 92 * cos(angle), _SIZE / 2 + 92 * sin(angle)


def _boat(seat: int) -> Markup:
    x, y = _place(seat)
    return group(
        x,
        y,
        circle("draw-seat", 0, 0, 26),
        icon("submarine", 0, -6, 30),
        label("draw-number", 0, 18, _NAMES[seat]),
    )


def _attack(seat: int, target: int) -> Markup:
    (x, y), (to_x, to_y) = _place(seat), _place(target)
    angle = atan2(to_y - y, to_x - x)
    start, end = 31, 34
    x, y = x + start * cos(angle), y + start * sin(angle)
    to_x, to_y = to_x - end * cos(angle), to_y - end * sin(angle)
    tips = [(to_x - 9 * cos(angle + turn), to_y - 9 * sin(angle + turn)) for turn in (0.5, -0.5)]
    head = "".join(f"M{to_x:.1f} {to_y:.1f}L{tip_x:.1f} {tip_y:.1f}" for tip_x, tip_y in tips)
    return path("draw-arrow draw-attack", f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}{head}")


def drafted(start: int = 1) -> Game:
    """Return a three-player game in which everybody has taken a die."""
    game = new_game(3)
    game.apply(Start(start))
    game.apply(Roll((5, 2, 6, 3)))
    for seat, pick in zip(game.draft_order, (2, 0, 3), strict=True):
        game.apply(Take(seat, pick))
    return game


def draft(words: Words) -> Markup:
    """Draw the dice of a round of three players."""
    return panels(draft_panel(words, drafted(), tuple(_NAMES)))


def draft_panel(words: Words, game: Game, names: tuple[str, ...]) -> Markup:
    """Draw the dice with who took them, in which order, and the one that is left."""
    owners = {game.players[seat].pick: (n, seat) for n, seat in enumerate(game.draft_order, 1)}
    drawn = []
    for pick, face in enumerate(game.dice):
        x = 12 + pick * (DIE + 32)
        n, seat = owners.get(pick, (0, 0))
        who = f"{n}. {names[seat]}" if n else words.say("left_over")
        drawn += [
            die(x, 2, face, css="" if n else "draw-faint"),
            label("draw-below", x + DIE / 2, DIE + 22, who),
        ]
    told = [words.say("takes", who=names[s], die=game.die_of(s)) for s in game.draft_order]
    spoken = " ".join([*told, words.say("left_spoken", die=game.die_left)])
    width = len(game.dice) * (DIE + 32)
    return panel(drawing(width, DIE + 30, spoken, joined(drawn)))


def dice_count(words: Words) -> Markup:
    """Show how many dice are rolled for each number of players."""
    counts = {players: new_game(players).dice_count for players in (1, *_numbers_of_players())}
    head = element("tr", None, _head(words.say("players")), *(_head(str(n)) for n in counts))
    body = element(
        "tr",
        None,
        _head(words.say("dice")),
        *(element("td", None, str(dice)) for dice in counts.values()),
    )
    return element("table", {"class": "case dice-count"}, element("tbody", None, head, body))


def _numbers_of_players() -> range:
    return range(MIN_PLAYERS, MAX_PLAYERS + 1)


def _head(words: str) -> Markup:
    return element("th", {"scope": "row" if not words.isdigit() else "col"}, words)
