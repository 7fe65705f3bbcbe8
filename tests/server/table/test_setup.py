"""A table's setup: what fits together, and the sheets that tables share."""

from __future__ import annotations

import pytest

from torpedo_dice.bots import UnknownBotError
from torpedo_dice.record import SCHEME_2
from torpedo_dice.rules import GameSetupError, SheetError
from torpedo_dice.server.messages.names import MalformedNameError
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable, OpenSeat
from torpedo_dice.server.table.setup import TableSetup, new_seed, setup_of, shared_sheet, sheet_of
from torpedo_dice.sheets import load_sheet


def made(body: NewTable) -> TableSetup:
    """Return the setup of a new table."""
    return setup_of(body, seed=new_seed(), patience=60.0, hashes={0: "0" * 64})


def test_a_setup_holds_everything_the_game_follows_from() -> None:
    """The sheet as data, the seats, and what the players committed to; nobody's nonce."""
    ada = HumanSeat("Ada", "a" * 64)
    setup = made(NewTable("mission", [ada, BotSeat("captain"), OpenSeat()], first=1))
    assert setup.sheet == load_sheet("mission").to_data()
    assert [seat.kind for seat in setup.seats] == ["human", "bot", "open"]
    assert setup.seats[0].hashes == ("0" * 64,)
    assert [seat.nonce_commitment for seat in setup.seats] == ["a" * 64, None, None]
    assert [seat.nonce for seat in setup.seats] == [None, None, None]
    assert setup.scheme == SCHEME_2
    assert (setup.first, setup.patience) == (1, 60.0)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (NewTable("solo", [HumanSeat("Ada"), HumanSeat("Noor")]), GameSetupError),
        (NewTable("mission", [HumanSeat("Ada")]), GameSetupError),
        (NewTable("training", [HumanSeat("Ada")] * 2, sheet="mission"), GameSetupError),
        (NewTable("mission", [HumanSeat("Ada")] * 2, first=3), GameSetupError),
        (NewTable("mission", [HumanSeat("Ada"), BotSeat("captian")]), UnknownBotError),
        (NewTable("mission", [HumanSeat("Ada"), BotSeat("cmd:touch ran")]), UnknownBotError),
        (NewTable("mission", [HumanSeat("\u202eAda"), OpenSeat()]), MalformedNameError),
        (NewTable("mission", [HumanSeat("Ada")] * 2, sheet="yacht"), SheetError),
        (NewTable("mission", [HumanSeat("Ada")] * 2, sheet={"toml": 3}), SheetError),
    ],
)
def test_what_does_not_fit_together_is_refused(body: NewTable, error: type[Exception]) -> None:
    """Each fault has its own kind of error."""
    with pytest.raises(error):
        made(body)


def test_tables_with_the_same_sheet_share_it() -> None:
    """Its placements are laid out once; built-in sheets are those of the library."""
    data = load_sheet("training").to_data()
    assert shared_sheet(data) is load_sheet("training")
    own = {**data, "name": "own"}
    assert shared_sheet(own) is shared_sheet(dict(own))
    assert sheet_of(NewTable("training", [OpenSeat()] * 2, sheet=own)).name == "own"
