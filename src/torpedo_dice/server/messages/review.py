"""A game review as it is sent: all figures, and everything it says in the reader's language.

`docs/review.md` explains the method.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

from torpedo_dice.server.messages.rest import PaceName
from torpedo_dice.server.messages.values import (
    BotName,
    Field,
    Hash,
    ModeId,
    MoveText,
    Seat,
    SomeName,
    StrictStruct,
)

# More moves than the longest game has that can be reviewed here.
MAX_PLAYED = 100_000
PlayedIndex = Annotated[
    int, Meta(ge=0, le=MAX_PLAYED, description="index of a move, among all moves and rolls")
]
# Decoded in a process of its own.
GameRecord = Annotated[Raw, Meta(description="the record of a finished game")]

# Shares of the win by seat; in solo the chance to win and the expected score.
Outlook = list[float]


class ReviewSum(Struct):
    """A sum, rounded so that it adds up: start + luck + own + others + error = end."""

    start: float
    luck: float
    own: float
    others: float
    error: float
    end: float


class ReviewedPlayer(Struct):
    """A player's totals; losses are shares of the win."""

    name: str
    sums: Annotated[
        list[ReviewSum], Meta(description="win chance in percent; in solo also the score")
    ]
    loss: float
    loss_each: Annotated[float | None, Meta(description="per decision; null without decisions")]
    decisions: int
    grades: dict[str, int]
    rank: Annotated[str, Meta(description="the rank that plays like this, with its range")]


class ReviewedRound(Struct):
    """A round: the outlook after it, and what dice and choices changed."""

    round: int
    after: Outlook
    luck: Outlook
    play: Outlook
    error: Outlook


class ReviewedOption(Struct):
    """One of a decision's options: its name, the outlook after it, and what it loses."""

    move: str
    label: str
    outlook: Outlook
    error: Annotated[float, Meta(description="standard error of its distance from the best")]
    loss: float
    grade: str
    fields: Annotated[list[Field] | None, Meta(description="the torpedoes of a shot")]


class ReviewedDecision(Struct):
    """A choice; `options` are the best ones and the one taken, best first."""

    round: int
    seat: int
    kind: Literal["die", "system", "switch", "aim"]
    grade: str
    loss: float
    count: Annotated[int, Meta(description="the number of distinct options")]
    options: list[ReviewedOption]
    taken: Annotated[int, Meta(description="index of the option taken")]
    best: Annotated[int, Meta(description="index of the best option")]
    played: Annotated[
        int, Meta(description="index of the move that made it, among all moves and rolls")
    ]
    part: Annotated[int, Meta(description="index among the decisions of that move")]
    view: Annotated[
        dict[str, Any],
        Meta(
            description="the parts of the seat's view that differ from the previous decision's; "
            "of `seats` only those that differ, each with its number and what differs"
        ),
    ]


class ReviewedTurningPoint(Struct):
    """One of the steps that changed most; `decision` is its index if it was a choice."""

    sentence: str
    round: int
    decision: int | None


class ReviewMessage(Struct):
    """A review."""

    title: str
    mode: ModeId
    start: Outlook
    players: list[ReviewedPlayer]
    rounds: list[ReviewedRound]
    decisions: list[ReviewedDecision]
    turning_points: list[ReviewedTurningPoint]
    notes: list[str]
    words: Annotated[dict[str, str], Meta(description="headings and names, by key")]


class ReviewState(Struct):
    """A review that was requested; `result` is null until it is done."""

    review: str
    state: Literal["waiting", "running", "done"]
    judge: str
    judges: Annotated[list[str], Meta(description="the judges that this server offers")]
    done: Annotated[int, Meta(description="rounds reviewed so far")]
    rounds: int
    result: ReviewMessage | None


class ReviewCancelled(Struct):
    """The review was cancelled, or had already ended."""


class ReviewTry(StrictStruct):
    """Another move at a decision of a recorded game; `played` and `part` name the decision."""

    record: GameRecord
    played: PlayedIndex
    part: Annotated[int, Meta(ge=0, le=1)]
    move: MoveText
    judge: str = "quick"
    you: Seat | None = None


class PlayOn(StrictStruct):
    """A table that continues a recorded game at one of its moves, against bots."""

    record: GameRecord
    played: PlayedIndex
    bot: BotName
    name: SomeName
    nonce_commitment: Hash | None = None
    commitment: Hash | None = None
    pace: PaceName = "calm"
