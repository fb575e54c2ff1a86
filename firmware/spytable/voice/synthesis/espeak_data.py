"""eSpeak NG's data, and a voice of ours beside them: West Frisian, which eSpeak NG has not.

eSpeak NG looks for all its data in one folder. So a folder of ours links to what the library came with, and holds one
voice file and one dictionary more. The dictionary is compiled by the very library that will read it, from the two
text files in `frisian/`: rules from spelling to sound, and words that the rules would get wrong.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import sys
from pathlib import Path

import spytable
from spytable.voice.synthesis.espeak import Library

SOURCES = Path(__file__).with_name("frisian")
"""Voice file, rules and words."""

VOICE = "fy"
"""The voice that is ours."""

NAME = "espeak-ng-data"
"""What eSpeak NG calls its folder, inside the one that ESPEAK_DATA_PATH names."""

_ELSEWHERE = (Path("/usr/share"), Path("/usr/local/share"))
_LONGEST = 120
"""Letters of a path; eSpeak NG cuts a longer one off (N_PATH_HOME is 160)."""

_DEADLINE = 60.0
_RETRIEVAL = 2
"""AUDIO_OUTPUT_SYNCHRONOUS of speak_lib.h: no device is opened."""


def version() -> str:
    """Names the state of our voice: sound that an older one made is not taken for this one's."""
    digest = hashlib.sha256()
    for source in sorted(SOURCES.glob("*.txt")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def original(library: Library) -> Path | None:
    """The data that *library* came with; None where they are not found."""
    homes = (library.home,) if library.home else (library.path.parent, *_ELSEWHERE)
    return next((home / NAME for home in homes if (home / NAME).is_dir()), None)


def folder(library: Library, cache: Path) -> Path:
    """The folder below *cache* that ESPEAK_DATA_PATH has to name; made now if need be, in a tenth of a second.

    Raises OSError where it cannot be made.
    """
    data = original(library)
    if data is None:
        raise OSError(f"the data of {library.path} are not found")
    state = library.path.stat()
    parts = (str(data.resolve()), str(state.st_size), str(state.st_mtime_ns), version())
    ready = cache / "espeak" / hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    if not (ready / NAME / "fy_dict").is_file():
        _make(library, data, ready)
    return _short(ready)


def _make(library: Library, data: Path, ready: Path) -> None:
    """Makes *ready* in a process of its own: eSpeak NG can be started but once in a process."""
    # Late: the worker starts sooner without them, and needs them once.
    import shutil
    import subprocess

    part = ready.with_name(f".{ready.name}.{os.getpid()}")
    shutil.rmtree(part, ignore_errors=True)
    try:
        _link(data, part / NAME)
        environment = os.environ | {"PYTHONPATH": _path()}
        done = subprocess.run(
            [sys.executable, "-P", "-m", __name__, str(library.path)],
            cwd=part, env=environment, capture_output=True, timeout=_DEADLINE,
        )  # fmt: skip
        if done.returncode != 0:
            reason = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise OSError(f"eSpeak NG does not compile its dictionary ({''.join(reason)})")
        for old in ready.parent.iterdir():
            # Of a library that was replaced since; a folder in the making begins with a point.
            if old != ready and not old.name.startswith("."):
                shutil.rmtree(old, ignore_errors=True)
        with contextlib.suppress(FileExistsError):
            # A power cut leaves a folder that is whole, or none.
            _settle(part / NAME / "fy_dict")
            if not ready.exists():
                part.rename(ready)
    except subprocess.TimeoutExpired as error:
        raise OSError("eSpeak NG hangs in compiling its dictionary") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _link(data: Path, ours: Path) -> None:
    """*ours* shows everything in *data*, and our voice among its own kind."""
    import shutil

    family = ours / "lang" / "gmw"
    family.mkdir(parents=True)
    for original, linked in ((data, ours), (data / "lang", ours / "lang"), (data / "lang" / "gmw", family)):
        for entry in original.iterdir():
            if not (linked / entry.name).exists():
                (linked / entry.name).symlink_to(entry.resolve())
    shutil.copyfile(SOURCES / "fy.txt", family / "fy")
    for name in ("fy_rules.txt", "fy_list.txt"):
        # Beside the data, not in them; short paths, for eSpeak NG has little room for them.
        shutil.copyfile(SOURCES / name, ours.parent / name)


def _settle(path: Path) -> None:
    """Returns when the file is on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _short(path: Path) -> Path:
    """*path*, or a short way to the same folder, open for as long as this process lives."""
    if len(os.fsencode(path)) <= _LONGEST:
        return path
    return Path(f"/proc/self/fd/{os.open(path, os.O_PATH | os.O_DIRECTORY)}")


def _path() -> str:
    home = str(Path(spytable.__file__).resolve().parent.parent)
    return os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))


def main() -> None:
    """The process that compiles: in the folder that is being made, with the library that argument 1 names."""
    os.environ["ESPEAK_DATA_PATH"] = "."
    library = ctypes.CDLL(sys.argv[1])
    if library.espeak_Initialize(_RETRIEVAL, 0, None, 0) <= 0:
        raise OSError("eSpeak NG does not start")
    # Says that there is no dictionary yet, and takes the phonemes all the same.
    library.espeak_SetVoiceByName(b"fy")
    context = ctypes.c_void_p(None)
    status = library.espeak_ng_CompileDictionary(b"./", b"fy", None, 0, ctypes.byref(context))
    if status != 0:
        raise OSError(f"status {status:#x}")


if __name__ == "__main__":
    main()
