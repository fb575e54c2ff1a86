"""What can be wrong with the wired seats before a game: each error says in a sentence what to do."""

from __future__ import annotations

import sys
from pathlib import Path

from spytable.errors import SpyTableError

SERVICE = Path("/opt/spytable")
"""Where `./table install` keeps the environments of the service; what one lacks, the next one has."""


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


def missing(package: str, prefix: Path | None = None) -> MissingPackageError:
    """The error for a package that is not installed: which, and how to get it into this environment, at *prefix*."""
    # Any other program named pip would put it elsewhere, or refuse.
    get = f"{sys.executable} -m pip install {package}"
    if (prefix or Path(sys.prefix)).is_relative_to(SERVICE):
        get = "sudo ./table upgrade, in the project's folder"
    return MissingPackageError(f"The wired seats need the package {package}: {get}")
