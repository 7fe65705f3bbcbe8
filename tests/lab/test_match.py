"""Matches: who meets whom on which dice, the same whatever the number of processes."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.bots.packages import install
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.lab.match import Match, MatchGame, play_match
from torpedo_dice.record import RecordData, verify
from torpedo_dice.rules import GameSetupError, Mode, Sheet, SoloEnd

BOTS = ["lieutenant", "ensign"]
FLAKY = """
from torpedo_dice.bots import Lieutenant

class Flaky(Lieutenant):
    def choose(self, view, seat):
        if view.round == 2 and view.dice[0] < 4:
            raise RuntimeError("[red]boom[/red]")
        return super().choose(view, seat)
"""


def played(match: Match, jobs: int = 1, *, records: bool = True) -> list[MatchGame]:
    """Play a whole match."""
    return list(play_match(match, jobs=jobs, has_records=records))


def record_of(game: MatchGame) -> RecordData:
    """Return the record of a game that has one."""
    assert game.record is not None
    return dict(json.loads(game.record))


def test_two_players_meet_in_both_orders_on_the_same_dice(mission: Sheet) -> None:
    """Same seed and nonces, same start seat, same rolls; the bots have changed places."""
    games = played(Match(mission, Mode.MISSION, BOTS, games=6, seed=3))
    assert [(game.dice, game.lineup.seats) for game in games] == [
        (dice, seats)
        for dice in range(3)
        for seats in (("lieutenant", "ensign"), ("ensign", "lieutenant"))
    ]
    for there, back in zip(games[::2], games[1::2], strict=True):
        one, other = record_of(there), record_of(back)
        assert one["dice"] == other["dice"]
        assert one["first"] == other["first"] == there.first
        rolls = [[round_["dice"] for round_ in record["rounds"]] for record in (one, other)]
        common = min(map(len, rolls))
        assert rolls[0][:common] == rolls[1][:common]
        assert [player["bot"] for player in one["players"]] == list(there.lineup.seats)
    assert len({record_of(game)["dice"]["commitment"] for game in games}) == 3


def test_several_players_sit_one_among_others_at_every_seat(training: Sheet) -> None:
    """With three: each at the three seats among two of the other, six games on the same dice."""
    match = Match(training, Mode.TRAINING, BOTS, games=6, seed=1, players=3)
    assert match.dice == 1
    seats = [lineup.seats for lineup in match.lineups]
    assert len(set(seats)) == len(seats) == 6
    assert sum(names.count("lieutenant") == 1 for names in seats) == 3
    games = played(match)
    assert len({record_of(game)["dice"]["commitment"] for game in games}) == 1
    assert {record_of(game)["first"] for game in games} == {games[0].first}


def test_solo_bots_play_the_same_dice(mission: Sheet) -> None:
    """Each alone, with the option that was asked for."""
    match = Match(mission, Mode.SOLO, BOTS, games=3, seed=1, solo_end=SoloEnd.AFTER_FIRE)
    by_dice = defaultdict(set)
    for game in played(match):
        assert game.lineup.seats == (game.lineup.one,)
        record = record_of(game)
        assert record["options"]["solo_end"] == "after_fire"
        assert game.solo_score == record["result"]["solo"]["score"]
        by_dice[game.dice].add(record["dice"]["commitment"])
    assert [len(commitments) for commitments in by_dice.values()] == [1, 1, 1]


def test_every_pairing_is_played_and_none_depends_on_the_others(
    mission: Sheet, foreign: str
) -> None:
    """Three bots make three pairings; the games of two of them are the same without the third."""
    three = played(Match(mission, Mode.MISSION, [*BOTS, foreign], games=2, seed=1))
    two = played(Match(mission, Mode.MISSION, BOTS, games=2, seed=1))
    sides = [(game.lineup.one, game.lineup.many) for game in three[::2]]
    assert sides == [("lieutenant", "ensign"), ("lieutenant", foreign), ("ensign", foreign)]
    assert three[:2] == two


@pytest.mark.parametrize(
    ("games", "players", "dice", "total"),
    [(1, 2, 1, 2), (40, 2, 20, 40), (41, 2, 21, 42), (40, 3, 7, 42), (8, 4, 1, 8)],
)
def test_games_are_made_up_to_whole_rotations(
    games: int, players: int, dice: int, total: int, mission: Sheet
) -> None:
    """No bot has a seat more often than another."""
    match = Match(mission, Mode.MISSION, BOTS, games, seed=1, players=players)
    assert (match.dice, match.total) == (dice, total)


def test_processes_do_not_change_a_match(mission: Sheet) -> None:
    """The same games in the same order, byte for byte, in one process or two; records are true."""
    match = Match(mission, Mode.MISSION, BOTS, games=10, seed=5)
    alone, together = played(match), played(match, jobs=2)
    assert alone == together
    assert all(verify(record_of(game)) is None for game in alone)
    other_seed = played(Match(mission, Mode.MISSION, BOTS, games=2, seed=6))
    assert [game.record for game in other_seed] != [game.record for game in alone[:2]]


def test_results_are_those_of_the_records(mission: Sheet) -> None:
    """What is counted without a record is what the record says; none is kept unless asked for."""
    match = Match(mission, Mode.MISSION, BOTS, games=4, seed=2)
    for game, bare in zip(played(match), played(match, records=False), strict=True):
        result = record_of(game)["result"]
        assert bare.record is None
        assert bare.reason == result["reason"]
        assert list(bare.winners) == result["winners"]
        assert list(bare.scores) == result["scores"]
        assert list(bare.skulls) == result["skulls"]
        assert bare.rounds == len(record_of(game)["rounds"])


def test_a_bot_cannot_tell_the_dice_from_its_seed(
    mission: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a bot is made with does not name the dice of its game, and differs by seat."""
    seeds: list[str] = []
    monkeypatch.setattr(
        "torpedo_dice.bots.ensign.Ensign.__init__", lambda _self, seed: seeds.append(seed)
    )
    played(Match(mission, Mode.MISSION, ["ensign", "lieutenant"], games=2, seed=123456))
    assert len(set(seeds)) == 2
    assert not any("123456" in seed or "match" in seed for seed in seeds)


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A third-party bot that fails in about half of its games."""
    install(tmp_path, "flaky-bots", FLAKY, {"flaky": "flaky_bots:Flaky"})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "flaky_bots", raising=False)
    return "flaky"


def test_a_forfeit_costs_one_game_and_never_the_match(mission: Sheet, foreign: str) -> None:
    """The other bot wins it, no record is kept of it, and it says how it came."""
    match = Match(mission, Mode.MISSION, [foreign, "ensign"], games=6, seed=1)
    games = played(match)
    assert len(games) == 6
    lost = [game for game in games if game.forfeit is not None]
    assert 0 < len(lost) < 6
    for game in lost:
        assert (game.reason, game.record) == ("forfeit", None)
        assert game.winners == (game.lineup.seats.index("ensign"),)
    assert all(game.record for game in games if game.forfeit is None)
    assert "raised RuntimeError: [red]boom[/red] (round 2)" in str(lost[0].forfeit)


def test_among_several_a_forfeit_is_won_by_the_other_bot(mission: Sheet, foreign: str) -> None:
    """All seats of the bot that failed have lost, not only the one where it did."""
    match = Match(mission, Mode.MISSION, [foreign, "ensign"], games=6, seed=3, players=3)
    lost = [game for game in played(match, records=False) if game.forfeit is not None]
    assert {game.lineup.one for game in lost} == {"flaky", "ensign"}
    for game in lost:
        assert {game.lineup.seats[seat] for seat in game.winners} == {"ensign"}
        assert len(game.winners) == game.lineup.seats.count("ensign")


def test_a_forfeit_alone_is_a_loss(mission: Sheet, foreign: str) -> None:
    """In solo nobody wins it, and it counts."""
    match = Match(mission, Mode.SOLO, [foreign], games=4, seed=1)
    games = played(match)
    assert any(game.forfeit for game in games)
    assert all(game.winners == () for game in games if game.forfeit)


@pytest.mark.parametrize(
    ("bots", "mode", "players", "words"),
    [
        (["ensign"], Mode.MISSION, None, "a mission match needs at least two bots"),
        ([], Mode.SOLO, None, "needs"),
        (["ensign", "lieutenant", "ensign"], Mode.MISSION, None, "'ensign' is listed twice"),
        (BOTS, Mode.MISSION, 5, "2 to 4 players, not 5"),
        (BOTS, Mode.MISSION, 1, "2 to 4 players, not 1"),
        (BOTS, Mode.SOLO, 2, "one player"),
        (BOTS, Mode.TRAINING, None, "it isn’t for Training"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    bots: list[str], mode: Mode, players: int | None, words: str, mission: Sheet
) -> None:
    """One sentence, before anything is played."""
    with pytest.raises(GameSetupError, match=words):
        Match(mission, mode, bots, games=2, seed=1, players=players)


def test_a_bot_that_nobody_knows_is_refused(mission: Sheet) -> None:
    """The known ones are listed."""
    with pytest.raises(UnknownBotError, match="known: ensign, lieutenant"):
        Match(mission, Mode.MISSION, ["ensign", "captian"], games=2, seed=1)


def test_luck_is_computed_on_request(training: Sheet) -> None:
    """It is opposite for two players, but for what nobody wins, and the games stay the same."""
    match = Match(training, Mode.TRAINING, ["lieutenant", "ensign"], 1, 1)
    plain = list(play_match(match, jobs=1, has_records=False))
    games = list(play_match(match, jobs=1, has_records=False, has_luck=True))
    assert [(game.winners, game.rounds) for game in games] == [
        (game.winners, game.rounds) for game in plain
    ]
    assert all(game.luck is None for game in plain)
    for game in games:
        assert game.luck is not None
        assert len(game.luck) == 2
        assert sum(game.luck) == pytest.approx(0, abs=0.1)
    assert any(game.luck != (0, 0) for game in games)
