"""What happened in the game, how it ended, and why."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Plural, Text, Texts
from torpedo_dice.rules import System, Verdict


class EventSentences:
    """Sentences about events and the end of the game."""

    # --------------------------------------------------------------------- what happened

    STARTED = Text("{name} is the start player.")
    ROLLED = Text("Round {round}: {name} rolls {dice}.")
    TAKEN = Text("{name} takes the {die}.")
    REROLLED = Text("{name} rolls the die again: a {face}.")
    USED = Texts(
        {
            System.PERISCOPE: N_("{name} uses the periscope: the {die} becomes a {face}."),
            System.ARTILLERY: N_("{name} uses the artillery: the {die} fires one extra torpedo."),
            System.TOWER: N_("{name} uses the tower: the {die} becomes a {face}."),
            System.FINS: N_(
                "{name} uses the fins: the {die} becomes a {face}, like {other}’s die."
            ),
            System.ENGINE: N_("{name} uses the engine: the {die} fires one torpedo fewer."),
            System.PORTHOLES: N_("{name} uses the portholes: the {die} fires in one line."),
            System.PROPELLER: N_(
                "{name} uses the propeller: the {die} is rolled again and becomes a {face}."
            ),
        }
    )
    USED_FINS_SOLO = Text(
        "{name} uses the fins: the {die} becomes a {face}, like the die left over."
    )
    FIRED = Text("{name} fires the {face} at {fields}: {hits}, {misses}.")
    FIRED_NOTHING = Text("{name} fires no torpedoes.")
    HITS = Plural("{count} hit", "{count} hits")
    MISSES = Plural("{count} miss", "{count} misses")
    RESERVE_LEFT = Plural("{count} reserve torpedo is left.", "{count} reserve torpedoes are left.")
    MARKED_SKULL = Text("{name} misses with no torpedoes in reserve and marks the skull.")
    RESIGNED = Text("{name} resigns.")
    ACTIVATED = Text("{name} switches on {the_system}.")
    DESTROYED = Texts(
        {
            System.PERISCOPE: N_("{name}’s periscope is destroyed."),
            System.ARTILLERY: N_("{name}’s artillery is destroyed."),
            System.TOWER: N_("{name}’s tower is destroyed."),
            System.FINS: N_("{name}’s fins are destroyed."),
            System.ENGINE: N_("{name}’s engine is destroyed."),
            System.PORTHOLES: N_("{name}’s portholes are destroyed."),
            System.PROPELLER: N_("{name}’s propeller is destroyed."),
        }
    )
    AUTOMATON_HIT = Text(
        "The automaton fires with the {die} and hits {the_system} on {name}’s submarine."
    )
    AUTOMATON_DESTROYED = Text(
        "The automaton fires with the {die} and destroys {the_system} on {name}’s submarine."
    )
    # The system of the die was destroyed before.
    AUTOMATON_HIT_NEXT = Text(
        "The automaton fires with the {die}. Since {the_aimed} had already been destroyed, "
        "it follows the arrows and hits {the_system} on {name}’s submarine."
    )
    AUTOMATON_DESTROYED_NEXT = Text(
        "The automaton fires with the {die}. Since {the_aimed} had already been destroyed, "
        "it follows the arrows and destroys {the_system} on {name}’s submarine."
    )
    AUTOMATON_MISSED = Text(
        "The automaton fires with the {die} and misses: {the_system} had already been destroyed, "
        "and {name} marked an explosion box this round."
    )
    AUTOMATON_SILENT = Text("The automaton doesn’t fire any more.")

    # --------------------------------------------------------------------- the end, and why

    # By what decided the game. `contenders` were tied before the tie-break.
    ENDS = Texts(
        {
            Verdict.SUNK_ALONE: N_("{winner} sank the enemy submarine and wins."),
            Verdict.SUNK_MORE_RESERVE: N_(
                "{contenders} sank their targets. {winner} has more reserve torpedoes and wins."
            ),
            Verdict.SUNK_TIE: N_(
                "{contenders} sank their targets. {winner} are tied on reserve torpedoes and "
                "share the win."
            ),
            Verdict.SKULL_ALONE: N_("{winner} is the only one without a skull and wins."),
            Verdict.SKULL_BEST_SCORE: N_("{winner} has the highest score and wins."),
            Verdict.SKULL_MORE_RESERVE: N_(
                "{contenders} are tied on points. {winner} has more reserve torpedoes and wins."
            ),
            Verdict.SKULL_TIE: N_(
                "{winner} are tied on points and on reserve torpedoes, and share the win."
            ),
            Verdict.ALL_SKULLS: N_("Everybody marked the skull: nobody wins."),
            Verdict.SOLO_SUNK: N_("{winner} sank the enemy submarine and wins."),
            Verdict.SOLO_SKULL: N_("{winner} marked the skull: the game is lost."),
            Verdict.SOLO_AUTOMATON: N_(
                "The automaton destroyed {winner}’s last system: the game is lost."
            ),
            Verdict.RESIGNED: N_("{winner} wins."),
            Verdict.SOLO_RESIGNED: N_("The game is lost."),
        }
    )
    # Said first where a skull ended the game.
    SKULL = Plural("{names} marked the skull and is out.", "{names} marked the skull and are out.")
    SANK_BUT_SKULL = Text(
        "{name} sank the enemy submarine this round, but the skull takes priority."
    )
    SCORE = Text("{name}: {hits} + {reserve} = {score} points.")
    RESERVE = Plural("{count} reserve torpedo", "{count} reserve torpedoes")
    SOLO_SCORE = Text("{systems} and {reserve} left: {score} points. Your rank: {rank}.")
    SYSTEMS_COUNT = Plural("{count} system", "{count} systems")
