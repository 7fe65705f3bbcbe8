"""Shared fixtures for the language tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from torpedo_dice.locale import use


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    """Reset the language after each test to that of the environment."""
    yield
    use(None)
