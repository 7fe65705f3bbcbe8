"""Nobody may learn a hidden choice of phases 2 and 3 before the round ends."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.random_games import (
    SETUPS,
    Setup,
    chances,
    game_in_act,
    moves_of,
    new_game,
    player_move,
    setups,
)
from torpedo_dice.rules import (
    Event,
    Finished,
    Game,
    Reroll,
    Seat,
    Stage,
    visible_events,
)

several = st.sampled_from([setup for setup in SETUPS if setup.players > 1])
some = settings(max_examples=20)


def act(game: Game, seat: Seat, chance: Random) -> list[Event]:
    """Make a complete choice of phases 2 and 3 for a seat, including its propeller's roll."""
    events: list[Event] = []
    while game.players[seat].action is None and game.stage is Stage.ACT:
        is_rolling = game.players[seat].awaits_roll()
        move = Reroll(seat, chance.randint(1, 6)) if is_rolling else player_move(game, seat, chance)
        events += game.apply(move)
    return events


@given(several, chances)
@some
def test_a_hidden_choice_is_seen_by_nobody_else(setup: Setup, chance: Random) -> None:
    """Games that differ in one seat's choice look the same to the others until the round ends."""
    start = game_in_act(setup, chance)
    order = list(start.seats)
    chance.shuffle(order)
    hider, *others = order
    one, two = start.copy(), start.copy()
    told_one, told_two = act(one, hider, chance), act(two, hider, chance)
    for other in (*others[:-1], None):
        for watcher in (*others, None):
            assert one.view(watcher) == two.view(watcher)
            assert one.view(watcher).to_text() == two.view(watcher).to_text()
            assert visible_events(told_one, watcher) == visible_events(told_two, watcher)
        if other is not None:
            # Another seat acts the same way in both games.
            same = chance.getrandbits(32)
            told_one = act(one, other, Random(same))  # noqa: S311
            told_two = act(two, other, Random(same))  # noqa: S311
    assert one.stage is two.stage is Stage.ACT


@given(several, chances)
@some
def test_before_one_has_finished_nothing_is_seen_at_all(setup: Setup, chance: Random) -> None:
    """While a seat uses systems and rolls, the others' view of the game doesn't change."""
    game = game_in_act(setup, chance)
    hider = chance.choice(game.seats)
    watchers = [seat for seat in (*game.seats, None) if seat != hider]
    seen = [game.view(watcher) for watcher in watchers]
    for _ in range(3):
        is_rolling = game.players[hider].awaits_roll()
        modifications = game.options(hider).modifications
        if not is_rolling and not modifications:
            break
        move = Reroll(hider, chance.randint(1, 6)) if is_rolling else chance.choice(modifications)
        events = game.apply(move)
        for watcher, view in zip(watchers, seen, strict=True):
            assert visible_events(events, watcher) == []
            assert game.view(watcher) == view


@given(setups, chances)
@some
def test_a_view_is_enough_to_play_by(setup: Setup, chance: Random) -> None:
    """A seat has the same options in its view as in the game, and sees its own choice."""
    game = new_game(setup)
    for _ in moves_of(game, chance):
        for seat in game.seats:
            view = game.view(seat)
            assert view.options(seat) == game.options(seat)
            assert view.players[seat] == game.players[seat]
            assert view.view(seat) == view
            assert view.view(None) == game.view(None)


@given(setups, chances)
@some
def test_between_rounds_a_view_is_the_game(setup: Setup, chance: Random) -> None:
    """Outside phases 2 and 3, nothing is hidden from anybody."""
    game = new_game(setup)
    for _, events in moves_of(game, chance):
        if game.stage is not Stage.ACT:
            assert all(game.view(seat) == game for seat in (*game.seats, None))
            is_open = not any(isinstance(event, Finished) for event in events)
            assert not is_open or visible_events(events, None) == events


@given(setups, chances)
@some
def test_a_views_text_form_round_trips(setup: Setup, chance: Random) -> None:
    """A view can be written and parsed like a game."""
    game = new_game(setup)
    for _ in moves_of(game, chance):
        if chance.random() < 0.2:
            view = game.view(chance.choice([*game.seats, None]))
            assert Game.from_text(view.to_text(), game.sheet) == view


@given(several, chances)
@some
def test_take_back_restores_the_game(setup: Setup, chance: Random) -> None:
    """Taking back a complete choice restores the game, except for a roll already seen."""
    game = game_in_act(setup, chance)
    seat = chance.choice(game.seats)
    before = game.copy()
    act(game, seat, chance)
    rolled = game.players[seat].rolled
    game.take_back(seat)
    assert (game == before) == (rolled is None)
    assert game.players[seat].rolled == rolled
    assert seat in game.seats_to_move()
