"""Records of every kind of game, and a judge with made-up values."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from tests.rules.positions import drill_data
from tests.rules.random_games import Setup, player_move, sheet_of
from torpedo_dice.fast.rolls import sorted_rolls
from torpedo_dice.record import FairDice, PlayerInfo, RecordData, RecordedGame
from torpedo_dice.review.judge import Option, Outlook, Outlooks, option_key
from torpedo_dice.rules import (
    Fire,
    Game,
    Move,
    Seat,
    Sheet,
    SoloEnd,
    System,
    Take,
    ends_by_resigning,
    parse_sheet,
)


def random_record(
    setup: Setup,
    chance: Random,
    *,
    sheet: Sheet | None = None,
    rounds: int = 12,
    resigns: float = 0.5,
) -> RecordData:
    """Play random moves for at most so many rounds; then a player may resign."""
    sheet = sheet or sheet_of(setup.mode, setup.reserve)
    players = [PlayerInfo(f"Player {seat}") for seat in range(setup.players)]
    first = chance.choice([None, chance.randrange(setup.players)])
    dice = FairDice.repeatable(f"{chance.random()}", setup.players)
    played = RecordedGame(sheet, setup.mode, players, dice, solo_end=setup.solo_end, first=first)
    played.begin()
    while not played.game.is_over and played.game.round <= rounds:
        seat = chance.choice(played.game.seats_to_move())
        played.apply(player_move(played.game, seat, chance))
    may_resign = not played.game.is_over and ends_by_resigning(setup.players)
    if may_resign and chance.random() < resigns:
        played.resign(chance.randrange(setup.players))
    return played.record()


def drill(**panel: object) -> Sheet:
    """Return a small submarine with a solo panel."""
    arrows = [system.id for system in System]
    solo = {"boxes": 2, "explosions": 7, "arrows": arrows, **panel}
    return parse_sheet(drill_data() | {"solo": solo})


def solo_end(
    sheet: Sheet,
    targets: int,
    reserve: int,
    boxes: tuple[int, ...],
    switched: str = "",
    *,
    end: SoloEnd = SoloEnd.END_OF_ROUND,
) -> Game:
    """Return a solo game in which the first few targets are still free.

    `boxes` are those marked by system, `switched` the numbers of the systems that are on.
    """
    game = Game.new(sheet, "solo", 1, solo_end=end)
    (player,) = game.players
    assert sheet.solo is not None
    player.hits = sheet.all_targets & ~((1 << targets) - 1)
    player.reserve = reserve
    player.boxes = boxes
    player.switched = sum(System(int(number)).bit for number in switched)
    player.destroyed = sum(
        system.bit
        for system, marked in zip(sheet.systems, boxes, strict=True)
        if marked == sheet.solo.boxes
    )
    player.explosions = min(sheet.destroyed_by(player.hits).bit_count(), sheet.solo.explosions)
    return game


def _made_up(game: Game, seed: str) -> Outlook:
    chance = Random(seed)  # noqa: S311
    if game.is_solo:
        return chance.random(), chance.random() * 100
    shares = [chance.random() for _ in range(len(game.players) + 1)]
    return tuple(share / sum(shares) for share in shares[:-1])


class MadeUpJudge:
    """Gives every position some value: the same each time, but consistent with nothing else.

    What must hold for any judge holds for this one.
    """

    name = "made up"

    def __init__(self, error: float = 0.0) -> None:
        self.error = error

    def outlook(self, *facts: object) -> Outlook:
        """Return some outlook for some facts."""
        game = facts[0]
        assert isinstance(game, Game)
        return self._outlooks(game, [facts[1:]])[0]

    @staticmethod
    def _outlooks(game: Game, all_facts: Sequence[tuple[object, ...]]) -> list[Outlook]:
        # Writing a position takes longer than anything else here.
        text = game.to_text()
        return [_made_up(game, repr((text, *facts))) for facts in all_facts]

    def after_rolls(self, game: Game) -> Outlooks:
        """Return an outlook for each roll."""
        return np.array(self._outlooks(game, [(roll,) for roll in sorted_rolls(game.dice_count)]))

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return an outlook for each face."""
        return np.array(self._outlooks(view, [(seat, face) for face in range(1, 7)]))

    def options(self, view: Game, seat: Seat, taken: Move | None = None) -> Sequence[Option]:
        """Return some outlook for each option."""
        found = view.options(seat)
        moves: list[Move] = [Take(seat, pick) for pick in found.picks]
        if found.shots is not None:
            moves += [Fire(seat, fields) for fields in found.shots.distinct.values()]
            moves += [move for move in view.legal_moves(seat) if not isinstance(move, Fire | Take)]
        by_key = {option_key(view, move): move for move in (*moves, taken) if move is not None}
        outlooks = self._outlooks(view, [(seat, repr(key)) for key in by_key])
        return [
            Option(move, outlook, self.error)
            for move, outlook in zip(by_key.values(), outlooks, strict=True)
        ]
