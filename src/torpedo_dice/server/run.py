"""`torpedo play` and `torpedo serve`: find a port, open the browser, run the server."""

from __future__ import annotations

import contextlib
import gc
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from torpedo_dice.bots import UnknownBotError, offer
from torpedo_dice.locale import gettext as _
from torpedo_dice.rules import Sentence
from torpedo_dice.server.config import DAY, KIB, UNLIMITED, Config, Limits
from torpedo_dice.server.hosts import LOOPBACK_HOSTS, allowed_hosts
from torpedo_dice.server.memory import return_memory
from torpedo_dice.server.shutdown import REQUEST_SECONDS, exit_in_time
from torpedo_dice.server.store.address import is_postgres

if TYPE_CHECKING:
    import uvicorn
    from litestar import Litestar as ASGIApplication

LOOPBACK = "127.0.0.1"
PORT = 8000
_WAIT_SECONDS = 15.0
_POLL_SECONDS = 0.02
_UNREAD_MILLISECONDS = 20_000
# Seconds for a worker to start, or to answer its supervisor.
_WORKER_SECONDS = 15
# Connections that may wait to be accepted.
_BACKLOG = 2048
# Bytes of the system's receive buffer; Linux doubles it.
_RECEIVE_BUFFER = 16 * KIB


class ServeError(ValueError):
    """A server that cannot be started; one sentence."""


def default_data() -> str:
    """Return the default data file, in the user's data folder."""
    from platformdirs import user_data_path

    return str(user_data_path("torpedo-dice", appauthor=False) / "games.sqlite")


def play(
    *,
    port: int | None = None,
    data: str | None = None,
    browser: bool = True,
    lan: bool = False,
    bots: Iterable[str] = (),
) -> int:
    """Serve this machine on port 8000 or a free one, and open the browser.

    With `lan`, others on the local network can join; otherwise the server listens on loopback only.
    `bots` are programs to offer as bots: `NAME=cmd:COMMAND`.
    """
    _offer_all(bots)
    host = _every_address() if lan else LOOPBACK
    listener = _bind(host, PORT if port is None else port, or_any=port is None)
    # At once, so that a second game finds the port taken.
    listener.listen(_BACKLOG)
    number = listener.getsockname()[1]
    address = f"http://{LOOPBACK}:{number}/"
    print(
        _("Torpedo Dice is running at {address} (press Ctrl+C to stop)").format(address=address),
        flush=True,
    )
    config = Config(data=data or default_data(), hosts=LOOPBACK_HOSTS, limits=UNLIMITED)
    if lan:
        config = _on_local_network(config, number)
    if browser:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    return _run(config, listener, level="warning")


def _offer_all(bots: Iterable[str]) -> None:
    try:
        for bot in bots:
            offer(bot)
    except UnknownBotError as error:
        raise ServeError(error.args[0]) from None


def _every_address() -> str:
    return "::" if socket.has_dualstack_ipv6() else "0.0.0.0"  # noqa: S104  # as asked for


def _on_local_network(config: Config, port: int) -> Config:
    """Let others on the local network join, with limits, and print the address."""
    from torpedo_dice.server.lan import lan_address, lan_names, terminal_qr_code

    address = lan_address()
    origin = None if address is None else f"http://{address}:{port}"
    hosts = (*config.hosts, *lan_names())
    if origin is None:
        print(_("This machine isn’t on a network, so nobody else can join."), flush=True)
    else:
        print(_("On your network: {address}").format(address=f"{origin}/"))
        _print_if_possible(terminal_qr_code(f"{origin}/"))
    return replace(config, hosts=hosts, lan=origin, limits=Limits())


def _print_if_possible(text: str) -> None:
    """Print block characters, unless the terminal doesn't support them."""
    with contextlib.suppress(UnicodeEncodeError):
        text.encode(sys.stdout.encoding or "ascii")
        print(text, flush=True)


def serve(
    *,
    host: str = LOOPBACK,
    port: int = PORT,
    data: str | None = None,
    patience: float = 120.0,
    keep: float = 60.0,
    origins: tuple[str, ...] = (),
    hosts: tuple[str, ...] = (),
    commands: float | None = None,
    proxies: str | None = None,
    bots: Iterable[str] = (),
    workers: int = 1,
    log_level: str = "info",
) -> int:
    """Serve games to others. `keep` is in days, `patience` in seconds; `port` 0 is a free one.

    `hosts` are additional host names that the server accepts; `*` means any. `bots` as in `play`.
    More than one worker, each a process, needs PostgreSQL.
    """
    _offer_all(bots)
    config = Config(
        data=data or default_data(),
        patience=patience,
        keep=keep * DAY,
        # Browsers send an origin without the trailing slash that people may type.
        origins=tuple(origin.rstrip("/") for origin in origins),
        hosts=allowed_hosts(host, hosts, origins),
        limits=Limits() if commands is None else _with_commands(commands),
    )
    if workers > 1 and not is_postgres(config.data):
        raise ServeError(
            Sentence("several workers need PostgreSQL: use --data postgresql://… with --workers")
        )
    listener = _bind(host, port, or_any=False)
    has_names = host in LOOPBACK_HOSTS or bool(hosts or origins)
    announce = partial(_announce, listener, has_names=has_names)
    if workers > 1:
        from torpedo_dice.server.logs import set_up_logging

        set_up_logging(log_level)
        application = partial(make_worker_app, config, log_level, tuple(bots))
        threading.Thread(target=_when_listening, args=(listener, announce), daemon=True).start()
        return _run_workers(application, config, listener, workers, proxies=proxies)
    return _run(config, listener, level=log_level, proxies=proxies, announce=announce)


def _announce(listener: socket.socket, *, has_names: bool) -> None:
    """Print the address of a server that listens, and a hint unless it has host names."""
    host, port = listener.getsockname()[:2]
    host_in_url = f"[{host}]" if ":" in host else host
    address = f"http://{host_in_url}:{port}/"
    print(_("Torpedo Dice is running at {address}").format(address=address), flush=True)
    if not has_names:
        print(
            _(
                "Only localhost and IP addresses are accepted as host names: "
                "use --allowed-host NAME to add others."
            ),
            flush=True,
        )


def _when_listening(listener: socket.socket, announce: Callable[[], None]) -> None:
    """Wait until a worker listens on the port that all of them share."""
    # A listener that is closed because of an error has nothing to announce.
    with contextlib.suppress(OSError):
        while not listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            time.sleep(_POLL_SECONDS)
        announce()


def _with_commands(commands: float) -> Limits:
    """Return limits for this many commands per second, with the other limits in proportion."""
    if commands == 0:
        return UNLIMITED
    defaults = Limits()
    scale = commands / defaults.commands
    return Limits(
        commands=commands,
        commands_at_once=int(2 * commands),
        address_commands=scale * defaults.address_commands,
        address_commands_at_once=int(scale * defaults.address_commands_at_once),
        calls=2 * commands,
        calls_at_once=int(4 * commands),
        frames=max(scale, 1) * defaults.frames,
        frames_at_once=int(max(scale, 1) * defaults.frames_at_once),
    )


def _bind(host: str, port: int, *, or_any: bool) -> socket.socket:
    """Reserve a port or, if it is taken and that is allowed, a free one; it doesn't listen yet."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if host == "::" and socket.has_dualstack_ipv6():
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        if or_any:
            listener.bind((host, 0))
        else:
            listener.close()
            raise _cannot_listen(host, port, error) from None
    # Connections inherit it: all that has arrived is read at once and kept until it is used.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # Connections inherit it: the system closes those whose client does not take the rest.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _UNREAD_MILLISECONDS)
    return listener


def _cannot_listen(host: str, port: int, error: OSError) -> ServeError:
    facts = {"host": host, "port": port, "why": error}
    return ServeError(Sentence("can’t listen on {host}:{port}: {why}", **facts))


def _run(
    config: Config,
    listener: socket.socket,
    *,
    level: str,
    proxies: str | None = None,
    announce: Callable[[], None] = lambda: None,
) -> int:
    from torpedo_dice.server.store.writes import StorageError

    try:
        server = make_server(config, level=level, proxies=proxies)
    except StorageError as error:
        listener.close()
        raise ServeError(error.args[0]) from None
    try:
        # Only now: until the server can answer, a proxy is refused and tries another one.
        listener.listen(_BACKLOG)
    except OSError as error:
        host, port = listener.getsockname()[:2]
        raise _cannot_listen(host, port, error) from None
    announce()
    _tune()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    return 0


def _run_workers(
    application: Callable[[], ASGIApplication],
    config: Config,
    listener: socket.socket,
    workers: int,
    *,
    proxies: str | None,
) -> int:
    """Run several processes on one port; one that dies or hangs is replaced.

    SIGHUP replaces them one after the other, each after its successor has started.
    """
    from uvicorn.supervisors import Multiprocess

    from torpedo_dice.server.store.opening import open_engine
    from torpedo_dice.server.store.writes import StorageError

    try:
        # Problems are reported once, here, and only one process migrates.
        open_engine(config.data).dispose()
    except StorageError as error:
        listener.close()
        raise ServeError(error.args[0]) from None
    settings = _uvicorn_config(application, config, proxies, factory=True, workers=workers)
    Multiprocess(settings, sockets=[listener]).run()
    return 0


def make_worker_app(config: Config, level: str, bots: Iterable[str] = ()) -> ASGIApplication:
    """Make the application of one of several processes, in that process."""
    from torpedo_dice.server.http.app import make_app
    from torpedo_dice.server.logs import set_up_logging

    set_up_logging(level)
    _offer_all(bots)
    application = make_app(config, stopping=exit_in_time)
    _tune()
    return application


def _tune() -> None:
    """Adapt Python to a server with many tables."""
    _collect_seldom()
    _switch_often()
    return_memory()


def _switch_often() -> None:
    """Let the event loop get the GIL quickly, even while bots are thinking.

    With Python's default of 5 ms, players waited up to half a second when a few admirals were
    thinking.
    """
    sys.setswitchinterval(0.0005)


def _collect_seldom() -> None:
    """Collect garbage less often: there are few cycles, and scanning all tables takes long.

    With Python's default thresholds it took an eighth of a busy server's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def make_server(
    config: Config, *, level: str = "info", proxies: str | None = None
) -> uvicorn.Server:
    """Create the server; raise StorageError if its data can't be used."""
    import uvicorn

    from torpedo_dice.server.http.app import make_app
    from torpedo_dice.server.logs import set_up_logging

    set_up_logging(level)
    application = make_app(config, stopping=exit_in_time)
    return uvicorn.Server(_uvicorn_config(application, config, proxies))


def _uvicorn_config(
    application: Any, config: Config, proxies: str | None, **more: Any
) -> uvicorn.Config:
    import uvicorn

    from torpedo_dice.server.transport.admission import Admission
    from torpedo_dice.server.transport.http import HttpProtocol
    from torpedo_dice.server.transport.websocket import WebSocketProtocol

    admission = Admission(config.limits, proxies)
    return uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        server_header=False,
        # uvicorn accepts any callable, not just a class.
        http=partial(HttpProtocol, config.limits, admission),  # type: ignore[arg-type]
        ws=partial(WebSocketProtocol, config.limits, admission),  # type: ignore[arg-type]
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        ws_max_size=config.limits.message,
        timeout_graceful_shutdown=REQUEST_SECONDS,
        timeout_worker_healthcheck=_WORKER_SECONDS,
        proxy_headers=proxies is not None,
        forwarded_allow_ips=proxies,
        **more,
    )


def _open_browser(address: str) -> None:
    """Open the browser once the server responds; without one, the printed address is enough."""
    until = time.monotonic() + _WAIT_SECONDS
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}api/health", timeout=1):  # noqa: S310
                break
        except OSError:
            time.sleep(0.1)
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
