"""`review`: what the dice and what the players' choices did in recorded games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from torpedo_dice.cli.errors import FINDINGS, INTERRUPTED, InputError
from torpedo_dice.cli.options import LangOption
from torpedo_dice.locale import gettext as _
from torpedo_dice.locale import ngettext, told
from torpedo_dice.record import Finding, RecordData, RecordError, read_records

if TYPE_CHECKING:
    from torpedo_dice.review import Judge, Review
    from torpedo_dice.review.profile import Profile

# With more games, a report of each would be too long: only the profile is shown.
MOST_REPORTS = 3


class JudgeName(StrEnum):
    """The judges to choose from."""

    QUICK = "quick"
    DEEP = "deep"


def review(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Game records, as JSON or NDJSON.")
    ],
    judge: Annotated[
        JudgeName,
        typer.Option(
            help="How positions are judged: quick takes a second per game, deep a minute or two."
        ),
    ] = JudgeName.QUICK,
    *,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every figure as JSON, one line per game.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE.html", help="Write the review as a page that needs no server."),
    ] = None,
    _lang: LangOption = None,
) -> int:
    """Review recorded games: what the dice did, and which choices cost win chance.

    Given several games, it describes each player: what kinds of choices cost most, and how much
    luck there was. Invalid records are reported and skipped.
    """
    session = _Session(judge, as_json=as_json, keeps=html is not None)
    try:
        session.run(files)
    except KeyboardInterrupt:
        sentence = ngettext(
            "Interrupted after {count} game.", "Interrupted after {count} games.", session.games
        )
        print(sentence.format(count=session.games), file=sys.stderr)
        session.code = INTERRUPTED
    session.show()
    if html is not None and session.reviews:
        try:
            html.write_text(session.page(), encoding="utf-8")
        except OSError as error:
            raise InputError.not_writable(html, error) from None
    return session.code


class _Session:
    """Reviews records one after the other, and prints what is wanted."""

    def __init__(self, judge: JudgeName, *, as_json: bool, keeps: bool) -> None:
        self.judge = judge
        self.as_json = as_json
        # Whether all reviews are kept, for a page.
        self.keeps = keeps
        self.games = 0
        self.code = 0
        self.reviews: list[Review] = []
        self.profiles: dict[str, Profile] = {}

    def run(self, files: list[Path]) -> None:
        from torpedo_dice.review import review as review_record

        judge = _new_judge(self.judge)
        with _Progress() as progress:
            for place, record in _records(files):
                try:
                    if isinstance(record, RecordError):
                        raise record
                    reviewed = review_record(record, judge, progress.show_rounds)
                except (Finding, RecordError) as error:
                    print(f"{place}: {told(error)}", file=sys.stderr)
                    self.code = FINDINGS
                    continue
                self._add(reviewed)

    def _add(self, reviewed: Review) -> None:
        from torpedo_dice.review.data import review_data
        from torpedo_dice.review.profile import add_game

        self.games += 1
        if self.as_json:
            print(json.dumps(review_data(reviewed), ensure_ascii=False))
        add_game(self.profiles, reviewed)
        if self.keeps or self.games <= MOST_REPORTS:
            self.reviews.append(reviewed)

    def show(self) -> None:
        """Print the reports: of each game if there are few, and the profiles if there are many."""
        from rich.console import Console

        from torpedo_dice.review.profile_report import profile_report
        from torpedo_dice.review.report import report

        if self.as_json or not self.games:
            return
        console = Console(highlight=False)
        if self.games <= MOST_REPORTS:
            for reviewed in self.reviews:
                console.print(report(reviewed))
        if self.games > 1:
            for profile in self._profiles():
                console.print(profile_report(profile))

    def page(self) -> str:
        from torpedo_dice.review.html import review_page

        return review_page(self.reviews, self._profiles() if self.games > 1 else ())

    def _profiles(self) -> list[Profile]:
        return sorted(self.profiles.values(), key=lambda profile: -profile.games)


def _records(files: list[Path]) -> Iterator[tuple[str, RecordData | RecordError]]:
    for file in files:
        for line, record in read_records(file):
            yield f"{file}:{line}", record


def _new_judge(name: JudgeName) -> Judge:
    from torpedo_dice.review.deep import DeepJudge
    from torpedo_dice.review.quick import QuickJudge

    return DeepJudge() if name is JudgeName.DEEP else QuickJudge()


class _Progress:
    """A bar that shows how many rounds of the current game are reviewed, if this is a terminal."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        self._bar = Progress(console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task(_("Reviewing"), total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._bar.stop()

    def show_rounds(self, done: int, rounds: int) -> bool:
        self._bar.update(self._task, completed=done, total=rounds)
        return True
