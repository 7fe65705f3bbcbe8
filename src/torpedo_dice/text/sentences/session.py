"""Starting, resuming and leaving a game, and what is refused on the command line."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Text, Texts


class SessionSentences:
    """Sentences before and after a game."""

    # --------------------------------------------------------------------- beginning and leaving

    TITLE = Text("Torpedo Dice, {mode}: {names}.")
    TITLE_SOLO = Text("Torpedo Dice, Solo: {names} against the automaton.")
    COMMITMENT = Text(
        "All the dice are decided before the first roll. Their fingerprint (SHA-256 of the seed):"
    )
    TYPE_HELP = Text("You can always type help, look, words, log, back, resign or quit.")
    KEPT = Text("Every move is saved in {file}.")
    RESUMED = Text("Resuming the game in {file} in round {round}.")
    RESUMED_OVER = Text("The game in {file} is over.")
    TORN = Text("The last line of {file} is incomplete and was ignored.")
    NO_GAME_YET = Text("The game hasn’t started yet.")
    REALLY_QUIT = Text("This game isn’t saved and will be lost. Leave anyway? Type yes or no.")
    REALLY_RESIGN = Text("{name}, do you really want to resign? Type yes or no.")
    STAND_IN = Text("{bot} plays on for {name}.")
    # A bot that plays here: its rank and name, its temperament and its strength.
    OPPONENT = Text("{rank} {name}: {about} {difficulty}.")
    DIFFICULTIES = Texts(
        {
            "ensign": N_("Easy"),
            "lieutenant": N_("Medium"),
            "captain": N_("Hard"),
            "admiral": N_("Very hard"),
        }
    )
    LEFT = Text("You’ve left the game.")
    STOPPED = Text("Stopped.")
    HOW_TO_RESUME = Text("To resume it: torpedo text --save {file}")
    NOT_KEPT = Text("This game wasn’t saved. To save one, start it with --save FILE.")
    NOT_SAVED = Text("{file}: your last choice couldn’t be saved, so it wasn’t made: {why}")
    BOT_FAILED = Text("the game can’t go on: {name}’s bot {why}")
    BOT_REPLACED = Text("{name} failed to move. {bot} takes over.")
    BOT_WHY = Text("Reason: the bot {why}.")
    UNFINISHED = Text("The game is unfinished.")
    SENTENCE = Text("{problem}.")
    SEED = Text("The seed of the dice was:")
    RECORD_WRITTEN = Text("The record is in {file}. To check its dice: torpedo verify {file}")
    RECORD_FAILED = Text("{file}: can’t be written: {why}")
    RECORD_HINT = Text(
        "Next time, add --record FILE to get a record whose dice you can check with torpedo verify."
    )
    ASK_MODE = Text("What do you want to play: solo, mission or training? Press Enter for solo.")
    NO_SUCH_MODE = Text("“{answer}” isn’t a mode: choose solo, mission or training.")
    ASK_OPPONENTS = Text(
        "Who are you playing? Type up to three opponents: human or a bot ({bots}). "
        "Press Enter for {default}."
    )
    NO_SUCH_OPPONENT = Text("“{answer}” is neither human nor a bot ({bots}).")
    OPPONENT_COUNT = Text("Type one, two or three opponents.")
    ASK_NAME = Text("What’s your name? Press Enter for {default}.")
    ASK_NEXT_NAME = Text("What’s the next player’s name? Press Enter for {default}.")

    # --------------------------------------------------------------------- bad input, exit code 2

    BAD_NAME = Text("{name} isn’t a valid name: names have 1 to {most} printable characters")
    NAME_TWICE = Text("two players can’t both be called {name}")
    COMMAND_NOT_SAVED = Text("a game against a command can’t be saved")
    TOO_MANY_NAMES = Text("there are more names ({given}) than human players ({humans})")
    NO_SUCH_FIRST = Text("there’s no seat {seat}: seats are numbered 0 to {last}")
    RECORD_IS_SAVE = Text("{file}: can’t be both the saved game and the record")
    RECORD_EXISTS = Text("{file}: already exists, and a record never overwrites another file")
    NO_FOLDER = Text(
        "{file}: can’t be written: there’s no such folder, or you have no access to it"
    )
    NOT_A_SAVE = Text("{file}: isn’t a saved game")
    SAVE_VERSION = Text("{file}: was saved by another version of the game (format {version})")
    SAVE_DAMAGED = Text("{file}: line {line} is damaged: {why}")
    SAVE_UNREADABLE = Text("{file}: can’t be opened: {why}")
    SAVE_IN_USE = Text("{file}: this game is already being played elsewhere")
    OTHER_SHEET = Text("{file}: the saved game uses a different sheet that is also called {sheet}")
    NO_SUCH_SOLO_END = Text("unknown solo_end {solo_end!r}: use {known}")
    CONTRADICTION = Text("{file}: the saved game has {key} {saved}, not {given}")
    # What can contradict a saved game.
    KEYS = Texts(
        {
            "mode": N_("mode"),
            "seats": N_("seats"),
            "names": N_("names"),
            "solo end": N_("solo end"),
            "first seat": N_("first seat"),
            "sheet": N_("sheet"),
        }
    )
    DRAWN = Text("drawn by the dice")
    CHECK_FAILED = Text("its checksum doesn’t match")
    NOT_JSON = Text("it isn’t JSON")
    NO_ENTRY = Text("it isn’t an object")
