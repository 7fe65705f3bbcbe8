"""Three tiny records played by hand, one per mode; every line can be checked by eye."""

from typing import Any

from .referee import digest_of
from .sheet import SYSTEMS

Record = dict[str, Any]

# With this seed and these nonces, the first round rolls 6, 2, 6, and seat 0 starts.
SEED = "26".zfill(64)
COMMITMENT = "4f3b739ea87efe9836ba4eb45954118152ed2e0500db02b8cc70ed216734a084"
PANEL = {"boxes": 2, "explosions": 7, "arrows": list(SYSTEMS)}


def frame(mode: str, reserve: int, seed: str | None, players: int) -> Record:
    """Return the head of a record on a submarine with a single row and one field per system."""
    training = mode == "training"
    screens = [["periscope", "artillery", "tower"], ["fins"], ["engine", "portholes", "propeller"]]
    return {
        "format": "torpedo-dice",
        "version": 1,
        "mode": mode,
        "options": {"solo_end": "end_of_round", "first": "drawn"},
        "sheet": {
            "name": "row",
            "grid": ["1 2 3 4 5 6" if training else "1 2 3 4 5 6 7"],
            "reserve": reserve,
            "screens": [*screens[:2], screens[2][:2]] if training else screens,
            "limits": {"artillery": 3, "portholes": 3} if training else {},
            "solo": None if training else PANEL,
        },
        "players": [{"name": name, "kind": "human"} for name in ("Ada", "Bo")[:players]],
        "dice": {
            "scheme": "hmac-sha256/1",
            "commitment": COMMITMENT,
            "seed": seed,
            "nonces": ["a0", "b1"][:players],
        },
        "first": 0,
    }


def take(seat: int, pick: int, die: int, modify: Record | None, face: int) -> Record:
    """Return the first half of a turn."""
    return {"seat": seat, "pick": pick, "die": die, "modify": modify, "face": face}


def shot(fire: list[list[int]], hits: int) -> Record:
    """Return the second half of a turn that fires."""
    return {"fire": fire, "hits": hits, "misses": len(fire) - hits}


def result(reason: str, winners: list[int], scores: list[int]) -> Record:
    """Return a result without a skull and without a solo score."""
    return {"reason": reason, "winners": winners, "scores": scores, "skulls": [], "solo": None}


def fallen(*falls: tuple[int | None, str]) -> list[Record]:
    """Return a list of destroyed systems."""
    return [{"seat": seat, "system": system} for seat, system in falls]


def sealed(head: Record, rounds: list[Record], end: Record) -> Record:
    """Assemble a record and add its digest."""
    record = {**head, "rounds": rounds, "result": end}
    return {**record, "digest": digest_of(record)}


def training_game() -> Record:
    """Ada puts six pips in a line and sinks Bo at once; Bo hits one field and misses twice."""
    line = [[0, column] for column in range(6)]
    ada = {**take(0, 0, 6, {"system": "portholes"}, 6), **shot(line, 6)}
    bo = {
        **take(1, 1, 2, {"system": "tower", "step": 1}, 3),
        **shot([[-1, 0], [0, 1], [1, 2]], 1),
    }
    only = {
        "start": 0,
        "dice": [6, 2, 6],
        "turns": [ada, bo],
        "destroyed": fallen((0, "artillery"), *((1, system) for system in SYSTEMS[:6])),
        "automaton": None,
    }
    return sealed(frame("training", 12, SEED, 2), [only], result("sunk", [0], [18, 11]))


def mission_game() -> Record:
    """Switches, then artillery enabled by two of them, and a tower used in the round it falls."""
    periscope = {"system": "periscope"}
    tower = {"system": "tower", "step": 1}
    artillery = {"system": "artillery"}
    turns = [
        [
            {**take(0, 0, 1, None, 1), "activate": "periscope"},
            {**take(1, 1, 3, None, 3), **shot([[-1, 2], [0, 3], [1, 4]], 1)},
        ],
        [
            {**take(1, 2, 6, None, 6), "activate": "tower"},
            {**take(0, 0, 2, periscope, 5), "activate": "tower"},
        ],
        [
            {**take(0, 0, 1, artillery, 1), **shot([[0, 0], [0, 2]], 2)},
            {**take(1, 1, 1, tower, 2), **shot([[0, 0], [2, 2]], 1)},
        ],
    ]
    dice = [[1, 3, 5], [2, 4, 6], [1, 1, 4]]
    falls = [
        fallen((0, "fins")),
        [],
        fallen((0, "periscope"), (1, "periscope"), (1, "tower")),
    ]
    rounds = [
        {"start": n % 2, "dice": dice[n], "turns": turns[n], "destroyed": falls[n]}
        | {"automaton": None}
        for n in range(3)
    ]
    return sealed(frame("mission", 3, None, 2), rounds, result("unfinished", [], [5, 2]))


def solo_game() -> Record:
    """The automaton hits, destroys, misses because of an explosion, and follows an arrow."""
    turns = [
        {**take(0, 0, 1, None, 1), **shot([[0, 0]], 1)},
        {**take(0, 0, 1, None, 1), "activate": "fins"},
        {**take(0, 1, 1, None, 1), **shot([[0, 1]], 1)},
        {**take(0, 0, 6, {"system": "fins"}, 1), **shot([[0, 0]], 0)},
    ]
    dice = [[1, 1], [1, 1], [1, 1], [6, 1]]
    falls = [fallen((None, "periscope")), fallen((0, "periscope")), fallen((None, "artillery")), []]
    shots = [
        ("periscope", "hit"),
        ("periscope", "destroyed"),
        ("periscope", "missed"),
        ("artillery", "hit"),
    ]
    rounds = [
        {"start": 0, "dice": dice[n], "turns": [turns[n]], "destroyed": falls[n]}
        | {"automaton": {"die": 1, "system": shots[n][0], "effect": shots[n][1]}}
        for n in range(4)
    ]
    return sealed(frame("solo", 3, None, 1), rounds, result("unfinished", [], [4]))
