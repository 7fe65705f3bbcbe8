"""Verification: genuine records pass, and every alteration is found and located."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.review.games import drill
from torpedo_dice.lab.play import play_game
from torpedo_dice.record import RecordData, RecordedGame, digest_of, verify
from torpedo_dice.record.dice import FairDice
from torpedo_dice.record.recorder import PlayerInfo
from torpedo_dice.rules import Mode, Sheet, SoloEnd
from torpedo_dice.rules.game import Game

Path = tuple[str | int, ...]

SAMPLES = ["mission_record", "training_record", "solo_record", "scheme_2_record"]
# Every alteration verifies a whole game: in the long records, one value in so many is altered, and
# at least one of each kind; in the short record, all are.
STRIDE = 8

# Alterations that may yield another legal game: a torpedo moved from water to water, one of two
# equal dice, and parts of the sheet that made no difference in the game.
MAY_BE_LEGAL = re.compile(
    r"rounds\[\d+\]\.turns\[\d+\]\.(pick|fire\[\d+\]\[\d\]|modify\.seat)"
    r"|sheet\.limits\.\w+|sheet\.solo\.(explosions|boxes)"
)


@pytest.fixture(params=SAMPLES)
def record(request: pytest.FixtureRequest) -> RecordData:
    """A genuine record that a test may alter."""
    return copy.deepcopy(request.getfixturevalue(request.param))


@pytest.fixture(scope="module")
def short_record() -> RecordData:
    """A game in Mission on a small submarine."""
    return play_game(drill(), Mode.MISSION, ["ensign", "lieutenant"], "short").record()


@pytest.fixture(params=["short_record", *SAMPLES])
def altering(request: pytest.FixtureRequest) -> tuple[RecordData, list[tuple[Path, Any]]]:
    """A genuine record, and the values to alter with their paths."""
    record: RecordData = request.getfixturevalue(request.param)
    every = list(paths(record))
    if request.param == "short_record":
        return record, every
    by_kind = {re.sub(r"\d+", "", name_of(path)): (path, value) for path, value in every}
    offset = SAMPLES.index(request.param)
    return record, [*by_kind.values(), *every[offset::STRIDE]]


def paths(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every single value of a record with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))
    else:
        yield path, value


def name_of(path: Path) -> str:
    """Format a path as findings do."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]


def altered(record: RecordData, path: Path, value: object, *, fit: bool) -> RecordData:
    """Return a record with one value altered, optionally with a matching digest."""
    other = copy.deepcopy(record)
    place: Any = other
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    if fit:
        other["digest"] = digest_of(other)
    return other


def test_a_true_record_passes(record: RecordData) -> None:
    """Records of games really played have no findings."""
    assert verify(record) is None


@pytest.mark.parametrize("fit", [False, True], ids=["digest left", "digest made to fit"])
def test_altering_any_single_number_is_found(
    altering: tuple[RecordData, list[tuple[Path, Any]]],
    fit: bool,  # noqa: FBT001
) -> None:
    """One more or one less in turns: a finding with a location, or another legal game."""
    passed = set()
    record, values = altering
    numbers = [(path, value) for path, value in values if type(value) is int]
    assert len(numbers) > 20
    for index, (path, value) in enumerate(numbers):
        finding = verify(altered(record, path, value + (-1) ** index, fit=fit))
        if finding is None:
            passed.add(name_of(path))
        else:
            assert re.fullmatch(r"[a-z]+([.\[].*)?", finding.where)
            assert finding.what
    if fit:
        assert [name for name in passed if not MAY_BE_LEGAL.fullmatch(name)] == []
    else:
        assert passed == set()


def test_altering_any_value_to_another_kind_is_found(
    altering: tuple[RecordData, list[tuple[Path, Any]]],
) -> None:
    """A number as a text or a fraction, a text as a number, null for anything, two at a time."""
    record, values = altering
    for number, (path, value) in enumerate(values):
        if path == ("digest",):
            continue
        fraction = float(value) if type(value) is int else 1
        kinds: list[Any] = [None, fraction, {}, str(value), [], True]
        for other in kinds[number % 3 :: 3]:
            if type(other) is not type(value):
                finding = verify(altered(record, path, other, fit=True))
                # The sheet's solo panel and a solo game's first player have no effect elsewhere.
                if finding is None:
                    assert name_of(path) in ("sheet.solo", "options.first"), name_of(path)


def test_removing_any_key_is_found(altering: tuple[RecordData, list[tuple[Path, Any]]]) -> None:
    """Every key is required, except the options and limits that have a default."""
    optional = {
        "options.solo_end", "options.first", "sheet.limits", "sheet.solo", "sheet.solo.explosions",
    }  # fmt: skip
    record, values = altering
    every = {path[:depth] for path, _ in values for depth in range(1, len(path) + 1)}
    for path in sorted(every, key=name_of):
        if isinstance(path[-1], int):
            continue
        other = copy.deepcopy(record)
        place: Any = other
        for key in path[:-1]:
            place = place[key]
        del place[path[-1]]
        if path != ("digest",):
            other["digest"] = digest_of(other)
        finding = verify(other)
        if name_of(path) not in optional and not name_of(path).startswith("sheet.limits"):
            assert finding is not None, name_of(path)


def test_unknown_keys_are_allowed(record: RecordData) -> None:
    """Another program may add its own keys anywhere."""
    record["note"] = "played in the garden"
    record["rounds"][0]["note"] = {"weather": "rain"}
    record["rounds"][0]["turns"][0]["seconds"] = 12.5
    record["digest"] = digest_of(record)
    assert verify(record) is None


def test_an_accident_into_another_legal_game_is_found_by_the_digest(record: RecordData) -> None:
    """A changed name is legal according to the rules, but the digest reveals it."""
    record["players"][0]["name"] = "Mallory"
    finding = verify(record)
    assert finding is not None
    assert finding.where == "digest"


@pytest.mark.parametrize(
    ("path", "value", "where", "what"),
    [
        (("format",), "chess", "format", "must be 'torpedo-dice', not 'chess'"),
        (("version",), 2, "version", "2 is unknown"),
        (("mode",), "practice", "mode", "unknown mode 'practice'"),
        (("mode",), "training", "mode", "has a propeller"),
        (("options", "solo_end"), "never", "options.solo_end", "unknown solo_end 'never'"),
        (("dice", "scheme"), "trust-me", "dice.scheme", "is unknown"),
        (("dice", "seed"), "00" * 32, "dice.commitment", "isn’t the SHA-256 of the seed"),
        (("dice", "seed"), None, "dice.seed", "must be a string, not null"),
        (("dice", "commitment"), "xyz", "dice.commitment", "64 lowercase hex digits"),
        (("dice", "nonces"), ["00"], "dice.nonces", "the number of entries should be 3, not 1"),
        (("dice", "nonces", 0), "no", "dice.nonces[0]", "hex digits"),
        (("dice", "nonces", 0), "00", "first|rounds[0].dice", "but the (dice|seed)"),
        (("first",), 7, "first", "there’s no seat 7: seats are numbered 0 to 2"),
        (("players", 1, "kind"), "ghost", "players[1].kind", "neither human nor bot"),
        (("rounds", 0, "turns", 0, "fire"), [[0, 0], [0, 1]], "rounds[0].turns[0].fire", "a "),
        (("rounds", 0, "turns", 0, "fire"), [[0]], "rounds[0].turns[0].fire[0]", "row and a col"),
        (("rounds", 0, "turns", 0, "activate"), "warp", "rounds[0].turns[0]", "."),
        (("result", "winners"), [0, 1, 2], "result.winners", "should be 1, not 3"),
        (("result", "reason"), "bored", "result.reason", "but should be"),
        (("sheet", "grid", 0), "? . .", "sheet", "row 1, column 1"),
    ],
)
def test_each_falsehood_has_its_sentence(
    mission_record: RecordData, path: Path, value: object, where: str, what: str
) -> None:
    """A finding states the fault and its location."""
    finding = verify(altered(mission_record, path, value, fit=True))
    assert finding is not None
    assert finding.where.startswith(tuple(where.split("|")))
    assert re.search(what, finding.what)


def test_a_changed_roll_is_found(mission_record: RecordData) -> None:
    """Rolls must match the seed."""
    dice = mission_record["rounds"][2]["dice"]
    changed = altered(mission_record, ("rounds", 2, "dice", 1), dice[1] % 6 + 1, fit=True)
    finding = verify(changed)
    assert finding is not None
    assert finding.where == "rounds[2].dice[1]"
    assert f"but the seed rolls {dice[1]}" in finding.what


def test_a_changed_propeller_roll_is_found(mission: Sheet) -> None:
    """The propeller's roll must match the seed, too."""
    for number in range(50):
        record = play_game(mission, Mode.MISSION, ["ensign", "ensign"], f"reroll {number}").record()
        for path, value in paths(record):
            if path[-1] == "roll":
                finding = verify(altered(record, path, value % 6 + 1, fit=True))
                assert finding is not None
                assert finding.where == name_of(path)
                return
    pytest.fail("no ensign used its propeller in fifty games")


def test_rounds_after_the_end_are_found(record: RecordData) -> None:
    """No rounds may follow the end of the game."""
    record["rounds"].append(copy.deepcopy(record["rounds"][-1]))
    finding = verify(record)
    assert finding is not None
    assert finding.where == f"rounds[{len(record['rounds']) - 1}]"
    assert "was over" in finding.what


def test_a_finished_game_with_rounds_missing_is_found(record: RecordData) -> None:
    """A result must follow from the recorded rounds."""
    record["rounds"].pop()
    finding = verify(record)
    assert finding is not None
    assert finding.where == "result.reason"
    assert "the game isn’t over" in finding.what


def running(sheet: Sheet, mode: Mode, bots: list[str], rounds: int) -> RecordData:
    """Return the record of a game in progress."""
    record = play_game(sheet, mode, bots, "running").record()
    assert len(record["rounds"]) > rounds
    table = RecordedGame(
        sheet,
        mode,
        [PlayerInfo(p["name"], p["kind"], p["bot"]) for p in record["players"]],
        FairDice.repeatable("running", len(bots)),
    )
    table.begin()
    from torpedo_dice.bots import make_bot

    minds = [make_bot(bot, f"running/seat {seat}") for seat, bot in enumerate(bots)]
    while table.game.round <= rounds:
        for seat in table.game.seats_to_move():
            table.apply(minds[seat].choose(table.game.view(seat), seat))
    return table.record()


@pytest.mark.parametrize(("mode", "seats"), [(Mode.MISSION, 2), (Mode.SOLO, 1)])
def test_a_running_game_verifies_as_far_as_it_goes(mission: Sheet, mode: Mode, seats: int) -> None:
    """Its complete rounds verify, and its seed is withheld."""
    record = running(mission, mode, ["lieutenant"] * seats, rounds=4)
    assert record["dice"]["seed"] is None
    assert record["result"]["reason"] == "unfinished"
    assert len(record["rounds"]) == 4
    assert verify(record) is None
    finding = verify(altered(record, ("rounds", 3, "turns", 0, "die"), 9, fit=True))
    assert finding is not None
    assert finding.where == "rounds[3].turns[0].die"


def test_a_running_game_must_not_show_its_seed(mission: Sheet) -> None:
    """Knowing the seed means knowing the dice to come."""
    record = running(mission, Mode.SOLO, ["lieutenant"], rounds=2)
    finding = verify(altered(record, ("dice", "seed"), "00" * 32, fit=True))
    assert finding is not None
    assert finding.where == "dice.seed"


def test_both_ways_to_end_a_solo_game_are_checked(mission: Sheet) -> None:
    """A record under one `solo_end` is invalid under the other if it made a difference."""
    differing = 0
    for number in range(4):
        record = play_game(
            mission, Mode.SOLO, ["lieutenant"], f"end {number}", solo_end=SoloEnd.AFTER_FIRE
        ).record()
        assert verify(record) is None
        other = altered(record, ("options", "solo_end"), "end_of_round", fit=True)
        if record["result"]["reason"] == "sunk":
            finding = verify(other)
            assert finding is not None
            assert "automaton" in finding.where or "destroyed" in finding.where
            differing += 1
    assert differing > 0


def test_a_named_start_player_need_not_be_drawn(training: Sheet) -> None:
    """The players may name who starts; a record that claims a draw must prove it."""
    records = [
        play_game(training, Mode.TRAINING, ["ensign", "ensign"], "named", first=first).record()
        for first in (0, 1)
    ]
    assert [record["first"] for record in records] == [0, 1]
    assert all(verify(record) is None for record in records)
    findings = [verify(altered(r, ("options", "first"), "drawn", fit=True)) for r in records]
    assert [f.where for f in findings if f is not None] == ["first"]


def test_a_name_that_is_no_unicode_is_a_finding(record: RecordData) -> None:
    """A lone surrogate can't be hashed; that is a finding, not an exception."""
    record["players"][0]["name"] = "\ud800"
    finding = verify(record)
    assert finding is not None
    assert finding.where == "digest"


def test_a_game_is_not_touched_by_its_view_or_record(mission: Sheet) -> None:
    """Requesting a record in the middle of a game doesn't affect it."""
    table = RecordedGame(
        mission, Mode.SOLO, [PlayerInfo("Ada")], FairDice.repeatable("untouched", 1)
    )
    table.begin()
    before: Game = table.game.copy()
    assert table.record() == table.record()
    assert table.game == before


def _resigned(sheet: Sheet, mode: str, players: int, seat: int, moves: int = 5) -> RecordData:
    """A game that a player resigns after some moves."""
    names = [PlayerInfo(f"Player {number}") for number in range(players)]
    played = RecordedGame(sheet, mode, names, FairDice.repeatable("given up", players))
    played.begin()
    for _ in range(moves):
        mover = played.game.seats_to_move()[0]
        played.apply(next(iter(played.game.legal_moves(mover))))
    played.resign(seat)
    return played.record()


@pytest.mark.parametrize("moves", [0, 1, 5])
@pytest.mark.parametrize(("mode", "players"), [("solo", 1), ("mission", 2)])
def test_a_resigned_game(mission: Sheet, mode: str, players: int, moves: int) -> None:
    """The current round is not in the record, but the resignation is, and the other one has won."""
    record = _resigned(mission, mode, players, players - 1, moves)
    assert verify(record) is None
    result = record["result"]
    assert (result["reason"], result["resigned"]) == ("resigned", [players - 1])
    assert result["winners"] == ([0] if players == 2 else [])
    assert len(record["rounds"]) == moves // (2 * players)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"resigned": [0]}, "result.winners[0]"),
        ({"resigned": [2]}, "result.resigned[0]"),
        ({"resigned": [True]}, "result.resigned[0]"),
        ({"resigned": []}, "result.resigned"),
        ({"resigned": [0, 1]}, "result.resigned"),
        ({"resigned": 1}, "result.resigned"),
        ({"reason": "unfinished"}, "dice.seed"),
        ({"reason": "sunk"}, "result.reason"),
        ({"winners": []}, "result.winners"),
    ],
)
def test_a_resigned_game_that_cannot_be(mission: Sheet, change: dict[str, Any], where: str) -> None:
    """Another winner, a seat that doesn't exist, two resignations, another reason."""
    record = _resigned(mission, "mission", 2, 1)
    record["result"] |= change
    record["digest"] = digest_of(record)
    finding = verify(record)
    assert finding is not None
    assert finding.where == where


def test_only_one_or_two_players_end_a_game_by_resigning(
    mission: Sheet, mission_record: RecordData, training_record: RecordData
) -> None:
    """With three the game isn’t over, and after the end nobody resigns."""
    for record in (mission_record, training_record):
        claimed = copy.deepcopy(record)
        claimed["result"] |= {"reason": "resigned", "resigned": [0]}
        finding = verify(claimed)
        assert finding is not None
        assert finding.where == "result.reason"
    going_on = _resigned(mission, "mission", 3, 1)
    assert going_on["result"]["reason"] == "unfinished"
    assert verify(going_on) is None
