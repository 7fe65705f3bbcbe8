"""Everything a review says, in English."""

from __future__ import annotations

from torpedo_dice.locale import N_
from torpedo_dice.locale.texts import Plural, Text, Texts
from torpedo_dice.review.values import ChoiceKind, Grade, Phase


class ReviewSentences:
    """Headings, labels and sentences."""

    KINDS = Texts(
        {
            ChoiceKind.DIE: N_("die"),
            ChoiceKind.SYSTEM: N_("system"),
            ChoiceKind.SWITCH: N_("switch"),
            ChoiceKind.AIM: N_("aim"),
        }
    )
    GRADES = Texts(
        {
            Grade.BEST: N_("best"),
            Grade.FINE: N_("fine"),
            Grade.INACCURATE: N_("inaccurate"),
            Grade.BAD: N_("bad"),
        }
    )
    PHASES = Texts(
        {
            Phase.OPENING: N_("first third of the targets"),
            Phase.MIDDLE: N_("second third"),
            Phase.END: N_("last third"),
        }
    )
    # --------------------------------------------------------------------- the sum
    TITLE = Text("Review: {game}")
    SUM_TITLE = Text("Win chance in %: dice and choices add up to the result")
    SUM_TITLE_SOLO = Text("Win chance in % and score: dice and choices add up to the result")
    PLAYER = Text("player")
    # The reader, in place of their name.
    YOU = Text("You")
    START = Text("at the start")
    LUCK = Text("dice")
    OWN = Text("own choices")
    OTHERS = Text("others’ choices")
    ERROR = Text("judge’s error")
    RESULT = Text("result")
    SO_FAR = Text("so far")
    WIN_CHANCE = Text("win chance")
    SCORE = Text("score")
    # --------------------------------------------------------------------- choices
    CHOICES_TITLE = Text("Choices, by how much win chance they cost: up to 2, 5 and 10%, and more")
    CHOICES_TITLE_SOLO = Text(
        "Choices, by what they cost: up to 2, 5 and 10%, and more (2 points of score count as 1%)"
    )
    CHOICES = Text("choices")
    COST_EACH = Text("cost per choice")
    PLAYS_LIKE = Text("plays like")
    RANK_RANGE = Text("{rank} ({low} to {high})")
    COSTLY_TITLE = Text("The choices that cost most")
    NOTHING_COSTLY = Text("No choice cost more than 2%.")
    ROUND = Text("round")
    KIND = Text("choice of")
    CHOSEN = Text("chosen")
    BEST = Text("best")
    COST = Text("cost")
    # --------------------------------------------------------------------- moves
    TAKE_DIE = Text("the {face}")
    TOWER = Text("{system} {step}")
    FINS = Text("{system} ({name})")
    NO_SYSTEM = Text("no system")
    SWITCH_ON = Text("switch on: {system}")
    SHOT = Text("{fields} ({hits})")
    # --------------------------------------------------------------------- turning points
    TURNING_TITLE = Text("Turning points")
    NO_TURNING_POINT = Text("None: nothing changed the win chance by more than 2%.")
    CHANGE = Text("win chance {chance}%")
    CHANGE_SOLO = Text("win chance {chance}%, score {score}")
    TURN_START = Text("{name} was drawn as the start player.")
    TURN_START_YOU = Text("You were drawn as the start player.")
    TURN_ROLL = Text("Round {round}: the dice rolled {dice}.")
    TURN_PROPELLER = Text("Round {round}: the propeller of {name} rolled a {face}: {change}.")
    TURN_PROPELLER_YOU = Text("Round {round}: your propeller rolled a {face}: {change}.")
    TURN_CHOICE = Text("Round {round}: {name} chose {taken}; {best} was better: {change}.")
    TURN_CHOICE_YOU = Text("Round {round}: you chose {taken}; {best} was better: {change}.")
    TURN_RESIGNED = Text("Round {round}: {name} resigned.")
    TURN_RESIGNED_YOU = Text("Round {round}: you resigned.")
    # Follows what concerns everybody: for whom it changed most.
    TURN_FOR = Text("For {name}: {change}.")
    TURN_FOR_YOU = Text("For you: {change}.")
    # --------------------------------------------------------------------- the chart
    CHART_TITLE = Text("Win chance after each round")
    CHART_TITLE_SOLO = Text("Expected score after each round")
    # --------------------------------------------------------------------- notes
    UNFINISHED = Text("The game is unfinished: it is reviewed as far as it goes.")
    STOOD_IN = Text("{bot} has moved for {name} at least once; the review doesn’t tell them apart.")
    STOOD_IN_YOU = Text(
        "{bot} has moved for you at least once; the review can’t tell you two apart."
    )
    JUDGE = Texts(
        {
            "quick": N_("Judged by a search over one round and the bots’ evaluation after it."),
            "deep": N_(
                "Judged by playing on for four rounds with strong bots, many times, with the same "
                "dice for every choice."
            ),
        }
    )
    # --------------------------------------------------------------------- the profile
    PROFILE_TITLE = Text("{name}: {games}, {choices}")
    GAMES = Plural("{count} game", "{count} games")
    CHOICES_COUNT = Plural("{count} choice", "{count} choices")
    PROFILE_LOSS = Text("Cost per choice in %, with its standard error")
    ALL_CHOICES = Text("all choices")
    PROFILE_RANK = Text("Plays like: {rank}.")
    PROFILE_LUCK = Text(
        "Dice in all games: {luck}% of a win; by chance alone, about ±{error}% is usual."
    )
    PROFILE_LUCK_SOLO = Text(
        "Dice in all games: score {luck}; by chance alone, about ±{error} is usual."
    )
    HABITS_TITLE = Text("The most expensive habits")
    TIMES = Text("times")
    COST_TOTAL = Text("total cost")
    NO_HABITS = Text("No choice cost anything.")
    HABIT_INSTEAD = Text("{taken} instead of {best}")
    HABIT_FEWER_HITS = Text("aimed for fewer hits than possible")
    HABIT_OTHER_HITS = Text("aimed at the wrong targets")
    HABIT_MORE_HITS = Text("aimed for more hits than is best")


words = ReviewSentences()
