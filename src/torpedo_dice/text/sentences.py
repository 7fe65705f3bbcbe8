"""Everything the text game says, in English: data only, so that it can be translated in one place.

Whole sentences with named placeholders. Which sentence fits is for `words.py` and for those who ask
the questions. `say.FIRED` is the sentence in the language that is spoken.
"""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Lines, Plural, Text, Texts, Words
from torpedo_dice.rules import Mode, Rank, Status, System, Verdict


class Sentences:
    """The sentences, each under its name."""

    # --------------------------------------------------------------------- single words

    SYSTEMS = Texts(
        {
            System.PERISCOPE: N_("periscope"),
            System.ARTILLERY: N_("artillery"),
            System.TOWER: N_("tower"),
            System.FINS: N_("fins"),
            System.ENGINE: N_("engine"),
            System.PORTHOLES: N_("portholes"),
            System.PROPELLER: N_("propeller"),
        }
    )
    # As the object of a sentence: "Ada uses the tower".
    THE_SYSTEMS = Texts(
        {
            System.PERISCOPE: N_("the periscope"),
            System.ARTILLERY: N_("the artillery"),
            System.TOWER: N_("the tower"),
            System.FINS: N_("the fins"),
            System.ENGINE: N_("the engine"),
            System.PORTHOLES: N_("the portholes"),
            System.PROPELLER: N_("the propeller"),
        }
    )
    # From left to right.
    SCREENS = Lines("left screen\nmiddle screen\nright screen")
    MODES = Texts(
        {Mode.TRAINING: N_("Training"), Mode.MISSION: N_("Mission"), Mode.SOLO: N_("Solo")}
    )
    RANKS = Texts(
        {
            Rank.LIEUTENANT: N_("Lieutenant"),
            Rank.CAPTAIN: N_("Captain"),
            Rank.ADMIRAL: N_("Admiral"),
        }
    )
    BOTS = Texts(
        {
            "ensign": N_("Ensign"),
            "lieutenant": N_("Lieutenant"),
            "captain": N_("Captain"),
            "admiral": N_("Admiral"),
        }
    )
    DIRECTIONS = Texts(
        {
            "horizontal": N_("horizontal"),
            "vertical": N_("vertical"),
            "falling": N_("falling"),
            "rising": N_("rising"),
        }
    )
    STATES = Texts(
        {
            Status.READY: N_("ready"),
            Status.READY_BY_SCREEN: N_("ready through its screen"),
            Status.OFF: N_("switch off"),
            Status.SCREEN_INCOMPLETE: N_("waits for its screen"),
            Status.USES_SPENT: N_("no uses left"),
            Status.DESTROYED: N_("destroyed"),
        }
    )
    STATE_WITH_USES = Plural("ready, {count} use left", "ready, {count} uses left")
    NOTHING = Text("none")
    ENEMY = Text("The enemy")
    PLAYER = Text("Player")
    NUMBERED = Text("{name} {number}")

    # Who may sit at a seat, as a player types it.
    HUMAN = Words("human")
    TYPED_BOTS = Texts(
        {
            "ensign": N_("ensign"),
            "lieutenant": N_("lieutenant"),
            "captain": N_("captain"),
            "admiral": N_("admiral"),
        }
    )
    # What else a player may type; the first word of each is the one that is shown.
    YES = Words("yes y")
    NO = Words("no n")
    BACK = Words("back")
    NONE = Words("none 0")
    ACTIVATE = Words("activate")
    FIRE = Words("fire")
    HELP = Words("help ?")
    LOOK = Words("look")
    WORDS = Words("words")
    LOG = Words("log")
    QUIT = Words("quit exit")

    # --------------------------------------------------------------------- what happened

    STARTED = Text("{name} is the first start player.")
    ROLLED = Text("Round {round}: {name} rolls {dice}.")
    TAKEN = Text("{name} takes the {die}.")
    FINISHED = Text("{name} has chosen.")
    TOOK_BACK = Text("{name} thinks again.")
    REROLLED = Text("{name} rolls the die again: a {face}.")
    USED = Texts(
        {
            System.PERISCOPE: N_("{name} uses the periscope: the {die} becomes a {face}."),
            System.ARTILLERY: N_("{name} uses the artillery: the {die} fires one torpedo more."),
            System.TOWER: N_("{name} uses the tower: the {die} becomes a {face}."),
            System.FINS: N_(
                "{name} uses the fins: the {die} becomes a {face}, like the die of {other}."
            ),
            System.ENGINE: N_("{name} uses the engine: the {die} fires one torpedo less."),
            System.PORTHOLES: N_("{name} uses the portholes: the {die} is fired in one line."),
            System.PROPELLER: N_("{name} uses the propeller: the {die} is rolled again, a {face}."),
        }
    )
    USED_FINS_SOLO = Text(
        "{name} uses the fins: the {die} becomes a {face}, like the die not taken."
    )
    USES = Text("{name} uses {the_system}.")
    FIRED = Text("{name} fires the {face} at {fields}: {hits}, {misses}.")
    FIRED_NOTHING = Text("{name} fires no torpedo.")
    HITS = Plural("{count} hit", "{count} hits")
    MISSES = Plural("{count} miss", "{count} misses")
    RESERVE_LEFT = Plural("{count} reserve torpedo is left.", "{count} reserve torpedoes are left.")
    MARKED_SKULL = Text("{name} has no torpedo left for the misses and marks the skull.")
    ACTIVATED = Text("{name} switches {the_system} on.")
    DESTROYED = Texts(
        {
            System.PERISCOPE: N_("{name}'s periscope is destroyed."),
            System.ARTILLERY: N_("{name}'s artillery is destroyed."),
            System.TOWER: N_("{name}'s tower is destroyed."),
            System.FINS: N_("{name}'s fins are destroyed."),
            System.ENGINE: N_("{name}'s engine is destroyed."),
            System.PORTHOLES: N_("{name}'s portholes are destroyed."),
            System.PROPELLER: N_("{name}'s propeller is destroyed."),
        }
    )
    AUTOMATON_HIT = Text("The automaton fires with the {die} and hits {the_system} of {name}.")
    AUTOMATON_DESTROYED = Text(
        "The automaton fires with the {die} and destroys {the_system} of {name}."
    )
    # The system of the die was destroyed before.
    AUTOMATON_HIT_NEXT = Text(
        "The automaton fires with the {die}; the arrows lead it past {the_aimed}, "
        "destroyed before, and it hits {the_system} of {name}."
    )
    AUTOMATON_DESTROYED_NEXT = Text(
        "The automaton fires with the {die}; the arrows lead it past {the_aimed}, "
        "destroyed before, and it destroys {the_system} of {name}."
    )
    AUTOMATON_MISSED = Text(
        "The automaton fires with the {die} at {the_system} of {name}, destroyed before, "
        "and misses: an explosion was marked in this round."
    )
    AUTOMATON_SILENT = Text("The automaton does not fire any more.")
    ROUND_ENDED = Text("Round {round} is over.")

    # --------------------------------------------------------------------- the end, and why

    # By what decided the game. `contenders` were level before the tie-break.
    ENDS = Texts(
        {
            Verdict.SUNK_ALONE: N_("{winner} sank the enemy submarine and wins."),
            Verdict.SUNK_MORE_RESERVE: N_(
                "{contenders} sank their targets; {winner} has more reserve torpedoes and wins."
            ),
            Verdict.SUNK_TIE: N_(
                "{contenders} sank their targets; {winner} have equally many reserve torpedoes "
                "and share the win."
            ),
            Verdict.SKULL_ALONE: N_("{winner} is the only one without a skull and wins."),
            Verdict.SKULL_BEST_SCORE: N_("{winner} has the highest score and wins."),
            Verdict.SKULL_MORE_RESERVE: N_(
                "{contenders} have the same score; {winner} has more reserve torpedoes and wins."
            ),
            Verdict.SKULL_TIE: N_(
                "{winner} have the same score and equally many reserve torpedoes, "
                "and share the win."
            ),
            Verdict.ALL_SKULLS: N_("Everybody marked the skull: nobody wins."),
            Verdict.SOLO_SUNK: N_("{winner} sank the enemy submarine and wins."),
            Verdict.SOLO_SKULL: N_("{winner} marked the skull: the game is lost."),
            Verdict.SOLO_AUTOMATON: N_(
                "The automaton destroyed the last system of {winner}: the game is lost."
            ),
        }
    )
    # Said first where a skull ended the game.
    SKULL = Plural("{names} marked the skull and is out.", "{names} marked the skull and are out.")
    SANK_BUT_SKULL = Text(
        "{name} sank the enemy submarine in this very round, but the skull decides."
    )
    SCORE = Text("{name}: {hits} and {reserve} make {score} points.")
    RESERVE = Plural("{count} reserve torpedo", "{count} reserve torpedoes")
    SOLO_SCORE = Text("{systems} and {reserve} left: {score} points, the rank of {rank}.")
    SYSTEMS_COUNT = Plural("{count} system", "{count} systems")

    # --------------------------------------------------------------------- the table

    ATTACKS = Text("{name} attacks the submarine of {target}.")
    GRID_TITLE = Text(
        "The submarine of {target}, attacked by {name} ({hits} of {targets} targets hit)"
    )
    GRID_TITLE_SOLO = Text("The enemy submarine ({hits} of {targets} targets hit)")
    LEGEND = Text("1-{last}: target of that system   X: hit   o: hull   .: water")
    LEGEND_SHOT = Text("[ ]: your shot")
    DASHBOARD_TITLE = Text("The systems of {name}")
    RESERVE_LINE = Text("Reserve torpedoes: {reserve} of {all}. Skull: {skull}.")
    SKULL_MARKED = Text("marked")
    SKULL_FREE = Text("not marked")
    BOXES = Text("marked {marks} of {boxes}")
    EXPLOSIONS = Text("Explosion boxes: {marked} of {all}.")
    GLANCE_STATE = Text("{state}: {systems}.")
    GLANCE_MARKS = Text("Marks of the automaton: {marks}.")
    MARKS = Text("{system} {marks} of {boxes}")
    GLANCE_OTHER = Text("{name}: {hits} so far, {reserve} left.")
    OTHER = Text("{name}: {hits} so far, {reserve} left; ready: {ready}; destroyed: {destroyed}.")
    OTHER_CHOSE = Text("{name} has chosen already.")
    SYSTEM_TO_HIT = Text("{number} {system}: {left} of {all} fields to hit: {fields}.")
    SYSTEM_GONE = Text("{number} {system}: destroyed.")
    SYSTEM_STATE = Text("{number} {system}, {screen}: {state}.")
    SYSTEM_STATE_SOLO = Text("{number} {system}, {screen}: {state}; {boxes}.")
    SHEET_TITLE = Text("The sheet {sheet}")
    SHEET_LIMIT = Plural("{system}: {count} use in a game", "{system}: {count} uses in a game")
    SHEET_SCREEN = Text("{screen}: {systems}")
    SHEET_RESERVE = Text("reserve torpedoes: {count}")
    SHEET_BOXES = Text("automaton: {boxes} boxes a system, {explosions} explosion boxes")
    SHEET_ARROWS = Text("automaton's arrows: {systems}")

    # --------------------------------------------------------------------- questions

    PROMPT = "> "
    ASK_DIE = Text("{name}, which die do you take? {dice}")
    ASK_DIE_SOLO = Text("{name}, which die do you take? {dice} (The automaton gets the other one.)")
    CONFIRM_DIE = Text("Take the {die}? Press Enter to take it, or type back.")
    NOTHING_READY = Text("None of your systems is ready, so the {die} stays as it is.")
    USING = Text("You use {use}.")
    USES_TITLE = Text("Your systems that are ready:")
    ASK_MODIFY = Text("{name}, your die is a {die}. Which system do you use? Press Enter for none.")
    BECOMES = Text("{use}: it becomes a {face}")
    USE_EFFECTS = Texts(
        {
            System.ARTILLERY: N_("{use}: one torpedo more"),
            System.ENGINE: N_("{use}: one torpedo less"),
            System.PORTHOLES: N_("{use}: all torpedoes in one line"),
            System.PROPELLER: N_("{use}: roll it again"),
        }
    )
    CONFIRM_ROLL = Text("A roll of the propeller cannot be taken back. Roll? Type yes or back.")
    ASK_FIELD = Text("{name}, where does your torpedo go? Type its field, such as C4.")
    ASK_CENTRE = Text(
        "{name}, where does your {face} go? Type its centre, such as C4, or all {count} fields."
    )
    ASK_PIP = Text(
        "{name}, where do your {count} torpedoes go? Type the first field, such as C4, or all."
    )
    ASK_LINE_START = Text(
        "{name}, where does your line of {count} start? Type a field, such as C4, or all."
    )
    ASK_NO_TORPEDO = Text("{name}, the engine takes the only torpedo away. Type fire to fire none.")
    OR_ACTIVATE = Text("Instead of firing: activate {systems}.")
    ASK_WAY = Text("Which way? Type its number.")
    ASK_DIRECTION = Text("In which direction? Type its number or its word.")
    WAY = Text("{number}: {fields} ({hits}, {misses})")
    WAY_UNFINISHED = Text("{number}: {fields}")
    DIRECTION = Text("{number} {direction}: {fields} ({hits}, {misses})")
    ASK_EXTRA = Text("Where does the extra torpedo go? Hits: {hitting}. Misses: {missing}.")
    ASK_REMOVED = Text(
        "Which torpedo does the engine take away? Would hit: {hitting}. Would miss: {missing}."
    )
    CONFIRM_FIRE = Text("Fire? Type yes, or back to change it.")
    CONFIRM_ACTIVATE = Text(
        "Switch {the_system} on and fire nothing? Type yes, or back to change it."
    )
    PREVIEW = Text("At {fields}: {hits}, {misses}.")
    PREVIEW_NOTHING = Text("No torpedo is fired.")
    PREVIEW_DESTROYS = Text("This destroys {the_systems}.")
    PREVIEW_SINKS = Text("This sinks the submarine.")
    PREVIEW_SKULL = Text("Careful: this marks the skull!")
    PREVIEW_AUTOMATON = Text("Then: {what}")
    RESERVE_STAYS = Plural("{count} reserve torpedo stays.", "{count} reserve torpedoes stay.")
    CHOICE_IN = Text(
        "Your choice is in, {name}. Press Enter to hide it, or type back to change it."
    )
    HAND_OVER = Text("Pass the device to {name}. {name}: press Enter when nobody else looks.")

    # --------------------------------------------------------------------- answers that do not do

    UNKNOWN_ANSWER = Text("{answer} is not an answer here.")
    JUST_ENTER = Text("Just press Enter.")
    YES_OR_BACK = Text("Type yes or back.")
    NO_SUCH_DIE = Text("There is no die {answer} to take.")
    NO_SUCH_USE = Text("{answer} is not one of your systems: type its name or number, or none.")
    AMBIGUOUS = Text("{answer} can mean more than one thing: {meanings}.")
    NO_FIELD = Text("{answer} is not a field: type a letter and a number, such as C4.")
    NO_WAY = Text("{answer} is not one of the ways: type a number from 1 to {last}.")
    NO_EXTRA = Text("{answer} is not a free field of the raster.")
    NO_REMOVED = Text("{answer} is not one of the torpedoes.")
    TOO_MANY_WORDS = Text("{answer} was too much and is passed over.")
    WHICH_SYSTEM = Text("Type which system: {systems}.")
    NO_SWITCH_LEFT = Text("There is no system to switch on.")
    NOTHING_BACK = Text("There is nothing to go back to here.")
    DIE_STAYS = Text("The die is taken and stays taken.")
    ROLL_STAYS = Text("The roll of the propeller stays; choose what to do with it.")
    REFUSED = Texts(
        {
            "system_off": N_("{the_system} cannot be used: the switch is off."),
            "system_screen_incomplete": N_(
                "{the_system} cannot be used: "
                "first the others on the screen must be on or destroyed."
            ),
            "system_uses_spent": N_("{the_system} cannot be used: no use is left in this game."),
            "system_destroyed": N_("{the_system} cannot be used any more: destroyed."),
            "tower_wrap": N_("The tower cannot turn a {die} that way."),
            "fins_own_die": N_("The fins copy the die of another player, not your own."),
            "no_such_system": N_("This submarine has no {system}."),
            "no_switches": N_("Training has no switches: fire instead."),
            "no_switch": N_(
                "{the_system} cannot be switched on: only the others on the screen make it ready."
            ),
            "already_on": N_("You have switched {the_system} on already."),
            "torpedo_count": N_(
                "All torpedoes are fired: your die has {count}, and you named {given}."
            ),
            "formation": N_(
                "Those fields are not a formation of your die; type help to see the formations."
            ),
            "off_the_grid": N_(
                "That is too far out: the raster must lie on at least one field of the grid."
            ),
            "field_twice": N_("You named a field twice."),
        }
    )

    # --------------------------------------------------------------------- beginning and leaving

    TITLE = Text("Torpedo Dice, {mode}: {names}.")
    TITLE_SOLO = Text("Torpedo Dice, Solo: {names} against the automaton.")
    COMMITMENT = Text("The dice are settled before the first roll. SHA-256 of their secret seed:")
    TYPE_HELP = Text("At every question you may type help, look, words, log, back or quit.")
    KEPT = Text("The game is kept in {file}, move by move.")
    RESUMED = Text("The game in {file} goes on in round {round}.")
    RESUMED_OVER = Text("The game in {file} is over.")
    TORN = Text("The last line of {file} was cut off in the middle of writing and is dropped.")
    NO_LOG = Text("Nothing has happened yet.")
    NO_GAME_YET = Text("The game has not begun yet.")
    REALLY_QUIT = Text("The game is not kept and will be lost. Leave it? Type yes or no.")
    LEFT = Text("You left the game.")
    STOPPED = Text("Stopped.")
    HOW_TO_RESUME = Text("To go on with it: torpedo text --save {file}")
    NOT_KEPT = Text("The game was not kept. Start with --save FILE to keep one.")
    NOT_SAVED = Text("{file}: the last choice could not be saved, so it was not made: {why}")
    BOT_FAILED = Text("the game cannot go on: the bot of {name} {why}")
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

    # --------------------------------------------------------------------- help

    HELP_AIM = Lines(
        "Sink the submarine: hit every target field. A die fires its pips as they lie on\n"
        "the 3x3 raster, anywhere on the grid. A torpedo that hits no new target is a miss\n"
        "and costs a reserve torpedo; a miss with none left marks the skull.\n"
        "The formations:"
    )
    HELP_TURN = Text("{faces} may be turned by a quarter.")
    HELP_TYPING = Lines(
        "Type the centre of the raster (C4), then which way; or all fields (B3 B5 C4 D3 D5).\n"
        "Before you confirm with yes, your torpedoes stand in [ ]; back changes your mind."
    )
    HELP_SYSTEMS = Text("Your systems; one may be used on your die in a round:")
    HELP_SYSTEM = Texts(
        {
            System.PERISCOPE: N_(
                "turns your die upside down: 1 and 6, 2 and 5, 3 and 4 change places."
            ),
            System.ARTILLERY: N_("adds one torpedo on a free spot of the raster."),
            System.TOWER: N_("makes your die one more or one less."),
            System.FINS: N_("turn your die to the face that another player took."),
            System.ENGINE: N_("takes one torpedo of your choice away."),
            System.PORTHOLES: N_("put all torpedoes in one straight line."),
            System.PROPELLER: N_("rolls your die again; the new roll stays."),
        }
    )
    HELP_FINS_SOLO = Text("turn your die to the face of the die that you did not take.")
    HELP_SWITCHES = Lines(
        "They are off at first: instead of firing, type activate and a system.\n"
        "Artillery and portholes have no switch: they are ready as soon as both others\n"
        "on their screen are on or destroyed."
    )
    HELP_AUTOMATON = Text(
        "The automaton fires at your system with the number of the die that you leave."
    )
    HELP_COMMANDS = Lines(
        "look: draw the table   words: tell it in words   log: tell the game so far\n"
        "back: to the question before   quit: leave the game"
    )


say = Sentences()
