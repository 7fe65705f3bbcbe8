"""What a server is started with: where it keeps its data, how patient it is, and its limits."""

from __future__ import annotations

from dataclasses import dataclass, field

KIB = 1024
DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one client may ask for. Too much gets a clear error, not a crash."""

    # Bytes of a request's body; a record for the replay may be longer.
    body: int = 96 * KIB
    record_body: int = 2048 * KIB
    # Bytes of a WebSocket message.
    message: int = 16 * KIB
    # New tables that one address may make within an hour.
    tables_an_hour: int = 120
    # Connections of one address, and of all.
    connections: int = 64
    all_connections: int = 4000
    # Commands a second on one connection, and how many may come at once. 0: no limit.
    commands: float = 30
    commands_at_once: int = 60
    # REST calls a second of one address, and how many may come at once. 0: no limit.
    calls: float = 30
    calls_at_once: int = 120
    # Messages that are none, before the connection is closed.
    malformed: int = 50
    # Bytes that may wait for a slow client before it is dropped.
    waiting_bytes: int = 2048 * KIB


@dataclass(frozen=True, slots=True)
class Config:
    """How a server runs."""

    # A file, or a database's URL.
    data: str
    # Seconds after which somebody who is away can be replaced, where a table does not say.
    patience: float = 120.0
    # Seconds after which an unfinished table is cleared away.
    keep: float = 60 * DAY
    # Seconds of silence after which a connection is lost.
    silence: float = 7.0
    # Seconds without anybody after which a table leaves the memory.
    idle: float = 300.0
    # The hosts that a request may name; none: any. Guards a server on loopback against
    # pages that make their own name point to it.
    hosts: tuple[str, ...] = ()
    # Further origins whose pages may play here, besides our own.
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
