"""Read and write networks as `.npz` files without pickle; see `docs/training.md`."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.rules import Mode, Sentence

_FACTS = "facts"


class WeightsError(ValueError):
    """Raised when a file does not hold a network for this version."""


def weights_name(mode: Mode) -> str:
    """Return the file name of the network for a mode."""
    return f"{mode}.npz"


@cache
def load_network(mode: Mode) -> Network:
    """Load the network shipped for a mode."""
    folder = resources.files("torpedo_dice.bots") / "weights"
    with resources.as_file(folder / weights_name(mode)) as path:
        return read_network(path)[0]


def read_network(path: Path) -> tuple[Network, dict[str, Any]]:
    """Read a network and its metadata: how it was trained, and on which sheets."""
    try:
        with np.load(path, allow_pickle=False) as file:
            network = Network(*(file[name] for name in Network._fields))
            facts = from_array(file[_FACTS])
    except (OSError, KeyError, ValueError) as error:
        raise WeightsError(
            Sentence("{file}: isn’t a network: {why}", file=path, why=error)
        ) from None
    units = len(network.hidden_bias)
    shapes = [(FEATURES, units), (units,), (2, units), (3,)]
    if [weights.shape for weights in network] != shapes:
        raise WeightsError(
            Sentence("{file}: is a network for another version’s features", file=path)
        )
    return network, facts


def write_network(path: Path, network: Network, facts: dict[str, Any]) -> None:
    """Write a network atomically."""
    write_arrays(path, {**network._asdict(), _FACTS: as_array(facts)})


def write_arrays(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    """Write arrays to one file atomically."""
    partial = path.with_name(f".{path.name}")
    with partial.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    partial.replace(path)


def as_array(facts: object) -> NDArray[np.uint8]:
    """Encode JSON-serialisable data as an array of bytes."""
    return np.frombuffer(json.dumps(facts, sort_keys=True).encode("utf-8"), np.uint8)


def from_array(array: NDArray[np.uint8]) -> Any:
    """Decode data written by `as_array`."""
    return json.loads(bytes(array).decode("utf-8"))
