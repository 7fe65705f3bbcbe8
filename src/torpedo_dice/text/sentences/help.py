"""The short help of the text game."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Lines, Text, Texts
from torpedo_dice.rules import System


class HelpSentences:
    """Paragraphs of the help."""

    HELP_AIM = Text(
        "Sink the submarine: hit every target field. Where the pips sit is what matters: place "
        "your die’s 3×3 pattern anywhere on the grid, and every pip fires. A torpedo that doesn’t "
        "hit a new target is a miss and costs a reserve torpedo. Miss with none left, and you "
        "mark the skull."
    )
    HELP_FORMATIONS = Text("The formations ({faces} can be rotated by a quarter turn):")
    HELP_TYPING = Text(
        "Type the centre of the pattern (C4), then its orientation, or all the fields "
        "(B3 B5 C4 D3 D5). Your torpedoes are shown in [ ] before you confirm with yes; type back "
        "to change them."
    )
    HELP_SYSTEMS = Text("Your systems (you can use one on your die each round):")
    HELP_SYSTEM = Texts(
        {
            System.PERISCOPE: N_(
                "turns your die to the opposite face: 1 and 6, 2 and 5, 3 and 4 swap."
            ),
            System.ARTILLERY: N_("adds a pip on a free spot of the pattern: one extra torpedo."),
            System.TOWER: N_("+1 or −1. No wrapping from 6 to 1."),
            System.FINS: N_("copy another player’s die, as they took it."),
            System.ENGINE: N_("removes one pip of your choice."),
            System.PORTHOLES: N_("put all your torpedoes in one straight line."),
            System.PROPELLER: N_("rolls your die again. You keep the new roll."),
        }
    )
    HELP_FINS_SOLO = Text("copy the die you left.")
    HELP_SWITCHES = Text(
        "They start inactive: instead of firing, type activate and a system to switch it on. "
        "Artillery and portholes have no switch: they’re active as long as both other systems "
        "on their screen are on or destroyed."
    )
    HELP_AUTOMATON = Text(
        "The automaton: the die you leave decides which of your systems is hit. {boxes} hits "
        "destroy it. For every enemy system you destroy, you mark an explosion box."
    )
    HELP_ARROWS = Text(
        "If that system is already destroyed, the automaton misses if you’ve marked an explosion "
        "box this round. Otherwise it follows the arrows ({arrows}) to your next intact system."
    )
    HELP_END = Text(
        "The game can end when a round is resolved. If you’ve destroyed every system of your "
        "target and have no skull, you win. Otherwise the game ends when somebody has marked the "
        "skull: they’re out, even if they sank their target this round. Everybody else scores a "
        "point for each hit and each reserve torpedo left, and the highest score wins."
    )
    HELP_TIES = Text(
        "Ties go to the most reserve torpedoes. Still tied? Then you share the win. "
        "If everybody marks the skull, nobody wins."
    )
    HELP_END_SOLO = Text(
        "You win when you destroy the last enemy system. You lose when you mark the skull, even "
        "with the shot that sinks the enemy, or when the automaton destroys your last system."
    )
    HELP_END_OF_ROUND = Text(
        "The round is resolved after the automaton’s shot. If you both lose your last system in "
        "the same round, you win."
    )
    HELP_END_AFTER_FIRE = Text("Once you’ve sunk the enemy, the automaton doesn’t fire any more.")
    HELP_POINTS = Text(
        "A win scores {system} points for each system you have left and {torpedo} for each "
        "reserve torpedo."
    )
    HELP_RANKS = Text("Ranks by points: {ranks}.")
    RANK_FROM = Text("{rank} from {least}")
    HELP_RULES = Text("The complete rules: torpedo rules")
    HELP_COMMANDS = Lines(
        "look: show the table\n"
        "words: describe it in words\n"
        "log: what has happened so far\n"
        "back: return to the previous question\n"
        "quit: leave the game; resign: give up"
    )
