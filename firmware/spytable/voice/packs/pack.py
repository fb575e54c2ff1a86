"""Voice packs: a folder of recorded sounds that replace any part of the synthesised voice.

A file is named by what it says: `greens-turn.wav` is heard for "Green's turn." Only letters count, so that capitals,
hyphens, spaces and signs may be as they like. Whole sentences are recorded, never words to be put together: in most
languages a colour changes with its place in the sentence, and in all of them the melody does. An effect's file is
named `effect-hiss.wav`.
"""

from __future__ import annotations

import os
import stat
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spytable.errors import SpyTableError
from spytable.voice.cache import key
from spytable.voice.samples.effects import LOUDNESS, SOFTER, Effect
from spytable.voice.samples.soundfiles import LARGEST, VERSION, opened
from spytable.voice.samples.wavfile import SoundFileError
from spytable.voice.synthesis.synthesiser import Recorded

MANIFEST = "pack.toml"

ENDINGS = (".wav", ".flac", ".ogg", ".oga", ".opus")

_OTHER_SOUNDS = (".mp3", ".m4a", ".aac", ".wma", ".aiff", ".aif", ".3gp", ".amr", ".webm")
"""What phones and computers record too. Named, since whoever put it there believes that it is heard."""

MOST_FILES = 1000
"""Files in a folder that are looked at. All sentences of a language are a tenth of that."""

_LARGEST_MANIFEST = 64 * 1024
_LONGEST_NAME = 60


class PackError(SpyTableError, ValueError):
    """A folder that cannot be used as a voice pack."""


@dataclass(frozen=True, slots=True)
class Pack:
    """What a folder holds, by what is said (see `letters`). *faults*: file names, and what is wrong in a
    sentence."""

    folder: Path
    language: str
    name: str
    files: Mapping[str, Recorded]
    faults: Mapping[str, str]

    def find(self, item: str | Effect) -> Recorded | None:
        """What is heard for words or an effect; None where it is synthesised."""
        return self.files.get(letters(item))


def letters(item: str | Effect) -> str:
    """What counts of words, of an effect or of a file's name: the letters.

    >>> letters("Green's turn.") == letters("greens-turn") == letters("GREEN S TURN")
    True
    """
    text = f"effect {item.value}" if isinstance(item, Effect) else item
    text = unicodedata.normalize("NFC", text).casefold()
    return "".join(letter for letter in unicodedata.normalize("NFC", text) if unicodedata.category(letter)[0] in "LM")


def file_name(item: str | Effect) -> str:
    """The name of a file that says *item*, without its ending.

    >>> file_name("Green's turn."), file_name(Effect.HISS)
    ('greens-turn', 'effect-hiss')
    """
    text = f"effect {item.value}" if isinstance(item, Effect) else item.replace("'", "").replace("’", "")
    words = "".join(letter if letters(letter) else " " for letter in unicodedata.normalize("NFC", text).lower())
    return "-".join(words.split())


def load(folder: Path, language: str | None = None) -> Pack:
    """The pack in *folder*, for a table that speaks *language*. No sound file is opened.

    Raises PackError where there is no pack, its manifest cannot be read, or it speaks another language.
    """
    manifest = _manifest(folder)
    spoken: str = manifest["language"]
    if language is not None and spoken != language:
        raise PackError(f"The voice pack {folder.name} speaks {spoken!r}, the table {language!r}.")
    try:
        with os.scandir(folder) as entries:
            found = [entry.name for entry, _ in zip(entries, range(MOST_FILES + 1), strict=False)]
    except OSError as error:
        raise PackError(f"The voice pack {folder} cannot be read: {error.strerror or error}.") from error
    if len(found) > MOST_FILES:
        raise PackError(f"The voice pack {folder} holds more than {MOST_FILES} files.")
    faults: dict[str, str] = {}
    files: dict[str, Recorded] = {}
    named: dict[str, str] = {letters(words): name for words, name in manifest.get("files", {}).items()}
    for said, name in named.items():
        if name in found:
            _add(files, faults, said, folder / name)
        else:
            faults[name] = f"It is not in the folder, but {MANIFEST} names it."
    for name in sorted(set(found) - set(named.values())):
        path = folder / name
        if name.startswith("."):
            continue
        if path.suffix.lower() in ENDINGS:
            _add(files, faults, letters(path.stem), path)
        elif path.suffix.lower() in _OTHER_SOUNDS:
            faults[name] = "It is neither WAV, FLAC nor Ogg: save it as one of them."
    return Pack(folder, spoken, manifest.get("name", folder.name), files, faults)


def _add(files: dict[str, Recorded], faults: dict[str, str], said: str, path: Path) -> None:
    try:
        status = path.lstat()
    except OSError as error:
        faults[path.name] = f"It cannot be read: {error.strerror or error}."
        return
    if said in files:
        faults[path.name] = f"{files[said].path.name} says the same, and is heard."
    elif stat.S_ISLNK(status.st_mode):
        # A pack comes from a stranger, and a link can lead to any file of this machine.
        faults[path.name] = "It is a link. Put the file itself here."
    elif not stat.S_ISREG(status.st_mode):
        faults[path.name] = "It is no file."
    elif status.st_size > LARGEST:
        faults[path.name] = f"It is larger than {LARGEST // 1024 // 1024} MB."
    else:
        softer = {letters(effect): dB for effect, dB in SOFTER.items()}
        level = LOUDNESS - softer.get(said, 0.0)
        # By what a file is, not by what it holds: a call must not wait for a file to be read and summed up.
        cached = key("recorded", VERSION, str(path.absolute()), status.st_size, status.st_mtime_ns, str(level))
        files[said] = Recorded(path.absolute(), level, cached)


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        with os.fdopen(opened(path), "rb") as file:
            data = file.read(_LARGEST_MANIFEST + 1)
    except (OSError, SoundFileError) as error:
        raise PackError(f"{folder} is no voice pack, for want of {MANIFEST}: {error}") from error
    if len(data) > _LARGEST_MANIFEST:
        raise PackError(f"{path} is larger than {_LARGEST_MANIFEST // 1024} KB.")
    try:
        manifest = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        # What tomllib and the decoding raise, and nesting without end.
        raise PackError(f"{path} is not TOML: {error}.") from error
    for fault in _faults(manifest):
        raise PackError(f"{path}: {fault}")
    return manifest


def _faults(manifest: Mapping[str, Any]) -> Iterable[str]:
    language, name, files = manifest.get("language"), manifest.get("name", ""), manifest.get("files", {})
    for unknown in manifest.keys() - {"language", "name", "files"}:
        yield f"{unknown[:_LONGEST_NAME]!r} is unknown; known are language, name, files."
    if not isinstance(language, str) or not language.isalpha() or len(language) > 3:
        yield 'language must be the letters of a language, such as "en".'
    if not isinstance(name, str) or not name.isprintable() or len(name) > _LONGEST_NAME:
        yield f"name must be a text of at most {_LONGEST_NAME} letters."
    if not isinstance(files, dict):
        yield "files must be a section: [files], and below it a line for each sentence."
        return
    for words, file in files.items():
        # A bare name has no folder in it: no way leads out of the pack.
        if not isinstance(file, str) or "/" in file or "\0" in file or file in ("", ".", "..") or not letters(words):
            yield f"{words[:_LONGEST_NAME]!r}: write the sentence, =, and the name of a file in this folder."
