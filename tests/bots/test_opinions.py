"""Opinions: how bots rate each option, and that they choose accordingly."""

from __future__ import annotations

import doctest
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from torpedo_dice.bots import (
    BOTS,
    Lieutenant,
    NoOpinionsError,
    Opinion,
    has_opinions,
    make_bot,
    opinions_of,
    telling_shots,
)
from torpedo_dice.record import FairDice, PlayerInfo, RecordedGame
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Mode,
    Modify,
    Move,
    Roll,
    Seat,
    Sheet,
    Start,
    Take,
)

TABLES = [(Mode.SOLO, 1), *itertools.product([Mode.TRAINING, Mode.MISSION], [2, 4])]


class Mute:
    """A bot that only implements `choose`."""

    def choose(self, view: Game, seat: Seat) -> Move:
        """Take the first die that is left; the test needs no other move."""
        return Take(seat, view.options(seat).picks[0])


def decisions(sheet: Sheet, mode: Mode, players: int, games: int) -> Iterator[tuple[Game, Seat]]:
    """Yield every decision of a few games between an ensign and lieutenants."""
    for number in range(games):
        names = [PlayerInfo("x")] * players
        table = RecordedGame(sheet, mode, names, FairDice.repeatable(f"{number}", players))
        table.begin()
        minds = [
            make_bot("lieutenant" if (seat + number) % 2 else "ensign", f"{number} {seat}")
            for seat in range(players)
        ]
        while not table.game.is_over:
            for seat in table.game.seats_to_move():
                view = table.game.view(seat)
                yield view, seat
                table.apply(minds[seat].choose(view, seat))


def key_of(view: Game, seat: Seat, move: Move) -> object:
    """Return a key that identifies an option; shots are identified by what they hit."""
    if not isinstance(move, Fire):
        return move
    return view.sheet.mask_of(move.fields) & view.free_targets(seat)


def expected_keys(view: Game, seat: Seat) -> set[object]:
    """Return every option that must have an opinion."""
    options = view.options(seat)
    keys: set[object] = {Take(seat, pick) for pick in options.picks}
    keys |= set(options.modifications) | {Activate(seat, system) for system in options.activations}
    if options.shots is not None:
        hits = {mask & view.free_targets(seat) for mask in options.shots.masks}
        keys |= hits - {0} or {0}
    return keys


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_there_is_one_opinion_on_every_option(
    bot: str, mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """Each option appears once, each move is legal, and the chances sum to at most 1."""
    sheet = training if mode is Mode.TRAINING else mission
    mind = make_bot(bot, 1)
    for view, seat in itertools.islice(decisions(sheet, mode, players, 1), 30):
        opinions = opinions_of(mind, view, seat)
        keys = [key_of(view, seat, opinion.move) for opinion in opinions]
        assert len(set(keys)) == len(keys)
        assert set(keys) == expected_keys(view, seat)
        assert {opinion.move for opinion in opinions} <= set(view.legal_moves(seat))
        for opinion in opinions:
            assert len(opinion.chances) == players
            assert min(opinion.chances) >= 0
            assert sum(opinion.chances) <= 1 + 1e-9


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_lieutenant_chooses_by_its_opinions(
    mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """No option gives its player a higher chance than the chosen move."""
    sheet = training if mode is Mode.TRAINING else mission
    seen = set()
    for number, (view, seat) in enumerate(decisions(sheet, mode, players, 4)):
        bot = Lieutenant(number)
        own = {key_of(view, seat, o.move): o.chances[seat] for o in bot.opinions(view, seat)}
        move = bot.choose(view, seat)
        assert own[key_of(view, seat, move)] == max(own.values())
        seen.add(type(move))
    assert seen >= {Take, Modify, Fire}


@pytest.mark.parametrize("bot", BOTS)
def test_to_be_asked_changes_nothing(bot: str, mission: Sheet) -> None:
    """Asking for opinions changes neither the bot's later choices nor the view."""
    asked, unasked = make_bot(bot, 5), make_bot(bot, 5)
    for view, seat in itertools.islice(decisions(mission, Mode.MISSION, 2, 2), 30):
        before = view.copy()
        opinions_of(asked, view, seat)
        assert view == before
        assert asked.choose(view, seat) == unasked.choose(view, seat)


def test_to_an_ensign_all_is_even(mission: Sheet) -> None:
    """One in three with three players, one in two in solo."""
    three = next(decisions(mission, Mode.MISSION, 3, 1))
    assert {o.chances for o in opinions_of(make_bot("ensign", 1), *three)} == {(1 / 3,) * 3}
    alone = next(decisions(mission, Mode.SOLO, 1, 1))
    assert {o.chances for o in opinions_of(make_bot("ensign", 1), *alone)} == {(1 / 2,)}


def test_a_lieutenant_sees_the_skull_coming(mission: Sheet) -> None:
    """A shot that marks the skull has almost no chance, unlike activating a system."""
    game = Game.new(mission, Mode.MISSION, 2)
    for move in (Start(0), Roll((6, 6, 6)), Take(0, 0), Take(1, 1)):
        game.apply(move)
    game.players[0].hits = mission.all_targets & ~1
    game.players[0].reserve = 0
    chances = {o.move: o.chances[0] for o in Lieutenant(1).opinions(game.view(0), 0)}
    assert all((chance < 0.001) == isinstance(move, Fire) for move, chance in chances.items())


@pytest.mark.parametrize("bot", BOTS)
def test_no_opinions_when_it_is_not_ones_move(bot: str, mission: Sheet) -> None:
    """No opinions while another seat has yet to take a die."""
    view, seat = next(decisions(mission, Mode.MISSION, 2, 1))
    assert list(opinions_of(make_bot(bot, 1), view.view(1 - seat), 1 - seat)) == []


def test_a_shot_that_hits_nothing_is_told_only_if_all_do(mission: Sheet) -> None:
    """With one target left, only the shot that hits it; with none in reach, one that misses."""
    game = Game.new(mission, Mode.MISSION, 2)
    for move in (Start(0), Roll((1, 6, 6)), Take(0, 0), Take(1, 1)):
        game.apply(move)
    game.players[0].hits = mission.all_targets & ~1
    assert [hits for hits, _ in telling_shots(game, 0)] == [1]
    game.players[0].hits = mission.all_targets
    assert [hits for hits, _ in telling_shots(game, 0)] == [0]


def test_a_bot_without_opinions_says_so() -> None:
    """The error names the bot's class."""
    assert not has_opinions(Mute())
    assert has_opinions(make_bot("ensign", 1))
    with pytest.raises(NoOpinionsError, match="Mute has no opinions"):
        opinions_of(Mute(), None, 0)  # type: ignore[arg-type]


def test_an_opinion_is_a_value() -> None:
    """Its repr is a constructor call."""
    assert repr(Opinion(Take(0, 1), (0.5, 0.5))) == (
        "Opinion(move=Take(seat=0, pick=1), chances=(0.5, 0.5))"
    )


def test_the_opinions_of_the_document_are_true() -> None:
    """The examples in docs/bots.md produce the documented output."""
    document = Path(__file__).parents[2] / "docs" / "bots.md"
    failed, run = doctest.testfile(str(document), module_relative=False)
    assert run > 4
    assert failed == 0
