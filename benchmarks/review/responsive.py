"""Other tables while the server reviews games: how soon a move is shown to the opponent.

People play at a human pace, each table from an address of its own; meanwhile others request reviews
without a pause. The server has its usual limits, which are tried at the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Iterable
from pathlib import Path
from statistics import quantiles

import httpx
from litestar.status_codes import HTTP_429_TOO_MANY_REQUESTS, HTTP_503_SERVICE_UNAVAILABLE

from benchmarks.goals import Figure, show
from benchmarks.server.processes import Ours
from tests.server.players import Page, choose
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import Mode
from torpedo_dice.server.config import Limits
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

TABLES = 20
# Seconds between the moves of a table, on average, and of each part.
PACE = 1.0
SECONDS = 40.0
# People who request one review after another, for each judge.
REVIEWERS = 3
# No game is reviewed twice.
RECORDS = 4000
# Milliseconds.
GOAL = 100.0
# People who request a deep review at the same moment.
CROWD = 20
_SERVE = """
import sys
from torpedo_dice.server.run import serve
serve(port=int(sys.argv[1]), data=sys.argv[2])
"""


def run(games: int | None = None) -> bool:
    """Print how soon moves are shown, without reviews and during them; then try the limits."""
    count = max(games or 0, RECORDS)
    records = [json.dumps(_record(number)).encode() for number in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        server = Ours(Path(folder), program=_SERVE)
        try:
            return asyncio.run(_Measurement(server, records).run())
        finally:
            server.kill()


def _record(number: int) -> object:
    sheet = load_sheet(DEFAULT_SHEETS[Mode.MISSION])
    return play_game(sheet, Mode.MISSION, ["lieutenant"] * 2, f"responsive {number}").record()


class _Measurement:
    """Tables, reviewers, and what they have measured."""

    def __init__(self, server: Ours, records: list[bytes]) -> None:
        self.port = server.port
        self._server = server
        self._records = records
        self._milliseconds: list[float] = []
        self._reviews: Counter[str] = Counter()
        self._fresh = iter(records[:-CROWD])

    async def run(self) -> bool:
        players = [self._begin(self._play(number)) for number in range(TABLES)]
        # The first reviews start the processes and load the compiled code.
        await asyncio.gather(*(self._review(judge, "127.3.0.1") for judge in ("quick", "deep")))
        reached = [
            await self._part("No reviews", ()),
            await self._part("Quick reviews", ["quick"]),
            await self._part("Quick and deep reviews", ["quick", "deep"]),
            await self._try_limits(),
        ]
        _end(players)
        return all(reached)

    async def _part(self, name: str, judges: Iterable[str]) -> bool:
        self._milliseconds.clear()
        self._reviews.clear()
        reviewers = [
            self._begin(self._review_on(judge, f"127.2.{len(judge)}.{number + 1}"))
            for judge in judges
            for number in range(REVIEWERS)
        ]
        await asyncio.sleep(SECONDS)
        _end(reviewers)
        # A deep review may take longer than this part.
        figures = [
            Figure(f"{judge} reviews", self._reviews[judge], 1 if judge == "quick" else None)
            for judge in judges
        ]
        return show(
            f"{name} while {TABLES} tables play, for {SECONDS:.0f} s", self._shown() + figures
        )

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start what goes on until it is cancelled; if it fails, so does the measurement."""
        task = asyncio.create_task(work)
        whole = asyncio.current_task()
        assert whole is not None
        task.add_done_callback(lambda one: one.cancelled() or whole.cancel(str(one.exception())))
        return task

    def _shown(self) -> list[Figure]:
        times = self._milliseconds.copy()
        cuts = quantiles(times, n=100)
        return [
            Figure("moves", len(times)),
            Figure("until the opponent sees a move, half of all", cuts[49], unit="ms"),
            Figure("  95 of 100", cuts[94], None, GOAL, "ms"),
            Figure("  99 of 100", cuts[98], unit="ms"),
        ]

    # ------------------------------------------------------------------ tables

    async def _play(self, number: int) -> None:
        """Play game after game at a table of two people."""
        address = f"127.1.0.{number + 1}"
        seats = [{"kind": "human", "name": name} for name in ("Ada", "Noor")]
        async with self._client(address) as http:
            while True:
                answer = await http.post("/api/tables", json={"mode": "mission", "seats": seats})
                made = answer.raise_for_status().json()
                pages = [Page(self, made["table"], seat["secret"]) for seat in made["seats"]]
                for page in pages:
                    page.address = address
                async with pages[0], pages[1]:
                    await self._game(pages)

    async def _game(self, pages: list[Page]) -> None:
        while not pages[0].views["0"]["over"]:
            await asyncio.sleep(random.uniform(0.5, 1.5) * PACE)
            for page in pages:
                await _catch_up(page)
            movers = [
                seat for seat, page in enumerate(pages) if seat in page.views[str(seat)]["to_move"]
            ]
            if not movers:
                # The dice have yet to be agreed on.
                continue
            mover, other = pages[movers[0]], pages[1 - movers[0]]
            move = _visible_move(mover, movers[0])
            began = time.perf_counter()
            _, shown = await asyncio.gather(mover.move(move), _shown_at(other, other.seen))
            self._milliseconds.append(1000 * (shown - began))

    def _client(self, address: str) -> httpx.AsyncClient:
        network = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        return httpx.AsyncClient(transport=network, base_url=self._server.address, timeout=60)

    # ------------------------------------------------------------------ reviews

    async def _review_on(self, judge: str, address: str) -> None:
        while True:
            await self._review(judge, address)
            self._reviews[judge] += 1

    async def _review(self, judge: str, address: str) -> None:
        """Request a review, and wait for it as the page does."""
        record = next(self._fresh, None)
        if record is None:
            raise ValueError("there are too few records for so many reviews")
        async with self._client(address) as http:
            answer = await http.post(f"/api/reviews?judge={judge}", content=record)
            while _is_running(answer):
                answer = await http.get(f"/api/reviews/{_review_of(answer)}")

    async def _try_limits(self) -> bool:
        """Request more than one person may, then more than the server accepts from all."""
        self._milliseconds.clear()
        most = Limits()
        one = await self._crowd(["127.4.0.1"] * (most.reviews + 2))
        many = await self._crowd([f"127.5.0.{number + 1}" for number in range(CROWD)])
        accepted, refused = one[200], one[HTTP_429_TOO_MANY_REQUESTS]
        all_accepted, all_refused = many[200], many[HTTP_503_SERVICE_UNAVAILABLE]
        return show(
            "Limits of reviews",
            [
                Figure("accepted from one person", accepted, most.reviews, most.reviews),
                Figure("refused", refused, 2, 2),
                Figure("accepted from all", all_accepted, 1, most.all_reviews),
                Figure("refused", all_refused, CROWD - most.all_reviews),
                *self._shown(),
            ],
        )

    async def _crowd(self, addresses: list[str]) -> Counter[int]:
        """Request a deep review from each address; return the statuses, and cancel everything."""
        records = self._records[-len(addresses) :]
        async with contextlib.AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(self._client(address)) for address in addresses
            ]
            requests = zip(clients, records, strict=True)
            answers = await asyncio.gather(
                *(http.post("/api/reviews?judge=deep", content=data) for http, data in requests)
            )
            # A while for the tables to notice.
            await asyncio.sleep(5)
            for http, answer in zip(clients, answers, strict=True):
                if answer.status_code == httpx.codes.OK:
                    await http.post(f"/api/reviews/{_review_of(answer)}/cancel")
        return Counter(answer.status_code for answer in answers)


def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()


# Reviews are long, and to decode one would take the players' time.


def _is_running(answer: httpx.Response) -> bool:
    return b'"state":"done"' not in answer.raise_for_status().content[:200]


def _review_of(answer: httpx.Response) -> str:
    found = re.search(rb'"review":"(\w+)"', answer.content[:200])
    assert found is not None, answer.text[:200]
    return found[1].decode()


def _visible_move(page: Page, seat: int) -> str:
    """Choose a move that others see: not the use of a system, which stays hidden at first."""
    view = page.views[str(seat)]
    return choose({**view, "options": {**view["options"], "modifications": []}}, seat)


async def _catch_up(page: Page) -> None:
    """Process what has arrived."""
    with contextlib.suppress(TimeoutError):
        while True:
            await page.hear(0.001)


async def _shown_at(page: Page, number: int) -> float:
    """Return when a page has received an event after one with this number."""
    while page.seen <= number:
        await page.hear(60)
    return time.perf_counter()


if __name__ == "__main__":
    sys.exit(not run())
