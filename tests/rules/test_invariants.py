"""Invariants of every game, whatever is rolled and whatever the players do."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from hypothesis import given, settings

from tests.rules.patterns import targets_of
from tests.rules.random_games import (
    MOST_ROUNDS,
    Setup,
    any_move,
    chances,
    moves_of,
    new_game,
    setups,
)
from torpedo_dice.rules import (
    Activate,
    Activated,
    Destroyed,
    Ended,
    Fire,
    Fired,
    Game,
    Modify,
    Move,
    MoveError,
    Seat,
    Stage,
    System,
    Take,
)

many = settings(max_examples=12)
some = settings(max_examples=6)


@given(setups, chances)
@many
def test_torpedoes_fired_are_hits_and_misses(setup: Setup, chance: Random) -> None:
    """Each torpedo is a hit on a free target or a miss, and each miss costs one reserve torpedo."""
    game = new_game(setup)
    targets = targets_of(game.sheet.rows)
    struck: dict[Seat, set[tuple[int, int]]] = defaultdict(set)
    missed: dict[Seat, int] = defaultdict(int)
    for _, events in moves_of(game, chance):
        for event in events:
            if isinstance(event, Fired):
                new = targets & set(event.fields) - struck[event.seat]
                assert event.hits == len(new)
                assert event.hits + event.misses == len(event.fields)
                struck[event.seat] |= new
                missed[event.seat] += event.misses
                assert event.skull == (missed[event.seat] > game.sheet.reserve)
        for seat, player in enumerate(game.players):
            assert set(game.sheet.fields_of(player.hits)) == struck[seat]
            assert player.reserve == max(0, game.sheet.reserve - missed[seat])
            assert player.skull == (missed[seat] > game.sheet.reserve)


@given(setups, chances)
@many
def test_marks_are_never_wiped_off(setup: Setup, chance: Random) -> None:
    """The reserve never grows; hits, switches, losses, uses and boxes are never erased."""
    game = new_game(setup)
    before = game.copy()
    for _ in moves_of(game, chance):
        for old, new in zip(before.players, game.players, strict=True):
            assert new.reserve <= old.reserve
            assert old.hits & new.hits == old.hits
            assert old.switched & new.switched == old.switched
            assert old.destroyed & new.destroyed == old.destroyed
            assert old.skull <= new.skull
            assert old.explosions <= new.explosions
            assert all(a <= b for a, b in zip(old.uses, new.uses, strict=True))
            assert all(a <= b for a, b in zip(old.boxes, new.boxes, strict=True))
        assert before.round <= game.round <= before.round + 1
        before = game.copy()


@given(setups, chances)
@many
def test_a_destroyed_system_is_never_used_later_than_the_round_it_fell(
    setup: Setup, chance: Random
) -> None:
    """Nor is it activated later; it may still be used in the round in which it is destroyed."""
    game = new_game(setup)
    fell: dict[tuple[Seat, System], int] = {}
    for _, events in moves_of(game, chance):
        number = game.round
        for event in events:
            if isinstance(event, Fired | Activated) and event.modify is not None:
                assert fell.get((event.seat, event.modify.system), number) >= number
            if isinstance(event, Activated):
                assert fell.get((event.seat, event.system), number) >= number
                assert event.system.has_switch
            if isinstance(event, Destroyed) and event.seat is not None:
                assert (event.seat, event.system) not in fell
                fell[event.seat, event.system] = number
        for seat, player in enumerate(game.players):
            gone = {system for system in System if player.destroyed & system.bit}
            assert gone == {system for owner, system in fell if owner == seat}


@given(setups, chances)
@many
def test_systems_fall_with_their_last_field(setup: Setup, chance: Random) -> None:
    """With several players, a seat's losses are the systems its right neighbour has fully hit."""
    game = new_game(setup)
    for _ in moves_of(game, chance):
        for seat, player in enumerate(game.players):
            wholly_hit = {
                system
                for system in game.sheet.systems
                if {spot for spot in game.sheet.targets if game.sheet.system_at(spot) is system}
                <= set(game.sheet.fields_of(player.hits))
            }
            if game.is_solo:
                assert player.explosions == len(wholly_hit)
                marks = zip(game.sheet.systems, player.boxes, strict=True)
                assert player.destroyed == sum(system.bit for system, n in marks if n == 2)
            else:
                owner = game.players[game.left_of(seat)]
                assert owner.destroyed == sum(system.bit for system in wholly_hit)


@given(setups, chances)
@many
def test_limits_are_kept(setup: Setup, chance: Random) -> None:
    """No system exceeds its limit, and only one is used per round."""
    game = new_game(setup)
    used: dict[tuple[Seat, System], int] = defaultdict(int)
    for move, _ in moves_of(game, chance):
        if isinstance(move, Modify):
            used[move.seat, move.system] += 1
            assert used[move.seat, move.system] <= game.sheet.limit.get(move.system, MOST_ROUNDS)
    if game.stage is Stage.OVER:
        for (seat, system), times in used.items():
            if system in game.sheet.limit:
                index = [limited for limited, _ in game.sheet.limits].index(system)
                assert game.players[seat].uses[index] == times


@given(setups, chances)
@many
def test_a_game_ends_exactly_when_its_rules_say(setup: Setup, chance: Random) -> None:
    """At the end of the first round with a sinking, a skull or, in solo, no system left."""
    game = new_game(setup)
    for _, events in moves_of(game, chance):
        sunk = any(player.hits == game.sheet.all_targets for player in game.players)
        skull = any(player.skull for player in game.players)
        lost = game.is_solo and game.players[0].destroyed == game.sheet.all_systems
        assert game.is_over == (sunk or skull or lost)
        assert game.is_over == isinstance(events[-1], Ended)
        assert (game.outcome is not None) == game.is_over
    if game.outcome is not None:
        skulls = {seat for seat, player in enumerate(game.players) if player.skull}
        assert not skulls & set(game.outcome.winners)
        assert set(game.outcome.skulls) == skulls


@given(setups, chances)
@some
def test_text_form_copy_and_equality_agree(setup: Setup, chance: Random) -> None:
    """At every step, the text form and the copy equal the game and evolve like it."""
    game = new_game(setup)
    copy, read = game.copy(), game.copy()
    for move, events in moves_of(game, chance):
        assert copy != game
        assert copy.to_text() != game.to_text()
        assert copy.apply(move) == events
        assert read.apply(move) == events
        assert copy == read == game
        assert game.copy() == game
        read = Game.from_text(game.to_text(), game.sheet)
        assert read == game
        assert read.to_text() == game.to_text()


@given(setups, chances)
@some
def test_after_a_refused_move_the_game_is_as_before(setup: Setup, chance: Random) -> None:
    """A move is legal exactly if it is accepted; a refused one changes nothing."""
    game = new_game(setup)
    for _ in moves_of(game, chance):
        for _ in range(4):
            move = any_move(game, chance)
            before, after = game.copy(), game.copy()
            is_legal = game.is_legal(move)
            assert game == before
            try:
                after.apply(move)
            except MoveError:
                assert not is_legal
                assert after == before
                assert after.to_text() == before.to_text()
            else:
                assert is_legal
                assert after != before


def small_moves(game: Game, seat: Seat) -> list[Move]:
    """Return every move of a seat, except shots, that could ever be legal."""
    steps, others = (None, 1, -1), (None, *game.seats)
    return [
        *(Take(seat, pick) for pick in range(game.dice_count)),
        *(Modify(seat, s, step, other) for s in System for step in steps for other in others),
        *(Activate(seat, system) for system in System),
    ]


@given(setups, chances)
@some
def test_legal_moves_are_those_that_are_accepted(setup: Setup, chance: Random) -> None:
    """Listed moves are legal, unlisted ones are not, and no move is listed twice."""
    game = new_game(setup)
    for _ in moves_of(game, chance):
        if chance.random() < 0.85:
            continue
        for seat in game.seats:
            listed = list(game.legal_moves(seat))
            assert len(set(listed)) == len(listed)
            for move in chance.sample(listed, min(20, len(listed))):
                assert game.is_legal(move)
                game.copy().apply(move)
            shots = [move for move in listed if isinstance(move, Fire)]
            others = {move for move in listed if not isinstance(move, Fire)}
            assert others == {move for move in small_moves(game, seat) if game.is_legal(move)}
            assert bool(listed) == (seat in game.seats_to_move())
            assert bool(shots) == (game.stage is Stage.ACT and seat in game.seats_to_move())


@given(setups, chances)
@some
def test_options_and_legal_moves_agree(setup: Setup, chance: Random) -> None:
    """The options and the list contain the same moves, kind by kind."""
    game = new_game(setup)
    for _ in moves_of(game, chance):
        if chance.random() < 0.7:
            continue
        for seat in game.seats:
            options, listed = game.options(seat), list(game.legal_moves(seat))
            fires = [move.fields for move in listed if isinstance(move, Fire)]
            assert fires == list(options.shots or ())
            assert [m for m in listed if isinstance(m, Modify)] == list(options.modifications)
            assert [m.pick for m in listed if isinstance(m, Take)] == list(options.picks)
            assert [m.system for m in listed if isinstance(m, Activate)] == list(
                options.activations
            )
