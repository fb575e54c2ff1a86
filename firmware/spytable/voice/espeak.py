"""eSpeak NG: which library there is, and how pyttsx3 is made to find it."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path

SONAME = "libespeak-ng.so.1"
"""The name under which pyttsx3 asks for the library."""

REMEDY = "Install eSpeak NG: sudo apt install libespeak-ng1 espeak-ng-data, or the Python package espeakng-loader."

_FOLDERS = ("/usr/lib", "/usr/local/lib", "/lib")


@dataclass(frozen=True, slots=True)
class Library:
    """A copy of eSpeak NG. *home*: the folder that holds `espeak-ng-data`, None where the library knows its
    own."""

    path: Path
    home: Path | None = None


def find() -> Library | None:
    """The library to use: the wheel espeakng-loader where it is installed, then Debian's; None where there is
    none.

    The wheel comes first since its data hold the same voices on every table. It is found without being
    imported.
    """
    try:
        wheel = importlib.util.find_spec("espeakng_loader")
    except (ImportError, ValueError):
        wheel = None
    for folder in (Path(name) for name in (wheel.submodule_search_locations or ()) if name) if wheel else ():
        for name in (SONAME, "libespeak-ng.so"):
            if (folder / name).is_file() and (folder / "espeak-ng-data").is_dir():
                return Library(folder / name, folder)
    for top in map(Path, _FOLDERS):
        for path in (top / SONAME, *sorted(top.glob(f"*/{SONAME}"))):
            if path.is_file():
                return Library(path)
    return None


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

    from spytable.voice import espeak_data

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
    from spytable.voice import espeak_data

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
