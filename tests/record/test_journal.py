"""The journal: a game is determined by its entries."""

from __future__ import annotations

import pytest

from torpedo_dice.record import (
    FairDice,
    GaveUp,
    Journal,
    Moved,
    PlayerInfo,
    RecordedGame,
    TakenBack,
    entry_to_data,
    parse_entry,
)
from torpedo_dice.rules import IllegalMoveError, NotYourMoveError, PlayerMove, Sheet, Take


def new_journal(mission: Sheet) -> Journal:
    """Start a two-player game."""
    dice = FairDice.repeatable("journal", 2)
    players = [PlayerInfo("Ada"), PlayerInfo("Noor")]
    return Journal(RecordedGame(mission, "mission", players, dice))


def played(mission: Sheet, moves: int) -> tuple[Journal, list[dict[str, object]]]:
    """Play legal moves, taking back each round's first choice once; return the stored entries."""
    journal = new_journal(mission)
    stored: list[dict[str, object]] = []

    def enter(entry: Moved | TakenBack) -> None:
        journal.check(entry)
        stored.append(entry_to_data(entry))
        journal.apply(entry)

    for _ in range(moves):
        seat = journal.game.seats_to_move()[-1]
        move = next(journal.game.legal_moves(seat))
        assert isinstance(move, PlayerMove)
        enter(Moved(move))
        if journal.game.players[seat].action is not None:
            enter(TakenBack(seat))
            enter(Moved(move))
    return journal, stored


def test_a_game_read_back_is_the_game_that_was_played(mission: Sheet) -> None:
    """Restoring the stored entries yields the same game and the same record."""
    journal, stored = played(mission, 10)
    again = new_journal(mission)
    for data in stored:
        again.apply(parse_entry(data))
    assert again.game == journal.game
    assert again.recorded.record() == journal.recorded.record()
    assert again.length == journal.length == len(stored)


def test_a_stand_in_is_noted(mission: Sheet) -> None:
    """A bot that moves for a player is kept in the journal, and in the record."""
    journal = new_journal(mission)
    seat = journal.game.seats_to_move()[0]
    entry = parse_entry(entry_to_data(Moved(Take(seat, 0), "captain")))
    journal.apply(entry)
    players = journal.recorded.record()["players"]
    assert players[seat]["stand_in"] == "captain"
    assert "stand_in" not in players[1 - seat]


def test_an_entry_that_cannot_be_applied_changes_nothing(mission: Sheet) -> None:
    """`check` raises before anything is stored."""
    journal = new_journal(mission)
    before = journal.game.to_text()
    seat = journal.game.seats_to_move()[0]
    with pytest.raises(NotYourMoveError):
        journal.check(Moved(Take(1 - seat, 0)))
    with pytest.raises(IllegalMoveError):
        journal.check(TakenBack(seat))
    assert journal.game.to_text() == before
    assert journal.length == 0


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"move": 3},
        {"take_back": "0"},
        {"move": "sink it"},
        {"move": "0 take 0", "stand_in": 3},
    ],
)
def test_malformed_entries_are_refused(data: dict[str, object]) -> None:
    """The error is a single sentence."""
    with pytest.raises(ValueError, match=r"neither|one of these words"):
        parse_entry(data)


def test_chance_makes_no_entry() -> None:
    """Rolls follow from the seed, so the journal doesn't contain them."""
    with pytest.raises(NotYourMoveError, match="only the dice can roll"):
        parse_entry({"move": "roll 1 2 3"})


@pytest.mark.parametrize("entry", [GaveUp(1), GaveUp(0, "captain")])
def test_a_resignation_is_read_back(mission: Sheet, entry: GaveUp) -> None:
    """It ends a game of two; a stand-in is noted for the record."""
    assert parse_entry(entry_to_data(entry)) == entry
    journal = new_journal(mission)
    journal.check(entry)
    assert not journal.game.is_over
    journal.apply(entry)
    assert journal.game.is_over
    assert journal.recorded.players[entry.seat].stand_in == entry.stand_in
    with pytest.raises(IllegalMoveError):
        journal.check(entry)
