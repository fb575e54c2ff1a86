"""Sound, voice, fonts and the journal."""

from __future__ import annotations

import ctypes.util
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from spytable.config import SYSTEM_FILE, Settings
from spytable.doctor.finding import Finding, Severity
from spytable.status import Health
from spytable.voice.devices.cards import card_ids, no_such_card
from spytable.voice.synthesis import espeak

SERVICE_FOLDER = Path("/var/lib/spytable")
"""Where the service keeps its games: its StateDirectory."""


OUR_OWN = {"fy": "nl"}
"""Languages whose voice is made by us, of eSpeak NG's voice for another."""


def games(settings: Settings, running: Sequence[Health]) -> Path:
    """The file that keeps the games: that of a table that runs; else where the service has it, or this user's own."""
    for table in running:
        if table.journal:
            return Path(table.journal)
    if settings.source == SYSTEM_FILE and settings.journal.path is None and SERVICE_FOLDER.is_dir():
        return SERVICE_FOLDER / settings.journal_path.name
    return settings.journal_path


def look(settings: Settings, journal: Path, running: Sequence[Health], *, wired: bool) -> list[Finding]:
    """All findings of this room. *wired*: the seats are, so that the sound has to come from this machine."""
    return [*_sound(settings, wired), *_voice(settings), *_fonts(), *_journal(journal, running)]


def _sound(settings: Settings, wired: bool) -> Iterator[Finding]:
    output = settings.voice.output
    if not wired and output in ("auto", "browser"):
        yield Finding("sound", Severity.WELL, "plays in the browser")
        return
    if output == "none":
        yield Finding("sound", Severity.NOTE, "switched off in the settings (voice.output)")
        return
    cards = card_ids()
    if cards:
        yield Finding("sound", Severity.WELL, f"cards: {', '.join(cards)}")
    else:
        yield Finding(
            "sound",
            Severity.WARNING,
            "there is no sound card",
            likely="the speaker is not plugged in, or the amplifier's overlay is missing in config.txt",
            remedy="Plug in a USB speaker, or sudo ./table install --amplifier. The words are on the panels meanwhile.",
        )
    device = settings.voice.device
    if device and cards and device not in cards:
        likely = "it is not plugged in, or its id is another one"
        remedy = "Plug it in, or correct voice.device in the settings."
        yield Finding("sound", Severity.WARNING, no_such_card(device), likely, remedy)
    if ctypes.util.find_library("portaudio") is None and shutil.which("aplay") is None:
        says = "neither PortAudio nor aplay is installed"
        yield Finding("sound", Severity.WARNING, says, remedy="sudo apt install libportaudio2 alsa-utils")


def _voice(settings: Settings) -> Iterator[Finding]:
    library = espeak.find()
    if library is None:
        says = "eSpeak NG is not installed: the table hisses and ticks, but has no words"
        likely = "its package was not installed, or was taken out"
        yield Finding("voice", Severity.WARNING, says, likely, espeak.REMEDY)
        return
    # Late: it starts the program that speaks.
    from spytable.voice.synthesis.synthesiser import Synthesiser, SynthesisError

    synthesiser = Synthesiser()
    try:
        voices = synthesiser.voices()
    except SynthesisError as error:
        likely = "its data or a file of the installation is gone"
        yield Finding("voice", Severity.WARNING, f"eSpeak NG fails: {error}", likely, espeak.REMEDY)
        return
    finally:
        synthesiser.close()
        synthesiser.rest()
    wanted = dict.fromkeys((settings.voice.language, settings.voice.second))
    lacking = [language for language in wanted if language and OUR_OWN.get(language, language) not in voices]
    if lacking:
        says = f"there is none for {', '.join(lacking)}"
        yield Finding("voice", Severity.WARNING, says, "the data of eSpeak NG are not complete", espeak.REMEDY)
    else:
        yield Finding("voice", Severity.WELL, f"eSpeak NG ({library.path}), {len(voices)} voices")


def _fonts() -> Iterator[Finding]:
    # Late: it loads the library for pictures.
    from spytable.screen.fonts import FontError, Strike, line

    try:
        for strike in Strike:
            line("Spy", strike)
    except (FontError, OSError) as error:
        likely = "a file of the installation is gone or damaged: the card may be worn"
        says = str(error)
        if isinstance(error, OSError) and error.filename:
            says = f"{error.filename}: {error.strerror}"
        yield Finding("fonts", Severity.FAULT, says, likely, "Install the table anew: sudo ./table upgrade")
    else:
        yield Finding("fonts", Severity.WELL, f"{len(Strike)} sizes")


def _journal(path: Path, running: Sequence[Health] = ()) -> Iterator[Finding]:
    """Whether the games can be read. Never opened to write, and not at all where a table that runs has it."""
    import sqlite3

    if any(table.kept and Path(table.journal) == path for table in running):
        yield Finding("journal", Severity.WELL, f"{path}, which the table that runs keeps")
        return
    # Without the right to look into its folder, it may be there or not.
    if os.access(path.parent, os.X_OK) and not path.exists():
        yield Finding("journal", Severity.WELL, f"none yet at {path}")
        return
    if path.parent.exists() and not os.access(path, os.R_OK):
        says = f"{path} is not readable for you; it was not looked at"
        yield Finding("journal", Severity.NOTE, says, remedy="sudo spytable doctor")
        return
    try:
        with path.open("rb") as file:
            sound = file.read(16) in (b"", b"SQLite format 3\0")
        connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=2.0)
        try:
            sound = sound and connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        finally:
            connection.close()
    except (OSError, sqlite3.DatabaseError) as error:
        # Busy, or its side files are somebody else's: not a fault of the file.
        if isinstance(error, sqlite3.OperationalError):
            yield Finding("journal", Severity.NOTE, f"{path} was not looked at: {error}")
            return
        sound = False
    if sound:
        yield Finding("journal", Severity.WELL, str(path))
    else:
        likely = "the card is worn, or the power failed while it was copied"
        remedy = "The table mends it at its next start and keeps the damaged file beside it."
        yield Finding("journal", Severity.WARNING, f"{path} is damaged", likely, remedy)
