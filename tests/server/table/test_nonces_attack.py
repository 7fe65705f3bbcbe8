"""The host's attack on the dice: it works against scheme 1 and fails against scheme 2.

The attacker is a program that knows what a host knows: the seed, which it draws itself, the order
of the seats, and everybody's nonce as soon as it arrives. It wants its bot to start and to roll
sixes. Ada is the victim; Eve, who sits down last, may be the host's accomplice.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from itertools import count, islice, permutations

import msgspec

from tests.server.table.sitting import NOW, Sitting, code
from torpedo_dice.record import (
    SCHEME_1,
    SCHEME_2,
    FairDice,
    PlayerInfo,
    RecordData,
    RecordedGame,
    nonce_commitment_of,
    verify,
)
from torpedo_dice.rules import Mode
from torpedo_dice.server.messages.commands import RevealCommand
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, OpenSeat
from torpedo_dice.server.table.log import Sat
from torpedo_dice.server.table.table import Table
from torpedo_dice.sheets import load_sheet

ADA, EVE, BOT = range(3)
PLAYERS = (PlayerInfo("Ada"), PlayerInfo("Eve"), PlayerInfo("Ensign", "bot", "ensign"))
# Enough for a goal that chance meets one time in 108: in vain once in 10^80 attacks.
TRIES = 20_000


def drawn() -> str:
    """Draw a nonce as an honest device does."""
    return secrets.token_hex(16)


def numbered() -> Iterator[str]:
    """Yield nonces to try."""
    return (f"{n:032x}" for n in count())


def is_rigged(dice: FairDice, sixes: int) -> bool:
    """Whether the bot starts and the first dice are sixes."""
    return dice.first(3) == BOT and dice.roll(1, 4)[:sixes] == (6,) * sixes


def rigged(choices: Iterable[FairDice], sixes: int = 2) -> FairDice | None:
    """Return the first dice among the host's choices that serve it."""
    return next((dice for dice in islice(choices, TRIES) if is_rigged(dice, sixes)), None)


def record_with(dice: FairDice) -> RecordData:
    """Play a game with some dice to its end, and return its record."""
    played = RecordedGame(load_sheet("training"), Mode.TRAINING, PLAYERS, dice)
    played.begin()
    while not played.game.is_over:
        for seat in played.game.seats_to_move():
            played.apply(next(iter(played.game.legal_moves(seat))))
    return played.record()


def test_scheme_1_lets_the_host_choose_the_dice() -> None:
    """It draws the bot's nonce when it knows Ada's, and the record passes every check of hers."""
    seed, ada, eve = secrets.token_bytes(32), drawn(), drawn()
    dice = rigged(FairDice(seed, (ada, eve, bot), SCHEME_1) for bot in numbered())
    assert dice is not None
    record = record_with(dice)
    assert (record["first"], record["rounds"][0]["dice"][:2]) == (BOT, [6, 6])
    assert verify(record) is None
    assert record["dice"]["commitment"] == FairDice(seed, ()).commitment
    assert record["dice"]["nonces"][ADA] == ada
    # At a rematch it drew the nonces of all who had not asked for it.
    assert rigged(FairDice(seed, (ada, eve, "00"), SCHEME_1) for eve in numbered())


class Game:
    """A game at a real table of scheme 2, up to the moment at which all have committed."""

    def __init__(self, eve: str) -> None:
        self.ada, self.eve = drawn(), eve
        waiting = Sitting(
            HumanSeat("Ada", nonce_commitment_of(self.ada)), OpenSeat(), BotSeat("ensign")
        )
        # The dice draw who starts.
        setup = msgspec.structs.replace(waiting.table.setup, first=None)
        waiting.table = Table("t", setup, NOW)
        waiting.apply(Sat(NOW, EVE, "Eve", "1" * 64, nonce_commitment_of(eve)))
        self.sitting = waiting
        self.seed = bytes.fromhex(setup.seed)

    def reveal(self, seat: int, nonce: str) -> bool:
        """Send a nonce; whether the table took it."""
        command = RevealCommand(id=drawn(), seat=seat, nonce=nonce)
        reply = self.sitting.do(seat, command=command)
        assert reply.answer.ok or code(reply) == ("refused", "wrong_nonce")
        return reply.answer.ok

    def dice_if(self, *, ada: str, eve: str) -> FairDice:
        """Return the dice that some nonces would give."""
        return FairDice(self.seed, (ada, eve, ""), SCHEME_2)


def test_host_and_last_player_together_cannot_choose_the_dice() -> None:
    """Over many games they get what they want as often as chance does.

    Eve commits when she knows the seed, but not Ada's nonce; once she knows it, no other nonce of
    hers is taken. All that is left is not to reveal it, and everyone sees who does not.
    """
    games, lucky = 400, 0
    for _ in range(games):
        game = Game(eve=drawn())
        assert game.reveal(ADA, game.ada)
        wanted = next(n for n in numbered() if is_rigged(game.dice_if(ada=game.ada, eve=n), 1))
        assert not game.reveal(EVE, wanted)
        for seat in (None, ADA):
            view = game.sitting.view(seat)
            assert view["stage"] == "waiting"
            assert (view["pending"]["committed"], view["pending"]["revealed"]) == ([0, 1], [0])
        assert game.reveal(EVE, game.eve)
        dice = game.dice_if(ada=game.ada, eve=game.eve)
        view = game.sitting.view(ADA)
        assert (view["start"], tuple(view["dice"])) == (dice.first(3), dice.roll(1, 4))
        lucky += is_rigged(dice, 1)
    # The start and a six: one game in 18, within five standard errors.
    chance = 1 / 18
    assert abs(lucky - games * chance) < 5 * (games * chance * (1 - chance)) ** 0.5


def test_nothing_shows_a_nonce_or_the_seed_early() -> None:
    """Who commits last sees commitments alone, and not the dice that they will give."""
    game = Game(eve=drawn())
    assert game.sitting.table.pending is not None
    shown = str(game.sitting.view(EVE)) + str(game.sitting.view(None))
    assert game.ada not in shown
    assert game.sitting.table.setup.seed not in shown


def test_a_host_that_breaks_the_rules_is_found() -> None:
    """Whatever its own program lets it change shows in what Ada kept, or in `verify`."""
    seed, ada, eve = secrets.token_bytes(32), drawn(), drawn()
    honest = FairDice(seed, (ada, eve, ""), SCHEME_2)
    noted = honest.to_data(is_over=False)

    def is_accepted(record: RecordData) -> bool:
        dice = record["dice"]
        keys = ("scheme", "commitment", "nonce_commitments")
        is_as_noted = all(dice.get(key) == noted[key] for key in keys)
        return verify(record) is None and is_as_noted and dice["nonces"][ADA] == ada

    assert is_accepted(record_with(honest))
    forgeries: list[Iterable[FairDice]] = [
        (FairDice(secrets.token_bytes(32), honest.nonces, SCHEME_2) for _ in count()),
        (FairDice(seed, (nonce, eve, ""), SCHEME_2) for nonce in numbered()),
        (FairDice(seed, (ada, nonce, ""), SCHEME_2) for nonce in numbered()),
        (FairDice(seed, (ada, eve, nonce), SCHEME_2) for nonce in numbered()),
        (FairDice(seed, (ada, eve, nonce), SCHEME_1) for nonce in numbered()),
    ]
    for forgery in forgeries:
        dice = rigged(forgery)
        assert dice is not None
        assert not is_accepted(record_with(dice))
    for order in set(permutations(honest.nonces)) - {honest.nonces}:
        assert not is_accepted(record_with(FairDice(seed, order, SCHEME_2)))
