"""What anyone with the link may know of a table."""

from __future__ import annotations

from tests.server.table.sitting import Sitting
from torpedo_dice.bots import characters_of
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat


def test_the_facts_name_the_characters() -> None:
    """A bot plays under the name that was asked for, or under a free one of its rank."""
    asked = characters_of("captain")[1]
    facts = Sitting(
        HumanSeat("Ada"), BotSeat("captain", asked.id), BotSeat("captain")
    ).table.facts()
    assert facts.seats[0].character is None
    assert (facts.seats[1].name, facts.seats[1].character) == (asked.name, asked.id)
    other = facts.seats[2]
    assert other.name in {one.name for one in characters_of("captain")} - {asked.name}
    assert not facts.seats[0].resigned
    assert (facts.rematch, facts.rematch_by) == (None, None)


def test_people_called_like_bots_are_people() -> None:
    """The seat says who is a bot, in facts and views; names have nothing to do with it."""
    sitting = Sitting(HumanSeat("Captain"), HumanSeat("Ensign 2"), BotSeat("captain"))
    facts = [(seat.kind, seat.bot) for seat in sitting.table.facts().seats]
    assert facts == [("human", None), ("human", None), ("bot", "captain")]
    for viewer in (None, 0, 1):
        seats = sitting.view(viewer)["seats"]
        assert [(seat["kind"], seat["bot"]) for seat in seats] == facts
        assert [seat["name"] for seat in seats[:2]] == ["Captain", "Ensign 2"]
