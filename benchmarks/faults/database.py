"""A PostgreSQL with a synchronous standby, each on a small disk of its own that can be filled."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg

from tools.postgres import Cluster

# Megabytes of each disk.
_DISK = 256
_SETTINGS = ("wal_keep_size=64MB", "max_wal_size=64MB", "min_wal_size=32MB", "wal_level=replica")
_BLOCK = 4096
# Seconds for a node to start, or to catch up.
_STANDBY_SECONDS = 60
_IN_STEP = (
    "SELECT count(*) FROM pg_stat_replication"
    " WHERE sync_state = 'sync' AND flush_lsn >= pg_current_wal_lsn()"
)
_SYNCHRONOUS = "ALTER SYSTEM SET synchronous_standby_names = {!r}"


class Database:
    """Two nodes: commits wait for both, and the standby can take over."""

    def __init__(self, folder: Path) -> None:
        self._disks = [folder / "disk0", folder / "disk1"]
        self.has_disks = all(map(_mount, self._disks))
        self.nodes = [self._node(0)]
        self.nodes.append(self._node(1, self.nodes[0]))
        self._first = 0
        self._synchronize()

    def _node(self, number: int, primary: Cluster | None = None) -> Cluster:
        folder = self._disks[number] / "node"
        folder.mkdir()
        return Cluster(is_durable=True, settings=_SETTINGS, folder=folder, primary=primary)

    @property
    def primary(self) -> Cluster:
        """The node that is written to."""
        return self.nodes[self._first]

    @property
    def standby(self) -> Cluster:
        """The other one."""
        return self.nodes[1 - self._first]

    def _synchronize(self, standby: str = "*") -> None:
        """Let commits wait for the standby, or for none."""
        self.primary.execute(_SYNCHRONOUS.format(standby))
        self.primary.execute("SELECT pg_reload_conf()")

    def kill(self) -> None:
        """Kill the primary (`kill -9`)."""
        self.primary.kill()

    def start(self) -> None:
        """Start the primary, which recovers."""
        _start(self.primary)

    def wait_for_standby(self) -> None:
        """Wait until the standby has everything, and commits wait for it."""
        until = time.monotonic() + _STANDBY_SECONDS
        with psycopg.connect(self.primary.url(), autocommit=True) as connection:
            while connection.execute(_IN_STEP).fetchone() != (1,):
                if time.monotonic() > until:
                    raise RuntimeError("the standby doesn't follow")
                time.sleep(0.05)

    def fail_over(self) -> None:
        """Kill the primary, and let the standby take over: alone at first."""
        self.primary.kill()
        self._first = 1 - self._first
        self.primary.execute("SELECT pg_promote()")
        self._synchronize("")

    def rebuild(self) -> None:
        """Make the former primary a standby of the new one, and let commits wait for it."""
        self.standby.copy(self.primary)
        _start(self.standby)
        self._synchronize()
        self.wait_for_standby()

    def fill_disk(self, *, is_log_full: bool) -> None:
        """Leave no space on the primary's disk, also none for the log that is in use."""
        disk = self._disks[self._first]
        with (disk / "ballast").open("wb", buffering=0) as ballast:
            _fill(ballast.fileno(), shutil.disk_usage(disk).free)
        if is_log_full:
            try:
                self.primary.execute("SELECT pg_switch_wal()")
            except psycopg.Error:
                return

    def free_disk(self) -> None:
        """Make space again; a primary that gave up is started, as systemd would."""
        (self._disks[self._first] / "ballast").unlink()
        process = self.primary.process
        if process is None or process.poll() is not None:
            self.primary.process = None
            _start(self.primary)

    def rows(self) -> list[dict[str, Any]]:
        """Return the whole log, by table and number."""
        query = "SELECT table_id, number, entry FROM log ORDER BY table_id, number"
        with psycopg.connect(self.primary.url()) as connection:
            found = connection.execute(query).fetchall()
        return [{"table": row[0], "number": row[1], "entry": row[2]} for row in found]

    def close(self) -> None:
        """Stop both nodes and unmount their disks."""
        for node in self.nodes:
            node.remove()
        for disk in self._disks:
            if self.has_disks:
                subprocess.run(["umount", str(disk)], check=False)


def _fill(file: int, size: int) -> None:
    """Make a file so large that its disk is full; others may use some of the space meanwhile."""
    while size >= _BLOCK:
        try:
            os.posix_fallocate(file, os.fstat(file).st_size, size)
        except OSError:
            size //= 2


def _start(node: Cluster) -> None:
    """Start a node; again if a process of the killed one still holds its memory."""
    until = time.monotonic() + _STANDBY_SECONDS
    while True:
        try:
            node.start()
        except RuntimeError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return


def _mount(disk: Path) -> bool:
    """Mount a small disk in memory, if we may."""
    disk.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}m,mode=755", "tmpfs", str(disk)]
    return os.geteuid() == 0 and subprocess.run(command, check=False).returncode == 0
