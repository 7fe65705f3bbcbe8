"""`bot check`: find out what would make a bot forfeit before it plays others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from torpedo_dice.cli.errors import FINDINGS
from torpedo_dice.locale import decimal, ngettext, told
from torpedo_dice.locale import gettext as _

if TYPE_CHECKING:
    from rich.text import Text

    from torpedo_dice.lab.bot_check import BotCheck, Failure


def check_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="An installed bot, or cmd:COMMAND.")],
) -> int:
    """Check that a bot can play every mode from every seat, and how long its moves take."""
    from rich.console import Console

    from torpedo_dice.lab.bot_check import check_in_games

    check = check_in_games(bot)
    console = Console(highlight=False, soft_wrap=True)
    for failure in check.failures:
        console.print(_shown(failure))
    print(_summary(check))
    return FINDINGS if check.failures else 0


def _shown(failure: Failure) -> Text:
    from rich.text import Text

    from torpedo_dice.lab.tracebacks import printable

    why = printable(told(failure.message))
    details = printable("\n".join([failure.view, *failure.details.splitlines()]))
    return Text(f"{failure.situation.name}: {why}\n").append(details, style="dim")


def _summary(check: BotCheck) -> str:
    from torpedo_dice.bots.seated import MOVE_SECONDS

    games = ngettext("{count} game", "{count} games", check.games).format(count=check.games)
    failed = len(check.failures)
    result = (
        _("{bot} failed in {failed} of {games}.")
        if failed
        else _("{bot} played {games} without a failure.")
    )
    times = _(
        "95% of its moves took up to {most} s, the slowest {slowest} s; the limit is {limit} s."
    )
    return " ".join(
        [
            result.format(bot=check.bot, failed=failed, games=games),
            times.format(
                most=decimal(check.percentile(0.95), 3),
                slowest=decimal(max(check.seconds, default=0.0), 3),
                limit=decimal(MOVE_SECONDS, 0),
            ),
        ]
    )
