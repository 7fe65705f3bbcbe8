"""The REST API: tables and seats, records, sheets, replays and the lesson."""

from __future__ import annotations

import time
from functools import partial
from typing import cast

from litestar import Router
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody
from msgspec import Raw

from torpedo_dice.bots import bot_names, characters
from torpedo_dice.rules import Sentence
from torpedo_dice.server.config import Limits
from torpedo_dice.server.http.errors import AnyRequest
from torpedo_dice.server.http.guards import client_key, count_table, rate_limit_guard
from torpedo_dice.server.http.lesson import lesson_plan, lesson_result
from torpedo_dice.server.http.openapi import WithUnreadBody, get, post
from torpedo_dice.server.http.replay_jobs import ReplayJobs
from torpedo_dice.server.http.reviews import REVIEW_CALLS, made_table
from torpedo_dice.server.invitation import invite
from torpedo_dice.server.live.coach import ask_coach
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.messages import rest
from torpedo_dice.server.messages.record import RecordMessage, sheet_message
from torpedo_dice.server.messages.views import Facts
from torpedo_dice.server.rate_limit import Buckets
from torpedo_dice.server.store.writes import StorageError
from torpedo_dice.server.table.commands import NOT_BEGUN
from torpedo_dice.server.table.keys import hash_of
from torpedo_dice.sheets import load_sheet, parse_sheet_toml, sheet_names

_TABLES_A_CALL = 5
_CALLS_A_CODE = 8


def api_routers(limits: Limits) -> list[Router]:
    """Return all calls, with their limits."""
    calls = (
        *(
            make_commitment,
            make_table,
            show_table,
            take_seat,
            hand_over,
            take_over,
            rematch,
            decline,
        ),
        *(list_devices, revoke_device, show_invitation, show_advice),
        *(list_my_games, show_record, list_sheets, show_sheet, check_sheet),
        *(show_lesson, try_lesson, list_bots, show_health, show_readiness),
    )
    counted = Buckets(limits.calls, limits.calls_at_once)
    advice = Buckets(limits.advice, limits.advice_at_once)
    router = partial(
        Router,
        "/api",
        guards=[rate_limit_guard(counted)],
        cache_control=CacheControlHeader(no_store=True),
    )
    return [
        router(
            route_handlers=calls,
            request_max_body_size=limits.body,
            dependencies={"calls": _always(counted), "advice": _always(advice)},
        ),
        router(route_handlers=[replay, *REVIEW_CALLS], request_max_body_size=limits.record_body),
    ]


def _always(buckets: Buckets) -> Provide:
    return Provide(lambda: buckets, sync_to_thread=False)


# ------------------------------------------------------------------ tables


@post("/commitments")
async def make_commitment(lobby: NamedDependency[Lobby]) -> rest.Commitment:
    """Draw the dice seed of a future table, and return the commitment to it."""
    return rest.Commitment(await lobby.commitment())


@post("/tables")
async def make_table(
    request: AnyRequest,
    data: JSONBody[rest.NewTable],
    lobby: NamedDependency[Lobby],
) -> rest.MadeTable:
    """Create a table."""
    count_table(lobby, request)
    return made_table(*await lobby.make(data))


@get("/tables/{table:str}")
async def show_table(table: FromPath[str], lobby: NamedDependency[Lobby]) -> Facts:
    """Return what anyone with the link may know about a table."""
    room = await lobby.find(table)
    await lobby.storage.settled(table)
    return room.table.facts()


@post("/tables/{table:str}/seats")
async def take_seat(
    table: FromPath[str], data: JSONBody[rest.TakeSeat], lobby: NamedDependency[Lobby]
) -> rest.SeatSecret:
    """Take an open seat."""
    return rest.SeatSecret(*await lobby.sit(await lobby.find(table), data))


@post("/tables/{table:str}/handover", status_code=200)
async def hand_over(
    table: FromPath[str], data: JSONBody[rest.WithSecret], lobby: NamedDependency[Lobby]
) -> rest.HandoverToken:
    """Get a one-time token that opens a seat on another device."""
    return rest.HandoverToken(await lobby.hand_over(await lobby.find(table), data.secret))


@post("/handover", status_code=200)
async def take_over(
    data: JSONBody[rest.Handover], lobby: NamedDependency[Lobby]
) -> rest.HandedOver:
    """Redeem a one-time token for a secret of its seat."""
    table, seat, secret = await lobby.take_over(data.token, data.label)
    return rest.HandedOver(table.id, seat, secret)


@post("/tables/{table:str}/devices", status_code=200)
async def list_devices(
    table: FromPath[str], data: JSONBody[rest.WithSecret], lobby: NamedDependency[Lobby]
) -> rest.DeviceList:
    """List the devices signed in to a seat."""
    return rest.DeviceList(lobby.devices(await lobby.find(table), data.secret))


@post("/tables/{table:str}/devices/revoke", status_code=200)
async def revoke_device(
    table: FromPath[str], data: JSONBody[rest.RevokeDevice], lobby: NamedDependency[Lobby]
) -> rest.DeviceList:
    """Revoke another device's access to a seat, and all unused one-time tokens."""
    room = await lobby.find(table)
    await lobby.revoke(room, data.secret, data.device)
    return rest.DeviceList(lobby.devices(room, data.secret))


@post("/tables/{table:str}/rematch", status_code=200)
async def rematch(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[rest.WithSecret],
    lobby: NamedDependency[Lobby],
) -> rest.RematchTable:
    """Request a rematch, or accept one: a new table for the same players."""
    room = await lobby.find(table)
    if room.table.is_over and room.table.rematch is None:
        count_table(lobby, request)
    new, own = await lobby.rematch(room, data.secret)
    return rest.RematchTable(new, [rest.SeatSecret(seat, data.secret) for seat in own])


@post("/tables/{table:str}/rematch/decline", status_code=200)
async def decline(
    table: FromPath[str], data: JSONBody[rest.WithSecret], lobby: NamedDependency[Lobby]
) -> rest.Declined:
    """Decline a rematch that another player requested."""
    await lobby.decline(await lobby.find(table), data.secret)
    return rest.Declined()


@post("/tables/{table:str}/coach", status_code=200)
async def show_advice(
    request: AnyRequest,
    table: FromPath[str],
    data: JSONBody[rest.AskCoach],
    lobby: NamedDependency[Lobby],
    advice: NamedDependency[Buckets],
) -> rest.Advice:
    """Judge a choice before it is made; only at a table with a coach."""
    if not advice.take(client_key(request)):
        why = Sentence("the coach needs a moment: ask again in a few seconds")
        raise RequestRefused(429, "coach_busy", why)
    return await ask_coach(lobby, await lobby.find(table), data, client_key(request))


@get("/tables/{table:str}/invitation")
async def show_invitation(
    request: AnyRequest,
    table: FromPath[str],
    lobby: NamedDependency[Lobby],
    calls: NamedDependency[Buckets],
) -> rest.Invitation:
    """Return the invitation link of a table, and its QR code."""
    # A code takes as long as several calls.
    calls.charge(client_key(request), _CALLS_A_CODE, time.monotonic())
    room = await lobby.find(table)
    config = lobby.config
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"
    return invite(f"/t/{room.table.id}", origin, config.origins, config.lan)


@post("/mine", status_code=200)
async def list_my_games(
    request: AnyRequest,
    data: JSONBody[rest.Mine],
    lobby: NamedDependency[Lobby],
    calls: NamedDependency[Buckets],
) -> rest.HeldGames:
    """List a device's games, given the secrets of its seats."""
    # Tables may have to be loaded, so a long list counts as several calls.
    calls.charge(client_key(request), len(data.seats) / _TABLES_A_CALL, time.monotonic())
    return rest.HeldGames([await _held_game(held, lobby) for held in data.seats])


async def _held_game(held: rest.SeatAt, lobby: Lobby) -> rest.HeldGame:
    try:
        table = (await lobby.find(held.table)).table
    except RequestRefused as error:
        return rest.HeldGame(held.table, error=error.code)
    except StorageError:
        return rest.HeldGame(held.table, error="storage")
    seats = table.seats_of([hash_of(held.secret)])
    if not seats:
        return rest.HeldGame(held.table, error="not_yours")
    to_move = table.game.seats_to_move() if table.game is not None else ()
    my_move = any(seat in to_move for seat in seats)
    return rest.HeldGame(table.id, seats[0], table.facts(), my_move)


@get("/tables/{table:str}/record")
async def show_record(table: FromPath[str], lobby: NamedDependency[Lobby]) -> RecordMessage:
    """Return a game's record; the dice seed is null while the game is in progress."""
    room = await lobby.find(table)
    await lobby.storage.settled(table)
    record = room.table.record()
    if room.table.setup.played_on is not None:
        why = Sentence("this game continues another one, so it has no record")
        raise RequestRefused(409, "played_on", why)
    if record is None:
        raise RequestRefused(409, "waiting", NOT_BEGUN)
    # As it is, with any unknown keys.
    return cast("RecordMessage", record)


# ------------------------------------------------------------------ sheets, replays, the rest


@get("/sheets")
async def list_sheets() -> rest.SheetList:
    """List the built-in sheets."""
    return rest.SheetList([sheet_message(load_sheet(name)) for name in sheet_names()])


@get("/sheets/{name:str}")
async def show_sheet(name: FromPath[str]) -> rest.SheetAnswer:
    """Return a built-in sheet."""
    if name not in sheet_names():
        why = Sentence("there’s no sheet {name!r}", name=name[:40])
        raise RequestRefused(404, "no_such_sheet", why)
    return rest.SheetAnswer(sheet_message(load_sheet(name)))


@post("/sheets/check", status_code=200)
async def check_sheet(data: JSONBody[rest.SheetText]) -> rest.SheetAnswer:
    """Validate a player's own sheet, and return it as data."""
    return rest.SheetAnswer(sheet_message(parse_sheet_toml(data.toml)))


@post("/replay", status_code=200, operation_class=WithUnreadBody)
async def replay(request: AnyRequest, replays: NamedDependency[ReplayJobs]) -> rest.Film:
    """Verify a record, and return every step of the game."""
    return cast("rest.Film", Raw(await replays.run(client_key(request), request.body)))


@get("/lesson")
async def show_lesson() -> rest.LessonPlan:
    """Return the first lesson: each step with its initial view."""
    return lesson_plan()


@post("/lesson/{step:str}", status_code=200)
async def try_lesson(step: FromPath[str], data: JSONBody[rest.LessonTry]) -> rest.LessonResult:
    """Return the outcome of the learner's moves so far in a step of the lesson."""
    return lesson_result(step, data)


@get("/bots")
async def list_bots() -> rest.BotList:
    """List the bots and their characters, weakest first."""
    known = [rest.CharacterInfo(one.id, one.rank, one.name) for one in characters()]
    return rest.BotList(list(bot_names()), known)


@get("/health")
async def show_health() -> rest.Health:
    """Check that the server is alive."""
    return rest.Health("ok")


@get("/ready")
async def show_readiness(lobby: NamedDependency[Lobby]) -> rest.Ready:
    """Check that the server can store games, by writing to its database."""
    return rest.Ready("ok", await lobby.readiness.count_tables())
