"""Commands that wait are executed in order, and are limited."""

from __future__ import annotations

import asyncio

from torpedo_dice.server.live.holds import Holds


def test_calls_wait_for_all_reasons() -> None:
    """In order; those that have to be repeated come first."""
    holds, made = Holds(), []  # type: tuple[Holds, list[int]]
    holds.add("a")
    holds.add("b")
    assert holds.wait(lambda: made.append(2))
    holds.put_first([lambda: made.append(1)])
    assert not holds.remove("a")
    assert (bool(holds), made) == (True, [])
    assert holds.remove("b")
    assert (bool(holds), made) == (False, [1, 2])
    assert not holds.remove("b")


def test_a_call_may_be_a_new_reason() -> None:
    """The others then keep waiting, in order."""
    holds, made = Holds(), []  # type: tuple[Holds, list[int]]
    holds.add("a")
    holds.wait(lambda: holds.add("b"))
    for number in (1, 2):
        holds.wait(lambda number=number: made.append(number))  # type: ignore[misc]
    holds.remove("a")
    assert made == []
    holds.remove("b")
    assert made == [1, 2]


def test_not_too_many_wait() -> None:
    """The memory of a paused table is limited."""
    holds = Holds()
    holds.add("a")
    accepted = sum(holds.wait(lambda: None) for _ in range(1000))
    assert accepted == 256


def test_others_can_wait_until_it_is_free() -> None:
    """Or until the table is unloaded."""

    async def main() -> None:
        holds = Holds()
        await holds.until_free()
        holds.add("a")
        first = asyncio.create_task(holds.until_free())
        await asyncio.sleep(0)
        assert not first.done()
        holds.remove("a")
        await first
        holds.add("a")
        second = asyncio.create_task(holds.until_free())
        await asyncio.sleep(0)
        holds.close()
        await second

    asyncio.run(main())
