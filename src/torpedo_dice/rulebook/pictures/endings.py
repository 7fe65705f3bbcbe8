"""How games end, as small tables: the rules judge each case when it is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from torpedo_dice.rulebook.drawn import joined
from torpedo_dice.rulebook.pictures.automaton import solo_panel_of
from torpedo_dice.rulebook.svg import Markup, element
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import (
    Face,
    Field,
    Fire,
    Game,
    Mode,
    Outcome,
    Rank,
    Reason,
    Roll,
    SoloEnd,
    System,
    Take,
)
from torpedo_dice.rules.outcome import (
    POINTS_PER_TORPEDO,
    RANKS,
    Standing,
    judge,
    rank_of,
    solo_score,
)
from torpedo_dice.sheets import load_sheet

_NAMES = "ABCD"
_NOTHING = "\N{EN DASH}"
# The hits of a player who has sunk the Mission submarine.
_ALL = len(load_sheet("mission").targets)


def _stand(hits: int, reserve: int, happened: str = "") -> Standing:
    return Standing(hits, reserve, skull="skull" in happened, has_sunk="sunk" in happened)


# By name: every player's standing at the end of the last round.
CASES: dict[str, tuple[Standing, ...]] = {
    "sunk": (_stand(_ALL, 3, "sunk"), _stand(24, 6), _stand(19, 5)),
    "both_sunk": (_stand(_ALL, 3, "sunk"), _stand(_ALL, 5, "sunk")),
    "both_sunk_equal": (_stand(_ALL, 4, "sunk"), _stand(_ALL, 4, "sunk"), _stand(20, 6)),
    "skull": (_stand(22, 0, "skull"), _stand(18, 5), _stand(20, 4)),
    "skull_tie": (_stand(21, 0, "skull"), _stand(20, 4), _stand(18, 6)),
    "skull_equal": (_stand(21, 0, "skull"), _stand(19, 4), _stand(19, 4)),
    "sunk_with_skull": (_stand(_ALL, 0, "sunk skull"), _stand(17, 6)),
    "sunk_beats_skull": (_stand(_ALL, 1, "sunk"), _stand(22, 0, "skull"), _stand(23, 5)),
    "all_skulls": (_stand(23, 0, "skull"), _stand(20, 0, "skull")),
}


def outcome_of_case(name: str) -> Outcome:
    """Return the outcome of a case."""
    outcome = judge(CASES[name])
    if outcome is None:
        raise ValueError(f"the game of case {name!r} is not over")
    return outcome


def endings_by_sinking(words: Words) -> Markup:
    """Draw the cases in which a submarine is sunk."""
    return _cases(words, Reason.SUNK)


def endings_by_skull(words: Words) -> Markup:
    """Draw the cases in which a skull ends the game."""
    return _cases(words, Reason.SKULL, Reason.ALL_SKULLS)


def _cases(words: Words, *reasons: Reason) -> Markup:
    shown = [name for name in CASES if outcome_of_case(name).reason in reasons]
    return element("div", {"class": "cases"}, *(_case(words, name) for name in shown))


def _case(words: Words, name: str) -> Markup:
    outcome = outcome_of_case(name)
    counted = "reserve" if outcome.reason is Reason.SUNK else "sum"
    rows = (_row(words, outcome, seat, standing) for seat, standing in enumerate(CASES[name]))
    return element(
        "table",
        {"class": "case", "data-case": name},
        element("caption", None, words.say(f"case_{name}")),
        _head(words, "player", "happened", counted, "result"),
        element("tbody", None, *rows),
    )


def _head(words: Words, *columns: str) -> Markup:
    names = (element("th", {"scope": "col"}, words.say(f"column_{name}")) for name in columns)
    return element("thead", None, element("tr", None, *names))


def _row(words: Words, outcome: Outcome, seat: int, standing: Standing) -> Markup:
    has_won = seat in outcome.winners
    happened = [
        words.say(f"happened_{what}")
        for what, is_so in (("sunk", standing.has_sunk), ("skull", standing.skull))
        if is_so
    ]
    cells = (
        " + ".join(happened) or _NOTHING,
        _counted(outcome, seat, standing),
        _result(words, outcome, seat),
    )
    return element(
        "tr",
        {"class": "winner" if has_won else None},
        element("th", {"scope": "row"}, _NAMES[seat]),
        *(element("td", None, cell) for cell in cells),
    )


def _counted(outcome: Outcome, seat: int, standing: Standing) -> str:
    """Return what decides: the reserve among those who sank, the total among the others."""
    if outcome.reason is Reason.SUNK:
        return str(standing.reserve)
    if standing.skull:
        return _NOTHING
    # Non-breaking spaces keep the sum on one line.
    sum_of = f"{standing.hits} + {standing.reserve} = {outcome.scores[seat]}"
    return sum_of.replace(" ", "\N{NO-BREAK SPACE}")


def _result(words: Words, outcome: Outcome, seat: int) -> str:
    if seat in outcome.winners:
        return words.say("shares" if len(outcome.winners) > 1 else "wins")
    return words.say("out") if seat in outcome.skulls else _NOTHING


# ---------------------------------------------------------------------- solo


@dataclass(frozen=True)
class SoloCase:
    """The last round of a solo game: one target left, and the automaton aims at the periscope."""

    lost: frozenset[System]
    die: Face
    shot: tuple[Field, ...]
    reserve: int
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND


_ALL_BUT_PERISCOPE = frozenset(System) - {System.PERISCOPE}
_LAST_TARGET: Field = (2, 5)
SOLO_CASES: dict[str, SoloCase] = {
    "last_shot": SoloCase(frozenset({System.ARTILLERY, System.FINS}), 1, (_LAST_TARGET,), 2),
    "same_round": SoloCase(_ALL_BUT_PERISCOPE, 1, (_LAST_TARGET,), 2),
    "same_round_early": SoloCase(_ALL_BUT_PERISCOPE, 1, (_LAST_TARGET,), 2, SoloEnd.AFTER_FIRE),
    "shot_and_skull": SoloCase(_ALL_BUT_PERISCOPE, 2, (_LAST_TARGET, (4, 3)), 0),
    "no_system": SoloCase(_ALL_BUT_PERISCOPE, 1, ((0, 0),), 2),
}


def solo_outcome(name: str) -> Outcome:
    """Play the last round of a case."""
    case = SOLO_CASES[name]
    game = Game.new(load_sheet("mission"), Mode.SOLO, 1, solo_end=case.solo_end)
    sheet, player = game.sheet, game.players[0]
    boxes = solo_panel_of(sheet).boxes
    player.hits = sheet.all_targets & ~sheet.target_bits[_LAST_TARGET]
    player.reserve = case.reserve
    player.destroyed = sum(system.bit for system in case.lost)
    # Every intact system has one box left.
    player.boxes = tuple(boxes if s in case.lost else boxes - 1 for s in sheet.systems)
    game.apply(Roll((case.die, System.PERISCOPE.value)))
    game.apply(Take(0, 0))
    game.apply(Fire(0, case.shot))
    if game.outcome is None:
        raise ValueError(f"the solo game of case {name!r} is not over")
    return game.outcome


def endings_of_solo(words: Words) -> Markup:
    """Draw how a solo game can end, with score and rank."""
    rows = (_solo_row(words, name) for name in SOLO_CASES)
    return element(
        "table",
        {"class": "case solo-cases"},
        _head(words, "case", "result"),
        element("tbody", None, *rows),
    )


def _solo_row(words: Words, name: str) -> Markup:
    solo = solo_outcome(name).solo
    if solo is None:
        raise ValueError("a solo game has a solo result")
    if solo.won and solo.score is not None and solo.rank is not None:
        result = words.say("solo_won", score=solo.score, rank=words.say(f"rank_{solo.rank}"))
    else:
        result = words.say("solo_lost")
    return element(
        "tr",
        {"class": "winner" if solo.won else None},
        element("th", {"scope": "row"}, words.say(f"solo_{name}")),
        element("td", None, result),
    )


# ---------------------------------------------------------------------- ranks


def rank_ranges() -> list[tuple[Rank, int, int | None]]:
    """Return each rank with its minimum and maximum score, lowest rank first."""
    ranges = []
    above: int | None = None
    for least, rank in RANKS:
        ranges.append((rank, least, None if above is None else above - POINTS_PER_TORPEDO))
        above = least
    return ranges[::-1]


def ranks(words: Words) -> Markup:
    """Draw the ranks with their scores, and an example of each."""
    return element(
        "table",
        {"class": "case ranks"},
        _head(words, "rank", "points"),
        element("tbody", None, joined(_rank_row(words, *line) for line in rank_ranges())),
    )


def _rank_row(words: Words, rank: Rank, least: int, most: int | None) -> Markup:
    if most is None:
        points = words.say("points_least", least=least)
    elif least == 0:
        points = words.say("points_most", most=most)
    else:
        points = words.say("points_between", least=least, most=most)
    return element(
        "tr",
        None,
        element("th", {"scope": "row"}, words.say(f"rank_{rank}")),
        element("td", None, points),
    )


def example_score() -> tuple[int, int, int, Rank]:
    """Return an example: systems left, torpedoes left, the score and its rank."""
    systems, torpedoes = 3, 2
    score = solo_score(systems, torpedoes)
    return systems, torpedoes, score, rank_of(score)
