"""Encoding what each client may see of a change."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from torpedo_dice.rules import Seat
from torpedo_dice.server.live.room_tools import Client
from torpedo_dice.server.messages import replies
from torpedo_dice.server.messages.codec import encode, preencoded
from torpedo_dice.server.table.table import Change, Table
from torpedo_dice.server.table.views import ViewWriter

# The name of a spectator's view.
SPECTATOR = "-"


@cache
def views_of(own: tuple[Seat, ...]) -> dict[str, Seat | None]:
    """Return the seats of a client's views, by their names."""
    return {str(seat): seat for seat in own} if own else {SPECTATOR: None}


def encode_welcome(writer: ViewWriter, table: Table, own: tuple[Seat, ...], seen: int) -> bytes:
    """Encode everything that a client may know, with the events since the last one it has seen."""
    # A client that claims to have seen more events than exist gets all of them.
    first = seen if seen <= table.number else 0
    welcome = replies.Welcome(
        you=list(own),
        table=table.facts(),
        number=table.number,
        events=table.events[first:],
        views={name: writer.write(table.scene(), seat) for name, seat in views_of(own).items()},
        commitment=table.commitment,
        nonces=table.nonces,
        nonce_commitments=table.nonce_commitments,
    )
    return encode(welcome)


def encode_change(
    writer: ViewWriter, table: Table, clients: Iterable[Client], change: Change
) -> dict[Client, bytes]:
    """Encode what each client may see of a change; if that is nothing, it gets no message."""
    owners: dict[tuple[Seat, ...], list[Client]] = {}
    for client in clients:
        if change.events or any(seat in change.private for seat in client.own):
            owners.setdefault(client.own, []).append(client)
    watchers = {own: views_of(own) for own in owners}
    seats = {seat for named in watchers.values() for seat in named.values()}
    views = writer.write_all(table.scene(), seats)
    events = preencoded(change.events)
    messages: dict[Client, bytes] = {}
    for own, receivers in owners.items():
        message = replies.Events(
            events=events,
            private=[one for seat in own for one in change.private.get(seat, ())],
            views={name: views[seat] for name, seat in watchers[own].items()},
        )
        messages |= dict.fromkeys(receivers, encode(message))
    return messages
