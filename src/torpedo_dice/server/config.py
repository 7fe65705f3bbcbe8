"""The server's configuration: data file, timeouts and limits."""

from __future__ import annotations

from dataclasses import dataclass, field

KIB = 1024
DAY = 86400.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits per client. Exceeding one results in a clear error."""

    # Bytes of a request's body; a record to replay may be longer.
    body: int = 96 * KIB
    record_body: int = 2048 * KIB
    # Bytes of a WebSocket message.
    message: int = 16 * KIB
    # New tables per address and hour.
    tables_an_hour: int = 120
    # WebSockets per address, those at one table, new ones per second, and the burst.
    connections: int = 64
    table_connections: int = 16
    openings: float = 5
    openings_at_once: int = 64
    # TCP connections per address, including WebSockets, and in total.
    tcp_connections: int = 128
    all_connections: int = 4000
    # HTTP requests per second and address, and the burst. Beyond that they are delayed, and
    # rejected if the delay would exceed `throttle_seconds`. 0: no limit.
    requests: float = 60
    requests_at_once: int = 240
    throttle_seconds: float = 10
    # Bytes of a request's first line and headers, and pipelined requests per connection.
    head: int = 16 * KIB
    pipelined: int = 8
    # Seconds to send the head of a request, and from there to the end of the response.
    head_seconds: float = 10
    request_seconds: float = 60
    # WebSocket frames and bytes per second on one connection, and the bursts. Beyond that the
    # connection is throttled, and closed after `throttle_seconds` of throttling. 0: no limit.
    frames: float = 100
    frames_at_once: int = 400
    bytes: float = 64 * KIB
    bytes_at_once: int = 512 * KIB
    # Commands per second on one connection, and the burst. 0: no limit.
    commands: float = 30
    commands_at_once: int = 60
    # Commands per second on all connections of an address, and the burst. 0: no limit.
    address_commands: float = 120
    address_commands_at_once: int = 240
    # Reactions per second and seat, and the burst.
    reactions: float = 0.5
    reactions_at_once: int = 3
    # REST calls per second and address, and the burst. 0: no limit.
    calls: float = 30
    calls_at_once: int = 60
    # Questions to the coach per second and address, and the burst. 0: no limit.
    advice: float = 1
    advice_at_once: int = 10
    # Reviews per client that run or wait, those of all clients, and the seconds that one may take.
    reviews: int = 2
    all_reviews: int = 16
    review_seconds: float = 300
    # Malformed messages before the connection is closed.
    malformed: int = 50
    # Bytes queued for a slow client before it is dropped.
    waiting_bytes: int = 2048 * KIB


# For a local server, where there is nobody to protect: only sizes and times are limited.
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
    advice=0,
    reviews=16,
    review_seconds=3600,
)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a server."""

    # A file or a database URL.
    data: str
    # Seconds until a player who is away can be replaced; a table can override it.
    patience: float = 120.0
    # Seconds until an unfinished table is deleted.
    keep: float = 60 * DAY
    # Seconds that the server has to run between marking a table as old and deleting it.
    notice: float = 7 * DAY
    # Seconds of silence, or of not reading, until a connection is closed.
    silence: float = 7.0
    # Seconds without connections until a table is unloaded from memory.
    idle: float = 300.0
    # The host names accepted in requests, besides IP addresses; empty: any. Prevents DNS rebinding.
    hosts: tuple[str, ...] = ()
    # Allowed origins, besides the server's own.
    origins: tuple[str, ...] = ()
    # The address of this machine on the local network, for invitations; None if it isn't reachable
    # there or isn't needed.
    lan: str | None = None
    limits: Limits = field(default_factory=Limits)
