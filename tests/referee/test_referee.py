"""The referee on its own, then compared with the package: two implementations of one rulebook."""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from tests.record.test_claimed_dice import FORGERIES, forged
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import verify
from torpedo_dice.rules import Mode, SoloEnd
from torpedo_dice.sheets import load_sheet

from .examples import mission_game, solo_game, training_game
from .formations import formations
from .referee import digest_of, objections
from .rounds import play_round
from .table import laid_table

Record = dict[str, Any]
Path = tuple[str | int, ...]

EXAMPLES = {"training": training_game, "mission": mission_game, "solo": solo_game}
GAMES = 5

# mode, bots, solo_end
Setting = tuple[str, tuple[str, ...], str]
SETTINGS: list[Setting] = [
    *(
        (mode, lineup, "end_of_round")
        for mode in ("training", "mission")
        for seats in (2, 3, 4)
        for lineup in (
            ("ensign",) * seats,
            ("lieutenant",) * seats,
            ("ensign", "lieutenant", "ensign", "lieutenant")[:seats],
        )
    ),
    *(
        ("solo", (bot,), end)
        for bot in ("ensign", "lieutenant")
        for end in ("end_of_round", "after_fire")
    ),
]
SAMPLES: list[Setting] = [
    ("training", ("ensign", "lieutenant"), "end_of_round"),
    ("mission", ("lieutenant", "ensign", "lieutenant"), "end_of_round"),
    ("solo", ("lieutenant",), "end_of_round"),
    ("solo", ("ensign",), "after_fire"),
]


@cache
def played(mode: str, bots: Sequence[str], end: str, name: str) -> Record:
    """Play a game with the package and return its record."""
    sheet = load_sheet("training" if mode == "training" else "mission")
    return play_game(sheet, Mode(mode), bots, name, solo_end=SoloEnd(end)).record()


def altered(record: Record, path: Path, value: object) -> Record:
    """Return a copy of a record with one value altered and a matching digest."""
    copy = deepcopy(record)
    holder: Any = copy
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    copy["digest"] = digest_of(copy)
    return copy


def numbers_in(value: object, path: Path = ()) -> Iterator[tuple[Path, int]]:
    """Yield every integer of a record with its path."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers_in(inner, (*path, key))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


@pytest.mark.parametrize("name", EXAMPLES)
def test_accepts_a_game_played_by_hand(name: str) -> None:
    """A small game played by hand has no objections."""
    assert objections(EXAMPLES[name]()) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_package_accepts_a_game_played_by_hand(name: str) -> None:
    """The package has no finding in the games played by hand either."""
    assert verify(EXAMPLES[name]()) is None


def test_digest_is_checked() -> None:
    """The digest reveals a change that leaves the game legal."""
    record = training_game()
    record["players"][0]["name"] = "Eve"
    assert objections(record) == ["digest: does not fit."]


TOWER_UP = {"system": "tower", "step": 1}
SWITCH_TOWER = {"seat": 0, "pick": 0, "die": 2, "modify": None, "face": 2, "activate": "tower"}

# example, path, new value, start of the first objection
CORRUPTIONS: list[tuple[str, Path, object, str]] = [
    ("training", ("version",), 2, "version: "),
    ("training", ("first",), 1, "first: "),
    ("training", ("dice", "seed"), None, "dice.seed: "),
    ("training", ("dice", "commitment"), "0" * 64, "dice.commitment: "),
    ("training", ("sheet", "grid"), ["1 2 3 4 5"], "sheet.grid: the portholes"),
    ("training", ("sheet", "grid"), ["1 2 1 3 4 5 6"], "sheet.grid: the fields of the periscope"),
    ("training", ("sheet", "screens", 1), [], "sheet.screens: "),
    ("training", ("sheet", "limits", "portholes"), 0, "rounds[0].turns[0].modify: "),
    ("training", ("rounds", 0, "start"), 1, "rounds[0].start: "),
    ("training", ("rounds", 0, "dice"), [6, 2, 5], "rounds[0].dice: "),
    ("training", ("rounds", 0, "turns", 1, "pick"), 0, "rounds[0].turns[1].pick: "),
    ("training", ("rounds", 0, "turns", 1, "die"), 3, "rounds[0].turns[1].die: "),
    ("training", ("rounds", 0, "turns", 1, "face"), 2, "rounds[0].turns[1].face: "),
    ("training", ("rounds", 0, "turns", 0, "modify"), None, "rounds[0].turns[0].fire: "),
    ("training", ("rounds", 0, "turns", 0, "modify"), TOWER_UP, "rounds[0].turns[0].modify.step"),
    ("training", ("rounds", 0, "turns", 1, "fire", 2), [1, 3], "rounds[0].turns[1].fire: "),
    ("training", ("rounds", 0, "turns", 1, "hits"), 2, "rounds[0].turns[1].hits: "),
    ("training", ("rounds", 0, "turns", 1, "misses"), 1, "rounds[0].turns[1].misses: "),
    ("training", ("rounds", 0, "destroyed"), [], "rounds[0].destroyed: "),
    ("training", ("result", "reason"), "skull", "result.reason: "),
    ("training", ("result", "winners"), [0, 1], "result.winners: "),
    ("training", ("result", "scores"), [18, 13], "result.scores: "),
    ("training", ("result", "skulls"), [1], "result.skulls: "),
    ("mission", ("sheet", "reserve"), 2, "result.reason: "),
    ("mission", ("rounds", 0, "turns", 0, "activate"), "artillery", "rounds[0].turns[0].activate"),
    ("mission", ("rounds", 0, "turns", 0, "activate"), "tower", "rounds[1].turns[1].modify: "),
    ("mission", ("rounds", 1, "turns", 1, "activate"), "periscope", "rounds[1].turns[1].activate"),
    ("mission", ("rounds", 1, "turns", 1, "activate"), "fins", "rounds[1].turns[1].activate"),
    ("mission", ("rounds", 1, "turns", 1, "activate"), "engine", "rounds[2].turns[0].modify: "),
    ("mission", ("rounds", 2, "turns", 0, "fire", 1), [0, 3], "rounds[2].turns[0].fire: "),
    ("mission", ("rounds", 1, "turns"), [SWITCH_TOWER], "rounds[1].turns: "),
    ("solo", ("players", 0, "kind"), "fish", "players[0].kind: "),
    ("solo", ("sheet", "solo", "boxes"), 1, "rounds[0].automaton.effect: "),
    ("solo", ("sheet", "solo", "explosions"), 1, "rounds[2].automaton.system: "),
    ("solo", ("rounds", 2, "automaton", "effect"), "hit", "rounds[2].automaton.effect: "),
    ("solo", ("rounds", 3, "automaton", "system"), "tower", "rounds[3].automaton.system: "),
    ("solo", ("rounds", 3, "automaton"), None, "rounds[3].automaton: "),
    ("solo", ("rounds", 3, "turns", 0, "modify", "seat"), 0, "rounds[3].turns[0].modify.seat: "),
    ("solo", ("rounds", 1, "turns", 0, "activate"), "tower", "rounds[3].turns[0].modify: "),
    ("solo", ("rounds", 1, "turns", 0, "fire"), [], "rounds[1].turns[0].fire: "),
]


@pytest.mark.parametrize(("name", "path", "value", "objection"), CORRUPTIONS)
def test_objects_to_a_corrupted_game(name: str, path: Path, value: object, objection: str) -> None:
    """Each corruption of a game played by hand is reported at its location."""
    found = objections(altered(EXAMPLES[name](), path, value))
    assert found
    assert found[0].startswith(objection)


def test_objects_to_what_is_no_record() -> None:
    """A malformed record leads to objections, not to an exception."""
    assert objections(None) == ["record: is not an object."]
    assert "rounds: is missing." in objections({})


# On a grid of a single field: nine patterns cover it, and five by five fields are in reach.
FORMATION_COUNTS = [
    (1, None, 25),
    (2, None, 2 * 9),
    (3, None, 2 * 9),
    (4, None, 9),
    (5, None, 9),
    (6, None, 2 * 9),
    (2, "artillery", 2 * 7 * 9),
    (5, "artillery", 4 * 9),
    (6, "artillery", 2 * 3 * 9),
    (1, "engine", 1),
    (2, "engine", 25),
    (5, "engine", 5 * 9),
    (6, "engine", 2 * 6 * 9),
    (1, "portholes", 25),
    (3, "portholes", 2 * 5 * 3 + 2 * 9),
    (6, "portholes", 2 * 11 * 6 + 2 * 36),
]


@pytest.mark.parametrize(("face", "system", "count"), FORMATION_COUNTS)
def test_counts_formations(face: int, system: str | None, count: int) -> None:
    """The number of formations on the smallest grid matches a count by hand."""
    assert len(formations(1, 1, face, system)) == count


@pytest.mark.parametrize(("mode", "bots", "end"), SETTINGS)
def test_accepts_games_of_the_package(mode: str, bots: tuple[str, ...], end: str) -> None:
    """Games played by the package's bots have no objections."""
    for number in range(GAMES):
        assert objections(played(mode, bots, end, f"referee/{number}")) == []


def test_accepts_games_with_a_named_start_player() -> None:
    """A named start player is accepted without a draw."""
    for seat in range(3):
        bots = ("ensign", "lieutenant", "ensign")
        game = play_game(load_sheet("mission"), Mode("mission"), bots, "referee/named", first=seat)
        record = game.record()
        assert (record["options"]["first"], record["first"]) == ("named", seat)
        assert objections(record) == []


def test_accepts_a_game_of_scheme_2(scheme_2_record: Record) -> None:
    """The referee checks committed nonces by itself."""
    assert objections(scheme_2_record) == []


@pytest.mark.parametrize("name", FORGERIES)
def test_objects_to_forged_dice(name: str, scheme_2_record: Record) -> None:
    """Each forgery of the dice that the package finds is found by the referee too."""
    assert objections(forged(scheme_2_record, name))


# The package limits a sheet's numbers; the rules don't, and an eighth box would stay empty.
NOT_COMPARED = {(("sheet", "solo", "explosions"), 8), (("sheet", "solo", "explosions"), 9)}


STEPS = (-1, 1, 2)


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize(("mode", "bots", "end"), SAMPLES)
def test_agrees_with_the_package_on_damage(
    mode: str, bots: tuple[str, ...], end: str, step: int
) -> None:
    """Whatever single number of a record is altered, referee and package judge it alike.

    Each number is altered by one of the steps, as every alteration verifies a whole game.
    """
    record = played(mode, bots, end, "referee/damage")
    disagreements = []
    for path, number in list(numbers_in(record))[STEPS.index(step) :: len(STEPS)]:
        damaged = altered(record, path, number + step)
        found, finding = objections(damaged), verify(damaged)
        if bool(found) != (finding is not None) and (path, number + step) not in NOT_COMPARED:
            disagreements.append((path, number + step, found, finding))
    assert disagreements == []


@pytest.mark.parametrize("rounds", [0, 1, 3])
@pytest.mark.parametrize(("mode", "bots"), [("solo", ("ensign",)), ("mission", ("ensign",) * 2)])
def test_a_game_that_was_given_up(mode: str, bots: tuple[str, ...], rounds: int) -> None:
    """Both accept another program's record of one, and object to a wrong winner."""
    record = deepcopy(played(mode, bots, "end_of_round", "given up"))
    record["rounds"] = record["rounds"][:rounds]
    table = laid_table(record)
    for number, one in enumerate(record["rounds"]):
        assert list(play_round(table, number + 1, one)) == []
    others = list(range(1, len(bots)))
    record["result"] = {
        "reason": "resigned",
        "winners": others,
        "scores": [table.score_of(player) for player in table.players],
        "skulls": [],
        "solo": {"won": False, "score": None, "rank": None} if mode == "solo" else None,
        "resigned": [0],
    }
    record["digest"] = digest_of(record)
    assert objections(record) == []
    assert verify(record) is None
    for change in ({"winners": [0]}, {"resigned": []}):
        wrong = deepcopy(record)
        wrong["result"] |= change
        wrong["digest"] = digest_of(wrong)
        assert objections(wrong)
        assert verify(wrong) is not None
