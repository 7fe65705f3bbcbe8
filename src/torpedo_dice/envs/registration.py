"""The names by which Gymnasium knows the environments."""

from __future__ import annotations

from torpedo_dice.envs.missing import needed

with needed("Gymnasium"):
    import gymnasium

SOLO = "TorpedoDice/Solo-v1"
VERSUS = "TorpedoDice/Versus-v1"


def register_envs() -> None:
    """Register the environments; idempotent."""
    if SOLO in gymnasium.registry:
        return
    gymnasium.register(
        SOLO,
        entry_point="torpedo_dice.envs.gymnasium:SoloEnv",
        vector_entry_point="torpedo_dice.envs.vector:solo_vector_env",
    )
    gymnasium.register(VERSUS, entry_point="torpedo_dice.envs.gymnasium:VersusEnv")
