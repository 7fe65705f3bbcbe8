"""The players: 50 tables that play at a human pace and measure how long each answer takes."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time

import httpx
import websockets

from tests.server.players import Data, Page

# Seconds between a player's commands.
PACE = 0.4
BOTS = ("ensign", "lieutenant", "captain", "admiral")


class Players:
    """The measurements of all tables."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: list[tuple[float, float]] = []
        self.lost: list[tuple[float]] = []

    def address(self, table: int) -> str:
        """Return the address of a table's players."""
        return f"127.1.0.{table + 1}"

    async def play(self, number: int) -> None:
        """Play game after game at a table; every tenth is against a bot."""
        await asyncio.sleep(PACE * number / 50)
        rival: Data = {"kind": "human", "name": "Noor"}
        if number % 10 == 0:
            rival = {"kind": "bot", "bot": BOTS[number // 10 % len(BOTS)]}
        body = {"mode": "mission", "seats": [{"kind": "human", "name": "Ada"}, rival]}
        network = httpx.AsyncHTTPTransport(local_address=self.address(number), verify=False)
        async with httpx.AsyncClient(
            transport=network, base_url=f"http://127.0.0.1:{self.port}", timeout=60
        ) as http:
            while True:
                try:
                    made = (await http.post("/api/tables", json=body)).raise_for_status().json()
                    await self._game(made, self.address(number))
                except (OSError, websockets.WebSocketException, TimeoutError, httpx.HTTPError):
                    self.lost.append((time.time(),))
                    await asyncio.sleep(0.5)

    async def _game(self, made: Data, address: str) -> None:
        page = Page(self, made["table"], *(seat["secret"] for seat in made["seats"]))
        page.address = address
        async with page:
            own = page.welcome["you"]
            while not page.views["0"]["over"]:
                mine = [seat for seat in own if seat in page.views["0"]["to_move"]]
                if not mine:
                    await page.hear(60)
                    continue
                began = time.time()
                answer = await page.move(page.choice(mine[0]))
                assert answer["ok"], answer
                self.answers.append((time.time(), 1000 * (time.time() - began)))
                await asyncio.sleep(PACE)


async def main(port: int, tables: int) -> None:
    """Play until a line of input arrives, then print the measurements."""
    players = Players(port)
    tasks = [asyncio.create_task(players.play(number)) for number in range(tables)]
    await asyncio.sleep(3)
    print("playing", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps({"answers": players.answers, "lost": players.lost}), flush=True)
    del tasks
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
