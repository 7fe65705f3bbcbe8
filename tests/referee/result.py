"""The end of a game: whether it is over, who won, and the scores the record must contain."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .table import Player, Table

Verdict = tuple[str, list[int]]


def verdict(table: Table) -> Verdict:
    """Return the reason why the game is over and its winners, or that it is unfinished."""
    return solo_verdict(table) if table.is_solo else common_verdict(table)


def common_verdict(table: Table) -> Verdict:
    """Judge a game of two to four: sinking first, then the skulls."""
    safe = {s: p for s, p in enumerate(table.players) if not table.has_skull(p)}
    sinkers = {seat for seat, player in safe.items() if table.has_sunk(player)}
    if sinkers:
        return "sunk", best(sinkers, {s: (table.reserve_of(p),) for s, p in safe.items()})
    if not safe:
        return "all_skulls", []
    if len(safe) < len(table.players):
        ranks = {s: (table.score_of(p), table.reserve_of(p)) for s, p in safe.items()}
        return "skull", best(safe, ranks)
    return "unfinished", []


def best(seats: Iterable[int], ranks: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Return the seats that rank highest; ties share."""
    seats = sorted(seats)
    highest = max(ranks[seat] for seat in seats)
    return [seat for seat in seats if ranks[seat] == highest]


def solo_verdict(table: Table) -> Verdict:
    """Judge a solo game: a skull loses, then sinking wins, then a lost submarine loses."""
    player = table.players[0]
    if table.has_skull(player):
        return "skull", []
    if table.has_sunk(player):
        return "sunk", [0]
    if player.lost == table.sheet.targets.keys():
        return "automaton", []
    return "unfinished", []


def solo_result(table: Table, reason: str) -> dict[str, Any] | None:
    """Return the result of a finished solo game: only a win has a score and a rank."""
    if not table.is_solo or reason == "unfinished":
        return None
    if reason != "sunk":
        return {"won": False, "score": None, "rank": None}
    score = solo_score(table, table.players[0])
    return {"won": True, "score": score, "rank": rank_of(score)}


def solo_score(table: Table, player: Player) -> int:
    """Return ten points per system left plus five per reserve torpedo left."""
    standing = table.sheet.targets.keys() - player.lost
    return 10 * len(standing) + 5 * table.reserve_of(player)


def rank_of(score: int) -> str:
    """Return the rank of a win; scores are multiples of five."""
    if score <= 25:
        return "lieutenant"
    return "captain" if score <= 40 else "admiral"


def result_objections(table: Table) -> Iterator[str]:
    """Object to a result that doesn't follow from the rounds."""
    told = table.record["result"]
    reason, winners = verdict(table)
    if told["reason"] == "resigned" and reason == "unfinished" and len(table.players) <= 2:
        reason, winners = (
            "resigned",
            [s for s in range(len(table.players)) if s not in resigned(told)],
        )
        if len(resigned(told)) != 1:
            yield "result.resigned: must name the one who gave up."
    expected = {
        "reason": reason,
        "winners": winners,
        "scores": [table.score_of(player) for player in table.players],
        "skulls": [s for s, player in enumerate(table.players) if table.has_skull(player)],
    }
    for key, value in expected.items():
        if told[key] != value:
            yield f"result.{key}: is {told[key]!r}, must be {value!r}."
    yield from solo_objections(told["solo"], solo_result(table, reason))


def resigned(told: dict[str, Any]) -> list[int]:
    """Return the seats that resigned."""
    return [seat for seat in told.get("resigned", []) if type(seat) is int]


def solo_objections(told: dict[str, Any] | None, due: dict[str, Any] | None) -> Iterator[str]:
    """Object to a solo result other than the expected one."""
    if told is None or due is None:
        if told != due:
            yield f"result.solo: is {told!r}, must be {due!r}."
        return
    for key, value in due.items():
        if told[key] != value or type(told[key]) is not type(value):
            yield f"result.solo.{key}: is {told[key]!r}, must be {value!r}."
