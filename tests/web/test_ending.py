"""The end: one sentence that names the reader, the numbers that decided, the shots of note."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import TINY_MISSION, begin

OpenPage = Callable[..., Page]
NAMES = ("Ada", "Noor", "Nemo")
# What the page says about ends: its title, its reason, and all that it draws as text.
_TOLD = """async (ends) => {
    const { endReason, endTitle } = await import("/js/ending.js");
    const { renderResult } = await import("/js/render/end.js");
    const text = (node) => typeof node === "object" ? node.children.map(text).join(" ") : node;
    return ends.map(({ view, you, events }) => [
        endTitle(view, you),
        endReason(view, you),
        renderResult(view, events, you).filter(Boolean).map(text).join(" "),
    ]);
}"""


def end(
    code: str,
    you: Sequence[int],
    winners: Sequence[int],
    *,
    skulls: Sequence[int] = (),
    in_vain: Sequence[int] = (),
) -> dict[str, Any]:
    """A game of three that has ended: everybody attacks the next one, with three torpedoes left."""
    explain = {
        "code": code,
        "seats": [0] if code == "resigned" else list(winners),
        "sank_in_vain": list(in_vain),
    }
    over = {
        "reason": code.split("_")[0],
        "winners": list(winners),
        "scores": [21, 22, 23],
        "skulls": list(skulls),
        "solo": None,
        "explain": explain,
    }
    seats = [
        {"seat": seat, "name": name, "target": (seat + 1) % 3, "reserve": 3, "hits": [1, 2]}
        for seat, name in enumerate(NAMES)
    ]
    return {"view": {"over": over, "seats": seats}, "you": list(you), "events": []}


def solo_end(hits: int, you: Sequence[int], *, won: bool = False) -> dict[str, Any]:
    """A solo game that has ended, on a sheet with ten targets of two systems."""
    seat = {
        "seat": 0,
        "name": "Ada",
        "hits": ["A1"] * hits,
        "reserve": 1,
        "enemy_destroyed": ["tower"],
        "systems": [{"status": "off"}] * 2,
    }
    explain = {"code": "solo_sunk" if won else "solo_skull", "seats": [0], "sank_in_vain": []}
    solo = {"won": won, "score": 25 if won else None, "rank": "lieutenant" if won else None}
    over = {"reason": "sunk", "winners": [0] * won, "skulls": [0], "solo": solo, "explain": explain}
    view = {"over": over, "seats": [seat], "sheet": {"grid": ["1 1 1 1 1 2 2 2 2 2"]}}
    return {"view": view, "you": list(you), "events": []}


# What each reader is told: the title, and a part of the reason.
ENDS = [
    (end("sunk_alone", [0], [0]), "You sank Noor with 3 torpedoes left", ""),
    (end("sunk_alone", [1], [0]), "Ada sank you", ""),
    (end("sunk_alone", [2], [0]), "Ada sank Noor", ""),
    (end("sunk_alone", [], [0]), "Ada sank Noor", ""),
    (end("sunk_more_reserve", [0], [0]), "You sank Noor with 3 torpedoes left", "You had more"),
    (end("sunk_tie", [0], [0, 2]), "You share the win with Nemo", "You and Nemo each sank"),
    (end("sunk_tie", [], [0, 2]), "Ada and Nemo share the win", "tied on torpedoes"),
    (
        end("skull_alone", [0], [0], skulls=[1, 2], in_vain=[2]),
        "You win: Noor and Nemo ran out of torpedoes",
        "Nemo sank a submarine in the same round, but marked the skull.",
    ),
    (
        end("skull_alone", [1], [0], skulls=[1]),
        "You ran out of torpedoes",
        "You missed with no torpedoes in reserve and marked the skull.",
    ),
    (end("skull_best_score", [1], [2], skulls=[0]), "Nemo wins", "Nemo had the most points"),
    (end("all_skulls", [1], [], skulls=[0, 1, 2]), "Nobody wins", "in the same round"),
    (end("resigned", [0], [1]), "You resigned", ""),
    (end("resigned", [1], [1]), "You win: Ada resigned", ""),
    (end("resigned", [], [1]), "Noor wins: Ada resigned", ""),
    (solo_end(9, [0]), "So close! 9 of 10 targets, 1 of 2 systems", "You missed with no"),
    (solo_end(4, [0]), "4 of 10 targets, 1 of 2 systems", "marked the skull"),
    (solo_end(10, [0], won=True), "You sank the enemy with 1 torpedo left", ""),
    (solo_end(10, [], won=True), "Ada sank the enemy submarine", ""),
]


def test_every_end_names_its_reader(open_page: OpenPage) -> None:
    """Winner, loser and spectator read their own sentence; points only where they decided."""
    page = open_page()
    told = page.evaluate(_TOLD, [one for one, _, _ in ENDS])
    for (one, title, reason), (its_title, its_reason, drawn) in zip(ENDS, told, strict=True):
        assert its_title == title
        assert reason in its_reason
        assert reason or not its_reason
        by_points = one["view"]["over"]["explain"]["code"].startswith(("skull_best", "skull_more"))
        assert ("Score" in drawn) is by_points, title


def test_the_end_of_a_solo_game(open_page: OpenPage) -> None:
    """The best salvo can be seen on the grid; wins and the best score of this device are told."""
    page = open_page(start=False)
    begin(page, "solo", name="", toml=TINY_MISSION)
    autoplay(page)
    expect(page.locator(".end-title")).to_contain_text("You sank the enemy with")
    expect(page.locator(".end a[href='/rules?lang=en']")).to_be_visible()
    score = page.inner_text(".score").split()[0]
    expect(page.locator(".tally")).to_have_text(
        f"You’ve won 1 of 1 solo game on this device. Best score: {score}."
    )
    best = page.locator(".shots .log-shot").first
    expect(best).to_contain_text("Best salvo:")
    best.click()
    expect(page.locator(".pointed circle").first).to_be_visible()
    # Nobody is called by a rank, and a player without a name is told "you".
    expect(page.locator(".table")).not_to_contain_text("Captain")
    expect(page.locator(".table")).not_to_contain_text("Player 1")
    page.reload()
    expect(page.locator(".tally")).to_contain_text("1 of 1")
    see_my_games(page, score)


def see_my_games(page: Page, score: str) -> None:
    """See the finished game on the start page; save the list, then clear it."""
    page.goto("/")
    expect(page.locator(".past .game.is-won")).to_contain_text(f"won · {score} points")
    row = page.locator(".tallies tbody tr")
    expect(row).to_have_count(1)
    assert row.inner_text().split() == ["Solo", "Automaton", "1", "1", "(100%)"]
    expect(page.locator(".past .best")).to_have_text(f"Best score: {score}.")
    with page.expect_download() as download:
        page.click("[data-do=export]")
    (saved,) = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved["scores"] == [int(score)]
    assert saved["winners"] == [saved["me"]]
    page.click("[data-do=clear]")
    page.click("[data-do=keep]")
    expect(page.locator(".past .game")).to_have_count(1)
    page.click("[data-do=clear]")
    page.click("[data-do=clear_really]")
    expect(page.locator(".past")).to_have_count(0)
    # The server still knows it.
    expect(page.locator(".game")).to_contain_text("finished")
