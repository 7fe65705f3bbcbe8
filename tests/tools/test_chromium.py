"""Which Chromium the browser tests use, and how one is installed."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tools import chromium


@pytest.fixture
def installers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine without Chromium, whose installers are noted and fail."""
    attempts: list[str] = []

    def runs(command: list[str], seconds: int) -> bool:
        assert seconds > 0
        attempts.append(" ".join(command[-2:]))
        return False

    (tmp_path / "apt-get").touch(mode=stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "_playwrights_own", lambda: None)
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium, "_runs", runs)
    return attempts


def test_playwright_comes_before_the_package_manager(
    installers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """If every installer fails, one sentence says what to do."""
    assert chromium.main() == 1
    assert installers == ["install chromium", "update -qq", "-qqy chromium"]
    assert capsys.readouterr().err.splitlines() == [chromium.MISSING]


def test_without_root_the_package_manager_is_left_alone(
    installers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only root may install packages."""
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 1000)
    assert chromium.main() == 1
    assert installers == ["install chromium"]


def test_an_installed_chromium_is_used(
    installers: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system's is found by name; a variable overrides it. Nothing is installed then."""
    (tmp_path / "chromium-browser").touch(mode=stat.S_IRWXU)
    assert chromium.find_chromium() == str(tmp_path / "chromium-browser")
    (tmp_path / "chromium-headless-shell").touch(mode=stat.S_IRWXU)
    assert chromium.find_chromium() == str(tmp_path / "chromium-headless-shell")
    monkeypatch.setenv(chromium.VARIABLE, "/opt/my-chrome")
    assert chromium.find_chromium() == "/opt/my-chrome"
    assert chromium.main() == 0
    assert not installers


def test_an_installer_that_hangs_is_stopped() -> None:
    """A closed network costs the time limit, not forever."""
    assert not chromium._runs(["sleep", "30"], 1)
    assert not chromium._runs(["no-such-command"], 1)
    assert chromium._runs(["true"], 10)
