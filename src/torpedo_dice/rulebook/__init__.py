"""The rulebook in five languages, with pictures drawn from the real rules.

The texts are in `texts/`, one file per language; `page.py` renders them as HTML, and `plain.py`
turns that into text for a terminal.
"""

from torpedo_dice.rulebook.page import (
    UnknownRuleError,
    address_of,
    page_html,
    section_html,
)
from torpedo_dice.rulebook.plain import (
    find_section,
    listed_sections,
    plain_rulebook,
    plain_section,
)
from torpedo_dice.rulebook.reasons import rule_of, rule_of_status
from torpedo_dice.rulebook.text import Section, Text, load_text

__all__ = [
    "Section",
    "Text",
    "UnknownRuleError",
    "address_of",
    "find_section",
    "listed_sections",
    "load_text",
    "page_html",
    "plain_rulebook",
    "plain_section",
    "rule_of",
    "rule_of_status",
    "section_html",
]
