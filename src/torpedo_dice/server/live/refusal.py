"""A request that is refused."""

from __future__ import annotations


class RequestRefused(Exception):  # noqa: N818  # it is an answer, not a fault
    """A rejected request: the HTTP status, a code and a message."""

    def __init__(self, status: int, code: str, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.code = code
        self.why = why
