"""Values that several messages share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from msgspec import Meta

from torpedo_dice.rules import Effect, Mode, Rank, Reason, Stage, Status, System, Verdict


def _one_of(names: Iterable[str]) -> Meta:
    """Describe a text that is one of the rules' own names."""
    return Meta(extra_json_schema={"enum": list(map(str, names))})


# Row and column, from 0, the top left first; beyond the grid also negative.
Field: TypeAlias = tuple[int, int]
SystemId: TypeAlias = Annotated[str, _one_of(system.id for system in System)]
ModeId: TypeAlias = Annotated[str, _one_of(Mode)]
EffectId: TypeAlias = Annotated[str, _one_of(Effect)]
RankId: TypeAlias = Annotated[str, _one_of(Rank)]
StatusId: TypeAlias = Annotated[str, _one_of(Status)]
VerdictId: TypeAlias = Annotated[str, _one_of(Verdict)]
ReasonId: TypeAlias = Annotated[str, _one_of(Reason)]

# Before all seats are taken there is no game yet.
WAITING = "waiting"
StageId: TypeAlias = Annotated[str, _one_of([WAITING, *Stage])]
KindId: TypeAlias = Annotated[str, _one_of(["human", "bot", "open"])]
