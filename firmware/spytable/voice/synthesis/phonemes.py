"""Phonemes: how eSpeak NG reads words, for those who look after a language. The table itself never asks."""

from __future__ import annotations

import ctypes
from pathlib import Path

from spytable.errors import SpyTableError
from spytable.voice.synthesis import espeak, loading
from spytable.voice.words import only_words

_RETRIEVAL = 1
"""AUDIO_OUTPUT_RETRIEVAL of speak_lib.h: no device is opened."""

_UTF8 = 1
_IPA = 0x02


class NoPhonemesError(SpyTableError, RuntimeError):
    """eSpeak NG cannot be asked; the message says why."""


class Reader:
    """eSpeak NG, asked for phonemes. One in a process, and not in one that runs pyttsx3: eSpeak NG starts but once."""

    def __init__(self, cache: Path) -> None:
        """*cache*: see `loading.load`. Raises NoPhonemesError."""
        try:
            missing = loading.load(cache)
            self._library = ctypes.CDLL(espeak.SONAME)
        except OSError as error:
            raise NoPhonemesError(f"eSpeak NG is not there: {error}. {espeak.REMEDY}") from error
        self._missing = missing
        if self._library.espeak_Initialize(_RETRIEVAL, 0, None, 0) <= 0:
            raise NoPhonemesError("eSpeak NG does not start.")
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p

    def phonemes(self, words: str, voice: str) -> str:
        """How *voice* reads *words*, in the International Phonetic Alphabet. Raises NoPhonemesError."""
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise NoPhonemesError(f"eSpeak NG has no voice {voice!r}. {self._missing}".rstrip())
        rest = ctypes.c_char_p(only_words(words).encode())
        read = []
        while rest.value:
            # It reads a clause, and moves the pointer on behind it; to null at the end.
            clause = self._library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA)
            read.append((clause or b"").decode().strip())
        return ", ".join(filter(None, read))
