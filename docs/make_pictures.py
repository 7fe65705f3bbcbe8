"""Draw the README's picture from a real game: `python docs/make_pictures.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path
from textwrap import wrap

from torpedo_dice.bots import make_bot
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import Fire, Game, Stage
from torpedo_dice.sheets import load_sheet
from torpedo_dice.text.draw import draw_dice, draw_grid
from torpedo_dice.text.look import table
from torpedo_dice.text.preview import preview_in_words

FILE = Path(__file__).parent / "pictures" / "text.svg"
ROUND = 5
NAMES = ("Ada", "Noor")

LINE, LEFT, CHARACTER = 20, 26, 8.43
WIDTH, COLUMNS = 760, 84
# A palette that colour-blind readers can tell apart (Okabe and Ito).
COLOURS = {
    "1": "#56B4E9", "2": "#E69F00", "3": "#F0E442", "4": "#2FC49A", "5": "#F08040",
    "6": "#E79FC5", "7": "#8FB4FF", "X": "#FF8A80", "*": "#B0BEC5", "o": "#7C8B93", ".": "#47606B",
}  # fmt: skip


def position() -> tuple[Game, Fire]:
    """Play a few rounds; return the game and the shot that seat 0 is aiming."""
    players = [PlayerInfo(name) for name in NAMES]
    dice = FairDice.repeatable("the picture", len(players))
    played = RecordedGame(load_sheet("mission"), "mission", players, dice, first=0)
    played.begin()
    bots = [make_bot("lieutenant", f"the picture {seat}") for seat in played.game.seats]
    while True:
        for seat in played.game.seats_to_move():
            move = bots[seat].choose(played.game.view(seat), seat)
            is_aiming = played.game.round >= ROUND and played.game.stage is Stage.ACT
            if seat == 0 and is_aiming and isinstance(move, Fire):
                return played.game, move
            played.apply(move)


def lines(game: Game, shot: Fire) -> list[str]:
    """Return the terminal's lines."""
    view = game.view(0)
    drawn = table(view, 0, NAMES, draws=True)
    player = game.players[0]
    plain = draw_grid(game.sheet, player.hits, player.misses)
    start = drawn.index(plain[0])
    aimed = draw_grid(game.sheet, player.hits, player.misses, shot.fields)
    modify = player.modify
    used = [] if modify is None else [f"Ada uses the {modify.system.id}."]
    question = [
        "", *draw_dice([game.die_of(0)]), *used, "",
        preview_in_words(view, shot, NAMES), "Fire? (yes, back) > yes",
    ]  # fmt: skip
    every = [*drawn[:start], *aimed, *drawn[start + len(plain) :], *question]
    return [
        part for text in every for part in (wrap(text, COLUMNS) if len(text) > COLUMNS else [text])
    ]


def text_line(number: int, text: str) -> str:
    """Return one line of the terminal, with the grid's fields coloured."""
    is_grid = len(text) > 3 and text[0].isupper() and text[1:3] == "  "
    spans = [
        f'<tspan fill="{COLOURS[sign]}">{escape(sign)}</tspan>'
        if is_grid and place and sign in COLOURS
        else escape(sign)
        for place, sign in enumerate(text)
    ]
    y = 64 + number * LINE
    length = f'textLength="{len(text) * CHARACTER:.1f}"' if text else ""
    return f'<text x="{LEFT}" y="{y}" {length} xml:space="preserve">{"".join(spans)}</text>'


def picture(texts: list[str]) -> str:
    """Return the terminal as SVG."""
    height = 64 + len(texts) * LINE + 6
    body = "\n".join(text_line(number, text) for number, text in enumerate(texts))
    dots = "".join(
        f'<circle cx="{24 + 20 * i}" cy="22" r="6" fill="{fill}"/>'
        for i, fill in enumerate(("#FF6B5E", "#F4BF4F", "#61C554"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="A round of Torpedo Dice in a terminal">\n'
        f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#0B1E27"/>\n{dots}\n'
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" '
        f'font-size="14" fill="#D6E4EA">\n{body}\n</g>\n</svg>\n'
    )


if __name__ == "__main__":
    FILE.write_text(picture(lines(*position())), encoding="utf-8")
    print(f"{FILE.name} drawn")
