"""`play`, `serve` and `text`: the game in the browser, for others, and in plain lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.cli.errors import InputError
from torpedo_dice.cli.options import SOLO_END_HELP, DataOption, LangOption, SheetOption
from torpedo_dice.rules import Mode, SoloEnd

BotsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=cmd:COMMAND",
        help="Offer a program in any language as a bot at your tables; can be repeated.",
    ),
]
WorkersOption = Annotated[
    int,
    typer.Option(
        metavar="N", min=1, max=256, help="The number of processes; more than 1 needs PostgreSQL."
    ),
]


def play(
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=65535, help="The port (default: 8000, or any free one)."
        ),
    ] = None,
    data: DataOption = None,
    *,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the browser, or just print the address."),
    ] = True,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others on your local network join.")
    ] = False,
    bot: BotsOption = None,
) -> int:
    """Play in your browser."""
    from torpedo_dice.server.run import ServeError
    from torpedo_dice.server.run import play as play_here

    try:
        return play_here(port=port, data=data, browser=browser, lan=lan, bots=bot or ())
    except ServeError as error:
        raise InputError(error.args[0]) from None


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 picks a free one.")
    ] = 8000,
    data: DataOption = None,
    patience: Annotated[
        float,
        typer.Option(
            metavar="N", min=30, help="Seconds before an absent player can be replaced by a bot."
        ),
    ] = 120.0,
    keep: Annotated[
        float, typer.Option(metavar="N", min=0, help="Days before an unfinished game is deleted.")
    ] = 60.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Allow another origin, such as https://example.org."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Accept another host name, such as example.org; * accepts any.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The address of a trusted reverse proxy."),
    ] = None,
    bot: BotsOption = None,
    workers: WorkersOption = 1,
) -> int:
    """Run a server for others to play on."""
    from torpedo_dice.server.run import ServeError
    from torpedo_dice.server.run import serve as serve_others

    try:
        return serve_others(
            host=host,
            port=port,
            data=data,
            patience=patience,
            keep=keep,
            origins=tuple(origin or ()),
            hosts=tuple(allowed_host or ()),
            proxies=proxy,
            bots=bot or (),
            workers=workers,
        )
    except ServeError as error:
        raise InputError(error.args[0]) from None


def text(
    mode: Annotated[Mode | None, typer.Option(help="The mode to play.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="Who sits at each seat: human, ensign, lieutenant, captain, admiral or any other "
            "installed bot.",
        ),
    ] = None,
    names: Annotated[
        str | None,
        typer.Option(metavar="NAME,NAME,…", help="The human players’ names, in seat order."),
    ] = None,
    sheet: SheetOption = None,
    solo_end: Annotated[
        SoloEnd | None,
        typer.Option(help=SOLO_END_HELP),
    ] = None,
    first: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT",
            min=0,
            help="The start player’s seat, counting from 0 (default: drawn by the dice).",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game to this file, or resume the one in it."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game’s record to this file when it ends."),
    ] = None,
    _lang: LangOption = None,
    *,
    words: Annotated[
        bool, typer.Option("--words", help="Describe everything in words, without drawings.")
    ] = False,
) -> int:
    """Play in the terminal; works with pipes and screen readers, too.

    You’ll be asked for anything you leave out. Type help at any question.
    """
    from torpedo_dice.text.command import play_text

    return play_text(
        mode=mode,
        seats=_split(seats),
        names=_split(names),
        sheet=sheet,
        solo_end=solo_end,
        first=first,
        save=save,
        record=record,
        words=words,
    )


def _split(text: str | None) -> list[str] | None:
    return None if text is None else [word.strip() for word in text.split(",")]
