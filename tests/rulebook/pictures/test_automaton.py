"""The picture of the solo panel shows what the automaton marked."""

from __future__ import annotations

from tests.rulebook.pictures.drawings import dice, drawn, having, panels
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures import automaton
from torpedo_dice.rules import Effect, System


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
