"""Loading eSpeak NG so that pyttsx3 finds it, with our voices; and what tells one eSpeak NG's sound from another's."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from spytable.voice.synthesis.espeak import find


def load(cache: Path | None = None) -> str:
    """Loads the library so that pyttsx3 finds it. Call it once in a process, before pyttsx3 is imported.

    *cache*: where a folder may be made that holds our voices beside the library's own; without it there are only those.
    What is returned says why our voices are not there after all, and is "" where they are.

    The loader remembers a library by its SONAME: loaded first with all its symbols open to others, it is what
    `dlopen("libespeak-ng.so.1")` gives. Raises OSError where it cannot be loaded; where no library is found,
    pyttsx3 is left to look in its own places.
    """
    # Late: only the process that synthesises loads anything.
    import ctypes

    from spytable.voice.synthesis import espeak_data

    library = find()
    if library is None:
        return ""
    missing = ""
    home = library.home
    if cache is not None:
        try:
            home = espeak_data.folder(library, cache)
        except OSError as error:
            missing = f"The West Frisian voice cannot be made: {error.strerror or error}."
    if home is not None:
        os.environ["ESPEAK_DATA_PATH"] = str(home)
    ctypes.CDLL(str(library.path), mode=ctypes.RTLD_GLOBAL)
    return missing


def identity(voice: str = "") -> str:
    """What synthesises *voice* here: sound that another version made is not taken for this one's.

    The library's file name holds its version, its size tells two builds of one version apart.
    """
    from spytable.voice.synthesis import espeak_data

    library = find()
    if library is None:
        return "none"
    try:
        real = library.path.resolve()
        ours = f" {espeak_data.version()}" if voice.rpartition("/")[2] == espeak_data.VOICE else ""
        return f"{real.name} {real.stat().st_size} {_pyttsx3()}{ours}"
    except OSError:
        return "unknown"


def _pyttsx3() -> str:
    """pyttsx3 and its version, by the name of the folder that pip keeps beside a package.

    `importlib.metadata` reads the same, and brings 3 MB of mail parsers with it.
    """
    spec = importlib.util.find_spec("pyttsx3")
    home = Path(spec.origin).parent.parent if spec and spec.origin else None
    return next((found.stem for found in sorted(home.glob("pyttsx3-*.dist-info"))), "pyttsx3") if home else ""
