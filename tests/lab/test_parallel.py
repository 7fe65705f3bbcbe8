"""The same results in the same order everywhere, and one sentence when that is impossible."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path

import pytest
from joblib import parallel_config

from tests.lab.items import die_at_twenty, fail_at_twenty, process_of, square, square_slowly
from torpedo_dice.lab import parallel
from torpedo_dice.lab.parallel import WorkersError, ordered_map

ITEMS = range(60)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_have_the_order_of_the_items(jobs: int) -> None:
    """Whatever the number of processes."""
    assert list(ordered_map(square, ITEMS, jobs=jobs)) == [square(item) for item in ITEMS]
    assert list(ordered_map(square, [], jobs=jobs)) == []


def test_one_job_is_this_process_and_several_are_others() -> None:
    """Also with a joblib backend around it, when the call is made or when it is consumed."""
    assert set(ordered_map(process_of, ITEMS, jobs=1)) == {os.getpid()}
    with parallel_config(backend="threading"):
        called = ordered_map(process_of, ITEMS, jobs=2)
        assert os.getpid() not in set(ordered_map(process_of, ITEMS, jobs=2))
    assert os.getpid() not in set(called)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_of_the_function_is_raised(jobs: int) -> None:
    """After the results before it."""
    results = ordered_map(fail_at_twenty, ITEMS, jobs=jobs)
    assert [next(results) for _ in range(16)] == list(range(16))
    with pytest.raises(KeyError, match="20"):
        list(results)


def test_items_of_a_worker_that_died_are_computed_again(tmp_path: Path) -> None:
    """Nothing is missing, and nothing is there twice."""
    function = partial(die_at_twenty, tmp_path / "died")
    assert list(ordered_map(function, ITEMS, jobs=2)) == list(ITEMS)
    assert (tmp_path / "died").exists()


def test_an_item_that_always_ends_its_worker_is_given_up() -> None:
    """One sentence, after the results before it."""
    results = ordered_map(partial(die_at_twenty, None), ITEMS, jobs=2)
    before = []
    with pytest.raises(WorkersError, match="the worker processes keep dying"):
        before.extend(results)
    assert before == list(range(len(before)))
    assert len(before) <= 20


def test_an_interrupt_is_lost_only_while_processes_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """With many chunks of items, interrupts are ignored at the beginning only."""
    started = []
    guard = parallel._new_processes_ignore_interrupts
    monkeypatch.setattr(
        parallel, "_new_processes_ignore_interrupts", lambda: started.append(1) or guard()
    )
    results = ordered_map(square, range(200), jobs=2)
    assert [next(results) for _ in range(100)] == [square(item) for item in range(100)]
    results.close()  # type: ignore[attr-defined]
    assert started == [1]


def test_an_iterator_that_is_dropped_stops_quietly() -> None:
    """Warnings are errors here; the next call works."""
    # Dropped in the very moment in which it hands out an item, loky's thread would raise KeyError.
    results = ordered_map(square_slowly, ITEMS, jobs=2)
    assert next(results) == 0
    del results
    assert list(ordered_map(square, range(4), jobs=2)) == [0, 1, 4, 9]


def test_a_worker_with_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its results might differ."""
    monkeypatch.setattr(parallel, "__version__", "9.9")
    with pytest.raises(WorkersError, match=r"a worker has version .* but this is 9\.9"):
        list(ordered_map(square, ITEMS, jobs=2))


@pytest.mark.parametrize("name", ["", "local", "dask", "raymond", "http://127.0.0.1"])
def test_what_is_no_cluster_is_refused_at_once(name: str) -> None:
    """Before the first result is asked for."""
    with pytest.raises(WorkersError, match="isn’t a cluster: use dask://HOST:PORT, ray or"):
        ordered_map(square, ITEMS, on=name)


def test_a_cluster_has_its_own_number_of_workers() -> None:
    """Rather than ignoring a flag."""
    with pytest.raises(WorkersError, match="leave out --jobs"):
        ordered_map(square, ITEMS, jobs=2, on="ray")


@pytest.mark.parametrize(
    ("on", "module", "ours"),
    [("dask://127.0.0.1:1", "distributed", "on_dask"), ("ray", "ray", "on_ray")],
)
def test_without_the_extra_the_command_that_installs_it_is_named(
    on: str, module: str, ours: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence with the missing package."""
    monkeypatch.delitem(sys.modules, f"torpedo_dice.lab.{ours}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    words = rf"^{module} isn’t installed: run pip install '\.\[cluster\]' in the folder"
    with pytest.raises(WorkersError, match=words):
        ordered_map(square, ITEMS, on=on)
