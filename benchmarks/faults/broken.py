"""Builds of the server with a deliberate bug, which the checker must find.

Each is a statement that is executed before the server starts, in its process.
"""

from __future__ import annotations

from typing import Any


def acknowledge_early() -> None:
    """Tell clients that something is stored before it is."""
    from torpedo_dice.server.store.postgres import PostgresStorage

    write = PostgresStorage.write

    def early(self: PostgresStorage, writes: Any, done: Any) -> None:
        write(self, writes, lambda _: None)
        done(None)

    def at_once(_: PostgresStorage, done: Any, table: str | None = None) -> None:  # noqa: ARG001
        done(None)

    PostgresStorage.write = early  # type: ignore[method-assign]
    PostgresStorage.after = at_once  # type: ignore[method-assign]


def overwrite() -> None:
    """Write an entry even if another process has already written one with its number."""
    from sqlalchemy.dialects.postgresql import insert

    from torpedo_dice.server.store import schema, writes

    entry = insert(schema.log)
    kept = {column: entry.excluded[column] for column in ("at", "entry")}
    writes._INSERT_ENTRIES = entry.on_conflict_do_update(  # noqa: SLF001
        index_elements=["table_id", "number"], set_=kept
    )


def reveal() -> None:
    """Show everybody's choices in every view, before all have chosen."""
    from torpedo_dice.rules import Stage
    from torpedo_dice.server.table import views

    view_of = views.ViewWriter._view_of  # noqa: SLF001

    def revealing(self: views.ViewWriter, seat: Any, game: Any, public: Any) -> Any:
        view = view_of(self, seat, game, public)
        if game.stage is Stage.ACT:
            for other in view.seats:
                other.choice = views._choice(game, other.seat)  # noqa: SLF001
        return view

    views.ViewWriter._view_of = revealing  # type: ignore[method-assign]  # noqa: SLF001


BUILDS = {
    "": "pass",
    "acknowledges-early": "import benchmarks.faults.broken as b; b.acknowledge_early()",
    "overwrites": "import benchmarks.faults.broken as b; b.overwrite()",
    "reveals": "import benchmarks.faults.broken as b; b.reveal()",
}
