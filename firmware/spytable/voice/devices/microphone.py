"""The microphone: what a person says, through PortAudio."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any, Protocol

from spytable.errors import SpyTableError
from spytable.voice.devices import portaudio
from spytable.voice.devices.cards import card_number, no_such_card
from spytable.voice.samples.clip import RATE, numbers, octets

BLOCK = 0.05
"""Seconds that are heard at a time: how fine the meter is in time."""

_FORMATS = tuple((rate, channels) for channels in (1, 2) for rate in (RATE, 44100, 48000))
"""What a card is asked for, in this order: Hz and channels."""

NO_MICROPHONE = "There is no microphone. Plug one in (a headset will do), or name its card: --device ID."


class MicrophoneError(SpyTableError, OSError):
    """There is nothing to hear with; the message says what to do."""


class Microphone(Protocol):
    """Something that hears."""

    def listen(self) -> Generator[tuple[bytes, int], None, None]:
        """What is heard from now on, BLOCK seconds at a time: 16-bit mono samples and their rate in Hz, until the
        iterator is closed. Raises MicrophoneError."""


class SoundDeviceMicrophone:
    """A card's input, open only while somebody listens."""

    def __init__(self, device: str = "") -> None:
        """*device*: the id of a card, or a part of a device's name; "" is the system's own."""
        self._device = device

    def listen(self) -> Generator[tuple[bytes, int], None, None]:
        """What is heard from now on. Raises MicrophoneError."""
        try:
            sounddevice = portaudio.load()
        except OSError as error:
            raise MicrophoneError(f"PortAudio is not installed. {portaudio.REMEDY}") from error
        stream, rate, channels = self._opened(sounddevice)
        try:
            while True:
                data, _ = stream.read(int(BLOCK * rate))
                values = numbers(bytes(data))
                yield octets(values[::channels]), rate
        except sounddevice.PortAudioError as error:
            raise MicrophoneError("The microphone went away. Plug it in, and start again.") from error
        finally:
            with contextlib.suppress(sounddevice.PortAudioError), portaudio.quiet():
                stream.abort()
                stream.close()

    def _opened(self, sounddevice: Any) -> tuple[Any, int, int]:
        for device in self._numbers(sounddevice):
            for rate, channels in _FORMATS:
                with contextlib.suppress(sounddevice.PortAudioError, ValueError), portaudio.quiet():
                    stream = sounddevice.RawInputStream(
                        samplerate=rate, channels=channels, dtype="int16", device=device
                    )
                    stream.start()
                    return stream, rate, channels
        raise MicrophoneError(NO_MICROPHONE)

    def _numbers(self, sounddevice: Any) -> list[int | None]:
        """PortAudio's numbers of the device asked for; None is the system's own."""
        try:
            devices = [
                (i, one["name"].lower())
                for i, one in enumerate(sounddevice.query_devices())
                if one["max_input_channels"]
            ]
        except sounddevice.PortAudioError as error:
            raise MicrophoneError(NO_MICROPHONE) from error
        if not devices:
            raise MicrophoneError(NO_MICROPHONE)
        if not self._device:
            return [None]
        card = card_number(self._device)
        sign = self._device.lower() if card is None else f"(hw:{card},"
        found: list[int | None] = [i for i, name in devices if sign in name]
        if not found:
            what = no_such_card(self._device) if card is None else f"The card {self._device} has no microphone."
            raise MicrophoneError(what)
        return found
