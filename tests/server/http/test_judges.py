"""The judges that a server offers."""

from __future__ import annotations

import pytest

from torpedo_dice.server.http.judges import JUDGES, new_judge


@pytest.mark.parametrize("name", JUDGES)
def test_judges(name: str) -> None:
    """Every judge can be loaded, and has the name under which it is offered."""
    assert new_judge(name).name == name
