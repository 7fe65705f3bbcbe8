"""Names of things, and the words that a player may type."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Lines, Plural, Text, Texts, Words
from torpedo_dice.rules import Mode, Rank, Status, System


class Vocabulary:
    """Single words and short names."""

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
            Status.READY: N_("active"),
            Status.READY_BY_SCREEN: N_("active"),
            Status.OFF: N_("off"),
            Status.SCREEN_INCOMPLETE: N_("inactive"),
            Status.USES_SPENT: N_("no uses left"),
            Status.DESTROYED: N_("destroyed"),
        }
    )
    STATE_WITH_USES = Plural("active, {count} use left", "active, {count} uses left")
    NOTHING = Text("none")
    ENEMY = Text("The enemy")
    PLAYER = Text("Player")
    NUMBERED = Text("{name} {number}")
    # The name of a bot that failed, once another one plays for it.
    PLAYS_FOR = Text("{bot} for {name}")

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
    RESIGN = Words("resign")
    QUIT = Words("quit exit")
