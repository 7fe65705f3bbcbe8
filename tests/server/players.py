"""A server on a free port, and clients that talk to it as a page does."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import websockets
import websockets.sync.client
from websockets.asyncio.client import ClientConnection

Data = dict[str, Any]
SERVE = (
    "import sys; from torpedo_dice.server.run import serve; "
    "serve(port=int(sys.argv[1]), data=sys.argv[2], patience=0.2, commands=0, log_level='info')"
)


# Shared by all calls, because creating one takes longer than a call. It keeps no connections alive,
# because the tests kill servers.
_HTTP = httpx.Client(timeout=30, limits=httpx.Limits(max_keepalive_connections=0))


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


STRICT = (
    "import sys, socket; from torpedo_dice.server import run; "
    "from torpedo_dice.server.config import Config, Limits; "
    "limits = Limits(commands=5, commands_at_once=10, connections=3); "
    "config = Config(data=sys.argv[2], silence=1.0, hosts=run.LOOPBACK_HOSTS, limits=limits); "
    "listener = run._bind('127.0.0.1', int(sys.argv[1]), or_any=False); "
    "run._run(config, listener, level='info')"
)


def nonce_of(seat: int) -> str:
    """Return the nonce that these clients use for a seat, at every table."""
    return f"{seat}" * 32


def commitment_to(seat: int) -> str:
    """Return the commitment to that nonce."""
    return hashlib.sha256(nonce_of(seat).encode()).hexdigest()


def dice_commands(view: Data, own: Iterable[int]) -> list[Data]:
    """Return the commands about the dice that a device with these seats can send now."""
    # A server of an older version has none.
    pending = view.get("pending")
    if pending is None:
        return []
    if pending["nonce_commitments"] is None:
        missing = [seat for seat in own if seat not in pending["committed"]]
        return [
            {"command": "commit", "seat": seat, "nonce_commitment": commitment_to(seat)}
            for seat in missing
        ]
    missing = [seat for seat in own if seat not in pending["revealed"]]
    return [{"command": "reveal", "seat": seat, "nonce": nonce_of(seat)} for seat in missing]


class Server:
    """A real server process on loopback, that can be killed and started again."""

    program = SERVE

    def __init__(self, data: Path | str, log: Path) -> None:
        self.port = free_port()
        self.data = data
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def http(self) -> str:
        """The address for REST calls."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", self.program, str(self.port), str(self.data)],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                if _HTTP.get(f"{self.http}/api/health", timeout=1).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """Kill it as a power cut would (`kill -9`)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def faults(self) -> list[str]:
        """Return the log lines that report problems."""
        signs = ("Traceback", '"error"', "Exception")
        lines = self.log.read_text().splitlines()
        return [line for line in lines if any(sign in line for sign in signs)]

    def post(self, path: str, body: object = None) -> httpx.Response:
        """Make a REST call."""
        return _HTTP.post(f"{self.http}{path}", json=body)

    def get(self, path: str) -> httpx.Response:
        """Make a REST call."""
        return _HTTP.get(f"{self.http}{path}")

    def make(self, mode: str = "mission", seats: list[Data] | None = None, **more: object) -> Data:
        """Create a table, by default for two humans; without an open seat, its game has begun."""
        seats = seats or [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Noor"}]
        body = {"mode": mode, "seats": [_committed(*each) for each in enumerate(seats)], **more}
        answer = self.post("/api/tables", body)
        assert answer.status_code == 201, answer.text
        made: Data = answer.json()
        if {"kind": "open"} not in seats:
            self.reveal(made["table"], *(seat["secret"] for seat in made["seats"]))
        return made

    def reveal(self, table: str, *secrets: str) -> None:
        """Commit to nonces and reveal them, until the game has begun."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        hello = {"type": "hello", "protocol": 1, "secrets": secrets}
        with websockets.sync.client.connect(address, ping_interval=None) as device:
            device.send(json.dumps(hello))
            given: list[Data] = []
            while True:
                message = json.loads(device.recv(10))
                assert message.get("ok", True), message
                if message["type"] not in ("welcome", "events"):
                    continue
                own = message.get("you") or [int(seat) for seat in message["views"]]
                view = next(iter(message["views"].values()))
                if view["pending"] is None:
                    return
                for command in dice_commands(view, own):
                    if command not in given:
                        given.append(command)
                        head = {"type": "command", "id": f"dice{len(given)}"}
                        device.send(json.dumps({**head, **command}))


def _committed(seat: int, data: Data) -> Data:
    """Return a seat's data with the commitment to its nonce, if a human sits there."""
    if data.get("kind") != "human":
        return data
    return {"nonce_commitment": commitment_to(seat), **data}


class StrictServer(Server):
    """A server with tight limits."""

    program = STRICT


class Page:
    """A client at a table; stores every byte it receives."""

    def __init__(self, server: Server, table: str, *secrets: str) -> None:
        self.server = server
        self.table = table
        self.secrets = list(secrets)
        self.heard: list[str] = []
        self.events: list[Data] = []
        self.private: list[Data] = []
        self.views: dict[str, Data] = {}
        self.welcome: Data = {}
        self.others: list[Data] = []
        self.socket: ClientConnection | None = None
        self.language: str | None = None
        # The address that it connects to.
        self.host = "127.0.0.1"
        # The address that it connects from; the system's choice unless set.
        self.address: str | None = None
        # Whether it sends pings, as a page does.
        self.pings = True
        self._pinging: asyncio.Task[None] | None = None
        self._ids = 0
        self._shared: list[Data] = []

    @property
    def seen(self) -> int:
        """The number of the last event."""
        return self.events[-1]["number"] if self.events else 0

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def connect(self) -> None:
        """Send hello and receive the welcome."""
        address = f"ws://{self.host}:{self.server.port}/api/tables/{self.table}/socket"
        self.socket = await websockets.connect(
            address,
            ping_interval=None,
            max_queue=None,
            close_timeout=1,
            local_addr=None if self.address is None else (self.address, 0),
        )
        await self.say(
            {
                "type": "hello",
                "protocol": 1,
                "secrets": self.secrets,
                "seen": self.seen,
                "language": self.language,
            }
        )
        await self.until(lambda m: m["type"] == "welcome")
        if self.pings:
            self._pinging = asyncio.create_task(self._ping())

    async def _ping(self) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await asyncio.sleep(3)
                await self.say({"type": "ping", "n": 1})

    async def close(self) -> None:
        """Disconnect."""
        if self._pinging is not None:
            self._pinging.cancel()
        if self.socket is not None:
            await self.socket.close()

    async def say(self, message: object) -> None:
        """Send a message."""
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def hear(self, seconds: float = 10) -> Data:
        """Receive one message and process it."""
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), seconds)
        assert isinstance(text, str)
        self.heard.append(text)
        message: Data = json.loads(text)
        self._note(message)
        if message["type"] in ("welcome", "events"):
            await self._share()
        return message

    async def _share(self) -> None:
        """Contribute to the dice, as a page does without asking."""
        own = self.welcome["you"]
        for command in dice_commands(next(iter(self.views.values())), own):
            if command not in self._shared:
                self._shared.append(command)
                head = {"type": "command", "id": f"dice{len(self._shared)}"}
                await self.say({**head, **command})

    def _note(self, message: Data) -> None:
        if message["type"] == "welcome":
            self.welcome = message
        if message["type"] in ("welcome", "events"):
            for event in message["events"]:
                assert event["number"] == self.seen + 1, "a gap, or an event twice"
                self.events.append(event)
            self.private += message.get("private", [])
            self.views = message["views"]
        else:
            self.others.append(message)

    async def until(self, is_it: Any, seconds: float = 10) -> Data:
        """Receive messages until one matches."""
        deadline = time.monotonic() + seconds
        while True:
            message = await self.hear(max(0.01, deadline - time.monotonic()))
            if is_it(message):
                return message

    async def event(self, name: str, seconds: float = 10) -> Data:
        """Receive messages until an event arrives."""
        message = await self.until(
            lambda m: any(e["event"] == name for e in m.get("events", ())), seconds
        )
        return next(e for e in message["events"] if e["event"] == name)

    async def command(self, command: str, id: str | None = None, **more: object) -> Data:  # noqa: A002
        """Send a command and receive its answer."""
        self._ids += 1
        name = id or f"c{self._ids}"
        await self.say({"type": "command", "id": name, "command": command, **more})
        return await self.until(lambda m: m["type"] == "answer" and m["id"] == name)

    async def move(self, move: object, id: str | None = None) -> Data:  # noqa: A002
        """Make a move."""
        return await self.command("move", id, move=str(move))

    def choice(self, seat: int) -> str:
        """Choose a move from the view alone, as a page's player does."""
        return choose(self.views[str(seat)], seat)


def choose(view: Data, seat: int) -> str:
    """Choose one of the moves that a view offers."""
    options = view["options"]
    if options["picks"]:
        return f"{seat} take {options['picks'][view['round'] % len(options['picks'])]}"
    free_uses = [use["move"] for use in options["modifications"] if use["system"] != "fins"]
    if free_uses and view["round"] % 2:
        return str(free_uses[0])
    if options["activations"] and view["round"] <= 3:
        return f"{seat} activate {options['activations'][0]}"
    return _fire(view, seat)


def _fire(view: Data, seat: int) -> str:
    """Place the shape on the grid where it hits most."""
    grid = [row.split() for row in view["sheet"]["grid"]]
    hit = set(view["seats"][seat]["hits"])
    best: tuple[int, list[tuple[int, int]]] = (-1, [])
    for shape in view["options"]["shots"][0]["shapes"]:
        for row in range(len(grid)):
            for column in range(len(grid[0])):
                fields = [(row + r, column + c) for r, c in shape["fields"]]
                worth = sum(_is_free(grid, hit, field) for field in fields)
                best = max(best, (worth, fields))
    return " ".join([f"{seat} fire", *map(_name, best[1])])


def _is_free(grid: list[list[str]], hit: set[str], field: tuple[int, int]) -> bool:
    row, column = field
    on_grid = row < len(grid) and column < len(grid[0])
    return on_grid and grid[row][column].isdigit() and _name(field) not in hit


def _name(field: tuple[int, int]) -> str:
    return f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[field[0]]}{field[1] + 1}"


async def play_turns(pages: dict[int, Page], until: Any) -> None:
    """Have each page move whenever its view allows it, until a condition holds."""
    own, first = next(iter(pages.items()))
    while not until(first):
        # Otherwise it would wait for a move that nobody makes.
        assert not first.views[str(own)]["over"], "the game ended too early"
        moved = False
        for seat, page in pages.items():
            view = page.views[str(seat)]
            if view["number"] < max(p.seen for p in pages.values()):
                await page.until(lambda m: m["type"] == "events")
                moved = True
                continue
            if seat in view["to_move"]:
                answer = await page.move(page.choice(seat))
                assert answer["ok"], answer
                moved = True
        if not moved:
            await first.hear()
