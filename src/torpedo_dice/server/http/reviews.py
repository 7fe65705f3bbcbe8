"""The calls for game reviews: request one, ask how far it is, stop it, try another move."""

from __future__ import annotations

from typing import Annotated, cast

from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Raw

from torpedo_dice.server.http.errors import AnyRequest
from torpedo_dice.server.http.guards import client_key, count_table
from torpedo_dice.server.http.judges import JUDGES
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.http.openapi import WithUnreadBody, get, post
from torpedo_dice.server.http.review_jobs import ReviewJob, ReviewJobs
from torpedo_dice.server.http.review_process import Choice, Reader
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.messages import review as messages
from torpedo_dice.server.messages.rest import MadeTable, SeatSecret
from torpedo_dice.server.messages.values import MAX_SEATS
from torpedo_dice.server.table.table import Table


@post("/reviews", status_code=200, operation_class=WithUnreadBody)
async def request_review(
    request: AnyRequest,
    reviews: NamedDependency[ReviewJobs],
    judge: FromQuery[str] = "quick",
    # Not ge=0, which Litestar leaves out of the OpenAPI document.
    you: Annotated[int | None, QueryParameter(gt=-1, lt=MAX_SEATS)] = None,
) -> messages.ReviewState:
    """Verify the record of a finished game, and begin to review it, or return the review."""
    reader = Reader(language_of(request), you)
    job = await reviews.start(client_key(request), judge, reader, request.body)
    return _state(job, reviews)


@get("/reviews/{review:str}")
async def show_review(
    request: AnyRequest, review: FromPath[str], reviews: NamedDependency[ReviewJobs]
) -> messages.ReviewState:
    """Wait a moment for a review, and return it, or how far it is."""
    return _state(await reviews.show(client_key(request), review), reviews)


@post("/reviews/{review:str}/cancel", status_code=200)
async def cancel_review(
    request: AnyRequest, review: FromPath[str], reviews: NamedDependency[ReviewJobs]
) -> messages.ReviewCancelled:
    """Stop a review that is no longer wanted."""
    reviews.cancel(client_key(request), review)
    return messages.ReviewCancelled()


@post("/reviews/tries", status_code=200)
async def try_move(
    request: AnyRequest,
    data: JSONBody[messages.ReviewTry],
    reviews: NamedDependency[ReviewJobs],
) -> messages.ReviewedOption:
    """Judge another move at one of the decisions of a finished game."""
    reader, choice = Reader(language_of(request), data.you), Choice(data.played, data.part)
    judged = await reviews.attempt(
        client_key(request), data.judge, reader, bytes(data.record), choice, data.move
    )
    return cast("messages.ReviewedOption", Raw(judged))


@post("/reviews/tables")
async def play_on(
    request: AnyRequest,
    data: JSONBody[messages.PlayOn],
    reviews: NamedDependency[ReviewJobs],
    lobby: NamedDependency[Lobby],
) -> MadeTable:
    """Create a table that continues a finished game at one of its moves, against bots."""
    count_table(lobby, request)
    position = await reviews.position(client_key(request), bytes(data.record), data.played)
    return made_table(*await lobby.make(position.new_table(data), position.played_on()))


def made_table(table: Table, secrets: dict[int, str]) -> MadeTable:
    """Return a new table as it is answered."""
    seats = [SeatSecret(seat, secret) for seat, secret in secrets.items()]
    return MadeTable(table.id, table.commitment, seats)


REVIEW_CALLS = (request_review, show_review, cancel_review, try_move, play_on)


def _state(job: ReviewJob, reviews: ReviewJobs) -> messages.ReviewState:
    done, rounds = reviews.progress(job)
    result = None if job.result is None else Raw(job.result)
    return messages.ReviewState(
        review=job.id,
        state="done" if result is not None else "running" if job.is_running else "waiting",
        judge=job.judge,
        judges=list(JUDGES),
        done=done,
        rounds=rounds,
        result=cast("messages.ReviewMessage | None", result),
    )
