"""What can go wrong with the journal, in words for the person at the table."""

from __future__ import annotations

from spytable.errors import SpyTableError


class JournalError(SpyTableError, OSError):
    """The journal cannot be opened, read or written; str(error) says why and what to do."""


class JournalBusyError(JournalError):
    """Another table keeps this journal. *process* is its number, or None where it is not known."""

    def __init__(self, words: str, process: int | None) -> None:
        super().__init__(words)
        self.process = process


class JournalTooNewError(JournalError):
    """The file was written by a newer version of the table; it is left as it is."""
