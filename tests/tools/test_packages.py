"""How packages are installed, if that is allowed."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tools import packages


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine with dnf, whose commands are noted and succeed."""
    noted: list[str] = []
    (tmp_path / "dnf").touch(mode=stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(packages.os, "geteuid", lambda: 0)
    monkeypatch.setattr(packages, "_runs", lambda command: noted.append(" ".join(command)) is None)
    return noted


def test_the_systems_package_manager_is_used(commands: list[str]) -> None:
    """Under the name that the package has there."""
    assert packages.install_package("postgresql", dnf="postgresql-server")
    assert packages.install_package("nginx")
    assert [command.split()[-1] for command in commands] == ["postgresql-server", "nginx"]


def test_only_root_installs(commands: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise nothing is tried."""
    monkeypatch.setattr(packages.os, "geteuid", lambda: 1000)
    assert not packages.install_package("nginx")
    assert not commands


def test_several_are_installed_in_one_call(commands: list[str], tmp_path: Path) -> None:
    """By apt-get; where there is none, nothing is tried."""
    assert not packages.install_with_apt(["nginx", "caddy"])
    assert not commands
    (tmp_path / "apt-get").touch(mode=stat.S_IRWXU)
    assert packages.install_with_apt(["nginx", "caddy"])
    assert [command.split()[1] for command in commands] == ["update", "install"]
    assert commands[-1].endswith(" nginx caddy")


def test_a_command_that_fails_is_noticed() -> None:
    """Also one that doesn't exist."""
    assert not packages._runs(["false"])
    assert not packages._runs(["no-such-command"])
    assert packages._runs(["true"])
