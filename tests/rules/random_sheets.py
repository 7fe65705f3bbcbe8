"""Random sheets, for properties that must hold on any submarine."""

from __future__ import annotations

from hypothesis import strategies as st

from torpedo_dice.rules import Sheet, parse_sheet


@st.composite
def sheets(draw: st.DrawFn, *, longest: int = 8) -> Sheet:
    """Make a sheet whose systems follow each other on a path winding through the grid."""
    is_mission = draw(st.booleans())
    numbers = draw(st.permutations("1234567" if is_mission else "123456"))
    height = draw(st.integers(1, longest))
    width = draw(st.integers(-(-len(numbers) // height), longest))
    kinds = _kinds(draw, numbers, height * width)
    rows = [kinds[r * width : (r + 1) * width] for r in range(height)]
    # Every other row runs backwards, so that neighbours on the path are neighbours on the grid.
    grid = [" ".join(row[::-1] if r % 2 else row) for r, row in enumerate(rows)]
    screens = [["periscope", "artillery", "tower"], ["fins"], ["engine", "portholes"]]
    if is_mission:
        screens[2].append("propeller")
    return parse_sheet({"name": "chance", "grid": grid, "reserve": 12, "screens": screens})


def _kinds(draw: st.DrawFn, numbers: list[str], length: int) -> list[str]:
    """Fill the path: each system a few fields long, separated by hull or water."""
    kinds: list[str] = []
    for left, number in enumerate(reversed(numbers)):
        room = length - len(kinds) - (len(numbers) - 1 - left)
        size = draw(st.integers(1, min(4, room)))
        gap = draw(st.integers(0, min(3, room - size)))
        kinds += [number] * size + draw(st.lists(st.sampled_from("o."), min_size=gap, max_size=gap))
    return kinds + draw(
        st.lists(st.sampled_from("o."), min_size=length - len(kinds), max_size=length - len(kinds))
    )
