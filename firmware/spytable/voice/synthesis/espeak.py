"""eSpeak NG: which library there is."""

from __future__ import annotations

import importlib.util
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
