"""Create packages that provide bots, laid out as pip would install them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from torpedo_dice.bots.registry import GROUP


def install(folder: Path, package: str, module: str, bots: Mapping[str, str]) -> None:
    """Create a package in a folder: a single module, and metadata with the entry points.

    `bots` maps names to `module:factory`. The caller adds the folder to `sys.path`.
    """
    name = package.replace("-", "_")
    (folder / f"{name}.py").write_text(module, encoding="utf-8")
    metadata = folder / f"{name}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = [f"[{GROUP}]", *(f"{bot} = {value}" for bot, value in bots.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
