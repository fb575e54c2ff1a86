"""`spytable` with a minute of patience wherever a table has a second: run as a program by the tests of processes.

Much goes on at once on a machine that runs tests, and its disk may be slow. What a table says then is true (that its
disk is too slow, that it does not answer, that its voice hangs), but it is another test's matter.
"""

from __future__ import annotations

import sys
from inspect import signature
from typing import Any

MINUTE = 60.0


def give(function: Any, name: str) -> None:
    """From now on a call without *name* means a minute. A default is bound when its function is made."""
    assert name in signature(function).parameters, name
    if name in (function.__kwdefaults__ or {}):
        function.__kwdefaults__[name] = MINUTE
        return
    named = [each for each, told in signature(function).parameters.items() if told.default is not told.empty]
    defaults = [MINUTE if each == name else kept for each, kept in zip(named, function.__defaults__, strict=True)]
    function.__defaults__ = tuple(defaults)


def be_patient() -> None:
    """Makes all that waits in this process wait longer."""
    from spytable import ending, status
    from spytable.journal.clerk import Clerk
    from spytable.seats.gpio import seats
    from spytable.voice.synthesis.synthesiser import Synthesiser

    give(Clerk.__init__, "patience")
    give(Clerk.close, "seconds")
    give(Synthesiser.__init__, "deadline")
    status.ANSWER_WITHIN = MINUTE
    ending.LATE, ending.LAST = MINUTE, 2 * MINUTE
    seats.CLOSING = MINUTE


if __name__ == "__main__":
    del sys.path[0]  # This folder: what is in it must not pass for a module of Python's.
    be_patient()
    from spytable.cli import main

    sys.exit(main())
