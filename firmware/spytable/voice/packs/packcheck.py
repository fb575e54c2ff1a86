"""What `spytable voice check` says of a voice pack: what it lacks, what is wrong in it, how complete it is."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from spytable.voice.packs.pack import Pack, file_name, letters
from spytable.voice.samples.clip import Clip
from spytable.voice.samples.effects import Effect
from spytable.voice.synthesis.synthesiser import Recorded, Synthesiser, SynthesisError

Reader = Callable[[Recorded], Clip]
"""Reads a recording as the table would. Raises SynthesisError."""


def check(pack: Pack, sentences: Sequence[str], *, read: Reader | None = None, out: TextIO | None = None) -> int:
    """Prints what is to be said of *pack*, where *sentences* are all that its language can say.

    Returns the exit status: 0 where every sentence is there and can be heard, else 1. An effect that the pack has not
    is the table's own, and is no lack.
    """
    out = out or sys.stdout
    synthesiser = Synthesiser()
    try:
        faults, seconds = _read_all(pack, read or synthesiser.make)
    finally:
        synthesiser.close()
        synthesiser.rest()
    wanted: dict[str, str | Effect] = {letters(item): item for item in (*sentences, *Effect)}
    good = [said for said, recorded in pack.files.items() if recorded.path.name not in faults]
    missing = [words for words in sentences if letters(words) not in good]
    there = len(sentences) - len(missing)
    share = 100 * there // max(1, len(sentences))
    effects = [effect.value for effect in Effect if letters(effect) in good]
    out.write(
        f"{pack.name} ({pack.language}): {there} of {len(sentences)} sentences ({share} %), {seconds:.0f} s of sound"
    )
    out.write(f", and of the effects {', '.join(effects)}.\n" if effects else ".\n")
    strange = {
        recorded.path.name: _like(recorded.path.stem, missing)
        for said, recorded in pack.files.items()
        if said not in wanted
    }
    _list(out, "Wrong; the synthesised voice speaks instead:", faults)
    _list(out, "Never heard: no sentence has this name.", strange)
    _list(out, "Missing; the synthesised voice says it:", {f"{file_name(words)}.wav": words for words in missing})
    return 1 if faults or missing else 0


def _read_all(pack: Pack, read: Reader) -> tuple[dict[str, str], float]:
    """What is wrong, by file name; and how many seconds of sound there are."""
    faults, seconds = dict(pack.faults), 0.0
    for recorded in pack.files.values():
        try:
            seconds += read(recorded).seconds
        except SynthesisError as error:
            faults[recorded.path.name] = str(error)
    return faults, seconds


def _like(stem: str, missing: Sequence[str]) -> str:
    near = difflib.get_close_matches(stem.casefold(), [file_name(words) for words in missing], n=1)
    return f"Did you mean {near[0]}?" if near else ""


def _list(out: TextIO, head: str, lines: dict[str, str]) -> None:
    if lines:
        out.write(f"\n{head}\n")
        width = max(map(len, lines))
        out.writelines(f"  {name:{width}}  {text}".rstrip() + "\n" for name, text in lines.items())
