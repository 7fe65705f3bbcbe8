"""The computer players: the ranked ladder and bots from other packages, looked up by name."""

from torpedo_dice.bots.bot import Bot, BotWithOpinions, NoOpinionsError, has_opinions, opinions_of
from torpedo_dice.bots.characters import (
    Character,
    character_named,
    characters,
    characters_of,
    free_character,
)
from torpedo_dice.bots.ensign import Ensign
from torpedo_dice.bots.failure import BotFailedError
from torpedo_dice.bots.lieutenant import Lieutenant
from torpedo_dice.bots.offered import offer
from torpedo_dice.bots.opinion import Opinion, telling_shots
from torpedo_dice.bots.registry import (
    BOTS,
    QUICK,
    STAND_IN,
    BrokenBotError,
    UnknownBotError,
    bot_names,
    check_name,
    is_command,
    is_ours,
    is_trained,
    make_bot,
)
from torpedo_dice.bots.seated import SeatedBot, check_bot

__all__ = [
    "BOTS",
    "QUICK",
    "STAND_IN",
    "Bot",
    "BotFailedError",
    "BotWithOpinions",
    "BrokenBotError",
    "Character",
    "Ensign",
    "Lieutenant",
    "NoOpinionsError",
    "Opinion",
    "SeatedBot",
    "UnknownBotError",
    "bot_names",
    "character_named",
    "characters",
    "characters_of",
    "check_bot",
    "check_name",
    "free_character",
    "has_opinions",
    "is_command",
    "is_ours",
    "is_trained",
    "make_bot",
    "offer",
    "opinions_of",
    "telling_shots",
]
