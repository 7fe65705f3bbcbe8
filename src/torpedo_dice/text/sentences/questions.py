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
