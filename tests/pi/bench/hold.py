"""Keeps a simulated line down, also while a program asks for it: the line then lets go by itself.

    python hold.py FILE    FILE: the line's "pull" in sysfs; from the line that it prints on until it is ended

A process of its own that goes before all else: who asks for the line looks at it a moment later.
"""

from __future__ import annotations

import os
import sys
import time

REST, LEAST, MOST = 6, 0.0002, 0.005
"""How much longer it rests than it works, so that the rest of a slow guest goes on; and seconds of that."""

if __name__ == "__main__":
    line = os.open(sys.argv[1], os.O_WRONLY)
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(2))
    os.pwrite(line, b"pull-down", 0)
    print("held", flush=True)
    while True:
        begun = time.monotonic()
        os.pwrite(line, b"pull-down", 0)
        time.sleep(min(MOST, max(LEAST, REST * (time.monotonic() - begun))))
