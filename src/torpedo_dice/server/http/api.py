"""The REST calls: tables, seats, records, sheets, replays."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from torpedo_dice.bots import UnknownBotError, bot_names
from torpedo_dice.record import Finding, RecordError, parse_record
from torpedo_dice.rulebook import rule_of
from torpedo_dice.rules import GameSetupError, MoveError, Sentence, SheetError
from torpedo_dice.server.http.lesson import lesson_data, try_data
from torpedo_dice.server.http.openapi import add_path_parameters, describe
from torpedo_dice.server.http.replay import film
from torpedo_dice.server.live.lobby import House, HouseError
from torpedo_dice.server.messages.protocol import (
    Handover,
    LessonTry,
    MalformedError,
    Mine,
    NewTable,
    Rematch,
    SeatAt,
    SheetText,
    TakeSeat,
    WithSecret,
    decode_body,
    encode,
)
from torpedo_dice.server.rate_limit import Buckets, asker
from torpedo_dice.server.store.storage import StorageError
from torpedo_dice.server.table.commands import NOT_BEGUN
from torpedo_dice.server.table.keys import hash_of
from torpedo_dice.sheets import load_sheet, parse_sheet_toml, sheet_names

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]


def answer(data: Any, status: int = 200) -> Response:
    """Return an answer in JSON."""
    return Response(
        encode(data), status, {"cache-control": "no-store"}, media_type="application/json"
    )


def problem(status: int, code: str, message: str, **more: Any) -> Response:
    """Return an error as the protocol writes it, in the language of whoever asked."""
    return answer({"error": {"code": code, "message": message, **more}}, status)


class Rest:
    """The handlers, with what they need."""

    def __init__(self, house: House) -> None:
        limits = house.config.limits
        self._house = house
        self._limits = limits
        self._calls = Buckets(limits.calls, limits.calls_at_once)
        self._new_tables = Buckets(limits.tables_an_hour / 3600, limits.tables_an_hour)

    def router(self) -> APIRouter:
        """Return all routes."""
        router = APIRouter(prefix="/api")
        for method, path, handler, about in (
            ("POST", "/commitments", self.make_commitment, describe("commitment")),
            ("POST", "/tables", self.make_table, describe("table", NewTable, 201)),
            ("GET", "/tables/{table}", self.show_table, describe("facts")),
            ("POST", "/tables/{table}/seats", self.take_seat, describe("seat", TakeSeat, 201)),
            ("POST", "/tables/{table}/handover", self.hand_over, describe("token", WithSecret)),
            ("POST", "/handover", self.take_over, describe("device", Handover)),
            ("POST", "/tables/{table}/rematch", self.rematch, describe("rematch", Rematch)),
            ("POST", "/mine", self.mine, describe("games", Mine)),
            ("GET", "/tables/{table}/record", self.record, describe("record")),
            ("GET", "/sheets", self.list_sheets, describe("sheets")),
            # Before the sheets by name: a wrong method is told which one is right.
            ("POST", "/sheets/check", self.check_sheet, describe("sheet", SheetText)),
            ("GET", "/sheets/{name}", self.show_sheet, describe("sheet")),
            ("POST", "/replay", self.replay, describe("replay", dict)),
            ("GET", "/lesson", self.list_lesson, describe("lesson")),
            ("POST", "/lesson/{step}", self.try_lesson, describe("lesson_try", LessonTry)),
            ("GET", "/bots", self.list_bots, describe("bots")),
            ("GET", "/health", self.health, describe("health")),
        ):
            with_path = add_path_parameters(path, about)
            router.add_api_route(
                path,
                self._guarded(handler),
                methods=[method],
                name=handler.__name__,
                operation_id=handler.__name__,
                summary=(handler.__doc__ or "").strip(),
                **with_path,
            )
        return router

    def _guarded(self, handler: Handler) -> Handler:
        """Wrap a handler: whatever is wrong gets a clear answer."""

        async def guarded(request: Request) -> Response:
            if not self._calls.take(address_of(request)):
                why = Sentence("too many calls a second: wait a moment")
                return problem(429, "too_fast", why)
            try:
                return await handler(request)
            except HouseError as error:
                return problem(error.status, error.code, error.why)
            except StorageError:
                return problem(503, "storage", Sentence("the storage failed: try again"))
            except ValueError as error:
                code, message, more = _what_is_wrong(error)
                return problem(422, code, message, **more)

        return guarded

    async def _body(self, request: Request, kind: type[T]) -> T:
        return decode_body(await self._bytes(request, self._limits.body), kind)

    async def _bytes(self, request: Request, most: int) -> bytes:
        data = bytearray()
        try:
            async for part in request.stream():
                data += part
                if len(data) > most:
                    why = Sentence("a body has at most {most} bytes here", most=most)
                    raise HouseError(413, "too_large", why)
        except ClientDisconnect:
            raise MalformedError(Sentence("the body ended too early")) from None
        return bytes(data)

    # ------------------------------------------------------------------ tables

    async def make_commitment(self, _request: Request) -> Response:
        """Draw the dice's seed for a table to come, and show its commitment."""
        return answer({"commitment": self._house.commitment()}, 201)

    async def make_table(self, request: Request) -> Response:
        """Make a table."""
        body = await self._body(request, NewTable)
        if not self._new_tables.take(address_of(request)):
            why = Sentence("too many new tables: wait a while")
            raise HouseError(429, "too_many_tables", why)
        table, secrets = await self._house.make(body)
        seats = [{"seat": seat, "secret": secret} for seat, secret in secrets.items()]
        return answer({"table": table.id, "commitment": table.commitment, "seats": seats}, 201)

    async def show_table(self, request: Request) -> Response:
        """Show what anybody may know of a table who has its link."""
        room = await self._house.find(request.path_params["table"])
        await self._house.storage.settled()
        return answer(room.table.facts())

    async def take_seat(self, request: Request) -> Response:
        """Take an open seat."""
        body = await self._body(request, TakeSeat)
        room = await self._house.find(request.path_params["table"])
        seat, secret = await self._house.sit(room, body)
        return answer({"seat": seat, "secret": secret}, 201)

    async def hand_over(self, request: Request) -> Response:
        """Get a one-time token that opens a seat on another device."""
        body = await self._body(request, WithSecret)
        room = await self._house.find(request.path_params["table"])
        return answer({"token": await self._house.hand_over(room, body.secret)})

    async def take_over(self, request: Request) -> Response:
        """Use a one-time token: get a secret for its seat."""
        body = await self._body(request, Handover)
        table, seat, secret = await self._house.take_over(body.token)
        return answer({"table": table.id, "seat": seat, "secret": secret})

    async def rematch(self, request: Request) -> Response:
        """Make a table for the same players, after the end of a game."""
        body = await self._body(request, Rematch)
        room = await self._house.find(request.path_params["table"])
        table, own = await self._house.rematch(room, body.secret, body.nonce)
        seats = [{"seat": seat, "secret": body.secret} for seat in own]
        return answer({"table": table, "seats": seats})

    async def mine(self, request: Request) -> Response:
        """List the games whose secrets a device holds."""
        body = await self._body(request, Mine)
        return answer({"games": [await self._my_game(held) for held in body.seats]})

    async def _my_game(self, held: SeatAt) -> dict[str, Any]:
        try:
            room = await self._house.find(held.table)
        except HouseError as error:
            return {"table": held.table, "error": error.code}
        table = room.table
        seats = table.seats_of([hash_of(held.secret)])
        if not seats:
            return {"table": held.table, "error": "not_yours"}
        to_move = table.game.seats_to_move() if table.game is not None else ()
        return {
            "table": table.id,
            "seat": seats[0],
            "facts": table.facts(),
            "my_move": any(seat in to_move for seat in seats),
        }

    async def record(self, request: Request) -> Response:
        """Return a game's record; the dice's seed is null while the game runs."""
        room = await self._house.find(request.path_params["table"])
        await self._house.storage.settled()
        record = room.table.record()
        if record is None:
            raise HouseError(409, "waiting", NOT_BEGUN)
        return answer(record)

    # ------------------------------------------------------------------ sheets, replays, the rest

    async def list_sheets(self, _request: Request) -> Response:
        """List our sheets."""
        return answer({"sheets": [load_sheet(name).to_data() for name in sheet_names()]})

    async def show_sheet(self, request: Request) -> Response:
        """Return one of our sheets."""
        name = request.path_params["name"]
        if name not in sheet_names():
            why = Sentence("there is no sheet {name!r}", name=name[:40])
            raise HouseError(404, "no_such_sheet", why)
        return answer({"sheet": load_sheet(name).to_data()})

    async def check_sheet(self, request: Request) -> Response:
        """Check a sheet that somebody typed in."""
        body = await self._body(request, SheetText)
        return answer({"sheet": parse_sheet_toml(body.toml).to_data()})

    async def replay(self, request: Request) -> Response:
        """Return every step of a record, checked by the rules and its dice."""
        data = await self._bytes(request, self._limits.record_body)
        # A long record takes a while; the others play on.
        return await asyncio.to_thread(_film_answer, data)

    async def list_lesson(self, _request: Request) -> Response:
        """Show the first lesson: each step with the view at its start."""
        return answer(lesson_data())

    async def try_lesson(self, request: Request) -> Response:
        """Try a step of the lesson: say what its moves so far come to."""
        body = await self._body(request, LessonTry)
        return answer(try_data(request.path_params["step"], body))

    async def list_bots(self, _request: Request) -> Response:
        """List the bots, the weakest first."""
        return answer({"bots": bot_names()})

    async def health(self, _request: Request) -> Response:
        """Say whether the server and its storage work."""
        tables = await asyncio.to_thread(self._house.storage.count)
        return answer({"status": "ok", "tables": tables})


def _what_is_wrong(error: ValueError) -> tuple[str, str, dict[str, Any]]:
    """Return the code, the sentence and the details of something wrong that was asked for."""
    match error:
        case MalformedError():
            return error.code, error.args[0], {}
        case MoveError():
            return "move", error.why, {"rule": rule_of(error)}
        case SheetError():
            return "sheet", error.args[0], {"where": error.where, "why": error.why}
        case Finding():
            return "record", error.args[0], {"where": error.where, "what": error.what}
        case RecordError():
            return "record", error.args[0], {"where": "", "what": error.args[0]}
        case GameSetupError():
            return "setup", error.args[0], {}
        case UnknownBotError():
            return "bot", error.args[0], {}
        case _:
            raise error


def _film_answer(data: bytes) -> Response:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(Sentence("not a text in UTF-8")) from None
    return answer(film(parse_record(text)))


def address_of(request: Request) -> str:
    """Return who calls."""
    return asker(request.client.host if request.client is not None else "")
