"""Network files: plain arrays plus training metadata."""

from __future__ import annotations

import gc
import weakref
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from tests.bots.brain.test_network import outputs
from torpedo_dice.bots.brain.features import FEATURES, FEATURES_1
from torpedo_dice.bots.brain.network import judging_network, new_network
from torpedo_dice.bots.brain.weights import (
    VERSION,
    WeightsError,
    chances_name,
    load_chances,
    load_network,
    own_chances,
    read_network,
    weights_name,
    write_network,
)
from torpedo_dice.lab.chances import ChancesCourse
from torpedo_dice.rules import Mode, Sheet, parse_sheet
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

SHIPPED = Path(str(resources.files("torpedo_dice.bots") / "weights" / str(VERSION)))


def test_a_network_round_trips(tmp_path: Path) -> None:
    """Weights and metadata survive a round trip."""
    network = new_network(8, 4, 3)
    write_network(tmp_path / "x.npz", network, {"seed": 3})
    again, facts = read_network(tmp_path / "x.npz")
    assert all(np.array_equal(one, two) for one, two in zip(network, again, strict=True))
    assert facts == {"seed": 3}
    assert [file.name for file in tmp_path.iterdir()] == ["x.npz"]


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    """Unrelated files, missing files and networks for other features raise a one-sentence error."""
    file = tmp_path / "x.npz"
    with pytest.raises(WeightsError, match="isn’t a network"):
        read_network(file)
    file.write_bytes(b"hello")
    with pytest.raises(WeightsError, match="isn’t a network"):
        read_network(file)
    network = new_network(8, 4, 3)
    write_network(file, network._replace(hidden=network.hidden[:-1]), {})
    with pytest.raises(WeightsError, match="is a network for another version’s features"):
        read_network(file)


def test_no_pickle_is_read(tmp_path: Path) -> None:
    """A pickle that would execute code on load is rejected."""
    file = tmp_path / "x.npz"
    trap = np.array([{"a": 1}], dtype=object)
    np.savez(file, hidden=trap, hidden_bias=trap, output=trap, output_bias=trap, facts=trap)
    with pytest.raises(WeightsError, match="isn’t a network"):
        read_network(file)


@pytest.mark.parametrize("mode", Mode)
def test_the_shipped_networks_say_how_they_were_made(mode: Mode) -> None:
    """Training settings, sheet fingerprints and the learning curve are stored with the weights."""
    network, facts = read_network(SHIPPED / weights_name(mode))
    assert facts["mode"] == mode
    assert facts["learned"] == facts["epochs"]
    assert all(len(fingerprint) == 64 for fingerprint in facts["sheets"].values())
    assert facts["curve"][-1][0] == facts["epochs"]
    assert network.hidden.shape == (FEATURES, facts["units"])
    assert load_network(mode).hidden.dtype == np.float32


@pytest.mark.parametrize("is_for_sheet", [False, True])
@pytest.mark.parametrize("mode", [Mode.TRAINING, Mode.MISSION])
def test_the_shipped_networks_for_chances(mode: Mode, *, is_for_sheet: bool) -> None:
    """They look at the rivals, are calibrated, and say how they were made."""
    network, facts = read_network(SHIPPED / chances_name(mode, is_for_sheet=is_for_sheet))
    course = ChancesCourse.for_sheet(mode) if is_for_sheet else ChancesCourse(mode)
    assert network.rivals.shape == network.inner.shape == (facts["units"], facts["inner_units"])
    assert network.calibration.any()
    assert network.targets.any() == is_for_sheet
    assert (facts["mode"], facts["tasks"]) == (mode, course.tasks)
    # The others are for any submarine, so they needn't know what the built-in one looks like now.
    if is_for_sheet:
        assert facts["sheets"] == course.facts()["sheets"]
    assert all(len(mark) == 64 for mark in facts["sheets"].values())


@pytest.mark.parametrize("mode", [Mode.TRAINING, Mode.MISSION])
def test_the_network_for_a_submarine_is_for_no_other(mode: Mode) -> None:
    """Not even for one that differs by a reserve torpedo; all judges share their compiled code."""
    sheet = load_sheet(DEFAULT_SHEETS[mode])
    other = parse_sheet({**sheet.to_data(), "reserve": sheet.reserve + 1})
    networks = [load_chances(mode, each) for each in (sheet, other)]
    assert [bool(network.targets.any()) for network in networks] == [True, False]
    judges = [judging_network(each) for each in (*networks, load_chances(Mode.SOLO, sheet))]
    assert len({tuple(weights.shape for weights in judge) for judge in judges}) == 1


def test_no_sheet_is_kept_for_its_network(mission: Sheet) -> None:
    """The network is read once, but the server meets any number of sheets."""
    other = parse_sheet({**mission.to_data(), "reserve": 11})
    network, kept = load_chances(Mode.MISSION, other), weakref.ref(other)
    del other
    gc.collect()
    assert kept() is None
    assert load_chances(Mode.MISSION, parse_sheet({**mission.to_data(), "reserve": 10})) is network


def test_in_solo_one_network_does_both(mission: Sheet) -> None:
    """It is played by, and states the chances; so do networks of one's own without another."""
    assert load_chances(Mode.SOLO, mission) is load_network(Mode.SOLO)
    assert own_chances(SHIPPED.parent / "1", Mode.MISSION, mission).rivals.size == 0
    assert own_chances(SHIPPED, Mode.MISSION, mission).rivals.size > 0


def test_the_shipped_networks_are_small() -> None:
    """Together they take less than two megabytes."""
    assert sum(file.stat().st_size for file in SHIPPED.parent.rglob("*.npz")) < 2_000_000


@pytest.mark.parametrize("mode", Mode)
def test_networks_of_version_1_evaluate_as_before(mode: Mode) -> None:
    """They have one layer: the units go through the second unchanged, new features are ignored."""
    with (SHIPPED.parent / "1" / weights_name(mode)).open("rb") as file, np.load(file) as arrays:
        old = {name: arrays[name] for name in ("hidden", "hidden_bias", "output", "output_bias")}
    network = load_network(mode, version=1)
    x = np.random.default_rng(1).standard_normal(FEATURES).astype(np.float32)
    units = np.maximum(0, x[:FEATURES_1] @ old["hidden"] + old["hidden_bias"])
    expected = old["output"] @ units + old["output_bias"][:2]
    assert outputs(network, x) == pytest.approx(tuple(expected), rel=1e-3, abs=1e-3)
