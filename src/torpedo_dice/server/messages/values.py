"""Values that several messages share, with the bounds of what a client may send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.record.limits import MAX_BOT_NAME, MAX_NAME
from torpedo_dice.rules import Effect, Mode, Rank, Reason, Stage, Status, System, Verdict
from torpedo_dice.rules.setup import MAX_PLAYERS


def _one_of(names: Iterable[str]) -> Meta:
    """Describe a text that is one of the rules' own names."""
    return Meta(extra_json_schema={"enum": list(map(str, names))})


def whole_text(pattern: str) -> Meta:
    r"""Describe a text that matches a pattern from its first to its last character.

    In Python `$` also matches before a line break at the end. `\Z` would not, but other languages,
    which read the schema, do not know it.
    """
    return Meta(pattern=rf"^(?:{pattern})$(?!\n)")


# Row and column, from 0, the top left first; beyond the grid also negative.
Field: TypeAlias = tuple[int, int]
SystemId: TypeAlias = Annotated[str, _one_of(system.id for system in System)]
ModeId: TypeAlias = Annotated[str, _one_of(Mode)]
EffectId: TypeAlias = Annotated[str, _one_of(Effect)]
RankId: TypeAlias = Annotated[str, _one_of(Rank)]
StatusId: TypeAlias = Annotated[str, _one_of(Status)]
VerdictId: TypeAlias = Annotated[str, _one_of(Verdict)]
ReasonId: TypeAlias = Annotated[str, _one_of(Reason)]

# What players can say to each other. Pages word it in the reader's language.
REACTIONS = ("nice_shot", "ouch", "well_played", "good_luck", "ready", "thanks")
ReactionId: TypeAlias = Annotated[str, _one_of(REACTIONS)]

# Before the game begins: seats are open, or nonces not revealed.
WAITING = "waiting"
StageId: TypeAlias = Annotated[str, _one_of([WAITING, *Stage])]
KindId: TypeAlias = Annotated[str, _one_of(["human", "bot", "open"])]

# --------------------------------------------------------------------- what a client may send

MAX_SEATS = MAX_PLAYERS
MAX_ID = 64
MAX_MOVE = 200
MAX_SECRETS = 8

Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
SomeName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME)]
Secret: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_ID)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_MOVE)]
Coordinate: TypeAlias = Annotated[int, Meta(ge=-99, le=99)]
SomeField: TypeAlias = tuple[Coordinate, Coordinate]
SomeFields: TypeAlias = Annotated[list[SomeField], Meta(max_length=16)]
SystemName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=16)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_BOT_NAME)]
CharacterId: TypeAlias = Annotated[str, whole_text("[a-z_]{1,32}")]
Hash: TypeAlias = Annotated[str, whole_text("[0-9a-f]{64}")]
Nonce: TypeAlias = Annotated[str, whole_text("[0-9a-f]{32,128}")]
ReactionName: TypeAlias = Annotated[str, whole_text("|".join(REACTIONS))]
LanguageName: TypeAlias = Annotated[str, whole_text("|".join(LANGUAGES))]


class StrictStruct(Struct, forbid_unknown_fields=True):
    """A body or message in which a misspelt field is an error, not silence."""
