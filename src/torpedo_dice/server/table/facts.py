"""The public facts of a table: what anyone with its link may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torpedo_dice.rules import ends_by_resigning
from torpedo_dice.server.messages.values import WAITING
from torpedo_dice.server.messages.views import Facts, SeatFacts
from torpedo_dice.server.table.seat import SeatState

if TYPE_CHECKING:
    from torpedo_dice.server.table.table import Table


def facts_of(table: Table) -> Facts:
    """Return the public facts of a table."""
    setup, game = table.setup, table.game
    return Facts(
        table=table.id,
        made=table.made,
        mode=setup.mode,
        sheet=setup.sheet["name"],
        solo_end=setup.solo_end,
        first=setup.first,
        clock=setup.clock,
        pace=setup.pace,
        patience=setup.patience,
        hotseat=setup.hotseat,
        commitment=table.commitment,
        seats=[_seat_facts(seat, state) for seat, state in enumerate(table.seats)],
        stage=WAITING if game is None else game.stage,
        round=0 if game is None else game.round,
        over=table.is_over,
        resigning_ends=ends_by_resigning(len(table.seats)),
        rematch=table.rematch,
        rematch_by=table.rematch_by,
        played_on=None if setup.played_on is None else setup.played_on.round,
        coach=setup.coach,
    )


def _seat_facts(seat: int, state: SeatState) -> SeatFacts:
    return SeatFacts(
        seat=seat,
        kind=state.kind,
        name=state.own_name,
        bot=state.bot,
        stand_in=state.stand_in,
        character=state.character,
        resigned=state.resigned,
    )
