"""The short help of the text game."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Lines, Text, Texts
from torpedo_dice.rules import System


class HelpSentences:
    """Paragraphs of the help."""

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
