"""Starting, resuming and leaving a game, and what is refused on the command line."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Text, Texts


class SessionSentences:
    """Sentences before and after a game."""

    # --------------------------------------------------------------------- beginning and leaving

    TITLE = Text("Torpedo Dice, {mode}: {names}.")
    TITLE_SOLO = Text("Torpedo Dice, Solo: {names} against the automaton.")
    COMMITMENT = Text("The dice are settled before the first roll. SHA-256 of their secret seed:")
    TYPE_HELP = Text("At every question you may type help, look, words, log, back, resign or quit.")
    KEPT = Text("The game is kept in {file}, move by move.")
    RESUMED = Text("The game in {file} goes on in round {round}.")
    RESUMED_OVER = Text("The game in {file} is over.")
    TORN = Text("The last line of {file} was cut off in the middle of writing and is dropped.")
    NO_GAME_YET = Text("The game has not begun yet.")
    REALLY_QUIT = Text("The game is not kept and will be lost. Leave it? Type yes or no.")
    REALLY_RESIGN = Text("{name}, do you really want to give up? Type yes or no.")
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
    LEFT = Text("You left the game.")
    STOPPED = Text("Stopped.")
    HOW_TO_RESUME = Text("To go on with it: torpedo text --save {file}")
    NOT_KEPT = Text("The game was not kept. Start with --save FILE to keep one.")
    NOT_SAVED = Text("{file}: the last choice could not be saved, so it was not made: {why}")
    BOT_FAILED = Text("the game cannot go on: the bot of {name} {why}")
    BOT_REPLACED = Text("{name} did not move. {bot} plays for it from now on.")
    BOT_WHY = Text("The bot {why}.")
    UNFINISHED = Text("The game is unfinished.")
    SENTENCE = Text("{problem}.")
    SEED = Text("The seed of the dice was:")
    RECORD_WRITTEN = Text("The record is in {file}. Check its dice with: torpedo verify {file}")
    RECORD_FAILED = Text("{file}: the record could not be written: {why}")
    RECORD_HINT = Text(
        "With --record FILE a game leaves a record, and torpedo verify checks its dice."
    )
    ASK_MODE = Text("What do you want to play: solo, mission or training? Press Enter for solo.")
    NO_SUCH_MODE = Text("{answer} is not a mode: type solo, mission or training.")
    ASK_OPPONENTS = Text(
        "Who else plays? Type human, or a bot ({bots}), up to three of them. "
        "Press Enter for {default}."
    )
    NO_SUCH_OPPONENT = Text("{answer} is neither human nor a bot ({bots}).")
    OPPONENT_COUNT = Text("Type one, two or three opponents.")
    ASK_NAME = Text("What is your name? Press Enter for {default}.")
    ASK_NEXT_NAME = Text("What is the name of the next player? Press Enter for {default}.")

    # --------------------------------------------------------------------- bad input, exit code 2

    BAD_NAME = Text("{name} cannot be a name: 1 to {most} printable characters")
    NAME_TWICE = Text("two players are named {name}")
    TOO_MANY_NAMES = Text("{given} names were given for {humans} human players")
    NO_SUCH_FIRST = Text("seat {first} cannot start: the seats are 0 to {last}")
    RECORD_IS_SAVE = Text("{file}: is named both for the saved game and for the record")
    RECORD_EXISTS = Text("{file}: exists already, and a record is never written over another file")
    NO_FOLDER = Text("{file}: there is no such folder to write into")
    NOT_A_SAVE = Text("{file}: is not a saved game")
    SAVE_VERSION = Text("{file}: was saved by another version of the game (format {version})")
    SAVE_DAMAGED = Text("{file}: line {line} is damaged: {why}")
    SAVE_UNREADABLE = Text("{file}: cannot be opened: {why}")
    SAVE_IN_USE = Text("{file}: another program is playing this game")
    OTHER_SHEET = Text("{file}: the saved game has another sheet of the name {sheet}")
    NO_SUCH_SOLO_END = Text("{answer} is not an end of the solo game: use {known}")
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
    CHECK_FAILED = Text("its check does not fit")
    NOT_JSON = Text("it is not JSON")
    NO_ENTRY = Text("it holds no move")
