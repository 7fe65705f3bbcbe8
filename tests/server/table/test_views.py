"""Views: cached parts are never stale, and they contain what the rules have computed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.table.sitting import Sitting, two, view_bytes
from torpedo_dice.rules import System
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.rest import HumanSeat
from torpedo_dice.server.table.views import ViewWriter


@pytest.mark.parametrize("mode", ["mission", "training", "solo"])
def test_what_a_writer_keeps_is_never_out_of_date(mode: str) -> None:
    """Through a whole game, a writer with a cache writes the same as a new one."""
    people = [HumanSeat("Ada")] if mode == "solo" else [HumanSeat("Ada"), HumanSeat("Noor")]
    sitting = Sitting(*people, mode=mode)
    writer = ViewWriter()
    watchers = [None, *range(len(people))]
    while not sitting.table.is_over:
        sitting.play()
        written = writer.write_all(sitting.table.scene(), watchers)
        for seat in watchers:
            assert encode(written[seat]) == view_bytes(sitting.table, seat)


def test_misses_are_where_the_torpedoes_landed() -> None:
    """Every player's misses so far, according to the events."""
    sitting = two()
    while not sitting.table.is_over:
        sitting.play()
    missed: dict[int, list[Any]] = {0: [], 1: []}
    for event in json.loads(encode(sitting.table.events)):
        if event["event"] == "fired":
            missed[event["seat"]] += event["missed"]
    assert [seat["misses_at"] for seat in sitting.view(None)["seats"]] == [missed[0], missed[1]]


def test_the_automatons_threat_is_what_the_rules_say() -> None:
    """In solo games, the view predicts the shot that the automaton then fires.

    Even if its target is already destroyed: then the arrows lead on, or an explosion makes it miss.
    """
    happened: set[str] = set()
    for _ in range(50):
        happened |= foresees_every_shot(Sitting(HumanSeat("Ada"), mode="solo"))
        if happened == {"led on", "missed"}:
            break
    assert happened == {"led on", "missed"}


def foresees_every_shot(sitting: Sitting) -> set[str]:
    """Play a solo game; return what happened to shots at systems already destroyed."""
    happened = set()
    while not sitting.table.is_over:
        view = sitting.view(0)
        threats = {threat["pick"]: threat for threat in view["options"]["automaton"]}
        assert list(threats) == [0, 1]
        sitting.play()
        (left,) = {0, 1} - {sitting.view(0)["seats"][0]["pick"]}
        before = len(sitting.table.events)
        while sitting.view(0)["stage"] == "act":
            sitting.play()
        events = json.loads(encode(sitting.table.events[before:]))
        exploded = any(e["event"] == "destroyed" and e["seat"] is None for e in events)
        shot = next(e for e in events if e["event"] == "automaton_fired")
        foreseen = threats[left]["after_explosion" if exploded else "shot"]
        if shot["effect"] != "none":
            assert {key: shot[key] for key in foreseen} == foreseen
            if shot["effect"] == "missed":
                happened.add("missed")
            elif shot["aimed"] != shot["system"]:
                happened.add("led on")
            assert System(shot["die"]).id == shot["aimed"]
    assert sitting.view(0)["options"]["automaton"] == []
    return happened
