"""The devices that hold the seats of a table, and one-time tokens that open a seat on another."""

from __future__ import annotations

from dataclasses import dataclass, field

from torpedo_dice.rules import Seat

# Seconds for which a token is valid.
TOKEN_SECONDS = 900.0
# Tokens that are valid at the same time, and devices, of one seat.
MAX_TOKENS = 4
MAX_DEVICES = 8


@dataclass(frozen=True, slots=True)
class Device:
    """A device, known by the hash of its secret."""

    number: int
    seat: Seat
    hash: str
    # When it got the seat, in seconds since 1970.
    since: float
    # Its own label; empty for the one that took the seat.
    label: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """A token that has been issued but not used."""

    seat: Seat
    at: float


@dataclass(slots=True)
class Devices:
    """All devices and tokens of a table; tokens by their hashes."""

    tokens: dict[str, Token] = field(default_factory=dict)
    _devices: dict[str, Device] = field(default_factory=dict)
    _count: int = 0

    def add(self, seat: Seat, secret_hash: str, at: float, label: str = "") -> None:
        """Add a device."""
        self._count += 1
        self._devices[secret_hash] = Device(self._count, seat, secret_hash, at, label)

    def of(self, seat: Seat) -> list[Device]:
        """Return the devices of a seat, oldest first."""
        return [device for device in self._devices.values() if device.seat == seat]

    def issue(self, seat: Seat, token_hash: str, at: float) -> None:
        """Add a token, and drop expired ones."""
        valid = {one: token for one, token in self.tokens.items() if at - token.at < TOKEN_SECONDS}
        self.tokens = {**valid, token_hash: Token(seat, at)}

    def revoke(self, seat: Seat, secret_hash: str) -> None:
        """Remove a device, with all tokens of its seat: it may know them."""
        self._devices.pop(secret_hash, None)
        self.tokens = {one: token for one, token in self.tokens.items() if token.seat != seat}
