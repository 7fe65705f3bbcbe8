"""Read and write networks as `.npz` files without pickle; see `docs/training.md`."""

from __future__ import annotations

import hashlib
import json
from contextlib import AbstractContextManager
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES, FEATURES_1
from torpedo_dice.bots.brain.network import (
    Network,
    no_calibration,
    no_rivals,
    no_targets,
)
from torpedo_dice.bots.brain.ranks import RANKS
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.rules import Mode, Sentence, Sheet
from torpedo_dice.rules.sheet import MAX_TARGETS

# The version of the networks that our bots use.
VERSION = 2
_FACTS = "facts"


class WeightsError(ValueError):
    """Raised when a file does not hold a network for this version."""


def weights_name(mode: Mode) -> str:
    """Return the file name of the network for a mode."""
    return f"{mode}.npz"


def chances_name(mode: Mode, *, is_for_sheet: bool = False) -> str:
    """Return the file name of the network that states the chances in a mode.

    There is one for any submarine, and a more precise one for the submarine that bots mostly play.
    """
    return f"{mode}-sheet-chances.npz" if is_for_sheet else f"{mode}-chances.npz"


def fingerprint(sheet: Sheet) -> str:
    """Return what identifies a submarine in the metadata of networks."""
    data = json.dumps(sheet.to_data(), sort_keys=True)
    return hashlib.sha256(data.encode("utf-8")).hexdigest()


@cache
def load_network(mode: Mode, version: int = VERSION) -> Network:
    """Load the network that bots play by, or one of an earlier version, kept for comparison."""
    with _shipped(version) as folder:
        return own_network(folder, mode)


def load_chances(mode: Mode, sheet: Sheet) -> Network:
    """Load the network that states the chances on a submarine; in solo, the one to play by.

    Networks are cached, sheets aren't: strangers can send any number of them.
    """
    with _shipped(VERSION) as folder:
        return own_chances(folder, mode, sheet)


def _shipped(version: int) -> AbstractContextManager[Path]:
    return resources.as_file(resources.files("torpedo_dice.bots") / "weights" / str(version))


@cache
def own_network(folder: Path, mode: Mode) -> Network:
    """Load a network that the user trained."""
    return read_network(folder / weights_name(mode))[0]


def own_chances(folder: Path, mode: Mode, sheet: Sheet) -> Network:
    """Load the network that states chances beside one that the user trained.

    In solo, and for networks of earlier versions, it is the one to play by.
    """
    for is_for_sheet in (True, False):
        path = folder / chances_name(mode, is_for_sheet=is_for_sheet)
        if path.exists():
            network, sheets = _chances(path)
            if not is_for_sheet or fingerprint(sheet) in sheets:
                return network
    return own_network(folder, mode)


@cache
def _chances(path: Path) -> tuple[Network, frozenset[str]]:
    """Read a network that states chances, and the fingerprints of its submarines."""
    network, facts = read_network(path)
    return network, frozenset(facts.get("sheets", {}).values())


def check_networks(folder: Path) -> None:
    """Raise WeightsError if a folder has no network, or one that can't be read."""
    found = [mode for mode in Mode if (folder / weights_name(mode)).exists()]
    if not found:
        names = ", ".join(map(weights_name, Mode))
        raise WeightsError(Sentence("{file}: has no networks ({names})", file=folder, names=names))
    for mode in found:
        own_network(folder, mode)


def read_network(path: Path) -> tuple[Network, dict[str, Any]]:
    """Read a network and its metadata: how it was trained, and on which sheets."""
    try:
        with np.load(path, allow_pickle=False) as file:
            network = _network({name: file[name] for name in file.files if name != _FACTS})
            facts = from_array(file[_FACTS])
    except (OSError, KeyError, ValueError) as error:
        raise WeightsError(
            Sentence("{file}: isn’t a network: {why}", file=path, why=error)
        ) from None
    units, inner = len(network.hidden_bias), len(network.inner_bias)
    rivals, targets = len(network.rivals) and units, len(network.targets) and MAX_TARGETS
    shapes = [(FEATURES, units), (targets, units), (units,), (units, inner), (rivals, inner)]
    shapes += [(inner,), (2, inner)]
    shapes += [(3,), (SEATS, RANKS, RANKS, inner + 2)]
    if [weights.shape for weights in network] != shapes:
        raise WeightsError(
            Sentence("{file}: is a network for another version’s features", file=path)
        )
    return network, facts


def _network(arrays: dict[str, NDArray[np.float32]]) -> Network:
    """Return the network of a file; KeyError if a part is missing.

    Networks of version 1 have fewer features and no inner layer. Weights of 0 for the features that
    they don't know, and an inner layer that changes nothing, make them networks of this version.
    """
    if "inner" not in arrays:
        hidden = arrays["hidden"]
        unknown = np.zeros((FEATURES - FEATURES_1, hidden.shape[1]), np.float32)
        arrays["hidden"] = np.concatenate([hidden, unknown])
        arrays["inner"] = np.eye(hidden.shape[1], dtype=np.float32)
        arrays["inner_bias"] = np.zeros(hidden.shape[1], np.float32)
    units, inner_units = arrays["inner"].shape
    arrays.setdefault("rivals", no_rivals(inner_units))
    arrays.setdefault("targets", no_targets(units, looks_at_rivals=arrays["rivals"].size > 0))
    # Files without a calibration have none, or one without rows.
    if not arrays.get("calibration", np.zeros(0)).size:
        arrays["calibration"] = no_calibration(inner_units)
    return Network(*(arrays[name] for name in Network._fields))


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
