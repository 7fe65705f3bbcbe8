"""The pictures show what the rules say: each one is drawn, parsed and compared."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import load_text
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.icons import icon_paths
from torpedo_dice.rulebook.pictures import PICTURES, automaton, dashboard, endings
from torpedo_dice.rulebook.pictures.formations import TEMPTING, is_formation
from torpedo_dice.rulebook.pictures.shots import ON_TARGET, OVER_EDGE, SKULL, Shot, fire
from torpedo_dice.rulebook.pictures.systems import faces_after, free_spots, remainders
from torpedo_dice.rules import (
    FACES,
    FORMATIONS,
    Effect,
    Game,
    Rank,
    Reason,
    System,
    status,
)
from torpedo_dice.rules.outcome import rank_of
from torpedo_dice.sheets import load_sheet

WORDS = load_text("en").words
SYSTEM_IDS = [system.id for system in System]


def drawn(name: str, language: str = "en") -> ET.Element:
    """Draw and parse a picture, which must be well-formed."""
    return ET.fromstring(PICTURES[name](load_text(language).words))  # noqa: S314  # our own markup


def having(picture: ET.Element, css: str) -> list[ET.Element]:
    """Return the elements with a class."""
    return [part for part in picture.iter() if css in part.get("class", "").split()]


def panels(picture: ET.Element) -> list[ET.Element]:
    """Return the drawings of a picture."""
    return having(picture, "drawing")


def pips(die: ET.Element) -> int:
    """Return the face of a drawn die."""
    return len(having(die, "draw-pip"))


def dice(picture: ET.Element) -> list[int]:
    """Return the faces of all dice in a drawing, in order."""
    return [pips(die) for die in having(picture, "draw-die")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_can_be_drawn_and_told(name: str, language: str) -> None:
    """It is well-formed, has no inline style, and every drawing has a text alternative."""
    picture = drawn(name, language)
    assert not [part for part in picture.iter() if part.get("style")]
    assert panels(picture) or having(picture, "case")
    for panel in panels(picture):
        assert panel.get("role") == "img"
        assert (panel.get("aria-label") or "").strip()
        assert "{" not in (panel.get("aria-label") or "")


def test_formations_are_those_of_the_rules() -> None:
    """A face has one tick per formation, and a cross for each common mistake."""
    for face, panel in zip(FACES, panels(drawn("formations")), strict=True):
        good, bad = having(panel, "draw-good"), having(panel, "draw-bad")
        assert dice(panel) == [face]
        assert len(good) == len(FORMATIONS[face, None].shapes)
        assert len(bad) == len(TEMPTING[face])
        assert not any(is_formation(face, pips) for pips in TEMPTING[face])
        for raster in having(panel, "draw-raster"):
            assert len(having(raster, "draw-shot")) == face
    assert [len(FORMATIONS[face, None].shapes) for face in FACES] == [1, 2, 2, 1, 1, 2]


def test_periscope_shows_the_opposite_faces() -> None:
    """Three pairs, each adding up to the number in the text."""
    pairs = [dice(panel) for panel in panels(drawn("periscope"))]
    assert pairs == [[1, 6], [2, 5], [3, 4]]
    assert {sum(pair) for pair in pairs} == {facts()["opposite"]}


def test_tower_stops_at_the_ends() -> None:
    """A middle face can go two ways, a 6 and a 1 only one."""
    assert [dice(panel) for panel in panels(drawn("tower"))] == [[4, 3, 5], [6, 5], [1, 2]]
    assert faces_after(6, System.TOWER) == [5]


def test_fins_copy_the_die_as_it_was_taken() -> None:
    """A die that its owner turned from 5 to 2 is copied as a 5."""
    turned, plain = panels(drawn("fins"))
    assert dice(turned) == [5, 2, 2, 5]
    assert dice(plain) == [1, 2, 1]


def test_artillery_shows_every_free_spot() -> None:
    """One dashed spot per legal position, and shots with one extra torpedo."""
    picture = drawn("artillery")
    (face,) = dice(picture)
    assert len(having(picture, "draw-free")) == len(free_spots(face)) == 9 - face
    count = FORMATIONS[face, System.ARTILLERY].count
    assert [len(having(raster, "draw-shot")) for raster in having(picture, "draw-raster")] == [
        face,
        count,
        count,
    ]


def test_engine_shows_each_pip_gone() -> None:
    """One pattern per pip; a 1 leaves nothing."""
    three, one = panels(drawn("engine"))
    assert len(having(three, "draw-raster")) == len(remainders(3)) == 3
    for panel, face in ((three, 3), (one, 1)):
        for raster in having(panel, "draw-raster"):
            assert len(having(raster, "draw-shot")) == FORMATIONS[face, System.ENGINE].count


def test_portholes_show_every_line() -> None:
    """As many lines as the rules allow for the face."""
    picture = drawn("portholes")
    (face,) = dice(picture)
    lines = having(picture, "draw-raster")
    assert len(lines) == len(FORMATIONS[face, System.PORTHOLES].shapes) == 4
    assert {len(having(line, "draw-shot")) for line in lines} == {face}


def test_propeller_may_bring_any_face() -> None:
    """The die, then all six."""
    assert dice(drawn("propeller")) == [1, *FACES]


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
    assert len(having(picture, "draw-reserve")) == sheet.reserve == facts()["reserve"]


def test_the_dashboard_is_dark_at_the_start() -> None:
    """Each system is on its screen, no lamp is lit, and switches are where the rules have one."""
    sheet, picture = load_sheet("mission"), drawn("dashboard")
    assert len(panels(picture)) == len(sheet.screens)
    assert len(having(picture, "draw-system")) == len(sheet.systems)
    assert not having(picture, "draw-lit")
    assert len(having(picture, "draw-switch")) == sum(s.has_switch for s in sheet.systems)


def test_the_five_switch_cases() -> None:
    """The portholes' lamp is lit exactly where the rules say so, and the note agrees."""
    sheet = load_sheet("mission")
    mates = (System.ENGINE, System.PROPELLER)
    lit = []
    for states, panel in zip(dashboard.CASES, panels(drawn("switches")), strict=True):
        player = dashboard.player_in_case(sheet, dict(zip(mates, states, strict=True)))
        is_active = status(sheet, player, System.PORTHOLES).is_active
        (tile,) = having(panel, "portholes")
        assert bool(having(tile, "draw-lit")) is is_active
        assert ("not active" in (panel.get("aria-label") or "")) is not is_active
        lit.append(is_active)
    assert lit == [True, True, True, False, False]


def test_the_solo_panel_step_by_step() -> None:
    """Every kind of shot is shown, and the boxes are those the automaton marked."""
    scenes = automaton.scenes()
    for scene, panel in zip(scenes, panels(drawn("solo-panel")), strict=True):
        assert dice(panel) == [scene.die]
        assert len(having(panel, "draw-fresh")) == sum(scene.after.boxes) - sum(scene.before)
        assert len(having(panel, "draw-burst")) == facts()["explosions"]
        assert len(having(panel, "draw-marked")) == scene.after.explosions
        assert len(having(panel, "draw-box")) == facts()["boxes"] * len(System)
    effects = [scene.fired.effect for scene in scenes]
    assert effects == [Effect.HIT, Effect.DESTROYED, Effect.MISSED, Effect.HIT, Effect.HIT]
    # The arrows lead on to the propeller, which no die names.
    assert scenes[3].fired.system is System.PROPELLER
    assert scenes[4].exploded
    assert scenes[4].fired.system is System(scenes[4].die)


def rows(table: ET.Element) -> Iterator[list[str]]:
    """Yield the cells of each row of a table's body."""
    for row in table.iterfind(".//tbody/tr"):
        yield ["".join(cell.itertext()) for cell in row]


@pytest.mark.parametrize("name", ["sinking", "scoring"])
def test_the_ends_are_judged_by_the_rules(name: str) -> None:
    """Each winner is named, with the deciding figure: the reserve or the total."""
    for table in having(drawn(name), "case"):
        case = table.get("data-case") or ""
        outcome = endings.outcome_of_case(case)
        for seat, cells in enumerate(rows(table)):
            *_, counted, result = cells
            won = "shares" if len(outcome.winners) > 1 else "wins"
            assert (result == won) is (seat in outcome.winners), case
            if outcome.reason is Reason.SUNK:
                assert counted == str(endings.CASES[case][seat].reserve)
            elif seat not in outcome.skulls:
                assert counted.endswith(str(outcome.scores[seat]))
            else:
                assert result == "out"


def test_every_case_of_the_end_is_shown_once() -> None:
    """All cases are on the page, and they end as their captions say."""
    shown = [t.get("data-case") for n in ("sinking", "scoring") for t in having(drawn(n), "case")]
    assert sorted(filter(None, shown)) == sorted(endings.CASES)
    winners = {name: endings.outcome_of_case(name).winners for name in endings.CASES}
    assert winners == {
        "sunk": (0,),
        "both_sunk": (1,),
        "both_sunk_equal": (0, 1),
        "skull": (2,),
        "skull_tie": (2,),
        "skull_equal": (1, 2),
        "sunk_with_skull": (1,),
        "sunk_beats_skull": (0,),
        "all_skulls": (),
    }


def test_the_ends_of_a_solo_game() -> None:
    """Wins, scores and ranks match the rules."""
    (table,) = having(drawn("solo-end"), "case")
    for name, cells in zip(endings.SOLO_CASES, rows(table), strict=True):
        solo = endings.solo_outcome(name).solo
        assert solo is not None
        assert solo.won is (name not in ("shot_and_skull", "no_system"))
        assert (str(solo.score) in cells[1]) is solo.won
    late, early = (endings.solo_outcome(n).solo for n in ("same_round", "same_round_early"))
    assert late is not None
    assert early is not None
    assert (early.score or 0) - (late.score or 0) == facts()["system_points"]


def test_the_ranks_leave_no_gap() -> None:
    """The ends of each range have its rank, and the next step up has the next one."""
    step = facts()["torpedo_points"]
    ranges = endings.rank_ranges()
    assert [rank for rank, _, _ in ranges] == list(Rank)
    for rank, least, most in ranges:
        assert rank_of(least) is rank
        if most is not None:
            assert rank_of(most) is rank
            assert rank_of(most + step) is not rank
    (table,) = having(drawn("ranks"), "case")
    assert [cells[1] for cells in rows(table)] == ["25 or fewer", "30 to 40", "45 or more"]


def test_the_number_of_dice() -> None:
    """One more than players, also in solo."""
    (table,) = having(drawn("dice-count"), "case")
    assert list(rows(table)) == [["Players", "1", "2", "3", "4"], ["Dice", "2", "3", "4", "5"]]


def test_the_draft_goes_clockwise_from_the_start_player() -> None:
    """Four dice, three takers, and one faded die that is left."""
    picture = drawn("draft")
    labels = ["".join(part.itertext()) for part in having(picture, "draw-below")]
    assert dice(picture) == [5, 2, 6, 3]
    assert labels == ["2. C", "left over", "1. B", "3. A"]
    assert [pips(die) for die in having(picture, "draw-faint")] == [2]


def test_everybody_attacks_to_the_left() -> None:
    """The text alternative names the same target for each seat as the rules."""
    game = Game.new(load_sheet("mission"), "mission", 4)
    (panel,) = panels(drawn("seats"))
    told = panel.get("aria-label") or ""
    for seat in game.seats:
        assert f"{'ABCD'[seat]} attacks {'ABCD'[game.left_of(seat)]}." in told
    assert len(having(panel, "draw-attack")) == 4


def test_the_icons_are_those_of_the_page() -> None:
    """Each system has an icon in the page's icon file."""
    assert {*SYSTEM_IDS, "skull", "explosion", "submarine"} <= set(icon_paths())
