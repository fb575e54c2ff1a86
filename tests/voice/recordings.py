"""Sound files of all kinds, made up: a tone that sounds for a while, with the quiet of a room around it."""

import math
import random
import struct
from pathlib import Path


def spoken(rate: int = 22050, seconds: float = 0.6, level: float = 0.2, quiet: float = 0.5) -> list[float]:
    """A tone like a voice, from -1 to 1, between *quiet* seconds of a room's noise (-66 dB)."""
    chance = random.Random(1)
    n, lead = int(rate * seconds), int(rate * quiet)
    voice = [level * math.sin(2 * math.pi * 220 * i / rate) * math.sin(math.pi * i / n) ** 0.3 for i in range(n)]
    return [0.0005 * chance.uniform(-1, 1) + value for value in (*([0.0] * lead), *voice, *([0.0] * lead))]


def wav_file(
    values: list[float], rate: int = 22050, channels: int = 1, kind: int = 1, bits: int = 16, extensible: bool = False
) -> bytes:
    """The bytes of a WAV file. *kind*: 1 whole numbers, 3 floating point."""
    width = bits // 8
    if kind == 3:
        body = b"".join(struct.pack("<f" if width == 4 else "<d", value) * channels for value in values)
    elif width == 1:
        body = b"".join(bytes([int(value * 127) + 128]) * channels for value in values)
    else:
        full = 2 ** (bits - 1) - 1
        body = b"".join(int(value * full).to_bytes(width, "little", signed=True) * channels for value in values)
    block = channels * width
    form = struct.pack("<HHIIHH", 0xFFFE if extensible else kind, channels, rate, rate * block, block, bits)
    if extensible:
        form += struct.pack("<HHIH", 22, bits, 0, kind) + bytes(14)
    parts = b"LIST" + struct.pack("<I", 3) + b"odd\0" + b"fmt " + struct.pack("<I", len(form)) + form
    parts += b"data" + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", 4 + len(parts)) + b"WAVE" + parts


def put(folder: Path, name: str, **form: int) -> Path:
    """Writes a good WAV file."""
    path = folder / name
    path.write_bytes(wav_file(spoken(), **form))
    return path
