"""What the tests of the languages share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from torpedo_dice.locale import use


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    """Whatever a test speaks, the next one begins in the language of the environment."""
    yield
    use(None)
