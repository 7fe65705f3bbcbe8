"""Every refusal by the rules leads to a rule in the rulebook."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator

import pytest

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import load_text, rule_of, rule_of_status, section_html
from torpedo_dice.rulebook.reasons import RULES
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    MalformedMoveError,
    Modify,
    MoveError,
    Roll,
    Stage,
    Start,
    Status,
    System,
    Take,
    legality,
    placements,
)
from torpedo_dice.sheets import load_sheet

# Players can't trigger these: the first two concern dice, the third a bot's view.
NOT_A_PLAYERS = {"already_started", "no_roll", "view"}
KINDS = {"IllegalMoveError", "NotYourMoveError"}


def codes() -> Iterator[str]:
    """Yield every code with which the rules refuse a well-formed move, parsed from their source."""
    for call in ast.walk(ast.parse(inspect.getsource(legality))):
        if not isinstance(call, ast.Call) or len(call.args) < 2:
            continue
        kind, code = call.args[:2]
        if not isinstance(kind, ast.Name) or kind.id not in KINDS:
            continue
        if isinstance(code, ast.Constant):
            yield str(code.value)
        elif isinstance(code, ast.JoinedStr):
            yield from _filled(code)
        else:
            assert ast.unparse(code) == "objection"
            yield from _objections()


def _filled(code: ast.JoinedStr) -> Iterator[str]:
    beginning = ast.literal_eval(code.values[0])
    names: dict[str, Iterable[str]] = {
        "stage_": list(Stage),
        "system_": [status for status in Status if not status.is_active],
    }
    yield from (f"{beginning}{name}" for name in names[beginning])


def _objections() -> Iterator[str]:
    source = inspect.getsource(placements.Placements.objection)
    for found in ast.walk(ast.parse(textwrap.dedent(source))):
        if isinstance(found, ast.Return) and isinstance(found.value, ast.Constant):
            yield from (value for value in [found.value.value] if isinstance(value, str))


def test_every_refusal_has_its_rule() -> None:
    """Exactly the codes that a player's move can cause."""
    found = set(codes())
    assert len(found) > 20
    assert found > NOT_A_PLAYERS
    assert set(RULES) == found - NOT_A_PLAYERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_there(language: str) -> None:
    """Each anchor exists in every language's rulebook and has a text."""
    anchors = {section.anchor for section in load_text(language).sections}
    assert set(RULES.values()) <= anchors
    for anchor in set(RULES.values()):
        assert "<p" in section_html(language, anchor)


def test_what_was_tried_leads_to_its_rule() -> None:
    """Illegal moves in a real Mission game, and the rule that each one breaks."""
    game = Game.new(load_sheet("mission"), "mission", 2)
    game.apply(Start(0))
    game.apply(Roll((1, 6, 3)))
    assert broken_by(game, Take(1, 0)) == "phase-1"
    assert broken_by(game, Fire(0, ((0, 0),))) == "phase-1"
    game.apply(Take(0, 0))
    assert broken_by(game, Take(1, 0)) == "phase-1"
    game.apply(Take(1, 1))
    assert broken_by(game, Modify(0, System.PERISCOPE)) == "switch"
    assert broken_by(game, Modify(0, System.ARTILLERY)) == "no-switch"
    assert broken_by(game, Activate(0, System.PORTHOLES)) == "no-switch"
    assert broken_by(game, Fire(0, ())) == "fire"
    assert broken_by(game, Fire(0, ((-5, 0),))) == "edge"
    assert broken_by(game, Fire(1, tuple((0, n) for n in range(6)))) == "formations"
    game.apply(Activate(0, System.TOWER))
    assert broken_by(game, Fire(0, ((0, 0),))) == "same-time"


def broken_by(game: Game, move: Take | Modify | Fire | Activate) -> str | None:
    """Return the rule that a move breaks."""
    error = game.why_not(move)
    assert isinstance(error, MoveError)
    return rule_of(error)


def test_what_is_right_or_no_move_breaks_no_rule() -> None:
    """Neither an active system nor a malformed move has a rule to show."""
    assert rule_of_status(Status.READY) is None
    assert rule_of_status(Status.READY_BY_SCREEN) is None
    slip = MalformedMoveError("form", "that is no move", move="x", position="", where="")
    assert rule_of(slip) is None
