"""The built wheel in a clean environment: it is complete, its commands run and its server serves.

The dependencies come from the environment of the tests, the package only from the wheel.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

from torpedo_dice import __version__

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "record" / "data" / "golden.ndjson"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY = PROJECT["project"]["urls"]["Homepage"]
RAW = REPOSITORY.replace("https://github.com", "https://raw.githubusercontent.com")

IMPORT_EVERYTHING = """
import pkgutil, sys, torpedo_dice
skipped = []
for module in pkgutil.walk_packages(torpedo_dice.__path__, "torpedo_dice."):
    try:
        __import__(module.name)
    except ModuleNotFoundError as error:
        # The extra `cluster` isn't installed here.
        if error.name not in ("ray", "distributed", "dask"):
            raise
        skipped.append(module.name)
loaded = {name: module for name, module in sys.modules.items() if name.startswith("torpedo_dice")}
print(len(loaded), *skipped)
print(*{str(module.__file__).split("torpedo_dice")[0] for module in loaded.values()})
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that would be published."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the wheel; returns the folder of its commands."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=False)
    commands = home / ("Scripts" if os.name == "nt" else "bin")
    paths = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    # A plain line in a .pth file extends the path without processing the .pth files there, so an
    # editable installation of the package stays invisible.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    options = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    python = str(commands / "python")
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", *options, str(wheel)],
        check=True,
    )
    return commands


def run(environment: Path, *words: object) -> str:
    """Run a command of the clean environment, away from the repository; return what it printed."""
    variables = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
    done = subprocess.run(
        [environment / str(words[0]), *map(str, words[1:])],
        cwd=environment,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_can_be_imported(environment: Path) -> None:
    """Every module comes from the wheel, and none is missing."""
    count, folders = run(environment, "python", "-c", IMPORT_EVERYTHING).splitlines()
    number, *skipped = count.split()
    assert set(skipped) <= {"torpedo_dice.lab.on_dask", "torpedo_dice.lab.on_ray"}
    # Alembic runs the migrations, which can't be imported.
    modules = [file for file in (ROOT / "src").rglob("*.py") if "migrations" not in file.parts]
    assert int(number) + len(skipped) == len(modules)
    assert Path(folders).is_relative_to(environment.parent)


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    """Sheets, catalogues, weights, the rulebook and the page are shipped, and nothing else."""
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    tracked = {
        str(file.relative_to(ROOT / "src"))
        for file in (ROOT / "src").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert shipped == tracked


def test_the_commands_run(environment: Path) -> None:
    """A golden record is verified, bots play, and the command knows its version."""
    records = len(GOLDEN.read_text(encoding="utf-8").splitlines())
    assert run(environment, "torpedo", "verify", GOLDEN).startswith(f"{records} ")
    assert run(environment, "torpedo", "simulate", "--seats", "ensign,ensign", "--games", 2,
               "--jobs", 1)  # fmt: skip
    assert run(environment, "torpedo", "--version").strip() == f"torpedo-dice {__version__}"


@pytest.fixture
def server(environment: Path, tmp_path: Path) -> Iterator[str]:
    """The address of `torpedo serve` on a free port."""
    variables = {name: os.environ[name] for name in os.environ if name != "PYTHONPATH"}
    log = tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [environment / "torpedo", "serve", "--port", "0", "--data", tmp_path / "data"],
            cwd=environment,
            env=variables,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield _address(process, log)
    finally:
        process.terminate()
        process.wait(timeout=30)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    """Wait until the server prints its address."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if found := re.search(r"http://[\d.]+:[1-9]\d*", log.read_text(encoding="utf-8")):
            return found[0]
        assert process.poll() is None, log.read_text(encoding="utf-8")
        time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text(encoding='utf-8')}")


def test_the_server_serves(server: str) -> None:
    """The page, the health check, a catalogue and the rulebook are there."""
    assert "<title>" in fetch(f"{server}/")
    assert json.loads(fetch(f"{server}/api/health"))
    assert json.loads(fetch(f"{server}/messages/de.json"))["title"]
    assert "Torpedo" in fetch(f"{server}/rules?lang=fr")


def fetch(address: str) -> str:
    """Return the text at an address."""
    with urllib.request.urlopen(address, timeout=30) as answer:  # noqa: S310
        return str(answer.read().decode("utf-8"))


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    """The metadata that a package index shows."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode("utf-8"))


def test_the_readme_works_on_a_package_index(metadata: Message) -> None:
    """Every link and picture is absolute, leads to this release, and names a file that exists."""
    text = str(metadata.get_payload())
    tag = f"v{__version__}"
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", text)
    assert len([link for image, link in links if image]) >= 4
    for image, link in links:
        base = f"{RAW}/{tag}/" if image else f"{REPOSITORY}/blob/{tag}/"
        assert link.startswith(base), link
        assert (ROOT / link.removeprefix(base).partition("#")[0]).exists(), link


def test_the_urls_of_the_project(metadata: Message) -> None:
    """The index links to the repository, the documentation, the changelog and the issues."""
    urls = dict(value.split(", ", 1) for value in metadata.get_all("Project-URL", []))
    assert set(urls) == {"Homepage", "Documentation", "Changelog", "Issues"}
    assert all(url.startswith(REPOSITORY) for url in urls.values())
