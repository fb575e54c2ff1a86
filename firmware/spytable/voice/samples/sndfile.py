"""FLAC and Ogg files, decoded by libsndfile where it is installed.

The library alone is used, by ctypes: Debian's, or the one in the wheel `soundfile`, whose own Python module would
bring numpy (70 MB) with it. It decodes what strangers made, so it runs in the worker process only.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
from array import array
from pathlib import Path

from spytable.voice.samples.wavfile import Sound, SoundFileError, check_form

MISSING = (
    "libsndfile is not installed, which decodes FLAC and Ogg: install Debian's package libsndfile1, or save as WAV."
)

_READ = 0x10
_KIND, _KINDS = 0x0FFF0000, (0x170000, 0x200000)
"""What of a format tells the kind of file: FLAC, Ogg."""

_SET_CLIPPING = 0x10C0
"""A decoder of Vorbis goes a little beyond full scale: held there, instead of coming out on the other side."""

_STEP = 16384
"""Frames that are decoded at a time."""


class _Info(ctypes.Structure):
    """SF_INFO of sndfile.h."""

    _fields_ = (
        ("frames", ctypes.c_int64),
        ("samplerate", ctypes.c_int),
        ("channels", ctypes.c_int),
        ("format", ctypes.c_int),
        ("sections", ctypes.c_int),
        ("seekable", ctypes.c_int),
    )


def decode(descriptor: int) -> Sound:
    """The sound in the open FLAC or Ogg file. Raises SoundFileError."""
    library = load()
    info = _Info()
    # Where it fails it closes the descriptor, whatever it is told: it gets one of its own.
    handle = library.sf_open_fd(os.dup(descriptor), _READ, ctypes.byref(info), 1)
    if not handle:
        raise SoundFileError("It cannot be decoded.")
    try:
        if info.format & _KIND not in _KINDS:
            raise SoundFileError("It is neither WAV, FLAC nor Ogg.")
        # How long it is may be unknown before its end, or a lie: what is read is counted too.
        check_form(info.samplerate, info.channels, 0)
        library.sf_command(handle, _SET_CLIPPING, None, 1)
        step = (ctypes.c_short * (_STEP * info.channels))()
        values: array[int] = array("h")
        while (frames := library.sf_readf_short(handle, step, _STEP)) > 0:
            values.frombytes(ctypes.string_at(step, 2 * frames * info.channels))
            check_form(info.samplerate, info.channels, len(values) // info.channels)
        if library.sf_error(handle):
            raise SoundFileError("It is damaged.")
        return Sound(values, info.samplerate, info.channels)
    finally:
        library.sf_close(handle)


def load() -> ctypes.CDLL:
    """The library. Raises SoundFileError where there is none."""
    for name in (*_bundled(), "libsndfile.so.1"):
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(name)
            library.sf_open_fd.restype = ctypes.c_void_p
            library.sf_open_fd.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.POINTER(_Info), ctypes.c_int)
            library.sf_command.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
            library.sf_readf_short.restype = ctypes.c_int64
            library.sf_readf_short.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
            library.sf_error.argtypes = (ctypes.c_void_p,)
            library.sf_close.argtypes = (ctypes.c_void_p,)
            return library
    raise SoundFileError(MISSING)


def _bundled() -> list[str]:
    """The libraries in the wheel `soundfile`, found without being imported."""
    with contextlib.suppress(ImportError, ValueError):
        if spec := importlib.util.find_spec("_soundfile_data"):
            return [
                str(path)
                for folder in spec.submodule_search_locations or ()
                for path in sorted(Path(folder).glob("libsndfile*.so"))
            ]
    return []
