"""The report of a player's profile, for a terminal or a file."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from torpedo_dice.locale import decimal
from torpedo_dice.review.labels import percent, rank_label, signed
from torpedo_dice.review.profile import Mean, Profile
from torpedo_dice.review.report import new_table
from torpedo_dice.review.sentences import words
from torpedo_dice.review.values import ChoiceKind, Phase
from torpedo_dice.text.words import plain

_NOTHING = "-"


def profile_report(profile: Profile) -> RenderableType:
    """Return the full report of a profile."""
    return Group(
        Text(profile_title(profile), style="bold"),
        _losses(profile),
        *map(Text, [*rank_sentences(profile), *luck_sentences(profile)]),
        _habits(profile),
    )


def profile_title(profile: Profile) -> str:
    """Say whose profile it is, and of how many games."""
    mean = profile.mean()
    return words.PROFILE_TITLE.format(
        name=plain(profile.name),
        games=words.GAMES.of(profile.games),
        choices=words.CHOICES_COUNT.of(0 if mean is None else mean.count),
    )


def mean_label(mean: Mean | None) -> str:
    """Return a mean cost in percent with its standard error."""
    if mean is None:
        return _NOTHING
    value = percent(mean.value, 2)
    return value if mean.error is None else f"{value} ± {percent(mean.error, 2)}"


def rank_sentences(profile: Profile) -> list[str]:
    """Say which rank the player plays like, if that is known."""
    if profile.rank is None:
        return []
    return [words.PROFILE_RANK.format(rank=rank_label(profile.rank))]


def luck_sentences(profile: Profile) -> list[str]:
    """Say how lucky the player was, and how much of it is usual."""
    said = []
    if profile.luck_squares:
        luck, error = 100 * profile.luck, 100 * profile.luck_error
        said.append(words.PROFILE_LUCK.format(luck=signed(luck), error=decimal(error, 1)))
    if profile.solo_luck_squares:
        luck, error = profile.solo_luck, profile.solo_luck_error
        said.append(words.PROFILE_LUCK_SOLO.format(luck=signed(luck), error=decimal(error, 1)))
    return said


def _losses(profile: Profile) -> Table:
    """Return the cost per choice, by kind and by phase."""
    table = new_table(
        words.PROFILE_LOSS, "", *(words.PHASES[phase] for phase in Phase), words.ALL_CHOICES
    )
    for kind in ChoiceKind:
        table.add_row(words.KINDS[kind], *_row(profile, kind))
    table.add_section()
    table.add_row(words.ALL_CHOICES, *_row(profile, None))
    return table


def _row(profile: Profile, kind: ChoiceKind | None) -> list[str]:
    phases: list[Phase | None] = [*Phase, None]
    return [mean_label(profile.mean(kind, phase)) for phase in phases]


def _habits(profile: Profile) -> RenderableType:
    habits = profile.habits()
    if not habits:
        return Text(words.NO_HABITS)
    table = new_table(words.HABITS_TITLE, "", words.TIMES, words.COST_TOTAL)
    for habit in habits:
        table.add_row(Text(habit.label), str(habit.times), percent(habit.loss))
    return table
