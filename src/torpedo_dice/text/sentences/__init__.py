"""Everything the text game says, in English: data only, so that it can be translated in one place.

Whole sentences with named placeholders; the callers choose which one fits. `say.FIRED` is the
sentence in the user's language.
"""

from __future__ import annotations

from torpedo_dice.text.sentences.events import EventSentences
from torpedo_dice.text.sentences.help import HelpSentences
from torpedo_dice.text.sentences.questions import QuestionSentences
from torpedo_dice.text.sentences.session import SessionSentences
from torpedo_dice.text.sentences.table import TableSentences
from torpedo_dice.text.sentences.vocabulary import Vocabulary


class Sentences(
    Vocabulary,
    EventSentences,
    TableSentences,
    QuestionSentences,
    SessionSentences,
    HelpSentences,
):
    """All sentences, each under its name."""


say = Sentences()
