"""Settling a game from what was given or is answered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.text.players import make_setup, typing
from torpedo_dice.bots import UnknownBotError, characters_of
from torpedo_dice.rules import GameSetupError, Mode, Sheet, SheetError, SoloEnd
from torpedo_dice.text.ask import Asker, Quit
from torpedo_dice.text.begin import BadWishError, Wishes, check_wishes, settle
from torpedo_dice.text.game_setup import GameSetup


def asked(lines: list[str], wishes: Wishes | None = None) -> tuple[GameSetup, str]:
    """Settle a game with typed answers; return it and the screen."""
    console, screen = typing(lines)
    return settle(wishes or Wishes(), Asker(console)), screen.getvalue()


def test_enter_alone_is_a_solo_game() -> None:
    """Every question has a default."""
    setup, _ = asked(["", ""])
    assert setup.mode is Mode.SOLO
    assert setup.names == ("Player",)
    assert setup.sheet.name == "mission"


def test_a_game_against_bots_and_humans() -> None:
    """Words may be shortened; bots get names of their own."""
    setup, screen = asked(["train", "hum, lieu lieutenant", "Ada", "Ada", "Noor"])
    assert setup.mode is Mode.TRAINING
    assert setup.seats == ("human", "human", "lieutenant", "lieutenant")
    assert setup.names[:2] == ("Ada", "Noor")
    lieutenants = {one.name for one in characters_of("lieutenant")}
    assert len(set(setup.names[2:]) & lieutenants) == 2
    assert "Two players can’t both be called Ada." in screen


def test_mistakes_are_told_and_back_begins_anew() -> None:
    """Nothing typed here ends the program."""
    lines = ["chess", "m", "back", "log", "t", "shark", "human human human human", "", "\x00", ""]
    setup, screen = asked(lines)
    assert setup.mode is Mode.TRAINING
    assert setup.seats == ("human", "lieutenant")
    for sentence in (
        "“chess” isn’t a mode",
        "“shark” is neither",
        "one, two or three",
        "not begun",
    ):
        assert sentence in screen
    with pytest.raises(Quit):
        asked(["quit"])
    with pytest.raises(Quit):
        asked([])


def test_what_is_given_is_not_asked() -> None:
    """Not the mode, not the seats, not the names."""
    wishes = Wishes(mode="mission", seats=["human", "ensign"], names=["Ada"])
    assert asked([], wishes)[1] == ""
    setup, screen = asked(["", "Ada"], Wishes(mode="mission"))
    assert setup.seats == ("human", "lieutenant")
    assert "What do you want to play" not in screen


def test_where_nobody_can_be_asked_there_are_defaults(training: Sheet) -> None:
    """Solo; Mission with several seats; Training with its sheet."""
    assert settle(Wishes(), None).mode is Mode.SOLO
    assert settle(Wishes(seats=["human", "human"]), None).mode is Mode.MISSION
    assert settle(Wishes(seats=["human", "human"]), None).names == ("Player 1", "Player 2")
    assert settle(Wishes(sheet=training), None).mode is Mode.TRAINING
    assert settle(Wishes(sheet="training"), None).seats == ("human", "lieutenant")
    # Three characters of a rank: one whose name a player has is left out, a fourth has none.
    name = characters_of("ensign")[0].name
    setup = settle(Wishes(names=[name], seats=["human", *["ensign"] * 3]), None)
    assert (setup.names[0], setup.names[3]) == (name, "Ensign")
    assert settle(Wishes(solo_end="after_fire"), None).solo_end is SoloEnd.AFTER_FIRE


BAD: list[tuple[Wishes, type[ValueError], str]] = [
    (Wishes(mode="chess"), BadWishError, "“chess” isn’t a mode"),
    (Wishes(solo_end="never"), BadWishError, "unknown solo_end 'never'"),
    (Wishes(seats=["human", "kraken"]), UnknownBotError, "no bot 'kraken'"),
    (Wishes(seats=["human"] * 5), GameSetupError, "2 to 4 players, not 5"),
    (Wishes(seats=[]), GameSetupError, "one player, not 0"),
    (Wishes(mode="solo", seats=["human", "human"]), GameSetupError, "one player, not 2"),
    (Wishes(mode="training", sheet="mission"), GameSetupError, "isn’t for Training"),
    (Wishes(sheet="no such"), SheetError, "neither a file nor a sheet"),
    (Wishes(names=["Ada", "Noor"]), BadWishError, r"more names \(2\) than human players \(1\)"),
    (Wishes(names=["A\x1b"]), BadWishError, "isn’t a valid name"),
    (Wishes(names=["A" * 41]), BadWishError, "isn’t a valid name"),
    (Wishes(names=[" "]), BadWishError, "isn’t a valid name"),
    (
        Wishes(seats=["human"] * 2, names=["Ada", "ADA"]),
        BadWishError,
        "two players can’t both be called",
    ),
    (Wishes(first=1), BadWishError, "there’s no seat 1: seats are numbered 0 to 0"),
]


@pytest.mark.parametrize(("wishes", "kind", "sentence"), BAD)
def test_what_cannot_be_is_told_in_one_sentence(
    wishes: Wishes, kind: type[ValueError], sentence: str
) -> None:
    """Each thing that was given and does not do."""
    with pytest.raises(kind, match=sentence) as caught:
        settle(wishes, None)
    assert "\n" not in str(caught.value)


def test_wishes_may_not_contradict_a_saved_game(training: Sheet) -> None:
    """What is the same, or not given, does."""
    setup = make_setup(Mode.MISSION, ["human", "ensign"])
    same = Wishes("mission", ["human", "ensign"], ["Ada"], "mission", "end_of_round")
    check_wishes(same, setup, Path("f"))
    check_wishes(Wishes(), setup, Path("f"))
    others = {
        Wishes(mode="solo"): "f: the saved game has mode mission, not solo",
        Wishes(names=("Lin",)): "names Ada, not Lin",
        Wishes(seats=("human",)): "seats human,ensign, not human",
        Wishes(first=0): "first seat drawn by the dice, not 0",
        Wishes(solo_end="after_fire"): "solo end end_of_round, not after_fire",
        Wishes(sheet=training): "sheet mission, not training",
    }
    for wishes, sentence in others.items():
        with pytest.raises(BadWishError, match=sentence):
            check_wishes(wishes, setup, Path("f"))


def test_a_changed_sheet_of_the_same_name_is_found(small: Sheet, mission: Sheet) -> None:
    """The fields count, not the name."""
    setup = make_setup(Mode.SOLO, sheet=small)
    with pytest.raises(BadWishError, match="a different sheet that is also called small"):
        check_wishes(Wishes(sheet=replace(mission, name="small")), setup, Path("f"))
