"""Everything the text game says, in English: data only, so that it can be translated in one place.

Whole sentences with named placeholders. A pair is said of one or of many: `{count}` decides. Which
sentence fits is for `words.py` and for those who ask the questions.
"""

from __future__ import annotations

from typing import TypeAlias

from torpedo_dice.rules import Mode, Rank, Status, System

# Said of one, and of many.
Pair: TypeAlias = tuple[str, str]

# --------------------------------------------------------------------- single words

SYSTEMS: dict[System, str] = {
    System.PERISCOPE: "periscope",
    System.ARTILLERY: "artillery",
    System.TOWER: "tower",
    System.FINS: "fins",
    System.ENGINE: "engine",
    System.PORTHOLES: "portholes",
    System.PROPELLER: "propeller",
}
SCREENS = ("left screen", "middle screen", "right screen")
MODES: dict[Mode, str] = {Mode.TRAINING: "Training", Mode.MISSION: "Mission", Mode.SOLO: "Solo"}
RANKS = {Rank.LIEUTENANT: "Lieutenant", Rank.CAPTAIN: "Captain", Rank.ADMIRAL: "Admiral"}
BOTS = {
    "ensign": "Ensign",
    "lieutenant": "Lieutenant",
    "captain": "Captain",
    "admiral": "Admiral",
}
DIRECTIONS = {
    "horizontal": "horizontal",
    "vertical": "vertical",
    "falling": "falling",
    "rising": "rising",
}
STATES: dict[Status, str] = {
    Status.READY: "ready",
    Status.READY_BY_SCREEN: "ready through its screen",
    Status.OFF: "switch off",
    Status.SCREEN_INCOMPLETE: "waits for its screen",
    Status.USES_SPENT: "no uses left",
    Status.DESTROYED: "destroyed",
}
STATE_WITH_USES: Pair = ("ready, {count} use left", "ready, {count} uses left")
LIST_OF_TWO = "{first} and {last}"
NOTHING = "none"
ENEMY = "The enemy"
PLAYER = "Player"
NUMBERED = "{name} {number}"

# What a player may type; the first word of each is the one that is shown.
YES = ("yes", "y")
NO = ("no", "n")
BACK = ("back",)
NONE = ("none", "0")
ACTIVATE = ("activate",)
FIRE = ("fire",)
HELP = ("help", "?")
LOOK = ("look",)
WORDS = ("words",)
LOG = ("log",)
QUIT = ("quit", "exit")

# --------------------------------------------------------------------- what happened

STARTED = "{name} is the first start player."
ROLLED = "Round {round}: {name} rolls {dice}."
TAKEN = "{name} takes the {die}."
FINISHED = "{name} has chosen."
TOOK_BACK = "{name} thinks again."
REROLLED = "{name} rolls the die again: a {face}."
USED: dict[System, str] = {
    System.PERISCOPE: "{name} uses the periscope: the {die} becomes a {face}.",
    System.ARTILLERY: "{name} uses the artillery: the {die} fires one torpedo more.",
    System.TOWER: "{name} uses the tower: the {die} becomes a {face}.",
    System.FINS: "{name} uses the fins: the {die} becomes a {face}, like the die of {other}.",
    System.ENGINE: "{name} uses the engine: the {die} fires one torpedo less.",
    System.PORTHOLES: "{name} uses the portholes: the {die} is fired in one line.",
    System.PROPELLER: "{name} uses the propeller: the {die} is rolled again, a {face}.",
}
USED_FINS_SOLO = "{name} uses the fins: the {die} becomes a {face}, like the die not taken."
USES = "{name} uses the {system}."
FIRED = "{name} fires the {face} at {fields}: {hits}, {misses}."
FIRED_NOTHING = "{name} fires no torpedo."
HITS: Pair = ("{count} hit", "{count} hits")
MISSES: Pair = ("{count} miss", "{count} misses")
RESERVE_LEFT: Pair = ("{count} reserve torpedo is left.", "{count} reserve torpedoes are left.")
MARKED_SKULL = "{name} has no torpedo left for the misses and marks the skull."
ACTIVATED = "{name} switches the {system} on."
DESTROYED: dict[System, str] = {
    System.PERISCOPE: "{name}'s periscope is destroyed.",
    System.ARTILLERY: "{name}'s artillery is destroyed.",
    System.TOWER: "{name}'s tower is destroyed.",
    System.FINS: "{name}'s fins are destroyed.",
    System.ENGINE: "{name}'s engine is destroyed.",
    System.PORTHOLES: "{name}'s portholes are destroyed.",
    System.PROPELLER: "{name}'s propeller is destroyed.",
}
AUTOMATON_HIT = "The automaton fires with the {die} and hits {name}'s {system}."
AUTOMATON_DESTROYED = "The automaton fires with the {die} and destroys {name}'s {system}."
# The system of the die was destroyed before.
AUTOMATON_HIT_NEXT = (
    "The automaton fires with the {die}; the arrows lead it past the {aimed}, destroyed before, "
    "and it hits {name}'s {system}."
)
AUTOMATON_DESTROYED_NEXT = (
    "The automaton fires with the {die}; the arrows lead it past the {aimed}, destroyed before, "
    "and it destroys {name}'s {system}."
)
AUTOMATON_MISSED = (
    "The automaton fires with the {die} at {name}'s {system}, destroyed before, and misses: "
    "an explosion was marked in this round."
)
AUTOMATON_SILENT = "The automaton does not fire any more."
ROUND_ENDED = "Round {round} is over."

# --------------------------------------------------------------------- the end, and why

SANK = "{winner} sank the enemy submarine and wins."
SANK_MORE_RESERVE = "{sinkers} sank their targets; {winner} has more reserve torpedoes and wins."
SANK_SHARED = (
    "{sinkers} sank their targets; {winners} have equally many reserve torpedoes and share the win."
)
SKULL: Pair = ("{names} marked the skull and is out.", "{names} marked the skull and are out.")
SANK_BUT_SKULL = "{name} sank the enemy submarine in this very round, but the skull decides."
BEST_SCORE = "{winner} has the highest score and wins."
ALONE_LEFT = "{winner} is the only one without a skull and wins."
BEST_SCORE_MORE_RESERVE = (
    "{tied} have the same score; {winner} has more reserve torpedoes and wins."
)
BEST_SCORE_SHARED = (
    "{winners} have the same score and equally many reserve torpedoes, and share the win."
)
ALL_SKULLS = "Everybody marked the skull: nobody wins."
SCORE = "{name}: {hits} and {reserve} make {score} points."
RESERVE: Pair = ("{count} reserve torpedo", "{count} reserve torpedoes")
SOLO_WON = "{name} sank the enemy submarine and wins."
SOLO_SCORE = "{systems} and {reserve} left: {score} points, the rank of {rank}."
SYSTEMS_COUNT: Pair = ("{count} system", "{count} systems")
SOLO_SKULL = "{name} marked the skull: the game is lost."
SOLO_AUTOMATON = "The automaton destroyed the last system of {name}: the game is lost."

# --------------------------------------------------------------------- the table

ATTACKS = "{name} attacks the submarine of {target}."
GRID_TITLE = "The submarine of {target}, attacked by {name} ({hits} of {targets} targets hit)"
GRID_TITLE_SOLO = "The enemy submarine ({hits} of {targets} targets hit)"
LEGEND = "1-{last}: target of that system   X: hit   o: hull   .: water"
LEGEND_SHOT = "[ ]: your shot"
DASHBOARD_TITLE = "The systems of {name}"
RESERVE_LINE = "Reserve torpedoes: {reserve} of {all}. Skull: {skull}."
SKULL_MARKED = "marked"
SKULL_FREE = "not marked"
BOXES = "marked {marks} of {boxes}"
EXPLOSIONS = "Explosion boxes: {marked} of {all}."
GLANCE_STATE = "{state}: {systems}."
GLANCE_MARKS = "Marks of the automaton: {marks}."
MARKS = "{system} {marks} of {boxes}"
GLANCE_OTHER = "{name}: {hits} so far, {reserve} left."
OTHER = "{name}: {hits} so far, {reserve} left; ready: {ready}; destroyed: {destroyed}."
OTHER_CHOSE = "{name} has chosen already."
SYSTEM_TO_HIT = "{number} {system}: {left} of {all} fields to hit: {fields}."
SYSTEM_GONE = "{number} {system}: destroyed."
SYSTEM_STATE = "{number} {system}, {screen}: {state}."
SYSTEM_STATE_SOLO = "{number} {system}, {screen}: {state}; {boxes}."
SHEET_TITLE = "The sheet {sheet}"
SHEET_LIMIT: Pair = ("{system}: {count} use in a game", "{system}: {count} uses in a game")
SHEET_SCREEN = "{screen}: {systems}"
SHEET_RESERVE = "reserve torpedoes: {count}"
SHEET_BOXES = "automaton: {boxes} boxes a system, {explosions} explosion boxes"
SHEET_ARROWS = "automaton's arrows: {systems}"

# --------------------------------------------------------------------- questions

PROMPT = "> "
ASK_DIE = "{name}, which die do you take? {dice}"
ASK_DIE_SOLO = "{name}, which die do you take? {dice} (The automaton gets the other one.)"
CONFIRM_DIE = "Take the {die}? Press Enter to take it, or type back."
NOTHING_READY = "None of your systems is ready, so the {die} stays as it is."
USING = "You use {use}."
USES_TITLE = "Your systems that are ready:"
ASK_MODIFY = "{name}, your die is a {die}. Which system do you use? Press Enter for none."
BECOMES = "{use}: it becomes a {face}"
USE_EFFECTS: dict[System, str] = {
    System.ARTILLERY: "{use}: one torpedo more",
    System.ENGINE: "{use}: one torpedo less",
    System.PORTHOLES: "{use}: all torpedoes in one line",
    System.PROPELLER: "{use}: roll it again",
}
CONFIRM_ROLL = "A roll of the propeller cannot be taken back. Roll? Type yes or back."
ASK_FIELD = "{name}, where does your torpedo go? Type its field, such as C4."
ASK_CENTRE = (
    "{name}, where does your {face} go? Type its centre, such as C4, or all {count} fields."
)
ASK_PIP = "{name}, where do your {count} torpedoes go? Type the first field, such as C4, or all."
ASK_LINE_START = "{name}, where does your line of {count} start? Type a field, such as C4, or all."
ASK_NO_TORPEDO = "{name}, the engine takes the only torpedo away. Type fire to fire none."
OR_ACTIVATE = "Instead of firing: activate {systems}."
ASK_WAY = "Which way? Type its number."
ASK_DIRECTION = "In which direction? Type its number or its word."
WAY = "{number}: {fields} ({hits}, {misses})"
WAY_UNFINISHED = "{number}: {fields}"
DIRECTION = "{number} {direction}: {fields} ({hits}, {misses})"
ASK_EXTRA = "Where does the extra torpedo go? Hits: {hitting}. Misses: {missing}."
ASK_REMOVED = (
    "Which torpedo does the engine take away? Would hit: {hitting}. Would miss: {missing}."
)
CONFIRM_FIRE = "Fire? Type yes, or back to change it."
CONFIRM_ACTIVATE = "Switch the {system} on and fire nothing? Type yes, or back to change it."
PREVIEW = "At {fields}: {hits}, {misses}."
PREVIEW_NOTHING = "No torpedo is fired."
PREVIEW_DESTROYS = "This destroys the {systems}."
PREVIEW_SINKS = "This sinks the submarine."
PREVIEW_SKULL = "Careful: this marks the skull!"
PREVIEW_AUTOMATON = "Then: {what}"
RESERVE_STAYS: Pair = ("{count} reserve torpedo stays.", "{count} reserve torpedoes stay.")
CHOICE_IN = "Your choice is in, {name}. Press Enter to hide it, or type back to change it."
HAND_OVER = "Pass the device to {name}. {name}: press Enter when nobody else looks."

# --------------------------------------------------------------------- answers that do not do

UNKNOWN_ANSWER = "{answer} is not an answer here."
JUST_ENTER = "Just press Enter."
YES_OR_BACK = "Type yes or back."
NO_SUCH_DIE = "There is no die {answer} to take."
NO_SUCH_USE = "{answer} is not one of your systems: type its name or number, or none."
AMBIGUOUS = "{answer} can mean more than one thing: {meanings}."
NO_FIELD = "{answer} is not a field: type a letter and a number, such as C4."
NO_WAY = "{answer} is not one of the ways: type a number from 1 to {last}."
NO_EXTRA = "{answer} is not a free field of the raster."
NO_REMOVED = "{answer} is not one of the torpedoes."
TOO_MANY_WORDS = "{answer} was too much and is passed over."
WHICH_SYSTEM = "Type which system: {systems}."
NO_SWITCH_LEFT = "There is no system to switch on."
NOTHING_BACK = "There is nothing to go back to here."
DIE_STAYS = "The die is taken and stays taken."
ROLL_STAYS = "The roll of the propeller stays; choose what to do with it."
REFUSED = {
    "system_off": "The {system} cannot be used: the switch is off.",
    "system_screen_incomplete": (
        "The {system} cannot be used: first the others on the screen must be on or destroyed."
    ),
    "system_uses_spent": "The {system} cannot be used: no use is left in this game.",
    "system_destroyed": "The {system} cannot be used any more: destroyed.",
    "tower_wrap": "The tower cannot turn a {die} that way.",
    "fins_own_die": "The fins copy the die of another player, not your own.",
    "no_such_system": "This submarine has no {system}.",
    "no_switches": "Training has no switches: fire instead.",
    "no_switch": "The {system} cannot be switched on: only the others on the screen make it ready.",
    "already_on": "You have switched the {system} on already.",
    "torpedo_count": "All torpedoes are fired: your die has {count}, and you named {given}.",
    "formation": "Those fields are not a formation of your die; type help to see the formations.",
    "off_the_grid": "That is too far out: the raster must lie on at least one field of the grid.",
    "field_twice": "You named a field twice.",
}

# --------------------------------------------------------------------- beginning and leaving

TITLE = "Torpedo Dice, {mode}: {names}."
TITLE_SOLO = "Torpedo Dice, Solo: {names} against the automaton."
COMMITMENT = "The dice are settled before the first roll. SHA-256 of their secret seed:"
TYPE_HELP = "At every question you may type help, look, words, log, back or quit."
KEPT = "The game is kept in {file}, move by move."
RESUMED = "The game in {file} goes on in round {round}."
RESUMED_OVER = "The game in {file} is over."
TORN = "The last line of {file} was cut off in the middle of writing and is dropped."
NO_LOG = "Nothing has happened yet."
NO_GAME_YET = "The game has not begun yet."
REALLY_QUIT = "The game is not kept and will be lost. Leave it? Type yes or no."
LEFT = "You left the game."
STOPPED = "Stopped."
HOW_TO_RESUME = "To go on with it: torpedo text --save {file}"
NOT_KEPT = "The game was not kept. Start with --save FILE to keep one."
NOT_SAVED = "{file}: the last choice could not be saved, so it was not made: {why}"
BOT_FAILED = "the game cannot go on: the bot of {name} {why}"
UNFINISHED = "The game is unfinished."
SENTENCE = "{problem}."
SEED = "The seed of the dice was:"
RECORD_WRITTEN = "The record is in {file}. Check its dice with: torpedo verify {file}"
RECORD_FAILED = "{file}: the record could not be written: {why}"
RECORD_HINT = "With --record FILE a game leaves a record, and torpedo verify checks its dice."
ASK_MODE = "What do you want to play: solo, mission or training? Press Enter for solo."
NO_SUCH_MODE = "{answer} is not a mode: type solo, mission or training."
ASK_OPPONENTS = (
    "Who else plays? Type human, or a bot ({bots}), up to three of them. Press Enter for {default}."
)
NO_SUCH_OPPONENT = "{answer} is neither human nor a bot ({bots})."
OPPONENT_COUNT = "Type one, two or three opponents."
ASK_NAME = "What is your name? Press Enter for {default}."
ASK_NEXT_NAME = "What is the name of the next player? Press Enter for {default}."

# --------------------------------------------------------------------- bad input, exit code 2

BAD_NAME = "{name} cannot be a name: 1 to {most} printable characters"
NAME_TWICE = "two players are named {name}"
TOO_MANY_NAMES = "{given} names were given for {humans} human players"
NO_SUCH_FIRST = "seat {first} cannot start: the seats are 0 to {last}"
RECORD_IS_SAVE = "{file}: is named both for the saved game and for the record"
RECORD_EXISTS = "{file}: exists already, and a record is never written over another file"
NO_FOLDER = "{file}: there is no such folder to write into"
NOT_A_SAVE = "{file}: is not a saved game"
SAVE_VERSION = "{file}: was saved by another version of the game (format {version})"
SAVE_DAMAGED = "{file}: line {line} is damaged: {why}"
SAVE_UNREADABLE = "{file}: cannot be opened: {why}"
SAVE_IN_USE = "{file}: another program is playing this game"
OTHER_SHEET = "{file}: the saved game has another sheet of the name {sheet}"
NO_SUCH_SOLO_END = "{answer} is not an end of the solo game: use {known}"
CONTRADICTION = "{file}: the saved game has {key} {saved}, not {given}"
DRAWN = "drawn by the dice"
CHECK_FAILED = "its check does not fit"
NOT_JSON = "it is not JSON"
NO_ENTRY = "it holds no move"

# --------------------------------------------------------------------- help

HELP_AIM = (
    "Sink the submarine: hit every target field. A die fires its pips as they lie on",
    "the 3x3 raster, anywhere on the grid. A torpedo that hits no new target is a miss",
    "and costs a reserve torpedo; a miss with none left marks the skull.",
    "The formations:",
)
HELP_TURN = "{faces} may be turned by a quarter."
HELP_TYPING = (
    "Type the centre of the raster (C4), then which way; or all fields (B3 B5 C4 D3 D5).",
    "Before you confirm with yes, your torpedoes stand in [ ]; back changes your mind.",
)
HELP_SYSTEMS = "Your systems; one may be used on your die in a round:"
HELP_SYSTEM: dict[System, str] = {
    System.PERISCOPE: "turns your die upside down: 1 and 6, 2 and 5, 3 and 4 change places.",
    System.ARTILLERY: "adds one torpedo on a free spot of the raster.",
    System.TOWER: "makes your die one more or one less.",
    System.FINS: "turn your die to the face that another player took.",
    System.ENGINE: "takes one torpedo of your choice away.",
    System.PORTHOLES: "put all torpedoes in one straight line.",
    System.PROPELLER: "rolls your die again; the new roll stays.",
}
HELP_FINS_SOLO = "turn your die to the face of the die that you did not take."
HELP_SWITCHES = (
    "They are off at first: instead of firing, type activate and a system.",
    "Artillery and portholes have no switch: they are ready as soon as both others",
    "on their screen are on or destroyed.",
)
HELP_AUTOMATON = "The automaton fires at your system with the number of the die that you leave."
HELP_COMMANDS = (
    "look: draw the table   words: tell it in words   log: tell the game so far",
    "back: to the question before   quit: leave the game",
)
