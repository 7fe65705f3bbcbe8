"""The judges that review games on this server, by name.

They are loaded in the processes that use them: the server itself needs no compiled code.
"""

from __future__ import annotations

from pkgutil import resolve_name
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torpedo_dice.review import Judge

JUDGES = {
    "quick": "torpedo_dice.review.quick:QuickJudge",
    "deep": "torpedo_dice.review.deep:DeepJudge",
}


def new_judge(name: str) -> Judge:
    """Return a new judge."""
    judge: Judge = resolve_name(JUDGES[name])()
    return judge
