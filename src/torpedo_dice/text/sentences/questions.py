"""The questions of a turn, and the answers to invalid input."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Plural, Text, Texts
from torpedo_dice.rules import System


class QuestionSentences:
    """Questions, previews and refusals."""

    # --------------------------------------------------------------------- questions

    PROMPT = "> "
    ASK_DIE = Text("{name}, which die do you take? {dice}")
    ASK_DIE_SOLO = Text(
        "{name}, which die do you take? {dice} (The automaton fires with the one you leave.)"
    )
    CONFIRM_DIE = Text("Take the {die}? Press Enter to take it, or type back.")
    NOTHING_ACTIVE = Text("None of your systems is active, so your {die} stays as it is.")
    USING = Text("Using {use}.")
    USES_TITLE = Text("Your active systems:")
    ASK_MODIFY = Text(
        "{name}, your die is a {die}. Which system will you use? Press Enter for none."
    )
    BECOMES = Text("{use}: becomes a {face}")
    USE_EFFECTS = Texts(
        {
            System.ARTILLERY: N_("{use}: one extra torpedo"),
            System.ENGINE: N_("{use}: one torpedo fewer"),
            System.PORTHOLES: N_("{use}: all torpedoes in one line"),
            System.PROPELLER: N_("{use}: roll it again"),
        }
    )
    CONFIRM_ROLL = Text("You can’t undo a propeller roll. Roll? Type yes or back.")
    ASK_FIELD = Text("{name}, where does your torpedo go? Type its field, such as C4.")
    ASK_CENTRE = Text(
        "{name}, where does your {face} go? Type its centre, such as C4, or all {count} fields."
    )
    ASK_PIP = Text(
        "{name}, where do your {count} torpedoes go? Type the first field, such as C4, "
        "or all of them."
    )
    ASK_LINE_START = Text(
        "{name}, where does your line of {count} start? Type a field, such as C4, or all of them."
    )
    ASK_NO_TORPEDO = Text("{name}, the engine removes your only torpedo. Type fire to fire none.")
    OR_ACTIVATE = Text("Instead of firing, you can activate: {systems}.")
    ASK_WAY = Text("Which orientation? Type its number.")
    ASK_DIRECTION = Text("Which direction? Type its number or name.")
    WAY = Text("{number}: {fields} ({hits}, {misses})")
    WAY_UNFINISHED = Text("{number}: {fields}")
    DIRECTION = Text("{number} {direction}: {fields} ({hits}, {misses})")
    ASK_EXTRA = Text("Where does the extra torpedo go? Hits: {hitting}. Misses: {missing}.")
    ASK_REMOVED = Text(
        "Which torpedo does the engine remove? Would hit: {hitting}. Would miss: {missing}."
    )
    CONFIRM_FIRE = Text("Fire? Type yes, or back to change it.")
    CONFIRM_ACTIVATE = Text(
        "Switch on {the_system} instead of firing? Type yes, or back to change it."
    )
    PREVIEW = Text("At {fields}: {hits}, {misses}.")
    PREVIEW_NOTHING = Text("You fire no torpedoes.")
    PREVIEW_DESTROYS = Text("This destroys {the_systems}.")
    PREVIEW_SINKS = Text("This sinks the submarine.")
    PREVIEW_SKULL = Text("Careful: this marks the skull!")
    PREVIEW_AUTOMATON = Text("Next: {what}")
    RESERVE_STAYS = Plural("{count} reserve torpedo left.", "{count} reserve torpedoes left.")
    CHOICE_IN = Text(
        "Your choice is in, {name}. Press Enter to hide it, or type back to change it."
    )
    HAND_OVER = Text("Pass the device to {name}. {name}, press Enter when nobody else is looking.")

    # --------------------------------------------------------------------- invalid answers

    NO_ANSWER = Text("You didn’t type anything.")
    UNKNOWN_ANSWER = Text("“{answer}” isn’t an answer to this question.")
    JUST_ENTER = Text("Just press Enter.")
    YES_OR_BACK = Text("Type yes or back.")
    NO_SUCH_DIE = Text("You can’t take “{answer}”: type one of the dice shown.")
    NO_SUCH_USE = Text("“{answer}” isn’t one of your systems. Type a name or number.")
    AMBIGUOUS = Text("“{answer}” is ambiguous. Did you mean: {meanings}?")
    NO_FIELD = Text("“{answer}” isn’t a field. Type a letter and a number, such as C4.")
    NO_WAY = Text("“{answer}” isn’t one of the options. Type a number from 1 to {last}.")
    NO_EXTRA = Text("“{answer}” isn’t a free spot of the pattern.")
    NO_REMOVED = Text("“{answer}” isn’t one of your torpedoes.")
    TOO_MANY_WORDS = Text("One answer too many: “{answer}” was ignored.")
    WHICH_SYSTEM = Text("Which system? Type one of these after activate: {systems}.")
    NO_SWITCH_LEFT = Text("You have no system left to switch on.")
    NOTHING_BACK = Text("There’s nothing to go back to.")
    DIE_STAYS = Text("You can’t swap your die once you’ve taken it.")
    ROLL_STAYS = Text("You can’t undo a propeller roll. Choose what to do with it.")
    REFUSED = Texts(
        {
            "system_off": N_("You can’t use {the_system}: the switch is off."),
            "system_screen_incomplete": N_(
                "You can’t use {the_system}: "
                "both other systems on that screen must be on or destroyed."
            ),
            "system_uses_spent": N_("You can’t use {the_system}: no uses left in this game."),
            "system_destroyed": N_("You can’t use {the_system}: that system is destroyed."),
            "tower_wrap": N_("The tower can’t do that to a {die}: no wrapping from 6 to 1."),
            "fins_own_die": N_("The fins copy another player’s die, not your own."),
            "no_such_system": N_("This submarine has no {system}."),
            "no_switches": N_("Training has no switches: fire instead."),
            "no_switch": N_(
                "You can’t switch on {the_system}: that system has no switch. "
                "It’s active as long as both others on its screen are on or destroyed."
            ),
            "already_on": N_("You’ve already switched on {the_system}."),
            "torpedo_count": N_("Every pip fires: your die has {count}, but you named {given}."),
            "formation": N_(
                "Those fields aren’t a formation of your die. Type help to see the formations."
            ),
            "off_the_grid": N_(
                "That’s too far out: the pattern must cover at least one field of the grid."
            ),
            "field_twice": N_("You named a field twice."),
        }
    )
