"""Nonces: everyone commits before anyone reveals, and what is missing is visible to all."""

from __future__ import annotations

import hashlib

import pytest

from tests.server.players import commitment_to, nonce_of
from tests.server.table.sitting import NOW, Sitting, code, same
from torpedo_dice.server.messages.commands import CommitCommand, NameCommand, RevealCommand
from torpedo_dice.server.messages.rest import HumanSeat, OpenSeat
from torpedo_dice.server.table.commands import MAX_DETOURS
from torpedo_dice.server.table.log import Sat
from torpedo_dice.server.table.table import Table


def commit(seat: int, nonce_commitment: str, id: str = "c") -> CommitCommand:  # noqa: A002
    """Return the command that commits a seat."""
    return CommitCommand(id=id, seat=seat, nonce_commitment=nonce_commitment)


def reveal(seat: int, nonce: str, id: str = "r") -> RevealCommand:  # noqa: A002
    """Return the command that reveals a seat's nonce."""
    return RevealCommand(id=id, seat=seat, nonce=nonce)


def waiting() -> Sitting:
    """A table at which Ada has committed and a seat is open."""
    return Sitting(HumanSeat("Ada"), OpenSeat())


def sit(sitting: Sitting, nonce_commitment: str | None) -> None:
    """Have Noor take the open seat."""
    sitting.apply(Sat(NOW, 1, "Noor", "1" * 64, nonce_commitment))


def test_nobody_reveals_before_everyone_has_committed() -> None:
    """Neither while a seat is open nor while somebody at a seat has yet to commit."""
    sitting = waiting()
    early = ("refused", "not_all_committed")
    assert code(sitting.do(0, command=reveal(0, nonce_of(0), "r1"))) == early
    sit(sitting, None)
    assert sitting.view(None)["pending"]["committed"] == [0]
    assert code(sitting.do(0, command=reveal(0, nonce_of(0), "r2"))) == early
    assert sitting.do(1, command=commit(1, commitment_to(1))).answer.ok
    assert sitting.do(0, command=reveal(0, nonce_of(0), "r3")).answer.ok
    same(sitting.table, sitting.rebuilt())


def test_a_commitment_is_final() -> None:
    """It cannot be replaced, by the player or by anyone else, before or after the reveal."""
    sitting = waiting()
    sit(sitting, commitment_to(1))
    other = hashlib.sha256(b"f" * 32).hexdigest()
    again = ("refused", "already_committed")
    assert code(sitting.do(1, command=commit(1, other, "c1"))) == again
    assert code(sitting.do(0, command=commit(1, other, "c2"))) == ("not_yours", "not_your_seat")
    assert sitting.do(1, command=reveal(1, nonce_of(1))).answer.ok
    assert code(sitting.do(1, command=commit(1, other, "c3"))) == again
    revealed = sitting.do(1, command=reveal(1, nonce_of(1), "r2"))
    assert code(revealed) == ("refused", "already_revealed")
    # The repeated command gets the same answer, and does nothing.
    assert sitting.do(1, command=reveal(1, nonce_of(1))).answer.ok


@pytest.mark.parametrize(
    "nonce", ["f" * 32, nonce_of(0), nonce_of(1) + "\n", nonce_of(1).upper() + "a", "ab", ""]
)
def test_a_nonce_that_does_not_fit_is_refused(nonce: str) -> None:
    """Nothing changes at the table."""
    sitting = waiting()
    sit(sitting, commitment_to(1))
    entries = sitting.table.entries
    assert code(sitting.do(1, command=reveal(1, nonce))) == ("refused", "wrong_nonce")
    assert sitting.table.entries == entries


def test_a_commitment_to_something_that_is_no_nonce_never_begins_a_game() -> None:
    """A text with a line break would have begun a game that cannot be loaded again."""
    bad = nonce_of(1) + "\n"
    sitting = waiting()
    sit(sitting, hashlib.sha256(bad.encode()).hexdigest())
    assert code(sitting.do(1, command=reveal(1, bad))) == ("refused", "wrong_nonce")
    assert sitting.view(None)["stage"] == "waiting"


def test_renames_do_not_keep_anyone_from_revealing() -> None:
    """The limit on a table's changes doesn't apply to what the game needs to begin."""
    sitting = waiting()
    for n in range(MAX_DETOURS):
        assert sitting.do(0, command=NameCommand(id=f"n{n}", seat=0, name=f"Ada {n}")).answer.ok
    sit(sitting, None)
    assert sitting.do(1, command=commit(1, commitment_to(1))).answer.ok
    sitting.reveal(0, 1)
    assert sitting.view(None)["stage"] == "take"


def test_after_the_beginning_the_nonces_are_fixed() -> None:
    """Neither command is accepted, and the record has everybody's commitment."""
    sitting = Sitting(HumanSeat("Ada"), HumanSeat("Noor"))
    fixed = ("refused", "begun")
    assert code(sitting.do(0, command=commit(0, commitment_to(1)))) == fixed
    assert code(sitting.do(0, command=reveal(0, nonce_of(0)))) == fixed
    record = sitting.table.record()
    assert record is not None
    assert record["dice"]["nonce_commitments"] == sitting.table.nonce_commitments
    assert sitting.table.nonce_commitments == [commitment_to(0), commitment_to(1)]


def test_who_does_not_reveal_is_visible_to_all() -> None:
    """Even after a restart of the server."""
    sitting = waiting()
    sit(sitting, commitment_to(1))
    sitting.reveal(0)
    tables: list[Table] = [sitting.table, sitting.rebuilt()]
    for table in tables:
        assert table.pending is not None
        assert (table.pending.committed, table.pending.revealed) == ((0, 1), (0,))
        assert table.record() is None
