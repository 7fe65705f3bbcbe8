"""The table, drawn and in words; a sheet."""

from __future__ import annotations

from tests.text.test_uses import in_phase_two
from torpedo_dice.rules import Fire, Game, Sheet, System
from torpedo_dice.text.look import glance, sheet_drawn, table

NAMES = ["Ada", "Noor", "Lin"]


def told(lines: list[str]) -> str:
    """Return lines as one text."""
    return "\n".join(lines)


def test_the_table_shows_the_view_the_dashboard_and_the_others(small: Sheet) -> None:
    """Whose submarine it is, the own systems, and how far the others are."""
    game = in_phase_two(small, "mission", (1, 2, 3, 4))
    game.players[1].hits = 1
    game.players[1].destroyed = System.TOWER.bit
    game.players[2].switched = System.FINS.bit
    lines = table(game, 0, NAMES, draws=True)
    assert lines[0] == "Noor’s submarine, attacked by Ada (0 of 9 targets hit)"
    assert "A   .  1  1  3  ." in lines
    assert "Ada’s systems" in lines
    assert lines[-2:] == [
        "Noor: 1 hit so far, 4 reserve torpedoes left; active: none; destroyed: tower.",
        "Lin: 0 hits so far, 4 reserve torpedoes left; active: fins; destroyed: none.",
    ]


def one_round_played(sheet: Sheet) -> Game:
    """Return a game after Ada hit Noor’s tower, Noor two of Lin's systems, and Lin missed."""
    game = in_phase_two(sheet, "mission", (1, 2, 1, 4))
    game.apply(Fire(0, ((0, 3),)))
    game.apply(Fire(1, ((0, 1), (2, 3))))
    game.apply(Fire(2, ((0, 0),)))
    return game


def test_the_dashboard_shows_how_badly_each_own_system_is_hit(small: Sheet) -> None:
    """The hits are those of the player on the right; at a real table everybody sees them."""
    game = one_round_played(small)
    ada, noor, lin = (table(game, seat, NAMES, draws=True) for seat in game.seats)
    assert "  left screen    1 periscope  off     0 of 2 fields hit" in ada
    assert "                 3 tower      destroyed             1 of 1 fields hit" in noor
    assert "  left screen    1 periscope  off     1 of 2 fields hit" in lin
    words = table(game, 2, NAMES, draws=False)
    assert "1 periscope, left screen: off; 1 of 2 fields hit." in words


def test_misses_are_drawn_and_told(small: Sheet) -> None:
    """Where a torpedo was wasted stays in sight, as on a printed sheet."""
    game = one_round_played(small)
    drawn, told_in_words = (table(game, 2, NAMES, draws=draws) for draws in (True, False))
    assert "A   *  1  1  3  ." in drawn
    assert "Misses so far: A1." in told_in_words
    assert not any("Misses" in line for line in table(game, 0, NAMES, draws=False))


def test_a_glance_names_the_systems_that_are_hit(small: Sheet) -> None:
    """Those that are untouched or destroyed are not repeated."""
    game = one_round_played(small)
    assert "Hits on your systems: periscope 1 of 2." in glance(game, 2, NAMES, draws=True)
    assert not any("Hits on" in line for line in glance(game, 0, NAMES, draws=True))


def test_the_same_is_told_without_a_drawing(small: Sheet) -> None:
    """Every field and every state is in words, for players who can't see a layout."""
    game = in_phase_two(small, "solo", (1, 2))
    game.players[0].hits = small.mask_of([(0, 1), (1, 0)])
    text = told(table(game, 0, NAMES[:1], draws=False))
    assert "1 periscope: 1 of 2 fields to hit: A3." in text
    assert "2 artillery: destroyed." in text
    assert "3 tower, left screen: off; 0 of 2 boxes marked." in text
    assert "A   ." not in text


def test_nothing_of_a_hidden_choice_is_shown(small: Sheet) -> None:
    """Only that it is made."""
    game = in_phase_two(small, "mission", (1, 2, 3))
    before = told(table(game, 0, NAMES, draws=True))
    game.apply(Fire(1, ((0, 0), (2, 2))))
    after = told(table(game, 0, NAMES, draws=True))
    assert after == before + "\nNoor has already chosen."
    assert glance(game, 0, NAMES, draws=True) == glance(game.view(0), 0, NAMES, draws=True)


def test_a_glance_is_short(mission: Sheet) -> None:
    """It fits a small window together with the dice and the question."""
    game = Game.new(mission, "solo", 1)
    game.players[0].switched = System.TOWER.bit
    game.players[0].boxes = (1, 0, 0, 0, 0, 0, 0)
    lines = glance(game, 0, ["Ada"], draws=True)
    assert len(lines) <= 12
    assert lines[-3:] == [
        ("Active: tower. Off: periscope, fins, engine, propeller. Inactive: artillery, portholes."),
        "Hits on your systems: periscope 1 of 2.",
        "Reserve torpedoes: 12 of 12. Skull: not marked. Explosion boxes: 0 of 7.",
    ]


def test_a_sheet_is_drawn_with_all_its_data(mission: Sheet, training: Sheet) -> None:
    """Screens, reserve, limits and the automaton's arrows."""
    drawn = told(sheet_drawn(mission))
    assert "left screen: 1 periscope, 2 artillery, 3 tower" in drawn
    assert "reserve torpedoes: 12" in drawn
    assert "automaton’s arrows: periscope, artillery, tower" in drawn
    assert "portholes: 3 uses per game" in told(sheet_drawn(training))
    assert "automaton" not in told(sheet_drawn(training))
