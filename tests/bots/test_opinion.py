"""Opinions: how bots rate each option, and that they choose accordingly."""

from __future__ import annotations

import doctest
import itertools
from pathlib import Path

import pytest

from tests.bots.games import decisions, key_of
from torpedo_dice.bots import (
    BOTS,
    NoOpinionsError,
    Opinion,
    has_opinions,
    make_bot,
    opinions_of,
    telling_shots,
)
from torpedo_dice.rules import (
    Activate,
    Game,
    Mode,
    Move,
    Roll,
    Seat,
    Sheet,
    Start,
    Take,
)
from torpedo_dice.sheets import load_sheet

TABLES = [(Mode.SOLO, 1), *itertools.product([Mode.TRAINING, Mode.MISSION], [2, 4])]


class Mute:
    """A bot that only implements `choose`."""

    def choose(self, view: Game, seat: Seat) -> Move:
        """Take the first die that is left; the test needs no other move."""
        return Take(seat, view.options(seat).picks[0])


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
    # The first player takes a die, and the last one of the round acts.
    last = 2 * players - 1
    for view, seat in itertools.islice(decisions(sheet, mode, players, 1), 0, last + 1, last):
        opinions = opinions_of(mind, view, seat)
        keys = [key_of(view, seat, opinion.move) for opinion in opinions]
        assert len(set(keys)) == len(keys)
        assert set(keys) == expected_keys(view, seat)
        assert {opinion.move for opinion in opinions} <= set(view.legal_moves(seat))
        for opinion in opinions:
            assert len(opinion.chances) == players
            assert min(opinion.chances) >= 0
            assert sum(opinion.chances) <= 1 + 1e-9


@pytest.mark.parametrize("bot", BOTS)
def test_to_be_asked_changes_nothing(bot: str, mission: Sheet) -> None:
    """Asking for opinions changes neither the bot's later choices nor the view."""
    asked, unasked = make_bot(bot, 5), make_bot(bot, 5)
    for view, seat in itertools.islice(decisions(mission, Mode.MISSION, 2, 2), 8):
        before = view.copy()
        opinions_of(asked, view, seat)
        assert view == before
        assert asked.choose(view, seat) == unasked.choose(view, seat)


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
        "Opinion(move=Take(seat=0, pick=1), chances=(0.5, 0.5), score=None)"
    )


def test_the_opinions_of_the_document_are_true() -> None:
    """The examples in docs/bots.md produce the documented output."""
    document = Path(__file__).parents[2] / "docs" / "bots.md"
    failed, run = doctest.testfile(str(document), module_relative=False)
    assert run > 4
    assert failed == 0


# After each die, everyone's chances together exceeded 1 by a different amount.
CLOSE_CALL = (
    "training end_of_round sheet:af87aafc round:6 start:0 stage:take dice:3,4,2 "
    "/ hits:fef57d33 reserve:7 skull:0 on:- destroyed:346 uses:0,2 boxes:- explosions:0 "
    "pick:- modify:- rolled:- action:- "
    "/ hits:fc7e7dfe reserve:7 skull:0 on:- destroyed:246 uses:0,2 boxes:- explosions:0 "
    "pick:- modify:- rolled:- action:-"
)


def test_chances_of_others_never_decide() -> None:
    """What is left for the others has no influence on the order of a player's own chances."""
    view = Game.from_text(CLOSE_CALL, load_sheet("training"))
    mind = make_bot("admiral", "84 1 0")
    worths = {opinion.move: opinion.worth(0) for opinion in opinions_of(mind, view, 0)}
    assert worths[mind.choose(view, 0)] == pytest.approx(max(worths.values()), abs=1e-6)
