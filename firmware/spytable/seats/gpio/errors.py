"""What can be wrong with the wired seats before a game: each error says in a sentence what to do."""

from __future__ import annotations

from spytable.errors import SpyTableError


class WiringError(SpyTableError, ValueError):
    """The wiring cannot work as it is written down. *faults* holds one sentence for each thing that is wrong."""

    def __init__(self, *faults: str) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


class MissingPackageError(SpyTableError, ImportError):
    """A package that the wired seats need is not installed."""


class GpioError(SpyTableError, OSError):
    """This computer has no header pins that the table could use, or does not let it use them."""

    exit_status = 1
