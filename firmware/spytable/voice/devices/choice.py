"""The choice among all outputs: the one that the settings name, or the first that works."""

from __future__ import annotations

from collections.abc import Sequence

from spytable.voice.devices.outputs import NullOutput, Output, OutputLostError, Take
from spytable.voice.samples.clip import Clip

CHOICES = ("auto", "sounddevice", "aplay", "none")


class FirstThatWorks:
    """The first of several outputs that plays; when it is lost, the search begins anew."""

    def __init__(self, outputs: Sequence[Output]) -> None:
        self._outputs = tuple(outputs)
        self._chosen: Output | None = None

    def play(self, take: Take) -> None:
        """Raises OutputLostError where none plays: of the first whose software is there, since that one needs
        only a device."""
        if self._chosen is not None:
            try:
                self._chosen.play(take)
            except OutputLostError:
                self._chosen = None
                raise
            return
        losses: list[OutputLostError] = []
        for output in self._outputs:
            try:
                output.play(take)
            except OutputLostError as lost:
                losses.append(lost)
            else:
                self._chosen = output
                return
        raise min(losses, key=lambda lost: lost.missing) if losses else OutputLostError()

    def overlay(self, clip: Clip, volume: float) -> bool:
        """As the chosen output has it."""
        return self._chosen is not None and self._chosen.overlay(clip, volume)

    def rest(self) -> None:
        """Lets go of every device."""
        for output in self._outputs:
            output.rest()

    def close(self) -> None:
        """Closes every output."""
        for output in self._outputs:
            output.close()


def choose_output(choice: str = "auto", device: str = "") -> Output:
    """The output that the settings name, on the card *device* (an id such as "Headphones"; "" is the system's
    own).

    No device is touched before the first sound. Raises ValueError for a choice that is none of CHOICES.
    """
    # Late: a virtual table needs neither.
    from spytable.voice.devices.aplay import AplayOutput
    from spytable.voice.devices.soundcard import SoundDeviceOutput

    match choice:
        case "auto":
            return FirstThatWorks((SoundDeviceOutput(device), AplayOutput(device)))
        case "sounddevice":
            return SoundDeviceOutput(device)
        case "aplay":
            return AplayOutput(device)
        case "none":
            return NullOutput()
    raise ValueError(f"There is no sound output {choice!r}. There are: {', '.join(CHOICES)}.")
