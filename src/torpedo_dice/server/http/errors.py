"""Exceptions as answers: each with its status, a code, and a sentence in the caller's language."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException

from torpedo_dice.bots import UnknownBotError
from torpedo_dice.locale import speaking, told
from torpedo_dice.record import Finding, RecordError
from torpedo_dice.rulebook import rule_of
from torpedo_dice.rules import GameSetupError, MoveError, Sentence, SheetError
from torpedo_dice.server.http.language import language_of
from torpedo_dice.server.http.response import SECURITY_HEADERS
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages.codec import MalformedError, malformed_sentence
from torpedo_dice.server.messages.rest import Reason, Refusal
from torpedo_dice.server.store.writes import StorageError

AnyRequest = Request[Any, Any, Any]

NOTHING_HERE = Sentence("not found: there’s nothing at this address")


def refusal(
    request: AnyRequest, status: int, code: str, message: str, **details: str | None
) -> Response[Refusal]:
    """Return an error as the protocol writes it."""
    with speaking(language_of(request)):
        words = {name: None if text is None else told(text) for name, text in details.items()}
        content = Refusal(Reason(code, told(message), **words))  # type: ignore[arg-type]
    return Response(
        content,
        status_code=status,
        media_type=MediaType.JSON,
        # No middleware sees what is refused before a route is found.
        headers={"cache-control": "no-store", **SECURITY_HEADERS},
    )


def handle_error(request: AnyRequest, error: Exception) -> Response[Refusal]:
    """Answer a call that cannot be met now, or asks for something invalid."""
    match error:
        case RequestRefused():
            return refusal(request, error.status, error.code, error.why)
        case StorageError():
            return refusal(
                request, 503, "storage", Sentence("the server couldn’t save that: try again")
            )
        case MalformedError():
            return refusal(request, 422, error.code, error.args[0])
        case MoveError():
            return refusal(request, 422, "move", error.why, rule=rule_of(error))
        case SheetError():
            return refusal(request, 422, "sheet", error.args[0], where=error.where, why=error.why)
        case Finding():
            return refusal(
                request, 422, "record", error.args[0], where=error.where, what=error.what
            )
        case RecordError():
            return refusal(request, 422, "record", error.args[0], where="", what=error.args[0])
        case GameSetupError():
            return refusal(request, 422, "setup", error.args[0])
        case UnknownBotError():
            return refusal(request, 422, "bot", error.args[0])
    return handle_bug(request, error)


def handle_http_error(request: AnyRequest, error: HTTPException) -> Response[Refusal]:
    """Answer what the framework refuses."""
    if isinstance(error, ValidationException):
        return refusal(request, 422, "malformed", malformed_sentence(error))
    if error.status_code == 404:
        return refusal(request, 404, "not_found", NOTHING_HERE)
    if error.status_code == 405:
        why = Sentence("method {method} isn’t allowed here", method=request.method)
        answer = refusal(request, 405, "method", why)
        answer.headers.update(error.headers or {})
        return answer
    if error.status_code == 413:
        most = request.route_handler.resolve_request_max_body_size()
        why = Sentence("the request body is too large: the limit is {most} bytes", most=most)
        return refusal(request, 413, "too_large", why)
    if error.status_code < 500:
        return refusal(request, error.status_code, "http", error.detail)
    return handle_bug(request, error)


def handle_bug(request: AnyRequest, error: Exception) -> Response[Refusal]:
    """Log an unexpected exception, and answer without details."""
    logger.error("request_failed", exc_info=error, extra={"path": request.scope["path"]})
    return refusal(request, 500, "internal", Sentence("internal server error"))


EXCEPTION_HANDLERS: dict[int | type[Exception], Any] = {
    HTTPException: handle_http_error,
    Exception: handle_error,
}
