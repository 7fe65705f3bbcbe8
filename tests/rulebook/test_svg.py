"""Markup: everything that is not markup already is escaped, and numbers are short."""

from __future__ import annotations

from torpedo_dice.rulebook.svg import drawing, element, group, label, rect


def test_text_is_escaped_and_markup_is_not() -> None:
    """A name is text, also in an attribute; an element inside another one stays an element."""
    name = '<b>&"Ned"'
    inner = label("name", 1, 2, name)
    assert inner == '<text class="name" x="1" y="2">&lt;b&gt;&amp;"Ned"</text>'
    assert element("g", {"title": name}, inner) == (
        f'<g title="&lt;b&gt;&amp;&quot;Ned&quot;">{inner}</g>'
    )


def test_attributes_without_a_value_are_left_out() -> None:
    """A rectangle without round corners has no rx."""
    assert "rx" not in rect("tile", 0, 0, 5, 5)
    assert 'rx="2"' in rect("tile", 0, 0, 5, 5, 2)


def test_numbers_have_two_decimals_at_most() -> None:
    """A third is rounded, and a whole number has no point."""
    assert 'width="0.33" height="2"' in rect("tile", 0, 0, 1 / 3, 2.0)
    assert group(1 / 3, 4, scale=1.5) == '<g transform="translate(0.33 4) scale(1.5)"></g>'


def test_a_drawing_has_a_text_alternative() -> None:
    """A screen reader gets a sentence instead of the shapes."""
    svg = drawing(10, 20, "A 3 & a miss")
    assert 'viewBox="0 0 10 20"' in svg
    assert 'role="img" aria-label="A 3 &amp; a miss"' in svg
