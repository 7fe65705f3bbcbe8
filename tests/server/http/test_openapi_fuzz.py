"""The OpenAPI description and a real server: Schemathesis sends what fits it and what does not.

Its own checks hold: no 5xx, only statuses, kinds and schemas that are described, and what does not
fit is refused. One check is narrower here than there: what fits a schema may still be no game, no
sheet and no record, so a 422 is fine for it, but only with the code of such a reason.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, seed, settings

from tests.server.players import Page, Server, play_turns
from torpedo_dice.lesson import STEPS
from torpedo_dice.server.config import Config
from torpedo_dice.server.http.app import make_app
from torpedo_dice.server.http.openapi import openapi_document
from torpedo_dice.server.store.storage import Storage

if TYPE_CHECKING:
    import schemathesis

BOT = {"kind": "bot", "bot": "recruit"}
HUMAN = {"kind": "human", "name": "Ada"}
# Reasons for which something that fits its schema cannot be.
REASONS = {"setup", "bot", "sheet", "record", "name", "move", "judge"}
# A record is any text, until it is read.
TAKES_ANY_BODY = {"POST /api/replay"}


@dataclass
class Known:
    """Things that are there: tables in every state, with their secrets."""

    tables: list[str]
    secrets: list[str]


@pytest.fixture(scope="module")
def known(server: Server) -> Known:
    """A table that waits, one that is played at and one whose game is over."""
    waiting = server.make(seats=[HUMAN, {"kind": "open"}])
    played = server.make()
    over = server.make("training", first=0)
    secrets = [seat["secret"] for seat in over["seats"]]

    async def play() -> None:
        async with Page(server, over["table"], *secrets) as page:
            await play_turns({0: page, 1: page}, lambda p: p.views["0"]["over"])

    asyncio.run(play())
    made = [waiting, played, over]
    return Known([m["table"] for m in made], [m["seats"][0]["secret"] for m in made])


def description() -> dict[str, Any]:
    """What a server says of itself."""
    storage = Storage("sqlite://")
    described = openapi_document(make_app(Config(data=""), storage).openapi_schema.to_schema())
    storage.close()
    return described


# What does not fit is refused as such, or because it is too large.
REFUSALS = [403, 404, 405, 409, 413, 422]
CONFIG = {"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}}
SETTINGS = settings(
    max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def test_the_description_is_served(server: Server) -> None:
    """What is tested here is what a program reads there."""
    assert server.get("/api/openapi.json").json() == json.loads(json.dumps(description()))


@pytest.mark.parametrize("fits", [True, False], ids=["what fits", "what does not fit"])
def test_every_call_keeps_to_its_description(server: Server, known: Known, *, fits: bool) -> None:
    """Whatever it is sent. `python -m benchmarks fuzz` sends much more."""
    # Imported only here, because it takes seconds, and all test processes import this module.
    import schemathesis
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    config = schemathesis.Config.from_dict(CONFIG)
    api = schemathesis.openapi.from_dict(description(), config=config)
    mode = GenerationMode.POSITIVE if fits else GenerationMode.NEGATIVE

    def call(case: schemathesis.Case) -> None:
        if fits:
            case.body = without_points(case.body)
            point_at_something(case, known)
        answer = case.call_and_validate(server.http, excluded_checks=[positive_data_acceptance])
        if fits and answer.status_code == 422:
            assert answer.json()["error"]["code"] in REASONS, answer.text

    operations = [found.ok() for found in api.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:
        # Without a body nothing can be wrong: any text fits as a part of the path.
        if fits or (operation.body and operation.label not in TAKES_ANY_BODY):
            cases = operation.as_strategy(generation_mode=mode)
            seed(1)(settings(SETTINGS)(given(cases)(call)))()


def point_at_something(case: schemathesis.Case, known: Known) -> None:
    """Let most calls name a table that is there, many with a secret that opens it."""
    whim = sum(map(ord, repr(case.path_parameters) + repr(case.body)))
    if "step" in (case.path_parameters or {}) and whim % 3:
        case.path_parameters["step"] = STEPS[whim % len(STEPS)].name
    number = whim % (len(known.tables) + 1)
    if number == len(known.tables):
        return
    if "table" in (case.path_parameters or {}):
        case.path_parameters["table"] = known.tables[number]
    if isinstance(case.body, dict) and "secret" in case.body and whim % 3:
        case.body["secret"] = known.secrets[number]


def without_points(value: Any) -> Any:
    """Write whole numbers as such: 3.0 is an integer to JSON Schema, and none to the server."""
    if isinstance(value, dict):
        return {key: without_points(one) for key, one in value.items()}
    if isinstance(value, list):
        return list(map(without_points, value))
    return int(value) if isinstance(value, float) and value.is_integer() else value
