"""PortAudio, as sounddevice loads it: kept in memory to the last, and kept from printing into the log."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator
from typing import Any

REMEDY = "Install Debian's package libportaudio2."

_STDERR = threading.Lock()


def load() -> Any:
    """The module sounddevice. Raises OSError where it, or PortAudio's library, is missing."""
    try:
        import sounddevice
    except ImportError as error:
        raise OSError(str(error)) from error
    _quiet_alsa()
    _stay_loaded(sounddevice)
    return sounddevice


def _stay_loaded(sounddevice: Any) -> None:
    """Keeps PortAudio in memory to the last: cffi unloads it when Python ends, under a thread that may still be in it.

    Seen with sounddevice 0.5.6: a segmentation fault at four ends of five, and none with this.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        # What ctypes has loaded it never unloads.
        ctypes.CDLL(sounddevice._libname)


def _quiet_alsa() -> None:
    """Gives ALSA's library a handler for its messages that does nothing: it prints each underrun, which a
    pause is.

    The handler is a function of C's library that ignores what it is given, since a function of ours would
    need Python's lock in the middle of the sound, and would be called after Python's end.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        nothing = ctypes.cast(ctypes.CDLL(None).abs, ctypes.c_void_p)
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(nothing)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keeps PortAudio and ALSA, which print from C where a card is missing, from the log.

    The whole process has one standard error: what other C code prints in these milliseconds is lost too. Python's own
    lines are not: from the first time on they are written through a copy of it.
    """
    with _STDERR:
        try:
            kept = os.dup(2)
        except OSError:
            yield
            return
        try:
            _python_apart()
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 2)
            os.close(nothing)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _python_apart() -> None:
    """Gives Python's standard error a descriptor of its own, where it still shares that of the C libraries."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if sys.stderr.fileno() == 2:
            sys.stderr.flush()
            sys.stderr = os.fdopen(
                os.dup(2), "w", buffering=1, encoding=sys.stderr.encoding, errors="backslashreplace"
            )
