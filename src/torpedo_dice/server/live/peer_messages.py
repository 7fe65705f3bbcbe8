"""What processes that share a database tell each other, besides the log: nothing that is stored."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from torpedo_dice.server.messages.values import ReactionId

# Letters of the hash of a secret that tell a table's devices apart, and the most hashes in a
# message, which must fit into a notification.
KEY_LETTERS = 12
MAX_KEYS = 200


class Beat(Struct, tag_field="is", tag="beat"):
    """A process is alive."""

    process: str


class Bye(Struct, tag_field="is", tag="bye"):
    """A process stops."""

    process: str


class Here(Struct, tag_field="is", tag="here"):
    """Who is connected to a table at a process; `keys` are shortened hashes of their secrets."""

    process: str
    table: str
    seats: list[int]
    spectators: int
    keys: list[str]


class Ask(Struct, tag_field="is", tag="ask"):
    """A process has loaded a table, and asks who is connected to it elsewhere."""

    process: str
    table: str


class Reacted(Struct, tag_field="is", tag="reacted"):
    """A player sent a reaction."""

    process: str
    table: str
    seat: int
    reaction: ReactionId


class Made(Struct, tag_field="is", tag="made"):
    """A client has made a table, which counts towards its limit everywhere."""

    process: str
    client: str


PeerMessage: TypeAlias = Beat | Bye | Here | Ask | Reacted | Made

decode_peer_message = msgspec.json.Decoder(PeerMessage).decode
