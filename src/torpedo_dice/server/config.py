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
    # WebSockets of one address, those at one table, new ones per second, and the burst.
    connections: int = 64
    table_connections: int = 16
    openings: float = 5
    openings_at_once: int = 64
    # TCP connections of one address, WebSockets included, and of all.
    tcp_connections: int = 128
    all_connections: int = 4000
    # HTTP requests per second of one address, and the burst. Beyond that they wait their turn, and
    # are refused if that would take longer than `throttle_seconds`. 0: no limit.
    requests: float = 60
    requests_at_once: int = 240
    throttle_seconds: float = 10
    # Bytes of a request's first line and headers, and requests that wait for an earlier one's
    # response on the same connection.
    head: int = 16 * KIB
    pipelined: int = 8
    # Seconds to send the head of a request, and from there to the end of the response.
    head_seconds: float = 10
    request_seconds: float = 60
    # WebSocket frames and bytes per second on one connection, and the bursts. Beyond that the
    # connection is read more slowly, and closed after `throttle_seconds` of that. 0: no limit.
    frames: float = 100
    frames_at_once: int = 400
    bytes: float = 64 * KIB
    bytes_at_once: int = 512 * KIB
    # Commands per second on one connection, and the burst. 0: no limit.
    commands: float = 30
    commands_at_once: int = 60
    # Commands per second on all connections of one address, and the burst. 0: no limit.
    address_commands: float = 120
    address_commands_at_once: int = 240
    # Reactions per second of one seat, and the burst.
    reactions: float = 0.5
    reactions_at_once: int = 3
    # REST calls per second of one address, and the burst. 0: no limit.
    calls: float = 30
    calls_at_once: int = 60
    # Malformed messages before the connection is closed.
    malformed: int = 50
    # Bytes queued for a slow client before it is dropped.
    waiting_bytes: int = 2048 * KIB


# On one's own machine there is nobody to protect: only sizes and times are limited.
UNLIMITED = Limits(
    tables_an_hour=100_000,
    connections=100_000,
    table_connections=100_000,
    openings=0,
    tcp_connections=100_000,
    all_connections=100_000,
    requests=0,
    frames=0,
    bytes=0,
    commands=0,
    address_commands=0,
    calls=0,
)


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
    # The address of this machine on the local network, for invitations; None if it is not reachable
    # there, or does not need one.
    lan: str | None = None
    limits: Limits = field(default_factory=Limits)
