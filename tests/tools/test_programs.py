"""The programs that the tests need are installed together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import chromium, postgres, programs, proxies


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine that has nothing but nginx; what apt-get is asked for, and doesn't have."""
    names: list[str] = []
    monkeypatch.setattr(postgres, "find_postgres", lambda: None)
    monkeypatch.setattr(postgres, "install_package", lambda *_, **_names: False)
    monkeypatch.setattr(proxies, "find_proxy", lambda name: name == "nginx" or None)
    monkeypatch.setattr(proxies, "install_package", lambda _: False)
    monkeypatch.setattr(chromium, "find_chromium", lambda: None)
    monkeypatch.setattr(chromium, "install_chromium", lambda **_: None)
    monkeypatch.setattr(programs, "install_with_apt", names.extend)
    return names


def test_only_a_missing_browser_is_an_error(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is installed only if it is asked for; without the others, their tests are skipped."""
    monkeypatch.setattr("sys.argv", ["programs"])
    assert programs.main() == 0
    assert asked == ["postgresql", "caddy"]
    assert len(capsys.readouterr().err.splitlines()) == 2
    monkeypatch.setattr("sys.argv", ["programs", "--browser"])
    assert programs.main() == 1
    assert asked[2:] == ["postgresql", "caddy", "chromium-headless-shell"]
    assert chromium.MISSING in capsys.readouterr().err


def test_nothing_is_installed_if_nothing_is_missing(
    asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package manager isn't even started."""
    monkeypatch.setattr("sys.argv", ["programs", "--browser"])
    monkeypatch.setattr(postgres, "find_postgres", lambda: Path("/bin"))
    monkeypatch.setattr(proxies, "find_proxy", lambda name: name)
    monkeypatch.setattr(chromium, "find_chromium", lambda: "/bin/chromium")
    monkeypatch.setattr(programs, "install_with_apt", lambda _: pytest.fail("it was started"))
    assert programs.main() == 0
