"""A game's canonical text form: one line with everything except the sheet itself.

    mission end_of_round sheet:5d41402a round:3 start:1 stage:act dice:5,3,2 / hits:1f reserve:9 …

One part for the game, then one per seat, separated by ` / `. Numbers are decimal, hits are a
hexadecimal mask of the sheet's targets, and systems are written as their numbers. `-` means none,
`?` a choice hidden by a view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from torpedo_dice.rules.errors import MoveError, PositionError
from torpedo_dice.rules.fields import field_name
from torpedo_dice.rules.formations import FACES
from torpedo_dice.rules.moves import Activate, Fire, Modify, Reroll, parse_move
from torpedo_dice.rules.outcome import Outcome, judge_resignation
from torpedo_dice.rules.player import COVERED, Covered, Player
from torpedo_dice.rules.resignation import ends_by_resigning
from torpedo_dice.rules.round_end import outcome_of, standings_of
from torpedo_dice.rules.sheet import Sheet
from torpedo_dice.rules.stage import Stage
from torpedo_dice.rules.systems import System, SystemMask

if TYPE_CHECKING:
    from torpedo_dice.rules.game import Game

_NOTHING = "-"
_PART = " / "
_T = TypeVar("_T")


def game_to_text(game: Game) -> str:
    """Write a game as one line."""
    head = [
        game.mode,
        game.solo_end,
        f"sheet:{game.sheet.mark}",
        f"round:{game.round}",
        f"start:{game.start}",
        f"stage:{game.stage}",
        f"dice:{_list(game.dice)}",
        # Only if the marks don't show why the game is over.
        *(f"resigned:{seat}" for seat in _resigned(game)),
    ]
    return _PART.join([" ".join(head), *map(_player_to_text, game.players)])


def _resigned(game: Game) -> tuple[int, ...]:
    return () if game.outcome is None else game.outcome.resigned


def _player_to_text(player: Player) -> str:
    return " ".join(
        [
            f"hits:{player.hits:x}",
            f"reserve:{player.reserve}",
            f"skull:{int(player.skull)}",
            f"on:{_systems(player.switched)}",
            f"destroyed:{_systems(player.destroyed)}",
            f"uses:{_list(player.uses)}",
            f"boxes:{_list(player.boxes)}",
            f"explosions:{player.explosions}",
            f"pick:{_or_nothing(player.pick)}",
            f"modify:{_modify_to_text(player.modify)}",
            f"rolled:{_or_nothing(player.rolled)}",
            f"action:{_action_to_text(player.action)}",
        ]
    )


def _list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers)) or _NOTHING


def _or_nothing(number: int | None) -> str:
    return _NOTHING if number is None else str(number)


def _systems(mask: SystemMask) -> str:
    return "".join(str(system.value) for system in System if system.bit & mask) or _NOTHING


def _modify_to_text(modify: Modify | None) -> str:
    # The move's text without the seat, which follows from the position of the part.
    return _NOTHING if modify is None else "_".join(str(modify).split()[1:])


def _action_to_text(action: Fire | Activate | Covered | None) -> str:
    if action is None:
        return _NOTHING
    if isinstance(action, Covered):
        return str(action.value)
    if isinstance(action, Fire):
        return "_".join(["fire", *map(field_name, action.fields)])
    return f"activate_{action.system.id}"


def parse_game(text: str, sheet: Sheet) -> Game:
    """Parse a game's text form; raise PositionError with the part that is invalid."""
    from torpedo_dice.rules.game import Game

    head, *parts = text.split(_PART)
    words = head.split(" ")
    *words, last = words if words[-1].startswith("resigned:") else (*words, "")
    if len(words) != 7:
        raise PositionError(f"{head!r} is not the beginning of a game's text form")
    mode, solo_end, *pairs = words
    values = _values(" ".join(pairs), ("sheet", "round", "start", "stage", "dice"))
    if values["sheet"] != sheet.mark:
        raise PositionError(f"sheet:{values['sheet']} is not the sheet {sheet.name!r}")
    try:
        game = Game.new(sheet, mode, len(parts), solo_end=solo_end)
    except ValueError as error:
        raise PositionError(str(error)) from None
    game.round = _number("round", values["round"], 0, None)
    game.start = _number("start", values["start"], 0, len(parts) - 1)
    game.stage = _parsed("stage", values["stage"], Stage)
    game.dice = _numbers("dice", values["dice"], 1, max(FACES))
    game.players = [_player(seat, part, game) for seat, part in enumerate(parts)]
    game.outcome = _outcome(game, last)
    if game_to_text(game) != text:
        raise PositionError("the text is not in the canonical form")
    _check_marks(game)
    _check_round(game)
    return game


def _outcome(game: Game, resigned: str) -> Outcome | None:
    """Return how the game ended, if it has; `resigned` is the word that contains who resigned."""
    if not resigned:
        return outcome_of(game)
    seat = _number("resigned", resigned.partition(":")[2], 0, len(game.players) - 1)
    if not ends_by_resigning(len(game.players)) or outcome_of(game) is not None:
        raise PositionError(f"{resigned} does not fit the players or the marks")
    return judge_resignation(standings_of(game), seat)


def _values(text: str, names: tuple[str, ...]) -> dict[str, str]:
    pairs = [word.partition(":") for word in text.split(" ")]
    if [name for name, _, _ in pairs] != list(names):
        raise PositionError(f"{text!r} must have {', '.join(names)}, in this order")
    return {name: value for name, _, value in pairs}


def _parsed(where: str, text: str, parse: Callable[[str], _T]) -> _T:
    try:
        return parse(text)
    except ValueError:
        raise PositionError(f"{where}:{text} cannot be read") from None


def _number(where: str, text: str, least: int, most: int | None) -> int:
    number = _parsed(where, text, int)
    if number < least or (most is not None and number > most):
        raise PositionError(f"{where}:{text} is out of range")
    return number


def _numbers(where: str, text: str, least: int, most: int) -> tuple[int, ...]:
    if text == _NOTHING:
        return ()
    return tuple(_number(where, word, least, most) for word in text.split(","))


def _optional(where: str, text: str, least: int, most: int) -> int | None:
    return None if text == _NOTHING else _number(where, text, least, most)


def _mask(where: str, text: str, sheet: Sheet) -> SystemMask:
    if text == _NOTHING:
        return 0
    mask = sum({1 << _number(where, digit, 1, len(System)) for digit in text})
    if mask & ~sheet.all_systems:
        raise PositionError(f"{where}:{text} names a system that the sheet does not have")
    return mask


def _player(seat: int, text: str, game: Game) -> Player:
    names = tuple(word.partition(":")[0] for word in _player_to_text(game.players[0]).split(" "))
    values = _values(text, names)
    sheet = game.sheet
    boxes = sheet.solo.boxes if sheet.solo else 0
    hits = _parsed("hits", values["hits"], lambda text: int(text, 16))
    if not 0 <= hits <= sheet.all_targets:
        raise PositionError(f"hits:{values['hits']} is out of range")
    return Player(
        reserve=_number("reserve", values["reserve"], 0, sheet.reserve),
        hits=hits,
        skull=bool(_number("skull", values["skull"], 0, 1)),
        switched=_mask("on", values["on"], sheet),
        destroyed=_mask("destroyed", values["destroyed"], sheet),
        uses=_numbers("uses", values["uses"], 0, max(sheet.limit.values(), default=0)),
        boxes=_numbers("boxes", values["boxes"], 0, boxes),
        explosions=_number("explosions", values["explosions"], 0, len(sheet.systems)),
        pick=_optional("pick", values["pick"], 0, len(game.dice) - 1),
        modify=_modify(seat, values["modify"]),
        rolled=_optional("rolled", values["rolled"], 1, max(FACES)),
        action=_action(seat, values["action"]),
    )


def _modify(seat: int, text: str) -> Modify | None:
    if text == _NOTHING:
        return None
    move = _parsed("modify", f"{seat} {text.replace('_', ' ')}", parse_move)
    if not isinstance(move, Modify):
        raise PositionError(f"modify:{text} is not a modification")
    return move


def _action(seat: int, text: str) -> Fire | Activate | Covered | None:
    if text == _NOTHING:
        return None
    if text == COVERED.value:
        return COVERED
    move = _parsed("action", f"{seat} {text.replace('_', ' ')}", parse_move)
    if not isinstance(move, Fire | Activate):
        raise PositionError(f"action:{text} neither fires nor activates")
    return move


def _check_round(game: Game) -> None:
    """Check that the players' progress in this round is consistent with the stage."""
    in_round = game.stage in (Stage.TAKE, Stage.ACT)
    if len(game.dice) != (game.dice_count if in_round else 0):
        raise PositionError(f"{len(game.dice)} dice do not fit the stage {game.stage}")
    if (game.round == 0) != (game.stage is Stage.START) and not _is_first_roll(game):
        raise PositionError(f"round:{game.round} does not fit the stage {game.stage}")
    picks = [game.players[seat].pick for seat in game.draft_order]
    taken = [pick for pick in picks if pick is not None]
    if len(set(taken)) != len(taken):
        raise PositionError("two players have taken the same die")
    if (game.stage is Stage.ACT) != (len(taken) == len(picks)) or None in picks[: len(taken)]:
        raise PositionError(f"the dice taken do not fit the stage {game.stage}")
    if game.stage is Stage.ACT and all(player.action is not None for player in game.players):
        raise PositionError("all have finished, so the round would be over")
    for seat in game.seats:
        _check_choice(game, seat)


def _is_first_roll(game: Game) -> bool:
    return game.round == 0 and (game.stage is Stage.ROLL or bool(_resigned(game)))


def _check_choice(game: Game, seat: int) -> None:
    """Check that a choice of phases 2 and 3 is legal, by having the seat make it."""
    player = game.players[seat]
    if player.modify is None and player.rolled is None and player.action is None:
        return
    alone = game.copy()
    for other in alone.players:
        other.modify = other.rolled = other.action = None
    try:
        if player.modify is not None:
            alone.apply(player.modify)
        if player.rolled is not None:
            alone.apply(Reroll(seat, player.rolled))
        if isinstance(player.action, Fire | Activate):
            alone.apply(player.action)
    except MoveError as error:
        raise PositionError(f"seat {seat} cannot have chosen this: {error.why}") from None
    if alone.stage is not Stage.ACT:
        raise PositionError(f"a choice does not fit the stage {game.stage}")


def _check_marks(game: Game) -> None:
    """Check that the players' marks are consistent with the sheet, each other and the stage."""
    fresh = Player.at_start(game.sheet, solo=game.is_solo)
    for seat, player in enumerate(game.players):
        if len(player.uses) != len(fresh.uses) or len(player.boxes) != len(fresh.boxes):
            raise PositionError("uses or boxes do not fit the sheet")
        limits = (limit for _, limit in game.sheet.limits)
        if any(used > limit for used, limit in zip(player.uses, limits, strict=True)):
            raise PositionError(f"seat {seat} has used a system more often than its limit")
        if any(player.switched & s.bit and not _has_switch(game.sheet, s) for s in System):
            raise PositionError(f"seat {seat} has switched on what has no switch")
        if player.skull and player.reserve:
            raise PositionError(f"seat {seat} has a skull and reserve torpedoes")
        lost = _lost_to_automaton(game) if game.is_solo else game.enemy_destroyed(seat - 1)
        if player.destroyed != lost:
            raise PositionError(f"the destroyed systems of seat {seat} do not fit the hits")
        if player.explosions != _explosions(game):
            raise PositionError(f"explosions:{player.explosions} does not fit the hits")
    if (game.stage is Stage.OVER) != (game.outcome is not None):
        raise PositionError(f"the marks do not fit the stage {game.stage}")
    if game.stage is Stage.START and (game.is_solo or any(p != fresh for p in game.players)):
        raise PositionError("the marks do not fit the stage start")


def _has_switch(sheet: Sheet, system: System) -> bool:
    return sheet.is_mission and system.has_switch


def _lost_to_automaton(game: Game) -> SystemMask:
    """Return the systems whose boxes on the solo panel are all marked."""
    full = game.sheet.solo.boxes if game.sheet.solo else 0
    marked = zip(game.sheet.systems, game.players[0].boxes, strict=True)
    return sum(system.bit for system, marks in marked if marks == full)


def _explosions(game: Game) -> int:
    """Return the number of explosion boxes that must be marked."""
    if not game.is_solo or game.sheet.solo is None:
        return 0
    return min(game.enemy_destroyed(0).bit_count(), game.sheet.solo.explosions)
