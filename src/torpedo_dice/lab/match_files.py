"""The output files of a match: its records as NDJSON, and a CSV table with one row per game."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from torpedo_dice.lab.match import MatchError, MatchGame
from torpedo_dice.rules import Sentence


class MatchFiles:
    """Opens the requested files, all or none, and writes them game by game.

    The record of a forfeited game is not written, because its end can't be verified; its row in the
    table is.
    """

    def __init__(self, records: Path | None, table: Path | None, players: int) -> None:
        self._records, self._table = records, table
        self._players = players
        self._files: dict[Path, IO[str]] = {}

    @property
    def has_records(self) -> bool:
        """Whether records were requested."""
        return self._records is not None

    def __enter__(self) -> Self:
        paths = [path for path in (self._records, self._table) if path is not None]
        if len({path.resolve() for path in paths}) < len(paths):
            raise MatchError(
                Sentence("{file}: can’t be both the records and the CSV file", file=self._table)
            )
        _check_writable(paths)
        for path in paths:
            with _refusing(path):
                self._files[path] = path.open("w", encoding="utf-8", newline="")
        if self._table is not None:
            self._write_row(header(self._players))
        return self

    def write(self, game: MatchGame) -> None:
        """Write one game."""
        if self._records is not None and game.record is not None:
            with _refusing(self._records):
                self._files[self._records].write(game.record)
        if self._table is not None:
            self._write_row(row(game))

    def _write_row(self, cells: list[object]) -> None:
        if self._table is not None:
            with _refusing(self._table):
                csv.writer(self._files[self._table], lineterminator="\n").writerow(cells)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for path, file in self._files.items():
            with _refusing(path):
                file.close()


def _check_writable(paths: list[Path]) -> None:
    """Reject all files if one cannot be written, and leave the others unchanged."""
    created: list[Path] = []
    for path in paths:
        is_new = not path.exists()
        try:
            with _refusing(path), path.open("a"):
                pass
        except MatchError:
            for other in created:
                other.unlink()
            raise
        if is_new:
            created.append(path)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MatchError(
            Sentence("{file}: can’t be written: {why}", file=path, why=error)
        ) from None


def header(players: int) -> list[object]:
    """Return the names of the table's columns."""
    return [
        *("bot", "against", "dice", "rotation"),
        *(f"seat_{seat}" for seat in range(players)),
        *("first", "reason", "winners", "rounds"),
        *(f"score_{seat}" for seat in range(players)),
        *("skulls", "solo_score", "forfeit_seat", "forfeit"),
        *(f"luck_{seat}" for seat in range(players)),
    ]


def row(game: MatchGame) -> list[object]:
    """Return a game's row; lists of seats are separated by spaces, missing values are empty."""
    lineup, forfeit = game.lineup, game.forfeit
    return [
        *(lineup.one, lineup.many or "", game.dice, lineup.seat),
        *lineup.seats,
        *(game.first, game.reason, " ".join(map(str, game.winners)), game.rounds),
        *game.scores,
        " ".join(map(str, game.skulls)),
        "" if game.solo_score is None else game.solo_score,
        *(("", "") if forfeit is None else (forfeit.seat, forfeit.message)),
        *([""] * lineup.players if game.luck is None else game.luck),
    ]
