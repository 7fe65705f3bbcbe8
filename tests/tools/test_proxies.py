"""Reverse proxies for the tests; tests/server/test_deploy.py plays through them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import proxies


def test_a_missing_one_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one sentence; that is not an error."""
    monkeypatch.setattr(proxies, "find_proxy", lambda _: None)
    monkeypatch.setattr(proxies, "install_package", lambda _: False)
    proxies.main()
    assert len(capsys.readouterr().err.splitlines()) == 2
    with pytest.raises(FileNotFoundError, match="'nginx'"):
        proxies.Nginx(tmp_path, [1])


def test_a_killed_one_can_be_started_again(tmp_path: Path) -> None:
    """On the same port; with no server behind it, it says so."""
    if proxies.find_proxy("nginx") is None:
        pytest.skip(proxies.missing("nginx"))
    proxy = proxies.Nginx(tmp_path, [1])
    proxy.kill()
    assert not proxy._accepts()
    proxy.start()
    assert proxy._accepts()
    proxy.stop()
    assert not proxy._accepts()
