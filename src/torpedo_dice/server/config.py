"""The configuration of a server: its data, its timeouts and its limits."""

from __future__ import annotations

from dataclasses import dataclass, field

KIB = 1024
DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may ask for. Exceeding a limit gets a clear error."""

    # Bytes of a request's body; a record to replay may be longer.
    body: int = 96 * KIB
    record_body: int = 2048 * KIB
    # Bytes of a WebSocket message.
    message: int = 16 * KIB
    # New tables that one address may make within an hour.
    tables_an_hour: int = 120
    # Connections of one address, and of all.
    connections: int = 64
    all_connections: int = 4000
    # Commands per second on one connection, and the burst. 0: no limit.
    commands: float = 30
    commands_at_once: int = 60
    # REST calls per second of one address, and the burst. 0: no limit.
    calls: float = 30
    calls_at_once: int = 120
    # Malformed messages before the connection is closed.
    malformed: int = 50
    # Bytes queued for a slow client before it is dropped.
    waiting_bytes: int = 2048 * KIB


@dataclass(frozen=True, slots=True)
class Config:
    """How a server runs."""

    # A file or a database URL.
    data: str
    # Seconds until a player who is away can be replaced, unless the table says otherwise.
    patience: float = 120.0
    # Seconds until an unfinished table is deleted.
    keep: float = 60 * DAY
    # Seconds that the server has to run between marking a table as old and deleting it.
    notice: float = 7 * DAY
    # Seconds of silence, or of not reading, until a connection is closed.
    silence: float = 7.0
    # Seconds without connections until a table is unloaded from memory.
    idle: float = 300.0
    # The hosts that a request may name, besides IP addresses; empty: any. Protects from DNS
    # rebinding.
    hosts: tuple[str, ...] = ()
    # Origins whose pages may play here, besides the server's own.
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
