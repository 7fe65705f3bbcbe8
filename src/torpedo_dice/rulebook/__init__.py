"""The rulebook in five languages, with pictures drawn from the real rules.

The texts are in `texts/`, one file per language; `page.py` renders them as HTML.
"""

from torpedo_dice.rulebook.page import (
    UnknownRuleError,
    address_of,
    page_html,
    section_html,
)
from torpedo_dice.rulebook.reasons import rule_of, rule_of_status
from torpedo_dice.rulebook.text import Section, Text, load_text

__all__ = [
    "Section",
    "Text",
    "UnknownRuleError",
    "address_of",
    "load_text",
    "page_html",
    "rule_of",
    "rule_of_status",
    "section_html",
]
