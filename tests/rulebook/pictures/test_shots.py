"""The pictures of shots show the rounds that were played."""

from __future__ import annotations

import pytest

from tests.rulebook.pictures.drawings import drawn, having
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures.shots import ON_TARGET, OVER_EDGE, SKULL, Shot, fire
from torpedo_dice.sheets import load_sheet


@pytest.mark.parametrize(
    ("name", "shot"), [("shot", ON_TARGET), ("edge", OVER_EDGE), ("skull", SKULL)]
)
def test_shots_show_hits_and_misses_of_the_game(name: str, shot: Shot) -> None:
    """Ticks, crosses, crossed-off torpedoes and the skull match the round that was played."""
    game, fired = fire(shot)
    picture = drawn(name)
    landed = having(picture, "draw-landed")
    assert sum("draw-good" in part.get("class", "") for part in landed) == fired.hits > 0
    assert sum("draw-bad" in part.get("class", "") for part in landed) == fired.misses > 0
    assert len(having(picture, "draw-reserve")) == game.sheet.reserve
    assert len(having(picture, "draw-crossed")) == game.sheet.reserve - game.players[0].reserve
    assert bool(having(picture, "draw-marked")) is fired.skull
    assert fired.skull is (name == "skull")


def test_the_submarine_is_the_sheet() -> None:
    """Each target, each plain field and each reserve torpedo is drawn."""
    sheet, picture = load_sheet("mission"), drawn("submarine")
    assert len(having(picture, "draw-target")) == len(sheet.targets)
    assert len(having(picture, "draw-plain")) == sum(row.count("o") for row in sheet.rows)
    assert len(having(picture, "draw-reserve")) == sheet.reserve == facts()["mission_reserve"]
