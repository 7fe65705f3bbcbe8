"""Programs that the host of a server offers as bots: `NAME=cmd:COMMAND`, given when it starts.

Clients only see and send the name. What it runs is never theirs to choose.
"""

from __future__ import annotations

from torpedo_dice.bots.command_bot import check_protocol
from torpedo_dice.bots.failure import BotFailedError
from torpedo_dice.bots.registry import (
    COMMAND,
    UnknownBotError,
    is_command,
    offer_command,
    withdraw_command,
)
from torpedo_dice.rules import Sentence


def offer(text: str) -> None:
    """Offer a program that speaks the protocol; UnknownBotError if it doesn't, or can't be run."""
    name, _, command = text.partition("=")
    if not is_command(command):
        raise UnknownBotError(
            Sentence("{text!r} isn’t a bot to offer: use NAME=cmd:COMMAND", text=text)
        )
    offer_command(name, command)
    try:
        check_protocol(command.removeprefix(COMMAND))
    except BotFailedError as error:
        withdraw_command(name)
        raise UnknownBotError(
            Sentence("{name!r} can’t be offered: {why}", name=name, why=error.args[0])
        ) from None
