"""The entries of a table's log: a table is its setup and its log, and nothing else is stored."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from torpedo_dice.record import journal
from torpedo_dice.rules import parse_player_move


class _Entry(Struct, tag_field="do", omit_defaults=True):
    """Something that was done at a table. `at` is when, in seconds since 1970."""

    at: float


class _SeatEntry(_Entry):
    """Something that was done at or for a seat."""

    seat: int

    @property
    def giver(self) -> int:
        """The seat that sent the command, if it was one."""
        return self.seat


class MoveEntry(_SeatEntry, tag="move"):
    """A move was made: by the seat itself (`id` is that of its command) or by a bot for it."""

    move: str
    id: str | None = None
    bot: str | None = None

    def played(self) -> journal.Entry:
        """Return the corresponding journal entry."""
        return journal.Moved(parse_player_move(self.move))


class TakeBackEntry(_SeatEntry, tag="take_back"):
    """A seat took its choice back."""

    id: str | None = None

    def played(self) -> journal.Entry:
        """Return the corresponding journal entry."""
        return journal.TakenBack(self.seat)


class Sat(_SeatEntry, tag="sit"):
    """Somebody took an open seat."""

    name: str
    hash: str
    nonce_commitment: str | None = None
    # At tables of scheme 1, where the server draws it.
    nonce: str | None = None


class Committed(_SeatEntry, tag="commit"):
    """A player committed to a nonce."""

    nonce_commitment: str
    id: str | None = None


class Revealed(_SeatEntry, tag="reveal"):
    """A player revealed that nonce."""

    nonce: str
    id: str | None = None


class Named(_SeatEntry, tag="name"):
    """A seat took another name."""

    name: str
    id: str | None = None


class Replaced(_SeatEntry, tag="replace"):
    """A bot took over for a player who was away too long; `by` asked for it."""

    bot: str
    by: int
    id: str | None = None

    @property
    def giver(self) -> int:
        """The seat that asked for it."""
        return self.by


class Returned(_SeatEntry, tag="return"):
    """The player took the seat back from that bot."""

    id: str | None = None


class Resigned(_SeatEntry, tag="resign"):
    """A player resigned; if the game goes on, `bot` plays for the seat to the end."""

    bot: str | None = None
    id: str | None = None


class Filled(_SeatEntry, tag="fill"):
    """A bot took a seat before the game began; `by` asked for it."""

    bot: str
    name: str
    by: int
    id: str | None = None
    # At tables of scheme 1, where the server draws it.
    nonce: str | None = None

    @property
    def giver(self) -> int:
        """The seat that asked for it."""
        return self.by


class Declined(_SeatEntry, tag="decline"):
    """A player declined this rematch."""


class BotFailed(_SeatEntry, tag="bot_failed"):
    """The bot of a seat failed; another one plays for it from now on."""

    bot: str


class ClockRanOut(_SeatEntry, tag="clock"):
    """A seat's time is up: a bot makes its choice for this turn."""


class TokenMade(_SeatEntry, tag="token"):
    """A one-time token was issued that opens a seat on another device."""

    hash: str


class TokenUsed(_SeatEntry, tag="handover"):
    """A token was used: a further secret opens the seat."""

    token: str
    hash: str
    # The new device's own label.
    label: str = ""


class DeviceRevoked(_SeatEntry, tag="revoke"):
    """A secret of a seat, and all its tokens, are no longer valid."""

    hash: str


class RematchMade(_Entry, tag="rematch"):
    """The same players continue at another table; `by` asked for it."""

    table: str
    by: int | None = None


# Entries that a seat can repeat without advancing the game.
Detour: TypeAlias = TakeBackEntry | Named | Replaced | Returned
# Entries before the game begins.
Preparation: TypeAlias = Sat | Committed | Revealed | Declined | Filled
# Entries of commands have the command's id.
CommandEntry: TypeAlias = MoveEntry | Detour | Committed | Revealed | Resigned | Filled
Entry: TypeAlias = (
    CommandEntry
    | Sat
    | Declined
    | BotFailed
    | ClockRanOut
    | TokenMade
    | TokenUsed
    | DeviceRevoked
    | RematchMade
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def entry_text(entry: Entry) -> str:
    """Encode an entry for the database."""
    return msgspec.json.encode(entry).decode()


def parse_entry(text: str) -> Entry:
    """Decode a stored entry."""
    return _decoder.decode(text)
