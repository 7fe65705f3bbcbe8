"""The short help of the text game."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Lines, Text, Texts
from torpedo_dice.rules import System


class HelpSentences:
    """Paragraphs of the help."""

    HELP_AIM = Text(
        "Sink the submarine: hit every target field. A die fires its pips as they lie on "
        "the 3x3 raster, anywhere on the grid. A torpedo that hits no new target is a miss "
        "and costs a reserve torpedo; a miss with none left marks the skull."
    )
    HELP_FORMATIONS = Text("The formations; {faces} may be turned by a quarter:")
    HELP_TYPING = Text(
        "Type the centre of the raster (C4), then which way; or all fields (B3 B5 C4 D3 D5). "
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
    HELP_SWITCHES = Text(
        "They are off at first: instead of firing, type activate and a system. "
        "Artillery and portholes have no switch: they are ready as soon as both others "
        "on their screen are on or destroyed."
    )
    HELP_AUTOMATON = Text(
        "The automaton: the die you leave decides which of your systems it hits; {boxes} hits "
        "destroy one. For every enemy system you destroy, you mark an explosion box."
    )
    HELP_ARROWS = Text(
        "If the system it aims at is already destroyed, it misses if you marked an explosion box "
        "this round; otherwise the arrows ({arrows}) lead it to the next one still standing."
    )
    HELP_END = Text(
        "The end is checked after each round. You win if you have destroyed every system of your "
        "target and have no skull. Otherwise the game also ends when somebody marks the skull: "
        "they are out, even if they sank their target in this round. The others count their hits "
        "and the reserve torpedoes they have left, and the most points win."
    )
    HELP_TIES = Text(
        "Ties go to the most reserve torpedoes; if those are equal too, the win is shared. "
        "If everybody marks the skull, nobody wins."
    )
    HELP_END_SOLO = Text(
        "You win when the last enemy system is destroyed. You lose when you mark the skull, even "
        "with the shot that sinks the enemy, or when the automaton destroys your last system."
    )
    HELP_END_OF_ROUND = Text(
        "This is checked after the automaton's shot; if the last system of both falls in the same "
        "round, you win."
    )
    HELP_END_AFTER_FIRE = Text("Once the enemy is sunk, the automaton does not fire any more.")
    HELP_POINTS = Text(
        "A win scores {system} points for each of your systems left and {torpedo} for each "
        "reserve torpedo left."
    )
    HELP_RANKS = Text("Ranks by points: {ranks}.")
    RANK_FROM = Text("{rank} from {least}")
    HELP_RULES = Text("The complete rules: torpedo rules")
    HELP_COMMANDS = Lines(
        "look: draw the table\n"
        "words: tell it in words\n"
        "log: tell the game so far\n"
        "back: to the question before\n"
        "quit: leave the game; resign: give it up"
    )
