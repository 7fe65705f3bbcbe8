"""Compare every adapter with the rules over many random games: `python -m tests.envs.prove`.

At each decision the legal actions are those of the rules and the position is the same; the record
of each game is verified, except in the vector environment, which has no records.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.envs import test_gymnasium, test_openspiel, test_pettingzoo, test_vector
from tests.envs.driver import SETTINGS, check_every_action

GAMES = 4000
# Games in one task.
GAMES_AT_ONCE = 20
ADAPTERS = ("PettingZoo", "PettingZoo, parallel", "Gymnasium", "Gymnasium, vector", "OpenSpiel")


def main() -> None:
    """Play the games in two processes; stop at the first difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    pieces = -(-asked.games // (GAMES_AT_ONCE * len(ADAPTERS)))
    done = Counter[str]()
    with ProcessPoolExecutor(asked.processes, initializer=check_every_action) as pool:
        work = {
            pool.submit(play, adapter, piece): adapter
            for piece in range(pieces)
            for adapter in ADAPTERS
        }
        for future in as_completed(work):
            done[work[future]] += future.result()
            print(f"\r{done.total()} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for adapter in ADAPTERS:
        print(f"{adapter}: {done[adapter]} games agree with the rules move by move")


def play(adapter: str, piece: int) -> int:
    """Play games of an adapter, each task with other settings; return their number."""
    seeds = range(piece * GAMES_AT_ONCE, (piece + 1) * GAMES_AT_ONCE)
    settings = SETTINGS[piece % len(SETTINGS)]
    if adapter == "PettingZoo":
        test_pettingzoo.play_checked(settings, seeds)
    elif adapter == "PettingZoo, parallel":
        test_pettingzoo.play_parallel_checked(settings, seeds)
    elif adapter == "Gymnasium":
        environments = test_gymnasium.ENVIRONMENTS
        test_gymnasium.play_checked(*environments[piece % len(environments)], seeds)
    elif adapter == "OpenSpiel":
        test_openspiel.play_checked(test_openspiel.GAMES[piece % len(test_openspiel.GAMES)], seeds)
    else:
        vectors = test_vector.SETTINGS
        return test_vector.play_checked(vectors[piece % len(vectors)], piece, steps=100)
    return len(seeds)


if __name__ == "__main__":
    main()
