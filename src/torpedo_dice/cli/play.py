"""`play`, `serve` and `text`: the game in the browser, for others, and in plain lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.cli.errors import InputError
from torpedo_dice.cli.options import DataOption, LangOption, SheetOption
from torpedo_dice.rules import Mode, SoloEnd


def play(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port (default: 8000, or a free one)."),
    ] = None,
    data: DataOption = None,
    *,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the browser, or only print the address."),
    ] = True,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let others on your local network join.")
    ] = False,
) -> int:
    """Play in the browser, on this machine."""
    from torpedo_dice.server.run import ServeError
    from torpedo_dice.server.run import play as play_here

    try:
        return play_here(port=port, data=data, browser=browser, lan=lan)
    except ServeError as error:
        raise InputError(error.args[0]) from None


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 is a free one.")] = 8000,
    data: DataOption = None,
    patience: Annotated[
        float, typer.Option(min=30, help="Seconds until an absent player can be replaced.")
    ] = 120.0,
    keep: Annotated[
        float, typer.Option(min=0, help="Days until an unfinished table is deleted.")
    ] = 60.0,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="Another address of the page, such as https://example.org."
        ),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Another name of the server, such as example.org; * is any.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="The address of a trusted proxy in front of the server."
        ),
    ] = None,
) -> int:
    """Serve the game to others."""
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
        )
    except ServeError as error:
        raise InputError(error.args[0]) from None


def text(
    mode: Annotated[Mode | None, typer.Option(help="What is played.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="Who sits at each seat: human, ensign, lieutenant, captain, admiral or another "
            "bot that is installed.",
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,NAME,…", help="The humans' names, in order.")
    ] = None,
    sheet: SheetOption = None,
    solo_end: Annotated[
        SoloEnd | None,
        typer.Option(help="When a solo win counts: after the automaton's shot, or before it."),
    ] = None,
    first: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT", min=0, help="The seat that starts, from 0 (default: drawn by the dice)."
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the game in this file, or resume it from there."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game's record at the end.")
    ] = None,
    _lang: LangOption = None,
    *,
    words: Annotated[bool, typer.Option("--words", help="Words only, without drawings.")] = False,
) -> int:
    """Play in plain lines: for any terminal, pipe or screen reader.

    You'll be asked for anything you leave out. Type help at any question.
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
