"""What went wrong in a bot, in words that can be shown and logged whatever the bot raised."""

from __future__ import annotations

from threading import Thread

from torpedo_dice.bots.failure import BotFailedError, details_of, in_words, is_interrupt


class Mute(Exception):  # noqa: N818  # as a bot might name it
    """An error whose message can't be read."""

    def __str__(self) -> str:
        raise SystemExit


def raised(error: BaseException) -> BaseException:
    """Raise an error and return it with its traceback."""
    try:
        raise error  # noqa: TRY301
    except BaseException as caught:  # noqa: BLE001
        return caught


def test_an_error_has_a_type_and_a_message() -> None:
    """Only its type is named if there is no message, or if reading it fails."""
    assert in_words(KeyError("a")) == "KeyError: 'a'"
    assert in_words(KeyError()) == "KeyError"
    assert in_words(Mute()) == "Mute"


def test_details_are_the_traceback() -> None:
    """It says where, also if the message can't be read."""
    for error in (KeyError("a"), Mute()):
        assert "in raised" in details_of(raised(error))


def test_a_failure_is_one_short_line() -> None:
    """Line breaks, endless messages and invalid characters do no harm to a log."""
    failed = BotFailedError("raised\n" + "x" * 1000 + "\ud800", "\ud800" * 100_000)
    assert str(failed).startswith("raised xxx")
    assert len(str(failed)) == 300
    assert len(failed.details.encode()) <= 8000
    assert str(BotFailedError("\ud800")) == "\\ud800"


def test_only_the_main_thread_is_interrupted() -> None:
    """Elsewhere nobody but the bot itself can raise a KeyboardInterrupt."""
    assert is_interrupt(KeyboardInterrupt())
    assert not is_interrupt(SystemExit())
    found = []
    thread = Thread(target=lambda: found.append(is_interrupt(KeyboardInterrupt())))
    thread.start()
    thread.join()
    assert found == [False]
