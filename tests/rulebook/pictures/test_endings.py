"""The tables of endings show what the rules decide."""

from __future__ import annotations

import pytest

from tests.rulebook.pictures.drawings import drawn, having, rows
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures import endings
from torpedo_dice.rules import Rank, Reason
from torpedo_dice.rules.outcome import rank_of


@pytest.mark.parametrize("name", ["sinking", "scoring"])
def test_the_ends_are_judged_by_the_rules(name: str) -> None:
    """Each winner is named, with the deciding figure: the reserve or the total."""
    for table in having(drawn(name), "case"):
        case = table.get("data-case") or ""
        outcome = endings.outcome_of_case(case)
        for seat, cells in enumerate(rows(table)):
            *_, counted, result = cells
            won = "shares" if len(outcome.winners) > 1 else "wins"
            assert (result == won) is (seat in outcome.winners), case
            if outcome.reason is Reason.SUNK:
                assert counted == str(endings.CASES[case][seat].reserve)
            elif seat not in outcome.skulls:
                assert counted.endswith(str(outcome.scores[seat]))
            else:
                assert result == "out"


def test_every_case_of_the_end_is_shown_once() -> None:
    """All cases are on the page, and they end as their captions say."""
    shown = [t.get("data-case") for n in ("sinking", "scoring") for t in having(drawn(n), "case")]
    assert sorted(filter(None, shown)) == sorted(endings.CASES)
    winners = {name: endings.outcome_of_case(name).winners for name in endings.CASES}
    assert winners == {
        "sunk": (0,),
        "both_sunk": (1,),
        "both_sunk_equal": (0, 1),
        "skull": (2,),
        "skull_tie": (2,),
        "skull_equal": (1, 2),
        "sunk_with_skull": (1,),
        "sunk_beats_skull": (0,),
        "all_skulls": (),
    }


def test_the_ends_of_a_solo_game() -> None:
    """Wins, scores and ranks match the rules."""
    (table,) = having(drawn("solo-end"), "case")
    for name, cells in zip(endings.SOLO_CASES, rows(table), strict=True):
        solo = endings.solo_outcome(name).solo
        assert solo is not None
        assert solo.won is (name not in ("shot_and_skull", "no_system"))
        assert (str(solo.score) in cells[1]) is solo.won
    late, early = (endings.solo_outcome(n).solo for n in ("same_round", "same_round_early"))
    assert late is not None
    assert early is not None
    assert (early.score or 0) - (late.score or 0) == facts()["system_points"]


def test_the_ranks_leave_no_gap() -> None:
    """The ends of each range have its rank, and the next step up has the next one."""
    step = facts()["torpedo_points"]
    ranges = endings.rank_ranges()
    assert [rank for rank, _, _ in ranges] == list(Rank)
    for rank, least, most in ranges:
        assert rank_of(least) is rank
        if most is not None:
            assert rank_of(most) is rank
            assert rank_of(most + step) is not rank
    (table,) = having(drawn("ranks"), "case")
    assert [cells[1] for cells in rows(table)] == ["25 or fewer", "30 to 40", "45 or more"]
