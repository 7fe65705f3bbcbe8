"""Where games are stored: a file name, an `sqlite:` URL or a `postgresql:` URL."""

from __future__ import annotations

import re

# The schemes that libpq knows.
_POSTGRES = ("postgresql://", "postgres://")
_PASSWORD = re.compile(r"(?P<before>(?<=:)//[^:/@?]*:(?=[^/?]*@)|(?<=[?&])password=)[^@&]*")


def is_postgres(data: str) -> bool:
    """Whether games are stored in PostgreSQL."""
    return data.startswith(_POSTGRES)


def shown(data: str) -> str:
    """Return an address without its password, for messages and logs."""
    return _PASSWORD.sub(r"\g<before>***", data) if is_postgres(data) else data
